import { Board } from 'chessops/board';
import { makeBoardFen } from 'chessops/fen';
import type { Piece, Role, Square } from 'chessops/types';
import { type PlayedLine, squareAtEnd } from './played-line.ts';

/** Takes numbers below a number of sides. */
export type Dice = (sides: number) => number;

/** A wrong answer that was made from a right one. */
export interface Corrupted {
  /** Undefined: no state. */
  readonly predicted: string | undefined;
  readonly raw?: string;
  readonly finishReason?: string;
}

type Corruption = (line: PlayedLine, dice: Dice) => Corrupted;

const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const pick = <T>(list: readonly T[], dice: Dice): T | undefined => list[dice(Math.max(1, list.length))];
const fieldsOf = (line: PlayedLine): string[] => (line.history.at(-1)?.fen ?? '').split(' ');
const boardOf = (line: PlayedLine): Board => (line.boards.at(-1) ?? Board.default()).clone();
const withBoard = (line: PlayedLine, board: Board): Corrupted => ({
  predicted: [makeBoardFen(board), ...fieldsOf(line).slice(1)].join(' '),
});
const occupied = (board: Board): Square[] => [...board.occupied];
const free = (board: Board): Square[] => Array.from({ length: 64 }, (_, s) => s).filter((s) => !board.occupied.has(s));
const randomPiece = (dice: Dice): Piece => ({
  role: ROLES[dice(6)] ?? 'pawn',
  color: dice(2) === 0 ? 'white' : 'black',
});

const withField =
  (field: number, values: (old: string, line: PlayedLine, dice: Dice) => string): Corruption =>
  (line, dice) => {
    const fields = fieldsOf(line);
    fields[field] = values(fields[field] ?? '', line, dice);
    return { predicted: fields.join(' ') };
  };

/** A move whose piece is still alive, by a condition, is taken back for its piece alone. */
function takenBack(
  line: PlayedLine,
  dice: Dice,
  fits: (index: number) => boolean,
  back: (board: Board, index: number) => void,
): Corrupted {
  const index = pick([...line.moves.keys()].filter(fits), dice);
  const board = boardOf(line);
  if (index !== undefined) back(board, index);
  return withBoard(line, board);
}

const stale = (line: PlayedLine, dice: Dice): string => line.history[dice(line.history.length)]?.fen ?? '';

