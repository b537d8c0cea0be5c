import { existsSync } from 'node:fs';
import { CliError, EXIT, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { recordBatch, recordOf, recordsOf } from './batch-records.ts';
import { locked } from './batch-remote.ts';
import { type BatchState, knownState, lookAt, runOf, writeState } from './batch-state.ts';

/** Releases the runs of submitted files whose results were abandoned. Sends no request; returns the exit status. */
export async function forgetBatches(terminal: Terminal, files: readonly string[]): Promise<number> {
  for (const file of files) await locked(file, () => forget(terminal, file));
  return EXIT.ok;
}

async function forget(terminal: Terminal, file: string): Promise<void> {
  const run = runOf(file);
  const state = await stateOf(file);
  if (state === undefined) throw usageError(`${file} was not submitted: there is nothing to forget`);
  const { batch = 'its batch', requests, forgotten, fetched } = state;
  if (fetched === true) return terminal.note(`${file} was already fetched`);
  if (forgotten === true) return terminal.note(`${file} was already forgotten`);
  writeState(file, { ...state, forgotten: true });
  if (run !== undefined) {
    const ledger = (await recordsOf(run)).get(recordOf(file, 'forgotten', state).file)?.ledger;
    await recordBatch(terminal, run, recordOf(file, 'forgotten', state, ledger));
  }
  terminal.note(
    `${file}: ${batch} is forgotten; those of its ${requests.toLocaleString('en-US')} requests without an answer can be asked again by statelens resume or batch export. A batch that still runs costs all the same`,
  );
}

/** The state of a file, also where its own is damaged. */
async function stateOf(file: string): Promise<BatchState | undefined> {
  try {
    return await knownState(file);
  } catch (error) {
    if (!(error instanceof CliError) || !existsSync(file)) throw error;
    return { kind: 'batch', schema: 1, baseUrl: '', ...(await lookAt(file)) };
  }
}
