import { type Command, Option } from 'commander';
import type { Act } from '../command.ts';
import { wholeNumber } from '../options.ts';
import { addSourceOptions, type SourceFlags, trustOption } from '../runs/run-options.ts';

const AFTER_HELP = `
export makes the run file and writes the requests of all samples that have no answer in it yet, as files for OpenAI's Batch API;
submit sends them to the server, once whatever happens on the way; status tells how far it is; fetch loads the results and appends
them to the run file, which import does with files that were loaded otherwise. What is known of a file of requests stands beside it
(….state.json), without a key. Samples have the same ids as those of statelens run: what a batch left out
statelens resume asks one by one.

Example:
  $ statelens batch export experiment.jsonc
  $ statelens batch submit .statelens/runs/experiment.gpt-4o.batch-1.jsonl
  $ statelens batch fetch --wait 60 .statelens/runs/experiment.gpt-4o.batch-1.jsonl`;

export interface ExportFlags extends SourceFlags {
  readonly breakLock?: boolean;
}

export interface ImportFlags {
  readonly games?: string;
  readonly breakLock?: boolean;
  readonly trustHost?: readonly string[];
}

export interface RemoteFlags {
  readonly apiKeyVariable?: string;
  readonly trustHost?: readonly string[];
  readonly json?: boolean;
}

export interface SubmitFlags extends RemoteFlags {
  readonly baseUrl?: string;
}

export interface FetchFlags extends RemoteFlags {
  readonly games?: string;
  readonly breakLock?: boolean;
  /** Seconds between two questions whether it has ended. */
  readonly wait?: number;
}

const BREAK = ['--break-lock', 'take over the lock of another machine whose process is gone'] as const;

export function define(command: Command, act: Act): void {
  command
    .description("A run by OpenAI's Batch API, at half the price and within a day.")
    .addHelpText('after', AFTER_HELP);
  const exporting = command
    .command('export')
    .description("Write the requests of a run as files for OpenAI's Batch API.")
    .argument('[experiment]', 'experiment.jsonc');
  addSourceOptions(exporting)
    .option(...BREAK)
    .action(
      act(async (terminal, file: string | undefined, flags: ExportFlags) => {
        const { exportBatch } = await import('./batch-run.ts');
        return exportBatch(terminal, file, flags);
      }),
    );
  command
    .command('import')
    .description('Append the results of a batch to its run file.')
    .argument('<run>', 'run file that export made')
    .argument('<results...>', 'output and error files of the batch')
    .option('--games <pgn>', 'the games, where they are not found by their name')
    .option(...BREAK)
    .addOption(trustOption())
    .action(
      act(async (terminal, run: string, results: readonly string[], flags: ImportFlags) => {
        const { importBatch } = await import('./batch-run.ts');
        return importBatch(terminal, run, results, flags);
      }),
    );
  defineRemote(command, act);
}

function defineRemote(command: Command, act: Act): void {
  const remote = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<files...>', 'files of requests that export wrote')
      .option('--api-key-variable <name>', 'environment variable with the key (default: OPENAI_API_KEY)')
      .addOption(trustOption());
  const load = () => import('./batch-remote.ts');
  remote('submit', 'Send files of requests to the server, each once.')
    .option('--base-url <url>', "server (default: the one of the run file, else OpenAI's own)")
    .action(
      act(async (terminal, files: readonly string[], flags: SubmitFlags) => {
        const { submitBatches } = await load();
        return terminal.interruptible((signal) => submitBatches(terminal, files, flags, signal));
      }),
    );
  remote('status', 'Tell how far submitted files are.')
    .option('--json', 'one JSON object a file')
    .action(
      act(async (terminal, files: readonly string[], flags: RemoteFlags) => {
        const { batchStatus } = await load();
        return terminal.interruptible((signal) => batchStatus(terminal, files, flags, signal));
      }),
    );
  remote('fetch', 'Load the results of submitted files, and append them to their run file.')
    .option('--games <pgn>', 'the games, where they are not found by their name')
    .addOption(
      new Option('--wait <s>', 'ask every so many seconds until it has ended').argParser(wholeNumber(1, 86_400)),
    )
    .option(...BREAK)
    .action(
      act(async (terminal, files: readonly string[], flags: FetchFlags) => {
        const { fetchBatches } = await load();
        return terminal.interruptible((signal) => fetchBatches(terminal, files, flags, signal));
      }),
    );
  remote('cancel', 'Give submitted files up; what they have by then can be fetched.').action(
    act(async (terminal, files: readonly string[], flags: RemoteFlags) => {
      const { cancelBatches } = await load();
      return terminal.interruptible((signal) => cancelBatches(terminal, files, flags, signal));
    }),
  );
}
