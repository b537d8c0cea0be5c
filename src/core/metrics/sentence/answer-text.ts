import type { LooseFen } from '../fen-reading.ts';
import { type Cause, causeWithoutPlace } from './causes.ts';

/** Facts of a model's raw answer, as far as it was kept. */
export interface AnswerFacts {
  /** Whole answer; null when none came. */
  readonly raw: string | null;
  /** `length`: a limit of tokens cut it off; `filter`: a filter of contents did; `refusal`: the model refused, in the words of `raw`. */
  readonly finishReason?: string;
  /** Reason why something like a state in it is unreadable. */
  readonly reason?: string;
}

/** Answer in words, with its cause. */
export interface AnswerText {
  readonly text: string;
  readonly cause: Cause;
}

const MAX_QUOTE = 40;
/** Reasons of runs and logs of other programs that stand for a filter. */
const FILTERED: ReadonlySet<string | undefined> = new Set(['filter', 'content_filter']);
/** Reason of an answer without a state. */
export const NO_STATE_REASON = 'no state in the answer';

/** Returns the sentence about an answer without a state: what it is instead. */
export function withoutState(answer: AnswerFacts | undefined): AnswerText {
  const none = causeWithoutPlace('no-state');
  const cut: Cause = { ...none, cut: true };
  if (answer === undefined) return { text: NO_STATE_REASON, cause: none };
  const raw = answer.raw?.trim() ?? '';
  const isCut = answer.finishReason === 'length';
  const isFiltered = FILTERED.has(answer.finishReason);
  if (raw === '') {
    return isCut
      ? { text: `${NO_STATE_REASON}: it is cut off before its first word`, cause: cut }
      : { text: `${NO_STATE_REASON}: ${isFiltered ? 'a content filter stopped it' : 'it is empty'}`, cause: none };
  }
  if (isCut || endsInBoard(raw)) {
    return { text: `${NO_STATE_REASON}: it is cut off after ${quoteEnd(raw)}`, cause: cut };
  }
  const how = answer.finishReason === 'refusal' ? 'a refusal, ' : isFiltered ? 'a content filter stopped it, ' : '';
  return { text: `${NO_STATE_REASON}: ${how}it says ${beginning(raw)}`, cause: none };
}

/** Phrase for an answer that holds something like a state which cannot be read. */
export const UNREAD_TEXT = 'the answer holds something like a state that cannot be read';

/** Returns the sentence about such an answer; for one that a limit cut off, with its end. */
export function unreadText(answer: AnswerFacts | undefined): AnswerText {
  if (answer?.finishReason === 'length') {
    const cause: Cause = { ...causeWithoutPlace('unread'), cut: true };
    return { text: `unread: the answer is cut off after ${quoteEnd(answer.raw?.trim() ?? '')}`, cause };
  }
  return { text: `unread: ${clause(answer?.reason ?? UNREAD_TEXT)}`, cause: causeWithoutPlace('unread') };
}

/** Converts a sentence to the end of another one. */
export const clause = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');

/**
 * Returns true if a text ends inside a board: ranks of eight squares with slashes after them, and then fewer than eight
 * ranks.
 */
const endsInBoard = (raw: string): boolean => {
  const word = raw.slice(raw.search(/\S{1,90}$/));
  const ranks = word.replace(/^[^1-8pnbrqkPNBRQK]+/, '').split('/');
  const open = ranks.pop() ?? '';
  const isBoard = ranks.length > 0 && ranks.length < 8 && ranks.every((rank) => squaresIn(rank) === 8);
  const left = squaresIn(open);
  return isBoard && (ranks.length < 7 ? left >= 0 && left <= 8 : left >= 0 && left < 8);
};

/** Returns the number of squares in the text of a rank; -1 where it is none. */
function squaresIn(rank: string): number {
  if (!/^[1-8pnbrqkPNBRQK]*$/.test(rank)) return -1;
  let squares = 0;
  for (const c of rank) squares += c >= '1' && c <= '8' ? Number(c) : 1;
  return squares;
}

/** Returns true if a predicted text ends inside its board, with every rank before the last one whole. */
export const isCutBoard = ({ placementText, text }: LooseFen): boolean =>
  placementText === text && (endsInBoard(text) || (squaresIn(text) > 0 && squaresIn(text) < 8));

/** Returns true if a limit cut an answer off and its last characters are those of the state. */
export function isCutAt({ text }: LooseFen, answer: AnswerFacts | undefined): boolean {
  if (answer?.finishReason !== 'length' || answer.raw === null) return false;
  return answer.raw.replace(/\s+/g, ' ').trimEnd().endsWith(text);
}

/** Quotes the end of a text in backquotes: at most `most` characters, none of them a backquote or a line end. */
export function quoteEnd(text: string, most = MAX_QUOTE): string {
  const characters = Array.from(clean(text.slice(-4 * most)));
  const isWhole = text.length <= 4 * most && characters.length <= most;
  return `\`${isWhole ? '' : '…'}${characters.slice(-most).join('')}\``;
}

/** Quotes the beginning of a text in the same form. */
function beginning(text: string): string {
  const characters = Array.from(clean(text.slice(0, 4 * MAX_QUOTE)));
  const isWhole = text.length <= 4 * MAX_QUOTE && characters.length <= MAX_QUOTE;
  return `\`${characters.slice(0, MAX_QUOTE).join('')}${isWhole ? '' : '…'}\``;
}

/** Replaces characters that would end a quotation or break a line. */
const clean = (text: string): string => text.replace(/[`\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
