import type { Asked, Place } from '../../../core/evaluation/runs/import-plan.ts';
import { type PositionPlan, positionBy } from './plan-position.ts';
import { linesAt, type PlanRow } from './plan-row.ts';
import { isStateOf, stateIn } from './state-in.ts';

/** Share of the votes that decides. */
const CLEAR = 0.9;
/** Characters of an answer that are looked at for words. */
const MAX_WORDS = 4000;

/** Words by which a prompt asks for a move in the position that it shows. */
const ASKS_MOVE =
  /\b(?:your|best|legal|next|strongest|a) (?:next |chess |legal |best )?moves?\b|\bmoves? you (?:may|can|could|will|want)|\bwhat (?:would|do|will|should) you play|\byour turn\b/i;
/** Words by which a text speaks of the position behind a move. */
const AFTER =
  /\b(?:after|once) (?:(?:the|this|that|these|those|all|following|move|making|playing|applying) )*(?:moves?\b|ply\b|plies\b|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O|is played)|\b(?:resulting|new|next|updated?) (?:chess |board )?(?:position|board|fen|state)\b|\bresults? (?:in|of)\b/i;
/** The same in an answer, whose author may speak of earlier moves, too. */
const AFTER_IT =
  /\b(?:after|once) (?:(?:the|this|that|making|playing|applying) )*move\b|\b(?:resulting|new|next|updated?) (?:chess |board )?(?:position|board|fen|state)\b|\bresults? in\b/i;
/** Words by which an answer speaks of the position before it. */
const BEFORE =
  /\b(?:current|currently|present|given|shown|before|now)\b|\bI(?: will| would|'ll)? (?:play|choose|select|move)\b/i;

/** How the records of a sample speak about when the state is asked for. */
export interface Votes {
  readonly before: number;
  readonly after: number;
  /** Records whose move can be played. */
  readonly playable: number;
}

/**
 * Whether the state is asked for before or after the record's own move, by what the prompts ask and the answers say; undefined where they
 * do not tell. Answers that repeat the position shown, without a word, tell nothing: both conventions exist.
 */
export function askedWhen(
  base: PositionPlan,
  move: Place,
  rows: readonly PlanRow[],
  answerOf: (row: number) => string | undefined,
): Asked | undefined {
  const votes = votesOf(base, move, rows, answerOf);
  // a move that cannot be played was not
  if (votes.playable * 10 < rows.length) return 'before';
  const all = votes.before + votes.after;
  if (votes.before > 0 && votes.before >= CLEAR * all) return 'before';
  return votes.after > 0 && votes.after >= CLEAR * all ? 'after' : undefined;
}

export function votesOf(
  base: PositionPlan,
  move: Place,
  rows: readonly PlanRow[],
  answerOf: (row: number) => string | undefined,
): Votes {
  let [before, after, playable] = [0, 0, 0];
  for (const [i, row] of rows.entries()) {
    const shown = positionBy(base, row);
    const next = positionBy({ ...base, move, asked: 'after' }, row);
    if (next.ok) playable++;
    if (!shown.ok) continue;
    const vote = voteOf(row, answerOf(i), shown.value.trueFen, next.ok ? next.value.trueFen : undefined, move);
    if (vote === 'before') before++;
    else if (vote === 'after') after++;
  }
  return { before, after, playable };
}

const asksMove = (prompt: string): boolean => ASKS_MOVE.test(prompt.slice(-MAX_WORDS));

/** True for a prompt that asks for the position behind a move. */
export const asksAfter = (prompt: string): boolean => AFTER.test(prompt.slice(-MAX_WORDS));

function voteOf(
  row: PlanRow,
  answer: string | undefined,
  before: string,
  after: string | undefined,
  move: Place,
): Asked | undefined {
  const isAfterAsked = asksAfter(row.prompt);
  if (isAfterAsked !== asksMove(row.prompt)) return isAfterAsked ? 'after' : 'before';
  if (answer === undefined) return undefined;
  const state = stateIn(answer);
  const said = answer.slice(0, MAX_WORDS);
  if (state !== undefined && after !== undefined && isStateOf(state, after)) return 'after';
  const isEcho = state !== undefined && isStateOf(state, before);
  const words = state === undefined ? said : withoutState(said, state.range);
  const own = firstMove(linesAt(row, move)[0]);
  if (state !== undefined && (AFTER_IT.test(words) || isAfter(words, own))) return 'after';
  if (isEcho || state === undefined) return namesMove(words, own) || BEFORE.test(words) ? 'before' : undefined;
  return namesMove(words, own) && BEFORE.test(words) ? 'before' : undefined;
}

const withoutState = (text: string, { start, end }: { readonly start: number; readonly end: number }): string =>
  `${text.slice(0, start)} ${text.slice(end)}`;

/** The first move of a line, without its number. */
const firstMove = (line: string | undefined): string | undefined =>
  line
    ?.split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .find((word) => word !== '');

/** Words of a text, bare of the marks around them. */
const wordsOf = (text: string): readonly string[] =>
  text.split(/[\s,;:*`"'()[\]]+/).map((word) => word.replace(/[.!?]+$/, '').replace(/^\d+\.+/, ''));

const namesMove = (text: string, own: string | undefined): boolean => own !== undefined && wordsOf(text).includes(own);

/** Words between `after` and a move. */
const MAX_BETWEEN = 3;

/** True for a text that speaks of what is after the record's own move. */
function isAfter(text: string, own: string | undefined): boolean {
  if (own === undefined) return false;
  const words = wordsOf(text);
  return words.some((word, i) => /^after$/i.test(word) && words.slice(i + 1, i + 1 + MAX_BETWEEN).includes(own));
}
