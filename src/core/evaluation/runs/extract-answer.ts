import { range } from '../../base/text/range.ts';
import { INITIAL_FEN } from '../../games/chess/state.ts';
import { marksIn, thoughtsIn, within } from './answer-parts.ts';
import { echoesOf } from './echoed-state.ts';
import { type Extraction, type FoundState, qualityOf, statesIn } from './extract.ts';

/**
 * Where in an answer its state is looked for, as a template says it: anywhere, and the last one counts (`last` is another
 * word for it) or the first; on the last line; in the last fenced block.
 */
export const ANSWER_PLACES = ['anywhere', 'first', 'last', 'last-line', 'fence'] as const;
export type AnswerPlace = (typeof ANSWER_PLACES)[number];

/** The fields of a template that decide which state of an answer counts. */
export interface AnswerForm {
  readonly answer?: AnswerPlace;
  /** True for a text that the model continues. */
  readonly isRaw?: boolean;
}

/**
 * Where the answers to a template name their state. A model that continues a text goes on after its answer, with
 * questions and answers of its own making, so the first state counts there unless the template says otherwise.
 */
export const answerPlaceOf = ({ answer, isRaw }: AnswerForm): AnswerPlace =>
  answer ?? (isRaw === true ? 'first' : 'anywhere');

/** The part of an answer that counts, as offsets. An answer without a fence has none. */
function placeIn(answer: string, place: AnswerPlace): { start: number; end: number } | undefined {
  if (place === 'last-line') {
    const end = answer.trimEnd().length;
    const before = Math.max(answer.lastIndexOf('\n', end - 1), answer.lastIndexOf('\r', end - 1));
    return { start: before + 1, end };
  }
  if (place !== 'fence') return { start: 0, end: answer.length };
  const close = answer.lastIndexOf('```');
  const open = close < 0 ? -1 : answer.lastIndexOf('```', close - 1);
  return open < 0 ? undefined : { start: open + 3, end: close };
}

/**
 * The state that an answer names at the place where its template asked for it; its range is of the whole answer. No answer are
 * states among the model's thoughts, and those that are repeated from the prompt, with the words before them: examples or
 * starts of games. Where any place will do, a state that the answer marks as its own (`<answer>`, `\boxed`) counts before
 * others, and the start of the game behind another board is only spoken of.
 *
 * @param prompt the text that was asked, if it is known
 */
export function extractAnswer(answer: string, place: AnswerPlace = 'anywhere', prompt = ''): Extraction | undefined {
  const part = placeIn(answer, place);
  if (part === undefined) return undefined;
  const isEcho = echoesOf(prompt);
  const isThought = within(thoughtsIn(answer));
  const isAnywhere = place === 'anywhere' || place === 'last';
  const isMarked = within(isAnywhere ? marksIn(answer) : []);
  const start = isAnywhere ? startIn(prompt) : undefined;
  let best: (FoundState & { readonly marked: boolean }) | undefined;
  let candidates = 0;
  for (const found of statesIn(answer.slice(part.start, part.end))) {
    candidates++;
    const at = found.range.start + part.start;
    const state = { ...found, range: range(at, found.range.end + part.start), marked: isMarked(at) };
    if (isThought(at) || isEcho(answer, state)) continue;
    if (best === undefined || isBetter(state, best, place, start)) best = state;
  }
  if (best === undefined) return undefined;
  const { marked: _, ...state } = best;
  return { ...state, candidates };
}

/** The start of the game that a prompt asks about: its last FEN tag, else the usual one. */
const startIn = (prompt: string): string => [...prompt.matchAll(/\[FEN "([^"\n]*)"\]/g)].at(-1)?.[1] ?? INITIAL_FEN;

/**
 * True if a state counts rather than one that stands before it. Where the first counts, only a state with all six fields
 * replaces one that has fewer: a board that is drawn or breaks off before the answer is given.
 */
function isBetter(
  state: FoundState & { readonly marked: boolean },
  before: FoundState & { readonly marked: boolean },
  place: AnswerPlace,
  start: string | undefined,
): boolean {
  if (place === 'first') return before.fields < 6 && state.fields === 6;
  if (state.marked !== before.marked) return state.marked;
  if (state.fen === start && before.form === 'complete' && boardOf(before) !== boardOf(state)) return false;
  return qualityOf(state) >= qualityOf(before);
}

const boardOf = ({ fen }: FoundState): string => fen.slice(0, fen.indexOf(' '));
