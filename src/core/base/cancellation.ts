/** Flag that long work checks to stop early. An `AbortSignal` is adapted to it outside of `core`. */
export interface Cancellation {
  readonly cancelled: boolean;
}

/** A cancellation that never happens. */
export const NEVER: Cancellation = { cancelled: false };

/** The part of an `AbortSignal` that waiting uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

const CALLBACKS = new WeakMap<AbortSignalLike, Set<() => void>>();

/**
 * Calls back when a signal aborts; the returned function removes the callback. One listener serves all callbacks of a
 * signal: thousands of jobs may share one, and Node warns of a leak from the eleventh listener on.
 */
export function onAbort(signal: AbortSignalLike, callback: () => void): () => void {
  let callbacks = CALLBACKS.get(signal);
  if (callbacks === undefined) {
    const added = new Set<() => void>();
    signal.addEventListener('abort', () => {
      for (const each of added) each();
      added.clear();
    });
    CALLBACKS.set(signal, added);
    callbacks = added;
  }
  const all = callbacks;
  all.add(callback);
  return () => all.delete(callback);
}
