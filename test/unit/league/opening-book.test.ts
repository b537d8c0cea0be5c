import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BookPlan, OpeningBook } from '../../../src/core/league/opening-book.ts';
import { playGame } from '../../../src/core/league/play-game.ts';
import { randomSeat } from '../../../src/core/league/seats.ts';
import { NEVER_ABORTED } from '../search/scripted-model.ts';

const game = (moves: string, ...tags: string[]): string => `${['[Event "x"]', ...tags].join('\n')}\n\n${moves} *\n\n`;

function bookOf(text: string, plan: Partial<BookPlan> = {}): OpeningBook {
  const book = new OpeningBook({ game: 'chess', plies: undefined, ...plan });
  book.add(text);
  return book;
}

describe('a book of openings', () => {
  it('has the main lines of its games with their names, in order', () => {
    const text =
      game('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {a comment}', '[ECO "C40"]', '[Opening "King\'s Knight"]') + game('1. d4');
    const { lines, problems, games } = bookOf(text);
    assert.deepEqual(problems, []);
    assert.equal(games, 2);
    assert.deepEqual(
      lines.map(({ actions, name }) => [actions.join(' '), name]),
      [
        ['e2e4 e7e5 g1f3', "C40 King's Knight"],
        ['d2d4', undefined],
      ],
    );
  });

  it('tells illegal moves with their place in the file, over all blocks, and takes the other lines', () => {
    const book = bookOf(game('1. e4 e5\n2. Nf6 Nc6'));
    book.add(game('1. d4') + game('1. e4 Kxe4'));
    assert.deepEqual(book.problems, [
      { line: 4, column: 4, message: 'game 1: Nf6 is illegal' },
      { line: 12, column: 7, message: 'game 3: Kxe4 is illegal' },
    ]);
    assert.equal(book.lines.length, 1);
  });

  it('is cut after a number of plies: what follows is neither played nor judged', () => {
    const { lines, problems } = bookOf(game('1. e4 e5 2. Nf6'), { plies: 2 });
    assert.deepEqual([lines[0]?.actions, problems], [['e2e4', 'e7e5'], []]);
  });

  it('has each position once, and none at which the game is over or has another game', () => {
    const text =
      game('1. d4 e6 2. c4 d5') +
      game('1. d4 d5 2. c4 e6') +
      game('1. f3 e5 2. g4 Qh4#') +
      game(
        '',
        '[Variant "Chess960"]',
        '[SetUp "1"]',
        '[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]',
      ) +
      game('', '[SetUp "1"]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]');
    const { lines, problems, repeated } = bookOf(text);
    assert.deepEqual([lines.length, repeated], [1, 1]);
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        'game 3: the game is over after it',
        'game 4: it is of chess960, and the league of chess',
        'game 5: its start position is unknown',
      ],
    );
  });

  it('may begin with Black to move: White is still the first player, whose win is 1-0', async () => {
    const { lines } = bookOf(game('', '[SetUp "1"]', '[FEN "6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 1"]'));
    const [opening] = lines;
    assert.ok(opening);
    const asked: string[] = [];
    const player = (label: string) => ({
      label,
      sit: (seed: number) => {
        const random = randomSeat(seed);
        return {
          move: (turn: Parameters<typeof random.move>[0]) => {
            asked.push(label);
            return label === 'black'
              ? Promise.resolve({ kind: 'action', action: 'a2a1', calls: 0 } as const)
              : random.move(turn, NEVER_ABORTED);
          },
        };
      },
    });
    const scheduled = { opening: 0, first: 'white', second: 'black' };
    const rules = { game: 'chess', maxPlies: 100, seed: 1 } as const;
    const record = await playGame(scheduled, opening, [player('white'), player('black')], rules, NEVER_ABORTED);
    assert.ok(!('fault' in record));
    assert.deepEqual([record.result, record.end, record.actions, asked], ['0-1', 'rules', ['a2a1'], ['black']]);
    assert.deepEqual(record.sides, [
      { answers: 0, calls: 0 },
      { answers: 1, calls: 0 },
    ]);
  });
});
