import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { thoroughly } from '../support/thorough.ts';
import { SCREENSHOTS } from './page-host.ts';
import { borrowBrowser, returnBrowser, skipReason } from './shared-browser.ts';
import { THEMES, TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';
const BUNDLE = `out/notebook/${process.pid}`;

const TRUE = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const WRONG = 'rnb1kbnr/pppppppp/8/8/4PP2/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1';
const chess = {
  schema: 1,
  label: 'gpt-4o',
  states: { game: 'chess', true: TRUE, predicted: WRONG },
  p: [0, 0],
  r: [0, 0],
  verdict: 'squares',
  sentence: 'thinks the queen is not on d8',
  positionMatch: false,
  boardAccuracy: 62 / 64,
  editDistance: 5,
};

/** What somebody could write into a notebook to run something in whoever opens it. */
const HOSTILE = [
  '<img src=x onerror="window.taken = 1">',
  '</style><script>window.taken = 1</script>',
  '"><svg onload="window.taken = 1">',
  'javascript:window.taken=1',
];

/** The policy of VS Code's page of notebook outputs, where scripts and styles of the page itself may run. */
const policy = (origin: string): string =>
  `default-src 'none'; script-src ${origin} 'unsafe-inline' 'unsafe-eval'; style-src ${origin} 'unsafe-inline'; img-src ${origin} https: http: data:; font-src ${origin} https:; connect-src https:`;

describe('the renderer of notebooks', { skip: skipReason ?? false }, () => {
  let context: BrowserContext;
  let server: http.Server;
  let page: Page;
  const faults: string[] = [];

  before(async () => {
    const script = `import('./esbuild.mjs').then((m) => m.bundleNotebook('${BUNDLE}'))`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    server = http.createServer((request, response) => {
      response.setHeader('content-security-policy', policy(`http://${request.headers.host}`));
      if (request.url === '/notebook.js') {
        response.setHeader('content-type', 'text/javascript');
        response.end(fs.readFileSync(path.join(BUNDLE, 'notebook.js')));
      } else {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end('<!doctype html><html lang="en"><title>Outputs</title><body><main id="outputs"></main></body>');
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await borrowBrowser();
    context = await browser.newContext({ viewport: { width: 800, height: 900 }, reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await theme('dark');
  });
  after(async () => {
    await context?.close();
    returnBrowser();
    server?.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    fs.rmSync(BUNDLE, { recursive: true, force: true });
  });

  const theme = (name: keyof typeof THEMES): Promise<void> =>
    page.evaluate(
      ([theme, variables]) => {
        document.body.className = `vscode-${theme}`;
        for (const [key, value] of Object.entries(variables)) document.documentElement.style.setProperty(key, value);
        document.body.style.background = 'var(--vscode-editor-background)';
      },
      [name, THEMES[name]] as const,
    );

  /** Shows outputs as VS Code would, each in an element of its own. */
  const show = (...items: readonly unknown[]): Promise<void> =>
    page.evaluate(
      async ([script, texts]) => {
        const globals = globalThis as unknown as {
          renderer?: { renderOutputItem(item: object, at: Element): void } | undefined;
        };
        const module = (await import(script)) as { activate(): typeof globals.renderer };
        globals.renderer ??= module.activate();
        const outputs = document.querySelector('#outputs');
        outputs?.replaceChildren();
        for (const text of texts) {
          const element = document.createElement('div');
          outputs?.append(element);
          globals.renderer?.renderOutputItem({ text: () => text }, element);
        }
      },
      ['/notebook.js', items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))] as const,
    );

  const text = async (selector: string): Promise<string> => (await page.locator(selector).innerText()).trim();

  it('shows both boards, what differs in words, and the numbers', async () => {
    await show(chess);
    assert.match(await text('.sentence'), /gpt-4o thinks the queen is not on d8$/);
    assert.equal(await text('.numbers'), 'p₂ 0 · r₂ 0 · 96 % of the board right · edit 5');
    assert.deepEqual(await page.locator('figcaption').allInnerTexts(), [
      'True · Black to move',
      'Believed by gpt-4o · White to move',
    ]);
    const boards = page.locator('figure img');
    assert.equal(await boards.count(), 2);
    assert.equal(await boards.nth(1).getAttribute('alt'), 'Believed position. Wrong: d8, f4, side');
    for (const width of await boards.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
      assert.ok(width > 0, 'a picture is drawn');
    assert.deepEqual(await page.locator('.differences li').allInnerTexts(), [
      'd8: true black queen; believed empty',
      'f4: true empty; believed white pawn',
      'side: true b; believed w',
    ]);
    assert.equal(await page.locator('.legend li').count(), 2);
    await picture('notebook-chess');
  });

  it('shows games of stones with boards, other worlds as text, and an answer without a state', async () => {
    const stones = { true: `x || ${'.'.repeat(42)} ||`, predicted: `x || ${'.'.repeat(41)}o ||` };
    await show(
      { ...chess, states: { game: 'connect_four', ...stones } },
      { ...chess, states: { world: 's5', true: '1 2 3 4 5', predicted: '2 1 3 4 5' } },
      { ...chess, states: { game: 'chess', true: TRUE, predicted: null }, verdict: 'none' },
      { ...chess, states: { game: 'chess', true: TRUE, predicted: 'what?' }, verdict: 'unparsable' },
    );
    const outputs = page.locator('.statelens-output');
    assert.equal(await outputs.count(), 4);
    assert.equal(await outputs.nth(0).locator('figure img').count(), 2);
    assert.match(await outputs.nth(0).innerText(), /c6r1: true empty; believed o/);
    assert.equal(await outputs.nth(1).locator('img').count(), 0);
    assert.deepEqual(await outputs.nth(1).locator('.wrong-part').allInnerTexts(), ['2', '1']);
    assert.match(await outputs.nth(2).innerText(), /No state in the answer/);
    assert.match(await outputs.nth(3).innerText(), /No board can be read/);
    await picture('notebook-worlds');
  });

  it('says why it shows nothing', async () => {
    await show('{', { schema: 2 }, { ...chess, states: 1 }, { schema: 1, error: { message: 'no such move' } });
    assert.deepEqual(await page.locator('[role=note]').allInnerTexts(), [
      'StateLens: The output is not JSON.',
      'StateLens: The output is none of StateLens, or of a newer version.',
      'StateLens: The output is no comparison: states: must be an object.',
      'StateLens: The states were not compared: no such move',
    ]);
  });

  it('runs nothing of what it shows', async () => {
    for (const bad of HOSTILE) {
      await show(
        bad,
        { ...chess, label: bad, sentence: `${bad} \`${bad}\`` },
        { ...chess, states: { game: 'chess', true: bad, predicted: bad } },
        { ...chess, states: { game: 'hex', true: bad, predicted: `x || ${bad} ||` } },
        { ...chess, states: { world: bad, true: bad, predicted: `${bad} ` } },
        { schema: 1, error: { message: bad } },
      );
      assert.equal(await page.locator('.statelens-output').count(), 6);
      assert.ok((await text('#outputs')).includes(bad));
    }
    assert.equal(await page.evaluate(() => (globalThis as { taken?: unknown }).taken), undefined);
    assert.equal(await page.locator('#outputs script, #outputs svg, #outputs style, #outputs [onerror]').count(), 0);
    assert.deepEqual(faults, []);
  });

  it('stays short where everything is wrong, and opens by the keyboard', async () => {
    await show({ ...chess, states: { game: 'chess', true: TRUE, predicted: '8/8/8/8/8/8/8/8 b - - 0 1' } });
    const list = page.locator('.differences');
    assert.equal(await list.isVisible(), false);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Differences (33)');
    await page.keyboard.press('Enter');
    assert.equal(await list.locator('li').count(), 33);
    assert.equal(await list.isVisible(), true);
  });

  it('can be read by everybody, in every theme', async () => {
    await show(chess, { ...chess, positionMatch: true, verdict: 'exact', sentence: 'exact' }, 'nothing');
    await page.evaluate(axe);
    for (const name of TRIED_THEMES) {
      await theme(name);
      const found = await page.evaluate(async () => {
        const { axe: run } = globalThis as unknown as {
          axe: { run: (options: object) => Promise<{ violations: { id: string }[] }> };
        };
        // the page around the outputs is VS Code's
        return (await run.run({ include: [['#outputs']] })).violations.map(({ id }) => id);
      });
      assert.deepEqual(found, [], name);
      await picture(`notebook-${name}`);
    }
  });

  async function picture(name: string): Promise<void> {
    if (!thoroughly(true, false)) return;
    fs.mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }
});
