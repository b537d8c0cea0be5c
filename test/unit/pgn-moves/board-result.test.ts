import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';

const LINE = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6';

const coded = (text: string): string[] =>
  checkText(text, 'pgn')
    .filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code);

/** The text without the kings that an electronic board wrote; undefined where none are found. */
function mended(text: string): string | undefined {
  const found = checkText(text, 'pgn').find(({ code }) => code === 'PGN_BOARD_RESULT');
  if (found === undefined) return undefined;
  assert.equal(found.severity, 'info');
  assert.equal(found.fixes?.length, 1);
  assert.ok(!found.fixes[0].safe);
  return applyEdits(text, found.fixes[0].edits);
}

describe('kings in the center at the end of a game', () => {
  const after = (result: string): string => `[Result "${result}"]\n\n${LINE} ${result}\n`;
  const game = (kings: string, result: string): string =>
    after(result).replace(` ${result}\n`, ` ${kings} ${result}\n`);

  for (const [kings, result] of [
    ['4. Ke4', '1-0'],
    ['4. Kd5', '1-0'],
    ['4. Ke4 Kd5', '1-0'],
    ['4. Kd4', '0-1'],
    ['4. Ke5 Kd4', '0-1'],
    ['4. Ke4 Ke5', '1/2-1/2'],
    ['4. Kd4', '1/2-1/2'],
  ] as const)
    it(`show the result ${result} to an electronic board (${kings})`, () => {
      const text = game(kings, result);
      assert.deepEqual(coded(text), []);
      assert.equal(mended(text), after(result));
    });

  it('are deleted without the number of a move before them', () => {
    const text = '[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# Kd5 {done} 1-0\n';
    assert.equal(mended(text), text.replace('Kd5 ', ''));
    assert.deepEqual(coded(text), []);
  });

  it('are errors where they show another result, are not the last moves, or stand in a variation', () => {
    for (const text of [
      game('4. Ke5', '1-0'),
      game('4. Ke4', '0-1'),
      game('4. Ke4', '*'),
      game('4. Ke3', '1-0'),
      game('4. Ke4 Nf6', '1-0'),
      game('4. Ke4 Kd5 5. Ke5', '1/2-1/2'),
      `[Result "1-0"]\n\n${LINE} (3... Nf6 4. Ke4) 1-0\n`,
    ]) {
      assert.equal(mended(text), undefined, text);
      assert.ok(coded(text).length > 0, text);
    }
  });

  it('are moves where they are legal', () => {
    const text = '[Result "1-0"]\n[SetUp "1"]\n[FEN "8/8/8/1k6/8/4K3/4P3/8 w - - 0 1"]\n\n1. Ke4 1-0\n';
    assert.equal(mended(text), undefined);
    assert.deepEqual(coded(text), []);
  });
});
