/** The least that long work needs to stop early. An `AbortSignal` is adapted to it outside of `core`. */
export interface Cancellation {
  readonly cancelled: boolean;
}

/** Never cancelled. */
export const NEVER: Cancellation = { cancelled: false };
