import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits, type TextEdit } from '../../../src/core/base/text/range.ts';
import { allFixes, type Diagnostic, diagnostic } from '../../../src/core/notation/diagnostic.ts';

const edit = (start: number, end: number, newText: string): TextEdit => ({ range: { start, end }, newText });
const found = (edits: TextEdit[], safe = true, code: Diagnostic['code'] = 'PGN_MISSING_RESULT') =>
  diagnostic(code, edits[0].range, 'why', { fixes: [{ title: 'Do', edits, safe }] });

describe('all fixes of a text', () => {
  it('are applied together, in order', () => {
    const all = allFixes([found([edit(4, 5, 'E'), edit(6, 6, '!')]), found([edit(0, 1, 'A')])], 10);
    assert.equal(applyEdits('abcdefg', all.edits), 'AbcdEf!g');
    assert.deepEqual([all.fixed, all.total], [2, 2]);
  });

  it('leave out, whole, one that touches another before it in the list', () => {
    const all = allFixes(
      [found([edit(2, 4, 'x')]), found([edit(0, 1, 'y'), edit(3, 5, 'z')]), found([edit(4, 4, '!')])],
      10,
    );
    assert.equal(applyEdits('abcdef', all.edits), 'abx!ef');
    assert.deepEqual([all.fixed, all.total], [2, 3]);
  });

  it('give two insertions at one place no order: the first stays', () => {
    assert.equal(applyEdits('ab', allFixes([found([edit(1, 1, '1')]), found([edit(1, 1, '2')])], 10).edits), 'a1b');
  });

  it('count faults that one edit repairs together, once applied', () => {
    const all = allFixes([found([edit(0, 2, 'x')]), found([edit(0, 2, 'x')])], 10);
    assert.deepEqual([all.edits.length, all.fixed, all.total], [1, 2, 2]);
  });

  it('are the safe ones, of one code if it is named', () => {
    const list = [
      found([edit(0, 0, '1')], false),
      found([edit(1, 1, '2')]),
      found([edit(2, 2, '3')], true, 'PGN_RESULT_MISMATCH'),
    ];
    assert.equal(applyEdits('ab', allFixes(list, 10).edits), 'a2b3');
    assert.equal(applyEdits('ab', allFixes(list, 10, 'PGN_RESULT_MISMATCH').edits), 'ab3');
  });

  it('are no more edits than wanted', () => {
    const all = allFixes(
      [0, 1, 2].map((i) => found([edit(i, i, '!')])),
      2,
    );
    assert.deepEqual([all.edits.length, all.fixed, all.total], [2, 2, 3]);
  });
});
