import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { sectionStates } from '../../../src/core/mav/features/section-states.ts';
import { mavView } from '../../../src/core/mav/view.ts';

const PUBLISHED = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const BEFORE = '7k/8/8/8/8/8/K7/6R1 w - - 0 1';
const NOW = '7k/8/8/8/8/8/K7/5R2 b - - 1 1';
const AFTER = '8/7k/8/8/8/8/K7/5R2 w - - 2 2';

/** What the steps of a text say of their states: name, how the state is known, why nothing is judged. */
const said = (text: string): string[] =>
  (sectionStates(mavView(text))?.places ?? []).map(
    ({ name, basis = 'true', unjudged = 'judged' }) => `${name}; ${basis}; ${unjudged}`,
  );

/** An example with these lines. */
const example = (...lines: readonly string[]): string =>
  `<mav game=chess> ${lines.map((line) => line.split(' ')[0]).join(' ')} </mav>\n${lines.map((line) => `[${line}]`).join('\n')}\n`;

describe('the positions of a MAV file', () => {
  it('are true and judged where a rule gives them and a state is printed', () => {
    assert.deepEqual(said(PUBLISHED), ['current position; true; judged', 'after f5; true; judged']);
  });

  it('say that a state is input, and that none is printed after the best action', () => {
    assert.deepEqual(said(example(`%FEN ${NOW}`, '%top_1 h8h7:<ctrl3>', '%best_action h8h7')), [
      'current position; Given; not judged: the state is input, without a previous position and action',
      'after Kh7; true; no state is printed after Kh7',
    ]);
    assert.deepEqual(said(example(`%FEN ${NOW}`, '%best_action h8h7', `%FEN ${AFTER}`)), [
      'current position; Given; not judged: the state is input, without a previous position and action',
      'after Kh7; true; judged',
    ]);
  });

  it('say which move a state that is not printed follows by', () => {
    assert.deepEqual(said(example(`%prev_FEN ${BEFORE}`, '%prev_action g1f1', '%top_1 h8h7:<ctrl3>')), [
      'current position; true; no state is printed here: it follows from the previous one by Rf1',
    ]);
  });

  it('say why the true state is not known, and do not call the printed one true', () => {
    const illegal = 'the previous action g1f8 is illegal: the rook on g1 cannot move to f8 that way';
    assert.deepEqual(
      said(example(`%prev_FEN ${BEFORE}`, '%prev_action g1f8', `%FEN ${NOW}`, '%best_action h8h7', `%FEN ${AFTER}`)),
      [`current position; As printed; not judged: ${illegal}`, `after Kh7; By what is printed; not judged: ${illegal}`],
    );
    const unread = said(example('%prev_FEN 9/8/8/8/8/8/8/8 w - - 0 1', '%prev_action g1f1', `%FEN ${NOW}`));
    assert.equal(unread.length, 1);
    assert.match(unread[0] ?? '', /^current position; Given; not judged: the previous position cannot be read: ./);
    assert.deepEqual(said(example('%prev_action g1f1', `%FEN ${NOW}`)), [
      'current position; Given; not judged: no previous position is given that the previous action is played in',
    ]);
  });
});
