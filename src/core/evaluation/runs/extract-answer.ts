import { range } from '../../base/text/range.ts';
import { echoesOf } from './echoed-state.ts';
import { type Extraction, type FoundState, qualityOf, statesIn } from './extract.ts';
import { withoutThoughts } from './thoughts.ts';

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
 * The state that an answer names at the place where its template asked for it; its range is of the whole answer. States
 * that are repeated from the prompt, with the words before them, are examples or starts of games and no answer; nor are
 * thoughts that tags set apart.
 *
 * @param raw the whole answer
 * @param prompt the text that was asked, if it is known
 */
export function extractAnswer(raw: string, place: AnswerPlace = 'anywhere', prompt = ''): Extraction | undefined {
  const answer = withoutThoughts(raw);
  const part = placeIn(answer, place);
  if (part === undefined) return undefined;
  const isEcho = echoesOf(prompt);
  let best: FoundState | undefined;
  let candidates = 0;
  for (const found of statesIn(answer.slice(part.start, part.end))) {
    candidates++;
    const state = { ...found, range: range(found.range.start + part.start, found.range.end + part.start) };
    if (!isEcho(answer, state) && (best === undefined || isBetter(state, best, place))) best = state;
  }
  return best === undefined ? undefined : { ...best, candidates };
}

/**
 * True if a state counts rather than one that stands before it. Where the first counts, only a state with all six fields
 * replaces one that has fewer: a board that is drawn or breaks off before the answer is given.
 */
const isBetter = (state: FoundState, before: FoundState, place: AnswerPlace): boolean =>
  place === 'first' ? before.fields < 6 && state.fields === 6 : qualityOf(state) >= qualityOf(before);
