import { type CompareJob, type CompareOutput, JOB_VERSIONS, type Jobs } from '../../src/compute/jobs/jobs.ts';
import { Pool } from '../../src/compute/pool/pool.ts';
import { systemClock } from '../../src/compute/system-clock.ts';
import { nodeThreads, workerBeside } from '../../src/compute/worker/node-threads.ts';
import { meanOf, type Spread, spreadOf } from '../harness/spread.ts';
import { figure, type Table } from '../harness/table.ts';
import { tidy, timedAsync } from '../harness/timed.ts';
import { manyPairs } from '../pairs/many-pairs.ts';
import { realPredictions, STANDARD_LOGS } from '../pairs/real-pairs.ts';

/** Many predictions through the compute pool, on all cores. */
export interface ThroughputResult {
  readonly name: string;
  readonly predictions: number;
  readonly rounds: number;
  readonly workers: number;
  /** Seconds from opening the pool, its workers not started, to the last result. */
  readonly wallS: Spread;
  /** The same in CPU time of all threads. */
  readonly cpuS: Spread;
  /** Mean p_4 over all predictions, invalid ones counted 0. */
  readonly meanP: number;
  /** Predictions without a result. */
  readonly failed: number;
}

export const REAL = 'the 5,200 answers of the six standard logs';
export const REALISTIC = '10,000 realistic pairs';
export const WITH_CONDITIONAL = ', conditional scores too';

/** Runs each workload in turn, a fresh pool every time, so that nothing is answered from its cache. */
export async function throughput(quick: boolean, progress: (text: string) => void): Promise<ThroughputResult[]> {
  const workloads = [
    { name: REAL, jobs: realJobs(false) },
    { name: REAL + WITH_CONDITIONAL, jobs: realJobs(true) },
    { name: REALISTIC, jobs: realisticJobs(quick ? 1000 : 10_000) },
  ];
  const rounds = quick ? 1 : 3;
  const runs: { wallS: number; cpuS: number; p: number[]; workers: number; failed: number }[][] = workloads.map(
    () => [],
  );
  for (let round = 0; round < rounds; round++) {
    for (const [i, { name, jobs }] of workloads.entries()) {
      progress(`round ${round + 1} of ${rounds}: ${name}`);
      tidy();
      runs[i].push(await run(jobs));
    }
  }
  return workloads.map(({ name, jobs }, i) => ({
    name: quick && name === REALISTIC ? `${jobs.length} realistic pairs` : name,
    predictions: jobs.length,
    rounds,
    workers: runs[i][0].workers,
    wallS: spreadOf(runs[i].map((r) => r.wallS)),
    cpuS: spreadOf(runs[i].map((r) => r.cpuS)),
    meanP: meanOf(runs[i][0].p),
    failed: runs[i].reduce((sum, r) => sum + r.failed, 0),
  }));
}

async function run(jobs: readonly CompareJob[]) {
  const { value, wallMs, cpuMs } = await timedAsync(async () => {
    const pool = new Pool<Jobs>({
      transport: nodeThreads(workerBeside(import.meta.url)),
      versions: JOB_VERSIONS,
      clock: systemClock,
    });
    const p: number[] = [];
    let failed = 0;
    for await (const result of pool.map('compare', jobs)) {
      const score = result.ok ? lastP(result.value) : undefined;
      if (score === undefined) failed++;
      p.push(score ?? 0);
    }
    const workers = pool.workers;
    await pool.dispose();
    return { p, failed, workers };
  });
  return { ...value, wallS: wallMs / 1000, cpuS: cpuMs / 1000 };
}

const lastP = (output: CompareOutput): number | undefined => ('stopped' in output ? undefined : output.p.at(-1));

const realJobs = (conditional: boolean): CompareJob[] =>
  STANDARD_LOGS.flatMap(realPredictions).map(({ truth, predicted }) => ({
    variant: 'chess',
    trueFen: truth,
    predictedFen: predicted,
    options: { affordance: { m: 4 }, conditional },
  }));

const realisticJobs = (count: number): CompareJob[] =>
  manyPairs(count).map(({ truth, predicted }) => ({
    variant: 'chess',
    trueFen: truth,
    predictedFen: predicted,
    options: { affordance: { m: 4 }, conditional: false },
  }));

export function throughputTable(results: readonly ThroughputResult[]): Table {
  return {
    title: 'Many predictions, through the compute pool',
    columns: ['what', 'rounds', 'workers', 'wall s min', 'median', 'max', 'CPU s median', 'mean p_4', 'failed'],
    rows: results.map(({ name, rounds, workers, wallS, cpuS, meanP, failed }) => [
      name,
      String(rounds),
      String(workers),
      figure(wallS.min),
      figure(wallS.median),
      figure(wallS.max),
      figure(cpuS.median),
      meanP.toFixed(4),
      String(failed),
    ]),
    notes: [
      'Wall time from opening the pool, before its workers start, to the last result: p_4 and r_4 (`auto`: exact within its node budget), verdict, string metrics, error list. ' +
        'The realistic pairs are the real ones of three models and repeats that play 1 to 4 random half-moves, the same in both positions; no pair occurs twice.',
    ],
  };
}
