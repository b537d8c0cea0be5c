import type { FieldPath, StateTiming } from '../../../core/evaluation/runs/import-plan.ts';
import { type Column, matchesState, mostly, stateIn } from './answer-column.ts';
import {
  isGoldNamed,
  isLaterNamed,
  isMovesNamed,
  isOtherMoveNamed,
  isOwnMoveNamed,
  isPositionNamed,
  isPromptNamed,
  isStartNamed,
} from './field-names.ts';
import { fensAt, linesAt, type PlanRow, type PositionPlan, positionBy, shownIn } from './plan-position.ts';
import { isSamePosition } from './positions-in-text.ts';

/** Records for whose position a plan holds, of those of a sample. */
export const CLEAR_SHARE = 0.9;
const HALF = 0.5;
/** Fields of one kind that are tried with each other. */
const MAX_PLACES = 4;

/** What is known of a sample of records, when positions are looked for. */
export interface PositionEvidence {
  readonly rows: readonly PlanRow[];
  /** Columns that may hold positions and moves: no answers, no prompts. */
  readonly columns: readonly Column[];
  /** What `--map` says of it. */
  readonly given: PositionPlan;
  readonly answerOf: (row: number) => string | undefined;
}

/** A proposal, with the share of records that it holds for. */
export interface Proposal {
  readonly plan: PositionPlan;
  readonly share: number;
}

/** The plans of positions that fit, the best first; several where the records do not decide between them. */
export function proposePositions(evidence: PositionEvidence): readonly Proposal[] {
  const places = placesOf(evidence);
  const isTold = places.truths.length > 0;
  const proposals = isTold ? withTruth(evidence, places, places.truths) : withoutTruth(evidence, places);
  return proposals.flatMap((plan) => withMove(evidence, places, plan)).filter(({ share }) => share > 0);
}

interface Places {
  readonly truths: readonly FieldPath[];
  /** FENs of a position later in the game by their names: after the record's move, or the end. */
  readonly later: readonly FieldPath[];
  /** FENs that are no truth by their names, those of starts first. */
  readonly fens: readonly FieldPath[];
  readonly lines: readonly FieldPath[];
  readonly own: FieldPath | undefined;
  readonly hasPromptFen: boolean;
}

function placesOf({ rows, columns, given }: PositionEvidence): Places {
  const isFree = ({ path }: Column): boolean =>
    [given.start, given.moves, given.move, given.truth].every(
      (place) => typeof place !== 'object' || place.field !== path,
    );
  const fens = columns.filter((column) => mostly(column, column.fens) && isFree(column));
  const place = ({ path }: Column): FieldPath => ({ field: path });
  const hasTargets = rows.some((row) => fensAt(row, 'target').length > 0);
  const gold = fens.filter(({ path }) => isGoldNamed(path)).map(place);
  const later = fens.filter(({ path }) => !isGoldNamed(path) && isLaterNamed(path)).map(place);
  const others = fens.filter(({ path }) => !isGoldNamed(path) && !isLaterNamed(path));
  const starts = others.filter(({ path }) => isStartNamed(path)).map(place);
  const unnamed = others.filter(({ path }) => !isStartNamed(path));
  const shown = unnamed.filter(({ path }) => isPositionNamed(path) || isPromptNamed(path)).map(place);
  const lines = columns.filter(
    (column) => mostly(column, column.lines) && !isOtherMoveNamed(column.path) && isFree(column),
  );
  const isOwn = (column: Column): boolean => column.singles === column.lines && isOwnMoveNamed(column.path);
  const own = lines.find(isOwn);
  const histories = lines.filter((column) => !isOwn(column));
  const named = histories.filter(({ path }) => isMovesNamed(path));
  const fields = (named.length > 0 ? named : histories).map(place);
  // a move that a prompt names alone is the record's own, where it has one
  const isLine = (row: PlanRow): boolean =>
    shownIn(row).lines.length > 0 && !(own !== undefined && shownIn(row).isSingle);
  const hasRuns = rows.filter(isLine).length >= HALF * rows.length;
  // of a position under any other name nothing is known, unless it is all there is
  const isBare = fens.length === unnamed.length && shown.length === 0 && lines.length === 0 && !hasRuns;
  const positions = [...starts, ...(isBare ? unnamed.map(place) : shown)];
  return {
    truths:
      given.truth !== undefined
        ? [given.truth]
        : [...(hasTargets ? ['target' as const] : []), ...gold].slice(0, MAX_PLACES),
    later: given.truth !== undefined ? [] : later.slice(0, MAX_PLACES),
    fens: given.start !== undefined ? [given.start] : positions.slice(0, MAX_PLACES),
    lines:
      given.moves !== undefined
        ? [given.moves]
        : [...fields.slice(0, MAX_PLACES), ...(hasRuns ? ['prompt' as const] : [])],
    own: given.move ?? (own && place(own)),
    hasPromptFen: rows.filter((row) => shownIn(row).fens.length > 0).length >= HALF * rows.length,
  };
}

