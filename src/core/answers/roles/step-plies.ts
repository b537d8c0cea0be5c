import { SAN } from './cue-table.ts';

/** A numbered move, perhaps with Black's answer behind it. */
const NUMBERED = new RegExp(String.raw`(?<![\d.])(\d{1,3})(\.{3}|…|\.)\s?${SAN}(\s{1,2}${SAN}(?![\w.]))?`, 'g');
/** A game begins with its first move. */
const FIRST = /(?<![\d.])1\.\s?[a-hNO0]/g;

/** The ply after the last numbered move of some words (`5... Nb6` is 10); undefined where none is numbered. */
export function lastPlyIn(words: string): number | undefined {
  let ply: number | undefined;
  for (const [, number, dots, answer] of words.matchAll(NUMBERED))
    ply = 2 * Number(number) - (dots === '.' && answer === undefined ? 1 : 0);
  return ply;
}

/** Characters at the end of a prompt that are looked at. */
const MAX_PROMPT = 20_000;

/** The ply after the last game of a prompt; undefined of one without numbered moves from the first on. */
export function plyAsked(prompt: string): number | undefined {
  const end = prompt.slice(-MAX_PROMPT);
  const start = [...end.matchAll(FIRST)].at(-1)?.index;
  return start === undefined ? undefined : lastPlyIn(end.slice(start));
}
