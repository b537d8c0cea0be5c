import { letterName } from '../../base/text/characters.ts';
import { inCheck, isAttacked, kingSquare } from './attacks.ts';
import { CHESS960, EP, FRAME, hasPiece, MAP, RIGHTS, roleAt, TURN, WHITE } from './frame.ts';
import { BETWEEN, BISHOP_RAYS, KING, KNIGHT, ROOK_RAYS } from './geometry.ts';
import { fillMap } from './movegen.ts';
import { squareName } from './moves.ts';
import { castlingMove, playSafely, playSan, type SanParts, sanCode } from './san.ts';
import type { LooseSan } from './san-loose.ts';

const NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
const SIDES = ['White', 'Black'] as const;

/** Reason why a move cannot be played, for people. */
export interface MoveReason {
  /** `over`: the game has ended before it. `promotion`: the piece of the promotion is missing. */
  readonly kind: 'illegal' | 'ambiguous' | 'over' | 'promotion';
  readonly message: string;
}

// The position in question at 0, a trial after it.
const words = new Int32Array(2 * FRAME);
const map = new Int32Array(MAP);

const bitAt = (table: Int32Array, index: number, square: number): boolean =>
  ((table[index + (square >>> 5)] >>> (square & 31)) & 1) !== 0;
const pieceName = (square: number): string => `${NAMES[roleAt(words, 0, square)]} on ${squareName(square)}`;
const isOccupied = (square: number): boolean => hasPiece(words, 0, 0, square) || hasPiece(words, 0, 1, square);

/**
 * Returns the reason why the frame at `at` allows no such move, or more than one. Call it after `playSan` or
 * `playLoose` failed.
 */
export function moveReason(position: Int32Array, at: number, move: LooseSan): MoveReason {
  for (let i = 0; i < FRAME; i++) words[i] = position[at + i];
  const us = words[TURN];
  if (fillMap(words, 0, map, 0) === 0) {
    const how = inCheck(words, 0) ? 'checkmate' : 'stalemate';
    return {
      kind: 'over',
      message: `the game is over: ${SIDES[us]} is ${how === 'checkmate' ? 'checkmated' : 'stalemated'}`,
    };
  }
  if (move.unknownPiece !== undefined) {
    const { unknownPiece: letter } = move;
    const name = letter > '\x7f' ? letterName(letter) : JSON.stringify(letter);
    return illegal(`${name} is not a piece letter (K, Q, R, B or N)`);
  }
  if (move.castling !== 0) return illegal(castlingReason(move.castling === 1));
  const whole = move.file >= 0 && move.rank >= 0 && move.role === 0;
  if (whole) {
    const source = move.file + 8 * move.rank;
    if (!isOccupied(source)) return illegal(`there is no piece on ${squareName(source)}`);
    if (!hasPiece(words, 0, us, source))
      return illegal(`it is ${SIDES[us]}'s turn, and the ${pieceName(source)} is ${SIDES[us ^ 1]}'s`);
    return illegal(fromReason(source, move));
  }
  if (hasPiece(words, 0, us, move.target)) {
    return illegal(`${SIDES[us]}'s own ${pieceName(move.target)} is in the way`);
  }
  return move.role === 0 ? pawnReason(move) : pieceReason(move);
}

const NO_PROMOTION = 'the promotion piece is missing (=Q, =R, =B or =N)';
const illegal = (message: string): MoveReason => ({
  kind: message === NO_PROMOTION ? 'promotion' : 'illegal',
  message,
});

/** Returns the squares of pieces of the side to move that have the role and fit the source's file and rank. */
function named(move: SanParts): number[] {
  const found: number[] = [];
  for (let s = 0; s < 64; s++) {
    if (!hasPiece(words, 0, words[TURN], s) || roleAt(words, 0, s) !== move.role) continue;
    if ((move.file < 0 || (s & 7) === move.file) && (move.rank < 0 || s >> 3 === move.rank)) found.push(s);
  }
  return found;
}

/** Returns true if a piece attacks a square on an empty board. */
function aims(role: number, source: number, target: number): boolean {
  const s = 2 * source;
  if (role === 1) return bitAt(KNIGHT, s, target);
  if (role === 5) return bitAt(KING, s, target);
  return (role !== 3 && bitAt(BISHOP_RAYS, s, target)) || (role !== 2 && bitAt(ROOK_RAYS, s, target));
}

