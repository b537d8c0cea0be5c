import { isAttacked } from './attacks.ts';
import { CHESS960, RIGHTS, TURN } from './frame.ts';
import { lowestBit } from './geometry.ts';

/** Castling targets as bits of the half of the board that holds the king. The side to move must not be in check. */
export function castlingTargets(words: Int32Array, at: number, king: number, occLow: number, occHigh: number): number {
  const us = words[at + TURN];
  const rights = us === 0 ? words[at + RIGHTS] & 0xff : words[at + RIGHTS] >>> 8;
  const home = us === 0 ? 0 : 56;
  const rank = us === 0 ? occLow & 0xff : occHigh >>> 24;
  const kingFile = king - home;
  const chess960 = words[at + CHESS960] !== 0;
  let targets = 0;
  for (let bits = rights; bits !== 0; bits &= bits - 1) {
    const rookFile = lowestBit(bits);
    const kingside = rookFile > kingFile;
    const kingTo = kingside ? 6 : 2;
    const rookTo = kingside ? 5 : 3;
    const pieces = (1 << kingFile) | (1 << rookFile);
    const path = (span(kingFile, kingTo) | span(rookFile, rookTo)) & ~pieces;
    if ((rank & path) !== 0) continue;
    const shift = us === 0 ? 0 : 24;
    const rankAfter = pieces << shift;
    // Squares of the king's way are judged without the king, the last one with the rook where it lands.
    const wayLow = us === 0 ? occLow & ~(1 << kingFile) : occLow;
    const wayHigh = us === 0 ? occHigh : occHigh & ~(1 << (24 + kingFile));
    let safe = true;
    for (let file = kingFile; safe && file !== kingTo; ) {
      file += kingTo > kingFile ? 1 : -1;
      if (file !== kingTo) safe = !isAttacked(words, at, home + file, us ^ 1, wayLow, wayHigh);
    }
    if (!safe) continue;
    const rookBit = (1 << rookTo) << shift;
    const endLow = us === 0 ? (occLow & ~rankAfter) | rookBit : occLow;
    const endHigh = us === 0 ? occHigh : (occHigh & ~rankAfter) | rookBit;
    if (isAttacked(words, at, home + kingTo, us ^ 1, endLow, endHigh)) continue;
    targets |= (1 << (chess960 ? rookFile : kingTo)) << shift;
  }
  return targets;
}

/** Files from a to b, both included, as bits. */
const span = (a: number, b: number): number => (a < b ? (2 << b) - (1 << a) : (2 << a) - (1 << b));
