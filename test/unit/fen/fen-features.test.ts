import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { completeFen } from '../../../src/core/notation/fen/complete-fen.ts';
import { formatFen, formatRecords } from '../../../src/core/notation/fen/format-fen.ts';
import { fenInlays, fenOutline } from '../../../src/core/notation/fen/record-position.ts';

const BOARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const START = `${BOARD} w KQkq - 0 1`;

/** Labels at the `|`, with what they replace. */
function labels(marked: string, epd = false): [string[], string] {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = completeFen(text, offset, epd);
  const [first] = found;
  return [found.map(({ label }) => label), first === undefined ? '' : text.slice(first.range.start, first.range.end)];
}

describe('completion in FEN and EPD files', () => {
  it('offers what fits the field', () => {
    assert.deepEqual(labels(`# x\n|`), [[START], '']);
    assert.deepEqual(labels(`${BOARD} |`), [['w', 'b'], '']);
    assert.deepEqual(labels(`${BOARD} w|\n${START}`), [['w', 'b'], 'w']);
    assert.deepEqual(labels('4k2r/8/8/8/8/8/8/R3K3 w |'), [['Qk', 'Q', 'k', '-'], '']);
    assert.equal(labels(`${BOARD} w K|`)[0].length, 16);
    assert.deepEqual(labels('4k3/8/8/8/2pP3P/8/8/4K3 b - |'), [['-', 'd3', 'h3'], '']);
    assert.deepEqual(labels(`${BOARD} w KQkq - |`), [['0'], '']);
    assert.deepEqual(labels(`${BOARD} w KQkq - 0 |`), [['1'], '']);
    assert.deepEqual(labels('# pfen x |'), [[], '']);
  });

  it('offers opcodes and moves', () => {
    const [opcodes, replaced] = labels(`${BOARD} w KQkq - bm e4; i|`, true);
    assert.equal(replaced, 'i');
    assert.ok(opcodes.includes('id') && opcodes.includes('am') && !opcodes.includes('bm'));
    const [moves] = labels(`${BOARD} w KQkq - bm |`, true);
    assert.equal(moves.length, 20);
    assert.ok(moves.includes('Nf3'));
    assert.deepEqual(labels(`${BOARD} w KQkq - bm e4 N|; id "x";`, true)[1], 'N');
    assert.deepEqual(labels(`${BOARD} w KQkq - bm e4; id "N|";`, true), [[], '']);
    assert.deepEqual(labels(`${BOARD} w KQkq - acd |;`, true), [[], '']);
    assert.ok(labels(`${START} b|`)[0].includes('bm'));
  });

  it('answers anywhere in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.boolean(), (tail, at, epd) => {
        const text = `${START} bm Nf3; ${tail}`;
        const offset = at % (text.length + 1);
        for (const { range } of completeFen(text, offset, epd)) assert.ok(range.start <= offset && offset <= range.end);
      }),
    );
  });
});

describe('notes, format and outline of FEN files', () => {
  it('say whose turn it is, and whether the king is in check', () => {
    const text = [START, '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1', 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1', 'x'].join('\n');
    assert.deepEqual(
      fenInlays(text, false).map(({ offset, label }) => [label, text.slice(0, offset).split('\n').length]),
      [
        ['White to move', 1],
        ['White to move, in check', 2],
        ['Black is mated', 3],
      ],
    );
  });

  it('put one space between fields and a line end after the last line', () => {
    const format = (text: string, epd = false): string => applyEdits(text, formatFen(text, epd));
    assert.equal(
      format(`  ${BOARD}\tw   KQkq -  0 1  \r\n# a  b \r\n\r\n${START}`),
      `${START}\r\n# a  b\r\n\r\n${START}\r\n`,
    );
    assert.equal(format(`${BOARD} w KQkq  -   bm  e4;  id "a  b";\n`, true), `${BOARD} w KQkq - bm  e4;  id "a  b";\n`);
    assert.deepEqual(formatFen(`${START}\n`, false), []);
    assert.deepEqual(formatFen('', false), []);
  });

  it('format the lines that a range touches', () => {
    const text = '4k3/8/8/8/8/8/8/4K3  w - - 0 1\n\t\n4k3/8/8/8/8/8/8/4K3  b - - 0 1';
    const touched = (start: number, end: number): string =>
      applyEdits(text, [...formatRecords(text, false, { start, end })].flat());
    assert.equal(touched(31, 31), text.replace('\t', ''));
    assert.equal(touched(40, 40), `${text.replace('  b', ' b')}\n`);
  });

  it('change only white space, and only once', () => {
    const like = fc.array(fc.constantFrom(START, ' ', '\n', '\r\n', '\t', 'x', '#', '8/8', '\uFEFF', ';'));
    fc.assert(
      fc.property(
        fc.oneof(
          like.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        fc.boolean(),
        (text, epd) => {
          const formatted = applyEdits(text, formatFen(text, epd));
          const solid = (s: string): string => s.replace(/[\t\n\v\f\r ]/g, '');
          assert.equal(solid(formatted), solid(text));
          assert.deepEqual(formatFen(formatted, epd), []);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('list records by id or placement, with side and moves', () => {
    const text = `${BOARD} w KQkq - bm e4; id "WIN \\"1\\"";\n4k3/8/8/8/8/8/8/4K3 b - -\n# pfen x ?\nrubbish\n`;
    const entries = fenOutline(text, true);
    assert.deepEqual(
      entries.map(({ name, detail }) => [name, detail]),
      [
        ['WIN "1"', 'White to move, 20 moves'],
        ['4k3/8/8/8/8/8/8/4K3 b', 'Black to move, 5 moves'],
        ['rubbish', ''],
      ],
    );
    assert.equal(text.slice(entries[1].range.start, entries[1].range.end), '4k3/8/8/8/8/8/8/4K3 b - -\n# pfen x ?');
    assert.deepEqual(
      fenOutline(text, true, false).map(({ detail }) => detail),
      ['White to move', 'Black to move', ''],
    );
  });
});
