import { isAttacked, kingSquare } from './attacks.ts';
import { MAP, TURN, WHITE } from './frame.ts';
import { KING } from './geometry.ts';
import { fillMap } from './movegen.ts';

const map = new Int32Array(MAP);

/** True if the side to move has no legal move. Most kings can step aside, which is seen without counting moves. */
export function hasNoMove(words: Int32Array, at: number): boolean {
  const us = words[at + TURN];
  const king = kingSquare(words, at, us);
  const own = at + WHITE + 2 * us;
  const their = at + WHITE + 2 * (us ^ 1);
  const low = (words[own] | words[their]) & ~(king < 32 ? 1 << king : 0);
  const high = (words[own + 1] | words[their + 1]) & ~(king < 32 ? 0 : 1 << (king - 32));
  for (let bits = KING[2 * king] & ~words[own]; bits !== 0; bits &= bits - 1) {
    if (!isAttacked(words, at, 31 - Math.clz32(bits & -bits), us ^ 1, low, high)) return false;
  }
  for (let bits = KING[2 * king + 1] & ~words[own + 1]; bits !== 0; bits &= bits - 1) {
    if (!isAttacked(words, at, 63 - Math.clz32(bits & -bits), us ^ 1, low, high)) return false;
  }
  return fillMap(words, at, map, 0) === 0;
}
