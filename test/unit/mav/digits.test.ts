import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { fenToNative, nativeToFen } from '../../../src/core/mav/native-chess.ts';
import { tallyAnswers } from '../../../src/core/mav/stats/judge-answers.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';

const BEFORE = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20';
const after = (rights: string, square = '-') => `r3k2r/8/8/8/8/8/7R/R3K3 b ${rights} ${square} 4 20`;

/** A step of a game with its states as FENs or native states. */
const step = (from: 'FEN' | 'state', to: 'FEN' | 'state', before: string, action: string, result: string): string => {
  const write = (form: 'FEN' | 'state', fen: string): string => (form === 'FEN' ? fen : fenToNative(fen));
  return `<mav game=chess> %prev_${from} %prev_action %${to} </mav>\n[%prev_${from} ${write(from, before)}]\n[%prev_action ${action}]\n[%${to} ${write(to, result)}]\n`;
};
const found = (text: string): string[] =>
  checkText(text, 'mav').map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
const rights = (text: string) => tallyAnswers(text, PUBLISHED_DIALECT)['chess']?.tally.rights;
const updated = (text: string) => tallyAnswers(text, PUBLISHED_DIALECT)['chess']?.tally.updated;

const ASSUMED = ' (the format of the digits is assumed)';

describe('castling rights of native states', () => {
  it('are compared where the given state names some, as those of FENs are', () => {
    for (const [from, to] of [
      ['state', 'state'],
      ['state', 'FEN'],
    ] as const) {
      assert.deepEqual(found(step(from, to, BEFORE, 'h1h2', after('Qkq'))), []);
      const lost = step(from, to, BEFORE, 'h1h2', after('kq'));
      const note = to === 'state' ? ASSUMED : '';
      assert.deepEqual(found(lost), [`warning MAV_WRONG_FIELD: after h1h2: castling rights kq, true Qkq${note}`]);
      assert.deepEqual(updated(lost), { right: 0, n: 1 });
      assert.deepEqual(rights(lost), { right: 0, n: 1 });
      const kept = step(from, to, BEFORE, 'h1h2', after('KQkq'));
      assert.equal(found(kept).length, 1);
    }
  });

  it('are a hint where nothing says that the digits name them, and a row of the statistics', () => {
    const lost = step('FEN', 'state', BEFORE, 'h1h2', after('-'));
    assert.deepEqual(found(lost), [`info MAV_WRONG_FIELD: after h1h2: castling rights -, true Qkq${ASSUMED}`]);
    assert.deepEqual(updated(lost), { right: 1, n: 1 });
    assert.deepEqual(rights(lost), { right: 0, n: 1 });
    const gained = step('state', 'state', BEFORE.replace('KQkq', '-'), 'h1h2', after('Qkq'));
    assert.deepEqual(found(gained), [`info MAV_WRONG_FIELD: after h1h2: castling rights Qkq, true -${ASSUMED}`]);
    assert.deepEqual(rights(step('FEN', 'state', BEFORE, 'h1h2', after('Qkq'))), { right: 1, n: 1 });
  });

  it('are not read in digits by which the action that was played would be illegal', () => {
    const castled = 'r4rk1/8/8/8/8/8/8/R3K2R w KQ - 4 21';
    const black = BEFORE.replace(' w KQkq', ' b KQq');
    assert.deepEqual(found(step('state', 'state', black, 'e8g8', castled)), []);
  });
});

describe('the en passant square of native states', () => {
  const pawns = '4k3/8/8/8/1p6/8/P7/4K2R w K - 0 1';
  const stepped = (square: string) => `4k3/8/8/8/Pp6/8/8/4K2R b K ${square} 0 1`;

  it('is compared where the given state names rights', () => {
    assert.deepEqual(found(step('state', 'state', pawns, 'a2a4', stepped('a3'))), []);
    const wrong = step('state', 'state', pawns, 'a2a4', stepped('b3'));
    assert.deepEqual(found(wrong), [`warning MAV_WRONG_FIELD: after a2a4: en passant square b3, true a3${ASSUMED}`]);
    assert.deepEqual(rights(wrong), { right: 0, n: 1 });
  });
});

describe('counters that are longer than their digits', () => {
  it('are right by their last digits', () => {
    const long = BEFORE.replace('3 20', '99 1000');
    const result = after('Qkq').replace('4 20', '100 1000');
    assert.equal(nativeToFen(fenToNative(result))?.split(' ').at(-1), '0');
    assert.deepEqual(found(step('FEN', 'state', long, 'h1h2', result)), []);
  });
});
