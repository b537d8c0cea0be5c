import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits, changedSpan } from '../../../src/core/base/text/range.ts';

/** The span that changes as `[start, end, newText]`. */
const spanOf = (text: string, wanted: string, start = 0, end = text.length): unknown => {
  const edit = changedSpan(text, start, end, wanted);
  return edit && [edit.range.start, edit.range.end, edit.newText];
};
/** True if an offset lies between CR and LF or between the halves of a surrogate pair. */
const isSplit = (text: string, at: number): boolean =>
  text.slice(at - 1, at + 1) === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

describe('the changed span', () => {
  it('leaves out what stays at both ends', () => {
    assert.deepEqual(spanOf('1. e4 e5', '1. d4 e5'), [3, 4, 'd']);
    assert.deepEqual(spanOf('1. e4 e5', '1. e4 c5 e5'), [6, 6, 'c5 ']);
    assert.deepEqual(spanOf('a b b c', 'a b c'), [4, 6, '']);
    assert.deepEqual(spanOf('', 'x'), [0, 0, 'x']);
  });

  it('is none where nothing changes', () => {
    assert.equal(spanOf('e4', 'e4'), undefined);
    assert.equal(spanOf('', ''), undefined);
    assert.equal(spanOf('1. e4 e5', 'e4', 3, 5), undefined);
  });

  it('counts from the start of the text, of which it looks at a part', () => {
    assert.deepEqual(spanOf('1. e4 e5', 'd4', 3, 5), [3, 4, 'd']);
    assert.deepEqual(spanOf('aaa', '', 1, 2), [1, 2, '']);
    assert.deepEqual(spanOf('abcd', 'bc', 1, 2), [2, 2, 'c']);
  });

  it('parts no CR LF, at either end, in either text', () => {
    assert.deepEqual(spanOf('a\r\nb', 'a\rb'), [1, 3, '\r']);
    assert.deepEqual(spanOf('a\rb', 'a\r\nb'), [1, 2, '\r\n']);
    assert.deepEqual(spanOf('a\r\nb', 'a\nb'), [1, 3, '\n']);
    assert.deepEqual(spanOf('a\nb', 'a\r\nb'), [1, 2, '\r\n']);
  });

  it('parts no surrogate pair, at either end, in either text', () => {
    // D83D DE00 and D83D DE01 have their first half in common, D83D DE00 and D83E DE00 their second
    assert.deepEqual(spanOf('a\u{1f600}b', 'a\u{1f601}b'), [1, 3, '\u{1f601}']);
    assert.deepEqual(spanOf('a\u{1f600}b', 'a\u{1fa00}b'), [1, 3, '\u{1fa00}']);
    // the first and the last of the second halves
    assert.deepEqual(spanOf('\u{10000}', '\u{103ff}'), [0, 2, '\u{103ff}']);
    assert.deepEqual(spanOf('\u{103ff}', '\u{10000}'), [0, 2, '\u{10000}']);
    // what is no pair is not taken for one
    assert.deepEqual(spanOf('♔♕', '♔♖'), [1, 2, '♖']);
    assert.deepEqual(spanOf('\ud800\ue000', '\ud800\ue001'), [1, 2, '\ue001']);
  });

  it('makes the wanted text and cuts through nothing', () => {
    const part = fc.constantFrom('a', 'b', '\r', '\n', '\r\n', '\u{1f600}', '\u{1f601}', '\u{1fa00}');
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edit = changedSpan(before, 0, before.length, after);
        if (edit === undefined) return assert.equal(before, after);
        const { range, newText } = edit;
        assert.equal(applyEdits(before, [edit]), after);
        const end = range.start + newText.length;
        for (const at of [range.start, range.end]) assert.ok(!isSplit(before, at), `${at}`);
        for (const at of [range.start, end]) assert.ok(!isSplit(after, at), `${at}`);
      }),
      { numRuns: 5000 },
    );
  });
});
