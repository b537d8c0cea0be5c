import { onAbort } from '../../core/base/cancellation.ts';

/**
 * Applies `run` to every input with at most `window` results waiting, and yields the results in the order of the inputs.
 * Inputs are taken while results are consumed. Leaving early aborts the signal that `run` got;
 * so does `outer`, after which no input is taken anymore.
 * An exception of the inputs is thrown after the results before it.
 */
export async function* mapOrdered<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  run: (input: Input, signal: AbortSignal) => Promise<Output>,
  window: number,
  outer?: AbortSignal,
): AsyncGenerator<Output, void, undefined> {
  const controller = new AbortController();
  const { signal } = controller;
  if (outer?.aborted === true) controller.abort();
  const stop = outer && onAbort(outer, () => controller.abort());
  const state = new Waiting<Output>();

  const take = async () => {
    try {
      for await (const input of inputs) {
        if (signal.aborted) return;
        state.results.push(run(input, signal));
        state.wake();
        while (state.results.length >= window && !signal.aborted) await state.change();
      }
    } finally {
      state.ended = true;
      state.wake();
    }
  };
  const taking = take();
  // Looked at once the results before it are out; without this an early rejection would count as unhandled.
  taking.catch(() => {});

  try {
    for (;;) {
      const next = state.results[0];
      if (next !== undefined) {
        yield await next;
        void state.results.shift();
        state.wake();
      } else if (state.ended) {
        break;
      } else {
        await state.change();
      }
    }
    await taking;
  } finally {
    controller.abort();
    state.wake();
    stop?.();
  }
}

/** The state that the input and the output side share. Only one of them waits at a time: one for room, the other for a result. */
class Waiting<Output> {
  readonly results: Promise<Output>[] = [];
  ended = false;
  wake: () => void = () => {};

  change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
