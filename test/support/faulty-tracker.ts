import { attacks } from 'chessops/attacks';
import type { Board } from 'chessops/board';
import { makeFen, parseFen } from 'chessops/fen';
import type { Setup } from 'chessops/setup';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Role, Square } from 'chessops/types';
import { makeSquare, makeUci, opposite, parseUci, squareFile, squareRank } from 'chessops/util';
import { fnv1a } from '../../src/core/base/text/hash.ts';
import { makeExampleModel } from '../../src/core/mav/check/example-model.ts';
import { readMavSection } from '../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { bucketToken, toBucket, winProbability } from '../../src/core/mav/values.ts';

/**
 * A chess model whose world is not quite chess, and which loses its format now and then: it answers MAV prompts with %FEN, %top_all
 * and %best_action. It moves the piece that an action names and nothing else: a castling king leaves its rook behind, and a pawn
 * taken in passing stays. Now and then it forgets that its own king must not be taken. Its values count material, and what
 * hangs. The same prompt and seed have the same answer.
 */
export function faultyAnswer(prompt: string, seed: number): string {
  const { item } = readMavSection(prompt, 0);
  if (item?.kind !== 'example') return 'I need a position.';
  const { current, previous, previousAction } = makeExampleModel(item);
  const given = (previous[0] ?? current[0])?.word.text;
  const from =
    given === undefined
      ? undefined
      : parseFen(given).unwrap(
          (setup) => setup,
          () => undefined,
        );
  if (from === undefined) return 'This is no position.';
  const setup = previousAction === undefined ? from : moved(from, previousAction.action);
  const roll = fnv1a(prompt) ^ seed;
  return spoilt(answerFor(setup, previousAction !== undefined, roll), previousAction === undefined ? 0 : roll);
}

/** The position after an action, as the model has it. */
function moved(setup: Setup, action: string): Setup {
  const move = parseUci(action);
  const next: Setup = { ...setup, board: setup.board.clone(), epSquare: undefined };
  const piece = move !== undefined && 'from' in move ? next.board.take(move.from) : undefined;
  if (move === undefined || !('from' in move) || piece === undefined) return { ...next, turn: opposite(setup.turn) };
  const takes = next.board.occupied.has(move.to);
  next.board.set(move.to, { ...piece, ...(move.promotion !== undefined && { role: move.promotion }) });
  const isPawn = piece.role === 'pawn';
  const isDouble = isPawn && Math.abs(squareRank(move.to) - squareRank(move.from)) === 2;
  if (isDouble && passers(next.board, move.to, opposite(piece.color)).nonEmpty())
    next.epSquare = (move.from + move.to) / 2;
  if (piece.role === 'king') next.castlingRights = next.castlingRights.diff(SquareSet.backrank(piece.color));
  next.castlingRights = next.castlingRights.without(move.from).without(move.to);
  next.halfmoves = isPawn || takes ? 0 : setup.halfmoves + 1;
  if (setup.turn === 'black') next.fullmoves++;
  next.turn = opposite(setup.turn);
  return next;
}

/** Pawns of a side beside a square. */
const passers = (board: Board, square: Square, color: Color): SquareSet => {
  const beside = [square - 1, square + 1].filter(
    (other) => other >= 0 && other < 64 && squareRank(other) === squareRank(square),
  );
  return board
    .pieces(color, 'pawn')
    .intersect(SquareSet.fromSquare(beside[0] ?? square).union(SquareSet.fromSquare(beside.at(-1) ?? square)));
};

/** Where the pieces of the side to move could go, if nothing forbade it. */
function actionsOf({ board, turn, epSquare, castlingRights }: Setup): { from: Square; to: Square; promotion?: Role }[] {
  const found: { from: Square; to: Square; promotion?: Role }[] = [];
  const enemies = board[opposite(turn)];
  for (const [from, piece] of board) {
    if (piece.color !== turn) continue;
    let targets = attacks(piece, from, board.occupied).diff(board[turn]);
    if (piece.role === 'pawn') {
      targets = targets
        .intersect(epSquare === undefined ? enemies : enemies.with(epSquare))
        .union(steps(board, from, turn));
    }
    for (const to of targets) {
      const isLast = piece.role === 'pawn' && SquareSet.backrank(opposite(turn)).has(to);
      found.push({ from, to, ...(isLast && { promotion: 'queen' as const }) });
    }
    if (piece.role !== 'king' || squareFile(from) !== 4 || !SquareSet.backrank(turn).has(from)) continue;
    for (const rook of castlingRights.intersect(SquareSet.backrank(turn))) {
      const isClear = board.occupied.intersect(between(from, rook)).isEmpty();
      if (isClear) found.push({ from, to: rook > from ? from + 2 : from - 2 });
    }
  }
  return found;
}

