import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkGame } from '../../../src/core/notation/pgn/check/check-game.ts';
import { isGame, readChunk, readPgn } from '../../../src/core/notation/pgn/document.ts';
import {
  BLANK_LINE,
  isTrivia,
  LINE_COMMENT,
  ODD_CHARACTER,
  OPEN_COMMENT,
  RESERVED,
  STRAY,
} from '../../../src/core/notation/pgn/tokens.ts';
import { pgnText } from './arbitrary.ts';

describe('the feature bits of a chunk', () => {
  it('hides no finding: a search without shortcuts finds the same', () => {
    fc.assert(
      fc.property(pgnText(), (text) => {
        const { chunks, offsets } = readPgn(text);
        chunks.forEach((chunk, i) => {
          const game = isGame(chunk) ? i : undefined;
          const quick = checkGame(text, chunk, offsets[i], game, {}).list;
          assert.deepEqual(quick, checkGame(text, { ...chunk, has: -1 }, offsets[i], game, {}).list);
        });
      }),
      { numRuns: 3000 },
    );
  });

  it('is the kinds of its tokens, which tell whether it is a game', () => {
    fc.assert(
      fc.property(pgnText(), (text) => {
        for (const chunk of readPgn(text).chunks) {
          const kinds = [...chunk.kinds];
          const bits = kinds.reduce((all, kind) => all | (1 << kind), 0);
          assert.equal(chunk.has & (ODD_CHARACTER - 1), bits);
          const isMeant = (kind: number): boolean =>
            !isTrivia(kind) && (kind < LINE_COMMENT || kind > OPEN_COMMENT) && kind !== RESERVED && kind !== STRAY;
          assert.equal(isGame(chunk), kinds.some(isMeant));
        }
      }),
    );
  });

  it('is odd characters in white space and values, and blank lines among moves', () => {
    const rare = (text: string): number => readChunk(text, 0).has & (ODD_CHARACTER | BLANK_LINE);
    assert.equal(rare('[Event "Zürich"]\n[Site "a \\"b\\" c"]\n\n1. e4 e5\n2. Nf3 *\n\n'), 0);
    assert.equal(rare('[Event "?"]\n\n1. e4\n\n1... e5 *'), BLANK_LINE);
    for (const odd of [
      '1. e4\te5 *',
      '1. e4 e5\r\n*',
      '1. e4\u00a0e5 *',
      '[Event\t"x"] *',
      '[Event "\u0001"] *',
      '[Event "\uFFFD"] *',
    ])
      assert.equal(rare(odd), ODD_CHARACTER, JSON.stringify(odd));
  });
});
