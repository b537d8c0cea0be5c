import { PAWN } from './geometry.ts';

/*
 * A chess position as FRAME numbers of an Int32Array, so that walks copy and play positions without allocating. Sets of
 * squares take two words, low half (ranks 1 to 4) first. A function that takes `(words, at)` reads the frame that
 * starts at `words[at]`.
 */

/** Number of words of a frame. */
export const FRAME = 24;
/** Piece roles; a role's set of squares (both colors) starts at word `2 * role`. */
export const ROLE_PAWN = 0;
export const ROLE_KNIGHT = 1;
export const ROLE_BISHOP = 2;
export const ROLE_ROOK = 3;
export const ROLE_QUEEN = 4;
export const ROLE_KING = 5;
/** Squares of White's pieces; Black's follow at `WHITE + 2`. */
export const WHITE = 12;
/** Side to move: 0 White, 1 Black. */
export const TURN = 16;
/** Rooks that may still castle: bit f for White's on file f, bit 8 + f for Black's. */
export const RIGHTS = 17;
/** En passant square, only while a pawn stands ready to capture there; otherwise -1. */
export const EP = 18;
/** Incremental hash of all that decides the future (board, side, rights, en passant), two words. */
export const HASH = 19;
/** Halfmove clock (plies since a capture or pawn move) and fullmove number; they never change the legal moves. */
export const HALFMOVES = 21;
export const FULLMOVES = 22;
/** 1 if castling is written king-takes-rook (Chess960), otherwise 0. */
export const CHESS960 = 23;

/**
 * Encodes a move as an integer: from + 64 to + 4096 promotion role (0: none). Castling is the king's move of two files
 * in standard chess (e1g1) and king-takes-rook in Chess960, as in UCI; equal UCI strings have equal integers.
 */
export const encodeMove = (from: number, to: number, promotion = 0): number => from | (to << 6) | (promotion << 12);
export const moveFrom = (move: number): number => move & 63;
export const moveTo = (move: number): number => (move >>> 6) & 63;
export const movePromotion = (move: number): number => move >>> 12;

/** Returns the bit of RIGHTS for a rook on this square; 0 off the back ranks. */
export const rightBit = (square: number): number => (square < 8 ? 1 << square : square >= 56 ? 1 << (square - 48) : 0);

/* Zobrist keys, from a fixed splitmix32 stream: two words each, for pieces by color, role and square. */
export const PIECE_KEYS = new Int32Array(2 * 6 * 64 * 2);
export const RIGHT_KEYS = new Int32Array(16 * 2);
export const EP_KEYS = new Int32Array(8 * 2);
export const TURN_KEY = new Int32Array(2);
let stream = 0x5bd1e995;
for (const keys of [PIECE_KEYS, RIGHT_KEYS, EP_KEYS, TURN_KEY]) {
  for (let i = 0; i < keys.length; i++) {
    stream = (stream + 0x9e3779b9) | 0;
    let z = stream;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    keys[i] = z ^ (z >>> 15);
  }
}

/** Puts a piece on an empty square, or removes it from its square. */
function toggle(words: Int32Array, at: number, color: number, role: number, square: number): void {
  const half = square >>> 5;
  const bit = 1 << (square & 31);
  words[at + 2 * role + half] ^= bit;
  words[at + WHITE + 2 * color + half] ^= bit;
  const key = 2 * ((color * 6 + role) * 64 + square);
  words[at + HASH] ^= PIECE_KEYS[key];
  words[at + HASH + 1] ^= PIECE_KEYS[key + 1];
}

function toggleRights(words: Int32Array, at: number, rights: number): void {
  words[at + RIGHTS] ^= rights;
  for (let bits = rights; bits !== 0; bits &= bits - 1) {
    const key = 2 * (31 - Math.clz32(bits & -bits));
    words[at + HASH] ^= RIGHT_KEYS[key];
    words[at + HASH + 1] ^= RIGHT_KEYS[key + 1];
  }
}

function toggleEp(words: Int32Array, at: number, square: number): void {
  const key = 2 * (square & 7);
  words[at + HASH] ^= EP_KEYS[key];
  words[at + HASH + 1] ^= EP_KEYS[key + 1];
}

