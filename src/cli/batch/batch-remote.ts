import type { Result } from '../../core/base/result.ts';
import { readEndpoint } from '../../models/endpoint.ts';
import type { ModelFault } from '../../models/model.ts';
import { OPENAI_DEFAULTS } from '../../models/openai/openai.ts';
import { BatchServer, hasEnded, type RemoteBatch } from '../../models/runs/batch-server.ts';
import { FileLock } from '../../models/runs/node-lock.ts';
import { KEY_VARIABLE, keyRefused } from '../../models/runs/run-model.ts';
import { retryNote } from '../../models/wait-words.ts';
import { attempt, CliError, EXIT, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { orUsageError } from '../runs/run-fault.ts';
import type { RemoteFlags } from './batch-options.ts';
import { type BatchState, besideBatch, submittedState } from './batch-state.ts';

/** Uploads and downloads can be 200 MB or more. */
const TIMEOUT_MS = 600_000;

/** Opens the server of a batch, with the key of the environment if it may be sent there. */
export function serverAt(
  terminal: Terminal,
  baseUrl: string,
  isFromFile: boolean,
  { apiKeyVariable, trustHost = [] }: RemoteFlags,
): BatchServer {
  const endpoint = readEndpoint(baseUrl);
  if (!endpoint.ok) throw usageError(endpoint.error);
  const apiKey = terminal.env[apiKeyVariable ?? KEY_VARIABLE] ?? '';
  const entry = apiKeyVariable === undefined ? {} : { apiKeyVariable };
  const refused = keyRefused(endpoint.value, { entry, isFromFile, trusted: trustHost, apiKey });
  if (refused !== undefined) orUsageError(refused);
  return new BatchServer(endpoint.value, {
    ...OPENAI_DEFAULTS,
    baseUrl: endpoint.value.baseUrl,
    apiKey,
    timeout: TIMEOUT_MS,
    random: Math.random,
    onRetry: (event) => terminal.note(retryNote(event)),
  });
}

/** Advice in the message about a batch that is gone. */
export const forgetWords = (file: string): string =>
  `If it is gone for good, statelens batch forget ${file} releases its run`;

/** The value of an answer. A fault ends the command; local files stay unchanged. */
export function orFail<T>(file: string, answer: Result<T, ModelFault>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  if (code === 'unknown-model') throw new CliError(`${file}: ${message} ${forgetWords(file)}`, EXIT.incomplete);
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

/** The current state of a submitted file's batch. */
export async function remoteOf(
  terminal: Terminal,
  file: string,
  flags: RemoteFlags,
  signal: AbortSignal,
): Promise<{ readonly state: BatchState; readonly server: BatchServer; readonly batch: RemoteBatch }> {
  const state = await submittedState(file);
  const server = serverAt(terminal, state.baseUrl, true, flags);
  return { state, server, batch: orFail(file, await server.read(state.batch, signal)) };
}

/** `in_progress, 12 of 40 done, 1 failed` */
export function progressOf({ status, counts, errors }: RemoteBatch): string {
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
    const { state, batch } = await remoteOf(terminal, file, flags, signal);
    if (batch.status !== 'completed') status = EXIT.incomplete;
    if (flags.json !== true) {
      const fetched = state.fetched === true ? ', fetched' : state.forgotten === true ? ', forgotten' : '';
      await terminal.print(`${file}: ${progressOf(batch)} (${batch.id})${fetched}\n`);
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
    const { server, batch } = await remoteOf(terminal, file, flags, signal);
    if (hasEnded(batch)) terminal.note(`${file} has already ended: ${progressOf(batch)}`);
    else terminal.note(`${file}: ${orFail(file, await server.cancel(batch.id, signal)).status}`);
  }
  return EXIT.ok;
}
