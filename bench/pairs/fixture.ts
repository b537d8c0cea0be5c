import { readFileSync } from 'node:fs';
import { chess } from '../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import type { FenPair, Pair } from './pair.ts';

/** Where the 40 pairs lie, relative to the root of the repository. */
export const FIXTURE = 'bench/fixtures/pairs.json';

/** What the file holds. */
export interface Fixture {
  readonly source: string;
  readonly licence: string;
  readonly rule: string;
  readonly pairs: readonly FenPair[];
}

/** A position that is known to be valid. Throws when it is not: the fixture is damaged. */
export function validState(fen: string): ChessState {
  const parsed = chess.parse(fen);
  if (!parsed.ok) throw new Error(`${fen}: ${parsed.error}`);
  return parsed.value;
}

/** The pairs of the fixture, read. */
export function fixturePairs(): Pair[] {
  const { pairs } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as Fixture;
  return pairs.map((pair) => ({ ...pair, a: validState(pair.truth), b: validState(pair.predicted) }));
}
