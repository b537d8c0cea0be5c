import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from '../../core/base/text/hash.ts';
import { buildReport } from '../../core/evaluation/report/build.ts';
import type { Report } from '../../core/evaluation/report/report.ts';
import { type ReportOrigin, type ReportRecipe, withGamesHashes } from '../../core/evaluation/report/report-methods.ts';
import { GameLines } from '../../models/report/run-pass.ts';
import { type RunSource, UnreadableRun } from '../../models/report/run-source.ts';
import { type GamesByName, type RunPgn, withPlaces } from '../../models/report/sample-game.ts';
import { scoreBaselines } from '../../models/report/score-baselines.ts';
import { type ScoredRun, type Scoring, scoreRun } from '../../models/report/score-run.ts';
import { CliError, EXIT, packageVersion } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { withLazyPool } from '../open-pool.ts';

/** Settings of a report of run files. */
interface ReportInput {
  readonly recipe: ReportRecipe;
  /** Depth of p and r. */
  readonly m: number;
  readonly seed: number;
  readonly digits: number | undefined;
  /** File of games for all runs. */
  readonly games: string | undefined;
  /** True to read and store scores beside the runs. */
  readonly keep: boolean;
  readonly jobs: number | undefined;
}

/** Report with the runs and games that it was made of. */
interface MadeReport {
  readonly report: Report;
  readonly runs: readonly ScoredRun[];
  readonly found: GamesByName;
}

/** Scores runs, and makes the report of them. */
export async function makeReport(
  terminal: Terminal,
  sources: readonly RunSource[],
  input: ReportInput,
  origin: Omit<ReportOrigin, 'recipe'>,
): Promise<MadeReport> {
  const { recipe, m, seed, digits } = input;
  const games = input.games === undefined ? undefined : await readGames(terminal, input.games);
  const progress = terminal.progress('scoring');
  const { runs, baselines } = await terminal.interruptible(async (signal) => {
    const scoring: Scoring = {
      options: recipe.compare,
      ...(games !== undefined && { games }),
      keep: input.keep,
      signal,
      onScored: () => progress.step(),
      note: (message) => terminal.note(message),
    };
    return await withLazyPool(terminal, input.jobs, async (pool) => {
      const scored: ScoredRun[] = [];
      for (const source of sources) scored.push(await readable(() => scoreRun(source, scoring, pool)));
      return {
        runs: scored,
        baselines: recipe.baselines && !signal.aborted ? await scoreBaselines(scored, scoring, pool) : [],
      };
    });
  });
  progress.end();
  const plain = buildReport(
    runs.map(({ run }) => run),
    {
      tool: { name: 'statelens', version: packageVersion() },
      origin: { ...origin, recipe },
      m,
      affordance: recipe.compare.affordance,
      seed,
      digits,
      worst: recipe.worst,
      problems: runs.map(({ problems }) => problems),
      baselines,
      clusters: recipe.clusters,
      groupBy: recipe.groupBy,
      samples: recipe.lists.includes('samples'),
      positions: recipe.lists.includes('positions'),
    },
  );
  const found = await findGames(terminal, runs, input.games);
  const hashes = new Map(
    Array.from(found, ([name, { text }]) => [name, createHash('sha256').update(text).digest('hex')]),
  );
  const methods = withGamesHashes(plain.methods, hashes);
  return { report: withPlaces({ ...plain, methods }, found), runs, found };
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableRun ? new CliError(error.message, EXIT.usage) : error;
  }
}

async function readGames(terminal: Terminal, file: string) {
  const { text } = await readText(terminal, file);
  return { lines: new GameLines(text), key: fingerprint(text) };
}

/** Finds the games of runs: the PGN of `--games`, or the PGN of the run's games next to the run. */
async function findGames(
  terminal: Terminal,
  runs: readonly ScoredRun[],
  named: string | undefined,
): Promise<GamesByName> {
  const found = new Map<string, RunPgn>();
  for (const { source, run } of runs) {
    const { games } = run;
    const file =
      named ?? (games === undefined ? undefined : path.join(path.dirname(source.path), path.basename(games)));
    if (found.has(games ?? '') || file === undefined || file === '-' || !existsSync(file)) continue;
    const { text } = await readText(terminal, file);
    const link = `vscode://file${pathToFileURL(path.resolve(file)).pathname}`;
    found.set(games ?? '', { file: path.relative('.', file), text, link });
  }
  return found;
}
