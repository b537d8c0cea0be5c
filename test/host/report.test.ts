import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { plural } from '../../src/core/base/text/plural.ts';

import { cursorBehind, runOfGames } from '../support/run-of-games.ts';
import { eventually } from './eventually.ts';
import { sample } from './samples.ts';
import { Stage } from './stage.ts';

const GAMES = 'games.pgn';

describe('reports', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('open from a run file, are sorted, and lead to the move in the PGN and to the comparison', () => {
    const pgn = sample('world-cup.pgn');
    const files = { [GAMES]: pgn, 'night.run.jsonl': runOfGames(pgn, GAMES) };
    return stage.play('report', { files, open: 'night.run.jsonl' }, async ({ workbench, page, folder, picture }) => {
      await workbench.editor('night.run.jsonl').root.waitFor();
      await workbench.run('Show Report…', 'StateLens');
      await workbench.picks.filter({ hasText: 'night.run.jsonl' }).first().waitFor();
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
      const report = workbench.webview;
      await report.getByText('answers exact', { exact: false }).first().waitFor();
      await eventually(
        'scores beside the run',
        () => Promise.resolve(fs.existsSync(path.join(folder, 'night.scores.jsonl'))),
        (isThere) => isThere,
      );
      await picture('report');
      await report.getByRole('button', { name: 'Sort by ply' }).click();
      await report
        .getByRole('columnheader', { name: 'Sort by ply' })
        .and(report.locator('[aria-sort=ascending]'))
        .waitFor();
      await report.locator('.rows .row').first().locator('.cell.ply', { hasText: /^4 / }).waitFor();
      await picture('report-samples');

      await report.getByRole('button', { name: 'Save Report As…' }).click();
      await workbench.choose('Markdown');
      const dialog = page.locator('.quick-input-widget', { has: page.getByText('Show Local') });
      await eventually(
        'the name of the file',
        () => dialog.locator('input[type=text]').inputValue(),
        (name) => name.endsWith('/night.md'),
      );
      await dialog.locator('.monaco-button', { hasText: 'OK' }).click();
      await report.getByText('Saved as night.md').waitFor();
      const saved = fs.readFileSync(path.join(folder, 'night.md'), 'utf8');
      assert.match(saved, /\| `games\.pgn:\d+` \|\n/);

      const worst = report.locator('.worst li', { hasText: 'model-b' }).first();
      const place = await worst.locator('p').first().innerText();
      const [, game, ply] = /game (\d+).*ply (\d+)/s.exec(place) ?? [];
      await worst.getByRole('button', { name: 'Show in the PGN' }).click();
      const editor = workbench.editor(GAMES);
      await editor.root.waitFor();
      const at = cursorBehind(pgn, Number(game) - 1, Number(ply));
      await page.locator('.statusbar-item', { hasText: at }).waitFor();
      await picture('report-opened');

      await page.locator('.tab', { hasText: 'Report' }).click();
      await report.locator('.worst li').first().getByRole('button', { name: 'Compare' }).click();
      await page.locator('.tab', { hasText: 'model-b' }).first().waitFor();
      const compared = page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
      await compared.locator('.verdict-line', { hasText: 'squares wrong' }).waitFor();
      await picture('report-compared');
    });
  });

  it('open from a run that is still in segments, on the desktop', () => playSegments(stage, 'report-segments'));
});

describe("reports in the browser's own extension host", () => {
  const stage = new Stage({ kind: 'web' });
  before(() => stage.start());
  after(() => stage.stop());

  it('open from a run that is still in segments', () => playSegments(stage, 'report-segments-web'));
});

/** Shows the report of a run of which there are segments alone. */
function playSegments(stage: Stage, name: string): Promise<void> {
  const pgn = sample('world-cup.pgn');
  const [header = '', ...samples] = runOfGames(pgn, GAMES).trimEnd().split('\n');
  const middle = Math.floor(samples.length / 2);
  const segment = (lines: readonly string[]): string => `${[header, ...lines].join('\n')}\n`;
  const files = {
    [GAMES]: pgn,
    'night.run/0001.run.jsonl': segment(samples.slice(0, middle)),
    'night.run/0002.run.jsonl': segment(samples.slice(middle)),
  };
  return stage.play(name, { files, open: GAMES }, async ({ workbench, page, picture }) => {
    await workbench.run('Show Report…', 'StateLens');
    await workbench.picks.filter({ hasText: 'night.run.jsonl' }).first().waitFor();
    assert.equal(await workbench.picks.count(), 1);
    await workbench.picks.first().click();
    await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
    const report = workbench.webview;
    await report.getByText('answers exact', { exact: false }).first().waitFor();
    await report.getByText(plural(samples.length, 'sample'), { exact: false }).first().waitFor();
    await picture(name);
  });
}
