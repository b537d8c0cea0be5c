import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { besideBundle } from '../../compute/worker/node-threads.ts';
import { plural } from '../../core/base/text/counts.ts';
import { fingerprint } from '../../core/base/text/hash.ts';
import { buildReport } from '../../core/evaluation/report/build.ts';
import type { PageAnswers } from '../../core/evaluation/report/html/page.ts';
import type { Report } from '../../core/evaluation/report/report.ts';
import { REPORT_FORMATS, type ReportFormat, reportText } from '../../core/evaluation/report/report-text.ts';
import { servedSentences } from '../../core/evaluation/report/served.ts';
import {
  judgeThresholds,
  readThresholds,
  type Threshold,
  type ThresholdResult,
} from '../../core/evaluation/report/thresholds.ts';
import { nodeRunSource } from '../../models/report/node-run-source.ts';
import { PAGE_SCRIPT, PAGE_STYLE, pageScript } from '../../models/report/report-page.ts';
import { pageAnswers, ReportSamples } from '../../models/report/report-samples.ts';
import { GameLines } from '../../models/report/run-pass.ts';
import { type RunSource, UnreadableRun } from '../../models/report/run-source.ts';
import { type GamesByName, linksTo, type RunPgn, withPlaces } from '../../models/report/sample-game.ts';
import { scoreBaselines } from '../../models/report/score-baselines.ts';
import { type ScoredRun, type Scoring, scoreRun } from '../../models/report/score-run.ts';
import { segmentsAmong } from '../../models/runs/segments.ts';
import { SECRETS } from '../../models/secrets.ts';
import { attempt, CliError, EXIT, packageVersion, usageError } from '../command.ts';
import { displayPath, readBytes, writeText } from '../io/files.ts';
import { checkOutput, type FileKind } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { withLazyPool } from '../open-pool.ts';
import { nameGivenProgram } from '../open-world.ts';
import { compareOptions } from '../options.ts';
import type { ReportFlags } from './report-options.ts';
import { withRunMetrics } from './run-metrics.ts';

/** Writes a report of run files; returns the exit status. */
export async function writeReport(
  terminal: Terminal,
  paths: readonly string[],
  given: ReportFlags,
  isGiven: (option: string) => boolean,
): Promise<number> {
  nameGivenProgram(given.world);
  const format = reportFormat(given);
  const lists = new Set(given.list);
  if (format === 'csv' && lists.size > 1) throw usageError('a CSV lists either samples or positions');
  if (lists.has('samples') && format !== 'csv' && format !== 'json')
    throw usageError('--list samples requires --format csv or json');
  const thresholds = (given.failUnder ?? []).flatMap(parseThresholds);
  const sources = reportSources(terminal, paths);
  checkReportOutput(
    sources.map(({ path: file }) => file),
    format,
    given,
  );
  const flags = await withRunMetrics(sources, given, isGiven);
  const games = flags.games === undefined ? undefined : await readGames(terminal, flags.games);
  const progress = terminal.progress('scoring');

  const { runs, baselines } = await terminal.interruptible(async (signal) => {
    const scoring: Scoring = {
      options: compareOptions(flags),
      ...(games !== undefined && { games }),
      keep: flags.keep,
      signal,
      onScored: () => progress.step(),
      note: (message) => terminal.note(message),
    };
    return await withLazyPool(terminal, flags.jobs, async (pool) => {
      const scored: ScoredRun[] = [];
      for (const source of sources) scored.push(await readable(() => scoreRun(source, scoring, pool)));
      return {
        runs: scored,
        baselines:
          flags.baselines && flags.floors && !signal.aborted ? await scoreBaselines(scored, scoring, pool) : [],
      };
    });
  });
  progress.end();

  const plain = buildReport(
    runs.map(({ run }) => run),
    {
      tool: { name: 'statelens', version: packageVersion() },
      m: flags.depth,
      affordance: compareOptions(flags).affordance,
      seed: flags.seed,
      digits: flags.digits,
      worst: flags.worst,
      problems: runs.map(({ problems }) => problems),
      baselines,
      clusters: flags,
      groupBy: flags.groupBy ?? [],
      samples: lists.has('samples'),
      positions: lists.has('positions'),
    },
  );
  const found = await findGames(terminal, runs, flags.games);
  checkReportOutput(
    [...found.values()].map(({ file }) => file),
    format,
    flags,
  );
  const report = withPlaces(plain, found);
  const results = judgeThresholds(report, thresholds);
  const answers = format === 'html' ? await openAnswers(runs, report, flags) : undefined;
  const text = SECRETS.redact(reportText(report, format, { thresholds: results, linkOf: linksTo(found), answers }));
  if (flags.out === undefined || flags.out === '-') await terminal.print(text);
  else writeText(flags.out, text);
  return exitStatus(terminal, report, results, runs, flags.strict === true);
}

/** Opens the answers for an HTML report, unless the user wants none. */
async function openAnswers(
  runs: readonly ScoredRun[],
  { groups, m }: Report,
  { answers }: ReportFlags,
): Promise<PageAnswers | undefined> {
  if (answers === 'none') return undefined;
  const read = (file: string): string => readFileSync(besideBundle(import.meta.url, file), 'utf8');
  const page = await pageScript(read(PAGE_SCRIPT), read(PAGE_STYLE));
  return await pageAnswers(new ReportSamples(runs, groups), answers, m, page);
}

