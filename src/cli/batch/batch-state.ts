import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { RunBatch } from '../../core/evaluation/runs/run-schema.ts';
import { BATCH_URLS, type BatchUrl } from '../../models/runs/batch-file.ts';
import { openRunFile, readRunFile, runLines } from '../../models/runs/node-run-file.ts';
import { attempt, attemptAsync, usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

const stateSchema = v.object({
  kind: v.literal('batch'),
  schema: v.literal(1),
  baseUrl: v.string(),
  url: v.picklist(BATCH_URLS),
  requests: v.number(),
  /** SHA-256 of the file of requests, in hexadecimal digits. */
  sha256: v.string(),
  /** Id of the file at the server. */
  inputFile: v.exactOptional(v.string()),
  /** Id of the batch at the server; without it, only the file may have been uploaded. */
  batch: v.exactOptional(v.string()),
  /** True if all results are in the run file. */
  fetched: v.exactOptional(v.boolean()),
  /** True if further results are not expected. */
  forgotten: v.exactOptional(v.boolean()),
});

/** State of a submitted file of requests, stored next to it, without the key. */
export type BatchState = v.InferOutput<typeof stateSchema>;

const WITHOUT_END = /\.jsonl$/;
const PART = /\.batch-(\d+)\.jsonl$/;

/** Returns the file next to a file of requests with this ending: `….batch-1.state.json`. */
export const besideBatch = (file: string, ending: string): string => `${file.replace(WITHOUT_END, '')}.${ending}`;

const stateFile = (file: string): string => besideBatch(file, 'state.json');

/** Reads the state of a file of requests; undefined if there is none. */
export function readBatchState(file: string): BatchState | undefined {
  const name = stateFile(file);
  if (!existsSync(name)) return undefined;
  const text = attempt(`cannot read ${name}`, () => readFileSync(name, 'utf8'));
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), stateSchema), text);
  if (!read.success)
    throw usageError(
      `${name} is not a valid state of ${file}; it was edited, or written by a newer version. If nothing is to be fetched, statelens batch forget ${file} releases its run`,
    );
  return read.output;
}

/**
 * Returns the state of a file of requests even if its state file is lost: the run file has the same data. Undefined if it was never
 * submitted.
 */
export async function recoverBatchState(file: string): Promise<BatchState | undefined> {
  const state = readBatchState(file);
  if (state !== undefined) return state;
  const record = (await readBatchRecords(runBesideBatch(file))).get(path.basename(file));
  const { status, endpoint: baseUrl, batch, inputFile, requests, sha256 } = record ?? {};
  if (status === undefined || requests === undefined || sha256 === undefined || baseUrl === undefined) return undefined;
  if (batch === undefined || !SUBMITTED.has(status)) return undefined;
  return {
    kind: 'batch',
    schema: 1,
    baseUrl,
    url: existsSync(file) ? (await inspectRequests(file)).url : BATCH_URLS[0],
    requests,
    sha256,
    batch,
    ...(inputFile === undefined ? {} : { inputFile }),
    ...(status === 'fetched' ? { fetched: true } : status === 'forgotten' ? { forgotten: true } : {}),
  };
}

/** Statuses in run files of request files accepted by a server. */
const SUBMITTED: ReadonlySet<string> = new Set(['submitted', 'fetched', 'forgotten']);

/** Returns the state of a submitted file. */
export async function submittedState(file: string): Promise<BatchState & { readonly batch: string }> {
  const state = await recoverBatchState(file);
  if (state?.batch === undefined) throw usageError(`${file} was not submitted; use statelens batch submit`);
  return { ...state, batch: state.batch };
}

export const writeBatchState = (file: string, state: BatchState): void =>
  writeText(stateFile(file), `${JSON.stringify(state, undefined, 2)}\n`);

/** Removes the state, so that a rejected file can be submitted again. */
export const removeBatchState = (file: string): void => rmSync(stateFile(file), { force: true });

/** Reads the API, the number of requests and the hash of a file of requests. `onRequest` gets their IDs and lines. */
export async function inspectRequests(
  file: string,
  onRequest?: (id: string, line: number) => void,
): Promise<Pick<BatchState, 'url' | 'requests' | 'sha256'>> {
  return attemptAsync(`cannot read ${file}`, async () => {
    const hash = createHash('sha256');
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
    let url: BatchUrl | undefined;
    let requests = 0;
    for await (const { number, text } of runLines(file)) {
      if (text === '') continue;
      const read = v.safeParse(requestSchema, text);
      if (!read.success) throw usageError(`${file}:${number} is not a request of a batch`);
      url ??= read.output.url;
      if (url !== read.output.url) throw usageError(`${file}:${number} is for another API than the lines before it`);
      requests++;
      const { custom_id: id } = read.output;
      onRequest?.(id, number);
    }
    if (url === undefined) throw usageError(`${file} has no requests`);
    return { url, requests, sha256: hash.digest('hex') };
  });
}

const requestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ custom_id: v.string(), url: v.picklist(BATCH_URLS) }),
);

/** Returns the run file of a file of requests, by name; undefined if it is not next to it. */
export function runBesideBatch(file: string): string | undefined {
  const base = file.replace(PART, '');
  return base === file ? undefined : [`${base}.run.jsonl`, `${base}.jsonl`].find((name) => existsSync(name));
}

/** Returns the name of a run file without its ending, with which the names of its files of requests begin. */
export const runBase = (file: string): string => file.replace(/\.run\.jsonl$|\.jsonl$/, '');

/** Submitted files of requests of a run. */
export interface SubmittedParts {
  readonly numbers: ReadonlySet<number>;
  /** Ids of requests that are not fetched yet, with their files. */
  readonly pending: ReadonlySet<string>;
  readonly files: readonly string[];
  /** Submitted files that are lost together with their state: their requests are unknown. */
  readonly lost: readonly string[];
}

/**
 * Returns the submitted files of requests of the run with this base name.
 *
 * @param records lines of its run file: they show that files with a lost state were submitted
 */
export async function submittedParts(base: string, records: ReadonlyMap<string, RunBatch>): Promise<SubmittedParts> {
  const files: string[] = [];
  const lost: string[] = [];
  const numbers = new Set<number>();
  const pending = new Set<string>();
  const folder = path.dirname(base);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of new Set([...names, ...records.keys()])) {
    const number = PART.exec(name)?.[1];
    if (number === undefined || name.replace(PART, '') !== path.basename(base)) continue;
    const file = path.join(folder, name);
    const state = readBatchState(file);
    const status = records.get(name)?.status;
    if (state === undefined && (status === undefined || !SUBMITTED.has(status))) continue;
    numbers.add(Number(number));
    const isClosed = state === undefined ? status !== 'submitted' : state.fetched === true || state.forgotten === true;
    if (isClosed) continue;
    if (!existsSync(file)) {
      lost.push(file);
      continue;
    }
    files.push(file);
    for await (const { text } of runLines(file)) {
      const read = v.safeParse(requestSchema, text);
      if (read.success) pending.add(read.output.custom_id);
    }
  }
  return { numbers, pending, files, lost };
}

/** Returns the last line of a run file about each of its files of requests, by the name of the file. */
export async function readBatchRecords(run: string | undefined): Promise<ReadonlyMap<string, RunBatch>> {
  const records = new Map<string, RunBatch>();
  if (run === undefined || !existsSync(run)) return records;
  await attemptAsync(`cannot read ${run}`, () =>
    readRunFile(
      run,
      () => {},
      () => {},
      (batch) => void records.set(batch.file, batch),
    ),
  );
  return records;
}

/**
 * Records the status of a file of requests in a run file. The state beside the file has the same data, so a failure is only reported.
 */
export async function recordBatch(terminal: Terminal, run: string, record: RunBatch): Promise<void> {
  const opened = await attemptAsync(`cannot write ${run}`, () =>
    openRunFile({ file: run, header: undefined, breakLock: false, onSample: () => {} }),
  );
  if (!opened.ok) {
    terminal.note(`${opened.error}; what became of ${record.file} is in its state file alone`);
    return;
  }
  try {
    await attemptAsync(`cannot write ${run}`, () => opened.value.append(record));
  } finally {
    await opened.value.close();
  }
}

/** Returns the line of a run file about a file of requests. */
export const batchRecord = (
  file: string,
  status: RunBatch['status'],
  {
    requests,
    sha256,
    baseUrl,
    inputFile,
    batch,
  }: {
    readonly requests: number;
    readonly sha256: string;
    readonly baseUrl?: string;
    readonly inputFile?: string | undefined;
    readonly batch?: string | undefined;
  },
  ledger?: RunBatch['ledger'],
): RunBatch => ({
  kind: 'batch',
  file: path.basename(file),
  requests,
  sha256,
  status,
  ...(baseUrl === undefined || baseUrl === '' ? {} : { endpoint: baseUrl }),
  ...(inputFile === undefined ? {} : { inputFile }),
  ...(batch === undefined ? {} : { batch }),
  ...(ledger === undefined ? {} : { ledger }),
});
