import type OpenAI from 'openai';
import * as v from 'valibot';
import { ok, type Result } from '../../core/base/result.ts';
import type { Endpoint } from '../endpoint.ts';
import { fault, type ModelFault } from '../model.ts';
import { limitedFetch } from '../openai/bounded-fetch.ts';
import { withClient } from '../openai/client.ts';
import { withRetries } from '../retry.ts';
import type { OpenOptions } from '../sources/source.ts';
import type { BatchUrl } from './batch-file.ts';

/** Size limit of results in bytes: those of the largest batch fit, an endless answer does not. */
const MAX_RESULT_BYTES = 4 * 1024 ** 3;
/** Batches per page of the list that is searched for an existing one. */
const MAX_LISTED = 100;
/** Limit of the pages. */
const MAX_PAGES = 100;
/** Metadata keys of a batch. */
const HASH_KEY = 'statelens_sha256';
const RUN_KEY = 'statelens_run';

const STATUSES = [
  'validating',
  'failed',
  'in_progress',
  'finalizing',
  'completed',
  'expired',
  'cancelling',
  'cancelled',
] as const;

const batchSchema = v.object({
  id: v.string(),
  status: v.picklist(STATUSES),
  input_file_id: v.string(),
  metadata: v.nullish(v.record(v.string(), v.unknown())),
  output_file_id: v.nullish(v.string()),
  error_file_id: v.nullish(v.string()),
  errors: v.nullish(
    v.object({
      data: v.nullish(v.array(v.object({ line: v.nullish(v.number()), message: v.nullish(v.string()) }))),
    }),
  ),
  request_counts: v.nullish(v.object({ total: v.number(), completed: v.number(), failed: v.number() })),
});

const listSchema = v.object({ data: v.array(v.looseObject({ id: v.string() })), has_more: v.nullish(v.boolean()) });

/** Metadata of a batch that identify it. */
export interface BatchMark {
  /** SHA-256 of the file of requests, in hexadecimal digits. */
  readonly sha256: string;
  /** Identity of its run among runs with the same requests; undefined if unknown. */
  readonly run: string | undefined;
}

/** A batch as its server reports it. */
export interface RemoteBatch {
  readonly id: string;
  readonly status: (typeof STATUSES)[number];
  readonly inputFile: string;
  /** Mark in the server's metadata; undefined without one. */
  readonly mark: BatchMark | undefined;
  /** Files with results; for an expired or canceled batch with the results so far. */
  readonly outputFile: string | undefined;
  readonly errorFile: string | undefined;
  /** Reasons why its file was refused. */
  readonly errors: readonly string[];
  readonly counts: { readonly total: number; readonly completed: number; readonly failed: number } | undefined;
}

