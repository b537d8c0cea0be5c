import { bit, low, pop } from './bits';
import { fillMap } from './fill-map';
import { DOUBLE, EAST, LAST_RANKS, LEGAL_A, LEGAL_B, MAP_A, MAP_B, MOVERS, PAWNS, PUSH, TARGETS, TURN, WEST, WHITE } from './memory';

// Lists the moves of a pawn direction, targets ascending; promotions queen first.
function listPawns(targets: u64, back: i32, out: usize): usize {
  for (; targets; targets &= targets - 1) {
    const to = low(targets);
    const move = (to + back) | (to << 6);
    if (bit(to) & LAST_RANKS) {
      store<i32>(out, move | (4 << 12));
      store<i32>(out, move | (3 << 12), 4);
      store<i32>(out, move | (2 << 12), 8);
      store<i32>(out, move | (1 << 12), 12);
      out += 16;
    } else {
      store<i32>(out, move);
      out += 4;
    }
  }
  return out;
}

// @ts-ignore: decorator
@inline
function listPiece(from: i32, targets: u64, out: usize): usize {
  for (; targets; targets &= targets - 1) {
    store<i32>(out, from | (low(targets) << 6));
    out += 4;
  }
  return out;
}

function backOf(direction: i32, turn: i32): i32 {
  const white = direction == 0 ? -8 : direction == 1 ? -16 : direction == 2 ? -7 : -9;
  if (turn == 0) return white;
  return direction == 0 ? 8 : direction == 1 ? 16 : direction == 2 ? 9 : 7;
}

/** Returns the number of legal moves. */
export function count(at: usize): i32 {
  return fillMap(at, MAP_A);
}

/** Writes the legal moves to `out`; returns their number. */
export function legal(at: usize, out: usize): i32 {
  fillMap(at, MAP_A);
  const turn = load<i32>(at, TURN);
  let end = out;
  for (let d = 0; d < 4; d++) end = listPawns(load<u64>(MAP_A + (<usize>d << 3), PUSH), backOf(d, turn), end);
  for (let from = load<u64>(MAP_A, MOVERS); from; from &= from - 1) {
    const s = low(from);
    end = listPiece(s, load<u64>(MAP_A + (<usize>s << 3), TARGETS), end);
  }
  return <i32>((end - out) >> 2);
}

function pawnTargets(turn: i32, from: i32, map: usize): u64 {
  let targets: u64 = 0;
  for (let d = 0; d < 4; d++) {
    const to = from - backOf(d, turn);
    if (to >= 0 && to < 64) targets |= load<u64>(map + (<usize>d << 3), PUSH) & bit(to);
  }
  return targets;
}

/**
 * Counts common moves from squares with a pawn in one position and another piece, or the other side's pawn, in the
 * other.
 */
function mixed(a: usize, b: usize, turnA: i32, turnB: i32, out: usize, list: bool): i32 {
  const pawnsA = load<u64>(a, PAWNS) & load<u64>(a + (<usize>turnA << 3), WHITE);
  const pawnsB = load<u64>(b, PAWNS) & load<u64>(b + (<usize>turnB << 3), WHITE);
  let from = (pawnsA & load<u64>(MAP_B, MOVERS)) | (pawnsB & load<u64>(MAP_A, MOVERS));
  if (turnA != turnB) from |= pawnsA & pawnsB;
  let n = 0;
  for (; from; from &= from - 1) {
    const s = low(from);
    const one = from & -from;
    const t = <usize>s << 3;
    const inA = pawnsA & one ? pawnTargets(turnA, s, MAP_A) : load<u64>(MAP_A + t, TARGETS);
    const inB = pawnsB & one ? pawnTargets(turnB, s, MAP_B) : load<u64>(MAP_B + t, TARGETS);
    // promotions name a piece; on the outer ranks no two moves of this kind are equal
    const both = inA & inB & ~LAST_RANKS;
    n += pop(both);
    if (list) out = listPiece(s, both, out);
  }
  return n;
}

/** Returns the number of moves that two frames share; leaves the numbers of each at LEGAL_A and LEGAL_B. */
export function common(a: usize, b: usize): i32 {
  const legalA = fillMap(a, MAP_A);
  store<i32>(LEGAL_A, legalA);
  store<i32>(LEGAL_B, fillMap(b, MAP_B));
  const turnA = load<i32>(a, TURN);
  const turnB = load<i32>(b, TURN);
  let n = 0;
  for (let from = load<u64>(MAP_A, MOVERS) & load<u64>(MAP_B, MOVERS); from; from &= from - 1) {
    const t = <usize>low(from) << 3;
    n += pop(load<u64>(MAP_A + t, TARGETS) & load<u64>(MAP_B + t, TARGETS));
  }
  if (turnA == turnB) {
    const push = load<u64>(MAP_A, PUSH) & load<u64>(MAP_B, PUSH);
    const west = load<u64>(MAP_A, WEST) & load<u64>(MAP_B, WEST);
    const east = load<u64>(MAP_A, EAST) & load<u64>(MAP_B, EAST);
    n += pop(push) + pop(load<u64>(MAP_A, DOUBLE) & load<u64>(MAP_B, DOUBLE)) + pop(west) + pop(east);
    if ((push | west | east) & LAST_RANKS) {
      n += 3 * (pop(push & LAST_RANKS) + pop(west & LAST_RANKS) + pop(east & LAST_RANKS));
    }
  }
  return n + mixed(a, b, turnA, turnB, 0, false);
}

/** Does the same as `common`, and writes the moves themselves to `out`. */
export function commonList(a: usize, b: usize, out: usize): i32 {
  store<i32>(LEGAL_A, fillMap(a, MAP_A));
  store<i32>(LEGAL_B, fillMap(b, MAP_B));
  const turnA = load<i32>(a, TURN);
  const turnB = load<i32>(b, TURN);
  let end = out;
  for (let from = load<u64>(MAP_A, MOVERS) & load<u64>(MAP_B, MOVERS); from; from &= from - 1) {
    const s = low(from);
    const t = <usize>s << 3;
    end = listPiece(s, load<u64>(MAP_A + t, TARGETS) & load<u64>(MAP_B + t, TARGETS), end);
  }
  if (turnA == turnB) {
    for (let d = 0; d < 4; d++) {
      const i = <usize>d << 3;
      end = listPawns(load<u64>(MAP_A + i, PUSH) & load<u64>(MAP_B + i, PUSH), backOf(d, turnA), end);
    }
  }
  return <i32>((end - out) >> 2) + mixed(a, b, turnA, turnB, end, true);
}
