import { connectFourValues } from '../../core/games/connect-four/action-values.ts';
import { connectFour } from '../../core/games/connect-four/connect-four.ts';
import { openingScore } from '../../core/games/connect-four/opening-table.ts';
import { ConnectFourSolver } from '../../core/games/connect-four/solver.ts';
import { hex } from '../../core/games/hex/hex.ts';
import { hexValues } from '../../core/games/hex/playouts.ts';
import { othelloValues } from '../../core/worlds/othello/action-values.ts';
import { othello } from '../../core/worlds/othello/othello.ts';
import type { JobContext, Steps } from './job.ts';
import type { ConnectFourValuesJob, HexValuesJob, OthelloValuesJob, ValuesOutput } from './jobs.ts';

/** Made when it is first needed: it has a table of 32 MB, and remembers from one position to the next. */
let solver: ConnectFourSolver | undefined;

/** Solves a position of Connect Four; the progress counts actions. */
export function* runConnectFourValues(
  { state, ...limits }: ConnectFourValuesJob,
  { progress }: JobContext,
): Steps<ValuesOutput> {
  const parsed = connectFour.parse(state);
  if (!parsed.ok) return { invalid: parsed.error };
  solver ??= new ConnectFourSolver(openingScore);
  return (yield* connectFourValues(solver, parsed.value, limits, progress)) ?? { tooLong: true };
}

/** Estimates the actions of a position of Hex; the progress counts playouts. */
export function* runHexValues({ state, ...options }: HexValuesJob, { progress }: JobContext): Steps<ValuesOutput> {
  const parsed = hex.parse(state);
  return parsed.ok ? yield* hexValues(parsed.value, options, progress) : { invalid: parsed.error };
}

/** Solves or estimates the actions of a position of Othello; the progress counts actions or playouts. */
export function* runOthelloValues(
  { state, ...options }: OthelloValuesJob,
  { progress }: JobContext,
): Steps<ValuesOutput> {
  const parsed = othello.automaton.parse(state);
  return parsed.ok ? yield* othelloValues(parsed.value, options, progress) : { invalid: parsed.error };
}
