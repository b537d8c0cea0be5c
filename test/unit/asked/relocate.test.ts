import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Range, shiftRanges } from '../../../src/core/base/text/range.ts';
import { isTarget } from '../../../src/models/predict/game-targets.ts';
import { relocateTargets, targetsAt } from '../../../src/models/predict/pgn-targets.ts';

const TEXT = '[Event "1"]\n\n1. e4 e5 2. Nf3 (2. Nc3 Nc6) 2... Nc6 *\n\n[Event "2"]\n\n1. e4 e5 2. Nf3 *\n';

/** Where the position at a piece of text is after an edit that puts `text` for the first `old`. */
const after = (at: string, old: string, text: string): string => {
  const [place] = targetsAt(TEXT, [TEXT.indexOf(at)]);
  assert.ok(place !== undefined && isTarget(place));
  const start = TEXT.indexOf(old);
  const changes = [{ range: { start, end: start + old.length }, length: text.length }];
  const edited = TEXT.slice(0, start) + text + TEXT.slice(start + old.length);
  const [found] = relocateTargets(edited, [place], shiftRanges([place.anchor], changes));
  return found === undefined ? 'refused' : `${found.game}.${found.ply} ${edited.slice(found.anchor.start)}`.slice(0, 8);
};

describe('a position that was asked for', () => {
  it('stays where nothing was edited', () => assert.equal(after('Nf3', '', ''), '0.3 Nf3 '));

  it('moves with its move when a game comes before it', () => {
    assert.equal(after('Nf3', '[Event "1"]', '[Event "0"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "1"]'), '1.3 Nf3 ');
    assert.equal(after('[Event "2"]', '[Event "1"]', '1. d4 *\n\n[Event "1"]'), '2.0 [Eve');
  });

  it('moves into a variation with its move', () => {
    assert.equal(after('Nc3', ' (2', ' (2. Bc4) (2'), '0.3 Nc3 ');
    assert.equal(after('Nf3', '2. Nf3 (2. Nc3 Nc6)', '2. Nc3 (2. Nf3)'), 'refused');
  });

  it('keeps its place through comments and spaces', () => {
    assert.equal(after('Nc6)', 'e5', 'e5 { best }'), '0.4 Nc6)');
    assert.equal(after('Nc3', ' (2. Nc3', '\n( 2. Nc3'), '0.3 Nc3 ');
  });

  it('is found again by its place in the tree when its own text was written anew', () => {
    assert.equal(after('Nf3', '2. Nf3', '2.Nf3!'), '0.3 Nf3!');
  });

  it('is refused when other moves lead there, or none', () => {
    assert.equal(after('Nf3', 'e5', 'c5'), 'refused');
    assert.equal(after('Nf3', 'Nf3', 'Bc4'), 'refused');
    assert.equal(after('Nf3', TEXT, ''), 'refused');
    assert.equal(after('Nc6)', '(2. Nc3 Nc6)', ''), 'refused');
  });
});

describe('ranges in a text that is edited', () => {
  it('hold the same characters, or are given up when one of them was touched', () => {
    const text = 'abcdefghij'.repeat(3);
    const cuts = fc.uniqueArray(fc.nat(text.length), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(cuts, fc.array(fc.string({ maxLength: 4 }), { minLength: 4, maxLength: 4 }), (places, inserted) => {
        const sorted = [...places].sort((a, b) => a - b);
        const edits: { range: Range; text: string }[] = [];
        for (let i = 0; i + 1 < sorted.length; i += 2) {
          edits.push({ range: { start: sorted[i], end: sorted[i + 1] }, text: inserted[i / 2] });
        }
        let edited = text;
        for (const { range, text: put } of [...edits].reverse())
          edited = edited.slice(0, range.start) + put + edited.slice(range.end);
        const ranges = Array.from({ length: text.length - 1 }, (_, start) => ({ start, end: start + 2 }));
        const changes = edits.map(({ range, text: put }) => ({ range, length: put.length }));
        shiftRanges(ranges, [...changes].reverse()).forEach((moved, i) => {
          const touched = edits.some(({ range }) => range.start < i + 2 && range.end > i);
          if (touched) assert.equal(moved, undefined);
          else assert.equal(edited.slice(moved?.start, moved?.end), text.slice(i, i + 2));
        });
      }),
    );
  });
});