/** Ways in which models go wrong, and some in which they do not. */
export const CORRUPTIONS = {
  none: (line) => ({ predicted: fieldsOf(line).join(' ') }),
  stale: (line, dice) => ({ predicted: stale(line, dice) }),
  staleBoard: (line, dice) => ({ predicted: [stale(line, dice).split(' ')[0], ...fieldsOf(line).slice(1)].join(' ') }),
  staleWithError: (line, dice) => {
    const fields = stale(line, dice).split(' ');
    const at = line.history.findIndex(({ fen }) => fen.startsWith(fields[0] ?? ''));
    const board = (line.boards[at] ?? boardOf(line)).clone();
    const square = pick(occupied(board), dice);
    if (square !== undefined) board.take(square);
    return { predicted: [makeBoardFen(board), ...fields.slice(1)].join(' ') };
  },
  pieceStays: (line, dice) =>
    takenBack(
      line,
      dice,
      (i) => squareAtEnd(line, i, line.moves[i]?.ways[0]?.from ?? 0) !== undefined,
      (board, i) => {
        const { ways, piece } = line.moves[i] ?? {};
        const way = ways?.[0];
        if (way === undefined || piece === undefined) return;
        board.take(squareAtEnd(line, i, way.from) ?? way.to);
        board.set(way.from, piece);
      },
    ),
  stepBack: (line, dice) =>
    takenBack(
      line,
      dice,
      () => true,
      (board, i) => {
        const before = line.boards[i];
        const { ways, taken } = line.moves[i];
        for (const s of [...ways.flatMap(({ from, to }) => [from, to]), ...(taken ? [taken.square] : [])]) {
          const piece = before?.get(s);
          if (piece === undefined) board.take(s);
          else board.set(s, piece);
        }
      },
    ),
  capturedStays: (line, dice) =>
    takenBack(
      line,
      dice,
      (i) => line.moves[i]?.taken !== undefined,
      (board, i) => {
        const taken = line.moves[i]?.taken;
        if (taken !== undefined) board.set(taken.square, taken.piece);
      },
    ),
  rookForgotten: (line, dice) =>
    takenBack(
      line,
      dice,
      (i) => line.moves[i]?.ways.length === 2,
      (board, i) => {
        const { ways, piece } = line.moves[i] ?? {};
        const way = ways?.[1];
        if (way === undefined || piece === undefined) return;
        const end = squareAtEnd(line, i, way.from);
        if (end !== undefined && board.get(end)?.role === 'rook') board.take(end);
        if (dice(2) === 0) board.set(way.from, { role: 'rook', color: piece.color });
      },
    ),
  notPromoted: (line, dice) =>
    takenBack(
      line,
      dice,
      (i) => line.moves[i].promotes,
      (board, i) => {
        const { ways, piece } = line.moves[i] ?? {};
        const to = ways?.[0]?.to;
        if (to !== undefined && piece !== undefined) board.set(to, piece);
      },
    ),
  otherPiece: (line, dice) => {
    const board = boardOf(line);
    const i = dice(Math.max(1, line.moves.length));
    const { piece, ways } = line.moves[i] ?? {};
    const from = ways?.[0]?.from;
    const others = occupied(board).filter((s) => {
      const there = board.get(s);
      return there?.role === piece?.role && there?.color === piece?.color;
    });
    const other = pick(others, dice);
    if (piece !== undefined && from !== undefined && other !== undefined && !board.occupied.has(from)) {
      board.take(other);
      board.set(from, piece);
    }
    return withBoard(line, board);
  },
  moved: (line, dice) => {
    const board = boardOf(line);
    const [from, to] = [pick(occupied(board), dice), pick(free(board), dice)];
    const piece = from === undefined ? undefined : board.take(from);
    if (piece !== undefined && to !== undefined) board.set(to, piece);
    return withBoard(line, board);
  },
  added: (line, dice) => {
    const board = boardOf(line);
    const to = pick(free(board), dice);
    if (to !== undefined) board.set(to, randomPiece(dice));
    return withBoard(line, board);
  },
  removed: (line, dice) => {
    const board = boardOf(line);
    for (let n = 1 + dice(3); n > 0; n--) {
      const from = pick(occupied(board), dice);
      if (from !== undefined) board.take(from);
    }
    return withBoard(line, board);
  },
  replaced: (line, dice) => {
    const board = boardOf(line);
    const at = pick(occupied(board), dice);
    if (at !== undefined) board.set(at, randomPiece(dice));
    return withBoard(line, board);
  },
  exchanged: (line, dice) => {
    const board = boardOf(line);
    const [a, b] = [pick(occupied(board), dice) ?? 0, pick(occupied(board), dice) ?? 0];
    const [one, two] = [board.get(a), board.get(b)];
    if (one !== undefined && two !== undefined) {
      board.set(a, two);
      board.set(b, one);
    }
    return withBoard(line, board);
  },
  scrambled: (line, dice) => {
    const board = Board.empty();
    for (let n = dice(40); n > 0; n--) board.set(dice(64), randomPiece(dice));
    return withBoard(line, board);
  },
  side: withField(1, (old) => (old === 'w' ? 'b' : 'w')),
  rights: withField(
    2,
    (_, __, dice) =>
      Array.from('KQkq')
        .filter(() => dice(2) === 0)
        .join('') || '-',
  ),
  oldRights: withField(2, (_, line) => line.history[0]?.fen.split(' ')[2] ?? '-'),
  enPassant: withField(3, (_, __, dice) => (dice(4) === 0 ? '-' : `${'abcdefgh'[dice(8)]}${dice(2) === 0 ? 3 : 6}`)),
  halfmove: withField(4, (_, __, dice) => String(dice(100))),
  fullmove: withField(5, (_, __, dice) => String(1 + dice(100))),
  dropped: (line, dice) => {
    const fields = fieldsOf(line);
    fields.splice(1 + dice(5), 1 + dice(2));
    return { predicted: fields.join(' ') };
  },
  malformed: withField(2, (_, __, dice) => ['KQx', 'none', '–'][dice(3)] ?? ''),
  truncated: (line, dice) => {
    const fen = fieldsOf(line).join(' ');
    const raw = fen.slice(0, 1 + dice(fen.length));
    return { predicted: raw, raw, ...(dice(2) === 0 && { finishReason: 'length' }) };
  },
  brokenRank: (line, dice) => {
    const fen = fieldsOf(line).join(' ');
    const at = dice(fen.indexOf(' '));
    return { predicted: fen.slice(0, at) + fen.slice(at + 1) };
  },
  prose: (_, dice) => ({
    predicted: undefined,
    raw: ['I cannot say.', '', 'The king is on e1; White has `mated`, I think, in spite of all.\nYes'][dice(3)] ?? '',
    ...(dice(3) === 0 && { finishReason: 'length' }),
  }),
  cutOff: (line, dice) => {
    const fen = fieldsOf(line)[0] ?? '';
    const raw = `The FEN is ${fen.slice(0, dice(fen.length))}`;
    return { predicted: undefined, raw, ...(dice(2) === 0 && { finishReason: 'length' }) };
  },
  silent: () => ({ predicted: undefined }),
} satisfies Readonly<Record<string, Corruption>>;

export type CorruptionName = keyof typeof CORRUPTIONS;
export const CORRUPTION_NAMES = Object.keys(CORRUPTIONS) as readonly CorruptionName[];

/** Several corruptions of boards and fields one upon the other, the last of which sees the line, not the answer before. */
export const corrupt = (line: PlayedLine, names: readonly CorruptionName[], dice: Dice): Corrupted => {
  const all = names.map((name): Corrupted => CORRUPTIONS[name](line, dice));
  const [first, second] = all;
  if (
    first?.predicted === undefined ||
    second?.predicted === undefined ||
    second.raw !== undefined ||
    first.raw !== undefined
  )
    return first ?? { predicted: undefined };
  // the board of one, the fields of the other
  const [board] = first.predicted.split(' ');
  const [, ...fields] = second.predicted.split(' ');
  return { predicted: [board, ...fields].join(' ') };
};
