import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { seeded } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import { randomWalk, replayActions } from '../../core/worlds/random-walk.ts';
import { encodeState } from '../../core/worlds/renamed-world.ts';
import { findWorld } from '../../core/worlds/worlds.ts';
import {
  type Completion,
  type CompletionRequest,
  fault,
  type Model,
  type ModelFault,
  OFFLINE_CAPABILITIES,
  type StateTask,
  type WorldTask,
} from '../model.ts';
import type { ModelSource } from './source.ts';

/** A predictor without language: returns the text of a state, or the reason why it cannot work on the task. */
type Predictor = (task: StateTask | WorldTask) => Result<string, string>;

/** Always predicts the start position of the game. */
const startPosition: Predictor = (task) => ok(task.startFen);

/** Predicts the true state `k` plies earlier; the start position if there were fewer. */
const lag =
  (k: number): Predictor =>
  (task) => {
    const ply = Math.max(0, task.moves.length - k);
    return task.kind === 'world' ? stateAfter(task, ply) : fenAfter(task.startFen, task.moves, ply);
  };

const naiveTracker: Predictor = (task) =>
  task.kind === 'world'
    ? err('naive-tracker knows how chess pieces move, and no other world')
    : trackNaively(task.startFen, task.moves);

/**
 * Predicts the end of a random walk with as many actions: a state of the right depth that knows nothing about the line. Drawn from a seed
 * of the task.
 */
const walkAtRandom: Predictor = (task) => {
  const world = task.kind === 'world' ? ok(task.world) : findWorld(task.variant);
  if (!world.ok) return world;
  const start = world.value.automaton.parse(task.startFen);
  if (!start.ok) return start;
  const random = seeded(partSeed(task.sample, JSON.stringify([task.startFen, task.moves])));
  const { states } = randomWalk({ ...world.value, start: start.value }, task.moves.length, random);
  return ok(world.value.automaton.print(states.at(-1)));
};

const baseline = (name: string, predict: Predictor): Model => ({
  label: `${BASELINES.id}:${name}`,
  capabilities: () => Promise.resolve(ok(OFFLINE_CAPABILITIES)),
  complete: ({ task }: CompletionRequest, signal): Promise<Result<Completion, ModelFault>> => {
    if (signal.aborted) return Promise.resolve(fault('cancelled', 'cancelled'));
    if (task.kind === 'mav' || task.kind === 'text')
      return Promise.resolve(fault('unsupported-task', `${BASELINES.id}:${name} predicts states only.`));
    const state = predict(task);
    if (!state.ok) return Promise.resolve(fault('unsupported-task', state.error));
    const text = task.kind === 'world' ? encodeState(task.world, state.value) : state.value;
    return Promise.resolve(ok({ text, finishReason: 'stop' }));
  },
});

/** Longest lag with a name; a longer one is the start position for nearly every game. */
const MAX_LAG = 999;

/** Baselines that every report plots: string metrics flatter them, p_m does not. Offline, deterministic, free. */
export const BASELINES: ModelSource = {
  id: 'baseline',
  title: 'Baselines: offline, no key',
  names: ['naive-tracker', 'start-position', 'lag-k', 'random-walk'],
  open(name) {
    if (name === 'start-position') return ok(baseline(name, startPosition));
    if (name === 'naive-tracker') return ok(baseline(name, naiveTracker));
    if (name === 'random-walk') return ok(baseline(name, walkAtRandom));
    const k = /^lag-([1-9]\d{0,2})$/.exec(name)?.[1];
    if (k !== undefined) return ok(baseline(name, lag(Number(k))));
    return fault('unknown-model', unknown(name));
  },
};

const unknown = (name: string): string =>
  `unknown baseline "${name}"; expected naive-tracker, start-position, random-walk, or lag-1 to lag-${MAX_LAG}`;

