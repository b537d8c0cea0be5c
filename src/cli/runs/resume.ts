import type { Command } from 'commander';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import type { Spending } from '../../core/evaluation/runs/spending.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { type ModelFlags, modelOption, modelOptions } from '../model-options.ts';
import { nameGivenProgram, worldFlag } from '../open-world.ts';
import { earlierSpending, openCache } from './earlier-sessions.ts';
import { executeRun, projectionText } from './execute-run.ts';
import { findRunGames, resumeCommand } from './find-games.ts';
import { readPrices } from './prices-option.ts';
import { readFileHeader, resumedHeaderJob } from './run-job.ts';
import { addDoingOptions, type DoingFlags, executeOptions } from './run-options.ts';

const AFTER_HELP = `
The run file contains everything except the path of the games: they are looked up next to the run file, in the folders above it, in
the current folder and in the folders inside these, first by name, then by content, so that they may be moved or renamed. Of an
onnx:FOLDER the run file contains only the name of the folder: --model names it again. The limits of the run remain in effect; --max-requests, --max-cost and
--max-tokens-total replace them. The cost counts by the prices in the run file, and with --prices by the dearer of both: it is never
lower than what was spent.

Example:
  $ statelens resume tracker.run.jsonl
  $ statelens resume gpt-4o.run.jsonl --retry-errors --games games.pgn`;

interface ResumeFlags extends DoingFlags, ModelFlags {
  readonly games?: string;
  readonly model?: string;
  readonly world?: string;
}

export function define(command: Command, act: Act): void {
  command
    .description('Resume runs that were stopped or killed.')
    .argument('<runs...>', 'run files (*.run.jsonl)')
    .option('--games <file>', 'file with the games')
    .addOption(modelOption('that of the run file'))
    .addOption(worldFlag());
  addDoingOptions(modelOptions(command, 'resume')).addHelpText('after', AFTER_HELP).action(act(resume));
}

async function resume(terminal: Terminal, files: readonly string[], flags: ResumeFlags): Promise<number> {
  return terminal.interruptible(async (signal) => {
    nameGivenProgram(flags.world);
    const spent: Spending[] = [];
    let status: number = EXIT.ok;
    const { games: _, prices: __, ...rest } = flags;
    const prices = readPrices(flags);
    const found: { job: RunJob; header: RunHeader; games: string | undefined }[] = [];
    for (const file of files) {
      const header = await readFileHeader(file);
      const games = await findRunGames(terminal, file, header, flags.games);
      found.push({
        job: await resumedHeaderJob(terminal, file, header, {
          ...rest,
          ...(prices === undefined ? {} : { prices }),
          games,
        }),
        header,
        games,
      });
    }
    if (flags.prices !== undefined && new Set(found.map(({ job }) => job.label)).size > 1)
      throw usageError('--prices cannot be used with runs of several models');
    const earlier: Spending[] = [];
    for (const { job } of found) earlier.push(await earlierSpending(job));
    const cache = openCache(
      terminal,
      found.map(({ job }) => job),
      flags,
    );
    for (const [i, { job, header, games }] of found.entries()) {
      if (signal.aborted) return EXIT.incomplete;
      const { model, apiKeyVariable } = flags;
      const resume = resumeCommand(terminal, job, { games, model, apiKeyVariable, prices: header.models[0]?.prices });
      const others = [...spent, ...earlier.slice(i + 1)];
      const done = await executeRun(
        terminal,
        job,
        { ...executeOptions(flags, header.limits), cache },
        others,
        resume,
        signal,
      );
      spent.push(done.spending);
      if (done.status !== EXIT.ok) status = done.status;
      if (flags.pilot === true) await terminal.print(projectionText(job.label, done.projection, job.prices));
    }
    return status;
  });
}
