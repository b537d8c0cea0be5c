// Takes the pictures of the README (media/*.png) and of the docs (docs/pictures/*.png) in a real VS Code with its default layout
// and the shipped samples: npm run pictures [-- NAME…]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleNode } from '../esbuild.mjs';

const OUT = 'out/pictures';
const WINDOW = { width: 1280, height: 800 };
/** What the tests switch off and a new user has. */
const DEFAULTS = { 'editor.minimap.enabled': true, 'editor.stickyScroll.enabled': true };

await bundleNode(
  { stage: 'test/host/stage.ts', searches: 'test/host/searches.ts', 'model-server': 'test/host/model-server.ts' },
  OUT,
  { external: ['playwright-core'] },
);
const bundled = (name) => import(pathToFileURL(path.resolve(OUT, `${name}.mjs`)).href);
const { Stage } = await bundled('stage');
const { openTree } = await bundled('searches');
const { ModelServer } = await bundled('model-server');

const samples = Object.fromEntries(
  fs
    .readdirSync('samples')
    .filter((name) => name !== 'LICENSE')
    .map((name) => [name, fs.readFileSync(path.join('samples', name))]),
);
/** The samples and other files, one of them shown. */
const opened = (open, files = {}) => ({ folder: 'samples', files: { ...samples, ...files }, open });

/** The opera game, annotated. */
const OPERA = `[Event "Casual game"]
[Site "Paris"]
[Date "1858.11.02"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[ECO "C41"]

1. e4 e5 2. Nf3 d6 3. d4 { [%cal Gd4e5] [%csl Ye5] The center is challenged. }
3... Bg4 $6 (3... exd4 4. Nxd4 (4. Qxd4 Nc6 5. Bb5 Bd7) 4... Nf6 5. Nc3)
4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5
{ [%cal Gc4f7,Gg5d8,Rd1d7] Every piece is at work; Black's king cannot castle. }
9... b5 $2 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0
`;
const OPERA_MISTAKEN = OPERA.replace('Bxb5+', 'Bxb5').replace('7. Qb3', '7. qb3').replace('O-O-O', '0-0-0');

const BASELINES = `{
  "games": "world-cup.pgn",
  "plies": { "every": 4 },
  "models": ["baseline:naive-tracker", "baseline:start-position"]
}
`;
const experimentWith = (baseUrl) => `{
  "games": "world-cup.pgn",
  "plies": { "every": 4 },
  "models": [
    "baseline:naive-tracker",
    {
      "model": "openai:llama3.2",
      "baseUrl": "${baseUrl}",
      // per million tokens
      "prices": { "input": 2.5, "output": 10, "currency": "USD", "date": "2026-01-31" }
    }
  ],
  "templates": ["pgn-to-fen", "step-by-step"],
  "samples": 2,
  "concurrency": 4,
  "settings": { "maxTokens": 400 },
  "maxRequests": 10000
}
`;

const stage = new Stage({ settings: DEFAULTS });
await stage.start();
const names = process.argv.slice(2);
const play = (name, scenario, act) => {
  if (names.length > 0 && !names.includes(name)) return undefined;
  return stage.play(`picture-${name}`, scenario, async (scene) => {
    await scene.page.setViewportSize(WINDOW);
    await act(scene);
  });
};
/** Takes the window or a part of it, without a leftover hover. */
async function take({ page }, file, { keepsHover = false, height = WINDOW.height, clip } = {}) {
  if (!keepsHover) {
    await page.mouse.move(page.viewportSize().width - 20, page.viewportSize().height - 8);
    await page.locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
  }
  await page.screenshot({ path: file, clip: clip ?? { x: 0, y: 0, width: WINDOW.width, height } });
}
/** Scrolls so that a line is in the middle of the editor. */
async function reveal({ workbench, page }, line) {
  await page.keyboard.press('Control+g');
  await workbench.input.fill(`:${line}`);
  await page.keyboard.press('Enter');
}
/** Runs the experiment that is shown. */
async function runExperiment({ workbench, page }, agree) {
  await workbench.editor('experiment.jsonc').clickBehind('"games"');
  // With its category, for the name alone is a part of that of the dry run.
  await workbench.run('StateLens: Run Experiment…');
  if (agree) await page.getByRole('button', { name: /^Send/ }).last().click();
}

