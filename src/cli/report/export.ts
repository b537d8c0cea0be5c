import { type Command, Option } from 'commander';
import type { Act } from '../command.ts';
import { overwriteOption } from '../io/output.ts';
import { addScoringOptions, jobsOption } from '../options.ts';
import { EXPORT_FORMATS, type ExportFlags } from './export-options.ts';

const AFTER_HELP = `
inspect writes a log of Inspect AI: a .eval, or one JSON document where the name ends with .json; inspect view opens both. eee writes
instance records of Every Eval Ever (JSON Lines), parquet a table with a sample a row. The format follows from the ending (.eval,
.json, .jsonl, .parquet) unless --as names it. Scores are those of the report; import reads each run back as it was.

Example:
  $ statelens export tracker.run.jsonl --out tracker.eval
  $ statelens export tracker.run.jsonl --as parquet --out tracker.parquet`;

export function define(command: Command, act: Act): void {
  addScoringOptions(
    command
      .description('Write a run with its scores in a form that other programs read.')
      .argument('<run>', 'run file (*.run.jsonl)')
      .addOption(new Option('--as <format>', 'format of the log').choices(EXPORT_FORMATS))
      .requiredOption('-o, --out <file>', 'write the result to this file')
      .option('--no-scores', 'write the answers without scores')
      .option('--no-keep', 'do not read or write scores next to runs')
      .addOption(overwriteOption()),
  )
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(
      act(async (terminal, run: string, flags: ExportFlags, self: Command) => {
        const { exportRun } = await import('./export-run.ts');
        return exportRun(terminal, run, flags, (option) => self.getOptionValueSource(option) === 'cli');
      }),
    );
}
