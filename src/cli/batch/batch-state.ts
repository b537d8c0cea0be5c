import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { RunBatch } from '../../core/evaluation/runs/run-schema.ts';
import { BATCH_URLS, type BatchUrl } from '../../models/runs/batch-file.ts';
import { runLines } from '../../models/runs/node-run-file.ts';
import { attempt, attemptAsync, usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import { recordsOf } from './batch-records.ts';

const stateSchema = v.object({
  kind: v.literal('batch'),
  schema: v.literal(1),
  baseUrl: v.string(),
  url: v.picklist(BATCH_URLS),
  requests: v.number(),
  /** Hash of the file of requests, in hexadecimal digits. */
  sha256: v.string(),
  /** The server's ID of the file. */
  inputFile: v.exactOptional(v.string()),
  /** The server's ID of the batch; without it, only the file may be uploaded. */
  batch: v.exactOptional(v.string()),
  /** All results are in the run file. */
  fetched: v.exactOptional(v.boolean()),
  /** Nothing more is waited for. */
  forgotten: v.exactOptional(v.boolean()),
});

/** The state of a submitted file of requests, stored next to it, without the key. */
export type BatchState = v.InferOutput<typeof stateSchema>;

const WITHOUT_END = /\.jsonl$/;
const PART = /\.batch-(\d+)\.jsonl$/;

/** The file next to a file of requests with this ending: `….batch-1.state.json`. */
export const besideBatch = (file: string, ending: string): string => `${file.replace(WITHOUT_END, '')}.${ending}`;

const stateFile = (file: string): string => besideBatch(file, 'state.json');

/** The state of a file of requests; undefined if there is none. */
export function readState(file: string): BatchState | undefined {
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

/** The state of a file of requests, whose own file may be lost: the run file says the same. Undefined if it was never submitted. */
export async function knownState(file: string): Promise<BatchState | undefined> {
  const state = readState(file);
  if (state !== undefined) return state;
  const record = (await recordsOf(runOf(file))).get(path.basename(file));
  const { status, endpoint: baseUrl, batch, inputFile, requests, sha256 } = record ?? {};
  if (status === undefined || requests === undefined || sha256 === undefined || baseUrl === undefined) return undefined;
  if (batch === undefined || !SUBMITTED.has(status)) return undefined;
  return {
    kind: 'batch',
    schema: 1,
    baseUrl,
    url: existsSync(file) ? (await lookAt(file)).url : BATCH_URLS[0],
    requests,
    sha256,
    batch,
    ...(inputFile === undefined ? {} : { inputFile }),
    ...(status === 'fetched' ? { fetched: true } : status === 'forgotten' ? { forgotten: true } : {}),
  };
}

/** Statuses in run files of request files that a server has accepted. */
const SUBMITTED: ReadonlySet<string> = new Set(['submitted', 'fetched', 'forgotten']);

/** The state of a submitted file. */
export async function submittedState(file: string): Promise<BatchState & { readonly batch: string }> {
  const state = await knownState(file);
  if (state?.batch === undefined) throw usageError(`${file} was not submitted; use statelens batch submit`);
  return { ...state, batch: state.batch };
}

export const writeState = (file: string, state: BatchState): void =>
  writeText(stateFile(file), `${JSON.stringify(state, undefined, 2)}\n`);

/** Removes the state, so that a rejected file can be submitted again. */
export const forgetState = (file: string): void => rmSync(stateFile(file), { force: true });

/** Reads the API, the number of requests and the hash of a file of requests. `onRequest` gets their IDs and lines. */
export async function lookAt(
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

/** The run file of a file of requests, by name; undefined if it is not next to it. */
export function runOf(file: string): string | undefined {
  const base = file.replace(PART, '');
  return base === file ? undefined : [`${base}.run.jsonl`, `${base}.jsonl`].find((name) => existsSync(name));
}

/** The name of a run file without its ending, with which the names of its files of requests begin. */
export const runBase = (file: string): string => file.replace(/\.run\.jsonl$|\.jsonl$/, '');

/** Files of requests of a run that were submitted. */
export interface SubmittedParts {
  readonly numbers: ReadonlySet<number>;
  /** IDs of requests that are not fetched yet, and their files. */
  readonly pending: ReadonlySet<string>;
  readonly files: readonly string[];
  /** Submitted files that are gone, with all that was beside them: nobody knows their requests. */
  readonly lost: readonly string[];
}

/**
 * The submitted files of requests of the run whose name begins so.
 *
 * @param records lines of its run file: they say of files whose state is lost that they were submitted
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
    const state = readState(file);
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
