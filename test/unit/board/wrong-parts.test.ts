import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wrongParts } from '../../../src/core/board/state-differences.ts';

const TRUTH = 'r1bqkb1r/pppp1ppp/2n5/1B2p3/4n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5';

/** The wrong parts as they stand in the text, each with what is said of it. */
const parts = (text: string, truth = TRUTH, game: 'chess' | 'connect_four' = 'chess'): string[] =>
  wrongParts(game, truth, text).map(({ start, end, says }) => `${text.slice(start, end)}: ${says}`);

describe('wrong parts of a predicted text', () => {
  it('are the ranks and fields that differ, where they stand', () => {
    assert.deepEqual(parts(TRUTH), []);
    assert.deepEqual(parts('r1bqkb1r/pppp1ppp/2n5/4p3/1B2n3/5N2/PPPP1PPP/RNBQ1RK1 b kq e3 1 5'), [
      '4p3: rank 5 is 1B2p3',
      '1B2n3: rank 4 is 4n3',
      'b: the side to move is w',
      'e3: the en passant square is -',
      '1: the halfmove clock is 0',
    ]);
  });

  it('are found across line ends and runs of spaces', () => {
    assert.deepEqual(parts(`  ${TRUTH.replace(' w ', '\n b   ')}\n`), ['b: the side to move is w']);
  });

  it('are not ranks that say the same in other letters', () => {
    assert.deepEqual(parts(TRUTH.replace('/2n5/', '/11n221/')), []);
  });

  it('are ranks that are too long or too short, and ranks behind the eighth', () => {
    assert.deepEqual(parts(TRUTH.replace('/2n5/', '/2n6/').replace(' w', '/8 w')), [
      '2n6: rank 6 is 2n5',
      '8: a board has 8 ranks',
    ]);
    assert.deepEqual(parts('r1bqkb1r/pppp1p'), ['pppp1p: rank 7 is pppp1ppp']);
  });

  it('are what belongs to no field, while a missing field moves no other', () => {
    assert.deepEqual(parts(TRUTH.replace(' - ', ' ')), []);
    assert.deepEqual(parts(`${TRUTH} and so on`), [
      'and: this belongs to no field',
      'so: this belongs to no field',
      'on: this belongs to no field',
    ]);
  });

  it('are the whole board where spaces stand in it', () => {
    const spaced = TRUTH.replace(/\//g, ' / ');
    assert.deepEqual(parts(spaced), []);
    const [only] = parts(spaced.replace('1B2p3', '4p3'));
    assert.match(only ?? '', /^r1bqkb1r \/ .* RNBQ1RK1: the board is r1bqkb1r/);
  });

  it('are cells in games of stones, and whose move it is', () => {
    const truth = 'x || . . x o x ||';
    assert.deepEqual(parts('o || . x o o x ||', truth, 'connect_four'), [
      'o: the side to move is x',
      'x o: the true cells are . x',
    ]);
    assert.deepEqual(parts('x || . . ||', truth, 'connect_four'), []);
  });

  it('lie in the text, in order and apart, whatever the text is', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[pnbrqkPNBRQK1-8/ wb-]{0,90}$/),
      fc.nat(TRUTH.length).map((n) => `${TRUTH.slice(0, n)}${TRUTH.slice(n + 1)}`),
    );
    fc.assert(
      fc.property(text, (predicted) => {
        let last = 0;
        for (const { start, end } of wrongParts('chess', TRUTH, predicted)) {
          assert.ok(last <= start && start < end && end <= predicted.length);
          last = end;
        }
      }),
    );
  });
});
