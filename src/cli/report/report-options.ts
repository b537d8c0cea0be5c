import { type Command, InvalidArgumentError, Option } from 'commander';
import { GROUP_BY, type GroupBy } from '../../core/evaluation/report/report-lists.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../core/evaluation/report/report-text.ts';
import { EXPORTED_SAMPLES, type ExportedChoice } from '../../models/report/report-page.ts';
import { jsonOption } from '../common-options.ts';
import { overwriteOption } from '../io/output.ts';
import { worldFlag } from '../open-world.ts';
import {
  addClusterOptions,
  addScoringOptions,
  type ClusterFlags,
  digitsOption,
  jobsOption,
  type ScoringFlags,
  wholeNumber,
} from '../options.ts';

export interface ReportFlags extends ScoringFlags, ClusterFlags {
  readonly games?: string;
  readonly format?: ReportFormat;
  readonly out?: string;
  readonly failUnder?: readonly string[];
  readonly groupBy?: readonly GroupBy[];
  readonly list?: readonly Listing[];
  readonly digits?: number;
  readonly table?: 'main';
  readonly figures?: string;
  readonly worst: number;
  /** Answers in an HTML report. */
  readonly answers: ExportedChoice;
  readonly baselines: boolean;
  /** Former name of `baselines`. */
  readonly floors: boolean;
  readonly keep: boolean;
  readonly strict?: boolean;
  readonly overwrite?: boolean;
  readonly jobs?: number;
  readonly world?: string;
}

const MAX_WORST = 100;

/** Group of the help. */
const PAPER = 'Options for a paper:';

/** Items that a report lists individually on request. */
const LISTINGS = ['samples', 'positions'] as const;
type Listing = (typeof LISTINGS)[number];

/**
 * Returns a parser of an option with one of several words, or several of them separated by commas; it may be repeated.
 */
const parseWords =
  <Word extends string>(known: readonly Word[]) =>
  (text: string, before: readonly Word[] | undefined): readonly Word[] => {
    const words = text.split(',').map((written) => {
      const word = known.find((item) => item === written.trim());
      if (word === undefined) throw new InvalidArgumentError(`Allowed choices are ${known.join(', ')}.`);
      return word;
    });
    return [...new Set([...(before ?? []), ...words])];
  };

export const addReportOptions = (command: Command): Command =>
  addScoringOptions(
    addClusterOptions(command)
      .option('--games <file>', 'file with the games')
      .addOption(worldFlag())
      .addOption(new Option('--format <name>', 'output format').choices(REPORT_FORMATS))
      .addOption(jsonOption())
      .option('--out <file>', 'write the result to this file (default: standard output)')
      .addOption(overwriteOption())
      .addOption(
        new Option(
          '--fail-under <metric=value,...>',
          'exit with status 1 if a model is below a threshold (repeatable)',
        ).argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]),
      )
      .addOption(
        new Option('--group-by <what>', `also group the answers by ${GROUP_BY.join(', ')} (repeatable)`).argParser(
          parseWords(GROUP_BY),
        ),
      )
      .addOption(
        new Option(
          '--list <what>',
          'also list all samples (csv, json), or all positions with the answers of the models side by side',
        ).argParser(parseWords(LISTINGS)),
      )
      .addOption(
        new Option('--worst <n>', 'worst answers to list per model').default(3).argParser(wholeNumber(0, MAX_WORST)),
      )
      .addOption(digitsOption())
      .addOption(
        new Option('--table <which>', 'write one table alone (md, latex, csv)').choices(['main']).helpGroup(PAPER),
      )
      .addOption(
        new Option(
          '--figures <dir>',
          'also write the figures into this folder: SVG and PDF, for one and two columns',
        ).helpGroup(PAPER),
      )
      .addOption(
        new Option('--answers <which>', 'answers to read in an HTML report')
          .choices(EXPORTED_SAMPLES)
          .default('failures'),
      )
      .option('--no-baselines', 'leave out the baselines')
      .addOption(new Option('--no-floors').hideHelp())
      .option('--no-keep', 'do not read or write scores next to runs')
      .option('--strict', 'exit with status 3 if something was left out'),
  ).addOption(jobsOption());
