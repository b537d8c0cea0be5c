import type { Command } from 'commander';
import type { Act } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import type { Terminal } from '../io/terminal.ts';
import { modelOptions } from '../model-options.ts';
import { addSourceOptions } from '../runs/run-options.ts';
import {
  addAppendOptions,
  addBreakOption,
  type BatchExportFlags,
  type BatchImportFlags,
  type FetchFlags,
  type RemoteFlags,
  type SubmitFlags,
  waitOption,
} from './batch-options.ts';

const AFTER_HELP = `
export creates the run file and writes the requests of all samples without an answer as files for OpenAI's Batch API. submit sends
them to the server, each file exactly once. status shows the progress. fetch downloads the results, appends them to the run file, and
prints what became of every request: answered, failed, never run or not received. What is not received stays open and can be fetched
again; forget gives it up if the batch is gone. import appends results that you downloaded yourself. The state of a submitted file is
stored next to it (….state.json), without the key, and in the run file. Samples have the same IDs as in statelens run: statelens
resume asks for those that a batch left out. A batch costs half of --prices, or --batch-price.

Example:
  $ statelens batch export experiment.jsonc
  $ statelens batch submit .statelens/runs/experiment.gpt-4o.batch-1.jsonl
  $ statelens batch fetch --wait 60 .statelens/runs/experiment.gpt-4o.batch-1.jsonl`;

export function define(command: Command, act: Act): void {
  command
    .description("Run an evaluation through OpenAI's Batch API, at half the price and within a day.")
    .addHelpText('after', AFTER_HELP);
  const exporting = command
    .command('export')
    .description("Write the requests of a run as files for OpenAI's Batch API.")
    .argument('[experiment]', 'experiment.jsonc');
  addBreakOption(modelOptions(addSourceOptions(exporting), 'batchExport')).action(
    act(async (terminal, file: string | undefined, flags: BatchExportFlags) => {
      const { exportBatch } = await import('./batch-run.ts');
      return exportBatch(terminal, file, flags);
    }),
  );
  const importing = command
    .command('import')
    .description('Append the results of a batch to its run file.')
    .argument('<run>', 'run file created by export')
    .argument('<results...>', 'output and error files of the batch');
  addAppendOptions(importing).action(
    act(async (terminal, run: string, results: readonly string[], flags: BatchImportFlags) => {
      const { importBatch } = await import('./batch-run.ts');
      return importBatch(terminal, run, results, flags);
    }),
  );
  defineRemote(command, act);
}

/** Defines a subcommand for submitted files. */
function defineRemote(command: Command, act: Act): void {
  const remote = (name: string, description: string, user: 'batchRemote' | 'batchSubmit' = 'batchRemote'): Command =>
    modelOptions(command.command(name).description(description), user).argument(
      '<files...>',
      'files of requests written by export',
    );
  const onServer = <Flags extends RemoteFlags>(load: () => Promise<OnServer<Flags>>) =>
    act(async (terminal, files: readonly string[], flags: Flags) => {
      const work = await load();
      return terminal.interruptible((signal) => work(terminal, files, flags, signal));
    });
  remote('submit', 'Send files of requests to the server, each exactly once.', 'batchSubmit').action(
    onServer<SubmitFlags>(async () => (await import('./batch-submit.ts')).submitBatches),
  );
  remote('status', 'Show the progress of batches.')
    .addOption(jsonOption())
    .action(onServer(async () => (await import('./batch-remote.ts')).batchStatus));
  addAppendOptions(remote('fetch', 'Download the results of submitted files and append them to their run file.'))
    .addOption(waitOption())
    .action(onServer<FetchFlags>(async () => (await import('./batch-fetch.ts')).fetchBatches));
  remote('cancel', 'Cancel submitted files. Results finished by then can still be fetched.').action(
    onServer(async () => (await import('./batch-remote.ts')).cancelBatches),
  );
  command
    .command('forget')
    .description('Give up submitted files whose batch is gone, which releases their run.')
    .argument('<files...>', 'files of requests written by export')
    .action(
      act(async (terminal, files: readonly string[]) => {
        const { forgetBatches } = await import('./batch-remote.ts');
        return forgetBatches(terminal, files);
      }),
    );
}

/** A subcommand that contacts the server. */
type OnServer<Flags> = (
  terminal: Terminal,
  files: readonly string[],
  flags: Flags,
  signal: AbortSignal,
) => Promise<number>;
