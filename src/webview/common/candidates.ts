import { h, type JSX } from 'preact';
import {
  type AnswerCandidate,
  type AnswerRole,
  type CandidateForm,
  getTakenCandidate,
} from '../../core/answers/answer-reading.ts';
import { formatReading, formatUnstated, isChosenByHand, quoteCue } from '../../core/answers/reading-text.ts';
import type { ReadingView } from '../../protocol/answer-reading.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { button, type Content, english } from './elements.ts';
import { t } from './l10n.ts';
import { sentenceContent } from './statement.ts';

/** Names a role in one or two words, for a tag beside the state in the text. */
function roleTag(role: AnswerRole): string {
  switch (role) {
    case 'final':
      return t('labeled');
    case 'only':
      return t('set off');
    case 'plain':
      return t('no label');
    case 'draft':
      return t('draft');
    case 'rejected':
      return t('rejected');
    case 'later':
      return t('later');
    case 'earlier':
      return t('earlier');
    case 'start':
      return t('start');
    case 'echo':
      return t('prompt');
    default:
      return t('past the end');
  }
}

function roleText(role: AnswerRole): string {
  switch (role) {
    case 'final':
      return t('marked as the answer');
    case 'only':
      return t('the only one in a fence or in bold');
    case 'plain':
      return t('nothing is said about it');
    case 'draft':
      return t('stands in the thoughts');
    case 'rejected':
      return t('called wrong');
    case 'later':
      return t('after a further move');
    case 'earlier':
      return t('before the last move');
    case 'start':
      return t('start of the game');
    case 'echo':
      return t('repeated from the prompt');
    default:
      return t('after the end of the answer');
  }
}

/** Formats the role of a state, and the words of the text that give it: `before the last move (“Position before”)`. */
function roleWords(candidate: AnswerCandidate, text: string): string {
  const cue = quoteCue(candidate, text);
  return cue === '' ? roleText(candidate.role) : t('{0} (“{1}”)', roleText(candidate.role), cue);
}

/** Names the form of a state. */
function formWords(form: CandidateForm): string {
  switch (form) {
    case 'fen':
      return t('FEN');
    case 'fields':
      return t('list of fields');
    case 'json':
      return t('JSON');
    case 'drawing':
      return t('drawn board');
    case 'pieces':
      return t('list of pieces');
    case 'world':
      return t('state');
    default:
      return t('cannot be read');
  }
}

/** Writes another state of an answer into the document; undefined where nothing can be written. */
export type TakeState = ((label: string, state: string) => void) | undefined;

/** A text with states in it. */
interface MarkedText {
  readonly text: string;
  readonly candidates: readonly AnswerCandidate[];
  /** The state that was taken; undefined where none was. */
  readonly taken: AnswerCandidate | undefined;
  /** Returns the content of the taken state. */
  readonly inside: (text: string, candidate: AnswerCandidate) => Content;
  readonly take: ((state: string) => void) | undefined;
}

const canTake = ({ form }: AnswerCandidate): boolean => form !== 'fragment';

/** Returns the candidates that can be marked in a text: none within another, and the taken one before those that overlap it. */
function markedCandidates({ text, candidates, taken }: MarkedText): AnswerCandidate[] {
  const sorted = candidates
    .filter(({ range }) => range.start < range.end && range.end <= text.length)
    .sort((a, b) => a.range.start - b.range.start);
  let end = 0;
  return sorted.filter((candidate) => {
    const { range } = candidate;
    if (range.start < end) return false;
    if (candidate !== taken && taken !== undefined && range.start < taken.range.end && taken.range.start < range.end)
      return false;
    end = range.end;
    return true;
  });
}

/**
 * Returns a text with its states marked: the taken one is filled; of several each has its role beside it, which is copied with no
 * text.
 */
