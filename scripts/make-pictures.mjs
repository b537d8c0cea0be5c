// Takes the pictures of the README (media/*.png) and of the docs (docs/pictures/*.png) in a real VS Code with its default layout
// and the shipped samples: npm run pictures [-- NAME…]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleNode } from '../esbuild.mjs';
import { palettePng } from './palette-png.mjs';

const OUT = 'out/pictures';
/** A common screen, the side bar open. */
const WINDOW = { width: 1440, height: 900 };
/** What the tests switch off and a new user has. */
const DEFAULTS = {
  'editor.minimap.enabled': true,
  'editor.stickyScroll.enabled': true,
  'statelens.predictions.show': 'chips',
};

await bundleNode({ stage: 'test/host/stage.ts', 'model-server': 'test/host/model-server.ts' }, OUT, {
  external: ['playwright-core'],
});
const bundled = (name) => import(pathToFileURL(path.resolve(OUT, `${name}.mjs`)).href);
const { Stage } = await bundled('stage');
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
async function take({ page, workbench }, file, { keepsHover = false, height = WINDOW.height, clip } = {}) {
  if (!keepsHover) {
    await page.mouse.move(page.viewportSize().width - 20, page.viewportSize().height - 8);
    await page.locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
  }
  // Pieces slide to their places.
  await workbench.webview.locator('piece.anim').first().waitFor({ state: 'detached' });
  fs.writeFileSync(
    file,
    palettePng(await page.screenshot({ clip: clip ?? { x: 0, y: 0, width: WINDOW.width, height } })),
  );
}
/** Follows a link of the view Start. */
async function look({ page }, name) {
  await page.locator('.activitybar a[aria-label^="StateLens"]').click();
  const start = page.locator('.pane-header[aria-label^="Start"]');
  await start.waitFor();
  // It is one line once a link was used.
  if ((await start.getAttribute('aria-expanded')) === 'false') await start.click();
  await page.locator('.welcome-view-content a', { hasText: name }).click();
}
/** Lenses with their numbers, and boards with their pieces. */
async function settled(workbench, file) {
  await workbench.editor(file).settledLenses();
  await workbench.webview.locator('cg-board piece').first().waitFor();
}
/** Where the group beside the text is. */
const beside = ({ page }) => page.locator('.editor-group-container').last().boundingBox();
/** Runs the experiment that is shown. */
async function runExperiment({ workbench, page }, agree) {
  await workbench.editor('experiment.jsonc').clickBehind('"games"');
  // With its category, for the name alone is a part of that of the dry run.
  await workbench.run('StateLens: Run Experiment…');
  if (agree) await page.getByRole('button', { name: /^Send/ }).last().click();
}

try {
  await play('editor', opened('world-cup.pgn'), async (scene) => {
    const { workbench } = scene;
    await workbench.run('Open Samples', 'StateLens');
    await workbench.webview.locator('h1.sentence', { hasText: 'still on f3' }).waitFor();
    await settled(workbench, 'world-cup.pgn');
    await workbench.editor('world-cup.pgn').root.locator('.inline-folded').nth(3).waitFor();
    await workbench.webview.locator('.wrote mark').first().waitFor();
    await take(scene, 'media/editor.png');
  });
  await play('compare', opened('states.fen'), async (scene) => {
    const { workbench, page } = scene;
    // So high that the table below the strip is seen.
    await page.setViewportSize({ ...WINDOW, height: 1250 });
    await look(scene, 'Compare models');
    await workbench.webview.getByRole('tab', { name: 'All', exact: true }).click();
    await workbench.webview.locator('.all tbody tr').nth(2).waitFor();
    await settled(workbench, 'world-cup.pgn');
    await take(scene, 'docs/pictures/compare.png', { clip: await beside(scene) });
  });
  await play('trace', opened('states.fen'), async (scene) => {
    const { workbench } = scene;
    await look(scene, 'Trace a game');
    await workbench.webview.locator('h1.sentence', { hasText: 'gpt-4o' }).waitFor();
    await settled(workbench, 'whole-game.pgn');
    await take(scene, 'media/trace.png', { clip: await beside(scene) });
  });
  await play('search', opened('states.fen'), async (scene) => {
    const { workbench } = scene;
    await look(scene, 'Inspect a search');
    const view = workbench.webview;
    // It opens at the state that does not exist.
    await view.locator('cg-board').nth(1).waitFor();
    await take(scene, 'media/search.png');
  });
  await play('report', opened('states.fen'), async (scene) => {
    const { workbench } = scene;
    await look(scene, 'Read failures');
    await workbench.webview.locator('.rows .row.current').waitFor();
    await workbench.webview.locator('.pane img').nth(1).waitFor();
    await take(scene, 'media/report.png');
  });
  await play('mav', opened('states.fen'), async (scene) => {
    const { workbench } = scene;
    await look(scene, 'Debug MAV');
    await workbench.editor('traces.mav').settledLenses();
    await workbench.editor('traces.mav').root.locator('.squiggly-error').first().waitFor();
    await take(scene, 'media/mav.png');
  });
  await play('board', opened('opera.pgn', { 'opera.pgn': OPERA }), async (scene) => {
    const { workbench } = scene;
    await workbench.editor('opera.pgn').clickBehind('9. Bg5');
    await workbench.run('Open State View', 'StateLens');
    await workbench.webview.locator('header .move', { hasText: '9.Bg5' }).waitFor();
    await workbench.webview.locator('cg-board piece').first().waitFor();
    await take(scene, 'docs/pictures/board.png');
  });
  await play('walk', opened('worlds.walk'), async (scene) => {
    const { workbench, page } = scene;
    const editor = workbench.editor('worlds.walk');
    await editor.settledLenses();
    await editor.clickBehind('d5 c1 f5 e3 d2 e1');
    await workbench.run('Open State View', 'StateLens');
    const step = async (key, name) => {
      await page.keyboard.press(key);
      await workbench.webview.locator('header .move', { hasText: name }).waitFor();
    };
    await workbench.webview.locator('header .move', { hasText: 'e1' }).click();
    // steps of the view bring the text to their place
    await step('ArrowLeft', 'd2');
    await step('ArrowRight', 'e1');
    await editor.settledLenses();
    await workbench.webview.locator('.believed-board img').first().waitFor();
    await take(scene, 'docs/pictures/walk.png', { height: 700 });
  });
  const lichess = { 'lichess.pgn': fs.readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8') };
  await play('games', opened('lichess.pgn', lichess), async (scene) => {
    const { workbench, page } = scene;
    await workbench.editor('lichess.pgn').root.waitFor();
    await workbench.run('Query Games…', 'StateLens');
    const view = workbench.webview;
    const field = view.getByRole('combobox', { name: 'Where' });
    await field.fill('elo >= 1500 and position "*/*/*/*/*/*/*/*RK?"');
    await field.press('Escape');
    await field.press('Enter');
    await view.locator('.rows img.board.match').nth(3).waitFor();
    await view.getByRole('grid', { name: 'Games' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await take(scene, 'docs/pictures/games.png');
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
    // The runs have the room of the view above them.
    const start = page.locator('.pane-header[aria-label^="Start"]');
    if ((await start.getAttribute('aria-expanded')) === 'true') await start.click();
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
