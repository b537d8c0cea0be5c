import type { Guess, Vocabulary } from './decode.ts';

/** Tokens that are guessed at a time: behind a wrong one the rest is read in vain. */
const MOST = 24;
const STATES = ['[%state', '[%prev_state'] as const;
/** The side to move is another one. */
const SIDES = [' w', ' b', ' x', ' o'] as const;
const NEXT_SIDE = [' b', ' w', ' o', ' x'] as const;

/**
 * Guesses that a state of MAV is the one before with the other side to move, which it is but for a few squares. Undefined for a
 * vocabulary that has no token for the tags.
 */
export function stateGuess(vocabulary: Vocabulary): Guess | undefined {
  const one = (text: string): number | undefined => {
    const [id, ...more] = vocabulary.encode(text);
    return more.length === 0 ? id : undefined;
  };
  const tags = STATES.map(one);
  const lineEnd = one('\n');
  if (lineEnd === undefined || tags.includes(undefined)) return undefined;
  const next = new Map(SIDES.map((side, i) => [one(side), one(NEXT_SIDE[i] ?? '')]));
  return (ids) => {
    const begin = ids.lastIndexOf(lineEnd) + 1;
    if (!tags.includes(ids[begin])) return [];
    const before = Math.max(...tags.map((tag) => (begin === 0 ? -1 : ids.lastIndexOf(tag ?? -1, begin - 1))));
    if (before < 0) return [];
    const offset = ids.length - begin;
    const end = ids.indexOf(lineEnd, before);
    const rest = ids.slice(before + offset, Math.min(end + 1, before + offset + MOST));
    return rest.map((id, i) => (offset + i === 1 ? (next.get(id) ?? id) : id));
  };
}

const ASKS_FOR_LISTS = /%top_/;

/** True for a prompt of MAV whose answer is states alone: with a guess it is read faster alone than together with others. */
export const isGuessedWell = (prompt: string): boolean => !ASKS_FOR_LISTS.test(prompt);
