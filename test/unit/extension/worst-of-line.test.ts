import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Grade } from '../../../src/core/metrics/wording.ts';
import { worstPerLine } from '../../../src/extension/editor/marks.ts';

const at = (line: number, mark: Grade) => ({
  mark,
  range: { start: { line, character: 0 }, end: { line: line + 1, character: 2 } },
});

it('a line has one mark in the gutter, that of its worst prediction', () => {
  const marks = [at(1, 'exact'), at(2, 'exact'), at(2, 'wrong'), at(2, 'near'), at(3, 'none'), at(3, 'wrong')];
  assert.deepEqual(worstPerLine(marks), { exact: [1], near: [], wrong: [2], none: [3] });
});
