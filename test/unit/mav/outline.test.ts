import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type MavSymbol, mavFolds, mavSymbol } from '../../../src/core/mav/features/outline.ts';
import { mavView } from '../../../src/core/mav/view.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');

const symbol = (text: string): MavSymbol | undefined => mavSymbol(mavView(text), 3);

/** Names and details, indented by depth. */
function listed({ name, detail, children }: MavSymbol, depth = 0): string[] {
  const own = `${'  '.repeat(depth)}${name}${detail === '' ? '' : `: ${detail}`}`;
  return [own, ...children.flatMap((child) => listed(child, depth + 1))];
}

/** Each range holds its name and its children. */
function assertNested({ range, nameRange, children }: MavSymbol): void {
  for (const inner of [nameRange, ...children.map((child) => child.range)])
    assert.ok(range.start <= inner.start && inner.end <= range.end);
  for (const child of children) assertNested(child);
}

describe('the outline of MAV', () => {
  it('has examples with their game and best action', () => {
    const found = symbol(EXAMPLE);
    assert.deepEqual(found && listed(found), ['Example 3: chess, best action f6f5']);
    assert.equal(EXAMPLE.slice(found?.nameRange.start, found?.nameRange.end), EXAMPLE.slice(0, EXAMPLE.indexOf('\n')));
    const prompt = symbol('<mav game=hex> %state %top_1 </mav>\n');
    assert.deepEqual(prompt && listed(prompt), ['Example 3: hex, no lines']);
    assert.equal(symbol('# a remark\n'), undefined);
  });

  it('has traces as trees of their nodes', () => {
    const found = symbol(TRACE);
    assert.ok(found !== undefined);
    assert.deepEqual(listed(found), [
      'Trace 3: breadth 3, depth 1, plays g3g6',
      '  <root>: selects g3g6 <ctrl43>',
      '    <root g3d6>: selects d5d6 <ctrl32>',
      '    <root g3g6>: selects e6f4 <ctrl22>',
      '    <root c2e2>: selects e6f4 <ctrl32>',
    ]);
    assertNested(found);
    const whole = mavSymbol(mavView(TRACE), 3, false);
    assert.deepEqual(whole && listed(whole), ['Trace 3: breadth 3, depth 1, plays g3g6']);
    assert.equal(mavFolds(mavView(TRACE), false).length, 1);
  });

  it('keeps nodes whose parent is missing, and leaves out those that are only announced', () => {
    const start =
      'Minimax breadth=3 depth=1\nEvaluation for node: <root e2e4>\nExpand from node <root a>: <root a b>\n';
    const found = symbol(start);
    assert.deepEqual(found && listed(found), ['Trace 3: breadth 3, depth 1', '  <root e2e4>', '  <root a>']);
  });

  it('folds examples, traces and nodes', () => {
    const lines = (text: string): [number, number][] =>
      mavFolds(mavView(text)).map(({ start, end }) => [
        text.slice(0, start).split('\n').length,
        text.slice(0, end).split('\n').length,
      ]);
    assert.deepEqual(lines(EXAMPLE), [[1, 10]]);
    assert.deepEqual(
      lines(TRACE).map((fold) => fold.join('-')),
      ['1-40', '2-39', '3-6', '8-16', '9-14', '17-25', '18-23', '26-34', '27-32'],
    );
    assert.deepEqual(lines('# a remark\n'), []);
  });

  it('nests whatever the text is', () => {
    const node = fc.constantFrom('<root>', '<root a>', '<root a b>', '<root c>', '');
    const step = fc
      .tuple(fc.constantFrom('Evaluation for node: ', 'Expand from node ', 'Decision for node: '), node, node)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const found = symbol(`Minimax breadth=2 depth=2\n${steps.join('\n')}\n`);
        assert.ok(found !== undefined);
        assertNested(found);
      }),
    );
  });
});