/** Returns the first piece between two squares, from the source on; -1 if the path is free. */
function blockerBetween(source: number, target: number): number {
  let found = -1;
  for (let s = 0; s < 64; s++) {
    if (!bitAt(BETWEEN, 2 * (64 * source + target), s) || !isOccupied(s)) continue;
    if (found < 0 || Math.abs(s - source) < Math.abs(found - source)) found = s;
  }
  return found;
}

/** Returns true if a piece of the move's role on a square attacks its target. */
const reaches = (move: LooseSan, source: number): boolean =>
  aims(move.role, source, move.target) &&
  (move.role === 1 || move.role === 5 || blockerBetween(source, move.target) < 0);

function pieceReason(move: LooseSan): MoveReason {
  const us = words[TURN];
  const name = NAMES[move.role];
  const target = squareName(move.target);
  const pieces = named(move);
  const aiming = pieces.filter((s) => aims(move.role, s, move.target));
  const reaching = aiming.filter((s) => reaches(move, s));
  const able = reaching.filter((s) => playSafely(words, 0, FRAME, s | (move.target << 6)));
  if (able.length > 1) {
    const squares = able.map(squareName);
    return {
      kind: 'ambiguous',
      message: `ambiguous between the ${name}s on ${squares.slice(0, -1).join(', ')} and ${squares.at(-1)}`,
    };
  }
  if (able.length === 1) return illegal(`the ${pieceName(able[0])} cannot promote`);
  if (reaching.length > 0) return illegal(unsafeReason(reaching[0], move.target));
  if (aiming.length > 0)
    return illegal(
      `the ${pieceName(aiming[0])} is blocked by the ${pieceName(blockerBetween(aiming[0], move.target))}`,
    );
  const all = named({ ...move, file: -1, rank: -1 });
  // a piece of the other side is meant only if none of this side could be
  if (!all.some((s) => reaches(move, s)) && isOtherSides(move))
    return illegal(`it is ${SIDES[us]}'s turn, and only ${SIDES[us ^ 1]}'s ${name} can go to ${target}`);
  if (all.length === 0) return illegal(`${SIDES[us]} has no ${name}`);
  if (pieces.length === 0) {
    const where = `${move.file >= 0 ? 'abcdefgh'.charAt(move.file) : ''}${move.rank >= 0 ? move.rank + 1 : ''}`;
    const place = where.length === 2 ? where : move.file >= 0 ? `the ${where}-file` : `rank ${where}`;
    return illegal(`${SIDES[us]} has no ${name} on ${place} (${all.map(squareName).join(', ')})`);
  }
  const castling = move.role === 5 ? castlingTo(move.target) : undefined;
  const hint = castling === undefined ? '' : `; castling is written ${castling}`;
  return illegal(`no ${name} of ${SIDES[us]} can reach ${target} (${pieces.map(squareName).join(', ')})${hint}`);
}

/** Returns the castling that brings the king to a square, if it is legal. */
function castlingTo(target: number): string | undefined {
  const isKingside = (target & 7) === 6;
  if (!isKingside && (target & 7) !== 2) return undefined;
  const castling = isKingside ? 1 : 2;
  const code = sanCode({ role: 5, file: -1, rank: -1, target: 0, promotion: 0, capture: false, check: 0, castling });
  return playSan(words, 0, FRAME, code) >= 0 && kingSquare(words, FRAME, words[TURN]) === target
    ? isKingside
      ? 'O-O'
      : 'O-O-O'
    : undefined;
}

/** Returns the reason why the king would be in check after a move that the piece itself can make. */
function unsafeReason(source: number, target: number): string {
  const us = words[TURN];
  const checked = inCheck(words, 0);
  if (roleAt(words, 0, source) === 5) {
    const attacker = findAttacker(words, 0, target, us ^ 1, source);
    return attacker < 0
      ? `${squareName(target)} is attacked`
      : `${squareName(target)} is attacked by the ${pieceName(attacker)}`;
  }
  if (checked) {
    const attacker = findAttacker(words, 0, kingSquare(words, 0, us), us ^ 1, -1);
    return `it leaves the king on ${squareName(kingSquare(words, 0, us))} in check${attacker < 0 ? '' : ` from the ${pieceName(attacker)}`}`;
  }
  playSafely(words, 0, FRAME, source | (target << 6));
  const attacker = findAttacker(words, FRAME, kingSquare(words, FRAME, us), us ^ 1, -1);
  return `the ${pieceName(source)} is pinned to the king${attacker < 0 ? '' : ` by the ${pieceName(attacker)}`}`;
}

