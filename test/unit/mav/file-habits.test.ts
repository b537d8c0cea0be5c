import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { printExample, printTrace } from '../../../src/core/mav/write/example-draft.ts';
import { chance, randomDialect, randomExample, randomTrace } from '../../support/mav-drafts.ts';

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

describe('right files', () => {
  it('have no habit and no loop, in any game and dialect', () => {
    const habits = /^MAV_(?:LOOP|VALUE_HABIT|PREVIOUS_ANSWER|BUCKET|NO_VALUES)$/;
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 31 - 1), { minLength: 3, maxLength: 6 }), (seeds) => {
        const [first = 0] = seeds;
        const luck = chance(first);
        const dialect = randomDialect(luck);
        const text = seeds
          .map((seed, i) =>
            i % 3 === 2
              ? printTrace(randomTrace(chance(seed), dialect), dialect)
              : printExample(randomExample(chance(seed), dialect), dialect),
          )
          .join('\n');
        const codes = checkText(text, 'mav', { mavDialect: dialect }).map(({ code }) => code);
        assert.deepEqual(
          codes.filter((code) => habits.test(code)),
          [],
          text,
        );
      }),
      { numRuns: 200 },
    );
  });
});

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

  /** An example with a list of its values, and a best action. */
  const valued = (values: readonly number[], best: number): string =>
    `<mav game=hex> %state %top_all %best_action </mav>
[%state ${EMPTY}]
[%top_all ${CELLS.map((cell, i) => `${cell}:<ctrl${values[i]}>`).join(' ')}]
[%best_action ${CELLS[best]}]
`;
  const VALUES = [40, 12, 13, 30, 31, 22, 39, 5, 6];

  it('has one finding for values of the other side', () => {
    const right = Array.from({ length: 5 }, (_, i) =>
      valued(
        VALUES.map((value) => value + i),
        0,
      ),
    );
    assert.deepEqual(found(right.join('\n')), []);
    const turned = Array.from({ length: 5 }, (_, i) =>
      valued(
        VALUES.map((value) => 65 - value - i),
        0,
      ),
    );
    assert.deepEqual(found(turned.join('\n')), [
      "warning MAV_VALUE_HABIT values look like the other side's: turned over (65 - b) they agree with what is chosen and expanded; so in 5 of 5 examples",
    ]);
    // examples without a choice count for neither
    const states = CELLS.map((cell) => answer(cell, after(cell), '<ctrl20>')).join('\n');
    assert.equal(found(`${turned.join('\n')}\n${states}`).length, 1);
    // a best action that is bad, but not the worst, is none
    const bad = Array.from({ length: 5 }, () => valued(VALUES, 3));
    assert.equal(found(bad.join('\n')).length, 5);
  });

  it('has one finding for buckets from 0, of which few are 0', () => {
    const lists = Array.from({ length: 6 }, (_, i) =>
      valued(
        VALUES.map((value, at) => (at === 7 && i < 3 ? 0 : value)),
        0,
      ),
    );
    assert.deepEqual(found(lists.join('\n')), [
      'error MAV_BUCKET values look like buckets from 0, which --mav-dialect base0 reads; so in 3 of 6 examples',
    ]);
    // with a 64 they are wrong values
    const highest = valued([64, ...VALUES.slice(1)], 0);
    assert.equal(found([...lists, highest].join('\n')).length, 3);
    assert.equal(found(lists.slice(0, 1).join('\n')).length, 1);
  });

  it('has one finding for answers to the state before', () => {
    const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const answers = ['e2e4', 'd2d4', 'c2c4'].map(
      (move) => `<mav game=chess> %prev_FEN %prev_action %top_4 %best_action </mav>
[%prev_FEN ${FEN}]
[%prev_action ${move}]
[%top_4 g1f3:<ctrl33> a2a3:<ctrl32> b1c3:<ctrl33> h2h3:<ctrl31>]
[%best_action g1f3]
`,
    );
    assert.deepEqual(found(answers.join('\n')), [
      'error MAV_PREVIOUS_ANSWER the answer is for the state before e2e4: 4 of 4 actions are legal there, none here; so in 3 of 3 examples',
    ]);
    assert.equal(found(answers.slice(0, 2).join('\n')).length, 2);
  });

  it('has a finding for each where few have the mistake', () => {
    const text = file((cell, i) => answer(cell, i < 3 ? EMPTY : after(cell), '<ctrl20>'));
    assert.equal(found(text).length, 3);
  });
});
