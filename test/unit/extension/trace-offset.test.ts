import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { cursorPosition } from '../../../src/core/languages/positions.ts';
import { evaluationOffset } from '../../../src/core/mav/author/cursor-position.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');

/** The board of the position that a line of a text is about. */
function boardAt(text: string, line: string): string {
  const placed = cursorPosition(text, 'mav', evaluationOffset(text, text.indexOf(line) + 2));
  assert.ok(placed.ok, placed.ok ? '' : placed.error);
  const { game, state } = placed.value.position;
  return knownGame(game).automaton.print(state).split(' ')[0];
}

const ROOT = '2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R';
const G3G6 = '2r3k1/p3p3/4N1qp/3Q4/8/5P2/PPr3P1/1K5R';

describe('the node of a trace at a line', () => {
  for (const [end, text] of [
    ['LF', TRACE],
    ['CRLF', TRACE.replaceAll('\n', '\r\n')],
  ])
    it(`is the one that the line names, or the last that was named above it (${end})`, () => {
      assert.equal(boardAt(text, 'Minimax'), ROOT);
      assert.equal(boardAt(text, 'Evaluation for node: <root>'), ROOT);
      assert.equal(boardAt(text, 'Expand from node <root>'), ROOT);
      assert.equal(boardAt(text, 'Evaluation for node: <root g3g6>'), G3G6);
      assert.equal(boardAt(text, '[%prev_action g3g6]'), G3G6);
      assert.equal(boardAt(text, 'Decision for node: <root g3g6>'), G3G6);
      assert.equal(boardAt(text, 'Decision for node: <root>'), ROOT);
      assert.equal(boardAt(text, 'Playing'), ROOT);
    });

  it('is no matter for examples before and behind a trace', () => {
    const own = boardAt(EXAMPLE, '[%best_action');
    const text = `${EXAMPLE}\n${TRACE}\n${EXAMPLE}`;
    for (const offset of [
      EXAMPLE.indexOf('[%best_action'),
      text.lastIndexOf('[%best_action'),
      text.lastIndexOf('<mav'),
    ])
      assert.equal(evaluationOffset(text, offset), offset);
    assert.equal(boardAt(text, '[%best_action'), own);
    assert.equal(boardAt(text, 'Decision for node: <root g3g6>'), G3G6);
  });
});
