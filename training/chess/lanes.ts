import { createHash } from 'node:crypto';
import type { Lane } from './draw.ts';
import { type GameStates, gamesOfFile, playGame } from './games.ts';

/** One game of people in so many is held back to choose by: what to train and when to stop. */
const VALIDATION = 16;

const SHARES = { people: 50, boards: 5, left: 50 };

/** What lanes are made of: games of people to train on, and others that no model is trained on. */
export interface LaneFiles {
  readonly games: string;
  readonly heldOut: string;
}

export const LANES = ['lists', 'labels', 'validation', 'test'] as const;
export type LaneName = (typeof LANES)[number];

/** First seed of a lane's random draws, in all games. */
export const seedOf = (name: LaneName): number => OWN[name].seed;

export const isLane = (name: string): name is LaneName => LANES.some((lane) => lane === name);

/**
 * A lane by its name: `lists` and `labels` to train on, `validation` to choose by, `test` to report. Their games of people are different
 * ones, and so are the seeds of their random games.
 */
export function laneOf(name: LaneName, { games, heldOut }: LaneFiles): Lane & { readonly digest: string } {
  const lines = gamesOfFile(name === 'test' ? heldOut : games);
  const chosen = name === 'test' ? lines : lines.filter((_, i) => (i % VALIDATION === 0) === (name === 'validation'));
  const digest = createHash('sha256').update(chosen.join('\n')).digest('hex');
  return { ...SHARES, ...OWN[name], games: chosen.map((line): GameStates => playGame(line)), digest };
}

const OWN: Readonly<Record<LaneName, Partial<Lane> & { readonly seed: number }>> = {
  lists: { seed: 0x10000000, boards: 40, people: 30, checks: 40, hasEnds: true },
  labels: { seed: 0x20000000 },
  // what is measured is what people played
  validation: { seed: 0x30000000, left: 0 },
  test: { seed: 0x40000000, left: 0 },
};
