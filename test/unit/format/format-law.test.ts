import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkText } from '../../../src/core/languages/check.ts';
import { formatPgn } from '../../../src/core/notation/pgn/format/format-pgn.ts';
import { someGames } from '../../support/pgn2fen.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { pgnText } from '../pgn/arbitrary.ts';
import { assertLaw, format, meaningIn, STYLES } from './format-law.ts';
import { brokenText, gamesText } from './game-text.ts';

const EVERY = thoroughly(1, 7);
const FILES: Readonly<Record<string, string>> = {
  'the 438 games': readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8'),
  'the world cup': someGames('world-cup', EVERY),
  'Fischer random': someGames('fischer-random', EVERY),
  ...Object.fromEntries(
    readdirSync('samples')
      .filter((name) => name.endsWith('.pgn'))
      .map((name) => [name, readFileSync(`samples/${name}`, 'utf8')]),
  ),
};

for (const style of STYLES) {
  describe(`formatting, ${style}`, () => {
    for (const [name, text] of Object.entries(FILES)) {
      itLong(`keeps the meaning of ${name}, is stable, and leaves clean games clean`, () => {
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
