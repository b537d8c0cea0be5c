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
import { fensAt, linesAt, type PlanRow, type PositionPlan, positionBy, rowPromptFacts } from './plan-position.ts';
import { isSamePosition } from './positions-in-text.ts';

/** Share of the sampled records whose position a plan must explain. */
export const CLEAR_SHARE = 0.9;
const HALF = 0.5;
/** Limit of the fields of one kind that are combined. */
const MAX_PLACES = 4;

/** Facts about a sample of records, for finding positions. */
export interface PositionEvidence {
  readonly rows: readonly PlanRow[];
  /** Columns that may hold positions and moves: no answers, no prompts. */
  readonly columns: readonly Column[];
  /** The user's `--map` for positions. */
  readonly given: PositionPlan;
  readonly answerOf: (row: number) => string | undefined;
}

/** A proposal with the share of records that it explains. */
export interface Proposal {
  readonly plan: PositionPlan;
  readonly share: number;
}

/** Returns the plans of positions that fit, the best first; several if the records do not decide between them. */
export function proposePositions(evidence: PositionEvidence): readonly Proposal[] {
  const places = findPlaces(evidence);
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

function findPlaces({ rows, columns, given }: PositionEvidence): Places {
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
  // A single move that a prompt names is the record's own if it has one.
  const isLine = (row: PlanRow): boolean =>
    rowPromptFacts(row).lines.length > 0 && !(own !== undefined && rowPromptFacts(row).isSingle);
  const hasRuns = rows.filter(isLine).length >= HALF * rows.length;
  // A position under any other name has no known role, unless it is the only one.
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
    hasPromptFen: rows.filter((row) => rowPromptFacts(row).fens.length > 0).length >= HALF * rows.length,
  };
}

/** Returns the starts from which moves may begin; a record's own FEN comes before the initial position. */
const startPaths = ({ fens, hasPromptFen }: Places, given: PositionPlan): readonly FieldPath[] =>
  given.start !== undefined ? [given.start] : [...fens, ...(hasPromptFen ? ['prompt' as const] : []), 'initial'];

/** Returns the share of the records for which a plan gives a position, with its moves if it has some. */
function playableShare(plan: PositionPlan, rows: readonly PlanRow[]): number {
  let count = 0;
  for (const row of rows) {
    const found = positionBy(plan, row);
    if (found.ok && (plan.moves === undefined || found.value.moves !== undefined)) count++;
  }
  return count / Math.max(1, rows.length);
}

/** Returns the plans if the log states what is right: with the moves that lead there, if any do. */
function withTruth(
  { rows, given }: PositionEvidence,
  places: Places,
  truths: readonly FieldPath[],
): readonly PositionPlan[] {
  let best: Proposal | undefined;
  for (const truth of truths)
    for (const moves of places.lines)
      for (const start of startPaths(places, given)) {
        const plan = { start, moves, truth };
        const share = playableShare(plan, rows);
        if (share > (best?.share ?? HALF)) best = { plan, share };
      }
  if (best !== undefined) return [best.plan];
  const [truth] = truths;
  return truth === undefined ? [] : [{ truth }];
}

/** Returns the plans if it does not: a position shown, with the moves to it or from it; else moves from the start. */
function withoutTruth(evidence: PositionEvidence, places: Places): readonly PositionPlan[] {
  const { rows, given } = evidence;
  const { lines, later, own } = places;
  const isStep = (start: FieldPath): boolean =>
    own !== undefined &&
    later.some((truth) => playableShare({ start, move: own, asked: 'after', truth }, rows) >= CLEAR_SHARE);
  const before = places.fens.find(isStep);
  // The record has the positions before and after its move; which one is asked for is still open.
  if (before !== undefined) return [{ start: before }];
  if (later.length > 0) return withTruth(evidence, places, later);
  const shown: readonly FieldPath[] = [
    ...places.fens,
    ...(places.hasPromptFen && given.start === undefined ? ['prompt' as const] : []),
  ];
  for (const truth of shown)
    for (const moves of lines)
      if (playableShare({ start: 'initial', moves, truth }, rows) >= CLEAR_SHARE && leadsSomewhere(moves, rows))
        return [{ start: 'initial', moves, truth }];
  for (const start of shown) {
    const moves = lines.find((line) => playableShare({ start, moves: line }, rows) >= CLEAR_SHARE);
    if (moves !== undefined) return [{ start, moves }];
  }
  const [start] = shown;
  // Only the start of the question is a position.
  const isAfter = own === undefined && rows.filter(({ prompt }) => asksAfter(prompt)).length > HALF * rows.length;
  if (start !== undefined) return isAfter ? [] : [{ start }];
  const played = lines.map((moves) => ({
    plan: { start: 'initial' as const, moves },
    share: playableShare({ start: 'initial', moves }, rows),
  }));
  const best = Math.max(0, ...played.map(({ share }) => share));
  const fitting = played.filter(({ share }) => share > 0 && share >= CLEAR_SHARE * best).map(({ plan }) => plan);
  return promptFirst(fitting, rows);
}

/** Returns true if some record has at least one move. */
const leadsSomewhere = (moves: FieldPath, rows: readonly PlanRow[]): boolean =>
  rows.some((row) => linesAt(row, moves).length > 0);

/**
 * Returns the plan with the prompt's moves if it disagrees with the first plan: a field may hold the whole game, of which the prompt has
 * the beginning.
 */
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

