import type http from 'node:http';
import { jsonLines } from './json-lines.ts';
import { type ModelServer, type Received, sendJson, serveModel } from './model-server.ts';

type Status = 'validating' | 'failed' | 'in_progress' | 'completed' | 'expired' | 'cancelling' | 'cancelled';

interface Batch {
  readonly id: string;
  readonly inputFile: string;
  readonly endpoint: string;
  readonly metadata: unknown;
  status: Status;
  counts: { total: number; completed: number; failed: number };
  outputFile?: string;
  errorFile?: string;
  errors?: readonly { readonly line: number; readonly message: string }[];
}

/** A provider's Files and Batches in memory: what happens to a batch is said by the test. */
export class BatchProvider {
  readonly files = new Map<string, string>();
  readonly batches: Batch[] = [];
  /** Called first; true where it answered the request itself. */
  meddle: (response: http.ServerResponse, request: Received) => boolean = () => false;
  #server: ModelServer | undefined;

  async start(): Promise<this> {
    this.#server = await serveModel((response, request) => {
      if (!this.meddle(response, request)) this.#answer(response, request);
    });
    return this;
  }

  get server(): ModelServer {
    if (this.#server === undefined) throw new Error('the provider has not been started');
    return this.#server;
  }

  stop(): Promise<void> | undefined {
    return this.#server?.close();
  }

  /** The last batch that was made. */
  get last(): Batch {
    const batch = this.batches.at(-1);
    if (batch === undefined) throw new Error('there is no batch');
    return batch;
  }

  /** The requests of the last batch. */
  get requests(): Record<string, unknown>[] {
    return jsonLines(this.files.get(this.last.inputFile) ?? '');
  }

  /** Ends the last batch with results by request; undefined is in neither file. */
  end(
    status: Status,
    resultOf: (id: string, index: number) => { file: 'output' | 'error'; line: unknown } | undefined,
  ): void {
    const { last } = this;
    const lines = { output: '', error: '' };
    for (const [i, { custom_id: id }] of this.requests.entries()) {
      const result = resultOf(String(id), i);
      if (result !== undefined) lines[result.file] += `${JSON.stringify(result.line)}\n`;
    }
    last.status = status;
    last.counts = {
      total: this.requests.length,
      completed: lines.output.split('\n').length - 1,
      failed: lines.error.split('\n').length - 1,
    };
    if (lines.output !== '') last.outputFile = this.#keep(lines.output);
    if (lines.error !== '') last.errorFile = this.#keep(lines.error);
  }

  /** Makes a batch as a request for one does. */
  create(body: string): Batch {
    const {
      input_file_id: inputFile,
      endpoint,
      metadata,
    } = JSON.parse(body) as { input_file_id: string; endpoint: string; metadata: unknown };
    const counts = { total: 0, completed: 0, failed: 0 };
    const id = `batch_${this.batches.length + 1}`;
    const batch: Batch = { id, inputFile, endpoint, metadata, counts, status: 'validating' };
    this.batches.push(batch);
    return batch;
  }

  #keep(text: string): string {
    const id = `file-${this.files.size + 1}`;
    this.files.set(id, text);
    return id;
  }

  #answer(response: http.ServerResponse, { method, path, body }: Received): void {
    const [, , kind, id, what] = path.replace(/\?.*$/, '').split('/');
    if (kind === 'files' && method === 'POST') {
      const file = /name="file"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(body)?.[1] ?? '';
      if (!/name="purpose"\r\n\r\nbatch\r\n/.test(body))
        return sendJson(response, 400, { error: { message: 'purpose?' } });
      return sendJson(response, 200, { id: this.#keep(file), object: 'file', purpose: 'batch' });
    }
    const content = kind === 'files' && what === 'content' ? this.files.get(id ?? '') : undefined;
    if (content !== undefined)
      return void response.writeHead(200, { 'content-type': 'application/jsonl' }).end(content);
    if (kind === 'batches' && method === 'POST' && id === undefined)
      return sendJson(response, 200, told(this.create(body)));
    if (kind === 'batches' && id === undefined)
      return sendJson(response, 200, { object: 'list', data: this.batches.map(told), has_more: false });
    const batch = this.batches.find((one) => one.id === id);
    if (batch === undefined) return sendJson(response, 404, { error: { message: 'no such thing' } });
    if (method === 'POST' && what === 'cancel') batch.status = 'cancelling';
    sendJson(response, 200, told(batch));
  }
}

const told = ({
  id,
  inputFile,
  endpoint,
  metadata,
  counts,
  status,
  outputFile,
  errorFile,
  errors,
}: Batch): unknown => ({
  id,
  object: 'batch',
  endpoint,
  input_file_id: inputFile,
  completion_window: '24h',
  status,
  created_at: 1,
  output_file_id: outputFile ?? null,
  error_file_id: errorFile ?? null,
  errors: errors === undefined ? null : { object: 'list', data: errors },
  metadata,
  request_counts: counts,
});
