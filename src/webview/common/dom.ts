import { replaceBidiControls } from '../../core/base/text/characters.ts';

type Attribute = string | number | boolean | undefined | ((event: Event) => void);
type Child = Node | string | undefined;

/**
 * An element. Attributes that are false or undefined are left out, true is an empty one, functions listen to the event
 * of that name. Text is always text: nothing is read as HTML, nothing in it turns what is around, and no `style` attribute is set (the
 * page forbids it).
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : replaceBidiControls(String(value)));
  }
  for (const child of children)
    if (child !== undefined) element.append(typeof child === 'string' ? replaceBidiControls(child) : child);
  return element;
}

/** A button that is named by its text, or by `label` where that is only a sign. */
export const button = (
  text: string,
  onClick: () => void,
  attributes: Readonly<Record<string, Attribute>> = {},
): HTMLButtonElement => h('button', { type: 'button', click: onClick, ...attributes }, text);

/** What is English in every language, as sentences of the core are: screen readers speak it so. */
export const english = (...children: readonly Child[]): HTMLElement => h('span', { lang: 'en' }, ...children);

let ids = 0;

/** A section with a heading that names it. */
export function section(title: string, className: string, ...children: readonly Child[]): HTMLElement {
  const id = `heading-${++ids}`;
  return h('section', { class: className, 'aria-labelledby': id }, h('h2', { id }, title), ...children);
}

/** Sets a text where it is another: a live region is not to be read out twice. */
export function setText(element: HTMLElement, text: string): void {
  const shown = replaceBidiControls(text);
  if (element.textContent !== shown) element.textContent = shown;
}
