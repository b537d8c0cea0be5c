// Figures from a real VS Code, with the VSIX of `npm run package`: npm run bench:editor [-- --quick] [-- --write-readme]
// A tool and no benchmark, for it needs chromium and installs VS Code.
import { readFileSync, statSync } from 'node:fs';
import { OLDEST } from '../test/host/install.ts';
import { timeLenses } from '../test/host/lens-timer.ts';
import { packedVsix, Stage } from '../test/host/stage.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { spreadOf } from './harness/spread.ts';
import { figure, type Table } from './harness/table.ts';

const MEGA = 1e6;
const version = process.env['STATELENS_HOST'] ?? OLDEST;
const SAMPLE = readFileSync('samples/world-cup.pgn', 'utf8');
/** The first games of the samples that hold fifty predictions together. */
const FIFTY = SAMPLE.split(/^(?=\[Event )/m).reduce(
  (text, game) => (text.split('%pfen').length > 50 ? text : text + game),
  '',
);

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const rounds = options.quick ? 2 : 7;
  const activation: number[] = [];
  const cold: number[] = [];
  const warm: number[] = [];
  const memory: number[] = [];
  const stage = new Stage();
  await stage.start();
  try {
    for (let round = 0; round < rounds; round++) {
      progressLine(`round ${round + 1} of ${rounds}`);
      // Another name each time, so that the first opening has nothing to remember.
      const name = `fifty-${round}.pgn`;
      const fifty = FIFTY.replace('[Event "', `[Event "round ${round} of ${Date.now()}, `);
      const files = { 'games.pgn': SAMPLE, [name]: fifty };
      await stage.play('bench', { files, open: 'games.pgn' }, async ({ workbench, page }) => {
        await workbench.editor('games.pgn').lenses.first().waitFor();
        for (const times of [cold, warm]) {
          const settled = await timeLenses(page, name);
          await workbench.open(name);
          times.push(await settled());
          await workbench.run('Close Editor', 'View');
        }
        memory.push(...stage.languageServers.map((server) => server.memory / MEGA));
        activation.push(await workbench.activationTime());
      });
    }
  } finally {
    await stage.stop();
  }
  const row = (what: string, values: readonly number[], unit: string, target: string, limit: number): string[] => {
    const { median, max } = spreadOf(values);
    return [what, target, `${figure(median)} ${unit}`, `${figure(max)} ${unit}`, median < limit ? 'yes' : 'NO'];
  };
  const size = statSync(packedVsix()).size / MEGA;
  const predictions = FIFTY.split('%pfen').length - 1;
  const table: Table = {
    title: `A real VS Code ${version}`,
    columns: ['what', 'target', 'median', 'worst', 'met'],
    rows: [
      row("activation, in VS Code's own measure", activation, 'ms', 'under 200 ms', 200),
      row(`${predictions} predictions: all visible lenses, first opening`, cold, 'ms', '', Number.POSITIVE_INFINITY),
      row(`${predictions} predictions: all visible lenses, opened again`, warm, 'ms', 'under 1 s', 1000),
      row('language server with the samples, resident', memory, 'MB', 'under 150 MB', 150),
      row('VSIX', [size], 'MB', 'under 3 MB', 3),
    ],
    notes: [
      `${rounds} windows. Lenses: from the click that opens the file to the last change of any of them on the page.`,
    ],
  };
  const data = { activation, cold, warm, memory, size };
  publish({ name: 'editor', machine, tables: [table], data, ok: true }, options);
}
