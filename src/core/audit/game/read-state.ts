import { EP, TURN } from '../../games/chess/frame.ts';
import { parseChess } from '../../games/chess/state.ts';
import { wrongSquares } from '../../metrics/board-diff.ts';
import { printPlacement, readPlacement, readSquares, type Squares } from '../../metrics/placement.ts';
import { possibleRights } from '../../notation/fen/castling-field.ts';
import { readFen } from '../../notation/fen/read-fen.ts';
import { GameNode } from './node.ts';

/** A state of a text, read. */
export interface ReadState {
  /** As written. */
  readonly fen: string;
  readonly squares: Squares;
  /** All 64 squares are known. */
  readonly isComplete: boolean;
  /** The board as a placement field. */
  readonly placement: string;
  readonly side: string | undefined;
  readonly castling: string | undefined;
  readonly enPassant: string | undefined;
  readonly counters: readonly [string, string] | undefined;
  /** Frames of the positions that it may be: one, or one a side where the side is not said; none if it is no position. */
  readonly frames: readonly Int32Array[];
}

/** Reads a FEN with any number of fields. Fields that are missing take what the board allows. */
export function readState(fen: string, chess960: boolean): ReadState {
  const [board = '', side, castling, enPassant, halfmoves, fullmoves] = fen.split(' ');
  const { squares, complete } = readPlacement(board);
  const rights = castling ?? (complete ? possibleRights(readFen(`${board} w - - 0 1`).squares) : '-');
  const frames: Int32Array[] = [];
  if (complete) {
    for (const turn of side === undefined ? ['w', 'b'] : [side]) {
      const whole = `${board} ${turn} ${rights} ${enPassant ?? '-'} ${halfmoves ?? '0'} ${fullmoves ?? '1'}`;
      const frame = frameOf(whole, castling, chess960);
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

/** Castling letters without their king and rooks at home may be those of Chess960. */
function frameOf(fen: string, castling: string | undefined, chess960: boolean): Int32Array | undefined {
  const standard = parseChess(fen, chess960);
  const rights = (castling ?? '-').replace('-', '').length;
  const isWhole = (words: Int32Array): boolean => new GameNode(words).castling.replace('-', '').length === rights;
  if (standard.ok && (chess960 || isWhole(standard.value.words))) return standard.value.words;
  const other = parseChess(fen, true);
  if (other.ok && (!standard.ok || isWhole(other.value.words))) return other.value.words;
  return standard.ok ? standard.value.words : undefined;
}

/** How a state agrees with a position. `counters`: all but the counters, or an en passant square that is left out. */
export type Agreement = 'equal' | 'counters' | 'different';

/** Compares a state with a position; what the state does not say agrees. */
export function agreement(state: ReadState, node: GameNode): Agreement {
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

/** True if two frames have the same pieces on the same squares. */
function sameBoard(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < TURN; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** True for the same letters, and for letters of Chess960, which name files instead. */
function sameRights(written: string, actual: string): boolean {
  if (written === actual || /[A-Ha-h]/.test(written)) return true;
  return Array.from(written).sort().join('') === Array.from(actual).sort().join('');
}

/** Number of squares that a state shows otherwise than a position does; unknown ones count as right. */
export const squaresApart = (state: ReadState, node: GameNode): number =>
  wrongSquares(readSquares(node.fen), state.squares).length;
