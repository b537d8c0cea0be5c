import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkText } from '../../../src/core/check.ts';
import { inExportOrder } from '../../../src/core/pgn/format/export-tags.ts';
import { formatPgn } from '../../../src/core/pgn/format/format-pgn.ts';
import { type GameMeaning, textMeaning } from '../../../src/core/pgn/game-meaning.ts';
import { applyEdits } from '../../../src/core/text/edits.ts';
import { games } from '../../support/pgn2fen.ts';
import { pgnText } from '../pgn/arbitrary.ts';
import { brokenText, gamesText } from './game-text.ts';

const STYLES = ['gentle', 'export'] as const;
type Style = (typeof STYLES)[number];

const format = (text: string, style: Style): string => applyEdits(text, formatPgn(text, { style }));

/** In export style tags may have changed places. */
const meaningIn = (text: string, style: Style): GameMeaning[] =>
  textMeaning(text).map((game) =>
    style === 'gentle'
      ? game
      : {
          ...game,
          tags: inExportOrder(game.tags.map(([name, value]) => ({ name, value }))).map(
            (t) => [t.name, t.value] as const,
          ),
        },
  );

function assertLaw(text: string, style: Style): void {
  const once = format(text, style);
  assert.deepEqual(meaningIn(once, style), meaningIn(text, style), 'the meaning stays');
  assert.equal(format(once, style), once, 'once is enough');
  if (checkText(text, 'pgn').length === 0) assert.deepEqual(checkText(once, 'pgn'), [], 'clean games stay clean');
}

const FILES: Readonly<Record<string, string>> = {
  'the 438 games': readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8'),
  'the world cup': games('world-cup'),
  'Fischer random': games('fischer-random'),
  ...Object.fromEntries(
    readdirSync('samples')
      .filter((name) => name.endsWith('.pgn'))
      .map((name) => [name, readFileSync(`samples/${name}`, 'utf8')]),
  ),
};

for (const style of STYLES) {
  describe(`formatting, ${style}`, () => {
    for (const [name, text] of Object.entries(FILES)) {
      it(`keeps the meaning of ${name}, is stable, and leaves clean games clean`, () => {
        const once = format(text, style);
        assert.deepEqual(meaningIn(once, style), meaningIn(text, style));
        assert.deepEqual(formatPgn(once, { style }), []);
        if (checkText(text, 'pgn').length === 0) assert.deepEqual(checkText(once, 'pgn'), []);
      });
    }

    it('keeps the meaning of games with everything in them, and is stable', () => {
      fc.assert(
        fc.property(gamesText({ loose: true }), (text) => assertLaw(text, style)),
        { numRuns: 300 },
      );
    });

    it('keeps the meaning of broken games, and is stable', () => {
      fc.assert(
        fc.property(brokenText(), (text) => assertLaw(text, style)),
        { numRuns: 300 },
      );
    });

    it('keeps the meaning of any text, and is stable', () => {
      fc.assert(
        fc.property(pgnText(), (text) => assertLaw(text, style)),
        { numRuns: 1500 },
      );
    });
  });
}
