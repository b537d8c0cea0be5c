import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { shuffledStale } from '../../../src/core/metrics/blame.ts';
import { wrongSquares } from '../../../src/core/metrics/board-diff.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import {
  blameText,
  fallbackText,
  lagText,
  staleText,
  type TextComparison,
} from '../../../src/core/metrics/comparison.ts';
import { type HistoryPly, LineHistory, readSquares } from '../../../src/core/metrics/placement.ts';
import { lineOf } from '../../support/line.ts';

const comparer = new PairComparer('chess');
const RUY = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4');

/** A prediction of the last position of a line. */
function predict(history: readonly HistoryPly[], predictedFen: string | undefined): TextComparison {
  return comparer.text({ trueFen: history.at(-1)?.fen ?? '', predictedFen, history });
}
const fenAt = (history: readonly HistoryPly[], ply: number): string => history[ply]?.fen ?? '';

describe('square blame', () => {
  it('names the last ply at which the content was true, and the move that changed it', () => {
    // The knight is still seen on f6, where it was until 5...Nxe4 (ply 10), and the pawn on e4.
    const { blame, stale } = predict(RUY, 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6');
    assert.deepEqual(blame, [
      { square: 'f6', predicted: 'n', actual: null, ply: 9, san: 'Nxe4', move: '5...Nxe4' },
      { square: 'e4', predicted: 'P', actual: 'n', ply: 9, san: 'Nxe4', move: '5...Nxe4' },
    ]);
    assert.deepEqual(blame.map(blameText), ['f6 knight: true until 5...Nxe4', 'e4 pawn: true until 5...Nxe4']);
    assert.deepEqual(stale, { stale: 2, neverTrue: 0, oldestMissed: { ply: 10, san: 'Nxe4', move: '5...Nxe4' } });
    assert.equal(staleText(stale), '2 stale squares; oldest missed move 5...Nxe4');
  });

  it('tells what was true from what never was, and finds the oldest missed move', () => {
    // a7 pawn: true until 3...a6; h8 empty: never; b5 bishop: true until 4. Ba4.
    const { blame, stale } = predict(RUY, 'r1bqkb2/pppp1ppp/p1n5/1B2p3/B3n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6');
    assert.deepEqual(blame?.map(blameText), [
      'h8 empty: never true',
      'a7 pawn: true until 3...a6',
      'b5 bishop: true until 4.Ba4',
    ]);
    assert.deepEqual(stale, { stale: 2, neverTrue: 1, oldestMissed: { ply: 6, san: 'a6', move: '3...a6' } });
    assert.equal(staleText(stale), '2 stale squares, 1 never true; oldest missed move 3...a6');
    assert.deepEqual(blame?.[0], { square: 'h8', predicted: null, actual: 'r', ply: null, san: null, move: null });
  });

  it('takes the last time, when a content was true more than once', () => {
    const line = lineOf('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8');
    const { blame } = predict(line, fenAt(line, 0).replace('RNBQKBNR', 'RNBQKB1R'));
    assert.equal(blame?.[0]?.ply, 6);
    assert.equal(blame?.[0]?.move, '4.Ng1');
  });

  it('numbers moves from the position that the line starts with', () => {
    const line = lineOf('Kd7 Kd2', '4k3/8/8/8/8/8/8/4K3 b - - 3 41');
    assert.equal(predict(line, '4k3/8/8/8/8/8/3K4/8 b - - 5 42').blame?.[0]?.move, '41...Kd7');
  });

  it('names the ply where the history has no SAN', () => {
    const bare = RUY.map(({ ply, fen }) => ({ ply, fen }));
    const { blame, stale } = predict(bare, fenAt(RUY, 9));
    assert.deepEqual(blame?.map(blameText), ['f6 knight: true until ply 10', 'e4 pawn: true until ply 10']);
    assert.equal(stale && staleText(stale), '2 stale squares; oldest missed move at ply 10');
  });

  it('is empty for a right board, and null without a history or an answer', () => {
    assert.deepEqual(predict(RUY, fenAt(RUY, 10)).blame, []);
    assert.equal(predict(RUY, undefined).blame, null);
    assert.equal(comparer.text({ trueFen: INITIAL_FEN, predictedFen: fenAt(RUY, 1) }).blame, null);
  });

  it('gives the same from a history whose boards are read once for many predictions', () => {
    let reads = 0;
    const shared = new LineHistory(
      RUY.map((at) => ({
        ...at,
        get fen() {
          reads++;
          return at.fen;
        },
      })),
    );
    const compareAll = (): number => {
      reads = 0;
      for (const ply of [0, 3, 9]) {
        const input = { trueFen: fenAt(RUY, 10), predictedFen: fenAt(RUY, ply) };
        assert.deepEqual(comparer.text({ ...input, history: shared }), comparer.text({ ...input, history: RUY }));
      }
      return reads;
    };
    const [first, second] = [compareAll(), compareAll()];
    assert.ok(first - second >= RUY.length, `${first} and ${second} positions were looked at`);
    const boards = RUY.map((_, i) => shared.board(i));
    compareAll();
    RUY.forEach((_, i) => assert.equal(shared.board(i), boards[i]));
  });
});

describe('lag', () => {
  const lag = (predicted: string): string | undefined => {
    const { lag } = predict(RUY, predicted);
    return lag === null ? 'none' : lagText(lag);
  };

  it('finds the earlier position that a prediction matches', () => {
    assert.equal(lag(fenAt(RUY, 8)), 'matches the position two plies earlier');
    assert.deepEqual(predict(RUY, fenAt(RUY, 8)).lag, { ply: 8, pliesEarlier: 2, squaresWrong: 0, sideToMove: true });
    assert.equal(lag(fenAt(RUY, 9).replace(' b ', ' w ')), 'matches the board of the position one ply earlier');
  });

  it('says how far the nearest position is', () => {
    assert.equal(
      lag('r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PP1/RNBQK2R b KQkq - 1 4'),
      'nearest to the position three plies earlier (one square different)',
    );
  });

  it('says nothing when the asked position is the nearest', () => {
    assert.equal(lag(fenAt(RUY, 10)), undefined);
    assert.equal(lag(fenAt(RUY, 10).replace(' w ', ' b ')), undefined);
  });

  it('needs a board of 64 squares', () => {
    assert.equal(lag('r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N3/PPPP1PPP/RNBQK2R b KQkq - 1 4'), 'none');
  });
});

describe('opening fallback', () => {
  const LONG = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8');
  const fallback = (predicted: string, history: readonly HistoryPly[] = LONG): string | null => {
    const { openingFallback } = predict(history, predicted);
    return openingFallback && fallbackText(openingFallback);
  };

  it('sees the start position and early positions of the game', () => {
    assert.equal(fallback(INITIAL_FEN), 'opening fallback: the start position');
    assert.equal(fallback(fenAt(LONG, 5)), 'opening fallback: a position of this game after five plies');
  });

  it('sees the first plies of another opening, transpositions included', () => {
    assert.equal(
      fallback(lineOf('1. d4 d5 2. c4').at(-1)?.fen ?? ''),
      'opening fallback: a position of another opening after three plies',
    );
    assert.equal(
      fallback(lineOf('1. Nc3 d5 2. Nxd5').at(-1)?.fen ?? ''),
      'opening fallback: a position of another opening after three plies',
    );
  });

  it('reaches as far as eight plies of the game and four of another opening', () => {
    assert.equal(fallback(fenAt(LONG, 8)), 'opening fallback: a position of this game after eight plies');
    assert.equal(fallback(fenAt(LONG, 9)), null);
    const after = (moves: string): string => lineOf(moves).at(-1)?.fen ?? '';
    assert.equal(
      fallback(after('1. d4 d5 2. c4 c6')),
      'opening fallback: a position of another opening after four plies',
    );
    assert.equal(fallback(after('1. d4 d5 2. c4 c6 3. Nc3')), null);
  });

  it('needs a game that is four plies past the board', () => {
    const upTo = (ply: number): readonly HistoryPly[] => RUY.slice(0, ply + 1);
    assert.equal(fallback(INITIAL_FEN, upTo(4)), 'opening fallback: the start position');
    assert.equal(fallback(INITIAL_FEN, upTo(3)), null);
    assert.equal(fallback(fenAt(RUY, 2), upTo(6)), 'opening fallback: a position of this game after two plies');
    assert.equal(fallback(fenAt(RUY, 2), upTo(5)), null);
    const other = lineOf('1. d4').at(-1)?.fen ?? '';
    assert.equal(fallback(other, upTo(5)), 'opening fallback: a position of another opening after one ply');
    assert.equal(fallback(other, upTo(4)), null);
  });

  it('is looked for in lines that begin with ply 0', () => {
    assert.equal(fallback(fenAt(LONG, 2), LONG.slice(2)), null);
  });

  it('is no name for a short lag, for later positions, or for a board that no few moves reach', () => {
    assert.equal(fallback(fenAt(RUY, 8), RUY), null);
    assert.equal(fallback(fenAt(LONG, 12)), null);
    assert.equal(fallback('rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w kq - 0 1'), null);
  });
});

describe('the shuffled control', () => {
  it('counts what is still wrong, repeats with its seed, and leaves the prediction as it was', () => {
    const history = new LineHistory(RUY);
    const truth = history.board(10);
    const predicted = readSquares(INITIAL_FEN);
    const wrong = wrongSquares(truth, predicted);
    const once = shuffledStale(truth, predicted, wrong, history, xoroshiro128plus(5));
    assert.deepEqual(shuffledStale(truth, predicted, wrong, history, xoroshiro128plus(5)), once);
    assert.ok(once.wrong <= wrong.length && once.stale <= once.wrong && once.stale < wrong.length);
    assert.deepEqual(predicted, readSquares(INITIAL_FEN));
  });

  it('has nothing to count for a right board', () => {
    const board = readSquares(INITIAL_FEN);
    const count = shuffledStale(board, board, [], new LineHistory([]), xoroshiro128plus(1));
    assert.deepEqual(count, { stale: 0, wrong: 0 });
  });
});
