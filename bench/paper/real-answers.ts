import { JOB_VERSIONS, type Jobs } from '../../src/compute/jobs/jobs.ts';
import { Pool } from '../../src/compute/pool/pool.ts';
import { systemClock } from '../../src/compute/system-clock.ts';
import { nodeThreads, workerBeside } from '../../src/compute/worker/node-threads.ts';
import { buildReport } from '../../src/core/evaluation/report/build.ts';
import type { CellFigures, Report } from '../../src/core/evaluation/report/report.ts';
import { LongestLines, type ReportRun, type ReportSample } from '../../src/core/evaluation/report/report-sample.ts';
import { INITIAL_FEN } from '../../src/core/games/chess/state.ts';
import { GameIndex, importLines, pgn2fenImporter } from '../../src/models/import/pgn2fen.ts';
import { games, LOG_NAMES, LOGS, type LogName, readLog } from '../../test/support/pgn2fen.ts';
import type { Row } from './csv.ts';

/** Depth of the paper's figures 3 and 4. */
export const REAL_DEPTH = 4;

export const REAL_ANSWERS_COLUMNS = [
  'model',
  'from',
  'to',
  'n',
  'positions',
  'independent_games',
  'tau_b',
  'tau_p',
  'p4',
  'low',
  'high',
  'edit',
] as const;

/** Figures 3 and 4 of the paper on the real answers of the fixtures: a row per model and length of game, and one over all. */
export const realAnswersRows = async (): Promise<Row[]> => rowsOf(await realAnswersReport(LOG_NAMES));

/** The report of logs of the fixtures. */
export async function realAnswersReport(names: readonly LogName[]): Promise<Report> {
  const pool = new Pool<Jobs>({
    transport: nodeThreads(workerBeside(import.meta.url)),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
  try {
    const runs: ReportRun[] = [];
    for (const name of names) runs.push(await scoredLog(name, pool));
    return buildReport(runs, { tool: { name: 'statelens', version: 'bench' }, m: REAL_DEPTH });
  } finally {
    await pool.dispose();
  }
}

/** The samples of a log, up to a ply, with their scores, computed by a pool. */
export async function scoredLog(
  name: LogName,
  pool: Pick<Pool<Jobs>, 'map'>,
  lastPly: number = Infinity,
): Promise<ReportRun> {
  const importer = pgn2fenImporter(GameIndex.of(games(LOGS[name])), { extract: false });
  const samples = [...importLines(importer, readLog(name), name)].flatMap((event) =>
    event.type === 'sample' && event.sample.ply <= lastPly ? [event.sample] : [],
  );
  const jobs = samples.map(({ variant, trueFen, extraction, startFen = INITIAL_FEN, moves = [] }) => ({
    variant,
    trueFen,
    predictedFen: extraction?.fen ?? null,
    line: { startFen, moves },
    options: { affordance: { m: REAL_DEPTH }, conditional: false },
  }));
  const scored: ReportSample[] = [];
  for await (const result of pool.map('score-sample', jobs)) {
    const { id, model: label, index, game, ply, variant, trueFen, extraction } = samples[scored.length];
    if (!result.ok || 'stopped' in result.value) throw new Error(`an answer of ${name} could not be scored`);
    const predicted = extraction?.fen ?? null;
    scored.push({ id, model: label, index, game, ply, variant, trueFen, predicted, scores: result.value });
  }
  const lines = new LongestLines();
  for (const { game, startFen = INITIAL_FEN, moves = [] } of samples) lines.add(game, startFen, moves);
  return { file: name, games: LOGS[name], samples: scored, lines: lines.games };
}

/** The rows of a report; `from` and `to` are empty over all lengths. */
export const rowsOf = ({ series }: Report): Row[] =>
  series.flatMap(({ name, all, groups }) => [
    ...groups.map((group) => rowOf(name, group.from, group.to ?? '', group)),
    rowOf(name, '', '', all),
  ]);

function rowOf(model: string, from: Row[string], to: Row[string], cell: CellFigures): Row {
  const { scored, positions, clusters, tau, p, editDistance: edit } = cell;
  const last = p.at(-1);
  return {
    model,
    from,
    to,
    n: scored,
    positions,
    independent_games: clusters,
    tau_b: tau?.tauB ?? '',
    tau_p: tau?.p ?? '',
    p4: last?.value ?? '',
    low: last?.low ?? '',
    high: last?.high ?? '',
    edit: edit?.value ?? '',
  };
}
