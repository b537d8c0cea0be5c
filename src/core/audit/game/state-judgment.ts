import { afterMove, legalMoves } from '../../games/chess/chess.ts';
import { EP, TURN } from '../../games/chess/frame.ts';
import { parseChess } from '../../games/chess/state.ts';
import { wrongSquares } from '../../metrics/board-diff.ts';
import { printPlacement, readPlacement, readSquares, type Squares } from '../../metrics/placement.ts';
import { possibleRights } from '../../notation/fen/castling-field.ts';
import { readFen } from '../../notation/fen/read-fen.ts';
import { GameNode } from './game-node.ts';
import { upFrom } from './play-moves.ts';

/** Relation of a state to the positions that its text may be at. */
export interface StateTie {
  /** Maximum number of wrong squares; with more it is another position. */
  readonly limit: number;
  /** True if the text calls it the current position: an earlier one is wrong. */
  readonly isNow: boolean;
  /** Number of plies that may have been played without appearing in the text. */
  readonly ahead: 0 | 2;
  /** Returns false once enough continuations have been tried. */
  readonly canTry: () => boolean;
}

/** Verdict on a state. `other`: a position that is tied to none of those known. */
export type Judgment =
  | { readonly kind: 'right'; readonly node: GameNode; readonly hasOtherCounters: boolean }
  | { readonly kind: 'wrong'; readonly truth: GameNode }
  | { readonly kind: 'other' };

/** Maximum number of positions up the likeliest line that are compared. */
const LONG_AGO = 600;
/** Maximum number of squares that two plies change. */
const TWO_PLIES = 8;
const NEAR = 4;

/** Judges a state by the positions that its text may be at, the likeliest first. It is right if it is one of them. */
export function judgeState(positions: readonly GameNode[], state: TextState, tie: StateTie): Judgment {
  const agreed = positions.map((node) => agreement(state, node));
  const at = agreed.includes('equal') ? agreed.indexOf('equal') : agreed.indexOf('counters');
  const match = positions[at];
  if (match !== undefined) return { kind: 'right', node: match, hasOtherCounters: agreed[at] === 'counters' };
  const [truth] = positions;
  if (truth === undefined) return { kind: 'other' };
  for (const node of upFrom(truth, LONG_AGO))
    if (node !== truth && agreement(state, node) !== 'different')
      return tie.isNow ? { kind: 'wrong', truth } : { kind: 'right', node, hasOtherCounters: false };
  const apart = Math.min(...positions.map((node) => countWrongSquares(state, node)));
  if (tie.ahead > 0 && state.isComplete && apart <= TWO_PLIES) {
    if (!tie.canTry()) return { kind: 'other' };
    const later = positions.find((node) => isAhead(node, state));
    if (later !== undefined) return { kind: 'other' };
  }
  // in a complete board, perhaps only the side or the rights are wrong
  return apart <= tie.limit ? { kind: 'wrong', truth } : { kind: 'other' };
}

/** Returns true if a state is one or two plies after a position. */
function isAhead(from: GameNode, state: TextState): boolean {
  for (const move of legalMoves(from.state)) {
    const next = tried(from, move);
    if (agreement(state, next) !== 'different') return true;
    if (countWrongSquares(state, next) > NEAR) continue;
    for (const reply of legalMoves(next.state)) if (agreement(state, tried(next, reply)) !== 'different') return true;
  }
  return false;
}

/** Returns the position after a move, which its parent does not keep. */
const tried = (node: GameNode, move: number): GameNode => new GameNode(afterMove(node.state, move).words, node);

/** A state of a text, parsed. */
export interface TextState {
  /** The state as written. */
  readonly fen: string;
  readonly squares: Squares;
  /** True if all 64 squares are known. */
  readonly isComplete: boolean;
  /** The board as a placement field. */
  readonly placement: string;
  readonly side: string | undefined;
  readonly castling: string | undefined;
  readonly enPassant: string | undefined;
  readonly counters: readonly [string, string] | undefined;
  /**
   * Frames of its possible positions: one, or one for each side if the side is not stated; none if it is no position.
   */
  readonly frames: readonly Int32Array[];
}

/** Reads a FEN with any number of fields. Missing fields take the values that the board allows. */
export function readTextState(fen: string, chess960: boolean): TextState {
  const [board = '', side, castling, enPassant, halfmoves, fullmoves] = fen.split(' ');
  const { squares, complete } = readPlacement(board);
  const rights = castling ?? (complete ? possibleRights(readFen(`${board} w - - 0 1`).squares) : '-');
  const frames: Int32Array[] = [];
  if (complete) {
    for (const turn of side === undefined ? ['w', 'b'] : [side]) {
      const whole = `${board} ${turn} ${rights} ${enPassant ?? '-'} ${halfmoves ?? '0'} ${fullmoves ?? '1'}`;
      const frame = makeFrame(whole, castling, chess960);
      if (frame !== undefined) frames.push(frame);
    }
  }
  return {
    fen,
    squares,
    isComplete: complete,
    placement: printPlacement(squares),
    side,
    castling,
    enPassant,
    counters: fullmoves === undefined ? undefined : [halfmoves ?? '', fullmoves],
    frames,
  };
}

/** Returns the frame of a FEN. Castling letters without their king and rooks at home may be those of Chess960. */
function makeFrame(fen: string, castling: string | undefined, chess960: boolean): Int32Array | undefined {
  const standard = parseChess(fen, chess960);
  const rights = (castling ?? '-').replace('-', '').length;
  const isWhole = (words: Int32Array): boolean => new GameNode(words).castling.replace('-', '').length === rights;
  if (standard.ok && (chess960 || isWhole(standard.value.words))) return standard.value.words;
  const other = parseChess(fen, true);
  if (other.ok && (!standard.ok || isWhole(other.value.words))) return other.value.words;
  return standard.ok ? standard.value.words : undefined;
}

/** Agreement of a state with a position. `counters`: all but the counters, or an en passant square that is left out. */
export type Agreement = 'equal' | 'counters' | 'different';

/** Compares a state with a position; fields that the state lacks agree. */
function agreement(state: TextState, node: GameNode): Agreement {
  const [frame] = state.frames;
  if (!state.isComplete || !(frame === undefined ? state.placement === node.placement : sameBoard(frame, node.words)))
    return 'different';
  if (state.side !== undefined && state.side !== (node.turn === 0 ? 'w' : 'b')) return 'different';
  if (!node.isExact) return 'equal';
  if (state.castling !== undefined && !sameRights(state.castling, node.castling)) return 'different';
  if (state.enPassant !== undefined && state.enPassant !== '-' && frame !== undefined && frame[EP] !== node.words[EP])
    return 'different';
  if (state.enPassant === '-' && (node.words[EP] ?? -1) >= 0) return 'counters';
  const { counters } = state;
  const [halfmoves, fullmoves] = node.counters;
  return counters === undefined || (counters[0] === halfmoves && counters[1] === fullmoves) ? 'equal' : 'counters';
}

/** Returns true if two frames have the same pieces on the same squares. */
function sameBoard(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < TURN; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Returns true for the same letters, and for letters of Chess960, which name files instead. */
function sameRights(written: string, actual: string): boolean {
  if (written === actual || /[A-Ha-h]/.test(written)) return true;
  return Array.from(written).sort().join('') === Array.from(actual).sort().join('');
}

/** Counts the squares that differ between a state and a position; unknown ones count as right. */
const countWrongSquares = (state: TextState, node: GameNode): number =>
  wrongSquares(readSquares(node.fen), state.squares).length;
