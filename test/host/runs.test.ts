import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { RunReader, RunSamples } from '../../src/core/evaluation/runs/run-file.ts';
import { eventually } from './eventually.ts';
import { ModelServer } from './model-server.ts';
import { it, itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const GAME_COUNT = 40;
/** Games, told apart by their first two moves. */
const GAMES = Array.from({ length: GAME_COUNT }, (_, i) => {
  const files = 'abcdefgh';
  const moves = `${files[i % 8]}3 ${files[Math.floor(i / 8)]}6`;
  return `[Event "${i}"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. ${moves} *\n`;
}).join('\n');
const COUNT = 2 * GAME_COUNT;

const experiment = (baseUrl: string, templates = ['pgn-to-fen', 'step-by-step']): string => `{
  "games": "games.pgn",
  "plies": [2],
  "templates": ${JSON.stringify(templates)},
  "models": [{ "model": "openai:fake", "baseUrl": "${baseUrl}" }],
  "concurrency": 2
}
`;

/** What a run file holds. */
function read(file: string): { readonly ids: string[]; readonly problems: readonly unknown[]; readonly tail: string } {
  const reader = new RunReader();
  const run = new RunSamples();
  const events = [...reader.push(fs.readFileSync(file, 'utf8')), ...reader.end()];
  run.add(events);
  const ids = events.flatMap((event) => (event.type === 'sample' ? [event.sample.id] : []));
  return { ids, problems: run.problems, tail: reader.tail };
}

const row = ({ page }: Scene, text: RegExp): Locator =>
  page.locator('.pane-body .monaco-list-row', { hasText: text }).first();

/** A row that changed shows its icons anew within this time. */
const PRESSED_MS = 3000;

/** Runs a command of a row by its icon, again until the icon is gone by it: rows are drawn anew while a run goes on, also between press and release. */
async function press(scene: Scene, text: RegExp, action: string): Promise<void> {
  const take = async (): Promise<boolean> => {
    const found = row(scene, text);
    await found.hover();
    const icon = found.getByRole('button', { name: action });
    await icon.click();
    return icon.waitFor({ state: 'hidden', timeout: PRESSED_MS }).then(
      () => true,
      () => false,
    );
  };
  await eventually(action, take, (taken) => taken);
}

/** A run whose row says nothing new for so long has stopped. */
const QUIET_MS = 30_000;

/** Waits until the row of the run has these words, for as long as it says anything new. */
async function becomes(scene: Scene, words: RegExp): Promise<void> {
  let last = '';
  for (let since = performance.now(); performance.now() - since < QUIET_MS; await scene.page.waitForTimeout(50)) {
    const text = (await row(scene, /fake/).textContent()) ?? '';
    if (words.test(text)) return;
    if (text === last) continue;
    last = text;
    since = performance.now();
  }
  throw new Error(`the row of the run still says ${last}`);
}

/** Shows the report of the only run of the folder, which has so many samples. */
async function showReport({ workbench, page }: Scene, samples: string): Promise<void> {
  await workbench.run('Show Report…', 'StateLens');
  await workbench.picks.filter({ hasText: 'experiment.fake.run.jsonl' }).first().waitFor();
  assert.equal(await workbench.picks.count(), 1);
  await workbench.picks.first().click();
  await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
  const report = workbench.webview;
  await report.getByText('the right position', { exact: false }).first().waitFor();
  await report.getByText(samples, { exact: false }).first().waitFor();
}

describe('evaluation runs in a real VS Code', () => {
  const models = new ModelServer(FEN, 60);
  const stage = new SharedStage({ models });
  before(() => stage.start());
  after(() => stage.stop());

  itInEach('are estimated, agreed to, shown, paused, resumed, and lose and double nothing', async () => {
    // Not this machine by its name, and so a host to be agreed to.
    const far = models.baseUrl.replace('127.0.0.1', '0.0.0.0');
    const files = { 'experiment.jsonc': experiment(far), 'games.pgn': GAMES };
    const scenario = { files, open: 'experiment.jsonc', complaints: true };
    await stage.play('runs', scenario, async (scene) => {
      const { workbench, page, folder, picture } = scene;
      const editor = workbench.editor('experiment.jsonc');
      await editor.lenses
        .filter({ hasText: /Dry run: 80 requests to \S+, about [\d,]+ tokens in · cost not known/ })
        .waitFor();
      await editor.lenses.filter({ hasText: 'Run a pilot of 20' }).waitFor();
      assert.deepEqual(models.asked, [], 'nothing was asked for the estimate');
      await picture('runs-lenses');
      await editor.lenses.filter({ hasText: /^\s*Run$/ }).click();
      const consent = page.locator('.monaco-dialog-box', { hasText: 'Send 80 requests to 0.0.0.0' });
      await consent
        .filter({ hasText: /about .* tokens in.*experiment\.jsonc names it.*Only moves are sent.*1\. a3 a6/s })
        .waitFor();
      await picture('runs-consent');
      assert.deepEqual(models.seen, []);
      await consent.getByRole('button', { name: 'Send', exact: true }).click();
      await workbench.run('Focus on Runs View', 'StateLens');
      await row(scene, /\d+ of 80 · .*\/s/).waitFor();
      await page.locator('.statusbar-item', { hasText: /fake \d+\/80/ }).waitFor();
      await picture('runs');
      await press(scene, /fake/, 'Pause Run');
      await row(scene, /paused · \d+ of 80/).waitFor();
      const file = path.join(folder, '.statelens/runs/experiment.fake.run.jsonl');
      const paused = read(file);
      assert.equal(paused.ids.length, models.asked.length, 'what was asked is in the file');
      assert.ok(paused.ids.length < COUNT && paused.ids.length > 0, `${paused.ids.length}`);
      await editor.lenses.filter({ hasText: /of 80 done · Resume/ }).waitFor();
      await picture('runs-paused');
      await press(scene, /paused/, 'Resume Run');
      await becomes(scene, /complete · 80 of 80/);
      const whole = read(file);
      assert.deepEqual(whole.problems, []);
      assert.equal(whole.tail, 'whole');
      assert.equal(new Set(whole.ids).size, COUNT);
      assert.equal(whole.ids.length, COUNT);
      assert.equal(models.asked.length, COUNT);
      assert.equal(new Set(models.asked).size, COUNT, 'nothing was asked twice');
      await editor.lenses.filter({ hasText: '80 of 80 done' }).waitFor();
      await row(scene, /complete/)
        .locator('.monaco-tl-twistie')
        .click();
      await row(scene, /pgn-to-fen.*40 answered/).waitFor();
      await picture('runs-complete');
      await editor.lenses.filter({ hasText: '80 of 80 done · Show Report' }).click();
      await page.locator('.tab', { hasText: 'Report' }).waitFor();
      await workbench.webview
        .getByText(/80 samples/)
        .first()
        .waitFor();
      // Of a folder that is deleted, VS Code does not name the files.
      fs.rmSync(path.join(folder, '.statelens'), { recursive: true });
      await workbench.open('experiment.jsonc');
      await editor.lenses.filter({ hasText: 'Run a pilot of 20' }).waitFor();
    });
  });
});

describe("evaluation runs in the browser's own extension host", () => {
  const models = new ModelServer(FEN, 60);
  const stage = new SharedStage({ models, kind: 'web' });
  before(() => stage.start());
  after(() => stage.stop());

  it('are in segments until they are complete, with a report of what is there, and then in one run file', async () => {
    const files = { 'experiment.jsonc': experiment(models.baseUrl, ['pgn-to-fen']), 'games.pgn': GAMES };
    await stage.play('runs-web', { files, open: 'experiment.jsonc', complaints: true }, async (scene) => {
      const { workbench, folder, picture } = scene;
      const editor = workbench.editor('experiment.jsonc');
      await workbench.run('Focus on Runs View', 'StateLens');
      await editor.lenses.filter({ hasText: /^\s*Run$/ }).click();
      await row(scene, /\d+ of 40 · .*\/s/).waitFor();
      await press(scene, /fake/, 'Pause Run');
      await row(scene, /paused · \d+ of 40/).waitFor();
      const file = path.join(folder, '.statelens/runs/experiment.fake.run.jsonl');
      const segment = read(file.replace(/\.jsonl$/, '/0001.run.jsonl'));
      assert.ok(segment.ids.length > 0 && segment.ids.length < GAME_COUNT, `${segment.ids.length}`);
      assert.deepEqual(segment.problems, []);
      assert.ok(!fs.existsSync(file));
      await showReport(scene, `${segment.ids.length} of ${GAME_COUNT} samples`);
      await picture('report-segments-web');
      await press(scene, /paused/, 'Resume Run');
      await becomes(scene, /complete · 40 of 40/);
      await picture('runs-web');
      const whole = read(file);
      assert.equal(whole.ids.length, GAME_COUNT);
      assert.equal(new Set(whole.ids).size, GAME_COUNT);
      assert.deepEqual(whole.problems, []);
      assert.equal(models.asked.length, GAME_COUNT);
      assert.ok(!fs.existsSync(path.dirname(file.replace(/\.jsonl$/, '/0001.run.jsonl'))));
    });
  });
});
