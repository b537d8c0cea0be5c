import type { AbortSignalLike } from '../base/cancellation.ts';
import type { Result } from '../base/result.ts';
import type { PositionValues } from '../games/position-values.ts';
import type { MavGameName } from './games.ts';
import type { MavDialect } from './syntax.ts';

/** Number of buckets that win probabilities fall into (Schultz et al., section 2). */
export const BUCKETS = 64;

/** True if a bucket is one of the dialect. */
export const isBucket = (bucket: number, { base }: Pick<MavDialect, 'base'>): boolean =>
  bucket >= base && bucket < base + BUCKETS;

/** The same value from the other side; buckets are flipped and never computed again. */
export const flipBucket = (bucket: number, { base }: Pick<MavDialect, 'base'>): number =>
  2 * base + BUCKETS - 1 - bucket;

/** The win probability in the middle of a bucket, 0 to 1. */
export const bucketMiddle = (bucket: number, { base }: Pick<MavDialect, 'base'>): number =>
  (bucket - base + 0.5) / BUCKETS;

/** Win probability of an engine's centipawns (section 2, from lichess.org/page/accuracy), 0 to 1. */
export const winProbability = (centipawns: number): number => 1 / (1 + Math.exp(-0.00368208 * centipawns));

/**
 * The bucket of a win probability (0 to 1), in the numbers of the dialect. A draw falls into the lower middle bucket for both
 * sides; the other side's value of a known bucket is `flipped`, never computed again.
 */
export function toBucket(probability: number, { base, rounding }: MavDialect): number {
  const index = rounding === 'round' ? Math.round((BUCKETS - 1) * probability) : Math.ceil(BUCKETS * probability) - 1;
  return Math.min(BUCKETS - 1, Math.max(0, index)) + base;
}

/** A bucket as it is written. */
export const bucketToken = (bucket: number, { token }: MavDialect): string =>
  token === 'ctrl' ? `<ctrl${bucket}>` : `<val_${bucket}>`;

/** A position whose actions are to be valued. */
export interface ValuedPosition {
  readonly game: MavGameName;
  /** The text of its state, as the game's automaton prints it (chess: a FEN of six fields). */
  readonly state: string;
}

export interface ValueSourceFault {
  /**
   * `no-source`: nothing values this game. `too-long`: it would take longer than is allowed. `failed`: the engine is missing, died
   * again after a restart, or hangs.
   */
  readonly code: 'cancelled' | 'no-source' | 'bad-position' | 'too-long' | 'failed';
  /** One sentence for people. */
  readonly message: string;
}

/** Ends a wait. */
export type ValueSignal = AbortSignalLike;

/** What a source is called as far as it values a game. */
export const sourceLabel = (source: Pick<ValueSource, 'label' | 'labelOf'>, game: MavGameName): string =>
  source.labelOf?.(game) ?? source.label;

/**
 * Where the values of reference answers come from: a UCI engine for chess and Chess960, a solver for Connect Four, playouts for
 * Hex. Asked for many positions at once it answers each as soon as it can.
 */
export interface ValueSource {
  /** What a report says of it: `Stockfish 19 lite, depth 8`. */
  readonly label: string;
  /** The same for one game, where games differ. */
  labelOf?(game: MavGameName): string;
  /** Games that it values. */
  readonly games: readonly MavGameName[];
  /** Never rejects. */
  values(position: ValuedPosition, signal: ValueSignal): Promise<Result<PositionValues, ValueSourceFault>>;
  /** Ends its processes and threads. */
  dispose(): Promise<void>;
}
