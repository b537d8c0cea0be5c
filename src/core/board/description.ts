import { t } from '../base/text/l10n.ts';
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
  const piecesOf = (letterOf: (role: string) => string): string => {
    const parts = Array.from(ORDER, (role) => {
      const at = places.get(letterOf(role));
      return at === undefined ? [] : [`${role} ${at.sort().join(' ')}`];
    });
    return parts.flat().join(', ') || t('nothing');
  };
  const white = piecesOf((role) => role);
  return t(
    'White: {0}. Black: {1}.',
    white,
    piecesOf((role) => role.toLowerCase()),
  );
}

/** What has a text in legends: a kind of mark, or the arrow of squares that were true earlier. */
export type MarkName = Mark['kind'] | 'stale';

/** Legend text of a kind of mark. */
export function markText(kind: MarkName): string {
  switch (kind) {
    case 'invented':
      return t('invented: the square is empty');
    case 'missing':
      return t('missing: this piece should be here');
    case 'other':
      return t('wrong piece: the true one is in the corner');
    case 'unknown':
      return t('not described by the answer');
    case 'outline':
      return t('differs from the prediction');
    case 'stale':
      return t('stale: was true earlier in the game');
  }
}

/** The same in a word or two, where room is short. */
export function markWord(kind: MarkName): string {
  switch (kind) {
    case 'invented':
      return t('invented');
    case 'missing':
      return t('missing');
    case 'other':
      return t('wrong piece');
    case 'unknown':
      return t('not described');
    case 'outline':
      return t('differs');
    case 'stale':
      return t('stale');
  }
}
