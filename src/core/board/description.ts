import { readFen } from '../metrics/fen-reading.ts';
import { EMPTY, pieceLetter, squareName } from '../metrics/placement.ts';
import type { Mark } from './marks.ts';

const ORDER = 'KQRBNP';

/** A board in words, for those who hear it: `White: K e1, Q d1, P a2 b2. Black: K e8.` */
export function boardDescription(fen: string): string {
  const { squares } = readFen(fen).placement;
  const places = new Map<string, string[]>();
  for (let s = 0; s < 64; s++) {
    const letter = pieceLetter(squares[s] ?? EMPTY);
    if (letter === null) continue;
    const known = places.get(letter);
    if (known === undefined) places.set(letter, [squareName(s)]);
    else known.push(squareName(s));
  }
  const side = (name: string, letterOf: (role: string) => string): string => {
    const parts = Array.from(ORDER, (role) => {
      const at = places.get(letterOf(role));
      return at === undefined ? [] : [`${role} ${at.sort().join(' ')}`];
    });
    return `${name}: ${parts.flat().join(', ') || 'nothing'}.`;
  };
  return `${side('White', (role) => role)} ${side('Black', (role) => role.toLowerCase())}`;
}

/** Legend text of each kind of mark. */
export const MARK_NAMES: Readonly<Record<Mark['kind'] | 'stale', string>> = {
  invented: 'invented: the square is empty',
  missing: 'missing: this piece should be here',
  other: 'wrong piece: the true one is in the corner',
  unknown: 'not described by the answer',
  outline: 'differs from the prediction',
  stale: 'stale: was true earlier in the game',
};

/** The same in a word or two, where room is short. */
export const MARK_WORDS: Readonly<Record<keyof typeof MARK_NAMES, string>> = {
  invented: 'invented',
  missing: 'missing',
  other: 'wrong piece',
  unknown: 'not described',
  outline: 'differs',
  stale: 'stale',
};
