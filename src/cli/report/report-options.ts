import { type Command, Option } from 'commander';
import { REPORT_FORMATS, type ReportFormat } from '../../core/evaluation/report/report-text.ts';
import { overwriteOption } from '../io/output.ts';
import {
  addClusterOptions,
  addScoringOptions,
  type ClusterFlags,
  jobsOption,
  type ScoringFlags,
  wholeNumber,
} from '../options.ts';

export interface ReportFlags extends ScoringFlags, ClusterFlags {
  readonly games?: string;
  readonly format?: ReportFormat;
  readonly out?: string;
  readonly failUnder?: readonly string[];
  readonly worst: number;
  readonly baselines: boolean;
  /** The former name of `baselines`. */
  readonly floors: boolean;
  readonly keep: boolean;
  readonly strict?: boolean;
  readonly overwrite?: boolean;
  readonly jobs?: number;
}

const MAX_WORST = 100;

export const addReportOptions = (command: Command): Command =>
  addScoringOptions(
    addClusterOptions(command)
      .option('--games <pgn>', 'the PGN of the runs, for runs that do not contain the moves')
      .addOption(new Option('--format <name>', 'output format').choices(REPORT_FORMATS))
      .option('--out <file>', 'write the report to this file (default: standard output)')
      .addOption(overwriteOption())
      .addOption(
        new Option(
          '--fail-under <metric=value,...>',
          'exit with status 1 if a model is below a threshold (repeatable)',
        ).argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]),
      )
      .addOption(
        new Option('--worst <n>', 'worst answers to list per model').default(3).argParser(wholeNumber(0, MAX_WORST)),
      )
      .option('--no-baselines', 'leave out the baselines')
      .addOption(new Option('--no-floors').hideHelp())
      .option('--no-keep', 'do not read or write scores next to the runs')
      .option('--strict', 'exit with status 3 if a request of a run failed'),
  ).addOption(jobsOption());
