import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { firstLineEnding } from '../../../src/core/base/text/lines.ts';
import { applyEdits, shiftRange } from '../../../src/core/base/text/range.ts';
import { formatPieces } from '../../../src/core/languages/format.ts';
import type { FormatOptions } from '../../../src/core/notation/pgn/format/format-pgn.ts';
import { ServerDocument } from '../../../src/server/documents/document.ts';
import { lineEndingIn, partAround } from '../../../src/server/features/formatting.ts';
import { Dice } from '../../fuzz/dice.ts';
import { grammarText } from '../../fuzz/grammar.ts';
import { itLong } from '../../support/thorough.ts';
import { gamesText } from '../format/game-text.ts';
import { pgnText } from '../pgn/arbitrary.ts';

const LANGUAGES = ['pgn', 'fen', 'epd', 'mav'] as const;
type Formatted = (typeof LANGUAGES)[number];
const STYLES = ['gentle', 'export'] as const;

/** Some texts of a language, one behind the other. */
const someText = (language: Formatted) =>
  fc
    .array(fc.nat(), { maxLength: 8 })
    .map((seeds) => seeds.map((seed) => grammarText(new Dice(seed), language)).join('\n\n'))
    // the line end that a file of positions uses most is none of a part of it
    .map((text) => (language === 'pgn' || language === 'mav' ? text : text.replace(/\r\n?/g, '\n')));

const TEXTS: Readonly<Record<Formatted, fc.Arbitrary<string>>> = {
  pgn: fc.oneof(pgnText(), someText('pgn'), gamesText({ loose: true })),
  fen: someText('fen'),
  epd: someText('epd'),
  mav: someText('mav'),
};

const formatted = (text: string, language: Formatted, options: FormatOptions) =>
  [...(formatPieces(text, language, options) ?? [])].flat();

describe('the part of a document around a span', () => {
  for (const language of LANGUAGES)
    itLong(`is formatted there as all of it is (${language})`, () => {
      const share = fc.double({ min: 0, max: 1, noNaN: true });
      fc.assert(
        fc.property(TEXTS[language], share, share, fc.constantFrom(...STYLES), (text, a, b, style) => {
          const [start, end] = [a, b].map((at) => Math.round(at * text.length)).sort((m, n) => m - n);
          const document = new ServerDocument(`file:///a.${language}`, language, 1, text);
          while (document.step());
          const part = partAround(document, { start, end });
          const edits = formatted(part.text, language, {
            style,
            range: { start: start - part.offset, end: end - part.offset },
            within: { lineEnd: lineEndingIn(document.buffer), isEnd: part.isEnd },
          }).map(({ range, newText }) => ({ range: shiftRange(range, part.offset), newText }));
          const whole = formatted(text, language, { style, range: { start, end } });
          assert.equal(applyEdits(text, edits), applyEdits(text, whole));
        }),
        { numRuns: 300 },
      );
    });

  it('is small in a large document', () => {
    const game = '[Event "x"]\n\n1.e4 e5 *\n\n';
    const document = new ServerDocument('file:///a.pgn', 'pgn', 1, game.repeat(10_000));
    while (document.step());
    const at = 5000 * game.length + 3;
    const { text, offset, isEnd } = partAround(document, { start: at, end: at });
    assert.equal(offset, 4999 * game.length);
    assert.ok(text.length < 2000, `${text.length} characters`);
    assert.equal(isEnd, false);
  });
});

describe('the line ending of a text that is read in parts', () => {
  it('is the first one behind a word', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 3 }),
        fc.constantFrom('', 'a', ' b '),
        fc.constantFrom('\n', '\r\n', '\r', ''),
        fc.constantFrom('\n', '\r\n', '\r', 'c'),
        (blocks, word, first, second) => {
          const text = ' \n'.repeat(blocks * 2048) + word.repeat(4096) + first + second;
          assert.equal(lineEndingIn(text), firstLineEnding(text));
        },
      ),
      { numRuns: 100 },
    );
  });
});