/**
 * Returns the FEN of a tracker that knows how pieces move and nothing about the other rules. From a start FEN and SAN it works
 * as follows, always the same way and to the end, whatever the moves are:
 *
 * - A move goes to the first piece of its letter and side, in the order of the FEN (a8 to h8, then a7, down to h1),
 *   that fits the file or rank that SAN names and could reach the square: by the piece's geometry, with no piece
 *   between. What stands on the square does not matter. No pins, no checks.
 * - A pawn that captures comes diagonally, one step; one that does not comes straight, one step, or two from its
 *   second rank over an empty square. En passant takes nothing: the captured pawn stays. The field stays `-`.
 * - Castling sets the first king of the side on its home rank to the g- or c-file and the outermost rook on that side
 *   of it to the f- or d-file (so Chess960 too), whatever stands between; a rook that is not there stays away.
 * - Castling rights stay those of the start FEN.
 * - A move that no piece could make, or that is no SAN, changes the side to move and the counters only.
 * - The halfmove clock starts again at a pawn's move and at anything that is written as a capture or takes a piece.
 */
export const trackNaively = (startFen: string, moves: readonly string[]): Result<string, string> => {
  const board = readStart(startFen);
  if (board === undefined) return err(`the start position cannot be read: ${startFen}`);
  for (const san of moves) playMove(board, san);
  return ok(print(board));
};

interface Board {
  /** Piece letters, '' if empty; index 0 is a8, 63 is h1: the order of a FEN. */
  readonly squares: string[];
  white: boolean;
  readonly castling: string;
  halfmoves: number;
  fullmoves: number;
}

const SAN =
  /^(?<letter>[KQRBN]?)(?<file>[a-h]?)(?<rank>[1-8]?)(?<capture>[x:]?)(?<to>[a-h][1-8])=?(?<promotion>[QRBNqrbn]?)/;
const CASTLES = /^[O0o]-?[O0o](?<long>-?[O0o])?/;

const readStart = (fen: string): Board | undefined => {
  const [placement = '', side = 'w', castling = '-', , halfmoves = '0', fullmoves = '1'] = fen.trim().split(/\s+/);
  const squares: string[] = [];
  const ranks = placement.split('/');
  for (const rank of ranks) {
    for (const c of rank) {
      if (/[1-8]/.test(c)) for (let n = Number(c); n > 0; n--) squares.push('');
      else if (/[pnbrqk]/i.test(c)) squares.push(c);
      else return undefined;
    }
  }
  if (ranks.length !== 8 || squares.length !== 64 || !/^[wb]$/.test(side)) return undefined;
  return {
    squares,
    white: side === 'w',
    castling,
    halfmoves: counter(halfmoves, 0),
    fullmoves: counter(fullmoves, 1),
  };
};

const counter = (text: string, otherwise: number): number => (/^\d{1,4}$/.test(text) ? Number(text) : otherwise);

const print = (board: Board): string => {
  const ranks: string[] = [];
  for (let row = 0; row < 64; row += 8) {
    const rank = board.squares.slice(row, row + 8).map((piece) => piece || ' ');
    ranks.push(rank.join('').replace(/ +/g, (empty) => String(empty.length)));
  }
  return `${ranks.join('/')} ${board.white ? 'w' : 'b'} ${board.castling} - ${board.halfmoves} ${board.fullmoves}`;
};

const playMove = (board: Board, san: string): void => {
  const castles = CASTLES.exec(san);
  board.halfmoves++;
  if (castles !== null) castle(board, castles.groups?.long !== undefined);
  else movePiece(board, san);
  if (!board.white) board.fullmoves++;
  board.white = !board.white;
};

const movePiece = (board: Board, san: string): void => {
  const parts = SAN.exec(san)?.groups;
  if (parts === undefined) return;
  const { letter = '', file, rank, capture, to: target = '', promotion = '' } = parts;
  const to = squareIndex(target);
  const piece = own(board, letter === '' ? 'P' : letter);
  const takes = capture !== '';
  const from = board.squares.findIndex(
    (held, square) =>
      held === piece &&
      square !== to &&
      (file === '' || file === fileName(square)) &&
      (rank === '' || rank === rankName(square)) &&
      reaches(board, piece, square, to, takes),
  );
  if (letter === '' || takes || (from >= 0 && board.squares[to] !== '')) board.halfmoves = 0;
  if (from < 0) return;
  board.squares[from] = '';
  board.squares[to] = promotion === '' ? piece : own(board, promotion);
};

