import { err, ok, type Result } from '../../../core/base/result.ts';
import type { FieldPath, ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { INITIAL_FEN } from '../../../core/games/chess/state.ts';
import { fieldValue } from '../../../core/mav/record-fields.ts';
import type { ForeignMessage, ForeignPosition } from '../logs/log-format.ts';
import { type LoggedLine, readLoggedLine } from '../logs/logged-game.ts';
import {
  completeFen,
  fensWithin,
  findMoveRuns,
  isSamePosition,
  labelledMove,
  MAX_TEXT,
  type MoveRun,
  mainLineText,
  movesInLine,
  plainMovetext,
  wholeFen,
} from './positions-in-text.ts';

/** Where a plan has the position from. */
export type PositionPlan = Pick<ImportPlan, 'start' | 'moves' | 'move' | 'asked' | 'truth'>;

/** The position that a record asks for, by a plan. The error is the end of a sentence. */
export function positionBy(plan: PositionPlan, row: PlanRow): Result<ForeignPosition, string> {
  const truth = readTruth(plan, row);
  if (!truth.ok) return truth;
  const isPlayed = plan.move !== undefined && plan.asked === 'after';
  const base = basePosition(plan, row, isPlayed ? undefined : truth.value);
  if (!base.ok) return base;
  if (!isPlayed || plan.move === undefined) return base;
  const after = played(base.value, row, plan.move);
  if (!after.ok || truth.value === undefined) return after;
  return isSamePosition(after.value.trueFen, truth.value)
    ? ok(after.value)
    : err(leads(after.value.trueFen, truth.value));
}

const leads = (to: string, truth: string): string => `its moves lead to ${to}, not to ${truth}`;

function readTruth({ truth, moves }: PositionPlan, row: PlanRow): Result<string | undefined, string> {
  if (truth === undefined) return ok(undefined);
  const [fen] = fensAt(row, truth);
  // a target may be of another kind, where the moves tell the state
  if (fen !== undefined || (truth === 'target' && moves !== undefined)) return ok(fen);
  return err(`${placeText(truth)} holds no FEN of a position`);
}

/** The position before the record's own move. */
function basePosition(plan: PositionPlan, row: PlanRow, truth: string | undefined): Result<ForeignPosition, string> {
  const { start, moves } = plan;
  const starts = start === undefined ? [] : fensAt(row, start);
  if (moves === undefined) {
    const fen = truth ?? starts[0];
    if (fen !== undefined) return ok(alone(fen));
    return err(start === undefined ? 'no position was found' : `${placeText(start)} holds no FEN of a position`);
  }
  const from = candidateStarts(start, starts, row);
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
function candidateStarts(
  start: FieldPath | undefined,
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
function played(base: ForeignPosition, row: PlanRow, place: FieldPath): Result<ForeignPosition, string> {
  const [line] = linesAt(row, place);
  if (line === undefined) return err(`${placeText(place)} holds no moves`);
  const read = readLoggedLine(base.trueFen, line, 'chess');
  if (!read.ok) return read;
  const { startFen, moves, finalFen } = read.value;
  if (base.moves === undefined) return ok({ startFen, moves, trueFen: finalFen });
  return ok({ startFen: base.startFen, moves: [...base.moves, ...moves], trueFen: finalFen });
}

/** A place, for a sentence. */
export function placeText(place: FieldPath): string {
  if (place === 'initial') return 'the initial position';
  if (place === 'prompt') return 'the prompt';
  return `the field ${place === 'target' ? 'target' : place.field}`;
}

/** A record of a log with what a plan reads of it. */
export interface PlanRow {
  /** For people: `line 3`. */
  readonly place: string;
  /** Where the paths of a plan begin. */
  readonly record: unknown;
  /** What was asked, the last message of the user alone; from its end where it is very long. */
  readonly prompt: string;
  /** What the log says is right. */
  readonly targets: readonly string[];
}

/** What was asked: the last message of a user, else all of them. */
export function questionText(messages: readonly ForeignMessage[]): string {
  const last = messages.filter(({ role }) => role === 'user' || role === 'human').at(-1);
  const text = last?.text ?? messages.map((one) => one.text).join('\n');
  return text.slice(-MAX_TEXT);
}

const ROW_FACTS = new WeakMap<PlanRow, PromptFacts>();

/** The positions and moves that the prompt of a record is about. */
export function rowPromptFacts(row: PlanRow): PromptFacts {
  const known = ROW_FACTS.get(row);
  if (known !== undefined) return known;
  const facts = promptFacts(row.prompt);
  ROW_FACTS.set(row, facts);
  return facts;
}

/** The FENs at a place of a record; in a prompt there may be several. */
export function fensAt(row: PlanRow, place: FieldPath): readonly string[] {
  if (place === 'initial') return [INITIAL_FEN];
  if (place === 'prompt') return rowPromptFacts(row).fens;
  if (place === 'target') return row.targets.flatMap((target) => wholeFen(target) ?? []).slice(0, 1);
  const value = valueAt(row, place.field);
  const fen = typeof value === 'string' ? wholeFen(value) : undefined;
  return fen === undefined ? [] : [fen];
}

/** The lines of moves at a place of a record, the likeliest first. */
export function linesAt(row: PlanRow, place: FieldPath): readonly string[] {
  if (place === 'initial') return [];
  if (place === 'prompt') return rowPromptFacts(row).lines;
  if (place === 'target') return row.targets.slice(0, 1);
  const text = movesText(valueAt(row, place.field));
  if (text === undefined) return [];
  const line = mainLineText(text);
  return movesInLine(line) > 0 ? [line] : [];
}

/** Moves as one text, where they are a text or a list of texts. */
export function movesText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  return isList ? value.join(' ') : undefined;
}

/** The value at a path. Paths of rows may begin with `metadata`, as they did once. */
export function valueAt({ record }: Pick<PlanRow, 'record'>, path: string): unknown {
  const value = fieldValue(record, path);
  return value === undefined && path.startsWith('metadata.')
    ? fieldValue(record, path.slice('metadata.'.length))
    : value;
}

/** Lines of moves in a prompt that are tried. */
const MAX_RUNS = 6;

/** The positions and moves of a prompt that the question is about. */
interface PromptFacts {
  readonly fens: readonly string[];
  /** The likeliest first. */
  readonly lines: readonly string[];
  /** True if the only line is a move that is named as one, not a run of moves. */
  readonly isSingle: boolean;
}

/**
 * What a prompt shows. A position to which moves before it lead, with more moves after it, is an example that was solved: the question is
 * what comes after the last one.
 */
function promptFacts(prompt: string): PromptFacts {
  const text = plainMovetext(prompt);
  const tag = wholeFen(/^[ \t]*\[FEN "([^"\n]{1,120})"\]/m.exec(prompt)?.[1] ?? '');
  const runs = findMoveRuns(text);
  const fens = fensWithin(text);
  const from = examplesEnd(runs, fens);
  const asked = runs.filter(({ at }) => at >= from);
  const lines = asked
    .map(({ line }) => line)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_RUNS);
  const move = lines.length === 0 ? labelledMove(text) : undefined;
  const shown = fens.filter(({ at }) => at >= from).map(({ fen }) => fen);
  return {
    fens: [...new Set(tag === undefined ? shown : [tag, ...shown])],
    lines: move === undefined ? lines : [move],
    isSingle: move !== undefined,
  };
}

/** Where the last solved example of a prompt ends; 0 where it has none. */
function examplesEnd(runs: readonly MoveRun[], fens: readonly { readonly fen: string; readonly at: number }[]): number {
  const last = runs.at(-1)?.at ?? 0;
  let end = 0;
  for (const { fen, at } of fens) {
    if (at > last) break;
    const before = runs.filter((run) => run.at < at && run.at >= end).at(-1);
    const reached = before && readLoggedLine(INITIAL_FEN, before.line, 'chess');
    if (reached?.ok === true && isSamePosition(reached.value.finalFen, fen)) end = at + 1;
  }
  return end;
}
