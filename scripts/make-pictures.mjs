// Takes the README's pictures, media/editor.png and media/compare.png, in a real VS Code: npm run package first, then
// node scripts/make-pictures.mjs
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleNode } from '../esbuild.mjs';

const OUT = 'out/pictures';
await bundleNode({ stage: 'test/host/stage.ts' }, OUT, { external: ['playwright-core'] });
const { Stage } = await import(pathToFileURL(path.resolve(OUT, 'stage.mjs')).href);

// The games of the sample after 8 half-moves and more, without the fourth label: then no lens is folded.
const games = fs
  .readFileSync('samples/world-cup.pgn', 'utf8')
  .split(/^(?=\[Event )/m)
  .slice(1, 4)
  .map((game) =>
    game.replace(/^\{ \[%pfen baseline:.*\n/m, '').replace(/^\[(?:Date|Round|WhiteElo|BlackElo|SourceFile) .*\n/gm, ''),
  );
const scenario = { files: { 'world-cup.pgn': games.join('') }, open: 'world-cup.pgn' };

const stage = new Stage({
  settings: { 'breadcrumbs.enabled': false, 'editor.wordWrap': 'off', 'workbench.statusBar.visible': true },
});
await stage.start();
try {
  await stage.play('picture-editor', scenario, async ({ workbench, page }) => {
    await page.setViewportSize({ width: 1280, height: 760 });
    const editor = workbench.editor('world-cup.pgn');
    await workbench.run('Toggle Primary Side Bar Visibility', 'View');
    await editor.settledLenses();
    await editor.hoverOver('[%pfen gemini-2.0-flash-001 rnbqkb1r');
    await workbench.hoverPictures(1);
    await page.screenshot({ path: 'media/editor.png' });
  });
  await stage.play('picture-compare', scenario, async ({ workbench, page }) => {
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
} finally {
  await stage.stop();
}
