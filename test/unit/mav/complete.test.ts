import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { completeMav } from '../../../src/core/mav/features/completion.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import type { Completion } from '../../../src/core/notation/language.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
const KING = '<mav game=chess> %state %top_all %best_action </mav>\n[%state 7k/8/8/8/8/8/8/K7 w - - 0 1]\n';

/** What can be written at the @. */
function complete(text: string): Completion[] {
  const offset = text.indexOf('@');
  return completeMav(mavView(text.slice(0, offset) + text.slice(offset + 1)), offset);
}
const labels = (text: string): string[] => complete(text).map(({ label }) => label);

describe('completion of MAV', () => {
  it('has games and commands in a header', () => {
    assert.deepEqual(labels('<mav game=@'), ['chess', 'chess960', 'connect_four', 'hex', 'othello']);
    assert.deepEqual(labels('<mav game=ch@> %state </mav>'), ['chess', 'chess960']);
    assert.deepEqual(labels('<mav game=chess> %prev_@'), ['%prev_state', '%prev_FEN', '%prev_action']);
    const [first] = complete('<mav game=chess> %state %top_1 %F@ </mav>');
    assert.deepEqual(first, {
      label: '%FEN',
      kind: 'command',
      range: { start: 31, end: 33 },
      text: '%FEN',
      detail: 'the position after the best action, as FEN',
    });
    assert.deepEqual(labels('<mav game=chess> %state </mav> @'), []);
  });

  it('has the commands that are due at the start of a line', () => {
    const found = complete(`${KING}[@`);
    assert.deepEqual(
      found.map(({ label, isLikely }) => [label, isLikely]),
      [
        ['%top_all', true],
        ['%best_action', undefined],
      ],
    );
    assert.deepEqual(labels(`${KING}[%t@`), ['%top_all', '%best_action']);
    assert.deepEqual(labels(`${KING}@`), []);
  });

  it('has the legal actions of the state that a list lacks', () => {
    assert.deepEqual(labels(`${KING}[%top_all @`), ['a1a2', 'a1b1', 'a1b2']);
    assert.deepEqual(labels(`${KING}[%top_all a1b1:<ctrl30> @]`), ['a1a2', 'a1b2']);
    assert.deepEqual(labels(`${KING}[%top_all a1b1:<ctrl30> a1b@]`), ['a1b2']);
    const [king] = complete(`${KING}[%top_all a1a@]`);
    assert.equal(king.detail, 'Ka2');
    assert.deepEqual(labels(`${KING.replace('7k', '9k')}[%top_all @`), []);
  });

  it('has the buckets behind a colon', () => {
    const found = complete(`${KING}[%top_all a1a2:@]`);
    assert.equal(found.length, 64);
    assert.deepEqual([found[0].text, found[0].detail], ['<ctrl1>', 'about 1 % to win']);
    assert.deepEqual(labels(`${KING}[%top_all a1a2:<ctrl6@]`), ['<ctrl6>', '<ctrl60>', '<ctrl61>', '<ctrl62>', '<ctrl63>', '<ctrl64>']); // biome-ignore format: one line
    assert.deepEqual(labels(`${KING}[%top_all a1a2:33@]`), ['<ctrl33>']);
    const low = completeMav(mavView(`${KING}[%top_all a1a2:]`), KING.length + 15, { ...PUBLISHED_DIALECT, base: 0 });
    assert.deepEqual([low[0].text, low[63].text], ['<ctrl0>', '<ctrl63>']);
  });

  it('has the actions of the list as the best one, the highest value first', () => {
    const text = EXAMPLE.replace('%best_action f6f5]', '%best_action @]');
    const [first, second] = complete(text);
    assert.equal(first.label, 'f6f5');
    assert.equal(first.detail, 'f5 · bucket 33 of 64: about 51 % to win');
    assert.equal(first.isLikely, true);
    assert.equal(second.label, 'a5f5');
    assert.deepEqual(labels(EXAMPLE.replace('%best_action f6f5]', '%best_action f6@]')), ['f6f5']);
  });

  it('has the actions of the previous state as the previous one', () => {
    assert.deepEqual(labels(EXAMPLE.replace('e5e6]', 'e5@]')), ['e5d6', 'e5e6', 'e5f6']);
    assert.deepEqual(labels(EXAMPLE.replace('e5e6]', 'e5e6 @]')), []);
  });

  it('has the actions of a node in a trace, and nothing in its other lines', () => {
    const text = TRACE.replace('[%best_action d5d6]', '[%best_action d5@]');
    assert.equal(labels(text)[0], 'd5d6');
    assert.deepEqual(labels(TRACE.replace('<root g3g6> <root', '<root g3@g6> <root')), []);
  });

  it('has nothing in states, and answers everywhere', () => {
    assert.deepEqual(labels('<mav game=chess> %state </mav>\n[%state 7k@'), []);
    assert.deepEqual(labels('@'), []);
    fc.assert(
      fc.property(fc.nat(EXAMPLE.length), fc.nat(EXAMPLE.length), (cut, at) => {
        const text = EXAMPLE.slice(0, cut);
        const offset = Math.min(at, cut);
        for (const { range } of completeMav(mavView(text), offset)) {
          assert.ok(range.start <= range.end && range.end === offset);
          assert.doesNotMatch(text.slice(range.start, range.end), /\s/);
        }
      }),
    );
  });
});