/** Sets the en passant square, unless no pawn of the side to move attacks it. The frame must not have one yet. */
function offerEp(words: Int32Array, at: number, square: number): void {
  const turn = words[at + TURN];
  const attackers = 128 * (turn ^ 1) + 2 * square;
  const own = at + WHITE + 2 * turn;
  if (((PAWN[attackers] & words[at] & words[own]) | (PAWN[attackers + 1] & words[at + 1] & words[own + 1])) !== 0) {
    words[at + EP] = square;
    toggleEp(words, at, square);
  }
}

/** Content of a frame. */
export interface FrameSetup {
  /** Squares, colors (0 White, 1 Black) and roles of the pieces. */
  readonly pieces: Iterable<{ readonly square: number; readonly color: number; readonly role: number }>;
  readonly turn: number;
  /** RIGHTS bits; each must belong to a rook of the side that may castle with its king. */
  readonly rights: number;
  /** A possible en passant square, or -1. */
  readonly ep: number;
  readonly halfmoves: number;
  readonly fullmoves: number;
  readonly chess960: boolean;
}

/** Writes a frame. */
export function setUp(words: Int32Array, at: number, setup: FrameSetup): void {
  words.fill(0, at, at + FRAME);
  for (const { square, color, role } of setup.pieces) toggle(words, at, color, role, square);
  if (setup.turn === 1) passTurn(words, at);
  toggleRights(words, at, setup.rights);
  words[at + EP] = -1;
  if (setup.ep >= 0) offerEp(words, at, setup.ep);
  words[at + HALFMOVES] = setup.halfmoves;
  words[at + FULLMOVES] = setup.fullmoves;
  words[at + CHESS960] = setup.chess960 ? 1 : 0;
}

function passTurn(words: Int32Array, at: number): void {
  words[at + TURN] ^= 1;
  words[at + HASH] ^= TURN_KEY[0];
  words[at + HASH + 1] ^= TURN_KEY[1];
}

/** Copies a frame; unrolled, since a loop or `copyWithin` costs several times as much. */
export function copyFrame(words: Int32Array, from: number, to: number): void {
  words[to] = words[from];
  words[to + 1] = words[from + 1];
  words[to + 2] = words[from + 2];
  words[to + 3] = words[from + 3];
  words[to + 4] = words[from + 4];
  words[to + 5] = words[from + 5];
  words[to + 6] = words[from + 6];
  words[to + 7] = words[from + 7];
  words[to + 8] = words[from + 8];
  words[to + 9] = words[from + 9];
  words[to + 10] = words[from + 10];
  words[to + 11] = words[from + 11];
  words[to + 12] = words[from + 12];
  words[to + 13] = words[from + 13];
  words[to + 14] = words[from + 14];
  words[to + 15] = words[from + 15];
  words[to + 16] = words[from + 16];
  words[to + 17] = words[from + 17];
  words[to + 18] = words[from + 18];
  words[to + 19] = words[from + 19];
  words[to + 20] = words[from + 20];
  words[to + 21] = words[from + 21];
  words[to + 22] = words[from + 22];
  words[to + 23] = words[from + 23];
}

/** Returns true if two frames have the same future: equal in all words but the counters. */
export function sameFuture(words: Int32Array, a: number, b: number): boolean {
  if (words[a + HASH] !== words[b + HASH] || words[a + HASH + 1] !== words[b + HASH + 1]) return false;
  for (let k = 0; k < HASH; k++) if (words[a + k] !== words[b + k]) return false;
  return true;
}

/**
 * Returns the role of the piece on an occupied square. Summed, not searched: a mispredicted branch costs more than five
 * loads.
 */
export function roleAt(words: Int32Array, at: number, square: number): number {
  const word = at + (square >>> 5);
  const shift = square & 31;
  return (
    ((words[word + 2] >>> shift) & 1) +
    (((words[word + 4] >>> shift) & 1) << 1) +
    ((words[word + 6] >>> shift) & 1) * 3 +
    (((words[word + 8] >>> shift) & 1) << 2) +
    ((words[word + 10] >>> shift) & 1) * 5
  );
}

/** Returns true if a piece of this color (0 White, 1 Black) stands on a square. */
export const hasPiece = (words: Int32Array, at: number, color: number, square: number): boolean =>
  ((words[at + WHITE + 2 * color + (square >>> 5)] >>> (square & 31)) & 1) !== 0;

