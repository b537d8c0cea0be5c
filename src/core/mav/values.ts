import type { AbortSignalLike } from '../base/cancellation.ts';
import type { Result } from '../base/result.ts';
import type { PositionValues } from '../games/position-values.ts';
import type { MavGameName } from './game-names.ts';
import type { MavDialect } from './syntax.ts';

/** Number of buckets of win probabilities (Schultz et al., section 2). */
export const BUCKETS = 64;

/** Returns true if a bucket exists in the dialect. */
export const isBucket = (bucket: number, { base }: Pick<MavDialect, 'base'>): boolean =>
  bucket >= base && bucket < base + BUCKETS;

/** Returns the value of a bucket from the other side; buckets are flipped and never computed again. */
export const flipBucket = (bucket: number, { base }: Pick<MavDialect, 'base'>): number =>
  2 * base + BUCKETS - 1 - bucket;

/** Returns the win probability in the middle of a bucket, 0 to 1. */
export const bucketMiddle = (bucket: number, { base }: Pick<MavDialect, 'base'>): number =>
  (bucket - base + 0.5) / BUCKETS;

/** Log-odds of a win per centipawn of an engine (section 2, from lichess.org/page/accuracy). */
export const LOGIT_PER_CENTIPAWN = 0.00368208;

/** Returns the win probability, 0 to 1, of an engine's centipawns. */
export const winProbability = (centipawns: number): number => 1 / (1 + Math.exp(-LOGIT_PER_CENTIPAWN * centipawns));

/**
 * Returns the bucket of a win probability (0 to 1), in the numbers of the dialect. A draw falls into the lower middle
 * bucket for both sides; the other side's value of a known bucket comes from `flipBucket`.
 */
export function toBucket(probability: number, { base, rounding }: MavDialect): number {
  const index = rounding === 'round' ? Math.round((BUCKETS - 1) * probability) : Math.ceil(BUCKETS * probability) - 1;
  return Math.min(BUCKETS - 1, Math.max(0, index)) + base;
}

/** Returns the token of a bucket. */
export const bucketToken = (bucket: number, { token }: MavDialect): string =>
  token === 'ctrl' ? `<ctrl${bucket}>` : `<val_${bucket}>`;

/** A position whose actions are to be valued. */
export interface ValuedPosition {
  readonly game: MavGameName;
  /** State as the game's automaton prints it (chess: a FEN of six fields). */
  readonly state: string;
}

export interface ValueSourceFault {
  /**
   * `no-source`: nothing values this game. `too-long`: it would take longer than is allowed. `failed`: the engine is
   * missing, died again after a restart, or hangs.
   */
  readonly code: 'cancelled' | 'no-source' | 'bad-position' | 'too-long' | 'failed';
  /** One sentence for people. */
  readonly message: string;
}

/** Cancels a wait. */
export type ValueSignal = AbortSignalLike;

/** Returns the label of a source for a game. */
export const sourceLabel = (source: Pick<ValueSource, 'label' | 'labelOf'>, game: MavGameName): string =>
  source.labelOf?.(game) ?? source.label;

/**
 * Source of the values of reference answers: a UCI engine for chess and Chess960, a solver for Connect Four, playouts
 * for Hex. Concurrent requests are answered as each is ready.
 */
export interface ValueSource {
  /** Label in reports: `Stockfish 19 lite, depth 8`. */
  readonly label: string;
  /** Returns the label for one game, if labels differ by game. */
  labelOf?(game: MavGameName): string;
  /** Games that it values. */
  readonly games: readonly MavGameName[];
  /** Values the legal actions of a position. Never rejects. */
  values(position: ValuedPosition, signal: ValueSignal): Promise<Result<PositionValues, ValueSourceFault>>;
  /** Stops its processes and threads. */
  dispose(): Promise<void>;
}
