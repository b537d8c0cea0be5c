import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../../core/base/result.ts';
import { OPENAI_BASE_URL, readEndpoint } from '../../models/endpoint.ts';
import type { ModelFault } from '../../models/model.ts';
import { OPENAI_DEFAULTS } from '../../models/openai/openai.ts';
import { BatchServer, hasEnded, type RemoteBatch } from '../../models/runs/batch-server.ts';
import { FileLock } from '../../models/runs/node-lock.ts';
import { readRunFile } from '../../models/runs/node-run-file.ts';
import { KEY_VARIABLE, keyRefused } from '../../models/runs/run-model.ts';
import { retryNote } from '../../models/wait-words.ts';
import { attempt, attemptAsync, CliError, EXIT, usageError } from '../command.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { orUsageError } from '../runs/run-fault.ts';
import { headerOfFile } from '../runs/run-job.ts';
import type { FetchFlags, RemoteFlags, SubmitFlags } from './batch-options.ts';
import { importBatch } from './batch-run.ts';
import {
  type BatchState,
  besideBatch,
  forgetState,
  lookAt,
  readState,
  runOf,
  submittedState,
  writeState,
} from './batch-state.ts';

/** Uploads and downloads can be 200 MB or more. */
const TIMEOUT_MS = 600_000;

/** Opens the server of a batch, with the key of the environment if it may be sent there. */
function serverAt(
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

/** The value of an answer. A fault ends the command; local files stay unchanged. */
function orFail<T>(file: string, answer: Result<T, ModelFault>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new CliError(
    `${file}: ${code === 'cancelled' ? 'canceled; repeat the command to continue' : message}`,
    EXIT.incomplete,
  );
}

/** Runs work under the lock of a file. */
async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = attempt(`cannot write next to ${file}`, () => FileLock.take(besideBatch(file, 'state.json')));
  if (!lock.ok) throw usageError(lock.error.message);
  try {
    return await work();
  } finally {
    lock.value.release();
  }
}

/** Submits files of requests, each exactly once even after failures; returns the exit status. */
export async function submitBatches(
  terminal: Terminal,
  files: readonly string[],
  flags: SubmitFlags,
  signal: AbortSignal,
): Promise<number> {
  for (const file of files) await locked(file, () => submit(terminal, file, flags, signal));
  return EXIT.ok;
}

async function submit(terminal: Terminal, file: string, flags: SubmitFlags, signal: AbortSignal): Promise<void> {
  const before = readState(file);
  const found = await lookAt(file);
  if (before?.batch !== undefined) {
    if (before.sha256 !== found.sha256)
      throw usageError(
        `${file} has changed since it was submitted as ${before.batch}; submit the new requests under another file name`,
      );
    terminal.note(`${file} was already submitted as ${before.batch}`);
    return;
  }
  const run = runOf(file);
  if (run !== undefined) await refuseAnswered(file, run);
  const [model] = run === undefined ? [] : (await headerOfFile(run)).models;
  const isFromFile = flags.baseUrl === undefined && model?.endpoint !== undefined;
  const server = serverAt(terminal, flags.baseUrl ?? model?.endpoint ?? OPENAI_BASE_URL, isFromFile, flags);
  const { endpoint } = server;
  const isSame = before?.sha256 === found.sha256 && before.baseUrl === endpoint.baseUrl;
  let inputFile = isSame ? before.inputFile : undefined;
  const isFirst = inputFile === undefined;
  const state: BatchState = { kind: 'batch', schema: 1, baseUrl: endpoint.baseUrl, ...found };
  if (inputFile === undefined) {
    const content = new Blob([attempt(`cannot read ${file}`, () => readFileSync(file))]);
    inputFile = orFail(file, await server.upload(path.basename(file), content, signal));
    writeState(file, { ...state, inputFile });
  }
  const batch = orFail(file, await server.create(inputFile, found.url, isFirst, signal));
  writeState(file, { ...state, inputFile, batch: batch.id });
  terminal.note(
    `${file}: ${plural(found.requests, 'request')} submitted to ${endpoint.host} as ${batch.id}, ${batch.status}`,
  );
}

