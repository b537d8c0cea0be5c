import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';

const CELLS = 'abc'.split('').flatMap((file) => [1, 2, 3].map((rank) => `${file}${rank}`));

/** An answer about the empty board of Hex after its first stone. */
const answer = (cell: string, state: string, value: string): string => {
  const next = CELLS.find((other) => other !== cell) ?? '';
  return `<mav game=hex> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || ${'. '.repeat(9)}||]
[%prev_action ${cell}]
[%state ${state}]
[%top_1 ${next}:${value}]
[%best_action ${next}]
`;
};
/** The board with a stone, its rows one after the other. */
const after = (cell: string): string => {
  const at = 3 * (Number(cell[1]) - 1) + 'abc'.indexOf(cell[0] ?? '');
  return `o || ${Array.from({ length: 9 }, (_, i) => (i === at ? 'x' : '.')).join(' ')} ||`;
};
const EMPTY = `x || ${'. '.repeat(9)}||`;
const found = (text: string): string[] =>
  checkText(text, 'mav').map(({ severity, code, message }) => `${severity} ${code} ${message}`);
const file = (one: (cell: string, i: number) => string): string => CELLS.map(one).join('\n');

describe('a file in which all examples have one mistake', () => {
  it('has none where there is none', () => {
    assert.deepEqual(found(file((cell) => answer(cell, after(cell), '<ctrl20>'))), []);
  });

  it('has one finding for previous states in place of the next ones', () => {
    assert.deepEqual(found(file((cell) => answer(cell, EMPTY, '<ctrl20>'))), [
      'error MAV_WRONG_STATE not the state after a1: it is the state before it, unchanged; so in 9 of 9 examples',
    ]);
    // one that is another one is told beside
    const mixed = file((cell, i) => answer(cell, i === 4 ? after('a1') : EMPTY, '<ctrl20>'));
    const [first, second, ...others] = found(mixed);
    assert.match(first ?? '', /so in 8 of 9 examples$/);
    assert.match(second ?? '', /MAV_WRONG_STATE not the state after b2: 2 squares wrong/);
    assert.deepEqual(others, []);
  });

  it('has one finding for probabilities, with a fix for all', () => {
    const text = file((cell, i) => answer(cell, after(cell), `0.${i + 1}5`));
    const [one, ...others] = checkText(text, 'mav');
    assert.equal(one?.message, 'values are no buckets: they look like probabilities; so in 9 of 9 examples');
    assert.deepEqual(others, []);
  });

  it('has one finding for values that are not there', () => {
    const text = file((cell) => answer(cell, after(cell), '<ctrl20>').replace(':<ctrl20>', ''));
    assert.equal(found(text).length, 1);
    assert.match(found(text)[0] ?? '', /^info MAV_NO_VALUES .*; so in 9 of 9 examples$/);
  });

  it('keeps the fix of each place in one', () => {
    const text = file((cell) => answer(cell, EMPTY, '<ctrl20>'));
    const [one] = checkText(text, 'mav');
    assert.deepEqual(found(applyEdits(text, one?.fixes?.[0]?.edits ?? [])), []);
  });

  it('has a finding for each where few have the mistake', () => {
    const text = file((cell, i) => answer(cell, i < 3 ? EMPTY : after(cell), '<ctrl20>'));
    assert.equal(found(text).length, 3);
  });
});
