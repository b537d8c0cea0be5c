import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EditList } from '../../../src/core/base/text/long-text-edits.ts';
import { applyEdits, type TextEdit } from '../../../src/core/base/text/range.ts';

/** Sorted edits of a text, in pieces. */
const edited = fc
  .tuple(
    fc.string({ maxLength: 80 }),
    fc.array(fc.tuple(fc.nat(6), fc.nat(3), fc.string({ maxLength: 3 }), fc.boolean()), { maxLength: 30 }),
  )
  .map(([text, changes]) => {
    const pieces: TextEdit[][] = [[]];
    let at = 0;
    for (const [gap, length, newText, isNew] of changes) {
      const start = at + gap;
      if (start + length > text.length) break;
      if (isNew) pieces.push([]);
      pieces.at(-1)?.push({ range: { start, end: start + length }, newText });
      at = start + length;
    }
    return { text, pieces };
  });

const listOf = (text: string, pieces: readonly (readonly TextEdit[])[], most: number, gap = 2, longest = 20) => {
  const list = new EditList(text, { most, gap, longest });
  for (const piece of pieces) list.add(piece);
  return list.edits();
};

describe('a list of edits', () => {
  it('makes the same text of a text, joined or not', () => {
    fc.assert(
      fc.property(edited, fc.nat(20), fc.nat(8), fc.nat(30), ({ text, pieces }, most, gap, longest) => {
        const edits = listOf(text, pieces, most, gap, longest);
        assert.equal(applyEdits(text, edits), applyEdits(text, pieces.flat()));
        assert.ok(edits.every(({ range }, i) => i === 0 || range.start >= (edits[i - 1]?.range.end ?? 0)));
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves edits as they are up to a number of them', () => {
    fc.assert(
      fc.property(edited, ({ text, pieces }) => {
        assert.deepEqual(listOf(text, pieces, pieces.flat().length), pieces.flat());
      }),
      { numRuns: 200 },
    );
  });

  it('joins those of a piece that are close together, up to a length', () => {
    const text = '1.e4  e5 2.Nf3 *';
    const edit = (start: number, end: number, newText: string) => ({ range: { start, end }, newText });
    const first = [edit(2, 2, ' '), edit(4, 6, ' '), edit(11, 11, ' ')];
    assert.deepEqual(listOf(text, [first], 1), [edit(2, 6, ' e4 '), edit(11, 11, ' ')]);
    assert.deepEqual(listOf(text, [first], 1, 9, 4), [edit(2, 6, ' e4 '), edit(11, 11, ' ')]);
    assert.deepEqual(listOf(text, [first], 1, 9), [edit(2, 11, ' e4 e5 2. ')]);
    assert.deepEqual(listOf(text, [first.slice(0, 1), first.slice(1, 2)], 1), first.slice(0, 2));
  });

  it('never has much more than the text, however many edits there are', () => {
    const text = 'a  '.repeat(20_000);
    const pieces = Array.from({ length: 20_000 }, (_, i) => [
      { range: { start: 3 * i + 1, end: 3 * i + 3 }, newText: ' ' },
    ]);
    const list = new EditList(text);
    list.add(pieces.flat());
    const written = list.edits().reduce((sum, { newText }) => sum + newText.length, 0);
    assert.ok(list.edits().length < 20, `${list.edits().length} edits`);
    assert.ok(written < text.length);
  });
});
