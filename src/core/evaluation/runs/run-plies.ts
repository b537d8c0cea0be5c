import { seeded, shuffled } from '../../base/random.ts';
import { readPlyPlan } from '../../notation/pgn/ply-plan.ts';

/** The syntax that `readRunPlies` accepts, for messages. */
export const RUN_PLIES = 'ends, every:K (K from 1), ply:N,M,… or random:N,M,…xCOUNT';

/** Which plies of which games a run asks for: for each game, ascending, each once. */
export type RunPlies = (lengths: readonly number[], seed: number) => number[][];

/**
 * Reads a plan of plies: those of `readPlyPlan`, and `random:N,M,...xCOUNT`, which asks, for each of the lengths, at
 * that ply of COUNT games that are long enough, drawn without replacement (of all such games when there are fewer).
 * Undefined for anything else.
 */
export function readRunPlies(text: string): RunPlies | undefined {
  const each = readPlyPlan(text);
  if (each !== undefined) return (lengths) => lengths.map((length) => each(length));
  const random = /^random:(\d{1,6}(?:,\d{1,6})*)x(\d{1,7})$/.exec(text);
  if (random === null) return undefined;
  const plies = [...new Set((random[1] ?? '').split(',').map(Number))].sort((a, b) => a - b);
  const count = Number(random[2]);
  return count === 0 ? undefined : (lengths, seed) => drawn(lengths, plies, count, seed);
}

function drawn(lengths: readonly number[], plies: readonly number[], count: number, seed: number): number[][] {
  const asked = lengths.map((): number[] => []);
  for (const ply of plies) {
    const enough = lengths.flatMap((length, game) => (length >= ply ? [game] : []));
    // A generator for each length: one length more or less leaves the games of the others as they are.
    const random = seeded(Math.imul(seed + 1, 0x9e3779b1) ^ ply);
    for (const game of shuffled(enough, random).slice(0, count)) asked[game]?.push(ply);
  }
  return asked;
}
