/**
 * Applies `run` to every input with at most `window` results waiting, and yields the results in the order of the inputs.
 * Inputs are taken while results are consumed. Leaving early aborts the signal that `run` got;
 * so does `outer`, after which no input is taken any more.
 * An exception of the inputs is thrown after the results before it.
 */
export async function* mapOrdered<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  run: (input: Input, signal: AbortSignal) => Promise<Output>,
  window: number,
  outer?: AbortSignal,
): AsyncGenerator<Output, void, undefined> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (outer?.aborted === true) abort();
  outer?.addEventListener('abort', abort, { once: true });
  const waiting: Promise<Output>[] = [];
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  let ended = false;

  const take = async () => {
    try {
      for await (const input of inputs) {
        if (ended || controller.signal.aborted) return;
        waiting.push(run(input, controller.signal));
        wake();
        while (waiting.length >= window && !ended) await pause();
      }
    } finally {
      ended = true;
      wake();
    }
  };
  const taking = take();
  // Looked at once the results before it are out; without this an early rejection would count as unhandled.
  taking.catch(() => {});

  try {
    for (;;) {
      const next = waiting[0];
      if (next === undefined) {
        if (ended) break;
        await pause();
        continue;
      }
      yield await next;
      waiting.shift();
      wake();
    }
    await taking;
  } finally {
    ended = true;
    wake();
    abort();
    outer?.removeEventListener('abort', abort);
  }
}