/** Plays a legal move: the frame at `to` becomes the successor of the frame at `from`, which stays as it is. */
export function play(words: Int32Array, from: number, to: number, move: number): void {
  copyFrame(words, from, to);
  const us = words[to + TURN];
  const source = move & 63;
  const target = (move >>> 6) & 63;
  const role = roleAt(words, to, source);
  const oldEp = words[to + EP];
  if (oldEp >= 0) {
    words[to + EP] = -1;
    toggleEp(words, to, oldEp);
  }
  words[to + HALFMOVES]++;
  words[to + FULLMOVES] += us;
  const rights = words[to + RIGHTS];
  if (rights !== 0) {
    let lost = rights & (rightBit(source) | rightBit(target));
    if (role === ROLE_KING) lost |= rights & (us === 0 ? 0xff : 0xff00);
    if (lost !== 0) toggleRights(words, to, lost);
  }
  if (role === ROLE_KING && isCastling(words, to, us, source, target)) {
    castle(words, to, us, source, target);
    passTurn(words, to);
    return;
  }
  const promotion = move >>> 12;
  const landing = promotion === 0 ? role : promotion;
  const sourceHalf = to + (source >>> 5);
  const targetHalf = to + (target >>> 5);
  const sourceBit = 1 << (source & 31);
  const targetBit = 1 << (target & 31);
  if ((words[targetHalf + WHITE + 2 * (us ^ 1)] & targetBit) !== 0) {
    toggle(words, to, us ^ 1, roleAt(words, to, target), target);
    words[to + HALFMOVES] = 0;
  }
  words[sourceHalf + 2 * role] ^= sourceBit;
  words[sourceHalf + WHITE + 2 * us] ^= sourceBit;
  words[targetHalf + 2 * landing] ^= targetBit;
  words[targetHalf + WHITE + 2 * us] ^= targetBit;
  const left = ((us * 6 + role) * 64 + source) << 1;
  const reached = ((us * 6 + landing) * 64 + target) << 1;
  words[to + TURN] = us ^ 1;
  words[to + HASH] ^= PIECE_KEYS[left] ^ PIECE_KEYS[reached] ^ TURN_KEY[0];
  words[to + HASH + 1] ^= PIECE_KEYS[left + 1] ^ PIECE_KEYS[reached + 1] ^ TURN_KEY[1];
  if (role === ROLE_PAWN) {
    words[to + HALFMOVES] = 0;
    if (target === oldEp) toggle(words, to, us ^ 1, ROLE_PAWN, target + (us === 0 ? -8 : 8));
    else if (((source - target) & 15) === 0) offerEp(words, to, (source + target) >> 1);
  }
}

function isCastling(words: Int32Array, at: number, us: number, source: number, target: number): boolean {
  if (words[at + CHESS960] !== 0) return hasPiece(words, at, us, target);
  return source - target === 2 || target - source === 2;
}

function castle(words: Int32Array, at: number, us: number, source: number, target: number): void {
  const home = us === 0 ? 0 : 56;
  const kingside = target > source;
  const rook = words[at + CHESS960] !== 0 ? target : home + (kingside ? 7 : 0);
  toggle(words, at, us, ROLE_KING, source);
  toggle(words, at, us, ROLE_ROOK, rook);
  toggle(words, at, us, ROLE_KING, home + (kingside ? 6 : 2));
  toggle(words, at, us, ROLE_ROOK, home + (kingside ? 5 : 3));
}

/*
 * Legal move generation into a "move map": for each piece of the side to move its legal target squares, and for pawns
 * the targets by direction. Counting moves, and counting those that two positions share, then needs no move list.
 *
 * A map takes MAP words: [COUNT] number of legal moves; [MOVERS] squares of pieces (no pawns) with an entry in the
 * table; pawn targets by direction at [PUSH], [DOUBLE], [WEST], [EAST] (en passant included); from [TARGETS] on the
 * target set of the piece on square s, at [TARGETS + 2 s].
 */
export const COUNT = 0;
export const MOVERS = 2;
export const PUSH = 4;
export const DOUBLE = 6;
export const WEST = 8;
export const EAST = 10;
export const TARGETS = 12;
/** Number of words of a move map. */
export const MAP = 140;
