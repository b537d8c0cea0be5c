import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { RunReader, RunSamples } from '../../src/core/evaluation/runs/run-file.ts';
import { eventually } from './eventually.ts';
import { ModelServer } from './model-server.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** Forty games, told apart by their first two moves. */
const GAMES = Array.from({ length: 40 }, (_, i) => {
  const files = 'abcdefgh';
  const moves = `${files[i % 8]}3 ${files[Math.floor(i / 8)]}6`;
  return `[Event "${i}"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. ${moves} *\n`;
}).join('\n');
const COUNT = 80;

const experiment = (baseUrl: string): string => `{
  "games": "games.pgn",
  "plies": [2],
  "templates": ["pgn-to-fen", "step-by-step"],
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

/** Runs a command of a row by its icon. */
async function press(scene: Scene, text: RegExp, action: string): Promise<void> {
  const found = row(scene, text);
  await found.hover();
  await found.getByRole('button', { name: action }).click();
}

describe('evaluation runs in a real VS Code', () => {
  const models = new ModelServer(FEN, 60);
  const stage = new SharedStage({ models });
  before(() => stage.start());
  after(() => stage.stop());

  it('are estimated, agreed to, shown, paused, resumed, and lose and double nothing', async () => {
    // Not this machine by its name, and so a host to be agreed to.
    const far = models.baseUrl.replace('127.0.0.1', '0.0.0.0');
    const files = { 'experiment.jsonc': experiment(far), 'games.pgn': GAMES };
    const scenario = { files, open: 'experiment.jsonc', complaints: true };
    await stage.play('runs', scenario, async (scene) => {
      const { workbench, page, folder, picture } = scene;
      models.forget();
      const editor = workbench.editor('experiment.jsonc');
      await editor.lenses
        .filter({ hasText: /Dry run: 80 requests, about [\d,]+ tokens in · cost not known/ })
        .waitFor();
      await editor.lenses.filter({ hasText: 'Run a pilot of 20' }).waitFor();
      assert.deepEqual(models.asked, [], 'nothing was asked for the estimate');
      await picture('runs-lenses');
      await editor.lenses.filter({ hasText: /^\s*Run$/ }).click();
      const consent = page.locator('.monaco-dialog-box', { hasText: 'Send chess moves to 0.0.0.0' });
      await consent.filter({ hasText: /experiment\.jsonc names it.*Only moves are sent.*1\. a3 a6/s }).waitFor();
      await picture('runs-consent');
      assert.deepEqual(models.seen, []);
      await consent.getByRole('button', { name: 'Send', exact: true }).click();
      const dialog = page.locator('.monaco-dialog-box', { hasText: 'Send 80 requests' });
      await dialog.waitFor();
      await picture('runs-confirm');
      assert.deepEqual(models.asked, []);
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
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
      await row(scene, /complete · 80 of 80/).waitFor();
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
      // Of a folder that is deleted, VS Code does not name the files.
      fs.rmSync(path.join(folder, '.statelens'), { recursive: true });
      await workbench.open('experiment.jsonc');
      await editor.lenses.filter({ hasText: 'Run a pilot of 20' }).waitFor();
    });
  });

  it('go on after a reload, from the file alone, and mistakes in an experiment are shown where they stand', async () => {
    const files = { 'experiment.jsonc': experiment(models.baseUrl), 'games.pgn': GAMES };
    const scenario = { files, open: 'experiment.jsonc', complaints: true };
    await stage.play('runs-reload', scenario, async (scene) => {
      const { workbench, page, folder, picture } = scene;
      const editor = workbench.editor('experiment.jsonc');
      await editor.lenses.filter({ hasText: 'Run a pilot of 20' }).click();
      await workbench.run('Focus on Runs View', 'StateLens');
      await row(scene, /incomplete · 20 of 80/).waitFor();
      const toast = page.locator('.notification-toast', {
        hasText: /a pilot of 20 projects for the whole.*tokens in 3,200/,
      });
      await toast.waitFor();
      await picture('runs-pilot');
      await page.goto(stage.host.url({ folder, file: path.join(folder, 'experiment.jsonc') }));
      await editor.lenses.filter({ hasText: '20 of 80 done · Resume' }).waitFor();
      await workbench.run('Focus on Runs View', 'StateLens');
      await row(scene, /incomplete · 20 of 80/).waitFor();
      const before = models.asked.length;
      await press(scene, /incomplete/, 'Resume Run');
      const dialog = page.locator('.monaco-dialog-box', { hasText: 'Send 60 requests' });
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await row(scene, /complete · 80 of 80/).waitFor();
      assert.equal(models.asked.length - before, 60);
      const whole = read(path.join(folder, '.statelens/runs/experiment.fake.run.jsonl'));
      assert.equal(new Set(whole.ids).size, COUNT);
      assert.equal(whole.ids.length, COUNT);
      assert.deepEqual(whole.problems, []);
      await workbench.open('experiment.jsonc');
      const broken = experiment(models.baseUrl).replace('games.pgn', 'none.pgn');
      fs.writeFileSync(path.join(folder, 'experiment.jsonc'), broken);
      await editor.lenses.filter({ hasText: 'none.pgn cannot be read' }).waitFor();
      await editor.root.locator('.squiggly-error').first().waitFor();
      await picture('runs-mistake');
    });
  });

  it('say why they wait and until when, in row, lens and status bar, and what finishes them', async () => {
    models.limited = 50;
    const files = { 'experiment.jsonc': experiment(models.baseUrl), 'games.pgn': GAMES };
    await stage.play('runs-wait', { files, open: 'experiment.jsonc', complaints: true }, async (scene) => {
      const { workbench, page, picture } = scene;
      const editor = workbench.editor('experiment.jsonc');
      await editor.lenses.filter({ hasText: /^\s*Run$/ }).click();
      await page
        .locator('.monaco-dialog-box', { hasText: 'Send 80 requests' })
        .getByRole('button', { name: 'Send', exact: true })
        .click();
      await workbench.run('Focus on Runs View', 'StateLens');
      const wait = String.raw`rate limited \(429\), attempt 2, next try in \d+ s · 0 of 80`;
      await row(scene, new RegExp(wait)).waitFor();
      await page.locator('.statusbar-item', { hasText: new RegExp(`fake: ${wait}`) }).waitFor();
      await editor.lenses.filter({ hasText: new RegExp(wait) }).waitFor();
      await picture('runs-wait');
      await press(scene, /rate limited/, 'Cancel Run');
      await row(scene, /cancelled · 0 of 80 · 80 left: Resume Run/).waitFor();
      await picture('runs-left');
    });
    models.limited = undefined;
  });

  it('begin with a new experiment beside the games', () =>
    stage.play('runs-new', { files: { 'games.pgn': GAMES }, open: 'games.pgn' }, async (scene) => {
      const { workbench, picture, page } = scene;
      await workbench.run('Focus on Runs View', 'StateLens');
      await page.locator('.welcome-view', { hasText: 'Run an experiment' }).waitFor();
      await picture('runs-welcome');
      await workbench.editor('games.pgn').clickBehind('[Event "0"]');
      await workbench.run('New Experiment', 'StateLens');
      const editor = workbench.editor('experiment.jsonc');
      await editor.lines.filter({ hasText: '"games": "games.pgn"' }).waitFor();
      // A lens is blank, then "Dry run…", until the dry run is done.
      await eventually(
        'the dry run in the lenses',
        async () => (await editor.lenses.allInnerTexts()).join(' '),
        (shown) => /Dry run: 40 requests, about .* · 80 samples offline/.test(shown),
      );
      await picture('runs-new');
    }));
});

describe("evaluation runs in the browser's own extension host", () => {
  const models = new ModelServer(FEN, 60);
  const stage = new SharedStage({ models, kind: 'web' });
  before(() => stage.start());
  after(() => stage.stop());

  it('are in segments until they are complete, and then in one run file', async () => {
    const files = { 'experiment.jsonc': experiment(models.baseUrl), 'games.pgn': GAMES };
    await stage.play('runs-web', { files, open: 'experiment.jsonc', complaints: true }, async (scene) => {
      const { workbench, page, folder, picture } = scene;
      const editor = workbench.editor('experiment.jsonc');
      await workbench.run('Focus on Runs View', 'StateLens');
      await editor.lenses.filter({ hasText: /^\s*Run$/ }).click();
      const dialog = page.locator('.monaco-dialog-box', { hasText: 'Send 80 requests' });
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await row(scene, /\d+ of 80 · .*\/s/).waitFor();
      await press(scene, /fake/, 'Pause Run');
      await row(scene, /paused · \d+ of 80/).waitFor();
      const file = path.join(folder, '.statelens/runs/experiment.fake.run.jsonl');
      const segment = read(file.replace(/\.jsonl$/, '/0001.run.jsonl'));
      assert.ok(segment.ids.length > 0 && segment.ids.length <= 50, `${segment.ids.length}`);
      assert.deepEqual(segment.problems, []);
      assert.ok(!fs.existsSync(file));
      await press(scene, /paused/, 'Resume Run');
      await row(scene, /complete · 80 of 80/).waitFor();
      await picture('runs-web');
      const whole = read(file);
      assert.equal(whole.ids.length, COUNT);
      assert.equal(new Set(whole.ids).size, COUNT);
      assert.deepEqual(whole.problems, []);
      assert.equal(models.asked.length, COUNT);
      assert.ok(!fs.existsSync(path.dirname(file.replace(/\.jsonl$/, '/0001.run.jsonl'))));
    });
  });
});
