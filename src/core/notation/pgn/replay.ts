import { FRAME, FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { ILLEGAL, playNull, playSan, readSan, sanRank, sanRole } from '../../games/chess/san.ts';
import {
  englishForms,
  type Letters,
  leadingPieceLetter,
  lettersFor,
  playLoose,
  readLoose,
} from '../../games/chess/san-loose.ts';
import { type MoveReason, moveReason } from '../../games/chess/san-reason.ts';
import { type ChessState, INITIAL_FEN, printChess } from '../../games/chess/state.ts';
import { VARIANT_TITLES } from '../../games/variants.ts';
import { type GameChunk, readChunk } from './document.ts';
import { lostMoves } from './lost-moves.ts';
import { type GameStart, gameStart, isStandard, readTags, type Tag } from './tags.ts';
import { NULL_MOVE } from './tokens.ts';
import { buildTree, type GameTree, tokenEnd } from './tree.ts';
import { squareOffBoard } from './words.ts';

/** Maximum number of moves that are replayed, variations included; the rest is not checked. */
export const MAX_MOVES = 250_000;

// The status of a move.
export const PLAYED = 0;
/** Illegal or ambiguous. */
export const FAILED = 1;
/**
 * The position before it is unknown: it follows a failed move or a word in place of a move, or the game has no start.
 */
export const UNCHECKED = 2;

const KING = 5;

/** The positions of a game after every move of every line. */
export interface Replay {
  readonly tree: GameTree;
  readonly start: GameStart;
  readonly status: Uint8Array;
  /** The moves that were played (`frame.ts`); -1 for null moves and moves that were not. */
  readonly moves: Int32Array;
  /** The code of each played move if it is in export format (`san-code.ts`); else -1. */
  readonly codes: Int32Array;
  /**
   * Frames: the start position, then the position after each move, in text order. Only those of played moves are
   * meaningful.
   */
  readonly frames: Int32Array;
  /** Set if the pieces are not written only with English letters. */
  readonly letters?: Letters;
  /** True if `bxc4` may be a bishop's move, because other pieces have small letters. */
  readonly isSmall?: boolean;
}

/**
 * Plays the main line and all variations. A move that cannot be played ends its line and the variations that start
 * after it; the line is not resumed. If moves fail and the piece letters of other languages fit the game, it is played
 * with them. `frames` may be passed for reuse and grows if it is too short.
 */
export function replay(text: string, tree: GameTree, start: GameStart, reuse?: Int32Array): Replay {
  const plain = playAll(text, tree, start, reuse);
  if (!plain.status.includes(FAILED)) return plain;
  const used = foreignLetters(text, tree);
  if (used === undefined)
    return hasSmallLetters(text, tree) ? playAll(text, tree, start, plain.frames, undefined, true) : plain;
  let best: Letters | undefined;
  let most = countPlayed(plain);
  for (const letters of lettersFor(used)) {
    const played = countPlayed(playAll(text, tree, start, plain.frames, letters));
    if (played > most) {
      best = letters;
      most = played;
    }
  }
  return playAll(text, tree, start, plain.frames, best);
}

/** A piece with a small letter that no other form of the move explains. */
const SMALL = /^[nrqk](?:[a-h]|[1-8])?x?[a-h][1-8]/;

/** Returns true if a game has pieces in small letters, so that `bxc4` can be a bishop's move. */
const hasSmallLetters = (text: string, tree: GameTree): boolean =>
  tree.moveToken.some((_, m) => SMALL.test(moveText(text, tree, m)));

/** Returns the piece letters of a game, if one of them is not English. */
function foreignLetters(text: string, tree: GameTree): ReadonlySet<string> | undefined {
  const used = new Set<string>();
  for (let m = 0; m < tree.moveToken.length; m++) {
    if (tree.chunk.kinds[tree.moveToken[m]!] === NULL_MOVE) continue;
    const written = moveText(text, tree, m);
    const letter = leadingPieceLetter(written);
    if (letter !== undefined) used.add(letter);
    const promoted = /[=/:]?([A-Z\u0400-\u04FF])[^a-h1-8]*$/.exec(written)?.[1];
    if (promoted !== undefined && promoted !== letter && /[18]/.test(written)) used.add(promoted);
  }
  return [...used].some((letter) => !'PNBRQKO'.includes(letter)) ? used : undefined;
}

function countPlayed({ status }: Replay): number {
  let played = 0;
  for (const value of status) if (value === PLAYED) played++;
  return played;
}

function playAll(
  text: string,
  tree: GameTree,
  start: GameStart,
  reuse: Int32Array | undefined,
  letters?: Letters,
  isSmall = false,
): Replay {
  const count = tree.moveToken.length;
  const played = start.state === undefined ? 0 : Math.min(count, MAX_MOVES);
  const size = (played + 1) * FRAME;
  const frames = reuse !== undefined && reuse.length >= size ? reuse : new Int32Array(size);
  const status = new Uint8Array(count).fill(UNCHECKED);
  const moves = new Int32Array(count).fill(-1);
  const codes = new Int32Array(count).fill(-1);
  const result = { tree, start, status, moves, codes, frames, isSmall, ...(letters !== undefined && { letters }) };
  if (start.state === undefined) return result;
  for (let i = 0; i < FRAME; i++) frames[i] = start.state.words[i]!;
  const { chunk, offset } = tree;
  const { moves: lost } = lostMoves(text, tree);
  for (let m = 0; m < played; m++) {
    const previous = tree.movePrevious[m]!;
    if ((previous >= 0 && status[previous] !== PLAYED) || (lost.size > 0 && lost.has(m))) continue;
    const token = tree.moveToken[m]!;
    const begin = offset + chunk.starts[token]!;
    const from = (previous + 1) * FRAME;
    const to = (m + 1) * FRAME;
    if (chunk.kinds[token] === NULL_MOVE) {
      status[m] = playNull(frames, from, to) ? PLAYED : FAILED;
      continue;
    }
    const end = offset + tokenEnd(chunk, token);
    let code = letters === undefined ? readSan(text, begin, end) : -1;
    let move = code < 0 ? ILLEGAL : playSan(frames, from, to, code);
    // Ke1g1 has the form of SAN
    if (code >= 0 && move < 0 && sanRole(code) === KING && sanRank(code) >= 0) code = -1;
    if (code < 0) move = playWritten(frames, from, to, text.slice(begin, end), letters);
    if (isSmall && move < 0 && text.startsWith('bx', begin)) {
      code = -1;
      move = playWritten(frames, from, to, `B${text.slice(begin + 1, end)}`, undefined);
    }
    status[m] = move >= 0 ? PLAYED : FAILED;
    moves[m] = Math.max(-1, move);
    codes[m] = code;
  }
  return result;
}

/** Plays a move that is not in export format: the first of its readings that can be played. */
function playWritten(
  frames: Int32Array,
  from: number,
  to: number,
  written: string,
  letters: Letters | undefined,
): number {
  for (const form of letters === undefined ? [written] : englishForms(written, letters)) {
    const loose = readLoose(form);
    const move = loose === undefined ? -1 : playLoose(frames, from, to, loose);
    if (move >= 0) return move;
  }
  return -1;
}

/** Plays a move from one frame to another as in the replay of a game; negative if it is not playable. */
export function playText(
  frames: Int32Array,
  from: number,
  to: number,
  written: string,
  letters: Letters | undefined,
): number {
  const code = letters === undefined ? readSan(written, 0, written.length) : -1;
  const move = code < 0 ? ILLEGAL : playSan(frames, from, to, code);
  const isRead = move >= 0 || (code >= 0 && !(sanRole(code) === KING && sanRank(code) >= 0));
  return isRead ? move : playWritten(frames, from, to, written, letters);
}

/** Returns the position after a move (-1: the start), undefined if it is unknown. */
export function stateAfter({ start, status, frames }: Replay, move: number): ChessState | undefined {
  if (start.state === undefined || (move >= 0 && status[move] !== PLAYED)) return undefined;
  return { words: frames.slice((move + 1) * FRAME, (move + 2) * FRAME) };
}

/** Returns the FEN after a move, with an en passant square only if a capture there is legal. */
export function fenAfter(replay: Replay, move: number): string | undefined {
  if (move < 0 && isStandard(replay.start)) return INITIAL_FEN;
  const state = stateAfter(replay, move);
  return state === undefined ? undefined : printChess(state);
}

/** Returns a move as written. */
export function moveText(text: string, { chunk, offset, moveToken }: GameTree, move: number): string {
  const token = moveToken[move]!;
  return text.slice(offset + chunk.starts[token]!, offset + tokenEnd(chunk, token));
}

/** Returns the reason why a move failed. */
export function failureReason(text: string, { tree, frames, letters }: Replay, move: number): MoveReason {
  if (tree.chunk.kinds[tree.moveToken[move]!] === NULL_MOVE) {
    return { kind: 'illegal', message: 'the turn cannot be passed in check' };
  }
  const written = moveText(text, tree, move);
  const loose = readLoose(letters === undefined ? written : (englishForms(written, letters)[0] ?? written));
  if (loose === undefined) {
    const off = squareOffBoard(written);
    if (off !== undefined) return { kind: 'illegal', message: `there is no square ${off}` };
    const message = written.includes('@') ? 'pieces cannot be dropped in this game' : 'a pawn promotes to Q, R, B or N';
    return { kind: 'illegal', message };
  }
  return moveReason(frames, (tree.movePrevious[move]! + 1) * FRAME, loose);
}

/** A game at its place in a text, read and replayed. */
export interface WholeGame {
  readonly text: string;
  readonly tags: readonly Tag[];
  /** The replay, with tree and start. */
  readonly replay: Replay;
}

/** Reads the game of a chunk at `offset`. `frames` may be passed for reuse. */
export function wholeGame(text: string, chunk: GameChunk, offset: number, frames?: Int32Array): WholeGame {
  const tree = buildTree(chunk, offset);
  const tags = readTags(text, tree);
  return { text, tags, replay: replay(text, tree, gameStart(text, tags), frames) };
}

/** Reads the first game of a text; offsets count from its start. */
export const readGame = (text: string, chunk: GameChunk = readChunk(text, 0)): WholeGame => wholeGame(text, chunk, 0);

/** Returns `12.` or `12...` before a move: by the position, or by the ply if the position is unknown. */
export function numberBefore(game: Replay, move: number): string {
  const { tree } = game;
  const words = stateAfter(game, tree.movePrevious[move]!)?.words;
  const black = words === undefined ? tree.movePly[move]! % 2 === 0 : words[TURN] === 1;
  const number = words === undefined ? Math.ceil(tree.movePly[move]! / 2) : words[FULLMOVES];
  return `${number}${black ? '...' : '.'}`;
}

/**
 * Returns the reason why the position after a move (-1: the start) is unknown, as text to follow "not scored: ": `7.Nf9
 * above is illegal`. Undefined if it is known.
 */
export function unknownPositionReason(text: string, game: Replay, move: number): string | undefined {
  const { start, status, tree } = game;
  if (start.state === undefined) return unknownStartReason(start);
  let first = -1;
  for (let m = move; m >= 0 && status[m] !== PLAYED; m = tree.movePrevious[m]!) first = m;
  if (first < 0) return undefined;
  const name = `${numberBefore(game, first)}${moveText(text, tree, first)}`;
  if (status[first] !== FAILED) return `what stands before ${name} cannot be read`;
  return `${name} above is ${failureReason(text, game, first).kind === 'ambiguous' ? 'ambiguous' : 'illegal'}`;
}

/**
 * Returns the reason why a game has no start.
 *
 * @param known subject and verb for the components that support only chess
 */
export function unknownStartReason({ unknownVariant, variantGame, fen }: GameStart, known = 'metrics know'): string {
  if (unknownVariant !== undefined) return `the variant ${JSON.stringify(unknownVariant.value)} is not known`;
  if (variantGame !== undefined) return `${known} chess and Chess960, not ${VARIANT_TITLES[variantGame.rules]}`;
  return fen === undefined ? 'the game has no start' : 'the FEN tag holds no position';
}
