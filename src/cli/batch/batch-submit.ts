import { readFileSync } from 'node:fs';
import path from 'node:path';
import { plural } from '../../core/base/text/counts.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import type { RemoteBatch } from '../../models/runs/batch-server.ts';
import { readRunFile } from '../../models/runs/node-run-file.ts';
import { attempt, attemptAsync, EXIT, usageError } from '../command.ts';
import { type Terminal } from '../io/terminal.ts';
import { readFileHeader } from '../runs/run-job.ts';
import type { SubmitFlags } from './batch-options.ts';
import { locked, orFail, serverAt } from './batch-remote.ts';
import {
  type BatchState,
  batchRecord,
  inspectRequests,
  readBatchRecords,
  readBatchState,
  recordBatch,
  recoverBatchState,
  runBase,
  runBesideBatch,
  submittedParts,
  writeBatchState,
} from './batch-state.ts';

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
  const before = await recoverBatchState(file);
  const found = await inspectRequests(file);
  if (before?.forgotten === true)
    throw usageError(
      `${file} was forgotten; statelens batch export writes the requests without an answer into another file`,
    );
  if (before?.batch !== undefined) {
    if (before.sha256 !== found.sha256)
      throw usageError(
        `${file} has changed since it was submitted as ${before.batch}; submit the new requests under another file name`,
      );
    if (readBatchState(file) === undefined) writeBatchState(file, before);
    terminal.note(`${file} was already submitted as ${before.batch}`);
    return;
  }
  const run = runBesideBatch(file);
  if (run !== undefined) await refuseChanged(file, run, found.sha256);
  const header = run === undefined ? undefined : await readFileHeader(run);
  const [model] = header?.models ?? [];
  const isFromFile = flags.baseUrl === undefined && model?.endpoint !== undefined;
  const server = serverAt(terminal, flags.baseUrl ?? model?.endpoint ?? OPENAI_BASE_URL, isFromFile, flags);
  const { endpoint } = server;
  const state: BatchState = { kind: 'batch', schema: 1, baseUrl: endpoint.baseUrl, ...found };
  const keep = async (batch: RemoteBatch): Promise<void> => {
    const whole = { ...state, inputFile: batch.inputFile, batch: batch.id };
    writeBatchState(file, whole);
    if (run !== undefined) await recordBatch(terminal, run, batchRecord(file, 'submitted', whole));
  };
  const mark = { sha256: found.sha256, run: header?.created };
  if (before === undefined) {
    // A process may have died, or its state may be lost: an existing batch is paid for.
    const there = orFail(file, await server.findMarked(mark, signal));
    if (there !== undefined) {
      await keep(there);
      terminal.note(`${file} was already submitted to ${endpoint.host} as ${there.id}, ${there.status}`);
      return;
    }
  }
  await refuseDoubled(file);
  if (run !== undefined) await refuseAsked(file, run);
  const isSame = before?.sha256 === found.sha256 && before.baseUrl === endpoint.baseUrl;
  let inputFile = isSame ? before.inputFile : undefined;
  const isFirst = inputFile === undefined;
  if (inputFile === undefined) {
    const content = new Blob([attempt(`cannot read ${file}`, () => readFileSync(file))]);
    inputFile = orFail(file, await server.upload(path.basename(file), content, signal));
    writeBatchState(file, { ...state, inputFile });
  }
  const batch = orFail(file, await server.create(inputFile, { url: found.url, mark, isFirst }, signal));
  await keep({ ...batch, inputFile });
  terminal.note(
    `${file}: ${plural(found.requests, 'request')} submitted to ${endpoint.host} as ${batch.id}, ${batch.status}`,
  );
}

/** Refuses a file that was changed after it was written: its answers would be to other questions. */
async function refuseChanged(file: string, run: string, sha256: string): Promise<void> {
  const record = (await readBatchRecords(run)).get(path.basename(file));
  if (record !== undefined && record.sha256 !== sha256)
    throw usageError(
      `${file} was changed since it was written: its hash is not the one in ${run}; statelens batch export writes it again`,
    );
}

/** Refuses a file with duplicate requests. */
async function refuseDoubled(file: string): Promise<void> {
  const ids = new Set<string>();
  await inspectRequests(file, (id, line) => {
    if (ids.has(id)) throw usageError(`${file}:${line} asks for ${id} again, which would be paid for twice`);
    ids.add(id);
  });
}

/**
 * Refuses a file with requests that were answered since it was written, or are in another batch: they would be paid for twice.
 */
async function refuseAsked(file: string, run: string): Promise<void> {
  const answered = new Set<string>();
  await attemptAsync(`cannot read ${run}`, () =>
    readRunFile(run, ({ id, error }) => void (error === undefined && answered.add(id))),
  );
  const { pending, files } = await submittedParts(runBase(run), await readBatchRecords(run));
  const isOpen = files.some((other) => path.resolve(other) === path.resolve(file));
  let again = 0;
  let twice = 0;
  const { requests } = await inspectRequests(file, (id) => {
    if (answered.has(id)) again++;
    else if (!isOpen && pending.has(id)) twice++;
  });
  if (again > 0)
    throw usageError(
      `answered by now: ${again} of ${plural(requests, 'request')} in ${file}; statelens batch export writes those without an answer`,
    );
  if (twice > 0)
    throw usageError(
      `in another batch: ${twice} of ${plural(requests, 'request')} in ${file} are in ${files.join(' ')}; fetch it first`,
    );
}
