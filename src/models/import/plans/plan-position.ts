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

/** Source of the position in a plan. */
export type PositionPlan = Pick<ImportPlan, 'start' | 'moves' | 'move' | 'asked' | 'truth'>;

/** Returns the position that a record asks for, by a plan. The error is the end of a sentence. */
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
  // A target may be of another kind if the moves determine the state.
  if (fen !== undefined || (truth === 'target' && moves !== undefined)) return ok(fen);
  return err(`${placeText(truth)} holds no FEN of a position`);
}

/** Returns the position before the record's own move. */
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
  let reason: string | undefined;
  for (const line of lines)
    for (const fen of from.value) {
      const read = readLoggedLine(completeFen(fen), line, 'chess');
      if (!read.ok) reason ??= read.error;
      else if (truth === undefined || isSamePosition(read.value.finalFen, truth)) return ok(reached(read.value, truth));
      else reason ??= leads(read.value.finalFen, truth);
    }
  // A prompt may mention other moves, and a record may be about a position alone.
  if (truth !== undefined && (moves === 'prompt' || lines.length === 0)) return ok(alone(truth));
  return err(reason ?? `${placeText(moves)} holds no moves`);
}

/** Returns the FENs from which moves may begin: the initial position if a record names none. */
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

/** Returns the position after a line; a log's true FEN stays as written unless it lacks fields. */
const reached = ({ startFen, moves, finalFen }: LoggedLine, truth: string | undefined): ForeignPosition => ({
  startFen,
  moves,
  trueFen: truth === undefined || truth.split(' ').length < 6 ? finalFen : truth,
});

/** Plays the record's own move as well. */
function played(base: ForeignPosition, row: PlanRow, place: FieldPath): Result<ForeignPosition, string> {
  const [line] = linesAt(row, place);
  if (line === undefined) return err(`${placeText(place)} holds no moves`);
  const read = readLoggedLine(base.trueFen, line, 'chess');
  if (!read.ok) return read;
  const { startFen, moves, finalFen } = read.value;
  if (base.moves === undefined) return ok({ startFen, moves, trueFen: finalFen });
  return ok({ startFen: base.startFen, moves: [...base.moves, ...moves], trueFen: finalFen });
}

/** Returns a path as part of a sentence. */
export function placeText(place: FieldPath): string {
  if (place === 'initial') return 'the initial position';
  if (place === 'prompt') return 'the prompt';
  return `the field ${place === 'target' ? 'target' : place.field}`;
}

/** A record of a log with the parts that a plan reads. */
export interface PlanRow {
  /** Location for display: `line 3`. */
  readonly place: string;
  /** Root of the paths of a plan. */
  readonly record: unknown;
  /** Text of the question: only the last message of the user; the end of a very long one. */
  readonly prompt: string;
  /** Right answers according to the log. */
  readonly targets: readonly string[];
}

/** Returns the text of the question: the last message of a user, else all of them. */
export function questionText(messages: readonly ForeignMessage[]): string {
  const last = messages.filter(({ role }) => role === 'user' || role === 'human').at(-1);
  const text = last?.text ?? messages.map((message) => message.text).join('\n');
  return text.slice(-MAX_TEXT);
}

const ROW_FACTS = new WeakMap<PlanRow, PromptFacts>();

/** Returns the positions and moves that the prompt of a record is about. */
export function rowPromptFacts(row: PlanRow): PromptFacts {
  const known = ROW_FACTS.get(row);
  if (known !== undefined) return known;
  const facts = promptFacts(row.prompt);
  ROW_FACTS.set(row, facts);
  return facts;
}

/** Returns the FENs at a path of a record; a prompt may have several. */
export function fensAt(row: PlanRow, place: FieldPath): readonly string[] {
  if (place === 'initial') return [INITIAL_FEN];
  if (place === 'prompt') return rowPromptFacts(row).fens;
  if (place === 'target') return row.targets.flatMap((target) => wholeFen(target) ?? []).slice(0, 1);
  const value = valueAt(row, place.field);
  const fen = typeof value === 'string' ? wholeFen(value) : undefined;
  return fen === undefined ? [] : [fen];
}

/** Returns the lines of moves at a path of a record, the likeliest first. */
export function linesAt(row: PlanRow, place: FieldPath): readonly string[] {
  if (place === 'initial') return [];
  if (place === 'prompt') return rowPromptFacts(row).lines;
  if (place === 'target') return row.targets.slice(0, 1);
  const text = movesText(valueAt(row, place.field));
  if (text === undefined) return [];
  const line = mainLineText(text);
  return movesInLine(line) > 0 ? [line] : [];
}

/** Returns moves as one text; undefined for values other than a text or a list of texts. */
export function movesText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
  return isList ? value.join(' ') : undefined;
}

/** Returns the value at a path. Paths of rows may begin with `metadata`, as in earlier versions. */
export function valueAt({ record }: Pick<PlanRow, 'record'>, path: string): unknown {
  const value = fieldValue(record, path);
  return value === undefined && path.startsWith('metadata.')
    ? fieldValue(record, path.slice('metadata.'.length))
    : value;
}

/** Limit of the lines of moves tried in a prompt. */
const MAX_RUNS = 6;

/** Positions and moves of a prompt that the question is about. */
interface PromptFacts {
  readonly fens: readonly string[];
  /** Lines, the likeliest first. */
  readonly lines: readonly string[];
  /** True if the only line is a single labeled move, not a run of moves. */
  readonly isSingle: boolean;
}

/**
 * Finds the positions and moves in a prompt. A position reached by the moves before it and followed by more moves is a solved example: the
 * question follows the last one.
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

/** Returns the end of the last solved example in a prompt; 0 if it has none. */
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
