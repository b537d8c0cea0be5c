/** What a generator returns, and how often it paused. */
export function finished<T>(steps: Generator<undefined, T, undefined>): { value: T; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}
