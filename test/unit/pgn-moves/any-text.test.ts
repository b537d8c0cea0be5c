import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { readPgn } from '../../../src/core/notation/pgn/document.ts';
import { replay } from '../../../src/core/notation/pgn/replay.ts';
import { gameStart, readTags } from '../../../src/core/notation/pgn/tags.ts';
import { buildTree } from '../../../src/core/notation/pgn/tree.ts';
import { assertLinear, assertLinearText } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

const MOVES = [
  'e4', 'e5', 'Nf3', 'Nf3+', 'Nc6', 'nf3', 'Sf3', 'Lb5', 'Bb5', 'bb5', 'a6', 'O-O', '0-0', 'o-o', 'e2e4', 'e7-e5', 'Ng1f3', 'exd5', 'ed5', 'd5', 'dxe6e.p.', 'e.p.',
  'Qh5', 'Qxf7', 'Qxf7#', 'Qxf7++', 'Ke2', 'Re2', 'Кc6', '♘c3', 'Nxc3', 'Ngf3', 'e4+-', 'd4=', 'a8', '--', '1.', '2.', '3...', '1...', '...', '…', '7', '(', ')', '{ a }',
  '; b\n', '!', '$1', '1-0', '0-1', '*', '[Result "1-0"]\n\n', '[FEN "r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 9"]\n\n', '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n',
]; // biome-ignore format: a list

const moveText = fc
  .array(fc.tuple(fc.constantFrom(...MOVES), fc.constantFrom(' ', ' ', ' ', '\n', '')), { maxLength: 40 })
  .map((parts) => parts.map(([word, gap]) => word + gap).join(''));

/** The moves that are played, line by line. */
function played(text: string): number[][] {
  const { chunks, offsets } = readPgn(text);
  return chunks.map((chunk, i) => {
    const tree = buildTree(chunk, offsets[i]);
    return [...replay(text, tree, gameStart(text, readTags(text, tree))).moves];
  });
}

describe('any movetext', () => {
  it('has findings whose places and repairs lie in it, and safe repairs that keep every move', () => {
    fc.assert(
      fc.property(moveText, fc.boolean(), (text, strictExport) => {
        for (const { code, range, fixes = [], severity } of checkText(text, 'pgn', { strictExport })) {
          assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length, code);
          for (const { edits, safe, title } of fixes) {
            assert.ok(title !== '' && edits.length > 0);
            edits.forEach((edit, i) => {
              assert.ok(edit.range.start <= edit.range.end && edit.range.end <= text.length, code);
              assert.ok(i === 0 || edits[i - 1].range.end <= edit.range.start, code);
            });
            if (!safe || !/^PGN_(?!BAD|DUP|MIS|SETUP|TAG|BLANK|UNC|STRAY)/.test(code)) continue;
            const mended = applyEdits(text, edits);
            assert.deepEqual(played(mended), played(text), `${code} ${severity}: ${text} -> ${mended}`);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  itLong('is checked in linear time', () => {
    const n = 1 << 16;
    for (const unit of [
      'Nf3+ Nf6+ Ng1+ Ng8+ ',
      'Sf3 Sf6 Sg1 Sg8 ',
      '9. Nf3 9. Nf6 9. Ng1 9. Ng8 ',
      '1. '.repeat(9),
      '(Sf3 Rf6) ',
      'd4 (Te4) ',
    ]) {
      assertLinearText(n, unit, (text) => assert.ok(checkText(`1. e4 e5 ${text}`, 'pgn').length > 0, unit));
    }
    assertLinear(
      'numbers in a deep variation',
      5000,
      (count) => `1. e4 ${'(2. e5 '.repeat(150)}${'9. e5 '.repeat(count)}`,
      (text) => assert.ok(checkText(text, 'pgn').length > 0),
    );
  });
});
