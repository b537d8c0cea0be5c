import type { Asked, Place } from '../../../core/evaluation/runs/import-plan.ts';
import { askedWhen, asksAfter } from './asked-when.ts';
import { type Column, mostly } from './columns.ts';
import { isSamePosition } from './fen-text.ts';
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
import { type PositionPlan, positionBy } from './plan-position.ts';
import { fensAt, linesAt, type PlanRow, shownIn } from './plan-row.ts';

/** Records for whose position a plan holds, of those of a sample. */
export const CLEAR = 0.9;
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
  readonly truths: readonly Place[];
  /** FENs of a position later in the game by their names: after the record's move, or the end. */
  readonly later: readonly Place[];
  /** FENs that are no truth by their names, those of starts first. */
  readonly fens: readonly Place[];
  readonly lines: readonly Place[];
  readonly own: Place | undefined;
  readonly hasPromptFen: boolean;
}

function placesOf({ rows, columns, given }: PositionEvidence): Places {
  const isFree = ({ path }: Column): boolean =>
    [given.start, given.moves, given.move, given.truth].every(
      (place) => typeof place !== 'object' || place.field !== path,
    );
  const fens = columns.filter((column) => mostly(column, column.fens) && isFree(column));
  const place = ({ path }: Column): Place => ({ field: path });
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
const startsOf = ({ fens, hasPromptFen }: Places, given: PositionPlan): readonly Place[] =>
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
  truths: readonly Place[],
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
  const isStep = (start: Place): boolean =>
    own !== undefined && later.some((truth) => shareOf({ start, move: own, asked: 'after', truth }, rows) >= CLEAR);
  const before = places.fens.find(isStep);
  // the record has the positions on both sides of its move: which one is asked for is still open
  if (before !== undefined) return [{ start: before }];
  if (later.length > 0) return withTruth(evidence, places, later);
  const shown: readonly Place[] = [
    ...places.fens,
    ...(places.hasPromptFen && given.start === undefined ? ['prompt' as const] : []),
  ];
  for (const truth of shown)
    for (const moves of lines)
      if (shareOf({ start: 'initial', moves, truth }, rows) >= CLEAR && leadsSomewhere(moves, rows))
        return [{ start: 'initial', moves, truth }];
  for (const start of shown) {
    const moves = lines.find((one) => shareOf({ start, moves: one }, rows) >= CLEAR);
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
  const fitting = played.filter(({ share }) => share > 0 && share >= CLEAR * best).map(({ plan }) => plan);
  return promptFirst(fitting, rows);
}

/** True if the moves of some record are more than none. */
const leadsSomewhere = (moves: Place, rows: readonly PlanRow[]): boolean =>
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
  const either = (asked: Asked): PositionPlan => ({ ...bare, move: own, asked });
  if (given.asked !== undefined) return [proposal(either(given.asked))];
  if (places.truths.length > 0) return [proposal(decided(plan, places, own, rows))];
  const asked = askedWhen(bare, own, rows, answerOf);
  return (asked === undefined ? (['before', 'after'] as const) : [asked]).map((one) => proposal(either(one)));
}

/** Moves from a position that no name calls a start may be its solution, as in puzzles, or lead to the state that is asked for. */
function lineOfItsOwn(
  { truths }: Places,
  { start, moves, truth }: PositionPlan,
  rows: readonly PlanRow[],
): Place | undefined {
  if (truth !== undefined || truths.length > 0) return undefined;
  if (start === 'prompt' && moves === 'prompt') return rows.every((row) => shownIn(row).isSingle) ? moves : undefined;
  if (typeof start !== 'object' || typeof moves !== 'object') return undefined;
  return isStartNamed(start.field) ? undefined : moves;
}

/** A plan with the log's truth: it may be the position after the record's move. */
function decided(
  { truth, ...plan }: PositionPlan,
  { fens }: Places,
  move: Place,
  rows: readonly PlanRow[],
): PositionPlan {
  const after = (start: Place): PositionPlan => withoutMissing({ start, truth, move, asked: 'after' });
  const start = fens.find((one) => shareOf(after(one), rows) >= CLEAR);
  return start === undefined ? withoutMissing({ ...plan, truth }) : after(start);
}

const withoutMissing = (plan: { readonly [K in keyof PositionPlan]: PositionPlan[K] | undefined }): PositionPlan =>
  Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));
