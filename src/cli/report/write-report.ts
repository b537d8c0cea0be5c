import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { versions } from 'node:process';
import { besideBundle } from '../../compute/worker/node-threads.ts';
import { plural } from '../../core/base/text/counts.ts';
import { reportFigures } from '../../core/evaluation/report/figures/report-figures.ts';
import type { PageAnswers } from '../../core/evaluation/report/html/page.ts';
import type { Report } from '../../core/evaluation/report/report.ts';
import type { ReportRecipe } from '../../core/evaluation/report/report-methods.ts';
import {
  mainTableText,
  REPORT_FORMATS,
  type ReportFormat,
  reportText,
  TABLE_FORMATS,
  type TableFormat,
} from '../../core/evaluation/report/report-text.ts';
import { servedSentences } from '../../core/evaluation/report/served.ts';
import {
  judgeThresholds,
  readThresholds,
  type Threshold,
  type ThresholdResult,
} from '../../core/evaluation/report/thresholds.ts';
import { PAGE_SCRIPT, PAGE_STYLE, pageScript } from '../../models/report/report-page.ts';
import { pageAnswers, ReportSamples } from '../../models/report/report-samples.ts';
import { linksTo } from '../../models/report/sample-game.ts';
import type { ScoredRun } from '../../models/report/score-run.ts';
import { SECRETS } from '../../models/secrets.ts';
import { attempt, EXIT, usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import { checkOutput, type FileKind } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { nameGivenProgram } from '../open-world.ts';
import { compareOptions } from '../options.ts';
import { makeReport } from './make-report.ts';
import type { ReportFlags } from './report-options.ts';
import { packageCommit } from './report-origin.ts';
import { reportSources, withRunMetrics } from './report-sources.ts';

/** Writes a report of run files; returns the exit status. */
export async function writeReport(
  terminal: Terminal,
  paths: readonly string[],
  given: ReportFlags,
  isGiven: (option: string) => boolean,
  command: string,
): Promise<number> {
  nameGivenProgram(given.world);
  const format = reportFormat(given);
  const lists = new Set(given.list);
  if (format === 'csv' && lists.size > 1) throw usageError('a CSV lists either samples or positions');
  if (lists.has('samples') && format !== 'csv' && format !== 'json')
    throw usageError('--list samples requires --format csv or json');
  if (given.table !== undefined && !isTableFormat(format))
    throw usageError(`--table ${given.table} requires --format ${TABLE_FORMATS.join(', ')}`);
  const thresholds = (given.failUnder ?? []).flatMap(parseThresholds);
  const sources = reportSources(terminal, paths);
  checkReportOutput(
    sources.map(({ path: file }) => file),
    format,
    given,
  );
  const flags = await withRunMetrics(sources, given, isGiven);
  const made = await makeReport(
    terminal,
    sources,
    {
      recipe: reportRecipe(flags),
      m: flags.depth,
      seed: flags.seed,
      digits: flags.digits,
      games: flags.games,
      keep: flags.keep,
      jobs: flags.jobs,
    },
    { commit: packageCommit(), node: versions.node, command },
  );
  const { report, runs, found } = made;
  checkReportOutput(
    [...found.values()].map(({ file }) => file),
    format,
    flags,
  );
  const results = judgeThresholds(report, thresholds);
  const answers = format === 'html' ? await openAnswers(runs, report, flags) : undefined;
  const shown = isTableFormat(format) && flags.table !== undefined ? mainTableText(report, format) : undefined;
  const whole = shown ?? reportText(report, format, { thresholds: results, linkOf: linksTo(found), answers });
  const text = SECRETS.redact(whole);
  if (flags.out === undefined || flags.out === '-') await terminal.print(text);
  else writeText(flags.out, text);
  if (flags.figures !== undefined) writeFigures(terminal, report, flags.figures);
  return exitStatus(terminal, report, results, runs, flags.strict === true);
}

const isTableFormat = (format: ReportFormat): format is TableFormat => TABLE_FORMATS.some((known) => known === format);

/** Returns the settings from which the figures of a report can be computed again. */
function reportRecipe(flags: ReportFlags): ReportRecipe {
  const { baselines, floors, worst, groupBy = [], list = [], openingPlies, openingLines, games } = flags;
  return {
    compare: compareOptions(flags),
    baselines: baselines && floors,
    worst,
    groupBy,
    lists: list,
    clusters: { openingPlies, openingLines },
    games: games === undefined ? null : path.basename(games),
  };
}

/** Writes the figures of a report into a folder, which is made if it is missing. */
function writeFigures(terminal: Terminal, report: Report, folder: string): void {
  attempt(`cannot write ${folder}`, () => mkdirSync(folder, { recursive: true }));
  const figures = reportFigures(report);
  for (const { name, text, encoding } of figures) {
    const file = path.join(folder, name);
    attempt(`cannot write ${file}`, () => writeFileSync(file, SECRETS.redact(text), encoding));
  }
  terminal.note(`${plural(figures.length, 'figure file')} written to ${folder}`);
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
  latex: 'report-latex',
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

const ENDINGS: Readonly<Record<string, ReportFormat>> = { htm: 'html', markdown: 'md', xml: 'junit', tex: 'latex' };

/** Returns the format of `--format`, or of the file extension of `--out`. */
function reportFormat({ format, out }: ReportFlags): ReportFormat {
  if (format !== undefined) return format;
  const ending = path
    .extname(out ?? '')
    .slice(1)
    .toLowerCase();
  return REPORT_FORMATS.find((known) => known === ending) ?? ENDINGS[ending] ?? 'md';
}
