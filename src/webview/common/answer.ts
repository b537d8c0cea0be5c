import { getTakenCandidate } from '../../core/answers/answer-reading.ts';
import { type WrongPart, wrongParts } from '../../core/board/state-differences.ts';
import type { ComparisonRules } from '../../core/metrics/comparison-rules.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { candidateList, markedText, readingLine, type TakeState } from './candidates.ts';
import { h } from './dom.ts';
import { t } from './l10n.ts';

/** The state that an answer is about. */
export interface AskedState {
  readonly variant: ComparisonRules;
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
export function answerFacts({ tokens, seconds, finishReason, attempts }: StoredAnswer): string {
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

/** The raw text of an answer with its states marked, and what is wrong in the taken one. */
function rawText(raw: string, { reading, label }: StoredAnswer, asked: AskedState, take: TakeState): Node[] {
  if (reading === null) return [document.createTextNode(raw)];
  return markedText({
    text: raw,
    candidates: reading.candidates,
    taken: getTakenCandidate(reading),
    // Other forms than a FEN have their fields elsewhere.
    inside: (text, { state }) => (text === state ? stateText(text, asked) : [document.createTextNode(text)]),
    take: take && ((state) => take(label, state)),
  });
}

/** A text as it came, in a box that scrolls. */
const textBox = (name: string, className: string, ...nodes: readonly Node[]): HTMLElement =>
  h('pre', { class: `text-box ${className}`, tabindex: 0, role: 'region', 'aria-label': name }, ...nodes);

/** A part that is folded. */
interface Fold {
  /** Its heading, by which it stays open. */
  readonly name: string;
  /** Behind the heading. */
  readonly count?: number;
  /** Null for none. */
  readonly body: HTMLElement | null;
  /** Why there is none. */
  readonly empty: string;
}

/**
 * A part that is folded until it is opened; without content it keeps its place and cannot be opened. One that is open already stays
 * so, and says why it is empty: a step of the page folds nothing.
 */
function fold({ name, count = 0, body: content, empty }: Fold, folds: Folds): HTMLElement {
  const title = count === 0 ? name : `${name} (${count.toLocaleString('en-US')})`;
  if (content === null && !folds.open.has(name)) return h('span', { class: 'fold none', 'aria-hidden': 'true' }, title);
  const body = content ?? textBox(name, 'folded', document.createTextNode(empty));
  const details: HTMLDetailsElement = h(
    'details',
    { class: 'fold', open: folds.open.has(name), toggle: () => folds.toggled(name, details.open) },
    h('summary', {}, title),
    body,
  );
  return details;
}

/**
 * What a model wrote: the answer with its states marked and what is wrong in the taken one underlined, how it was read, how it came
 * about, its reasoning and the prompt.
 *
 * @param take writes another state of the answer; undefined where nothing can be written
 */
export function answerPart(
  answer: StoredAnswer,
  asked: AskedState,
  folds: Folds = NONE,
  take?: TakeState,
): HTMLElement {
  const { label, raw, reading, fault, otherMoves, at, source } = answer;
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
      : textBox(t('Answer of {0}', label), 'raw', ...rawText(raw, answer, asked, take)),
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
    reading === null ? h('p', { class: 'reading' }) : readingLine(reading, raw ?? ''),
    foldsOf(answer, folds, take),
  );
}

/**
 * The states of an answer as a list, its prompt and its reasoning, folded.
 *
 * @param answer null where none is kept; undefined where that is not known yet, and nothing is said
 */
export function foldsOf(answer: StoredAnswer | null | undefined, folds: Folds, take?: TakeState): HTMLElement {
  const says = (text: string): string => (answer === undefined ? '' : text);
  const { prompt = null, reasoning = null, drafts = [], reading = null, label = '' } = answer ?? {};
  const names = { states: t('States'), prompt: t('Prompt'), reasoning: t('Reasoning') };
  const box = (name: string, ...nodes: readonly Node[]): HTMLElement => textBox(name, 'folded', ...nodes);
  const thoughts = (text: string): Node[] =>
    markedText({
      text,
      candidates: drafts,
      taken: undefined,
      inside: () => [],
      take: take && ((state) => take(label, state)),
    });
  const parts: readonly Fold[] = [
    {
      name: names.states,
      count: (reading?.candidates.length ?? 0) + (reading?.more ?? 0) + drafts.length,
      body: answer ? candidateList(answer, take) : null,
      empty: says(t('No state stands in the answer.')),
    },
    {
      name: names.prompt,
      body: prompt === null ? null : box(names.prompt, document.createTextNode(prompt)),
      empty: says(t('No prompt is kept.')),
    },
    {
      name: names.reasoning,
      body: reasoning === null ? null : box(names.reasoning, ...thoughts(reasoning)),
      empty: says(t('No reasoning is kept.')),
    },
  ];
  return h('div', { class: 'folds' }, ...parts.map((part) => fold(part, folds)));
}

/** Scrolls the boxes of an answer so that its state is seen; the page stays where it is. */
export function revealState(element: HTMLElement): void {
  const box = element.querySelector<HTMLElement>('.text-box.raw');
  const state = box?.querySelector<HTMLElement>('.extracted');
  if (!box || !state) return;
  const above = state.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  box.scrollTop = Math.max(0, above - (box.clientHeight - state.offsetHeight) / 2);
}