try {
  await play('editor', opened('world-cup.pgn'), async (scene) => {
    await scene.page.setViewportSize({ ...WINDOW, height: 720 });
    const editor = scene.workbench.editor('world-cup.pgn');
    await editor.settledLenses();
    await reveal(scene, 22);
    await editor.hoverOver('[%pfen gpt-4o-2024-08-06 r1bqkb1r');
    await scene.workbench.hoverPictures(1);
    await take(scene, 'media/editor.png', { keepsHover: true, height: 720 });
  });
  await play('compare', opened('world-cup.pgn'), async (scene) => {
    const { workbench, page } = scene;
    // A wide window, in which both boards fit side by side; the picture is the comparison alone.
    await page.setViewportSize({ width: 1840, height: 1030 });
    const editor = workbench.editor('world-cup.pgn');
    await editor.settledLenses();
    await reveal(scene, 32);
    await editor.clickBehind('4. O-O');
    await editor.lenses.filter({ hasText: 'Compare all' }).nth(1).click();
    await workbench.webview.getByRole('tab', { name: 'gpt-4o-2024-08-06' }).click();
    await workbench.webview.locator('cg-board').nth(1).locator('piece').first().waitFor();
    const clip = await page.locator('.editor-group-container').last().boundingBox();
    await take(scene, 'media/compare.png', { clip });
  });
  await play('search', opened('world-cup.pgn'), async (scene) => {
    const { workbench } = scene;
    await openTree(workbench, 'state-tracking.mcts.jsonl');
    const view = workbench.webview;
    await view.locator('cg-board piece').first().waitFor();
    await view.locator('.find select').selectOption({ index: 2 });
    await view.locator('.find button', { hasText: '›' }).click();
    await view.locator('cg-board').nth(1).waitFor();
    await take(scene, 'media/search.png');
  });
  await play('report', opened('experiment.jsonc', { 'experiment.jsonc': BASELINES }), async (scene) => {
    const { workbench } = scene;
    await workbench.run('Focus on Runs View', 'StateLens');
    await runExperiment(scene, false);
    await workbench.editor('experiment.jsonc').lenses.filter({ hasText: 'Show Report' }).first().click();
    await workbench.webview.getByText('answers exact', { exact: false }).first().waitFor();
    await take(scene, 'media/report.png');
  });
  await play('mav', opened('traces.mav'), async (scene) => {
    const editor = scene.workbench.editor('traces.mav');
    await editor.settledLenses();
    await editor.hoverOver('2r3k1/p3p3/4N1qp/3Q4/8/5P2/PPr3P1/1K5R w');
    await scene.workbench.hoverPictures(1);
    await take(scene, 'docs/pictures/mav.png', { keepsHover: true, height: 640 });
  });
  await play('board', opened('opera.pgn', { 'opera.pgn': OPERA }), async (scene) => {
    const { workbench } = scene;
    await workbench.editor('opera.pgn').clickBehind('9. Bg5');
    await workbench.run('Open Board', 'StateLens');
    await workbench.webview.getByText('9.Bg5').first().waitFor();
    await workbench.webview.locator('cg-board piece').first().waitFor();
    await take(scene, 'docs/pictures/board.png');
  });
  await play('fix', opened('opera.pgn', { 'opera.pgn': OPERA_MISTAKEN }), async (scene) => {
    const { workbench } = scene;
    const editor = workbench.editor('opera.pgn');
    await editor.root.locator('.squiggly-warning').nth(2).waitFor();
    await editor.clickBehind('Bxb5');
    await workbench.quickFix('Bxb5+');
    await take(scene, 'docs/pictures/fix.png', { keepsHover: true, height: 520 });
  });
  const server = new ModelServer('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 250);
  await server.start();
  const files = { 'experiment.jsonc': experimentWith(server.baseUrl) };
  await play('runs', opened('experiment.jsonc', files), async (scene) => {
    const { workbench, page } = scene;
    await workbench.run('Focus on Runs View', 'StateLens');
    const sash = await page.locator('.monaco-sash.vertical:visible').nth(1).boundingBox();
    await page.mouse.move(sash.x + 2, 200);
    await page.mouse.down();
    await page.mouse.move(sash.x + 130, 200, { steps: 5 });
    await page.mouse.up();
    await runExperiment(scene, true);
    const row = page.locator('.pane-body .monaco-list-row', { hasText: 'llama3.2' });
    await row.filter({ hasText: / left/ }).waitFor();
    await row.filter({ hasText: /[3-9]\d of .* left/ }).waitFor();
    await row.hover();
    await take(scene, 'docs/pictures/runs.png', { keepsHover: true, height: 560 });
  });
  await server.stop();
} finally {
  await stage.stop();
}