/** Returns a piece of a color that attacks a square, with `removed` taken as empty; -1 if there is none. */
function findAttacker(board: Int32Array, at: number, square: number, by: number, removed: number): number {
  for (let s = 0; s < 64; s++) {
    if (!hasPiece(board, at, by, s) || s === square) continue;
    const role = roleAt(board, at, s);
    if (role === 0) {
      const step = by === 0 ? 8 : -8;
      if (Math.abs((s & 7) - (square & 7)) === 1 && (s >> 3) + step / 8 === square >> 3) return s;
    } else if (aims(role, s, square)) {
      let free = true;
      for (let b = 0; free && b < 64; b++) {
        free =
          !bitAt(BETWEEN, 2 * (64 * s + square), b) ||
          b === removed ||
          (!hasPiece(board, at, 0, b) && !hasPiece(board, at, 1, b));
      }
      if (free) return s;
    }
  }
  return -1;
}

function pawnReason(move: LooseSan): MoveReason {
  const us = words[TURN];
  const target = squareName(move.target);
  const last = move.target < 8 || move.target >= 56;
  const code = (promotion: number): number => sanCode({ ...move, promotion });
  if (last && move.promotion === 0 && playSan(words, 0, FRAME, code(4)) >= 0) {
    return illegal(NO_PROMOTION);
  }
  if (!last && move.promotion !== 0 && playSan(words, 0, FRAME, code(0)) >= 0) {
    return illegal('a pawn promotes only on the last rank');
  }
  const back = us === 0 ? -8 : 8;
  const isCapture = move.file >= 0 && move.file !== (move.target & 7);
  if (isCapture) {
    const source = move.target + back + move.file - (move.target & 7);
    const isNear = Math.abs(move.file - (move.target & 7)) === 1;
    if (isNear && isOwnPawn(source)) return illegal(fromReason(source, move));
    if (isOtherSides(move)) return illegal(wrongTurn(target));
    return illegal(`no pawn of ${SIDES[us]} on the ${'abcdefgh'.charAt(move.file)}-file can capture on ${target}`);
  }
  const near = move.target + back;
  const far = near + back;
  const canDouble = move.target >> 3 === (us === 0 ? 3 : 4);
  if (move.rank >= 0 && move.rank !== near >> 3 && !(canDouble && move.rank === far >> 3)) {
    return illegal(`no pawn of ${SIDES[us]} on rank ${move.rank + 1} can move to ${target}`);
  }
  if (isOwnPawn(near)) return illegal(fromReason(near, move));
  if (canDouble && isOwnPawn(far)) return illegal(fromReason(far, move));
  if (isOtherSides(move)) return illegal(wrongTurn(target));
  return illegal(`no pawn of ${SIDES[us]} can move to ${target}`);
}

const wrongTurn = (target: string): string =>
  `it is ${SIDES[words[TURN]]}'s turn, and only ${SIDES[words[TURN] ^ 1]}'s pawn can go to ${target}`;

const isOwnPawn = (square: number): boolean =>
  square >= 0 && square < 64 && hasPiece(words, 0, words[TURN], square) && roleAt(words, 0, square) === 0;

