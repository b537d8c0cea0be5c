import { type WrongPart, wrongParts } from '../../core/board/wrong-parts.ts';
import type { Compared } from '../../core/metrics/compared.ts';
import type { KeptAnswer } from '../../protocol/state.ts';
import { h } from './dom.ts';
import { t } from './l10n.ts';

/** The state that an answer is about. */
export interface AskedState {
  readonly variant: Compared;
  /** The true state. */
  readonly truth: string;
}

/** Which folded parts are open, by name, and who hears of a change. */
export interface Folds {
  readonly open: ReadonlySet<string>;
  toggled(name: string, isOpen: boolean): void;
}

const NONE: Folds = { open: new Set(), toggled: () => undefined };

/** `312 tokens in · 41 out · 1.2 s · stop · 2 attempts`; what is not known is left out. */
export function answerFacts({ tokens, seconds, finishReason, attempts }: KeptAnswer): string {
  const parts: string[] = [];
  const [asked, answered] = [tokens?.prompt ?? null, tokens?.completion ?? null];
  if (asked !== null) parts.push(t('{0} tokens in', asked.toLocaleString('en-US')));
  if (answered !== null)
    parts.push(
      asked === null
        ? t('{0} tokens out', answered.toLocaleString('en-US'))
        : t('{0} out', answered.toLocaleString('en-US')),
    );
  if (seconds !== null) parts.push(seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`);
  if (finishReason !== null) parts.push(finishReason);
  if (attempts === 0) parts.push(t('from the cache'));
  else if (attempts !== null && attempts > 1) parts.push(t('{0} attempts', attempts));
  return parts.join(' · ');
}

/** A predicted text with its wrong ranks and fields underlined; what they should be is their title. */
export function stateText(text: string, { variant, truth }: AskedState): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  const plain = (to: number): void => {
    if (to > end) nodes.push(document.createTextNode(text.slice(end, to)));
  };
  for (const part of wrongParts(variant, truth, text)) {
    plain(part.start);
    nodes.push(h('span', { class: 'wrong-part', title: wrongTitle(part) }, text.slice(part.start, part.end)));
    end = part.end;
  }
  plain(text.length);
  return nodes;
}

const wrongTitle = ({ says }: WrongPart): string => t('Wrong: {0}', says);

/** The raw text of an answer with the state in it set off. */
function rawText(raw: string, extracted: KeptAnswer['extracted'], asked: AskedState): Node[] {
  if (extracted === null) return [document.createTextNode(raw)];
  const { start, end } = extracted;
  const state = h('mark', { class: 'extracted' }, ...stateText(raw.slice(start, end), asked));
  return [document.createTextNode(raw.slice(0, start)), state, document.createTextNode(raw.slice(end))];
}

/** A text as it came, in a box that scrolls. */
const textBox = (name: string, className: string, ...nodes: readonly Node[]): HTMLElement =>
  h('pre', { class: `text-box ${className}`, tabindex: 0, role: 'region', 'aria-label': name }, ...nodes);

/**
 * A part that is folded until it is opened; without content it keeps its place and cannot be opened. One that is open already stays
 * so, and says why it is empty: a step of the page folds nothing.
 */
function fold(name: string, content: string | null, folds: Folds, empty: string): HTMLElement {
  if (content === null && !folds.open.has(name)) return h('span', { class: 'fold none', 'aria-hidden': 'true' }, name);
  const body = textBox(name, 'folded', document.createTextNode(content ?? empty));
  const details: HTMLDetailsElement = h(
    'details',
    { class: 'fold', open: folds.open.has(name), toggle: () => folds.toggled(name, details.open) },
    h('summary', {}, name),
    body,
  );
  return details;
}

/**
 * What a model wrote: the answer with the extracted state set off and what is wrong in it underlined, how it came about, its
 * reasoning and the prompt.
 */
export function answerPart(answer: KeptAnswer, asked: AskedState, folds: Folds = NONE): HTMLElement {
  const { label, raw, extracted, fault, otherMoves, prompt, reasoning, at, source } = answer;
  const kept = [at === null ? '' : t('answered {0}', at), t('kept in {0}', source)]
    .filter((part) => part !== '')
    .join('; ');
  return h(
    'div',
    { class: 'answer' },
    raw === null || raw === ''
      ? h(
          'p',
          { class: 'text-box no-text', lang: fault === null ? undefined : 'en' },
          fault ?? t('The answer is empty.'),
        )
      : textBox(t('Answer of {0}', label), 'raw', ...rawText(raw, extracted, asked)),
    h(
      'p',
      { class: 'facts', title: kept },
      answerFacts(answer),
      fault !== null && raw !== null && raw !== ''
        ? h('strong', { class: 'fault', lang: 'en' }, ` · ${fault}`)
        : undefined,
      otherMoves
        ? h(
            'strong',
            { class: 'other-moves', title: t('The moves were edited since this was asked') },
            ` · ${t('asked about other moves')}`,
          )
        : undefined,
    ),
    foldsOf({ prompt, reasoning }, folds),
  );
}

/** Prompt and reasoning, folded. Undefined texts are not known yet: nothing is said of them. */
export function foldsOf(
  texts: { readonly prompt: string | null | undefined; readonly reasoning: string | null | undefined },
  folds: Folds,
): HTMLElement {
  const { prompt, reasoning } = texts;
  const empty = (text: string | null | undefined, says: string): string => (text === undefined ? '' : says);
  return h(
    'div',
    { class: 'folds' },
    fold(t('Prompt'), prompt ?? null, folds, empty(prompt, t('No prompt is kept.'))),
    fold(t('Reasoning'), reasoning ?? null, folds, empty(reasoning, t('No reasoning is kept.'))),
  );
}

/** Scrolls the boxes of an answer so that its state is seen; the page stays where it is. */
export function revealState(element: HTMLElement): void {
  const box = element.querySelector<HTMLElement>('.text-box.raw');
  const state = box?.querySelector<HTMLElement>('.extracted');
  if (!box || !state) return;
  const above = state.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  box.scrollTop = Math.max(0, above - (box.clientHeight - state.offsetHeight) / 2);
}