export function markedText(marked: MarkedText): Content[] {
  const { text, taken, candidates, inside, take } = marked;
  const content: Content[] = [];
  let end = 0;
  for (const candidate of markedCandidates(marked)) {
    const { start, end: to } = candidate.range;
    content.push(text.slice(end, start));
    const words = text.slice(start, to);
    const isTaken = candidate === taken;
    const isTakeable = !isTaken && take !== undefined && canTake(candidate);
    const className = isTaken ? 'extracted' : ['candidate', `role-${candidate.role}`].join(' ');
    // A click that ends a selection copies text, and takes nothing.
    const onClick = (): void => {
      if (document.getSelection()?.isCollapsed !== false) take?.(candidate.state);
    };
    content.push(
      h(
        'mark',
        {
          class: isTakeable ? `${className} takeable` : className,
          title: markTitle(candidate, marked),
          ...(isTakeable && { onClick }),
        },
        isTaken ? inside(words, candidate) : words,
      ),
    );
    if (!isTaken || candidates.length > 1)
      content.push(
        h('span', {
          class: 'role-tag',
          'aria-hidden': 'true',
          'data-tag': isTaken ? t('taken') : roleTag(candidate.role),
        }),
      );
    end = to;
  }
  content.push(text.slice(end));
  return content;
}

function markTitle(candidate: AnswerCandidate, { text, taken, take }: MarkedText): string {
  const facts = [formWords(candidate.form), roleWords(candidate, text), formatUnstated(candidate)];
  const title = facts.filter((part) => part !== '').join(' · ');
  if (candidate === taken) return t('Taken: {0}', title);
  return take !== undefined && canTake(candidate) ? t('{0}. Click to take this state', title) : title;
}

/** Returns the sentence of how the state was taken. */
export function readingLine(reading: ReadingView, answer: string): JSX.Element {
  const isDoubt = reading.outcome === 'doubtful' || reading.outcome === 'unread';
  const sentence = english(sentenceContent(formatReading(reading, answer, reading.more)));
  return h('p', { class: isDoubt ? 'reading doubted' : 'reading' }, sentence);
}

/** Returns all states of an answer and of its reasoning as a list, for the keyboard and screen readers; null for none. */
export function candidateList(
  { reading, raw, reasoning, drafts, label }: StoredAnswer,
  take: TakeState,
): JSX.Element | null {
  const candidates = reading?.candidates ?? [];
  if (candidates.length + drafts.length === 0) return null;
  const taken = reading === null ? undefined : getTakenCandidate(reading);
  const row = (candidate: AnswerCandidate, text: string): JSX.Element => {
    const { role, form, state } = candidate;
    const isTaken = candidate === taken;
    const facts = [roleWords(candidate, text), formWords(form), formatUnstated(candidate)].filter(
      (part) => part !== '',
    );
    return h(
      'li',
      { class: isTaken ? 'taken' : null },
      h('span', { class: 'tag' }, isTaken ? t('taken') : roleTag(role)),
      h('span', { class: 'role' }, facts.join(' · ')),
      isTaken || take === undefined || !canTake(candidate)
        ? null
        : button(t('take'), () => take(label, state), {
            class: 'link',
            'aria-label': t('Take this state: {0}', state),
          }),
      h('code', { title: state }, state),
    );
  };
  const { more = 0 } = reading ?? {};
  return h(
    'ol',
    { class: 'candidates' },
    candidates.map((candidate) => row(candidate, raw ?? '')),
    drafts.map((candidate) => row(candidate, reasoning ?? '')),
    more === 0 ? null : h('li', { class: 'more' }, t('{0} more', more.toLocaleString('en-US'))),
  );
}

/**
 * Returns `doubtful`, `unread` or `by hand`, for the end of a sentence about an answer, with the reason as its title; null for
 * others.
 */
export function readingNote(reading: ReadingView | null, answer: string | null): JSX.Element | null {
  const word = noteWord(reading);
  if (reading === null || word === '') return null;
  const title = formatReading(reading, answer ?? '', reading.more).replaceAll('`', '');
  return h('span', { class: `reading-note ${reading.outcome}`, title }, word);
}

/** Returns the word of `readingNote`; empty for none. */
export function noteWord(reading: ReadingView | null): string {
  if (reading === null) return '';
  if (reading.outcome === 'doubtful') return t('doubtful');
  if (reading.outcome === 'unread') return t('unread');
  return isChosenByHand(reading) ? t('by hand') : '';
}
