import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { distance } from 'fastest-levenshtein';
import { fromCsv, type Row, toCsv } from '../../../bench/paper/csv.ts';
import {
  exactRows,
  FIGURE_1_COLUMNS,
  FIGURE_2_COLUMNS,
  figure1Run,
  figure2Row,
  RUNS,
  setBasedRows,
} from '../../../bench/paper/estimates.ts';
import { dataFiles, PAPER_FOLDER, type PaperData, pictureFiles } from '../../../bench/paper/files.ts';
import { RANDOM_BOARDS_COLUMNS, randomBoardsRow } from '../../../bench/paper/random-boards.ts';
import { randomBoardsMeans } from '../../../bench/paper/random-boards-svg.ts';
import { REAL_ANSWERS_COLUMNS, REAL_DEPTH, rowsOf, scoredLog } from '../../../bench/paper/real-answers.ts';
import { points, runGroups } from '../../../bench/paper/series.ts';
import { EDIT_DISTANCE, fixedStates } from '../../../bench/paper/states.ts';
import { JOB_TABLE } from '../../../src/compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../../src/compute/jobs/jobs.ts';
import { Pool } from '../../../src/compute/pool/pool.ts';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { inThread } from '../../../src/compute/worker/job-runner.ts';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { itLong } from '../../support/thorough.ts';

const file = (name: string): string => readFileSync(path.join(PAPER_FOLDER, name), 'utf8');
const data: PaperData = {
  figure1: fromCsv(file('figure-1.csv')),
  figure2: fromCsv(file('figure-2.csv')),
  randomBoards: fromCsv(file('random-boards.csv')),
  realAnswers: fromCsv(file('real-answers.csv')),
};
const states = fixedStates();

/** Fails unless the rows stand in the file, byte for byte. */
function assertInFile(name: string, columns: readonly string[], rows: readonly Row[]): void {
  const lines = new Set(file(name).split('\n'));
  const missing = toCsv(columns, rows)
    .trimEnd()
    .split('\n')
    .filter((line) => !lines.has(line));
  assert.deepEqual(missing, []);
}

describe("the paper's figures", () => {
  it('stand on two states with the edit distance of the paper', () => {
    assert.equal(distance(states.trueFen, states.predictedFen), EDIT_DISTANCE);
    assert.notEqual(states.trueFen, states.predictedFen);
  });

  it('figure 1 comes from its seeds again, byte for byte', () => {
    assertInFile('figure-1.csv', FIGURE_1_COLUMNS, [
      ...exactRows(states, 4),
      ...setBasedRows(states, 3),
      ...figure1Run(states, 'naive', 0),
      ...figure1Run(states, 'intermediate', RUNS - 1),
    ]);
  });

  it('figure 2 comes from its seeds again, byte for byte', () => {
    const rows = (['naive', 'intermediate', 'stratified'] as const).flatMap((series) => [
      figure2Row(states, series, 10, 3),
      figure2Row(states, series, 200, 0),
    ]);
    assertInFile('figure-2.csv', FIGURE_2_COLUMNS, rows);
  });

  it('the random boards come from their seeds again, byte for byte', () => {
    const rows = [5, 10, 30].flatMap((plies) => [0, 1, 399].map((pair) => randomBoardsRow(plies, pair)));
    assertInFile('random-boards.csv', RANDOM_BOARDS_COLUMNS, rows);
  });

  it('a data file says the same when it is read and written again', () => {
    for (const [name, text] of Object.entries(dataFiles(data))) assert.ok(text === file(name), name);
  });

  it('the pictures are drawn from the data files, byte for byte', () => {
    for (const [name, text] of Object.entries(pictureFiles(data))) assert.ok(text === file(name), name);
  });
});

describe('figures 3 and 4 on real answers', () => {
  itLong('come from the logs again: GPT-4o on short games', async () => {
    const pool = new Pool<Jobs>({
      transport: inThread(JOB_TABLE, systemClock, setImmediate),
      versions: JOB_VERSIONS,
      clock: systemClock,
    });
    const run = await scoredLog('openai_gpt-4o-2024-08-06', pool, 10);
    await pool.dispose();
    const report = buildReport([run], { tool: { name: 'statelens', version: '0' }, m: REAL_DEPTH });
    const rows = rowsOf(report).filter(({ from }) => from === 1);
    assert.equal(rows.length, 1);
    // Which games are independent depends on the other logs as well, which ask about longer prefixes of the same games.
    const own = REAL_ANSWERS_COLUMNS.filter((name) => !['independent_games', 'tau_p', 'low', 'high'].includes(name));
    const kept = data.realAnswers.filter(({ model, from }) => model === rows[0]?.model && from === 1);
    assert.equal(toCsv(own, rows), toCsv(own, kept));
    assert.ok(Number(rows[0]?.independent_games) >= 10 && Number(rows[0]?.independent_games) <= 20);
  });

  it('show p_4 falling with length for every model, as in the paper', () => {
    const models = new Set(data.realAnswers.map(({ model }) => model));
    assert.equal(models.size, 8);
    for (const model of models) {
      const own = data.realAnswers.filter((row) => row['model'] === model && row['from'] !== '');
      const [first, last] = [own[0], own.at(-1)];
      assert.ok(Number(first?.['p4']) > Number(last?.['p4']), String(model));
    }
  });
});

describe('what the figures show', () => {
  const exact = new Map(points(data.figure1, 'exact', 'm').map((p) => [p.x, p.y]));
  const setBased = new Map(points(data.figure1, 'set-based', 'm').map((p) => [p.x, p.y]));

  it('Algorithm 1 meets p_m and varies less than Algorithm 2 at every depth beyond 1', () => {
    const naive = runGroups(data.figure1, 'naive', 'm');
    for (const [i, g] of runGroups(data.figure1, 'intermediate', 'm').entries()) {
      assert.equal(g.values.length, RUNS);
      if (g.x > 2) assert.ok(g.deviation < naive[i].deviation / 5, `m = ${g.x}`);
      const truth = exact.get(g.x);
      // it keeps the sum of weights, which biases it by a little
      if (truth !== undefined) assert.ok(Math.abs(g.mean - truth) < 0.02 * truth, `m = ${g.x}`);
    }
  });

  it('Algorithm 2 meets the set-based quantity, not p_m, once N is large', () => {
    const largest = runGroups(data.figure2, 'naive', 'n').at(-1);
    assert.ok(largest !== undefined);
    const error = largest.deviation / Math.sqrt(RUNS);
    assert.ok(Math.abs(largest.mean - (setBased.get(4) ?? 0)) < 4 * error);
    assert.ok(Math.abs(largest.mean - (exact.get(4) ?? 0)) > 4 * error);
  });

  it('random boards share less with every half-move played', () => {
    const means = randomBoardsMeans(data.randomBoards).map(({ p }) => p[3].mean);
    assert.deepEqual(
      [...means].sort((a, b) => b - a),
      means,
    );
  });
});
