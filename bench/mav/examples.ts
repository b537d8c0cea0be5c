import { afterMove, legalMoves } from '../../src/core/games/chess/chess.ts';
import { moveName } from '../../src/core/games/chess/moves.ts';
import { type ChessState, printChess } from '../../src/core/games/chess/state.ts';
import { mavGame } from '../../src/core/mav/games.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { type DraftLine, printExample } from '../../src/core/mav/write/example-draft.ts';
import { readGame, stateAfter } from '../../src/core/notation/pgn/replay.ts';
import { games } from '../../test/support/pgn2fen.ts';

/** Half-moves from which a truncated game of the fixtures is taken, and from which its positions are. */
const MIN_HALF_MOVES = 40;
const FIRST_PLY = 12;
/** Other moves than the one that was played are taken in each position, as often as it takes. */
const MAX_ROUNDS = 12;
const BEST = 64;

/**
 * Examples of chess, each of another position and without a fault: positions of real games, then those after another move in
 * them. Every second has the previous position and five actions, the others have the position and all actions.
 *
 * @param isEnough is told how many there are and how long they are together
 */
export function chessExamples(isEnough: (count: number, length: number) => boolean): string[] {
  const positions = realPositions();
  const examples: string[] = [];
  const seen = new Set<string>();
  let length = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const { before, played } of positions) {
      const moves = legalMoves(before);
      const previous = round === 0 ? played : moves[(7 * round) % moves.length];
      const current = afterMove(before, previous);
      const answers = legalMoves(current);
      const key = printChess(current);
      if (answers.length === 0 || seen.has(key)) continue;
      seen.add(key);
      const best = answers[examples.length % answers.length];
      const shape = examples.length % 2 === 0 ? withFive : withAll;
      const example = shape(before, moveName(previous), current, moveName(best), afterMove(current, best));
      if (isEnough(examples.length, length)) return examples;
      examples.push(example);
      length += example.length;
    }
  }
  return examples;
}

/** Positions of the games of the fixtures, each with the move that was played there. */
function realPositions(): { readonly before: ChessState; readonly played: number }[] {
  const positions: { before: ChessState; played: number }[] = [];
  const texts = games().split(/\n\n(?=\[Event )/);
  for (const text of texts.slice(10 * MIN_HALF_MOVES)) {
    const { replay } = readGame(`${text}\n`);
    for (let ply = FIRST_PLY; ply < replay.moves.length; ply++) {
      const before = stateAfter(replay, ply - 1);
      if (before !== undefined && replay.moves[ply] >= 0) positions.push({ before, played: replay.moves[ply] });
    }
  }
  return positions;
}

const native = (state: ChessState): string => mavGame('chess')?.write(state, 'native') ?? '';

/** The best action has the highest value, the others what comes below it. */
const listed = (state: ChessState, best: string, k: number | 'all'): DraftLine => {
  const others = Array.from(legalMoves(state), moveName).filter((move) => move !== best);
  const actions = [best, ...others].slice(0, k === 'all' ? undefined : k);
  return { command: 'top', k, list: actions.map((action, i) => ({ action, bucket: Math.max(1, BEST - i) })) };
};

type Shape = (before: ChessState, previous: string, current: ChessState, best: string, after: ChessState) => string;

const withFive: Shape = (before, previous, current, best, after) => {
  const lines: DraftLine[] = [
    { command: 'prev_FEN', state: printChess(before) },
    { command: 'prev_action', action: previous },
    { command: 'FEN', state: printChess(current) },
    { command: 'state', state: native(current) },
    listed(current, best, 5),
    { command: 'best_action', action: best },
    { command: 'FEN', state: printChess(after) },
  ];
  return `${printExample({ game: 'chess', lines, inputs: 2 }, PUBLISHED_DIALECT)}\n`;
};

const withAll: Shape = (_before, _previous, current, best, after) => {
  const lines: DraftLine[] = [
    { command: 'state', state: native(current) },
    listed(current, best, 'all'),
    { command: 'best_action', action: best },
    { command: 'state', state: native(after) },
  ];
  return `${printExample({ game: 'chess', lines, inputs: 1 }, PUBLISHED_DIALECT)}\n`;
};