const between = (a: Square, b: Square): SquareSet => {
  let squares = SquareSet.empty();
  for (let square = Math.min(a, b) + 1; square < Math.max(a, b); square++) squares = squares.with(square);
  return squares;
};

function steps(board: Board, from: Square, turn: Color): SquareSet {
  const by = turn === 'white' ? 8 : -8;
  let squares = SquareSet.empty();
  if (from + by < 0 || from + by > 63 || board.occupied.has(from + by)) return squares;
  squares = squares.with(from + by);
  const isHome = squareRank(from) === (turn === 'white' ? 1 : 6);
  return isHome && !board.occupied.has(from + 2 * by) ? squares.with(from + 2 * by) : squares;
}

/** Centipawns; a king is not known to be lost. */
const WORTH: Readonly<Record<Role, number>> = { pawn: 100, knight: 300, bishop: 310, rook: 500, queen: 900, king: 0 };

/** Material and space of the side that has just moved, less the most that can be taken from it. */
function worthOf(setup: Setup): number {
  const mover = opposite(setup.turn);
  let sum = 0;
  for (const [square, { role, color }] of setup.board) {
    const centre = 7 - Math.abs(2 * squareFile(square) - 7) + (7 - Math.abs(2 * squareRank(square) - 7));
    sum += (color === mover ? 1 : -1) * (WORTH[role] + 2 * centre);
  }
  let hanging = 0;
  for (const { from, to } of actionsOf(setup)) {
    const taken = setup.board.get(to);
    const taker = setup.board.get(from);
    if (taken === undefined || taker === undefined) continue;
    const isGuarded = actionsOf({ ...setup, turn: mover, epSquare: undefined }).some((other) => other.to === to);
    hanging = Math.max(hanging, WORTH[taken.role] - (isGuarded ? WORTH[taker.role] : 0));
  }
  return sum - hanging;
}

/** True if the side to move could take the king. */
const takesKing = (setup: Setup): boolean =>
  actionsOf(setup).some(({ to }) => setup.board.pieces(opposite(setup.turn), 'king').has(to));

/** What it thinks to gain beside what its board shows, in centipawns: a pawn taken in passing, and a safe king. */
function liking({ board, epSquare }: Setup, { from, to }: { readonly from: Square; readonly to: Square }): number {
  const role = board.getRole(from);
  if (role === 'pawn' && to === epSquare) return 150;
  return role === 'king' && Math.abs(squareFile(to) - squareFile(from)) === 2 ? 90 : 0;
}

/** The outputs as they should be: state, list and best action. */
function answerFor(setup: Setup, withState: boolean, roll: number): string {
  const forgetsChecks = roll % 12 === 5;
  const listed = actionsOf(setup).flatMap((move) => {
    const uci = makeUci(move);
    if (!forgetsChecks && takesKing(moved(setup, uci))) return [];
    const noise = ((fnv1a(uci) ^ roll) % 40) + liking(setup, move);
    return { uci, bucket: toBucket(winProbability(worthOf(moved(setup, uci)) + noise), PUBLISHED_DIALECT) };
  });
  const best = listed.reduce((a, b) => (b.bucket > a.bucket ? b : a), { uci: '', bucket: -1 });
  const pairs = listed.map(({ uci, bucket }) => `${uci}:${bucketToken(bucket, PUBLISHED_DIALECT)}`);
  const lines = [`[%top_all ${pairs.join(' ')}]`, `[%best_action ${best.uci}]`];
  return `${[...(withState ? [`[%FEN ${makeFen(setup)}]`] : []), ...lines].join('\n')}\n`;
}

/** One answer in sixteen breaks the format, in one of four ways. */
function spoilt(answer: string, roll: number): string {
  if ((roll >>> 3) % 16 !== 5) return answer;
  switch ((roll >>> 9) % 4) {
    case 0:
      return answer.replace(/(?<=\[%FEN \S*\/)\S/, '9');
    case 1:
      return answer.replace(/(?<= \S+):<ctrl\d+>/, '');
    case 2:
      return answer.slice(0, Math.floor(answer.length / 2));
    default:
      return `The position is equal. ${makeSquare(roll & 63)} is the key square.\n`;
  }
}
