import { bit } from './bits';
import { BISHOPS, CHESS960, EP, EP_KEYS, FULLMOVES, HALFMOVES, HASH, KINGS, KNIGHTS, PAWN, PAWNS, PIECE_KEYS, QUEENS, RIGHTS, RIGHT_KEYS, ROOKS, TURN, TURN_KEY, WHITE } from './memory';

// @ts-ignore: decorator
@inline
function key(color: usize, role: usize, square: i32): u64 {
  return load<u64>(PIECE_KEYS + (((color * 6 + role) << 6) + <usize>square) * 8);
}

// @ts-ignore: decorator
@inline
function flip(at: usize, bits: u64): void {
  store<u64>(at, load<u64>(at) ^ bits);
}

function roleAt(at: usize, one: u64): usize {
  return (
    <usize>((load<u64>(at, KNIGHTS) & one) != 0) +
    (<usize>((load<u64>(at, BISHOPS) & one) != 0) << 1) +
    <usize>((load<u64>(at, ROOKS) & one) != 0) * 3 +
    (<usize>((load<u64>(at, QUEENS) & one) != 0) << 2) +
    <usize>((load<u64>(at, KINGS) & one) != 0) * 5
  );
}

// @ts-ignore: decorator
@inline
function rightBit(square: i32): i32 {
  return square < 8 ? 1 << square : square >= 56 ? 1 << (square - 48) : 0;
}

function toggle(at: usize, color: usize, role: usize, square: i32): u64 {
  flip(at + (role << 3), bit(square));
  flip(at + WHITE + (color << 3), bit(square));
  return key(color, role, square);
}

/** Copies a frame; unrolled, since a copy of the platform costs several times as much. */
export function copyFrame(from: usize, to: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
  store<u64>(to, load<u64>(from, 16), 16);
  store<u64>(to, load<u64>(from, 24), 24);
  store<u64>(to, load<u64>(from, 32), 32);
  store<u64>(to, load<u64>(from, 40), 40);
  store<u64>(to, load<u64>(from, 48), 48);
  store<u64>(to, load<u64>(from, 56), 56);
  store<u64>(to, load<u64>(from, 64), 64);
  store<u64>(to, load<u64>(from, 72), 72);
  store<u64>(to, load<u64>(from, 80), 80);
  store<u64>(to, load<u64>(from, 88), 88);
}

/** Plays a legal move: the frame at `to` becomes the successor of the frame at `from`. */
export function play(from: usize, to: usize, move: i32): void {
  copyFrame(from, to);
  const us = <usize>load<i32>(to, TURN);
  const source = move & 63;
  const target = (move >>> 6) & 63;
  const sourceBit = bit(source);
  const targetBit = bit(target);
  const role = roleAt(to, sourceBit);
  const oldEp = load<i32>(to, EP);
  let hash = load<u64>(to, HASH) ^ load<u64>(TURN_KEY);
  if (oldEp >= 0) {
    store<i32>(to, -1, EP);
    hash ^= load<u64>(EP_KEYS + (<usize>(oldEp & 7) << 3));
  }
  let halfmoves = load<i32>(to, HALFMOVES) + 1;
  store<i32>(to, load<i32>(to, FULLMOVES) + <i32>us, FULLMOVES);
  store<i32>(to, <i32>us ^ 1, TURN);
  const rights = load<i32>(to, RIGHTS);
  if (rights) {
    let lost = rights & (rightBit(source) | rightBit(target));
    if (role == 5) lost |= rights & (us == 0 ? 0xff : 0xff00);
    store<i32>(to, rights ^ lost, RIGHTS);
    for (; lost; lost &= lost - 1) hash ^= load<u64>(RIGHT_KEYS + (<usize>ctz(lost) << 3));
  }
  const own = to + WHITE + (us << 3);
  const their = to + WHITE + ((us ^ 1) << 3);
  if (role == 5) {
    const castles = load<i32>(to, CHESS960)
      ? (load<u64>(own) & targetBit) != 0
      : source - target == 2 || target - source == 2;
    if (castles) {
      const home = us == 0 ? 0 : 56;
      const kingside = target > source;
      const rook = load<i32>(to, CHESS960) ? target : home + (kingside ? 7 : 0);
      hash ^= toggle(to, us, 5, source);
      hash ^= toggle(to, us, 3, rook);
      hash ^= toggle(to, us, 5, home + (kingside ? 6 : 2));
      hash ^= toggle(to, us, 3, home + (kingside ? 5 : 3));
      store<i32>(to, halfmoves, HALFMOVES);
      store<u64>(to, hash, HASH);
      return;
    }
  }
  const promotion = <usize>(move >>> 12);
  const landing = promotion ? promotion : role;
  if (load<u64>(their) & targetBit) {
    hash ^= toggle(to, us ^ 1, roleAt(to, targetBit), target);
    halfmoves = 0;
  }
  flip(to + (role << 3), sourceBit);
  flip(to + (landing << 3), targetBit);
  flip(own, sourceBit | targetBit);
  hash ^= key(us, role, source) ^ key(us, landing, target);
  if (role == 0) {
    halfmoves = 0;
    if (target == oldEp) {
      hash ^= toggle(to, us ^ 1, 0, target + (us == 0 ? -8 : 8));
    } else if (((source - target) & 15) == 0) {
      const ep = (source + target) >> 1;
      if (load<u64>(PAWN + (us << 9) + (<usize>ep << 3)) & load<u64>(to, PAWNS) & load<u64>(their)) {
        store<i32>(to, ep, EP);
        hash ^= load<u64>(EP_KEYS + (<usize>(ep & 7) << 3));
      }
    }
  }
  store<i32>(to, halfmoves, HALFMOVES);
  store<u64>(to, hash, HASH);
}
