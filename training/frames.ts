/*
 * What the training reads: frames of positions with their legal actions, and of steps. Squares, codes and actions are those of a game as
 * its side to move sees them. Numbers are little-endian:
 *   6 x uint32: the word SLF2, squares Q, positions P, actions A, steps S, values V (A, or 0 where none is known);
 *   codes of squares uint8[Q P], source uint8[P], cluster uint32[P], number of actions uint16[P], actions uint32[A], values uint8[V];
 *   steps: codes before uint8[Q S], action uint32[S], codes after it, seen from the same side, uint8[Q S], kind of move uint8[S].
 */
const WORD = 0x32464c53;
/** A value that is not known. */
export const UNKNOWN = 255;

/** An action as a number: from, to, and promotion (0 none, 1 knight to 4 queen). Where nothing moves, both squares are that of the action. */
export const actionOf = (from: number, to: number, promotion = 0): number => (from << 10) | (to << 3) | promotion;

export interface FramePosition {
  readonly codes: Uint8Array;
  readonly actions: readonly number[];
  /** Bucket of each action, 0 to 63, or UNKNOWN. */
  readonly values?: Uint8Array;
  /** Where it is from, by number. */
  readonly source: number;
  /** Positions with the same source and cluster are of one game. */
  readonly cluster: number;
}

export interface FrameStep {
  readonly before: Uint8Array;
  readonly action: number;
  readonly after: Uint8Array;
  readonly kind: number;
}

export interface FrameSizes {
  readonly positions: number;
  /** No more than positions. */
  readonly steps: number;
}

export function frameOf(squares: number, positions: readonly FramePosition[], steps: readonly FrameStep[]): Buffer {
  const actions = Uint32Array.from(positions.flatMap((position) => position.actions));
  const values = positions.map((position) => position.values ?? new Uint8Array());
  const valued = values.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([
    bytesOf(Uint32Array.of(WORD, squares, positions.length, actions.length, steps.length, valued)),
    ...positions.map(({ codes }) => codes),
    Uint8Array.from(positions, ({ source }) => source),
    bytesOf(Uint32Array.from(positions, ({ cluster }) => cluster)),
    bytesOf(Uint16Array.from(positions, (position) => position.actions.length)),
    bytesOf(actions),
    ...values,
    ...steps.map(({ before }) => before),
    bytesOf(Uint32Array.from(steps, ({ action }) => action)),
    ...steps.map(({ after }) => after),
    Uint8Array.from(steps, ({ kind }) => kind),
  ]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
