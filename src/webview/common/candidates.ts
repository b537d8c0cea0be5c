import { type AnswerCandidate, getTakenCandidate } from '../../core/answers/answer-reading.ts';
import { formatReading, formatUnstated, isChosenByHand } from '../../core/answers/reading-text.ts';
import type { ReadingView } from '../../protocol/answer-reading.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { formWords, roleTag, roleWords } from './candidate-words.ts';
import { button, english, h } from './dom.ts';
import { t } from './l10n.ts';
import { sentenceNodes } from './statement.ts';

/** Writes another state of an answer into the document; undefined where nothing can be written. */
export type TakeState = ((label: string, state: string) => void) | undefined;

/** A text with states in it. */
export interface MarkedText {
  readonly text: string;
  readonly candidates: readonly AnswerCandidate[];
  /** The one that was taken; undefined where none was. */
  readonly taken: AnswerCandidate | undefined;
  /** The taken one, as it is shown. */
  readonly inside: (text: string, candidate: AnswerCandidate) => readonly Node[];
  readonly take: ((state: string) => void) | undefined;
}

const isTakeable = ({ form }: AnswerCandidate): boolean => form !== 'fragment';

/** The candidates that can be marked in a text: none within another, and the taken one before those that overlap it. */
function placed({ text, candidates, taken }: MarkedText): AnswerCandidate[] {
  const sorted = candidates
    .filter(({ range }) => range.start < range.end && range.end <= text.length)
    .sort((a, b) => a.range.start - b.range.start);
  let end = 0;
  return sorted.filter((one) => {
    const { range } = one;
    if (range.start < end) return false;
    if (one !== taken && taken !== undefined && range.start < taken.range.end && taken.range.start < range.end)
      return false;
    end = range.end;
    return true;
  });
}

/** A text with its states marked: the taken one is filled; of several each has its role beside it, which is copied with no text. */
export function markedText(marked: MarkedText): Node[] {
  const { text, taken, candidates, inside } = marked;
  const nodes: Node[] = [];
  let end = 0;
  for (const one of placed(marked)) {
    const { start, end: to } = one.range;
    nodes.push(document.createTextNode(text.slice(end, start)));
    const words = text.slice(start, to);
    const isTaken = one === taken;
    const mark = h(
      'mark',
      { class: isTaken ? 'extracted' : `candidate role-${one.role}`, title: markTitle(one, marked) },
      ...(isTaken ? inside(words, one) : [document.createTextNode(words)]),
    );
    nodes.push(mark);
    if (!isTaken || candidates.length > 1)
      nodes.push(
        h('span', { class: 'role-tag', 'aria-hidden': 'true', 'data-tag': isTaken ? t('taken') : roleTag(one.role) }),
      );
    if (!isTaken && marked.take !== undefined && isTakeable(one)) {
      mark.classList.add('takeable');
      // A click that ends a selection copies text, and takes nothing.
      mark.addEventListener('click', () => {
        if (document.getSelection()?.isCollapsed !== false) marked.take?.(one.state);
      });
    }
    end = to;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

function markTitle(one: AnswerCandidate, { text, taken, take }: MarkedText): string {
  const facts = [formWords(one.form), roleWords(one, text), formatUnstated(one)].filter((part) => part !== '');
  const title = facts.join(' · ');
  if (one === taken) return t('Taken: {0}', title);
  return take !== undefined && isTakeable(one) ? t('{0}. Click to take this state', title) : title;
}

/** The sentence of how the state was taken. */
export function readingLine(reading: ReadingView, answer: string): HTMLElement {
  const isDoubt = reading.outcome === 'doubtful' || reading.outcome === 'unread';
  const sentence = english(...sentenceNodes(formatReading(reading, answer, reading.more)));
  return h('p', { class: `reading${isDoubt ? ' doubted' : ''}` }, sentence);
}

/** All states of an answer and of its reasoning in a list, for the keyboard and for those who hear the page; null for none. */
export function candidateList(
  { reading, raw, reasoning, drafts, label }: StoredAnswer,
  take: TakeState,
): HTMLElement | null {
  const candidates = reading?.candidates ?? [];
  if (candidates.length + drafts.length === 0) return null;
  const taken = reading === null ? undefined : getTakenCandidate(reading);
  const row = (one: AnswerCandidate, text: string): HTMLElement => {
    const isTaken = one === taken;
    const facts = [roleWords(one, text), formWords(one.form), formatUnstated(one)].filter((part) => part !== '');
    return h(
      'li',
      { class: isTaken ? 'taken' : undefined },
      h('span', { class: 'tag' }, isTaken ? t('taken') : roleTag(one.role)),
      h('span', { class: 'role' }, facts.join(' · ')),
      isTaken || take === undefined || !isTakeable(one)
        ? undefined
        : button(t('take'), () => take(label, one.state), {
            class: 'link',
            'aria-label': t('Take this state: {0}', one.state),
          }),
      h('code', { title: one.state }, one.state),
    );
  };
  const { more = 0 } = reading ?? {};
  return h(
    'ol',
    { class: 'candidates' },
    ...candidates.map((one) => row(one, raw ?? '')),
    ...drafts.map((one) => row(one, reasoning ?? '')),
    more === 0 ? undefined : h('li', { class: 'more' }, t('{0} more', more.toLocaleString('en-US'))),
  );
}

/** `doubtful`, `unread` or `by hand` behind a sentence about an answer, with the reason as its title; nothing for others. */
export function readingNote(reading: ReadingView | null, answer: string | null): HTMLElement | undefined {
  const word = noteWord(reading);
  if (reading === null || word === '') return undefined;
  const title = formatReading(reading, answer ?? '', reading.more).replaceAll('`', '');
  return h('span', { class: `reading-note ${reading.outcome}`, title }, word);
}

/** The word of `readingNote`; empty for none. */
export function noteWord(reading: ReadingView | null): string {
  if (reading === null) return '';
  if (reading.outcome === 'doubtful') return t('doubtful');
  if (reading.outcome === 'unread') return t('unread');
  return isChosenByHand(reading) ? t('by hand') : '';
}
