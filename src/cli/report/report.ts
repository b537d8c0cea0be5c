import { type Command, Option } from 'commander';
import { REPORT_FORMATS, type ReportFormat } from '../../core/evaluation/report/report-text.ts';
import type { Act } from '../command.ts';
import { addScoringOptions, jobsOption, type ScoringFlags, wholeNumber } from '../options.ts';

export interface ReportFlags extends ScoringFlags {
  readonly games?: string;
  readonly format?: ReportFormat;
  readonly out?: string;
  readonly failUnder?: readonly string[];
  readonly worst: number;
  readonly floors: boolean;
  readonly keep: boolean;
  readonly strict?: boolean;
  readonly jobs?: number;
}

const AFTER_HELP = `
Scores are kept beside each run (gpt.run.jsonl: gpt.scores.jsonl), so that the next report opens at once. The format is told
by the ending of --out, else it is Markdown.

Thresholds: exact, position, valid, accuracy, kernel, p, r, coverage, each from 0 to 1, for every model. Exit status: 1 when
one is not met; 3 when the report is incomplete.

Example:
  $ statelens report gpt-4o.run.jsonl o3-mini.run.jsonl --out report.html
  $ statelens report nightly.run.jsonl --format junit --fail-under exact=0.5,p=0.4 --out junit.xml`;

const MAX_WORST = 100;

export function define(command: Command, act: Act): void {
  command
    .description('Report on evaluation runs: scores with intervals, by model and length of game, with baselines.')
    .argument('<runs...>', 'run files (*.run.jsonl), folders of them or of segments, or - for standard input')
    .option('--games <pgn>', 'the PGN that the runs were made of, for runs that hold no moves')
    .addOption(new Option('--format <name>', 'what is written').choices(REPORT_FORMATS))
    .option('--out <file>', 'write the report there (default: standard output)')
    .addOption(
      new Option('--fail-under <metric=value,...>', 'exit status 1 when a model is below; repeatable').argParser(
        (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
      ),
    )
    .addOption(new Option('--worst <n>', 'worst answers a model').default(3).argParser(wholeNumber(0, MAX_WORST)))
    .option('--no-floors', 'leave out the baselines')
    .option('--no-keep', 'neither read nor write scores beside the runs')
    .option('--strict', 'exit status 3 also when a request of a run failed');
  addScoringOptions(command)
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(
      act(async (terminal, runs: readonly string[], flags: ReportFlags) => {
        const { writeReport } = await import('./write-report.ts');
        return writeReport(terminal, runs, flags);
      }),
    );
}