/** Starts from which moves may begin; a record's own FEN goes before the initial position. */
const startsOf = ({ fens, hasPromptFen }: Places, given: PositionPlan): readonly FieldPath[] =>
  given.start !== undefined ? [given.start] : [...fens, ...(hasPromptFen ? ['prompt' as const] : []), 'initial'];

/** Share of the records that a plan gives a position for, by way of its moves where it has some. */
function shareOf(plan: PositionPlan, rows: readonly PlanRow[]): number {
  let count = 0;
  for (const row of rows) {
    const found = positionBy(plan, row);
    if (found.ok && (plan.moves === undefined || found.value.moves !== undefined)) count++;
  }
  return count / Math.max(1, rows.length);
}

/** Plans where the log says what is right: with the moves that lead there, if any do. */
function withTruth(
  { rows, given }: PositionEvidence,
  places: Places,
  truths: readonly FieldPath[],
): readonly PositionPlan[] {
  let best: Proposal | undefined;
  for (const truth of truths)
    for (const moves of places.lines)
      for (const start of startsOf(places, given)) {
        const plan = { start, moves, truth };
        const share = shareOf(plan, rows);
        if (share > (best?.share ?? HALF)) best = { plan, share };
      }
  if (best !== undefined) return [best.plan];
  const [truth] = truths;
  return truth === undefined ? [] : [{ truth }];
}

/** Plans where it does not: a position shown, with the moves to it or from it; else moves from the start. */
function withoutTruth(evidence: PositionEvidence, places: Places): readonly PositionPlan[] {
  const { rows, given } = evidence;
  const { lines, later, own } = places;
  const isStep = (start: FieldPath): boolean =>
    own !== undefined &&
    later.some((truth) => shareOf({ start, move: own, asked: 'after', truth }, rows) >= CLEAR_SHARE);
  const before = places.fens.find(isStep);
  // the record has the positions on both sides of its move: which one is asked for is still open
  if (before !== undefined) return [{ start: before }];
  if (later.length > 0) return withTruth(evidence, places, later);
  const shown: readonly FieldPath[] = [
    ...places.fens,
    ...(places.hasPromptFen && given.start === undefined ? ['prompt' as const] : []),
  ];
  for (const truth of shown)
    for (const moves of lines)
      if (shareOf({ start: 'initial', moves, truth }, rows) >= CLEAR_SHARE && leadsSomewhere(moves, rows))
        return [{ start: 'initial', moves, truth }];
  for (const start of shown) {
    const moves = lines.find((one) => shareOf({ start, moves: one }, rows) >= CLEAR_SHARE);
    if (moves !== undefined) return [{ start, moves }];
  }
  const [start] = shown;
  // a position that is only where the question begins
  const isAfter = own === undefined && rows.filter(({ prompt }) => asksAfter(prompt)).length > HALF * rows.length;
  if (start !== undefined) return isAfter ? [] : [{ start }];
  const played = lines.map((moves) => ({
    plan: { start: 'initial' as const, moves },
    share: shareOf({ start: 'initial', moves }, rows),
  }));
  const best = Math.max(0, ...played.map(({ share }) => share));
  const fitting = played.filter(({ share }) => share > 0 && share >= CLEAR_SHARE * best).map(({ plan }) => plan);
  return promptFirst(fitting, rows);
}

/** True if the moves of some record are more than none. */
const leadsSomewhere = (moves: FieldPath, rows: readonly PlanRow[]): boolean =>
  rows.some((row) => linesAt(row, moves).length > 0);

