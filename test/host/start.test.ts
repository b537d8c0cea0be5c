import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import process from 'node:process';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { launch } from './browser.ts';
import { it } from './scenes.ts';
import { Workbench } from './workbench.ts';

/** A window is there after a few seconds, on a machine that does nothing else. */
const PATIENCE_MS = 240_000;

/** The first window of a newcomer: the samples beside the state view, and Start, which is one line after its first link. */
async function firstWindow(address: string, folder: string): Promise<void> {
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(address);
    await look(page, folder).catch(async (error: unknown) => {
      await page.screenshot({ path: 'out/screenshots/npm-start-FAILED.png' });
      throw error;
    });
  } finally {
    await browser.close();
  }
}

async function look(page: Page, folder: string): Promise<void> {
  const workbench = new Workbench(page);
  await workbench.webview.locator('h1.sentence', { hasText: 'thinks the knight is still on f3' }).waitFor();
  await workbench.editor('world-cup.pgn').root.waitFor();
  // Predictions are chips, their text is folded.
  await workbench.editor('world-cup.pgn').root.locator('.inline-folded').nth(2).waitFor();
  assert.equal(await page.locator('.monaco-dialog-box').count(), 0, 'nothing asks for trust');
  assert.equal(await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).count(), 0);
  assert.deepEqual(await page.locator('.tab').allInnerTexts(), [
    'world-cup.pgn',
    'State: Jakovenko,D – Leitao,R, 2005',
  ]);
  await page.screenshot({ path: 'out/screenshots/npm-start.png' });
  const runs = page.locator('.pane', { has: page.locator('.pane-header', { hasText: /^Runs/ }) });
  const height = async (): Promise<number> => (await runs.boundingBox())?.height ?? 0;
  const before = await height();
  await page.locator('.welcome-view-content a', { hasText: 'Debug MAV' }).click();
  await workbench.editor('traces.mav').root.waitFor();
  await page.locator('.pane-header[aria-expanded=false]', { hasText: 'Start: samples, walkthrough' }).waitFor();
  assert.ok((await height()) > 2 * before, `Runs has ${await height()} pixels, ${before} before`);
  await page.screenshot({ path: 'out/screenshots/npm-start-used.png' });
  // What is open comes back after a reload; the first sample does not come again.
  // By VS Code's command, which waits until what is open is kept; a browser's own reload does not.
  await Promise.all([page.waitForEvent('framenavigated'), workbench.run('Reload Window', 'Developer')]);
  await workbench.editor('traces.mav').root.waitFor();
  assert.equal(new URL(page.url()).searchParams.get('folder'), folder);
}

describe('npm start', () => {
  it('shows the first sample in a trusted copy of the samples, without a terminal, until it is told to end', async () => {
    const child = spawn(process.execPath, ['scripts/start.mjs', '--browser'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      let said = '';
      for await (const piece of child.stdout.setEncoding('utf8')) {
        said += String(piece);
        if (said.includes('Ctrl+C')) break;
      }
      const address = /(http:\/\/127\.0\.0\.1:\d+\/\S+)\s/.exec(said)?.[1];
      const folder = /a copy of the samples in ([^,]+),/.exec(said)?.[1];
      assert.ok(address !== undefined && folder !== undefined, said);
      const bare = new URL(address);
      bare.searchParams.delete('tkn');
      assert.equal((await fetch(bare)).status, 403, 'without its token it lets nobody in');
      assert.notEqual(folder, fs.realpathSync('samples'));
      assert.deepEqual(fs.readdirSync(folder).sort(), fs.readdirSync('samples').sort());
      await firstWindow(address, folder);
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      assert.ok(!fs.existsSync(folder));
      await assert.rejects(fetch(address));
    } finally {
      // It ends VS Code's server.
      child.kill('SIGTERM');
      await ended;
    }
  });
});
