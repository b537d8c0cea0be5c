import type { Command } from 'commander';
import { PILOT_WORTH } from '../../core/evaluation/runs/projection.ts';
import { shardSize } from '../../core/evaluation/runs/shards.ts';
import type { Spending } from '../../core/evaluation/runs/spending.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { type Act, EXIT } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { dryRunText, executeRun, projectionText } from './execute-run.ts';
import { jobsOf } from './run-job.ts';
import {
  addDoingOptions,
  addSourceOptions,
  type DoingFlags,
  executeOptions,
  experimentOf,
  type SourceFlags,
} from './run-options.ts';

const AFTER_HELP = `
Asks models for states and appends each answer to a run file, one a model. A run that was killed goes on when the same command is
given again, or by statelens resume: nothing is lost and nothing asked twice. Ctrl-C and SIGTERM end it in good order, with
status 3, as do limits, a full disk, and a server that does not answer. A key is taken from OPENAI_API_KEY. docs/runs.md tells more.

Example:
  $ statelens run experiment.jsonc --dry-run
  $ statelens run --games games.pgn --model baseline:naive-tracker --plies every:10 --out tracker.run.jsonl
  $ statelens run experiment.jsonc --shard 3/8`;

export interface RunFlags extends SourceFlags, DoingFlags {
  readonly dryRun?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Let models predict many states, into run files that survive any interruption.')
    .argument('[experiment]', 'experiment.jsonc: games, plies, models, templates, samples');
  addSourceOptions(command).option(
    '--dry-run',
    'say how many requests and tokens it takes, and what they cost; ask nothing',
  );
  addDoingOptions(command).addHelpText('after', AFTER_HELP).action(act(run));
}

async function run(terminal: Terminal, file: string | undefined, flags: RunFlags): Promise<number> {
  const placed = await experimentOf(terminal, file, flags);
  const jobs = await jobsOf(terminal, placed, flags);
  const options = executeOptions(flags, placed.experiment);
  if (flags.dryRun === true) {
    for (const job of jobs) await terminal.print(dryRunText(job, options.limits.maxCost));
    return EXIT.ok;
  }
  return terminal.interruptible(async (signal) => {
    const spent: Spending[] = [];
    let status: number = EXIT.ok;
    for (const job of jobs) {
      if (signal.aborted) return EXIT.incomplete;
      adviseOn(terminal, job, flags);
      const done = await executeRun(terminal, job, options, spent, signal);
      spent.push(done.spending);
      if (done.status !== EXIT.ok) status = done.status;
      if (options.pilot) await terminal.print(projectionText(job.label, done.projection, job.prices));
    }
    return status;
  });
}

/** Says before the first request where a run goes, and that a big one is worth a look first. */
function adviseOn(terminal: Terminal, { model, label, tasks, shard }: RunJob, { pilot }: RunFlags): void {
  if (model.endpoint === undefined) return;
  const requests = shardSize(tasks.count, shard);
  const advice = pilot !== true && requests > PILOT_WORTH ? '; --pilot asks 20 first, --dry-run none' : '';
  terminal.note(
    `${label} is asked at ${model.endpoint.host}, ${requests.toLocaleString('en-US')} samples: moves only, no names or comments${advice}`,
  );
}
