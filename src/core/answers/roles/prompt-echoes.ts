import type { StatedState } from '../answer-reading.ts';
import { findFens } from '../states/fens.ts';

/** Characters before and after a state that are compared with the prompt. */
const REACH = 400;
/** Minimum number of equal characters, spaces left out, if no number is among them: more than a label has. */
const MIN_CONTEXT = 40;
/** Maximum number of occurrences of one state in a prompt that are compared; no prompt needs more. */
const MAX_PLACES = 16;

/** Words for a speaker or a field, which a model puts before what it repeats. */
const LABEL =
  /\b(?:human|user|assistant|system|input|output|question|answer|prompt|response|fen|pgn|moves|[a-z])\s*\d*\s*:/gi;

/** Removes spaces, labels, quotation marks and markup. */
const squeeze = (text: string): string => text.replace(LABEL, '').replace(/[\s`*#>"'[\]|]+/g, '');

/** Returns the length of the longest common end of two texts. */
const commonEnd = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
};

/** Returns the length of the longest common beginning of two texts. */
const commonStart = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
};

/** The squeezed texts around a state. */
interface Surroundings {
  readonly before: string;
  readonly behind: string;
}

const around = (text: string, { range: { start, end } }: Pick<StatedState, 'range'>): Surroundings => ({
  before: squeeze(text.slice(Math.max(0, start - REACH), start)),
  behind: squeeze(text.slice(end, end + REACH)),
});

/**
 * Returns true if a state of an answer stands in the same text as one of the prompt: the same moves, or much else,
 * around it. A label alone is no echo, since an answer may equal an example's; nor is a state that the answer begins
 * with.
 */
function isSamePlace(answer: Surroundings, prompt: Surroundings): boolean {
  const before = commonEnd(answer.before, prompt.before);
  if (before === 0) return false;
  return /\d/.test(answer.before.slice(-before)) || before + commonStart(answer.behind, prompt.behind) >= MIN_CONTEXT;
}

/** Returns a test for states of an answer that repeat a state of the prompt with the text around it. */
export function makeEchoTest(prompt: string): (answer: string, state: StatedState) => boolean {
  const places = new Map<string, Surroundings[]>();
  for (const state of findFens(prompt)) {
    const known = places.get(state.fen) ?? [];
    if (known.length < MAX_PLACES) known.push(around(prompt, state));
    places.set(state.fen, known);
  }
  return (answer, state) => {
    const known = places.get(state.state);
    if (known === undefined) return false;
    const here = around(answer, state);
    return known.some((place) => isSamePlace(here, place));
  };
}
