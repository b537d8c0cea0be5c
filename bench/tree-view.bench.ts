// The page of search trees with a large tree, in a real browser that draws by software: node bench/run.mjs tree-view [--help]
import { PageHost } from '../test/webview/page-host.ts';
import { skipReason } from '../test/webview/shared-browser.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, spreadRow, type Table } from './harness/table.ts';
import { type BigTree, bigTree } from './search/big-tree.ts';
import { carry, load, PageMetrics, scrub, type ViewTimes, wheel } from './tree-view/in-browser.ts';

const FRAMES = 240;
const PLACES = 30;

async function measure(host: PageHost, { pieces, simulations, hallucinations }: BigTree): Promise<ViewTimes> {
  const open = await host.open({ page: 'tree', width: 1200 });
  await carry(open, pieces);
  const { first, complete } = await load(open, simulations - hallucinations);
  const metrics = await PageMetrics.of(open);
  const heap = await metrics.heap();
  // What the page does after it has loaded is over before frames are counted.
  await open.page.waitForTimeout(500);
  const zooming = await wheel(open, FRAMES / 2, 'zoom');
  await wheel(open, 20, 'zoom');
  const before = await metrics.busy();
  const panning = await wheel(open, FRAMES, 'pan');
  const busy = ((await metrics.busy()) - before) / FRAMES;
  const scrubbing = await scrub(open, PLACES);
  if (open.errors.length > 0) throw new Error(open.errors.join('\n'));
  await open.page.close();
  return { first, complete, panning, zooming, busy, scrubbing, heap };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined && skipReason !== undefined) console.error(skipReason);
else if (options !== undefined) {
  const machine = startMachine();
  const count = options.quick ? 20_000 : 100_000;
  progressLine(`a tree of ${count} nodes`);
  const tree = bigTree(count);
  const megabytes = tree.pieces.reduce((sum, piece) => sum + piece.length, 0) / 1e6;
  const host = await PageHost.start();
  const runs: ViewTimes[] = [];
  try {
    for (let round = 0; round < (options.quick ? 1 : 3); round++) {
      progressLine(`round ${round + 1}`);
      runs.push(await measure(host, tree));
    }
  } finally {
    await host.close();
  }
  const table: Table = {
    title: `A search tree of ${tree.nodes.toLocaleString('en-US')} nodes (${figure(megabytes)} MB) on its page`,
    columns: ['', 'median', 'p95', 'most', 'target'],
    rows: [
      spreadRow(
        'opened: first frame (ms)',
        runs.map(({ first }) => first),
        '',
      ),
      spreadRow(
        'opened: first frame with all of it (ms)',
        runs.map(({ complete }) => complete),
        '2000',
      ),
      spreadRow(
        'panned: from frame to frame (ms)',
        runs.flatMap(({ panning }) => panning),
        'p95 18',
      ),
      spreadRow(
        'zoomed: from frame to frame (ms)',
        runs.flatMap(({ zooming }) => zooming),
        'p95 18',
      ),
      spreadRow(
        'panned: main thread a frame (ms)',
        runs.map(({ busy }) => busy),
        '',
      ),
      spreadRow(
        'gone through: to the frame of another simulation (ms)',
        runs.flatMap(({ scrubbing }) => scrubbing),
        '',
      ),
      spreadRow(
        'heap of its scripts (MB)',
        runs.map(({ heap }) => heap),
        '300',
      ),
    ],
    notes: [
      `Chromium without a GPU, 1,200 by 900 pixels; real positions with all their moves, messages of 1 MB. Times are those of the page: they start when it gets the first message.`,
    ],
  };
  publish(
    { name: 'tree-view', machine, tables: [table], data: { nodes: tree.nodes, megabytes, runs }, ok: true },
    options,
  );
}
