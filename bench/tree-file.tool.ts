// A large search tree in a real VS Code, from the click on its file to the frame with all of it, with the VSIX of `npm run package`:
// npm run --silent package && node bench/run.mjs tree-file [--quick] [--write-readme]
// A tool and no benchmark, for it needs chromium and installs VS Code.
import type { Page } from 'playwright-core';
import { CUTS } from '../test/host/samples.ts';
import { Stage } from '../test/host/stage.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { spreadOf } from './harness/spread.ts';
import { figure, type Table } from './harness/table.ts';
import { bigTree } from './search/big-tree.ts';
import { DRAWN } from './tree-view/marks.ts';

const FILE = 'big.mcts.jsonl';

/** A frame of a page: when it was drawn, in milliseconds since 1970, and how many visits it shows. */
interface DrawnFrame {
  readonly at: number;
  readonly visits: number;
}

/** Remembers every frame of trees, in whatever page they are drawn, and the first press of the mouse. */
async function watch(page: Page): Promise<void> {
  const remember = (mark: string): void => {
    const store = globalThis as unknown as { drawnFrames: DrawnFrame[]; pressedAt: number };
    store.drawnFrames = [];
    store.pressedAt = 0;
    document.addEventListener(
      'pointerdown',
      ({ timeStamp }) => (store.pressedAt ||= performance.timeOrigin + timeStamp),
      true,
    );
    new PerformanceObserver((list) => {
      for (const { name, startTime, detail } of list.getEntries() as PerformanceMark[])
        if (name === mark)
          store.drawnFrames.push({
            at: performance.timeOrigin + startTime,
            visits: (detail as { visits: number }).visits,
          });
    }).observe({ type: 'mark' });
  };
  await page.addInitScript(remember, DRAWN);
  await page.evaluate(remember, DRAWN);
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const count = options.quick ? 20_000 : 100_000;
  progressLine(`a tree of ${count} nodes`);
  const { pieces, nodes, simulations, hallucinations } = bigTree(count);
  const text = pieces.join('');
  const first: number[] = [];
  const complete: number[] = [];
  const stage = new Stage();
  await stage.start();
  try {
    for (let round = 0; round < (options.quick ? 1 : 3); round++) {
      progressLine(`round ${round + 1}`);
      await stage.play('bench-tree', { files: { [FILE]: text, 'game.pgn': CUTS }, open: 'game.pgn' }, async (scene) => {
        const { workbench, page } = scene;
        await workbench.editor('game.pgn').lenses.first().waitFor();
        await watch(page);
        await workbench.show(FILE);
        const wanted = simulations - hallucinations;
        const drawn = await workbench.webview.locator('body').evaluate(async (_, wanted) => {
          const { drawnFrames } = globalThis as unknown as { drawnFrames: DrawnFrame[] };
          while ((drawnFrames.at(-1)?.visits ?? 0) < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
          return drawnFrames;
        }, wanted);
        const pressed = await page.evaluate(() => (globalThis as unknown as { pressedAt: number }).pressedAt);
        first.push((drawn[0]?.at ?? Number.NaN) - pressed);
        complete.push((drawn.find(({ visits }) => visits >= wanted)?.at ?? Number.NaN) - pressed);
        progressLine(`${figure(first.at(-1) ?? 0)} ms, ${figure(complete.at(-1) ?? 0)} ms`);
      });
    }
  } finally {
    await stage.stop();
  }
  const row = (what: string, values: readonly number[], target: string, limit: number): string[] => {
    const { median, max } = spreadOf(values);
    return [what, target, `${figure(median)} ms`, `${figure(max)} ms`, median < limit ? 'yes' : 'NO'];
  };
  const table: Table = {
    title: `A file of ${nodes.toLocaleString('en-US')} nodes (${figure(text.length / 1e6)} MB) in a real VS Code`,
    columns: ['from the click on the file', 'target', 'median', 'worst', 'met'],
    rows: [
      row('first frame with any of it', first, '', Number.POSITIVE_INFINITY),
      row('first frame with all of it', complete, 'under 5 s', 5000),
    ],
    notes: [
      'The browser-served VS Code of the host tests: the extension host sends the tree over a web socket. Opened in a window whose extension has started.',
    ],
  };
  publish({ name: 'tree-file', machine, tables: [table], data: { nodes, first, complete }, ok: true }, options);
}
