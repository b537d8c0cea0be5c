import { thoughtsIn } from './marks.ts';

/**
 * An answer without what a model considered before it: line ends stand in place of its characters, so that offsets and lines of the
 * rest stay where they are. Linear in the length of the answer.
 */
export function withoutThoughts(answer: string): string {
  let text = '';
  let at = 0;
  for (const { start, end } of thoughtsIn(answer)) {
    text += answer.slice(at, start) + '\n'.repeat(end - start);
    at = end;
  }
  return at === 0 ? answer : text + answer.slice(at);
}

/** True if an answer ends before its thoughts do: there a limit ended it, whatever its server says. */
export function endsInThought(answer: string): boolean {
  const last = thoughtsIn(answer).at(-1);
  return last?.isOpen === true && last.end === answer.length;
}
