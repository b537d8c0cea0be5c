/** The least that long work needs to stop early. An `AbortSignal` is adapted to it outside of `core`. */
export interface Cancellation {
  readonly cancelled: boolean;
}

/** Never cancelled. */
export const NEVER: Cancellation = { cancelled: false };

/** The part of an `AbortSignal` that waiting needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
