import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { sample } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';

const FILE = 'world-cup.pgn';
const EXPRESSION = 'elo.mean >= 2600 and line "1. e4"';
/** VS Code gives no extension a file of more than 50 MB. */
const LARGE_BYTES = 51 * 1024 * 1024;

/** What the command line writes of the same games. */
function byCommand(...options: readonly string[]): string {
  const args = ['dist/cli.mjs', 'games', `samples/${FILE}`, '--where', EXPRESSION, ...options];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

describe('Query Games…', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('chooses games of the open file, opens one, exports them as the command line does, and reads files that VS Code gives to no extension', () => {
    const once = `${sample(FILE).trimEnd()}\n\n`;
    const large = once.repeat(Math.ceil(LARGE_BYTES / Buffer.byteLength(once)));
    const total = (19 * (large.length / once.length)).toLocaleString('en');
    const files = { 'large.pgn': large, [FILE]: sample(FILE) };
    const scenario = { files, open: FILE, complaints: true };
    return stage.play('games', scenario, async ({ workbench, page, folder, picture }) => {
      await workbench.editor(FILE).root.waitFor();
      await workbench.run('Query Games…', 'StateLens');
      const view = workbench.webview;
      await view.getByText('19 of 19 games').waitFor();
      await view.locator('.rows img.board').first().waitFor();
      await picture('games-query');
      const field = view.getByRole('combobox', { name: 'Where' });
      await field.click();
      await page.keyboard.type('elo.me');
      await view.getByRole('option', { name: /^elo\.mean/ }).waitFor();
      await picture('games-query-completion');
      await field.fill('');
      await page.keyboard.type(EXPRESSION);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      const count = byCommand('--count').trim();
      await view.getByText(`${count} of 19 games`).waitFor();
      await view.locator('.rows img.board.match').first().waitFor();
      await picture('games-query-chosen');

      for (const [format, ending, options] of [
        ['PGN', 'pgn', []],
        ['CSV, a position a line', 'csv', ['--format', 'csv', '--rows', 'positions']],
      ] as const) {
        await view.getByRole('button', { name: 'Export…' }).click();
        await workbench.choose(format);
        const dialog = page.locator('.quick-input-widget', { has: page.getByText('Show Local') });
        await eventually(
          'the name of the file',
          () => dialog.locator('input[type=text]').inputValue(),
          (name) => name.endsWith(`/world-cup.selection.${ending}`),
        );
        await dialog.locator('.monaco-button', { hasText: 'OK' }).click();
        await view.getByText(`${count} games saved as world-cup.selection.${ending}.`).waitFor();
        const saved = fs.readFileSync(path.join(folder, `world-cup.selection.${ending}`), 'utf8');
        assert.equal(saved, byCommand(...options));
      }

      const second = view.locator('.rows .row').nth(1);
      const number = Number(await second.locator('.game').textContent());
      await second.click();
      await page.keyboard.press('Enter');
      const games = sample(FILE).split(/(?=\[Event )/);
      const before = games.slice(0, number - 1).join('');
      const line = before.split('\n').length;
      await page.locator('.editor-group-container').nth(1).waitFor();
      const lines = (games[number - 1] ?? '').trimEnd().split('\n');
      const end = `Ln ${line + lines.length - 1}, Col ${(lines.at(-1) ?? '').length + 1}`;
      await page.locator('.statusbar-item', { hasText: end }).waitFor();
      await picture('games-query-opened');

      assert.deepEqual(await workbench.complaints.allInnerTexts(), []);

      // Another query, of a file that VS Code gives to no extension: it says so.
      await workbench.run('View: Close All Editors');
      await workbench.open(FILE);
      // Until the open file is selected, rows of the explorer move: the menu would be that of another one.
      const entries = page.locator('.explorer-folders-view .monaco-list-row');
      await entries.and(page.locator('.selected')).filter({ hasText: FILE }).waitFor();
      const file = entries.filter({ hasText: 'large.pgn' });
      await workbench.fromMenu(file, 'Query Games…');
      await view.getByText(`${total} of ${total} games`).waitFor({ timeout: 120_000 });
      await view.getByRole('grid', { name: 'Games' }).focus();
      await page.keyboard.press('End');
      await view.locator('.rows .row.current img.board').waitFor();
      await picture('games-query-large');
      await page.keyboard.press('Enter');
      await page.locator('.tab', { hasText: `large game ${total.replaceAll(',', '')}.pgn` }).waitFor();
      await picture('games-query-large-opened');
    });
  });
});
