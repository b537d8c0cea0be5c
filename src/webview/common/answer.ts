import { h, type JSX, type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { getTakenCandidate } from '../../core/answers/answer-reading.ts';
import { type WrongPart, wrongParts } from '../../core/board/state-differences.ts';
import type { ComparisonRules } from '../../core/metrics/comparison-rules.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { candidateList, markedText, readingLine, type TakeState } from './candidates.ts';
import type { Content } from './elements.ts';
import { t } from './l10n.ts';

/** The state that an answer is about. */
export interface AnswerSubject {
  readonly variant: ComparisonRules;
  /** The true state. */
  readonly truth: string;
}

/** Folded parts of a page, by name. */
export interface Folds {
  readonly open: ReadonlySet<string>;
  /** Called when a part was opened or closed. */
  toggled(name: string, isOpen: boolean): void;
}

/** Formats what is known of a request: `312 tokens in · 41 out · 1.2 s · stop · 2 attempts`. */
export function answerFacts({ tokens, seconds, finishReason, attempts }: StoredAnswer): string {
  const parts: string[] = [];
  const [input, output] = [tokens?.prompt ?? null, tokens?.completion ?? null];
  if (input !== null) parts.push(t('{0} tokens in', input.toLocaleString('en-US')));
  if (output !== null)
    parts.push(
      input === null
        ? t('{0} tokens out', output.toLocaleString('en-US'))
        : t('{0} out', output.toLocaleString('en-US')),
    );
  if (seconds !== null) parts.push(seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`);
  if (finishReason !== null) parts.push(finishReason);
  if (attempts === 0) parts.push(t('from the cache'));
  else if (attempts !== null && attempts > 1) parts.push(t('{0} attempts', attempts));
  return parts.join(' · ');
}

/** Returns a predicted text with its wrong ranks and fields underlined; the right ones are their titles. */
export function stateText(text: string, { variant, truth }: AnswerSubject): Content[] {
  const content: Content[] = [];
  let end = 0;
  for (const part of wrongParts(variant, truth, text)) {
    if (part.start > end) content.push(text.slice(end, part.start));
    content.push(h('span', { class: 'wrong-part', title: wrongTitle(part) }, text.slice(part.start, part.end)));
    end = part.end;
  }
  if (end < text.length) content.push(text.slice(end));
  return content;
}

const wrongTitle = ({ says }: WrongPart): string => t('Wrong: {0}', says);

/** Returns the raw text of an answer with its states marked, and the wrong parts of the one that was taken. */
function rawText(raw: string, { reading, label }: StoredAnswer, subject: AnswerSubject, take: TakeState): Content {
  if (reading === null) return raw;
  return markedText({
    text: raw,
    candidates: reading.candidates,
    taken: getTakenCandidate(reading),
    // Other forms than a FEN have their fields elsewhere.
    inside: (text, { state }) => (text === state ? stateText(text, subject) : text),
    take: take && ((state) => take(label, state)),
  });
}

/** Returns a text as it came, in a box that scrolls. */
const textBox = (
  name: string,
  className: string,
  content: Content,
  ref?: RefObject<HTMLPreElement | null>,
): JSX.Element =>
  h(
    'pre',
    { class: `text-box ${className}`, tabindex: 0, role: 'region', 'aria-label': name, ...(ref && { ref }) },
    content,
  );

interface FoldProps {
  /** The heading, by which the part stays open. */
  readonly name: string;
  /** A number after the heading. */
  readonly count?: number;
  /** Null for none. */
  readonly body: JSX.Element | null;
  /** The reason for which there is no body. */
  readonly empty: string;
  readonly folds: Folds;
}

/**
 * A part that is folded until it is opened; without content it keeps its place and cannot be opened. A part that is open stays
 * open, with the reason for which it is empty: a step of the page folds nothing.
 */
function Fold({ name, count = 0, body, empty, folds }: FoldProps): JSX.Element {
  const title = count === 0 ? name : `${name} (${count.toLocaleString('en-US')})`;
  const isOpen = folds.open.has(name);
  if (body === null && !isOpen) return h('span', { class: 'fold none', 'aria-hidden': 'true' }, title);
  return h(
    'details',
    {
      class: 'fold',
      open: isOpen,
      onToggle: ({ currentTarget }: Event) => folds.toggled(name, (currentTarget as HTMLDetailsElement).open),
    },
    h('summary', null, title),
    body ?? textBox(name, 'folded', empty),
  );
}

interface AnswerFoldsProps {
  /** Null where no answer is kept; undefined where that is not known yet, and the reason of emptiness is not either. */
  readonly answer: StoredAnswer | null | undefined;
  readonly folds: Folds;
  readonly take?: TakeState;
}

/** The states of an answer as a list, its prompt and its reasoning, folded. */
export function AnswerFolds({ answer, folds, take }: AnswerFoldsProps): JSX.Element {
  const reason = (text: string): string => (answer === undefined ? '' : text);
  const { prompt = null, reasoning = null, drafts = [], reading = null, label = '' } = answer ?? {};
  const names = { states: t('States'), prompt: t('Prompt'), reasoning: t('Reasoning') };
  const thoughts = (text: string): Content =>
    markedText({
      text,
      candidates: drafts,
      taken: undefined,
      inside: () => null,
      take: take && ((state) => take(label, state)),
    });
  return h(
    'div',
    { class: 'folds' },
    h(Fold, {
      name: names.states,
      count: (reading?.candidates.length ?? 0) + (reading?.more ?? 0) + drafts.length,
      body: answer ? candidateList(answer, take) : null,
      empty: reason(t('No state stands in the answer.')),
      folds,
    }),
    h(Fold, {
      name: names.prompt,
      body: prompt === null ? null : textBox(names.prompt, 'folded', prompt),
      empty: reason(t('No prompt is kept.')),
      folds,
    }),
    h(Fold, {
      name: names.reasoning,
      body: reasoning === null ? null : textBox(names.reasoning, 'folded', thoughts(reasoning)),
      empty: reason(t('No reasoning is kept.')),
      folds,
    }),
  );
}

interface AnswerPartProps {
  readonly answer: StoredAnswer;
  readonly subject: AnswerSubject;
  readonly folds: Folds;
  /** Writes another state of the answer; undefined where nothing can be written. */
  readonly take?: TakeState;
}

/**
 * The answer of a model with its states marked and the wrong parts of the taken one underlined, how it was read, how it came about,
 * its reasoning and the prompt. An answer that is shown first is scrolled to its state; the page stays where it is.
 */
export function AnswerPart({ answer, subject, folds, take }: AnswerPartProps): JSX.Element {
  const { label, raw, reading, fault, otherMoves, at, source } = answer;
  const box = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => revealState(box.current), [answer, subject.truth]);
  const kept = [at === null ? '' : t('answered {0}', at), t('kept in {0}', source)]
    .filter((part) => part !== '')
    .join('; ');
  const isEmpty = raw === null || raw === '';
  return h(
    'div',
    { class: 'answer' },
    isEmpty
      ? h('p', { class: 'text-box no-text', lang: fault === null ? null : 'en' }, fault ?? t('The answer is empty.'))
      : textBox(t('Answer of {0}', label), 'raw', rawText(raw, answer, subject, take), box),
    h(
      'p',
      { class: 'facts', title: kept },
      answerFacts(answer),
      fault !== null && !isEmpty ? h('strong', { class: 'fault', lang: 'en' }, ` · ${fault}`) : null,
      otherMoves
        ? h(
            'strong',
            { class: 'other-moves', title: t('The moves were edited since this was asked') },
            ` · ${t('asked about other moves')}`,
          )
        : null,
    ),
    reading === null ? h('p', { class: 'reading' }) : readingLine(reading, raw ?? ''),
    h(AnswerFolds, { answer, folds, take }),
  );
}

/** Scrolls the box of an answer so that its state is in the middle. */
function revealState(box: HTMLElement | null): void {
  const state = box?.querySelector<HTMLElement>('.extracted') ?? null;
  if (box === null || state === null) return;
  const above = state.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  box.scrollTop = Math.max(0, above - (box.clientHeight - state.offsetHeight) / 2);
}