const KINDS: Readonly<Record<ReportFormat, FileKind>> = {
  html: 'report-html',
  md: 'report-md',
  csv: 'report-csv',
  json: 'report-json',
  junit: 'report-junit',
};

function checkReportOutput(read: readonly string[], format: ReportFormat, flags: ReportFlags): void {
  const inputs = [...read, ...(flags.games === undefined ? [] : [flags.games])];
  checkOutput(flags.out, {
    kind: KINDS[format],
    inputs,
    isNamed: flags.format !== undefined,
    overwrite: flags.overwrite,
  });
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableRun ? new CliError(error.message, EXIT.usage) : error;
  }
}

function exitStatus(
  terminal: Terminal,
  report: Report,
  results: readonly ThresholdResult[],
  runs: readonly ScoredRun[],
  strict: boolean,
): number {
  for (const { series, metric, least, value, met } of results) {
    const got = value === null ? 'no scores' : value.toFixed(4);
    if (!met) terminal.note(`${series}: ${metric} is below ${least}: ${got}`);
  }
  for (const gap of report.gaps) terminal.note(gap);
  for (const sentence of report.runs.flatMap(servedSentences)) terminal.note(sentence);
  const lacks = report.runs.some(({ samples, planned }) => samples < (planned ?? 0));
  const failed = report.series.reduce((n, { all }) => n + all.failed, 0);
  const unscored = report.series.reduce((n, { all }) => n + all.unscored, 0);
  if (failed > 0) terminal.note(`${plural(failed, 'request')} failed; no mean or rate counts them`);
  if (unscored > 0) terminal.note(`${plural(unscored, 'answer')} could not be scored`);
  if (report.series.every(({ floor }) => floor) && runs.every(({ run }) => run.samples.length === 0))
    terminal.note('the runs have no samples');
  if (results.some(({ met }) => !met)) return EXIT.findings;
  const incomplete = runs.some((run) => run.incomplete || run.problems > 0);
  return incomplete || (strict && (failed > 0 || lacks)) ? EXIT.incomplete : EXIT.ok;
}

function parseThresholds(text: string): readonly Threshold[] {
  const thresholds = readThresholds(text);
  if (!thresholds.ok) throw usageError(`--fail-under: ${thresholds.error}`);
  return thresholds.value;
}

const ENDINGS: Readonly<Record<string, ReportFormat>> = { htm: 'html', markdown: 'md', xml: 'junit' };

/** Returns the format of `--format`, or of the file extension of `--out`. */
function reportFormat({ format, out }: ReportFlags): ReportFormat {
  if (format !== undefined) return format;
  const ending = path
    .extname(out ?? '')
    .slice(1)
    .toLowerCase();
  return REPORT_FORMATS.find((known) => known === ending) ?? ENDINGS[ending] ?? 'md';
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

const ENDING = '.run.jsonl';

/** Expands paths to runs, without duplicates: run files, folders of run files or of the segments of a run, or `-` for standard input. */
function reportSources(terminal: Terminal, paths: readonly string[]): RunSource[] {
  const sources = paths.flatMap((item) =>
    isFolder(item) ? runsIn(terminal, item) : item === '-' ? standardInput(terminal) : runAt(terminal, item),
  );
  return [...new Map(sources.map((source) => [path.resolve(source.path), source])).values()];
}

const isFolder = (file: string): boolean =>
  file !== '-' && statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;

const runAt = (terminal: Terminal, file: string, folder?: string): RunSource =>
  nodeRunSource(file, (name, signal) => readBytes(terminal, name, signal), folder);

function standardInput(terminal: Terminal): RunSource {
  const name = displayPath('-');
  const part = {
    shown: name,
    size: undefined,
    bytes: (signal?: AbortSignal) => readBytes(terminal, '-', signal),
    read: () => Promise.resolve(new Uint8Array()),
  };
  return {
    ...runAt(terminal, '-'),
    name,
    shown: name,
    parts: () => Promise.resolve([part]),
    isAgain: false,
    scores: () => undefined,
  };
}

/** Returns the run whose segments are in a folder, or all runs in the folder, including those in segments. */
function runsIn(terminal: Terminal, folder: string): RunSource[] {
  const plain = folder.replace(/[\\/]+$/, '');
  const names = namesIn(plain);
  if (segmentsAmong(names).length > 0)
    return [runAt(terminal, plain.endsWith('.run') ? `${plain}.jsonl` : plain + ENDING, plain)];
  const whole = names.filter((name) => name.endsWith(ENDING) && !isFolder(path.join(plain, name)));
  const inSegments = names.filter((name) => name.endsWith('.run') && hasSegments(path.join(plain, name)));
  const files = [...new Set([...whole, ...inSegments.map((name) => `${name}.jsonl`)])].sort();
  if (files.length === 0) throw new CliError(`no run files (*${ENDING}) in ${folder}`, EXIT.usage);
  return files.map((name) => runAt(terminal, path.join(plain, name)));
}

const hasSegments = (folder: string): boolean => isFolder(folder) && segmentsAmong(namesIn(folder)).length > 0;

const namesIn = (folder: string): string[] => attempt(`cannot read ${folder}`, () => readdirSync(folder));