const castle = (board: Board, long: boolean): void => {
  const home = board.white ? 56 : 0;
  const row = board.squares.slice(home, home + 8);
  const king = row.indexOf(own(board, 'K'));
  if (king < 0) return;
  const rookLetter = own(board, 'R');
  const outermost = long ? row.indexOf(rookLetter) : row.lastIndexOf(rookLetter);
  const rook = outermost >= 0 && (long ? outermost < king : outermost > king) ? outermost : -1;
  board.squares[home + king] = '';
  if (rook >= 0) board.squares[home + rook] = '';
  board.squares[home + (long ? 2 : 6)] = own(board, 'K');
  if (rook >= 0) board.squares[home + (long ? 3 : 5)] = rookLetter;
};

const own = (board: Board, letter: string): string => (board.white ? letter.toUpperCase() : letter.toLowerCase());
const squareIndex = (name: string): number => (8 - Number(name[1])) * 8 + name.charCodeAt(0) - 97;
const fileName = (square: number): string => String.fromCharCode(97 + (square % 8));
const rankName = (square: number): string => String(8 - Math.floor(square / 8));

/** Returns true if the piece could reach the square when only its geometry counts. */
const reaches = (board: Board, piece: string, from: number, to: number, takes: boolean): boolean => {
  const files = (to % 8) - (from % 8);
  const ranks = Math.floor(to / 8) - Math.floor(from / 8);
  const far = Math.max(Math.abs(files), Math.abs(ranks));
  const straight = files === 0 || ranks === 0;
  const diagonal = Math.abs(files) === Math.abs(ranks);
  switch (piece.toUpperCase()) {
    case 'N':
      return Math.abs(files * ranks) === 2;
    case 'K':
      return far === 1;
    case 'B':
      return diagonal && isClear(board, from, to, far);
    case 'R':
      return straight && isClear(board, from, to, far);
    case 'Q':
      return (straight || diagonal) && isClear(board, from, to, far);
    default:
      return pawnReaches(board, from, to, files, takes);
  }
};

const pawnReaches = (board: Board, from: number, to: number, files: number, takes: boolean): boolean => {
  const forward = (Math.floor(to / 8) - Math.floor(from / 8)) * (board.white ? -1 : 1);
  if (takes) return forward === 1 && Math.abs(files) === 1;
  const second = board.white ? 6 : 1;
  return (
    files === 0 && (forward === 1 || (forward === 2 && Math.floor(from / 8) === second && isClear(board, from, to, 2)))
  );
};

const isClear = (board: Board, from: number, to: number, far: number): boolean => {
  const step = (to - from) / far;
  for (let i = 1; i < far; i++) if (board.squares[from + i * step] !== '') return false;
  return true;
};

/**
 * Returns the text of the state after the first `count` actions of a walk. The error is one sentence: no state to start from, or the first
 * illegal action.
 */
export function stateAfter({ world, startFen, moves }: WorldTask, count: number): Result<string, string> {
  const start = world.automaton.parse(startFen);
  if (!start.ok) return err(`the walk starts in no state: ${start.error}`);
  const { states, illegal } = replayActions(world, moves.slice(0, count), start.value);
  if (illegal !== undefined) return err(`action ${illegal.at + 1}, ${illegal.action}, is not legal`);
  return ok(world.automaton.print(states.at(-1)));
}

/**
 * Returns the FEN after the first `ply` of `moves` (SAN), from a start FEN. Its en passant field names a square only if a capture there is
 * legal. The error is one sentence: no position to start from, or the first illegal move. Chess960 castling needs no mark: chessops reads
 * it from the rights of the start FEN.
 */
export const fenAfter = (startFen: string, moves: readonly string[], ply: number): Result<string, string> => {
  const position = parseFen(startFen).chain((setup) => Chess.fromSetup(setup));
  if (position.isErr) return err(`the start position is not legal: ${startFen}`);
  if (ply > moves.length) return err(`the line has ${moves.length} half-moves, not ${ply}`);
  const chess = position.value;
  for (const [i, san] of moves.slice(0, ply).entries()) {
    const move = parseSan(chess, san);
    if (move === undefined) return err(`half-move ${i + 1}, ${san}, is not legal`);
    chess.play(move);
  }
  return ok(makeFen(chess.toSetup()));
};
