import { FRAME } from '../games/chess/frame.ts';
import { playNull, playSan } from '../games/chess/san.ts';
import { readSan } from '../games/chess/san-code.ts';
import { playLoose, readLoose } from '../games/chess/san-loose.ts';
import { type MoveReason, moveReason } from '../games/chess/san-reason.ts';
import { type ChessState, printChess } from '../games/chess/state.ts';
import type { GameStart } from './start.ts';
import { NULL_MOVE } from './tokens.ts';
import { type GameTree, tokenEnd } from './tree.ts';

/** Games with more moves, variations included, are replayed up to here; the rest is not checked. */
export const MOST_MOVES = 250_000;

// What became of a move.
export const PLAYED = 0;
/** Not legal, or not one move alone. */
export const FAILED = 1;
/** The position before it is not known: it follows a failed move, or the game has no start. */
export const UNCHECKED = 2;

/** The positions of a game after every move of every line. */
export interface Replay {
  readonly tree: GameTree;
  readonly start: GameStart;
  readonly status: Uint8Array;
  /** The moves that were played (`frame.ts`); -1 for null moves and moves that were not. */
  readonly moves: Int32Array;
  /** Frames: the start position, then the position after each move, in text order. Only those of played moves mean anything. */
  readonly frames: Int32Array;
}

/**
 * Plays the main line and all variations. A move that cannot be played ends its line, and the variations that start
 * behind it; it is not stitched on. `frames` may be given to be used again, and grows when it is too short.
 */
export function replay(text: string, tree: GameTree, start: GameStart, reuse?: Int32Array): Replay {
  const count = tree.moveToken.length;
  const played = start.state === undefined ? 0 : Math.min(count, MOST_MOVES);
  const size = (played + 1) * FRAME;
  const frames = reuse !== undefined && reuse.length >= size ? reuse : new Int32Array(size);
  const status = new Uint8Array(count).fill(UNCHECKED);
  const moves = new Int32Array(count).fill(-1);
  if (start.state === undefined) return { tree, start, status, moves, frames };
  for (let i = 0; i < FRAME; i++) frames[i] = start.state.words[i];
  const { chunk, offset } = tree;
  for (let m = 0; m < played; m++) {
    const previous = tree.movePrevious[m];
    if (previous >= 0 && status[previous] !== PLAYED) continue;
    const token = tree.moveToken[m];
    const begin = offset + chunk.starts[token];
    const from = (previous + 1) * FRAME;
    const to = (m + 1) * FRAME;
    if (chunk.kinds[token] === NULL_MOVE) {
      status[m] = playNull(frames, from, to) ? PLAYED : FAILED;
      continue;
    }
    const end = offset + tokenEnd(chunk, token);
    const code = readSan(text, begin, end);
    let move = code < 0 ? -1 : playSan(frames, from, to, code);
    if (code < 0) {
      const loose = readLoose(text.slice(begin, end));
      move = loose === undefined ? -1 : playLoose(frames, from, to, loose);
    }
    status[m] = move >= 0 ? PLAYED : FAILED;
    moves[m] = Math.max(-1, move);
  }
  return { tree, start, status, moves, frames };
}

/** The position after a move (-1: the start), undefined when it is not known. */
export function stateAfter({ start, status, frames }: Replay, move: number): ChessState | undefined {
  if (start.state === undefined || (move >= 0 && status[move] !== PLAYED)) return undefined;
  return { words: frames.slice((move + 1) * FRAME, (move + 2) * FRAME) };
}

/** Its FEN, with an en passant square only when a capture there is legal. */
export function fenAfter(replay: Replay, move: number): string | undefined {
  const state = stateAfter(replay, move);
  return state === undefined ? undefined : printChess(state);
}

/** A move as it is written. */
export function moveText(text: string, { chunk, offset, moveToken }: GameTree, move: number): string {
  const token = moveToken[move];
  return text.slice(offset + chunk.starts[token], offset + tokenEnd(chunk, token));
}

/** Why a failed move failed. */
export function failureReason(text: string, { tree, frames }: Replay, move: number): MoveReason {
  if (tree.chunk.kinds[tree.moveToken[move]] === NULL_MOVE) {
    return { kind: 'illegal', message: 'the turn cannot be passed in check' };
  }
  const written = moveText(text, tree, move);
  const loose = readLoose(written);
  if (loose === undefined) {
    const message = written.includes('@') ? 'no piece is dropped in this game' : 'a pawn promotes to Q, R, B or N';
    return { kind: 'illegal', message };
  }
  return moveReason(frames, (tree.movePrevious[move] + 1) * FRAME, loose);
}