/** What was asked goes before a field with the whole game, of which the prompt has the beginning. */
function promptFirst(plans: readonly PositionPlan[], rows: readonly PlanRow[]): readonly PositionPlan[] {
  const [first] = plans;
  const asked = plans.find(({ moves }) => moves === 'prompt');
  if (first === undefined || asked === undefined || first === asked) return plans.slice(0, 1);
  const agree = rows.every((row) => {
    const [a, b] = [positionBy(first, row), positionBy(asked, row)];
    return !a.ok || !b.ok || isSamePosition(a.value.trueFen, b.value.trueFen);
  });
  return agree ? [first] : [asked];
}

/** A plan with the record's own move, if there is one: played or not, both where the records do not tell. */
function withMove(evidence: PositionEvidence, places: Places, plan: PositionPlan): readonly Proposal[] {
  const { rows, given, answerOf } = evidence;
  const proposal = (one: PositionPlan): Proposal => ({ plan: one, share: shareOf(one, rows) });
  const own = places.own ?? lineOfItsOwn(places, plan, rows);
  if (own === undefined) return [proposal(plan)];
  const base = own === plan.moves ? { ...plan, moves: undefined } : plan;
  const bare = withoutMissing(base);
  const either = (asked: StateTiming): PositionPlan => ({ ...bare, move: own, asked });
  if (given.asked !== undefined) return [proposal(either(given.asked))];
  if (places.truths.length > 0) return [proposal(decided(plan, places, own, rows))];
  const asked = questionTiming(bare, own, rows, answerOf);
  return (asked === undefined ? (['before', 'after'] as const) : [asked]).map((one) => proposal(either(one)));
}

/** Moves from a position that no name calls a start may be its solution, as in puzzles, or lead to the state that is asked for. */
function lineOfItsOwn(
  { truths }: Places,
  { start, moves, truth }: PositionPlan,
  rows: readonly PlanRow[],
): FieldPath | undefined {
  if (truth !== undefined || truths.length > 0) return undefined;
  if (start === 'prompt' && moves === 'prompt') return rows.every((row) => shownIn(row).isSingle) ? moves : undefined;
  if (typeof start !== 'object' || typeof moves !== 'object') return undefined;
  return isStartNamed(start.field) ? undefined : moves;
}

/** A plan with the log's truth: it may be the position after the record's move. */
function decided(
  { truth, ...plan }: PositionPlan,
  { fens }: Places,
  move: FieldPath,
  rows: readonly PlanRow[],
): PositionPlan {
  const after = (start: FieldPath): PositionPlan => withoutMissing({ start, truth, move, asked: 'after' });
  const start = fens.find((one) => shareOf(after(one), rows) >= CLEAR_SHARE);
  return start === undefined ? withoutMissing({ ...plan, truth }) : after(start);
}

const withoutMissing = (plan: { readonly [K in keyof PositionPlan]: PositionPlan[K] | undefined }): PositionPlan =>
  Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));

/** Share of the votes that decides. */
const CLEAR_VOTE_SHARE = 0.9;
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
function questionTiming(
  base: PositionPlan,
  move: FieldPath,
  rows: readonly PlanRow[],
  answerOf: (row: number) => string | undefined,
): StateTiming | undefined {
  const votes = countVotes(base, move, rows, answerOf);
  // a move that cannot be played was not
  if (votes.playable * 10 < rows.length) return 'before';
  const all = votes.before + votes.after;
  if (votes.before > 0 && votes.before >= CLEAR_VOTE_SHARE * all) return 'before';
  return votes.after > 0 && votes.after >= CLEAR_VOTE_SHARE * all ? 'after' : undefined;
}

export function countVotes(
  base: PositionPlan,
  move: FieldPath,
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
const asksAfter = (prompt: string): boolean => AFTER.test(prompt.slice(-MAX_WORDS));

function voteOf(
  row: PlanRow,
  answer: string | undefined,
  before: string,
  after: string | undefined,
  move: FieldPath,
): StateTiming | undefined {
  const isAfterAsked = asksAfter(row.prompt);
  if (isAfterAsked !== asksMove(row.prompt)) return isAfterAsked ? 'after' : 'before';
  if (answer === undefined) return undefined;
  const state = stateIn(answer);
  const said = answer.slice(0, MAX_WORDS);
  if (state !== undefined && after !== undefined && matchesState(state, after)) return 'after';
  const isEcho = state !== undefined && matchesState(state, before);
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