/** Refuses a file with requests that were answered since it was written: they would be paid for twice. */
async function refuseAnswered(file: string, run: string): Promise<void> {
  const answered = new Set<string>();
  await attemptAsync(`cannot read ${run}`, () =>
    readRunFile(run, ({ id, error }) => void (error === undefined && answered.add(id))),
  );
  let again = 0;
  const { requests } = await lookAt(file, (id) => void (answered.has(id) && again++));
  if (again > 0)
    throw usageError(
      `answered by now: ${again} of ${plural(requests, 'request')} in ${file}; statelens batch export writes those without an answer`,
    );
}

/** The current state of a submitted file's batch. */
async function remoteOf(
  terminal: Terminal,
  file: string,
  flags: RemoteFlags,
  signal: AbortSignal,
): Promise<{ readonly state: BatchState; readonly server: BatchServer; readonly batch: RemoteBatch }> {
  const state = submittedState(file);
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
      const fetched = state.fetched === true ? ', fetched' : '';
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

/** Downloads the results of ended batches and appends them to their run files; returns the exit status. */
export async function fetchBatches(
  terminal: Terminal,
  files: readonly string[],
  flags: FetchFlags,
  signal: AbortSignal,
): Promise<number> {
  let status: number = EXIT.ok;
  for (const file of files) {
    const done = await locked(file, () => fetchBatch(terminal, file, flags, signal));
    if (done !== EXIT.ok) status = done;
  }
  return status;
}

async function fetchBatch(terminal: Terminal, file: string, flags: FetchFlags, signal: AbortSignal): Promise<number> {
  if (readState(file)?.fetched === true) {
    terminal.note(`${file} was already fetched`);
    return EXIT.ok;
  }
  let { state, server, batch } = await remoteOf(terminal, file, flags, signal);
  while (flags.wait !== undefined && !hasEnded(batch)) {
    terminal.note(`${file}: ${progressOf(batch)}; next check in ${flags.wait} s`);
    if (!(await wait(flags.wait * 1000, signal))) throw new CliError(`${file}: canceled`, EXIT.incomplete);
    ({ state, server, batch } = await remoteOf(terminal, file, flags, signal));
  }
  terminal.note(`${file}: ${progressOf(batch)}`);
  if (!hasEnded(batch)) return EXIT.incomplete;
  if (batch.status === 'failed') {
    forgetState(file);
    terminal.note(`${file} was rejected as a whole; no request was processed, and it can be submitted again`);
    return EXIT.incomplete;
  }
  const results: string[] = [];
  for (const [id, ending] of [
    [batch.outputFile, 'output.jsonl'],
    [batch.errorFile, 'errors.jsonl'],
  ] as const) {
    if (id === undefined) continue;
    const target = besideBatch(file, ending);
    await download(server, id, target, signal);
    results.push(target);
  }
  const run = runOf(file);
  if (run === undefined) {
    terminal.note(`cannot find the run file of ${file}; use statelens batch import RUN ${results.join(' ')}`);
    writeState(file, { ...state, fetched: true });
    return EXIT.incomplete;
  }
  const status = await importBatch(terminal, run, results, flags);
  writeState(file, { ...state, fetched: true });
  return status;
}

/** Waits; resolves to false if the signal aborts first. */
const wait = (ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });

/** Downloads a file of the server; it is renamed to its name only when complete. */
async function download(server: BatchServer, id: string, target: string, signal: AbortSignal): Promise<void> {
  const part = `${target}.part`;
  const doing = `cannot write ${target}`;
  const disk = new AbortController();
  let handle: number | undefined;
  const close = (): void => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  let failure: unknown;
  const onDisk = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      failure = error;
      disk.abort();
      throw error;
    }
  };
  try {
    const sink = {
      start: () =>
        onDisk(() => {
          close();
          handle = openSync(part, 'w');
        }),
      write: (piece: Uint8Array) => onDisk(() => writeAll(handle ?? -1, piece)),
    };
    const answer = await server.download(id, sink, AbortSignal.any([signal, disk.signal]));
    if (failure !== undefined) attempt(doing, () => fail(failure));
    orFail(target, answer);
    close();
    attempt(doing, () => renameSync(part, target));
  } finally {
    close();
    rmSync(part, { force: true });
  }
}

function writeAll(handle: number, piece: Uint8Array): void {
  for (let at = 0; at < piece.byteLength; ) at += writeSync(handle, piece, at);
}

function fail(error: unknown): never {
  throw error;
}
