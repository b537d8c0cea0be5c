import { type ButtonHTMLAttributes, type ComponentChildren, h, type JSX } from 'preact';
import { useId } from 'preact/hooks';

/** Content of an element. */
export type Content = ComponentChildren;

type ButtonAttributes = ButtonHTMLAttributes & Readonly<Record<`data-${string}`, string | undefined>>;

/** Returns a button that is named by its content, or by `aria-label` where that is only a sign. */
export const button = (content: Content, onClick: () => void, attributes: ButtonAttributes = {}): JSX.Element =>
  h('button', { type: 'button', onClick, ...attributes }, content);

/** Marks sentences of the core, which are English in every language: screen readers pronounce them so. */
export const english = (...content: readonly Content[]): JSX.Element => h('span', { lang: 'en' }, ...content);

interface SectionProps {
  readonly title: string;
  readonly class: string;
  readonly children?: Content;
}

/** A section with a heading that names it. */
export function Section({ title, class: className, children }: SectionProps): JSX.Element {
  const id = useId();
  return h('section', { class: className, 'aria-labelledby': id }, h('h2', { id }, title), children);
}
