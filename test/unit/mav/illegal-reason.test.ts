import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';

/** What is said of an action in a list of one. */
const said = (state: string, action: string, game = 'chess'): string[] =>
  checkText(
    `<mav game=${game}> %${game === 'chess' ? 'FEN' : 'state'} %top_1 </mav>\n[%${game === 'chess' ? 'FEN' : 'state'} ${state}]\n[%top_1 ${action}:<ctrl33>]\n`,
    'mav',
  ).map(({ message }) => message.replace(/; \S+ is missing$/, ''));

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('an illegal action', () => {
  for (const [fen, action, reason] of [
    [START, 'g1f5', 'the knight on g1 cannot move to f5 that way'],
    [START, 'e1e2', "White's own pawn on e2 is in the way"],
    [START, 'a1a5', 'the rook on a1 is blocked by the pawn on a2'],
    [START, 'e7e5', "it is White's turn, and the pawn on e7 is Black's"],
    [START, 'e4e5', 'there is no piece on e4'],
    [START, 'e2e9', 'there is no square e9'],
    ['4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1', 'e2c3', 'the knight on e2 is pinned to the king by the rook on e3'],
    ['4k3/8/8/8/8/4r3/N7/4K3 w - - 0 1', 'a2b4', 'it leaves the king on e1 in check from the rook on e3'],
    ['4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'a7a8', 'the promotion piece is missing (=Q, =R, =B or =N)'],
  ] as const)
    it(`has the reason that a PGN gives: ${reason}`, () =>
      assert.deepEqual(said(fen, action), [`${action} is not legal here: ${reason}`]));

  it('of castling says what is in its way', () => {
    assert.match(said(START, 'e1g1')[0], /^e1g1 is not legal here: .*(bishop|knight|between|castl)/i);
  });

  for (const [fen, written, meant] of [
    [START, 'e4', 'e2e4'],
    [START, 'e2-e4', 'e2e4'],
    [START, 'e2e4=', 'e2e4'],
    [START, 'Nf3', 'g1f3'],
    [START, 'Ng1f3', 'g1f3'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'O-O', 'e1g1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', '0-0-0', 'e1c1'],
    ['7k/P7/8/8/8/8/8/K7 w - - 0 1', 'a8=Q', 'a7a8q'],
    ['7k/P7/8/8/8/8/8/K7 w - - 0 1', 'a7a8=N', 'a7a8n'],
  ] as const)
    it(`is told apart from a legal one in another notation: ${written}`, () => {
      assert.deepEqual(said(fen, written), [
        `${written} is not the notation of actions, in which this move is ${meant}`,
      ]);
      const text = `<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${fen}]\n[%top_1 ${written}:<ctrl33>]\n`;
      const [found] = checkText(text, 'mav');
      assert.deepEqual(
        found?.fixes?.map(({ edits, safe }) => [edits.map(({ newText }) => newText), safe]),
        [[[meant], false]],
      );
    });

  it('is one of many in another notation', () => {
    const text = `<mav game=chess> %FEN %top_3 %best_action </mav>\n[%FEN ${START}]\n[%top_3 e4:<ctrl33> Nf3:<ctrl33> d4:<ctrl33>]\n[%best_action e4]\n`;
    assert.deepEqual(
      checkText(text, 'mav').map(({ message }) => message),
      ['none of these 3 actions are in the notation of actions, in which the first is e2e4: e4, Nf3, d4'],
    );
  });

  it('promotes nothing but a pawn', () => {
    assert.deepEqual(said(START, 'g1f3q'), ['g1f3q is not legal here: only a pawn becomes another piece']);
  });

  it('says it of stones, too', () => {
    const full = `x || ${'x o '.repeat(0)}o . . . . . . ${'x . . . . . . o . . . . . . '.repeat(2)}x . . . . . . ||`;
    assert.deepEqual(said(full, 'x0', 'connect_four'), ['x0 is not legal here: the column of x0 is full']);
    assert.deepEqual(said(full, 'x7', 'connect_four'), ['x7 is not legal here: there is no such column']);
    assert.deepEqual(said(full, 'o1', 'connect_four'), ["o1 is not legal here: it is x's turn"]);
    const hex = 'x || . . . . x . o . . ||';
    assert.deepEqual(said(hex, 'b2', 'hex'), ['b2 is not legal here: b2 holds a stone of x']);
    assert.deepEqual(said(hex, 'd4', 'hex'), ['d4 is not legal here: there is no such cell']);
  });
});
