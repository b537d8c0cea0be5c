import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { formatPgn, inExportOrder } from '../../../src/core/notation/pgn/format/format-pgn.ts';
import { type GameMeaning, textMeaning } from '../../../src/core/notation/pgn/game-meaning.ts';

export const STYLES = ['gentle', 'export'] as const;
export type Style = (typeof STYLES)[number];

export const format = (text: string, style: Style): string => applyEdits(text, formatPgn(text, { style }));

/** In export style tags may have changed places. */
export const meaningIn = (text: string, style: Style): GameMeaning[] =>
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

/** Fails unless a formatted text says the same, stays when it is formatted again, and is clean where the text is. */
export function assertLaw(text: string, style: Style): void {
  const once = format(text, style);
  assert.deepEqual(meaningIn(once, style), meaningIn(text, style), 'the meaning stays');
  assert.equal(format(once, style), once, 'once is enough');
  if (checkText(text, 'pgn').length === 0) assert.deepEqual(checkText(once, 'pgn'), [], 'clean games stay clean');
}
