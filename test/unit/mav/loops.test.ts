import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkText } from '../../../src/core/languages/check.ts';
import { findLoop } from '../../../src/core/mav/check/loops.ts';

describe('the end of a sequence that goes round in circles', () => {
  it('is found with its cycle, whatever stands before it and wherever it stops', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }),
        fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's'), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 3, max: 40 }),
        fc.nat(3),
        (before, cycle, times, rest) => {
          const items = [...before, ...Array.from({ length: times }, () => cycle).flat(), ...cycle.slice(0, rest)];
          const loop = findLoop(items);
          assert.equal(loop?.period, cycle.length);
          assert.equal(loop.start, before.length);
          assert.equal(loop.count, times + (rest >= cycle.length ? 1 : 0));
          assert.equal(findLoop([...items, 'cut'])?.start, before.length);
        },
      ),
    );
  });

  it('is none where less than three are there', () => {
    assert.equal(findLoop(['a', 'b', 'a', 'b']), undefined);
    assert.equal(findLoop([]), undefined);
  });
});

describe('a decision that goes round in circles', () => {
  it('is one finding', () => {
    const text = `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=hex> %state %top_2 %best_action </mav>
[%state x || . . . . ||]
[%top_2 a1:<ctrl40> b2:<ctrl30>]
[%best_action a1]
Expand from node <root>: <root a1> <root b2>
Evaluation for node: <root a1>
<mav game=hex> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || . . . . ||]
[%prev_action a1]
[%state o || x . . . ||]
[%top_1 a2:<ctrl25>]
[%best_action a2]
Decision for node: <root a1>
Selecting: a2 : "<ctrl25>"
Evaluation for node: <root b2>
<mav game=hex> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || . . . . ||]
[%prev_action b2]
[%state o || . . . x ||]
[%top_1 a1:<ctrl36>]
[%best_action a1]
Decision for node: <root b2>
Selecting: a1 : "<ctrl36>"
Decision for node: <root>
${'a1 : "<ctrl40>"\nb2 : "<ctrl29>"\n'.repeat(60)}Selecting: a1 : "<ctrl40>"
Playing a1!
`;
    assert.deepEqual(
      checkText(text, 'mav').map(({ code, message }) => `${code} ${message}`),
      ['MAV_LOOP repeats a1 b2 60 times from here'],
    );
  });
});

describe('an expansion that is not by the best actions', () => {
  it('names some of the better ones, the best first', () => {
    const cells = Array.from({ length: 121 }, () => '.').join(' ');
    const names = Array.from({ length: 121 }, (_, i) => `${'abcdefghijk'[i % 11]}${1 + Math.floor(i / 11)}`);
    const list = names.map((name, i) => `${name}:<ctrl${i < 60 ? 4 + i : 3}>`).join(' ');
    const text = `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=hex> %state %top_all %best_action </mav>
[%state x || ${cells} ||]
[%top_all ${list}]
[%best_action ${names[59]}]
Expand from node <root>: <root ${names[0]}> <root ${names[59]}>
Evaluation for node: <root ${names[0]}>
`;
    const [one] = checkText(text, 'mav').filter(({ code }) => code === 'TRACE_EXPANSION_CHOICE');
    assert.equal(
      one?.message,
      'd6, c6, b6, a6, k5, j5, i5, h5 and 50 more have a higher value than an expanded action',
    );
  });
});
