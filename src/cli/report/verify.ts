import type { Command } from 'commander';
import type { Act } from '../command.ts';
import { worldFlag } from '../open-world.ts';
import { jobsOption } from '../options.ts';
import type { VerifyFlags } from './verify-report.ts';

const AFTER_HELP = `
Runs are looked for by name beside the report, in the present folder and in .statelens/runs, unless they are named. Scores stored next
to runs are not used: everything is computed again, with the settings in the report. Numbers agree if they differ by less than one part
in a billion.

Exit status: 0 if all figures and hashes agree, 1 if one differs, 3 if a run or its games are missing.

Example:
  $ statelens report gpt-4o.run.jsonl --out report.json
  $ statelens verify report.json`;

export function define(command: Command, act: Act): void {
  command
    .description('Compute all figures of a JSON report again from its runs, and say which one differs.')
    .argument('<report>', 'report as JSON')
    .argument('[runs...]', 'run files, folders of them or of segments')
    .option('--games <file>', 'file with the games')
    .addOption(worldFlag())
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(
      act(async (terminal, report: string, runs: readonly string[], flags: VerifyFlags) => {
        const { verifyReport } = await import('./verify-report.ts');
        return verifyReport(terminal, report, runs, flags);
      }),
    );
}
