import type { AbortSignalLike } from '../base/cancellation.ts';
import type { Result } from '../base/result.ts';
import type { PositionValues } from '../games/position-values.ts';
import type { MavGameName } from './games.ts';

/** A position whose actions are to be valued. */
export interface ValuedPosition {
  readonly game: MavGameName;
  /** The text of its state, as the game's automaton prints it (chess: a FEN of six fields). */
  readonly state: string;
}

export interface ValueFault {
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
  values(position: ValuedPosition, signal: ValueSignal): Promise<Result<PositionValues, ValueFault>>;
  /** Ends its processes and threads. */
  dispose(): Promise<void>;
}
