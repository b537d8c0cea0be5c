// Takes the README's pictures, media/*.png, in a real VS Code: npm run package first, then
// node scripts/make-pictures.mjs [NAME…]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleNode } from '../esbuild.mjs';

const OUT = 'out/pictures';
const parts = {
  stage: 'test/host/stage.ts',
  searches: 'test/host/searches.ts',
  'model-server': 'test/host/model-server.ts',
  'run-of-games': 'test/support/run-of-games.ts',
};
await bundleNode(parts, OUT, { external: ['playwright-core'] });
const bundled = (name) => import(pathToFileURL(path.resolve(OUT, `${name}.mjs`)).href);
const { Stage } = await bundled('stage');
const { openTree } = await bundled('searches');
const { ModelServer } = await bundled('model-server');
const { runOfGames } = await bundled('run-of-games');

// The games of the sample after 8 half-moves and more, without the fourth label: then no lens is folded.
const games = fs
  .readFileSync('samples/world-cup.pgn', 'utf8')
  .split(/^(?=\[Event )/m)
  .slice(1, 4)
  .map((game) =>
    game.replace(/^\{ \[%pfen baseline:.*\n/m, '').replace(/^\[(?:Date|Round|WhiteElo|BlackElo|SourceFile) .*\n/gm, ''),
  );
const scenario = { files: { 'world-cup.pgn': games.join('') }, open: 'world-cup.pgn' };

// The opera game, annotated, and the same with mistakes.
const OPERA = `[Event "Casual game"]
[Site "Paris"]
[Date "1858.11.02"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[ECO "C41"]

1. e4 e5 2. Nf3 d6 3. d4 { [%cal Gd4e5] [%csl Ye5] The centre is challenged. }
3... Bg4 $6 (3... exd4 4. Nxd4 (4. Qxd4 Nc6 5. Bb5 Bd7) 4... Nf6 5. Nc3)
4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5
{ [%cal Gc4f7,Gg5d8,Rd1d7] Every piece is at work; Black's king cannot castle. }
9... b5 $2 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0
`;
const OPERA_MISTAKEN = OPERA.replace('Bxb5+', 'Bxb5').replace('7. Qb3', '7. qb3').replace('O-O-O', '0-0-0');

const stage = new Stage({
  settings: { 'breadcrumbs.enabled': false, 'editor.wordWrap': 'off', 'workbench.statusBar.visible': true },
});
await stage.start();
const names = process.argv.slice(2);
const play = (name, played, act) =>
  names.length > 0 && !names.includes(name) ? undefined : stage.play(`picture-${name}`, played, act);
try {
  await play('editor', scenario, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 1280, height: 760 });
    const editor = workbench.editor('world-cup.pgn');
    await workbench.run('Toggle Primary Side Bar Visibility', 'View');
    await editor.settledLenses();
    await editor.hoverOver('[%pfen gemini-2.0-flash-001 rnbqkb1r');
    await workbench.hoverPictures(1);
    await page.screenshot({ path: 'media/editor.png' });
  });
  await play('compare', scenario, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 1500, height: 960 });
    const editor = workbench.editor('world-cup.pgn');
    await workbench.run('Toggle Primary Side Bar Visibility', 'View');
    await editor.settledLenses();
    await editor.clickBehind('4. O-O');
    await editor.lenses.filter({ hasText: 'gpt-4o' }).nth(1).click();
    await workbench.webview.locator('cg-board piece').first().waitFor();
    // The view alone, wide enough for both boards side by side.
    await workbench.run('Toggle Maximize Editor Group', 'View');
    await workbench.webview.locator('cg-board').nth(1).waitFor();
    await page.screenshot({ path: 'media/compare.png' });
  });
  await play('board', { files: { 'opera.pgn': OPERA }, open: 'opera.pgn' }, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const editor = workbench.editor('opera.pgn');
    await workbench.run('Toggle Primary Side Bar Visibility', 'View');
    await editor.clickBehind('9. Bg5');
    await workbench.run('Open Board', 'StateLens');
    await workbench.webview.getByText('9.Bg5').first().waitFor();
    await workbench.webview.locator('cg-board piece').first().waitFor();
    await page.mouse.move(300, 700);
    await page.locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
    await page.screenshot({ path: 'media/board.png' });
  });
  await play('fix', { files: { 'opera.pgn': OPERA_MISTAKEN }, open: 'opera.pgn' }, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 900, height: 460 });
    const editor = workbench.editor('opera.pgn');
    await workbench.run('Toggle Primary Side Bar Visibility', 'View');
    await editor.root.locator('.squiggly-warning').nth(2).waitFor();
    await editor.clickBehind('Bxb5');
    await page.locator('[class*="lightbulb"]:visible').first().waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: 'Write Bxb5+' }).waitFor();
    await page.screenshot({ path: 'media/fix.png' });
  });
  const tree = 'state-tracking.mcts.jsonl';
  const treeFiles = { [tree]: fs.readFileSync(`samples/${tree}`, 'utf8'), 'opera.pgn': OPERA };
  await play('search', { files: treeFiles, open: 'opera.pgn' }, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 1500, height: 900 });
    await workbench.run('Toggle Primary Side Bar Visibility', 'View');
    await openTree(workbench, tree);
    const view = workbench.webview;
    await view.locator('cg-board piece').first().waitFor();
    await view.getByLabel('Which nodes').selectOption({ index: 2 });
    await view.getByRole('button', { name: 'Next match' }).click();
    await view.locator('cg-board').nth(1).waitFor();
    await page.screenshot({ path: 'media/search.png' });
  });
  const server = new ModelServer('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 250);
  await server.start();
  const experiment = `{
  "games": "world-cup.pgn",
  "plies": { "every": 1 },
  "models": [
    "baseline:naive-tracker",
    {
      "model": "openai:llama3.2",
      "baseUrl": "${server.baseUrl}",
      // for a million tokens
      "prices": { "input": 2.5, "output": 10, "currency": "USD", "date": "2026-01-31" }
    }
  ],
  "templates": ["pgn-to-fen", "step-by-step"],
  "samples": 2,
  "concurrency": 4,
  "settings": { "maxTokens": 400 },
  "maxRequests": 1000
}
`;
  const runFiles = { 'experiment.jsonc': experiment, 'world-cup.pgn': games.join('') };
  await play('runs', { files: runFiles, open: 'experiment.jsonc' }, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 1280, height: 560 });
    await workbench.run('Focus on Runs View', 'StateLens');
    const sash = await page.locator('.monaco-sash.vertical:visible').nth(1).boundingBox();
    await page.mouse.move(sash.x + 2, 200);
    await page.mouse.down();
    await page.mouse.move(sash.x + 130, 200, { steps: 5 });
    await page.mouse.up();
    await workbench
      .editor('experiment.jsonc')
      .lenses.filter({ hasText: /^\s*Run$/ })
      .click();
    await page.getByRole('button', { name: /^Send/ }).last().click();
    const row = page.locator('.pane-body .monaco-list-row', { hasText: 'llama3.2' });
    await row.filter({ hasText: / left/ }).waitFor();
    await page.locator('.monaco-tl-twistie.collapsible').first().click();
    await row.filter({ hasText: /[3-9]\d of .* left/ }).waitFor();
    await row.hover();
    await page.screenshot({ path: 'media/runs.png' });
  });
  const pgn = fs.readFileSync('samples/world-cup.pgn', 'utf8');
  const reported = { 'world-cup.pgn': pgn, 'night.run.jsonl': runOfGames(pgn, 'world-cup.pgn') };
  await play('report', { files: reported, open: 'night.run.jsonl' }, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 1280, height: 760 });
    await workbench.run('Toggle Primary Side Bar Visibility', 'View');
    await workbench.run('Show Report…', 'StateLens');
    await workbench.picks.filter({ hasText: 'night.run.jsonl' }).first().waitFor();
    await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
    await workbench.webview.getByText('answers exact', { exact: false }).first().waitFor();
    await page.screenshot({ path: 'media/report.png' });
  });
  await server.stop();
} finally {
  await stage.stop();
}
