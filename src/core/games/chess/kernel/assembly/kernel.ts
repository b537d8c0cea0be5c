// The chess kernel in AssemblyScript: move maps, playing and comparing on 64-bit sets. It computes exactly what
// ../movegen.ts, ../frame.ts and ../moves.ts compute in 32-bit halves, on the same frames and with the same order of
// moves; a property test holds the two together. `npm run kernel` compiles it into ../kernel-bytes.ts.

// Memory, in bytes; ../load-kernel.ts fills the tables in. Keep both in step.
const KNIGHT: usize = 0;
const KING: usize = 512;
const PAWN: usize = 1024;
const ROOK_RAYS: usize = 2048;
const BISHOP_RAYS: usize = 2560;
const DIAGONALS: usize = 3072;
const ALONG_RANK: usize = 4096;
const ALONG_FILE: usize = 8192;
const BETWEEN: usize = 12288;
const LINE: usize = 45056;
const PIECE_KEYS: usize = 77824;
const RIGHT_KEYS: usize = 83968;
const EP_KEYS: usize = 84096;
const TURN_KEY: usize = 84160;
const LEGAL_A: usize = 84168;
const LEGAL_B: usize = 84172;
const MAP_A: usize = 84224;
const MAP_B: usize = 84800;

// A frame's parts, in bytes from its start (../frame.ts counts words).
const PAWNS: usize = 0;
const KNIGHTS: usize = 8;
const BISHOPS: usize = 16;
const ROOKS: usize = 24;
const QUEENS: usize = 32;
const KINGS: usize = 40;
const WHITE: usize = 48;
const TURN: usize = 64;
const RIGHTS: usize = 68;
const EP: usize = 72;
const HASH: usize = 76;
const HALFMOVES: usize = 84;
const FULLMOVES: usize = 88;
const CHESS960: usize = 92;

// A move map's parts, in bytes (../movegen.ts counts words).
const COUNT: usize = 0;
const MOVERS: usize = 8;
const PUSH: usize = 16;
const DOUBLE: usize = 24;
const WEST: usize = 32;
const EAST: usize = 40;
const TARGETS: usize = 48;

const FILE_A: u64 = 0x0101010101010101;
const FILE_H: u64 = 0x8080808080808080;
const LAST_RANKS: u64 = 0xff000000000000ff;

// @ts-ignore: decorator
@inline
function set(at: usize): u64 {
  return load<u64>(at);
}

// @ts-ignore: decorator
@inline
function pop(bits: u64): i32 {
  return <i32>popcnt<u64>(bits);
}

// @ts-ignore: decorator
@inline
function low(bits: u64): i32 {
  return <i32>ctz<u64>(bits);
}

// @ts-ignore: decorator
@inline
function bit(square: i32): u64 {
  return <u64>1 << <u64>square;
}

