import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Result } from '../../core/base/result.ts';
import { BatchLedger, ledgerText, serverCountText } from '../../core/evaluation/runs/batch-ledger.ts';
import type { LedgerCounts, RunBatch } from '../../core/evaluation/runs/run-schema.ts';
import type { ModelFault } from '../../models/model.ts';
import { type BatchServer, hasEnded, type RemoteBatch } from '../../models/runs/batch-server.ts';
import { attempt, CliError, EXIT, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import type { FetchFlags } from './batch-options.ts';
import { batchProgress, forgetAdvice, getRemoteBatch, locked, orFail } from './batch-remote.ts';
import { importBatch } from './batch-run.ts';
import {
  type BatchState,
  batchRecord,
  besideBatch,
  inspectRequests,
  recordBatch,
  recoverBatchState,
  removeBatchState,
  runBesideBatch,
  writeBatchState,
} from './batch-state.ts';

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
  if ((await recoverBatchState(file))?.fetched === true) {
    terminal.note(`${file} was already fetched`);
    return EXIT.ok;
  }
  let { state, server, batch } = await getRemoteBatch(terminal, file, flags, signal);
  while (flags.wait !== undefined && !hasEnded(batch)) {
    terminal.note(`${file}: ${batchProgress(batch)}; next check in ${flags.wait} s`);
    if (!(await wait(flags.wait * 1000, signal))) throw new CliError(`${file}: canceled`, EXIT.incomplete);
    ({ state, server, batch } = await getRemoteBatch(terminal, file, flags, signal));
  }
  terminal.note(`${file}: ${batchProgress(batch)}`);
  if (!hasEnded(batch)) return EXIT.incomplete;
  const sent = await sentIn(file, state, server, signal);
  const ledger = new BatchLedger(sent);
  if (batch.status === 'failed') return await close(terminal, file, state, ledger, batch);
  const { results, gone } = await downloaded(server, batch, file, signal);
  for (const id of gone)
    terminal.note(`${file}: its file of results ${id} is gone at ${server.endpoint.host} (HTTP 404)`);
  const run = runBesideBatch(file);
  if (run === undefined) {
    terminal.note(
      `cannot find the run file of ${file}; it is not booked as fetched. Use statelens batch import RUN ${results.join(' ')}`,
    );
    return EXIT.incomplete;
  }
  const status = await importBatch(terminal, run, results, flags, { batch: batch.id, ledger });
  const closed = await close(terminal, file, state, ledger, batch);
  return Math.max(status, closed);
}

/** Records an ended batch, prints its ledger, and keeps it open while results are missing; returns the exit status. */
async function close(
  terminal: Terminal,
  file: string,
  state: BatchState,
  ledger: BatchLedger,
  batch: RemoteBatch,
): Promise<number> {
  const isRefused = batch.status === 'failed';
  if (isRefused) ledger.closeEarly(undefined, false);
  else if (batch.status !== 'completed') ledger.closeEarly(batch.counts, batch.outputFile !== undefined);
  const { counts } = ledger;
  const isOpen = counts.notReceived > 0;
  const said = serverCountText(counts, batch.counts);
  terminal.note(`${file}: ${ledgerText(counts)}${said === undefined ? '' : `; ${said}`}`);
  const { forgotten: _, ...open } = state;
  if (isRefused) removeBatchState(file);
  else writeBatchState(file, isOpen ? open : { ...open, fetched: true });
  await keepRecord(terminal, file, isRefused ? 'refused' : isOpen ? 'submitted' : 'fetched', state, counts);
  if (isRefused)
    terminal.note(`${file} was rejected as a whole; no request was processed, and it can be submitted again`);
  else if (isOpen) terminal.note(`${file}: what is not received stays open: fetch it again. ${forgetAdvice(file)}`);
  return isRefused || isOpen ? EXIT.incomplete : EXIT.ok;
}

async function keepRecord(
  terminal: Terminal,
  file: string,
  status: RunBatch['status'],
  state: BatchState,
  counts: LedgerCounts,
): Promise<void> {
  const run = runBesideBatch(file);
  if (run !== undefined) await recordBatch(terminal, run, batchRecord(file, status, state, counts));
}

/**
 * Returns the ids that were sent: by the file of requests, or by the server's copy of it if that was changed or is gone.
 */
async function sentIn(
  file: string,
  { sha256, inputFile }: BatchState,
  server: BatchServer,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const own = existsSync(file) ? await idsIn(file) : undefined;
  if (own?.sha256 === sha256) return own.ids;
  const copy = besideBatch(file, 'sent.jsonl');
  try {
    if (inputFile !== undefined) orFail(file, await download(server, inputFile, copy, signal));
    const there = existsSync(copy) ? await idsIn(copy) : undefined;
    if (there?.sha256 === sha256) return there.ids;
  } finally {
    rmSync(copy, { force: true });
  }
  throw usageError(
    `${file} ${own === undefined ? 'is gone' : 'has changed'} since it was submitted, so nobody knows what was asked; put it back to fetch the results`,
  );
}

async function idsIn(file: string): Promise<{ readonly sha256: string; readonly ids: ReadonlySet<string> }> {
  const ids = new Set<string>();
  const { sha256 } = await inspectRequests(file, (id) => void ids.add(id));
  return { sha256, ids };
}

/** Downloads the files of results. A missing file does not keep the others from being read. */
async function downloaded(
  server: BatchServer,
  { outputFile, errorFile }: RemoteBatch,
  file: string,
  signal: AbortSignal,
): Promise<{ readonly results: readonly string[]; readonly gone: readonly string[] }> {
  const results: string[] = [];
  const gone: string[] = [];
  for (const [id, ending] of [
    [outputFile, 'output.jsonl'],
    [errorFile, 'errors.jsonl'],
  ] as const) {
    if (id === undefined) continue;
    const target = besideBatch(file, ending);
    const answer = await download(server, id, target, signal);
    if (answer.ok || answer.error.code !== 'unknown-model') orFail(target, answer);
    else gone.push(id);
    if (existsSync(target)) results.push(target);
  }
  return { results, gone };
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

/** Downloads a file of the server; it is renamed only when complete. Returns the fault of the server. */
async function download(
  server: BatchServer,
  id: string,
  target: string,
  signal: AbortSignal,
): Promise<Result<undefined, ModelFault>> {
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
    close();
    if (answer.ok) attempt(doing, () => renameSync(part, target));
    return answer;
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