/** Returns a plan with the record's own move, if there is one: played or not, both if the records do not decide. */
function withMove(evidence: PositionEvidence, places: Places, plan: PositionPlan): readonly Proposal[] {
  const { rows, given, answerOf } = evidence;
  const proposal = (item: PositionPlan): Proposal => ({ plan: item, share: playableShare(item, rows) });
  const own = places.own ?? separateLine(places, plan, rows);
  if (own === undefined) return [proposal(plan)];
  const base = own === plan.moves ? { ...plan, moves: undefined } : plan;
  const bare = withoutMissing(base);
  const either = (asked: StateTiming): PositionPlan => ({ ...bare, move: own, asked });
  if (given.asked !== undefined) return [proposal(either(given.asked))];
  if (places.truths.length > 0) return [proposal(decided(plan, places, own, rows))];
  const asked = questionTiming(bare, own, rows, answerOf);
  return (asked === undefined ? (['before', 'after'] as const) : [asked]).map((entry) => proposal(either(entry)));
}

/**
 * Returns moves whose role is open: from a position that no name calls a start they may be its solution, as in puzzles, or lead to the
 * requested state.
 */
function separateLine(
  { truths }: Places,
  { start, moves, truth }: PositionPlan,
  rows: readonly PlanRow[],
): FieldPath | undefined {
  if (truth !== undefined || truths.length > 0) return undefined;
  if (start === 'prompt' && moves === 'prompt')
    return rows.every((row) => rowPromptFacts(row).isSingle) ? moves : undefined;
  if (typeof start !== 'object' || typeof moves !== 'object') return undefined;
  return isStartNamed(start.field) ? undefined : moves;
}

/** Returns a plan with the log's truth, which may be the position after the record's move. */
function decided(
  { truth, ...plan }: PositionPlan,
  { fens }: Places,
  move: FieldPath,
  rows: readonly PlanRow[],
): PositionPlan {
  const after = (start: FieldPath): PositionPlan => withoutMissing({ start, truth, move, asked: 'after' });
  const start = fens.find((fen) => playableShare(after(fen), rows) >= CLEAR_SHARE);
  return start === undefined ? withoutMissing({ ...plan, truth }) : after(start);
}

const withoutMissing = (plan: { readonly [K in keyof PositionPlan]: PositionPlan[K] | undefined }): PositionPlan =>
  Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));

/** Share of the votes that decides. */
const CLEAR_VOTE_SHARE = 0.9;
/** Length limit of the part of an answer searched for words, in characters. */
const MAX_WORDS = 4000;

/** Words by which a prompt asks for a move in the position that it shows. */
const ASKS_MOVE =
  /\b(?:your|best|legal|next|strongest|a) (?:next |chess |legal |best )?moves?\b|\bmoves? you (?:may|can|could|will|want)|\bwhat (?:would|do|will|should) you play|\byour turn\b/i;
/** Words by which a text refers to the position after a move. */
const AFTER =
  /\b(?:after|once) (?:(?:the|this|that|these|those|all|following|move|making|playing|applying) )*(?:moves?\b|ply\b|plies\b|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O|is played)|\b(?:resulting|new|next|updated?) (?:chess |board )?(?:position|board|fen|state)\b|\bresults? (?:in|of)\b/i;
/** The same in an answer, whose author may mention earlier moves, too. */
const AFTER_IT =
  /\b(?:after|once) (?:(?:the|this|that|making|playing|applying) )*move\b|\b(?:resulting|new|next|updated?) (?:chess |board )?(?:position|board|fen|state)\b|\bresults? in\b/i;
/** Words by which an answer refers to the position before its move. */
const BEFORE =
  /\b(?:current|currently|present|given|shown|before|now)\b|\bI(?: will| would|'ll)? (?:play|choose|select|move)\b/i;

/** Votes of the records of a sample on the time of the requested state. */
export interface Votes {
  readonly before: number;
  readonly after: number;
  /** Number of records whose move can be played. */
  readonly playable: number;
}

/**
 * Returns whether the state is asked for before or after the record's own move, by the words of prompts and answers; undefined if they do
 * not decide. Answers that repeat the position shown, without a word, decide nothing: both conventions exist.
 */
function questionTiming(
  base: PositionPlan,
  move: FieldPath,
  rows: readonly PlanRow[],
  answerOf: (row: number) => string | undefined,
): StateTiming | undefined {
  const votes = countVotes(base, move, rows, answerOf);
  // A move that cannot be played was not played.
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
    const vote = rowVote(row, answerOf(i), shown.value.trueFen, next.ok ? next.value.trueFen : undefined, move);
    if (vote === 'before') before++;
    else if (vote === 'after') after++;
  }
  return { before, after, playable };
}

const asksMove = (prompt: string): boolean => ASKS_MOVE.test(prompt.slice(-MAX_WORDS));

/** Returns true for a prompt that asks for the position after a move. */
const asksAfter = (prompt: string): boolean => AFTER.test(prompt.slice(-MAX_WORDS));

function rowVote(
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

/** Returns the first move of a line, without its number. */
const firstMove = (line: string | undefined): string | undefined =>
  line
    ?.split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .find((word) => word !== '');

/** Returns the words of a text without the marks around them. */
const promptWords = (text: string): readonly string[] =>
  text.split(/[\s,;:*`"'()[\]]+/).map((word) => word.replace(/[.!?]+$/, '').replace(/^\d+\.+/, ''));

const namesMove = (text: string, own: string | undefined): boolean =>
  own !== undefined && promptWords(text).includes(own);

/** Limit of the words between `after` and a move. */
const MAX_BETWEEN = 3;

/** Returns true for a text that refers to the position after the record's own move. */
function isAfter(text: string, own: string | undefined): boolean {
  if (own === undefined) return false;
  const words = promptWords(text);
  return words.some((word, i) => /^after$/i.test(word) && words.slice(i + 1, i + 1 + MAX_BETWEEN).includes(own));
}
