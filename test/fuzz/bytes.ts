import type { Dice } from './dice.ts';

/** Characters that mean something to a reader, and some that should mean nothing. */
const CHARACTERS =
  '{}()[]<>;%"\\$!?*.+-=#/ \t\n\r\v\f0123456789abcdefghKQRBNPkqrbnpwOxZ@_:,|~^\0\u0085\u00a0\u2028\uFEFF\uFFFD\uD800\uDC00é½±♘…–';
const MAX = 4000;

/** A text with a few of its characters changed, as a damaged disk, a wrong encoding or a fast hand would. */
export function mutated(dice: Dice, text: string): string {
  let changed = text;
  for (let n = 1 + dice.below(6); n > 0; n--) changed = mutatedOnce(dice, changed);
  return changed.slice(0, MAX);
}

function mutatedOnce(dice: Dice, text: string): string {
  const at = dice.below(text.length + 1);
  const end = Math.min(text.length, at + dice.below(dice.once(3) ? 40 : 3));
  const span = text.slice(at, end);
  switch (dice.below(6)) {
    case 0:
      return text.slice(0, at) + dice.pick(CHARACTERS) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, at) + dice.pick(CHARACTERS) + text.slice(at + 1);
    case 3:
      return text.slice(0, end) + span + text.slice(end);
    case 4: {
      const to = dice.below(text.length + 1);
      return text.slice(0, to) + span + text.slice(to);
    }
    default:
      return text.slice(0, at) + dice.pick(CHARACTERS).repeat(1 + dice.below(20)) + text.slice(at);
  }
}
