import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { type Range, range } from '../../src/core/base/text/range.ts';
import { documentKit } from '../../src/core/languages/kits.ts';
import { type Diagnostic, diagnostic } from '../../src/core/notation/diagnostic.ts';
import { type PublishOptions, toLsp } from '../../src/server/diagnostics/diagnostics.ts';

const uri = 'file:///a.pgn';

describe('diagnostics for the protocol', () => {
  const lines = new LineIndex('ab\ncd\r\nef');
  const place = ({ start, end }: Range) => ({ start: lines.positionAt(start), end: lines.positionAt(end) });
  const convert = (found: readonly Diagnostic[], options: PublishOptions) =>
    toLsp(place, [{ found, offset: 0 }], options);

  it('have lines and characters', () => {
    const [d] = convert([diagnostic('PGN_STRAY_TEXT', range(4, 8), 'why')], { uri, related: false });
    assert.deepEqual(d, {
      range: { start: { line: 1, character: 1 }, end: { line: 2, character: 1 } },
      severity: 1,
      code: 'PGN_STRAY_TEXT',
      source: 'statelens',
      message: 'why',
    });
  });

  it('count from the start of their section', () => {
    const found = [diagnostic('PGN_STRAY_TEXT', range(0, 2), 'why')];
    const [d] = toLsp(place, [{ found, offset: 3 }], { uri, related: false });
    assert.deepEqual(d.range, { start: { line: 1, character: 0 }, end: { line: 1, character: 2 } });
  });

  it('name related places to clients that show them', () => {
    const related = [{ range: range(0, 1), message: 'because' }];
    const found = [diagnostic('PGN_STRAY_TEXT', range(4, 5), 'why', { related })];
    assert.equal('relatedInformation' in convert(found, { uri, related: false })[0], false);
    assert.deepEqual(convert(found, { uri, related: true })[0].relatedInformation, [
      {
        location: { uri, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } },
        message: 'because',
      },
    ]);
  });

  it('speak of the whole file once, with the count and some of the other places', () => {
    const at = (start: number): Diagnostic =>
      diagnostic('PGN_MIXED_LINE_ENDS', range(start, start + 1), 'mixed', { severity: 'info' });
    const stray = diagnostic('PGN_STRAY_TEXT', range(0, 1), 'why');
    const sections = [
      { found: [stray], offset: 0 },
      { found: [at(0)], offset: 1 },
      { found: [at(0), stray], offset: 2 },
      { found: [at(1)], offset: 3 },
      { found: [at(0)], offset: 5 },
      { found: [at(1)], offset: 5 },
    ];
    const [first, mixed, last, ...others] = toLsp(place, sections, { uri, related: true });
    assert.deepEqual([first.code, last.code, others], ['PGN_STRAY_TEXT', 'PGN_STRAY_TEXT', []]);
    assert.equal(mixed.message, 'mixed; the same in 4 more games of this file');
    assert.deepEqual(mixed.range.start, { line: 0, character: 1 });
    assert.deepEqual(
      mixed.relatedInformation?.map(({ location }) => location.range.start),
      [2, 4, 5].map((offset) => lines.positionAt(offset)),
    );
    const [alone] = toLsp(place, sections.slice(1, 2), { uri, related: true });
    assert.deepEqual([alone.message, alone.relatedInformation], ['mixed', undefined]);
  });

  it('of too many keep the most severe, and count the others', () => {
    const found = [0, 1, 2, 3, 4, 5].map((i) =>
      diagnostic('PGN_STRAY_TEXT', range(i, i + 1), String(i), { severity: i % 2 === 0 ? 'info' : 'error' }),
    );
    const shown = convert(found, { uri, related: false, limit: 4 });
    assert.deepEqual(
      shown.map((d) => d.message),
      ['0', '1', '3', '5', '2 more: "statelens check" lists all 6'],
    );
    assert.equal(convert(found, { uri, related: false, limit: 6 }).length, 6);
  });
});

describe('the language of a document', () => {
  const cases: [uri: string, languageId: string, text: string, expected: string | undefined][] = [
    ['file:///a.pgn', 'pgn', '', 'pgn'],
    ['file:///a.txt', 'pgn', 'anything', 'pgn'],
    ['untitled:Untitled-1', 'fen', '', 'fen'],
    ['file:///a.fen', 'fen', '', 'fen'],
    ['file:///a.epd', 'fen', '', 'epd'],
    ['file:///A.EPD?x=1', 'fen', '', 'epd'],
    ['file:///a.epd', 'epd', '', 'epd'],
    ['file:///a.pgn', 'plaintext', '', 'pgn'],
    ['untitled:Untitled-1', 'plaintext', '\n\n[Event "x"]\n', 'pgn'],
    ['file:///notes.txt', 'plaintext', 'some notes', undefined],
    ['file:///a.json', 'json', '{}', undefined],
  ];
  for (const [at, languageId, text, expected] of cases)
    it(`${at} (${languageId}): ${expected ?? 'none of ours'}`, () =>
      assert.equal(documentKit(at, languageId, text)?.id, expected));
});
