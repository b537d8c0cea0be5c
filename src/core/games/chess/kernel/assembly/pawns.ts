import { isSlidAt } from './attacks';
import { bit, low, pop } from './bits';
import { DOUBLE, EAST, EP, FILE_A, FILE_H, KNIGHTS, LAST_RANKS, LINE, PAWNS, PUSH, WEST } from './memory';

export function addPinnedPawns(at: usize, map: usize, us: usize, king: i32, pinned: u64, theirs: u64, free: u64): i32 {
  let n = 0;
  for (let from = pinned; from; from &= from - 1) {
    const s = low(from);
    const line = load<u64>(LINE + (((<usize>king << 6) | <usize>s) << 3));
    const one = bit(s);
    const push = (us == 0 ? one << 8 : one >> 8) & free;
    const second = us == 0 ? (push & 0xff0000) << 8 : (push & 0xff0000000000) >> 8;
    const west = (us == 0 ? (one & ~FILE_A) << 7 : (one & ~FILE_A) >> 9) & theirs & line;
    const east = (us == 0 ? (one & ~FILE_H) << 9 : (one & ~FILE_H) >> 7) & theirs & line;
    const go = push & line;
    const far = second & free & line;
    store<u64>(map, load<u64>(map, PUSH) | go, PUSH);
    store<u64>(map, load<u64>(map, DOUBLE) | far, DOUBLE);
    store<u64>(map, load<u64>(map, WEST) | west, WEST);
    store<u64>(map, load<u64>(map, EAST) | east, EAST);
    n += pop(go) + pop(far) + pop(west) + pop(east) + 3 * (pop(go & LAST_RANKS) + pop(west & LAST_RANKS) + pop(east & LAST_RANKS));
  }
  return n;
}

export function addEnPassant(at: usize, map: usize, us: usize, king: i32, checkers: u64, own: u64, theirs: u64): i32 {
  const ep = load<i32>(at, EP);
  const captured = ep + (us == 0 ? -8 : 8);
  const takenBit = bit(captured);
  if (checkers & ~takenBit & (load<u64>(at, PAWNS) | load<u64>(at, KNIGHTS))) return 0;
  let n = 0;
  for (let side = 0; side < 2; side++) {
    const file = (ep & 7) + (side == 0 ? 1 : -1);
    if (file < 0 || file > 7) continue;
    const from = bit(captured - (ep & 7) + file);
    if (!(load<u64>(at, PAWNS) & own & from)) continue;
    const occupied = ((own | theirs) & ~takenBit & ~from) | bit(ep);
    if (isSlidAt(at, king, theirs, occupied)) continue;
    const where = map + (side == 0 ? WEST : EAST);
    store<u64>(where, load<u64>(where) | bit(ep));
    n++;
  }
  return n;
}
