// Reading answers in the page of a report, 10,000 and 200,000 of them: node bench/run.mjs report-list [--help]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { buildReport } from '../src/core/evaluation/report/build.ts';
import { reportHtml } from '../src/core/evaluation/report/html/page.ts';
import { PAGE_SCRIPT, PAGE_STYLE, pageScript } from '../src/models/report/report-page.ts';
import { samplesForPage } from '../src/models/report/report-samples.ts';
import { packSamples } from '../src/protocol/exported-samples.ts';
import { exportedOf, madeDetails } from '../test/support/exported-details.ts';
import { PageHost } from '../test/webview/page-host.ts';
import { madeSamples, ReportExtension } from '../test/webview/report-extension.ts';
import { borrowBrowser, returnBrowser, skipReason } from '../test/webview/shared-browser.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { quantile } from './harness/spread.ts';
import { figure, type Table } from './harness/table.ts';

const STEPS = 200;
const CURRENT = '.rows .row.current';

/** Times of one page, in milliseconds. */
interface ListTimes {
  /** Until the first answer stands beside the list. */
  readonly opened: number;
  /** From a key to the list and the answer, each drawn. */
  readonly steps: readonly number[];
}

/** Presses J many times, each once the answer before is there. */
async function walk(page: Page): Promise<number[]> {
  return await page.evaluate(
    async ({ count, current }) => {
      const shown = (): string => document.querySelector(current)?.id ?? '';
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const before = shown();
        const started = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }));
        while (shown() === before) await new Promise((resolve) => setTimeout(resolve));
        await new Promise((resolve) => setTimeout(resolve));
        times.push(performance.now() - started);
        await frame();
      }
      return times;
    },
    { count: STEPS, current: CURRENT },
  );
}

/** The page of the editor, with the samples in another process. */
async function inEditor(host: PageHost, count: number): Promise<ListTimes> {
  const runs = [madeSamples(count, 1)];
  const open = await host.open({ page: 'report', width: 1200 });
  const extension = new ReportExtension(open, runs);
  const started = performance.now();
  await extension.show();
  await open.page.locator('.pane .sentence').waitFor();
  const opened = performance.now() - started;
  const steps = await walk(open.page);
  await open.page.close();
  return { opened, steps };
}

/** A file that holds its samples. */
async function exported(folder: string, count: number): Promise<ListTimes & { readonly megabytes: number }> {
  const { note, ...held } = await samplesForPage(exportedOf(madeDetails(count, 900)), 'failures', 4, (text) => text);
  const read = (file: string): string => fs.readFileSync(path.join('dist', file), 'utf8');
  const script = await pageScript(read(PAGE_SCRIPT), read(PAGE_STYLE));
  const report = buildReport([madeSamples(300, 3)], {
    tool: { name: 'statelens', version: '0' },
    m: 4,
  });
  const file = path.join(folder, 'report.html');
  fs.writeFileSync(file, reportHtml(report, { answers: { ...script, data: packSamples(held), note } }));
  const browser = await borrowBrowser();
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const started = performance.now();
  await page.goto(pathToFileURL(file).href);
  await page.locator('.pane .sentence').waitFor();
  const opened = performance.now() - started;
  const steps = await walk(page);
  await page.close();
  returnBrowser();
  return { opened, steps, megabytes: fs.statSync(file).size / 1e6 };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined && skipReason !== undefined) console.error(skipReason);
else if (options !== undefined) {
  const machine = startMachine();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  const host = await PageHost.start();
  try {
    progressLine('10,000 samples in the editor');
    const few = await inEditor(host, 10_000);
    progressLine('200,000 samples in the editor');
    const many = await inEditor(host, 200_000);
    progressLine('10,000 samples in a file');
    const file = await exported(folder, 10_000);
    const row = (name: string, { opened, steps }: ListTimes): string[] => [
      name,
      ...[opened, quantile(steps, 0.5), quantile(steps, 0.95)].map((time) => figure(time)),
    ];
    const table: Table = {
      title: 'Answers of a report, read one after the other',
      columns: ['', 'opened (ms)', 'step, median (ms)', 'step, p95 (ms)'],
      rows: [
        row('10,000 samples in the editor', few),
        row('200,000 samples in the editor', many),
        row(`10,000 samples in an HTML report of ${figure(file.megabytes)} MB`, file),
      ],
      notes: [
        `Opened: from the message with the report, or the address of the file, to the first answer beside the list, grouped by cause. Step: from J to the next row and its answer, ${STEPS} times.`,
      ],
    };
    publish({ name: 'report-list', machine, tables: [table], data: { few, many, file }, ok: true }, options);
  } finally {
    await host.close();
    fs.rmSync(folder, { recursive: true });
  }
}
