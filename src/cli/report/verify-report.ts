import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { plural } from '../../core/base/text/counts.ts';
import type { Report } from '../../core/evaluation/report/report.ts';
import {
  compareReports,
  type FigureDifference,
  readStoredReport,
  type StoredReport,
} from '../../core/evaluation/report/stored-report.ts';
import { judgeThresholds } from '../../core/evaluation/report/thresholds.ts';
import { fileDigest } from '../../models/report/run-pass.ts';
import type { RunSource } from '../../models/report/run-source.ts';
import { EXIT, packageVersion, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { nameGivenProgram } from '../open-world.ts';
import { makeReport } from './make-report.ts';
import { reportSources } from './report-sources.ts';

export interface VerifyFlags {
  readonly games?: string;
  readonly world?: string;
  readonly jobs?: number;
}

/** Differences that are listed; of others only the number is. */
const MAX_LISTED = 50;

/** Computes a JSON report again, and prints what differs; returns the exit status. */
export async function verifyReport(
  terminal: Terminal,
  file: string,
  named: readonly string[],
  flags: VerifyFlags,
): Promise<number> {
  nameGivenProgram(flags.world);
  const { text } = await readText(terminal, file);
  const read = readStoredReport(text);
  if (!read.ok) throw usageError(`${file} ${read.error}`);
  const { whole, stored } = read.value;
  if (stored.tool.version !== packageVersion())
    terminal.note(`${file} was made by statelens ${stored.tool.version}; this is ${packageVersion()}`);
  const folders = [path.dirname(file), '.'].flatMap((folder) => [folder, path.join(folder, '.statelens', 'runs')]);
  const sources = await findRuns(terminal, stored, named, folders);
  const games =
    flags.games ?? findGamesFile(stored, [...folders, ...sources.known.map((run) => path.dirname(run.path))]);
  const missing = [
    ...sources.missing,
    ...(games === undefined && stored.methods.recipe.games !== null
      ? [`the games ${stored.methods.recipe.games}; specify them with --games`]
      : []),
  ];
  for (const one of missing) terminal.note(`missing: ${one}`);
  if (missing.length > 0) {
    terminal.note(
      `nothing was verified: ${missing.length === 1 ? 'a file is' : `${missing.length} files are`} missing`,
    );
    return EXIT.incomplete;
  }
  const { recipe } = stored.methods;
  const { report, runs } = await makeReport(
    terminal,
    sources.known,
    { recipe, m: stored.m, seed: stored.seed, digits: stored.digits, games, keep: false, jobs: flags.jobs },
    { commit: null, node: null, command: null },
  );
  const changed = changedHashes(stored, report);
  const { compared, differences } = compareReports(whole, JSON.parse(JSON.stringify(report)) as unknown);
  const all = [...changed, ...differences.map(differenceText), ...thresholdDifferences(stored, report)];
  await terminal.print(
    [...all.slice(0, MAX_LISTED), verdict(file, all.length, compared, sources.known.length)].join('\n') + '\n',
  );
  if (all.length > 0) return EXIT.findings;
  return runs.some(({ incomplete }) => incomplete) ? EXIT.incomplete : EXIT.ok;
}

function verdict(file: string, differing: number, compared: number, runs: number): string {
  const more = differing > MAX_LISTED ? ` (${differing - MAX_LISTED} not listed)` : '';
  return differing === 0
    ? `${file}: all ${plural(compared, 'value')} and the hashes of ${plural(runs, 'run')} agree`
    : `${file}: ${plural(differing, 'difference')}${more} among ${plural(compared, 'value')}`;
}

const differenceText = ({ path: where, stored, computed }: FigureDifference): string =>
  `${where}: ${stored === undefined ? 'not in the report' : `report ${stored}`}, ${computed === undefined ? 'not computed' : `computed ${computed}`}`;

/** Returns a line for each run, or its games, that is not the one that the report was made of. */
function changedHashes(stored: StoredReport, report: Report): string[] {
  return stored.methods.runs.flatMap(({ file, sha256, games }, i) => {
    const now = report.methods.runs[i];
    const run =
      sha256 === now?.sha256 ? [] : [`${file}: report SHA-256 ${sha256 ?? 'none'}, computed ${now?.sha256 ?? 'none'}`];
    const own = now?.games ?? null;
    if (games === null || games.sha256 === null || own === null || own.sha256 === null || games.sha256 === own.sha256)
      return run;
    return [...run, `${games.file}: report SHA-256 ${games.sha256}, computed ${own.sha256}`];
  });
}

/** Returns a line for each threshold that is judged otherwise. */
function thresholdDifferences({ thresholds }: StoredReport, report: Report): string[] {
  return thresholds.flatMap(({ series, metric, least, met }) => {
    const now = judgeThresholds(report, [{ metric, least }]).find((result) => result.series === series);
    const differs = now === undefined || now.met !== met;
    return differs ? [`thresholds[${series}].${metric}: report ${met ? 'met' : 'not met'}, computed otherwise`] : [];
  });
}

/** Runs of a report, in its order. */
interface FoundRuns {
  readonly known: readonly RunSource[];
  readonly missing: readonly string[];
}

/** Finds the runs of a report by name, of several with the same name the one with its hash. */
async function findRuns(
  terminal: Terminal,
  { methods }: StoredReport,
  named: readonly string[],
  folders: readonly string[],
): Promise<FoundRuns> {
  const given = named.length === 0 ? [] : reportSources(terminal, named);
  const known: RunSource[] = [];
  const missing: string[] = [];
  for (const { file, sha256 } of methods.runs) {
    const beside = folders.flatMap((folder) => candidates(terminal, path.join(folder, path.basename(file))));
    const all = [...given.filter(({ name }) => name === file), ...beside].filter((source) => !known.includes(source));
    const found = await withHash(all, sha256);
    if (found === undefined) missing.push(`the run ${file} (SHA-256 ${sha256 ?? 'unknown'})`);
    else known.push(found);
  }
  return { known, missing };
}

/** Returns the run at a path, in a file or in segments beside it. */
function candidates(terminal: Terminal, file: string): RunSource[] {
  const segments = file.replace(/\.jsonl$/, '');
  if (existsSync(file)) return reportSources(terminal, [file]);
  return statSync(segments, { throwIfNoEntry: false })?.isDirectory() === true
    ? reportSources(terminal, [segments])
    : [];
}

/** Returns the first run with a hash, else the first one. */
async function withHash(sources: readonly RunSource[], sha256: string | null): Promise<RunSource | undefined> {
  if (sources.length > 1) for (const source of sources) if ((await fileDigest(source)) === sha256) return source;
  return sources[0];
}

/** Returns the file of games of a report, if it has one and it is found. */
function findGamesFile({ methods }: StoredReport, folders: readonly string[]): string | undefined {
  const { games } = methods.recipe;
  if (games === null) return undefined;
  return folders.map((folder) => path.join(folder, path.basename(games))).find((file) => existsSync(file));
}