/** Returns true if a batch has ended. */
export const hasEnded = ({ status }: Pick<RemoteBatch, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'expired' || status === 'cancelled';

type Answer<T> = Promise<Result<T, ModelFault>>;

/** A server's Files and Batches, as OpenAI defines them. Transient faults are retried; nothing rejects. */
export class BatchServer {
  readonly endpoint: Endpoint;
  readonly #options: OpenOptions;

  /** @param options `timeout` covers a whole upload or download */
  constructor(endpoint: Endpoint, options: OpenOptions) {
    this.endpoint = endpoint;
    this.#options = options;
  }

  /** Uploads a file of requests and returns its id. A second upload costs nothing and makes no requests. */
  upload(name: string, content: Blob, signal: AbortSignal): Answer<string> {
    return this.#ask(signal, async (client, inner) => {
      const file = new File([content], name, { type: 'application/jsonl' });
      const made = await client.files.create({ file, purpose: 'batch' }, { signal: inner });
      return typeof made.id === 'string' ? ok(made.id) : this.#strange('file');
    });
  }

  /**
   * Creates a batch of an uploaded file, once: if an answer was lost in transit, or the file existed before, the batch is looked for before
   * another one is created.
   *
   * @param isFirst true if there was no attempt before, by another process either
   * @param mark metadata of the batch
   */
  async create(
    inputFile: string,
    { url, mark, isFirst }: { readonly url: BatchUrl; readonly mark: BatchMark; readonly isFirst: boolean },
    signal: AbortSignal,
  ): Answer<RemoteBatch> {
    let mayBeThere = !isFirst;
    return withRetries(
      async () => {
        if (mayBeThere) {
          const found = await this.#find((batch) => batch.inputFile === inputFile, signal);
          if (!found.ok) return found;
          if (found.value !== undefined) return ok(found.value);
        }
        mayBeThere = true;
        const metadata = { [HASH_KEY]: mark.sha256, ...(mark.run === undefined ? {} : { [RUN_KEY]: mark.run }) };
        const body = { input_file_id: inputFile, endpoint: url, completion_window: '24h', metadata } as const;
        return this.#once(signal, async (client, inner) =>
          this.#read(await client.batches.create(body, { signal: inner })),
        );
      },
      this.#retrying,
      signal,
    );
  }

  read(id: string, signal: AbortSignal): Answer<RemoteBatch> {
    return this.#ask(signal, async (client, inner) => this.#read(await client.batches.retrieve(id, { signal: inner })));
  }

  cancel(id: string, signal: AbortSignal): Answer<RemoteBatch> {
    return this.#ask(signal, async (client, inner) => this.#read(await client.batches.cancel(id, { signal: inner })));
  }

  /** Downloads a file, piece by piece; a repeated attempt calls `start` again. */
  download(
    id: string,
    sink: { readonly start: () => void; readonly write: (piece: Uint8Array) => void },
    signal: AbortSignal,
  ): Answer<undefined> {
    return this.#ask(signal, async (client, inner) => {
      sink.start();
      const lean = client.withOptions({ fetch: limitedFetch(MAX_RESULT_BYTES) });
      const { body } = await lean.files.content(id, { signal: inner });
      if (body === null) return this.#strange('file');
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) sink.write(next.value);
      return ok(undefined);
    });
  }

  /**
   * Looks for a batch by the mark of its file of requests. A batch that was refused as a whole does not count. Also undefined if the server
   * has no list of batches.
   */
  async findMarked({ sha256, run }: BatchMark, signal: AbortSignal): Answer<RemoteBatch | undefined> {
    const isIt = ({ mark, status }: RemoteBatch): boolean =>
      mark?.sha256 === sha256 && (run === undefined || mark.run === run) && status !== 'failed';
    const found = await withRetries(() => this.#find(isIt, signal), this.#retrying, signal);
    return found.ok || found.error.code !== 'unknown-model' ? found : ok(undefined);
  }

  /** Returns the first batch of the server's list that passes a test. */
  #find(isIt: (batch: RemoteBatch) => boolean, signal: AbortSignal): Answer<RemoteBatch | undefined> {
    return this.#once<RemoteBatch | undefined>(signal, async (client, inner) => {
      let after: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = { limit: MAX_LISTED, ...(after === undefined ? {} : { after }) };
        const listed: unknown = await client.batches.list(query, { signal: inner });
        const read = v.safeParse(listSchema, listed);
        if (!read.success) return this.#strange('list of batches');
        for (const item of read.output.data) {
          const batch = this.#read(item);
          if (batch.ok && isIt(batch.value)) return batch;
        }
        const last = read.output.data.at(-1)?.id;
        if (read.output.has_more !== true || last === undefined || last === after) return ok(undefined);
        after = last;
      }
      return ok(undefined);
    });
  }

  #read(value: unknown): Result<RemoteBatch, ModelFault> {
    const read = v.safeParse(batchSchema, value);
    if (!read.success) return this.#strange('batch');
    const { id, status, input_file_id: inputFile, output_file_id: output, error_file_id: error } = read.output;
    const { [HASH_KEY]: sha256, [RUN_KEY]: run } = read.output.metadata ?? {};
    const errors = (read.output.errors?.data ?? []).map(({ line, message }) => {
      const said = (message ?? 'no reason is given').replace(/\s+/g, ' ').slice(0, 300);
      return line === undefined || line === null ? said : `line ${line}: ${said}`;
    });
    const counts = read.output.request_counts ?? undefined;
    return ok({
      id,
      status,
      inputFile,
      mark: typeof sha256 === 'string' ? { sha256, run: typeof run === 'string' ? run : undefined } : undefined,
      outputFile: output ?? undefined,
      errorFile: error ?? undefined,
      errors,
      counts,
    });
  }

  #strange(what: string): Result<never, ModelFault> {
    return fault('bad-response', `${this.endpoint.host} did not answer with a ${what}. Does it have a Batch API?`);
  }

  get #retrying() {
    const { retry, clock, random, onRetry } = this.#options;
    return { policy: retry, clock, random, ...(onRetry === undefined ? {} : { onRetry }) };
  }

  async #once<T>(
    signal: AbortSignal,
    request: (client: OpenAI, signal: AbortSignal) => Promise<Result<T, ModelFault>>,
  ): Answer<T> {
    const answer = await withClient('', this.endpoint, this.#options, signal, request);
    if (answer.ok || answer.error.code !== 'unknown-model') return answer;
    return fault('unknown-model', `${this.endpoint.host} has no such batch or file, or no Batch API (HTTP 404).`);
  }

  #ask<T>(
    signal: AbortSignal,
    request: (client: OpenAI, signal: AbortSignal) => Promise<Result<T, ModelFault>>,
  ): Answer<T> {
    return withRetries(() => this.#once(signal, request), this.#retrying, signal);
  }
}
