// The page of the state view with a held arrow key, in a real browser that draws by software: node bench/run.mjs state-page [--help]
import { PageHost } from '../test/webview/page-host.ts';
import { skipReason } from '../test/webview/shared-browser.ts';
import { atMessage, longLine } from '../test/webview/state-lines.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { spreadRow, type Table } from './harness/table.ts';
import { type HeldKey, holdKey } from './state-page/in-browser.ts';
import { PageMetrics } from './tree-view/in-browser.ts';

const PLIES = 300;
const MODELS = ['gpt-4o', 'o3-mini', 'baseline:last-move', 'gemini-2.0-flash', 'claude', 'llama'];

interface Run extends HeldKey {
  /** Main thread a frame. */
  readonly busy: number;
}

async function measure(host: PageHost): Promise<Run> {
  const open = await host.open({ page: 'state', width: 546 });
  await open.send(longLine(PLIES, MODELS));
  await open.send(atMessage(0));
  await open.page.locator('cg-board piece').first().waitFor();
  await open.page.waitForTimeout(500);
  const metrics = await PageMetrics.of(open);
  const before = await metrics.busy();
  const held = await holdKey(open, PLIES);
  const busy = ((await metrics.busy()) - before) / PLIES;
  if (open.errors.length > 0) throw new Error(open.errors.join('\n'));
  await open.page.close();
  return { ...held, busy };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined && skipReason !== undefined) console.error(skipReason);
else if (options !== undefined) {
  const machine = startMachine();
  const host = await PageHost.start();
  const runs: Run[] = [];
  try {
    for (let round = 0; round < (options.quick ? 1 : 3); round++) {
      progressLine(`round ${round + 1}`);
      runs.push(await measure(host));
    }
  } finally {
    await host.close();
  }
  const table: Table = {
    title: `The state view with an arrow key held through ${PLIES} plies of ${MODELS.length} models`,
    columns: ['', 'median', 'p95', 'most', 'target'],
    rows: [
      spreadRow(
        'from frame to frame (ms)',
        runs.flatMap(({ frames }) => frames),
        'p95 18',
      ),
      spreadRow(
        'main thread a frame (ms)',
        runs.map(({ busy }) => busy),
        '',
      ),
      spreadRow(
        `steps shown in the frame of their key, of ${PLIES}`,
        runs.map(({ inTime }) => inTime),
        String(PLIES),
      ),
      spreadRow(
        'layout shift, sum of all',
        runs.map(({ shift }) => shift),
        '0',
      ),
    ],
    notes: ['Chromium without a GPU, 546 by 900 pixels; a key a frame, which is twice as fast as keyboards repeat.'],
  };
  publish({ name: 'state-page', machine, tables: [table], data: { plies: PLIES, runs }, ok: true }, options);
}
