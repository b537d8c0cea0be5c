import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { cursorBehind, runOfGames } from '../support/run-of-games.ts';
import { eventually } from './eventually.ts';
import { CUTS } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

const GAMES = 'games.pgn';

/** Reads 40 failures by j in the report that is shown, opens one in its PGN beside, and returns: the place is kept. */
async function walkThroughFailures({ workbench, page, picture }: Scene): Promise<void> {
  const report = workbench.webview;
  const place = report.locator('.pane .place');
  const current = report.locator('.rows .row.current');
  await place.waitFor();
  await report.getByRole('grid', { name: 'Samples' }).click({ position: { x: 200, y: 70 } });
  const rows: number[] = [];
  const answers = new Set<string>();
  const rowOf = async (): Promise<number> => Number(await current.getAttribute('aria-rowindex'));
  for (let i = 0; i < 40; i++) {
    const [row, text] = [await rowOf(), (await place.textContent()) ?? ''];
    rows.push(row);
    answers.add(text);
    assert.ok(await current.isVisible());
    await page.keyboard.press('j');
    await eventually('the next answer', rowOf, (now) => now > row);
    await eventually(
      'what it is about',
      async () => (await place.textContent()) ?? '',
      (now) => now !== text,
    );
  }
  assert.equal(answers.size, 40);
  assert.deepEqual(
    [...rows].sort((a, b) => a - b),
    rows,
  );
  await report.locator('.pane .text-box').first().waitFor();
  await picture('report-walk');
  const before = { row: await rowOf(), text: await place.textContent() };
  await page.keyboard.press('o');
  await workbench.editor(GAMES).root.waitFor();
  await page.locator('.editor-group-container').nth(1).waitFor();
  await picture('report-walk-beside');
  await page.keyboard.press('Control+2');
  await page.locator('.statusbar-item', { hasText: /Ln \d+, Col \d+ \(\d+ selected\)/ }).waitFor();
  // VS Code asks four times a second whether a webview lost the keyboard: it takes a late answer for one about now, and then gives
  // the keyboard to the frame around the page alone. The next press gives it to the page.
  await eventually(
    'the keyboard in the report',
    async () => {
      await page.keyboard.press('Control+1');
      const until = performance.now() + 2000;
      while (performance.now() < until && !(await current.evaluate(() => document.hasFocus())))
        await page.waitForTimeout(50);
      return current.evaluate(() => document.hasFocus());
    },
    (has) => has,
  );
  assert.deepEqual({ row: await rowOf(), text: await place.textContent() }, before);
  assert.ok(await current.isVisible());
  await page.keyboard.press('j');
  await eventually('one more answer', rowOf, (row) => row > before.row);
}

describe('reports', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('open from a run file, are sorted, lead to the move in the PGN and to the comparison, and are read answer by answer', () => {
    const pgn = CUTS;
    const files = { [GAMES]: pgn, 'night.run.jsonl': runOfGames(pgn, GAMES) };
    return stage.play('report', { files, open: 'night.run.jsonl' }, async (scene) => {
      const { workbench, page, folder, picture } = scene;
      await workbench.editor('night.run.jsonl').root.waitFor();
      await workbench.run('Show Report…', 'StateLens');
      await workbench.picks.filter({ hasText: 'night.run.jsonl' }).first().waitFor();
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
      const report = workbench.webview;
      await report.getByText('the right position', { exact: false }).first().waitFor();
      await eventually(
        'scores beside the run',
        () => Promise.resolve(fs.existsSync(path.join(folder, 'night.scores.jsonl'))),
        (isThere) => isThere,
      );
      await picture('report');
      await report.locator('.rows .row.current').waitFor();
      await report.getByText('Filters', { exact: true }).click();
      await report.getByRole('combobox', { name: 'Sort by' }).selectOption('after');
      await report.getByRole('combobox', { name: 'Group by' }).selectOption('nothing');
      await report.locator('.rows .row').first().locator('.cell.ply').first().waitFor();
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
      // The report keeps the keyboard; the move is selected all the same.
      await page.keyboard.press('Control+2');
      await page.locator('.statusbar-item', { hasText: at }).waitFor();
      await picture('report-opened');

      await page.locator('.tab', { hasText: 'Report' }).click();
      await report.locator('.worst li').first().getByRole('button', { name: 'Compare' }).click();
      await page.locator('.tab', { hasText: 'State: ' }).first().waitFor();
      const compared = page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
      await compared.locator('.numbers', { hasText: 'squares wrong' }).waitFor();
      await picture('report-compared');

      await workbench.run('View: Close All Editors');
      await workbench.open('night.run.jsonl');
      await workbench.run('Show Report…', 'StateLens');
      await workbench.picks.filter({ hasText: 'night.run.jsonl' }).first().waitFor();
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
      await walkThroughFailures(scene);
    });
  });

  it('lead by c into the state view: the game of the answer by the moves of the run, without its PGN', () => {
    // the PGN is nowhere, and the run has every move itself
    const files = { 'night.run.jsonl': runOfGames(CUTS, 'lost.pgn') };
    return stage.play('report-compare', { files, open: 'night.run.jsonl' }, async ({ workbench, page, picture }) => {
      await workbench.editor('night.run.jsonl').root.waitFor();
      await workbench.run('Show Report…', 'StateLens');
      await workbench.picks.filter({ hasText: 'night.run.jsonl' }).first().waitFor();
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
      const report = page.frameLocator('iframe.webview.ready').first().frameLocator('iframe#active-frame');
      const current = report.locator('.rows .row.current');
      const place = report.locator('.pane .place');
      await place.waitFor();
      await report.getByRole('grid', { name: 'Samples' }).click({ position: { x: 200, y: 70 } });
      await page.keyboard.press('j');
      const rowOf = async (): Promise<number> => Number(await current.getAttribute('aria-rowindex'));
      const said = async (): Promise<string> => (await report.locator('.pane .sentence').textContent()) ?? '';
      const [, ply = ''] = /ply (\d+)/.exec((await place.textContent()) ?? '') ?? [];
      const before = { row: await rowOf(), said: await said() };
      await page.keyboard.press('c');
      await page.locator('.tab', { hasText: /State: Game \d+ of lost\.pgn/ }).waitFor();
      const state = page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
      await state
        .getByRole('slider', { name: 'Ply' })
        .and(state.locator(`[aria-valuenow="${ply}"]`))
        .waitFor();
      await state.getByRole('tab', { name: 'model-b', selected: true }).waitFor();
      await state.getByRole('tab', { name: 'model-a' }).waitFor();
      assert.equal(await state.locator('.sentence').first().textContent(), before.said);
      await picture('report-compare');
      // The report is still at its row, and has the keyboard.
      assert.deepEqual({ row: await rowOf(), said: await said() }, before);
      assert.ok(await current.isVisible());
      await page.keyboard.press('j');
      await eventually('one more answer', rowOf, (row) => row > before.row);
      await eventually('what it says', said, (text) => text !== before.said);
      const next = await said();
      await page.keyboard.press('c');
      await state.locator('.sentence', { hasText: next }).first().waitFor();
      await page.keyboard.press('k');
      await eventually('the keyboard in the report', rowOf, (row) => row === before.row);
      await state.getByText('Moves lost and invented').click();
      await state.locator('.detail-body', { hasText: 'lost' }).first().waitFor();
    });
  });
});
