import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { lineAround, repairLine, withRepairs } from '../../../src/core/notation/pgn/repair/repairs.ts';
import { readGame } from '../../../src/core/notation/pgn/replay.ts';

const FEN = (fen: string): string => `[SetUp "1"]\n[FEN "${fen}"]\n\n`;

/** Code, message and titles of the fixes of the only error; none of them may be safe. */
function failure(text: string): string[] {
  const errors = checkText(text, 'pgn').filter(({ severity }) => severity === 'error');
  assert.equal(errors.length, 1, text);
  const [{ code, message, fixes = [] }] = errors;
  assert.ok(fixes.every(({ safe }) => !safe));
  return [code, message, ...fixes.map(({ title }) => title)];
}

describe('a move that cannot be played', () => {
  const opening = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6';
  const pin = FEN('4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1');
  const cases: readonly (readonly [string, string, ...string[]])[] = [
    [`${opening} 4. bxc6`, 'no pawn of White on the b-file can capture on c6', 'Write Bxc6'],
    [`${opening} 4. Ba3`, 'the bishop on c1 is blocked by the pawn on b2'],
    [`${opening} 4. Nbxe5`, 'no knight of White can reach e5 (b1)', 'Write Nxe5'],
    [`${opening} 4. Qxc6`, 'no queen of White can reach c6 (d1)', 'Write Bxc6'],
    [`${opening} 4. Nd6`, 'no knight of White can reach d6 (b1, f3)', 'Write Nd4'],
    ['1. e4 d5 2. cxd5', 'no pawn of White on the c-file can capture on d5', 'Write exd5'],
    ['1. e4 d5 2. d5', 'no pawn of White can move to d5', 'Write exd5'],
    ['1. e4 b5 2. e5 b4 3. a4 Bxa3', 'the bishop on f8 is blocked by the pawn on e7', 'Write bxa3'],
    ['1. e4 e5 2. exd5', 'there is nothing to capture on d5'],
    ['1. e4 e5 2. e5', 'e5 is occupied by the pawn on e5'],
    ['1. e4 e5 2. Qd1', "White's own queen on d1 is in the way"],
    ['1. e4 e5 2. Bh3', 'the bishop on f1 is blocked by the pawn on g2'],
    [`${pin}1. Ne4`, 'the knight on d2 is pinned to the king by the bishop on b4'],
    ['1. e4 f5 2. Qh5+ a6', 'it leaves the king on e8 in check from the queen on h5', 'Write g6'],
    ['1. e4 Nf3', "it is Black's turn, and only White's knight can go to f3", 'Write Nf6'],
    [`${opening} 4. Kg1`, 'no king of White can reach g1 (e1); castling is written O-O', 'Write O-O'],
    ['1. Nf3 Nf6 2. g3 g6 3. Bh3 Bg7 4. Kf1 a6 5. Ke1 a5 6. Kg1', 'no king of White can reach g1 (e1)'],
    ['1. e4 e5 2. O-O', 'castling kingside is blocked by the bishop on f1'],
    ['1. e2e5', 'the pawn on e2 cannot move to e5 that way'],
    ['1. e4 e5 2. Xf3', '"X" is not a piece letter (K, Q, R, B or N)'],
    ['1. N@f3', 'pieces cannot be dropped in this game'],
    ['1. e4 e5 2. Qh5 Ke7 3. Qxe5+ --', 'the turn cannot be passed in check'],
  ];
  for (const [text, reason, ...titles] of cases) {
    it(`is explained, and fixed where one legal move is clearly intended: ${text.slice(-20)}`, () => {
      const [code, message, ...fixes] = failure(`${text} *`);
      assert.equal(code, 'PGN_ILLEGAL_MOVE');
      assert.equal(message.replace(/^illegal move \d+\.(?:\.\.)? \S+: /, ''), reason);
      assert.deepEqual(fixes, titles);
    });
  }

  it('for two pieces could make it has a repair for each', () => {
    const knights = `${FEN('4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 7')}7. Nd2 Kd8 *`;
    assert.deepEqual(failure(knights), [
      'PGN_AMBIGUOUS_MOVE',
      '7. Nd2: ambiguous between the knights on b3 and f3',
      'Write Nbd2',
      'Write Nfd2',
    ]);
    const queens = `${FEN('2k5/8/8/8/Q6Q/8/8/Q3K3 w - - 0 7')}7. Qad4 Kb8 *`;
    assert.deepEqual(failure(queens).slice(2), ['Write Q1d4', 'Write Qa4d4']);
    for (const text of [knights, queens]) {
      const [{ fixes = [] }] = checkText(text, 'pgn');
      for (const { edits } of fixes) assert.deepEqual(checkText(applyEdits(text, edits), 'pgn'), []);
    }
  });

  it('lacks what the pawn becomes: the piece can be chosen', () => {
    const pawns = `${FEN('1n5k/P1P5/8/8/8/8/8/K7 w - - 0 1')}1. `;
    assert.deepEqual(failure(`${pawns}axb8 *`), [
      'PGN_MISSING_PROMOTION',
      '1. axb8: the promotion piece is missing (=Q, =R, =B or =N)',
      ...['Q+', 'R+', 'B', 'N'].map((piece) => `Write axb8=${piece}`),
    ]);
    assert.deepEqual(failure(`${pawns}b8 *`).slice(2), []);
  });

  it('lacks what the pawn becomes: no piece is offered with which the moves behind it cannot be played, or are behind a draw', () => {
    const pawn = `${FEN('8/P6k/8/8/8/8/8/K7 w - - 0 1')}1. a8`;
    assert.deepEqual(failure(`${pawn} Kg7 2. Kb2 Kf7 *`).slice(2), ['Write a8=Q', 'Write a8=R']);
    assert.deepEqual(failure(`${pawn} Kg7 2. Qb7+ Kf8 *`).slice(2), ['Write a8=Q']);
    assert.deepEqual(failure(`${pawn} Kg7 2. Rb8 Ra1 *`).slice(2)[0], 'Write a8=R');
    const text = `${pawn} Kg7 2. Kb2 Kf7 *`;
    const game = readGame(text);
    const [d] = checkText(text, 'pgn');
    const repairs = repairLine(game, lineAround(game, d.range.start));
    for (const { edits, title } of withRepairs(d, repairs))
      assert.deepEqual(checkText(applyEdits(text, edits), 'pgn'), [], title);
  });

  it('for two pieces could make it is offered with those with which the moves behind it can be played', () => {
    assert.deepEqual(failure('1. Nf3 d5 2. d3 c6 3. Nd2 e6 4. Ng5 h6 *').slice(2), ['Write Nbd2']);
  });

  const slips: readonly (readonly [what: string, text: string, ...titles: string[]])[] = [
    ['the letter of the piece', `${FEN('4k3/8/8/8/8/8/8/4K1N1 w - - 0 1')}1. Rf3`, 'Write Nf3'],
    ['a piece for the pawn that alone can go there', '1. e4 e5 2. Nf4', 'Write f4'],
    ['a piece where a pawn and a knight can go', '1. Qf3'],
    ['the file that tells knights apart', `${FEN('4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 7')}7. Nad4`],
    ['a needless file of one piece', '1. e4 e5 2. Ngf3 Nc6 3. Ndc3', 'Write Nc3'],
    ['a pawn of another file', '1. e4 e5 2. bxc4', 'Write c4'],
    ['one wrong character, which leads to two bishop moves', '1. e4 e5 2. Nf3 Nc6 3. Bb6'],
    ['a bishop for which a knight and a pawn stand ready', '1. Bc3'],
    ['castling to the other side', `${FEN('4k3/8/8/8/8/8/8/4K2R w K - 0 1')}1. O-O-O`],
    ['a promotion on a square that the pawn does not reach', `${FEN('7k/P7/8/8/8/8/8/K7 w - - 0 1')}1. a7b8=Q`],
    ['a figurine of the wrong piece', '1. ♗f3'],
  ]; // biome-ignore format: a table
  for (const [what, text, ...titles] of slips)
    it(`is fixed where only one move can be intended, not where several can: ${what}`, () => {
      const [code, , ...fixes] = failure(`${text} *`);
      assert.ok(code === 'PGN_ILLEGAL_MOVE' || code === 'PGN_AMBIGUOUS_MOVE', code);
      assert.deepEqual(fixes, titles);
    });

  it('after mate or stalemate has no repair', () => {
    assert.deepEqual(failure('1. f3 e5 2. g4 Qh4# 3. a3 *'), [
      'PGN_MOVE_AFTER_END',
      'illegal move 3. a3: the game is over: White is checkmated',
    ]);
  });

  it('reports the moves after it in its line as not checked', () => {
    const text = '1. e4 e5 2. Ke3 Nc6 {a} (2... d6) 3. d4 (3. d5) *';
    const [{ related = [], range }] = checkText(text, 'pgn');
    assert.equal(text.slice(range.start, range.end), 'Ke3');
    assert.deepEqual(
      related.map(({ range: { start, end }, message }) => [text.slice(start, end), message]),
      [['Nc6 {a} (2... d6) 3. d4', 'not checked, because the position here is unknown']],
    );
  });

  it('is repaired a hundred times a game, and no more', () => {
    const text = `1. e4 d5 2. exd5 ${'(2. cxd5) '.repeat(900)}*`;
    const list = checkText(text, 'pgn');
    assert.equal(list.length, 900);
    assert.equal(list.filter(({ fixes }) => fixes !== undefined).length, 100);
  });
});
