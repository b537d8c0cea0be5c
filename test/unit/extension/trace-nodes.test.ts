import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { movedPosition, nodeAt, nodeNamed, nodeRange } from '../../../src/extension/search/trace-view.ts';
import type { LspRange, TraceNote } from '../../../src/protocol/lsp.ts';

const lines = (from: number, to: number): LspRange => ({
  start: { line: from, character: 0 },
  end: { line: to, character: 10 },
});
const note = (node: number, name: string, ...ranges: LspRange[]): TraceNote => ({
  node,
  name,
  ranges,
  weighed: [],
  selected: null,
  unlisted: [],
  findings: [],
});
/** Root, two children, and the root's decision at the end, with empty lines between. */
const NOTES = [
  note(0, '<root>', lines(2, 5), lines(6, 6), lines(20, 22)),
  note(1, '<root a>', lines(8, 11)),
  note(2, '<root b>', lines(13, 16), lines(17, 18)),
];
const at = (line: number, character = 3) => nodeAt(NOTES, { line, character });

describe('the node at a place of a trace', () => {
  it('is the one whose text holds it', () => {
    assert.deepEqual(
      [2, 5, 6, 9, 14, 18, 21].map((line) => at(line)),
      [0, 0, 0, 1, 2, 2, 0],
    );
  });

  it('is between two texts that of the one above', () => {
    assert.deepEqual(
      [7, 12, 19].map((line) => at(line)),
      [0, 1, 2],
    );
  });

  it('is the one that begins there where two touch', () => {
    const touching = [
      note(0, '<root>', lines(0, 1)),
      note(1, '<root a>', { ...lines(1, 3), start: { line: 1, character: 10 } }),
    ];
    assert.equal(nodeAt(touching, { line: 1, character: 10 }), 1);
    assert.equal(nodeAt(touching, { line: 1, character: 9 }), 0);
  });

  it('is none outside of the trace', () => {
    assert.deepEqual(
      [at(1), at(23), at(22, 11), nodeAt([], { line: 0, character: 0 })],
      [undefined, undefined, undefined, undefined],
    );
  });

  it('is found again by its name, and has its evaluation in the text', () => {
    assert.equal(nodeNamed(NOTES, '<root b>'), 2);
    assert.equal(nodeNamed(NOTES, '<root c>'), undefined);
    assert.equal(nodeNamed(NOTES, undefined), undefined);
    assert.deepEqual(nodeRange(NOTES, 2), lines(13, 16));
    assert.equal(nodeRange(NOTES, 7), undefined);
  });
});

describe('a place in a text that is edited', () => {
  it('stays at the same character, whatever is put in, taken out or replaced', () => {
    const piece = fc.stringMatching(/^[ab\n]{0,8}$/);
    fc.assert(
      fc.property(piece, piece, piece, piece, fc.boolean(), (one, two, three, put, isBefore) => {
        const text = `${one}${two}${three}`;
        const place = (offset: number, whole: string) => {
          const above = whole.slice(0, offset).split('\n');
          return { line: above.length - 1, character: above.at(-1)?.length ?? 0 };
        };
        const range = { start: place(one.length, text), end: place(one.length + two.length, text) };
        const edited = `${one}${put}${three}`;
        const [offset, wanted] = isBefore
          ? [Math.max(0, one.length - 1), Math.max(0, one.length - 1)]
          : [text.length, edited.length];
        if (isBefore && one === '') return;
        assert.deepEqual(movedPosition(place(offset, text), range, put), place(wanted, edited));
      }),
    );
  });

  it('goes to the start of what was replaced around it', () => {
    assert.deepEqual(movedPosition({ line: 3, character: 4 }, lines(2, 5), 'x\ny'), { line: 2, character: 0 });
  });
});
