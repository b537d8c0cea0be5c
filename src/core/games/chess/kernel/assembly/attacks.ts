import { low } from './bits';
import { ALONG_FILE, ALONG_RANK, BETWEEN, BISHOPS, BISHOP_RAYS, DIAGONALS, FILE_A, KING, KINGS, KNIGHT, KNIGHTS, PAWN, PAWNS, QUEENS, ROOKS, ROOK_RAYS } from './memory';

// @ts-ignore: decorator
@inline
export function rookAttacks(s: i32, occupied: u64): u64 {
  const file = s & 7;
  const rank = s & 56;
  const fileInner = <usize>((((occupied >> <u64>file) & FILE_A) * 0x0102040810204080) >> 57) & 63;
  const rankInner = <usize>(occupied >> <u64>(rank + 1)) & 63;
  return (
    (load<u64>(ALONG_FILE + (((<usize>(rank >> 3) << 6) | fileInner) << 3)) << <u64>file) |
    ((load<u64>(ALONG_RANK + (((<usize>file << 6) | rankInner) << 3)) & 0xff) << <u64>rank)
  );
}

// @ts-ignore: decorator
@inline
export function bishopAttacks(s: i32, occupied: u64): u64 {
  const rise = load<u64>(DIAGONALS + (<usize>s << 4));
  const fall = load<u64>(DIAGONALS + (<usize>s << 4), 8);
  const file = <usize>(s & 7) << 6;
  const a = <usize>(((occupied & rise) * FILE_A) >> 57) & 63;
  const b = <usize>(((occupied & fall) * FILE_A) >> 57) & 63;
  return (load<u64>(ALONG_RANK + ((file | a) << 3)) & rise) | (load<u64>(ALONG_RANK + ((file | b) << 3)) & fall);
}

// @ts-ignore: decorator
@inline
export function between(a: i32, b: i32): u64 {
  return load<u64>(BETWEEN + (((<usize>a << 6) | <usize>b) << 3));
}

export function isSlidAt(at: usize, square: i32, theirs: u64, occupied: u64): bool {
  const s = <usize>square << 3;
  const queens = load<u64>(at, QUEENS);
  let snipers =
    ((load<u64>(ROOK_RAYS + s) & (load<u64>(at, ROOKS) | queens)) |
      (load<u64>(BISHOP_RAYS + s) & (load<u64>(at, BISHOPS) | queens))) &
    theirs;
  while (snipers) {
    if ((between(square, low(snipers)) & occupied) == 0) return true;
    snipers &= snipers - 1;
  }
  return false;
}

export function isAttacked(at: usize, square: i32, by: usize, theirs: u64, occupied: u64): bool {
  const s = <usize>square << 3;
  if (
    ((load<u64>(KNIGHT + s) & load<u64>(at, KNIGHTS)) |
      (load<u64>(KING + s) & load<u64>(at, KINGS)) |
      (load<u64>(PAWN + ((by ^ 1) << 9) + s) & load<u64>(at, PAWNS))) &
    theirs
  ) {
    return true;
  }
  return isSlidAt(at, square, theirs, occupied);
}
