import type { Command } from 'commander';
import type { Act } from '../command.ts';
import { addReportOptions, type ReportFlags } from './report-options.ts';
import { commandText } from './report-origin.ts';

const AFTER_HELP = `
Scores are stored next to each run (gpt.run.jsonl: gpt.scores.jsonl), so that the next report is fast. The format is determined by
the file extension of --out; the default is Markdown.

Runs that name metrics (an experiment's "metrics") are scored by those; -m, --method, -n, --target-error, --policy, --importance and
--terminal replace all of them.

Games are independent if they share no position beyond the opening: prefixes of one game count as one. Intervals and tests are over
independent games; with fewer than 10 there are none.

Thresholds: exact, position, valid, accuracy, kernel, p, r, f, coverage, each from 0 to 1, for every model. Exit status: 1 if one is
not met; 3 if the report is incomplete, or with --strict if a request of a run failed or a run is incomplete. --games is for runs that do
not contain the moves.

Every report begins with its methods: versions, runs and games with their SHA-256, prompts, settings, seeds. verify computes the figures of
a JSON report again.

Example:
  $ statelens report gpt-4o.run.jsonl o3-mini.run.jsonl --out report.html
  $ statelens report gpt-4o.run.jsonl o3-mini.run.jsonl --group-by cause --group-by opening --list positions
  $ statelens report gpt-4o.run.jsonl --list samples --out samples.csv
  $ statelens report gpt-4o.run.jsonl o3-mini.run.jsonl --table main --digits 3 --out main.tex --figures figures
  $ statelens report nightly.run.jsonl --format junit --fail-under exact=0.5,p=0.4 --out junit.xml`;

export function define(command: Command, act: Act): void {
  const isGiven = (option: string): boolean => command.getOptionValueSource(option) === 'cli';
  command
    .description(
      'Report on evaluation runs: scores with confidence intervals, by model and game length, with baselines.',
    )
    .argument('<runs...>', 'run files (*.run.jsonl), folders of run files or of segments, or - for standard input');
  addReportOptions(command)
    .addHelpText('after', AFTER_HELP)
    .action(
      act(async (terminal, runs: readonly string[], flags: ReportFlags) => {
        const { writeReport } = await import('./write-report.ts');
        return writeReport(terminal, runs, flags, isGiven, commandText(command, runs));
      }),
    );
}
