import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Uri } from '../../support/editor/values.ts';
import { itLong } from '../../support/thorough.ts';
import { StartedWindow, until } from './started-window.ts';

/** Numbers of a lens that is computed. */
const NUMBERS = /p₄ (?:[01]|0\.\d\d|<0\.01|>0\.99)\b.* · r₄ (?:[01]|0\.\d\d|<0\.01|>0\.99)/;

/** Exact scores of all predictions of a sample take seconds. */
const FEW_STEPS = { 'statelens.lens.m': 1 };

describe('the samples in an editor', () => {
  itLong('are copied where one likes, and show first what a model gets wrong', () =>
    StartedWindow.use({ files: { 'game.pgn': '1. e4 *\n' }, open: 'game.pgn', settings: FEW_STEPS }, async (window) => {
      const done = window.run('openSamples');
      const question = await until('the question for a folder', () => window.stand.window.files.shift());
      assert.equal(question.kind, 'open');
      question.answer([Uri.file(window.folder)]);
      const page = await window.page('statelens.state');
      await page.told('line', (message) => JSON.stringify(message).includes('knight is still on f3'));
      await done;
      const copied = path.join(window.folder, 'statelens-samples');
      assert.deepEqual(fs.readdirSync(copied).sort(), fs.readdirSync('samples').sort());
      assert.equal(window.stand.window.active?.document.uri.path, path.join(copied, 'world-cup.pgn'));
    }),
  );

  it('have over every prediction what the model believes, and the numbers: Chess960', () => {
    const files = { 'chess960.pgn': fs.readFileSync('samples/chess960.pgn', 'utf8') };
    return StartedWindow.use({ files, open: 'chess960.pgn' }, async (window) => {
      const scored = await until('two lenses with numbers', async () => {
        const found = (await window.lenses('chess960.pgn')).filter((lens) => NUMBERS.test(lens));
        return found.length >= 2 ? found : undefined;
      });
      for (const lens of scored) assert.match(lens, /^p₄ .* · \S+: [a-z]+ [a-z]+ /);
    });
  });
});
