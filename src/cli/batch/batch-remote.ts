import { existsSync } from 'node:fs';
import type { Result } from '../../core/base/result.ts';
import { keyRefused } from '../../models/api-key.ts';
import { readEndpoint } from '../../models/endpoint.ts';
import type { ModelFault } from '../../models/model.ts';
import { serverOptions } from '../../models/model-settings.ts';
import { BatchServer, hasEnded, type RemoteBatch } from '../../models/runs/batch-server.ts';
import { FileLock } from '../../models/runs/node-lock.ts';
import { attempt, CliError, EXIT, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { findApiKey, modelPlace } from '../predict/open-model.ts';
import type { RemoteFlags } from './batch-options.ts';
import {
  type BatchState,
  batchRecord,
  besideBatch,
  inspectRequests,
  readBatchRecords,
  recordBatch,
  recoverBatchState,
  runBesideBatch,
  submittedState,
  writeBatchState,
} from './batch-state.ts';

/** Time limit of a transfer: uploads and downloads can exceed 200 MB. */
const TIMEOUT_MS = 600_000;

/** Opens the server of a batch, with the key from the environment if it may be sent there. */
export function serverAt(
  terminal: Terminal,
  baseUrl: string,
  isFromFile: boolean,
  { apiKeyVariable, trustHost = [] }: RemoteFlags,
): BatchServer {
  const endpoint = readEndpoint(baseUrl);
  if (!endpoint.ok) throw usageError(endpoint.error);
  const key = findApiKey(terminal, apiKeyVariable, { isFromFile, trustedHosts: trustHost });
  const refused = keyRefused(endpoint.value, key);
  if (refused !== undefined) throw usageError(refused.message);
  const settings = { label: '', baseUrl: endpoint.value.baseUrl, key, timeout: TIMEOUT_MS };
  return new BatchServer(endpoint.value, serverOptions(settings, modelPlace(terminal)));
}

/** Returns the advice in the message about a missing batch. */
export const forgetAdvice = (file: string): string =>
  `If it is gone for good, statelens batch forget ${file} releases its run`;

/** Returns the value of an answer. A fault ends the command; local files stay unchanged. */
export function orFail<T>(file: string, answer: Result<T, ModelFault>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  if (code === 'unknown-model') throw new CliError(`${file}: ${message} ${forgetAdvice(file)}`, EXIT.incomplete);
  throw new CliError(
    `${file}: ${code === 'cancelled' ? 'canceled; repeat the command to continue' : message}`,
    EXIT.incomplete,
  );
}

/** Runs work under the lock of a file. */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = attempt(`cannot write next to ${file}`, () => FileLock.take(besideBatch(file, 'state.json')));
  if (!lock.ok) throw usageError(lock.error.message);
  try {
    return await work();
  } finally {
    lock.value.release();
  }
}

/** Returns the current state of a submitted file's batch. */
export async function getRemoteBatch(
  terminal: Terminal,
  file: string,
  flags: RemoteFlags,
  signal: AbortSignal,
): Promise<{ readonly state: BatchState; readonly server: BatchServer; readonly batch: RemoteBatch }> {
  const state = await submittedState(file);
  const server = serverAt(terminal, state.baseUrl, true, flags);
  return { state, server, batch: orFail(file, await server.read(state.batch, signal)) };
}

/** Returns `in_progress, 12 of 40 done, 1 failed`. */
export function batchProgress({ status, counts, errors }: RemoteBatch): string {
  const done = counts === undefined || counts.total === 0 ? [] : [`${counts.completed} of ${counts.total} done`];
  const failed = counts === undefined || counts.failed === 0 ? [] : [`${counts.failed} failed`];
  return [status, ...done, ...failed, ...errors.slice(0, 3)].join(', ');
}

/** Prints the progress of batches; returns status 0 if all are completed. */
export async function batchStatus(
  terminal: Terminal,
  files: readonly string[],
  flags: RemoteFlags,
  signal: AbortSignal,
): Promise<number> {
  let status: number = EXIT.ok;
  for (const file of files) {
    const { state, batch } = await getRemoteBatch(terminal, file, flags, signal);
    if (batch.status !== 'completed') status = EXIT.incomplete;
    if (flags.json !== true) {
      const fetched = state.fetched === true ? ', fetched' : state.forgotten === true ? ', forgotten' : '';
      await terminal.print(`${file}: ${batchProgress(batch)} (${batch.id})${fetched}\n`);
      continue;
    }
    const { id, counts, errors } = batch;
    const report = {
      file,
      batch: id,
      status: batch.status,
      counts: counts ?? null,
      errors,
      fetched: state.fetched === true,
    };
    await terminal.print(`${JSON.stringify(report)}\n`);
  }
  return status;
}

/** Cancels batches. Results finished by then can still be fetched. */
export async function cancelBatches(
  terminal: Terminal,
  files: readonly string[],
  flags: RemoteFlags,
  signal: AbortSignal,
): Promise<number> {
  for (const file of files) {
    const { server, batch } = await getRemoteBatch(terminal, file, flags, signal);
    if (hasEnded(batch)) terminal.note(`${file} has already ended: ${batchProgress(batch)}`);
    else terminal.note(`${file}: ${orFail(file, await server.cancel(batch.id, signal)).status}`);
  }
  return EXIT.ok;
}

/** Releases the runs of submitted files whose results were abandoned. Sends no request; returns the exit status. */
export async function forgetBatches(terminal: Terminal, files: readonly string[]): Promise<number> {
  for (const file of files) await locked(file, () => forget(terminal, file));
  return EXIT.ok;
}

async function forget(terminal: Terminal, file: string): Promise<void> {
  const run = runBesideBatch(file);
  const state = await readBatchState(file);
  if (state === undefined) throw usageError(`${file} was not submitted: there is nothing to forget`);
  const { batch = 'its batch', requests, forgotten, fetched } = state;
  if (fetched === true) return terminal.note(`${file} was already fetched`);
  if (forgotten === true) return terminal.note(`${file} was already forgotten`);
  writeBatchState(file, { ...state, forgotten: true });
  if (run !== undefined) {
    const ledger = (await readBatchRecords(run)).get(batchRecord(file, 'forgotten', state).file)?.ledger;
    await recordBatch(terminal, run, batchRecord(file, 'forgotten', state, ledger));
  }
  terminal.note(
    `${file}: ${batch} is forgotten; those of its ${requests.toLocaleString('en-US')} requests without an answer can be asked again by statelens resume or batch export. A batch that still runs costs all the same`,
  );
}

/** Returns the state of a file, even if its own state file is damaged. */
async function readBatchState(file: string): Promise<BatchState | undefined> {
  try {
    return await recoverBatchState(file);
  } catch (error) {
    if (!(error instanceof CliError) || !existsSync(file)) throw error;
    return { kind: 'batch', schema: 1, baseUrl: '', ...(await inspectRequests(file)) };
  }
}