/** Returns the reason why the piece on a square cannot go to the target. */
function fromReason(source: number, move: LooseSan): string {
  const us = words[TURN];
  const role = roleAt(words, 0, source);
  const target = squareName(move.target);
  if (hasPiece(words, 0, us, move.target)) return `${SIDES[us]}'s own ${pieceName(move.target)} is in the way`;
  if (role !== 0) {
    if (!aims(role, source, move.target)) return `the ${pieceName(source)} cannot move to ${target} that way`;
    const blocker = role === 1 || role === 5 ? -1 : blockerBetween(source, move.target);
    if (blocker >= 0) return `the ${pieceName(source)} is blocked by the ${pieceName(blocker)}`;
    return unsafeReason(source, move.target);
  }
  const forward = us === 0 ? 8 : -8;
  if ((source & 7) === (move.target & 7)) {
    if (isOccupied(move.target)) return `${target} is occupied by the ${pieceName(move.target)}`;
    const steps = (move.target - source) / forward;
    if (steps === 2 && isOccupied(source + forward)) {
      return `the ${pieceName(source)} is blocked by the ${pieceName(source + forward)}`;
    }
    if (steps !== 1 && !(steps === 2 && source >> 3 === (us === 0 ? 1 : 6)))
      return `the ${pieceName(source)} cannot move to ${target} that way`;
  } else {
    if (move.target - source !== forward + 1 && move.target - source !== forward - 1) {
      return `the ${pieceName(source)} cannot move to ${target} that way`;
    }
    if (
      !isOccupied(move.target) &&
      playSan(words, 0, FRAME, sanCode({ ...move, role: 0, file: source & 7, rank: -1 })) < 0 &&
      !leavesKing(source, move.target)
    ) {
      return `there is nothing to capture on ${target}`;
    }
  }
  const last = move.target < 8 || move.target >= 56;
  if (last !== (move.promotion !== 0)) {
    return last ? NO_PROMOTION : 'a pawn promotes only on the last rank';
  }
  return unsafeReason(source, move.target);
}

/** Returns true if an en passant capture is possible but for the king's safety. */
const leavesKing = (source: number, target: number): boolean =>
  words[EP] === target && !playSafely(words, 0, FRAME, source | (target << 6));

/** Returns true if the same text is a legal move of the other side. */
function isOtherSides(move: LooseSan): boolean {
  const trial = new Int32Array(2 * FRAME);
  trial.set(words.subarray(0, FRAME));
  trial[TURN] ^= 1;
  trial[EP] = -1;
  return playSan(trial, 0, FRAME, sanCode(move)) !== -1;
}

function castlingReason(kingside: boolean): string {
  const us = words[TURN];
  const side = kingside ? 'kingside' : 'queenside';
  const is960 = words[CHESS960] !== 0;
  const move = castlingMove(words, 0, kingside, is960);
  const king = kingSquare(words, 0, us);
  const home = us === 0 ? 0 : 56;
  if (move < 0) {
    const other = (words[RIGHTS] >>> (8 * us)) & 0xff;
    return `${SIDES[us]} has ${other === 0 ? 'no right to castle' : `no right to castle ${side}`}: the king or the rook has moved, or the rook is gone`;
  }
  if (inCheck(words, 0)) {
    const attacker = findAttacker(words, 0, king, us ^ 1, -1);
    return `the king may not castle out of check${attacker < 0 ? '' : ` (from the ${pieceName(attacker)})`}`;
  }
  const rook = is960 ? (move >>> 6) & 63 : home + (kingside ? 7 : 0);
  const kingTo = home + (kingside ? 6 : 2);
  const rookTo = home + (kingside ? 5 : 3);
  const low = Math.min(king, rook, kingTo, rookTo);
  const high = Math.max(king, rook, kingTo, rookTo);
  const inPath = (s: number): boolean =>
    (s >= Math.min(king, kingTo) && s <= Math.max(king, kingTo)) ||
    (s >= Math.min(rook, rookTo) && s <= Math.max(rook, rookTo));
  for (let s = low; s <= high; s++) {
    if (s !== king && s !== rook && inPath(s) && isOccupied(s))
      return `castling ${side} is blocked by the ${pieceName(s)}`;
  }
  const step = kingTo > king ? 1 : -1;
  for (let s = king; s !== kingTo; ) {
    s += step;
    if (isAttacked(words, 0, s, us ^ 1, ...occupiedWithout(king))) {
      const attacker = findAttacker(words, 0, s, us ^ 1, king);
      const by = attacker < 0 ? '' : ` by the ${pieceName(attacker)}`;
      return `the king may not castle ${s === kingTo ? 'onto' : 'over'} ${squareName(s)}, which is attacked${by}`;
    }
  }
  return `castling ${side} leaves the king in check`;
}

function occupiedWithout(square: number): [number, number] {
  const low = words[WHITE] | words[WHITE + 2];
  const high = words[WHITE + 1] | words[WHITE + 3];
  return square < 32 ? [low & ~(1 << square), high] : [low, high & ~(1 << (square - 32))];
}
