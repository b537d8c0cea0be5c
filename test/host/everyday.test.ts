import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { ModelServer } from './model-server.ts';
import { sample } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import { Editor } from './workbench.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** The models of the game, by the names that chips have, and the moves after which they lose it first. */
const LOST: Readonly<Record<string, string>> = { 'gpt-4o': '2. Nf3', gemini: '3. Bb5', 'o3-mini': '6... Nxe5' };
const NAMES = Object.keys(LOST);
const SAMPLES = Object.fromEntries(fs.readdirSync('samples').map((name) => [name, sample(name)]));

const experiment = (baseUrl: string): string => {
  const models = ['gone', 'fake'].map((name) => ({ model: `openai:${name}`, baseUrl }));
  return JSON.stringify({ games: 'world-cup.pgn', plies: { every: 4 }, models, concurrency: 2 });
};

describe('a minute with StateLens', () => {
  const models = new ModelServer(FEN, 60);
  const stage = new SharedStage({ models });
  before(() => stage.start());
  after(() => stage.stop());

  it('opens the samples, reads who lost a game where and why, has a MAV prompt answered, and sees a model fail', () => {
    models.missing = 'gone';
    const scenario = {
      folder: 'samples',
      files: { ...SAMPLES, 'failing.experiment.jsonc': experiment(models.baseUrl) },
      open: 'states.fen',
      settings: { 'statelens.model': 'builtin:mav-small', 'statelens.predictions.show': 'chips' },
      complaints: true,
    };
    return stage.play('everyday', scenario, async ({ workbench, page, picture }) => {
      const { webview } = workbench;
      await page.setViewportSize({ width: 1440, height: 900 });
      await workbench.run('Open Samples', 'StateLens');
      await webview.locator('h1.sentence', { hasText: 'missed 4.Nxd4' }).waitFor();

      // Opened while the state view has the keyboard, a file stands beside it.
      const game = await workbench.open('whole-game.pgn');
      await webview.locator('header').waitFor();
      const lines = await eventually(
        'chips with their scores',
        () => game.chips(),
        (found) => found.length > 12 && found.every((line) => line.every((text) => !/^✗ \S+$/.test(text))),
      );
      // Who lost it where: by the text alone.
      const first = (name: string) => lines.find((line) => line.some((chip) => chip.startsWith(`✗ ${name}`)))?.[0];
      assert.deepEqual(Object.fromEntries(NAMES.map((name) => [name, first(name)])), LOST);
      // And why.
      const lenses = await game.settledLenses();
      for (const name of NAMES) {
        const why = new RegExp(String.raw`^p₄ .* · ${name}: \S+ \S+`);
        assert.ok(
          lenses.some((text) => why.test(text)),
          lenses.join('\n'),
        );
      }
      await picture('everyday-text');

      // The same from the state view, and the loss replayed in words.
      await game.lenses.filter({ hasText: 'gpt-4o: thinks the black knight on g8 is on f6' }).first().click();
      await webview.locator('header .move', { hasText: '2.Nf3' }).waitFor();
      const titles = await webview
        .locator('.timeline .row')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('title') ?? ''));
      for (const [name, move] of Object.entries(LOST)) {
        const says = new RegExp(`^${name}.*: .*first lost after ${move.replace('. ', '.').replaceAll('.', '\\.')} `);
        assert.ok(
          titles.some((title) => says.test(title)),
          titles.join('\n'),
        );
      }
      await page.keyboard.press('l');
      await webview.locator('.replay-text', { hasText: /gpt-4o.* is still right/ }).waitFor();
      await webview.locator('.replay.misread .replay-text', { hasText: '2.Nf3 is misread' }).waitFor();
      await picture('everyday-replay');
      await page.keyboard.press('Escape');

      // A MAV prompt with all defaults has an answer.
      await game.clickBehind('3. Bb5');
      await workbench.run('Make MAV Prompt', 'StateLens');
      await workbench.picks.filter({ hasText: 'The position after a move' }).first().waitFor();
      await page.keyboard.press('Enter');
      // A hover would cover the lens.
      await page.mouse.move(0, 0);
      const mav = new Editor(page, page.locator('.editor-instance .monaco-editor[data-uri^="untitled:"]'));
      await mav.root.locator('.codelens-decoration a', { hasText: /^Run$/ }).click();
      await mav.root.locator('.codelens-decoration', { hasText: /Compare.*Keep as example.*Ask again/ }).waitFor();
      assert.equal(await mav.root.locator('.squiggly-error').count(), 0);
      await picture('everyday-mav');

      // A model that fails is told at once.
      const runs = await workbench.open('failing.experiment.jsonc');
      await runs.lenses.filter({ hasText: /^\s*Run$/ }).waitFor();
      await workbench.run('Focus on Runs View', 'StateLens');
      await runs.lenses.filter({ hasText: /^\s*Run$/ }).click();
      await page
        .locator('.monaco-dialog-box', { hasText: /Send \d+ requests/ })
        .getByRole('button', { name: /^Send( All)?$/ })
        .click();
      const since = () => Math.round(performance.now() - (models.refusedAt ?? 0));
      const seen = async (what: string, done: Promise<void>): Promise<void> => {
        await done;
        console.log(`from the refusal of a model to the ${what}: ${since()} ms`);
      };
      const toast = page.locator('.notification-toast', { hasText: /gone stopped\. Choose another model\./ });
      const row = page.locator('.pane-body .monaco-list-row', { hasText: /gone\s*stopped: “it was taken down”/ });
      await Promise.all([seen('toast', toast.first().waitFor()), seen('red row', row.first().waitFor())]);
      await picture('everyday-failure');
    });
  });
});