// @ts-ignore: decorator
@inline
function rookAttacks(s: i32, occupied: u64): u64 {
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
function bishopAttacks(s: i32, occupied: u64): u64 {
  const rise = load<u64>(DIAGONALS + (<usize>s << 4));
  const fall = load<u64>(DIAGONALS + (<usize>s << 4), 8);
  const file = <usize>(s & 7) << 6;
  const a = <usize>(((occupied & rise) * FILE_A) >> 57) & 63;
  const b = <usize>(((occupied & fall) * FILE_A) >> 57) & 63;
  return (load<u64>(ALONG_RANK + ((file | a) << 3)) & rise) | (load<u64>(ALONG_RANK + ((file | b) << 3)) & fall);
}

// @ts-ignore: decorator
@inline
function between(a: i32, b: i32): u64 {
  return load<u64>(BETWEEN + (((<usize>a << 6) | <usize>b) << 3));
}

function isSlidAt(at: usize, square: i32, theirs: u64, occupied: u64): bool {
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

function isAttacked(at: usize, square: i32, by: usize, theirs: u64, occupied: u64): bool {
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

function span(a: i32, b: i32): i32 {
  return a < b ? (2 << b) - (1 << a) : (2 << a) - (1 << b);
}

function castlingTargets(at: usize, us: usize, king: i32, theirs: u64, occupied: u64): u64 {
  const home = us == 0 ? 0 : 56;
  const allRights = load<i32>(at, RIGHTS);
  let rights = us == 0 ? allRights & 0xff : allRights >>> 8;
  const rank = <i32>(occupied >> <u64>home) & 0xff;
  const kingFile = king - home;
  let targets: u64 = 0;
  for (; rights; rights &= rights - 1) {
    const rookFile = ctz(rights);
    const kingside = rookFile > kingFile;
    const kingTo = kingside ? 6 : 2;
    const rookTo = kingside ? 5 : 3;
    const pieces = (1 << kingFile) | (1 << rookFile);
    if (rank & (span(kingFile, kingTo) | span(rookFile, rookTo)) & ~pieces) continue;
    const way = occupied & ~bit(king);
    let safe = true;
    for (let file = kingFile; safe && file != kingTo; ) {
      file += kingTo > kingFile ? 1 : -1;
      if (file != kingTo) safe = !isAttacked(at, home + file, us ^ 1, theirs, way);
    }
    if (!safe) continue;
    const end = (occupied & ~(<u64>pieces << <u64>home)) | bit(home + rookTo);
    if (isAttacked(at, home + kingTo, us ^ 1, theirs, end)) continue;
    targets |= bit(home + (load<i32>(at, CHESS960) ? rookFile : kingTo));
  }
  return targets;
}

function addPinnedPawns(at: usize, map: usize, us: usize, king: i32, pinned: u64, theirs: u64, free: u64): i32 {
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

function addEnPassant(at: usize, map: usize, us: usize, king: i32, checkers: u64, own: u64, theirs: u64): i32 {
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

/** Fills the move map of a frame; returns the number of legal moves. */
function fillMap(at: usize, map: usize): i32 {
  const us = <usize>load<i32>(at, TURN);
  const own = load<u64>(at + (us << 3), WHITE);
  const theirs = load<u64>(at + ((us ^ 1) << 3), WHITE);
  const occupied = own | theirs;
  const kings = load<u64>(at, KINGS) & own;
  const king = low(kings);
  const k = <usize>king << 3;
  const pawns = load<u64>(at, PAWNS);
  const knights = load<u64>(at, KNIGHTS);
  const queens = load<u64>(at, QUEENS);
  const diagonal = load<u64>(at, BISHOPS) | queens;
  const straight = load<u64>(at, ROOKS) | queens;

  let checkers = ((load<u64>(KNIGHT + k) & knights) | (load<u64>(PAWN + (us << 9) + k) & pawns)) & theirs;
  let pinned: u64 = 0;
  let snipers = ((load<u64>(ROOK_RAYS + k) & straight) | (load<u64>(BISHOP_RAYS + k) & diagonal)) & theirs;
  while (snipers) {
    const sniper = low(snipers);
    snipers &= snipers - 1;
    const block = between(king, sniper) & occupied;
    if (!block) checkers |= bit(sniper);
    else if (!(block & (block - 1))) pinned |= block & own;
  }

  let answer: u64 = ~0;
  if (checkers) answer = checkers & (checkers - 1) ? 0 : checkers | between(king, low(checkers));

  let to = load<u64>(KING + k) & ~own;
  const away = occupied & ~kings;
  for (let rest = to; rest; rest &= rest - 1) {
    const s = low(rest);
    if (isAttacked(at, s, us ^ 1, theirs, away)) to ^= bit(s);
  }
  if (!checkers && load<i32>(at, RIGHTS)) to |= castlingTargets(at, us, king, theirs, occupied);
  let n = pop(to);
  store<u64>(map + k, to, TARGETS);
  if (!answer) {
    store<i32>(map, n, COUNT);
    store<u64>(map, kings, MOVERS);
    store<u64>(map, 0, PUSH);
    store<u64>(map, 0, DOUBLE);
    store<u64>(map, 0, WEST);
    store<u64>(map, 0, EAST);
    return n;
  }
  const go = answer & ~own;

  let from = knights & own & ~pinned;
  let movers = kings | from;
  for (; from; from &= from - 1) {
    const s = <usize>low(from) << 3;
    const targets = load<u64>(KNIGHT + s) & go;
    store<u64>(map + s, targets, TARGETS);
    n += pop(targets);
  }
  from = (straight | diagonal) & own;
  movers |= from;
  for (; from; from &= from - 1) {
    const s = low(from);
    const one = from & -from;
    let targets: u64 = 0;
    if (one & straight) targets = rookAttacks(s, occupied);
    if (one & diagonal) targets |= bishopAttacks(s, occupied);
    targets &= go;
    if (one & pinned) targets &= load<u64>(LINE + (((<usize>king << 6) | <usize>s) << 3));
    store<u64>(map + (<usize>s << 3), targets, TARGETS);
    n += pop(targets);
  }
  store<u64>(map, movers, MOVERS);

  const free = ~occupied;
  const mine = pawns & own;
  const p = mine & ~pinned;
  let push: u64;
  let second: u64;
  let west: u64;
  let east: u64;
  if (us == 0) {
    push = (p << 8) & free;
    second = ((push & 0xff0000) << 8) & free & answer;
    west = ((p & ~FILE_A) << 7) & theirs & answer;
    east = ((p & ~FILE_H) << 9) & theirs & answer;
  } else {
    push = (p >> 8) & free;
    second = ((push & 0xff0000000000) >> 8) & free & answer;
    west = ((p & ~FILE_A) >> 9) & theirs & answer;
    east = ((p & ~FILE_H) >> 7) & theirs & answer;
  }
  push &= answer;
  store<u64>(map, push, PUSH);
  store<u64>(map, second, DOUBLE);
  store<u64>(map, west, WEST);
  store<u64>(map, east, EAST);
  n += pop(push | second) + pop(west) + pop(east);
  if ((push | west | east) & LAST_RANKS) {
    n += 3 * (pop(push & LAST_RANKS) + pop(west & LAST_RANKS) + pop(east & LAST_RANKS));
  }
  if (!checkers && mine & pinned) n += addPinnedPawns(at, map, us, king, mine & pinned, theirs, free);
  if (load<i32>(at, EP) >= 0) n += addEnPassant(at, map, us, king, checkers, own, theirs);
  store<i32>(map, n, COUNT);
  return n;
}

// Moves of a pawn direction, targets ascending; promotions queen first.
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

/** Number of legal moves. */
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

/** Common moves from squares where a pawn may move in one position and another piece, or the other side's pawn, in the other. */
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

/** Number of moves that two frames share; leaves the numbers of each at LEGAL_A and LEGAL_B. */
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

/** `common`, and the moves themselves written to `out`. */
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

/** Plays a legal move: the frame at `to` becomes the successor of the frame at `from`. */
export function play(from: usize, to: usize, move: i32): void {
  memory.copy(to, from, 96);
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
