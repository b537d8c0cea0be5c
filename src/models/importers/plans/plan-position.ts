import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ImportPlan, Place } from '../../../core/evaluation/runs/import-plan.ts';
import { INITIAL_FEN } from '../../../core/games/chess/state.ts';
import { type LoggedLine, readLoggedLine } from '../logged-line.ts';
import type { ForeignPosition } from '../logs/log-format.ts';
import { completeFen, isSamePosition } from './fen-text.ts';
import { fensAt, linesAt, type PlanRow, valueAt } from './plan-row.ts';

/** Where a plan has the position from. */
export type PositionPlan = Pick<ImportPlan, 'start' | 'moves' | 'move' | 'asked' | 'truth'>;

/** The position that a record asks for, by a plan. The error is the end of a sentence. */
export function positionBy(plan: PositionPlan, row: PlanRow): Result<ForeignPosition, string> {
  const truth = truthOf(plan, row);
  if (!truth.ok) return truth;
  const isPlayed = plan.move !== undefined && plan.asked === 'after';
  const base = baseOf(plan, row, isPlayed ? undefined : truth.value);
  if (!base.ok) return base;
  if (!isPlayed || plan.move === undefined) return base;
  const after = played(base.value, row, plan.move);
  if (!after.ok || truth.value === undefined) return after;
  return isSamePosition(after.value.trueFen, truth.value)
    ? ok(after.value)
    : err(leads(after.value.trueFen, truth.value));
}

const leads = (to: string, truth: string): string => `its moves lead to ${to}, not to ${truth}`;

function truthOf({ truth, moves }: PositionPlan, row: PlanRow): Result<string | undefined, string> {
  if (truth === undefined) return ok(undefined);
  const [fen] = fensAt(row, truth);
  // a target may be of another kind, where the moves tell the state
  if (fen !== undefined || (truth === 'target' && moves !== undefined)) return ok(fen);
  return err(`${placeText(truth)} holds no FEN of a position`);
}

/** The position before the record's own move. */
function baseOf(plan: PositionPlan, row: PlanRow, truth: string | undefined): Result<ForeignPosition, string> {
  const { start, moves } = plan;
  const starts = start === undefined ? [] : fensAt(row, start);
  if (moves === undefined) {
    const fen = truth ?? starts[0];
    if (fen !== undefined) return ok(alone(fen));
    return err(start === undefined ? 'no position was found' : `${placeText(start)} holds no FEN of a position`);
  }
  const from = startsOf(start, starts, row);
  if (!from.ok) return from;
  const lines = linesAt(row, moves);
  let why: string | undefined;
  for (const line of lines)
    for (const fen of from.value) {
      const read = readLoggedLine(completeFen(fen), line, 'chess');
      if (!read.ok) why ??= read.error;
      else if (truth === undefined || isSamePosition(read.value.finalFen, truth)) return ok(reached(read.value, truth));
      else why ??= leads(read.value.finalFen, truth);
    }
  // a prompt may speak of other moves, and a record may be of a position alone
  if (truth !== undefined && (moves === 'prompt' || lines.length === 0)) return ok(alone(truth));
  return err(why ?? `${placeText(moves)} holds no moves`);
}

/** The FENs from which moves may begin: the usual one where a record names none. */
function startsOf(
  start: Place | undefined,
  starts: readonly string[],
  row: PlanRow,
): Result<readonly string[], string> {
  if (starts.length > 0) return ok(starts);
  const value = typeof start === 'object' ? valueAt(row, start.field) : undefined;
  if (value === undefined || value === null || value === '') return ok([INITIAL_FEN]);
  return err(`${placeText(start ?? 'initial')} holds no FEN of a position`);
}

const alone = (fen: string): ForeignPosition => ({ startFen: INITIAL_FEN, trueFen: completeFen(fen) });

/** The position behind a line; a log's true FEN stands as it is there, unless fields were missing in it. */
const reached = ({ startFen, moves, finalFen }: LoggedLine, truth: string | undefined): ForeignPosition => ({
  startFen,
  moves,
  trueFen: truth === undefined || truth.split(' ').length < 6 ? finalFen : truth,
});

/** The position after the record's own move, too. */
function played(base: ForeignPosition, row: PlanRow, place: Place): Result<ForeignPosition, string> {
  const [line] = linesAt(row, place);
  if (line === undefined) return err(`${placeText(place)} holds no moves`);
  const read = readLoggedLine(base.trueFen, line, 'chess');
  if (!read.ok) return read;
  const { startFen, moves, finalFen } = read.value;
  if (base.moves === undefined) return ok({ startFen, moves, trueFen: finalFen });
  return ok({ startFen: base.startFen, moves: [...base.moves, ...moves], trueFen: finalFen });
}

/** A place, for a sentence. */
export function placeText(place: Place): string {
  if (place === 'initial') return 'the initial position';
  if (place === 'prompt') return 'the prompt';
  return `the field ${place === 'target' ? 'target' : place.field}`;
}
