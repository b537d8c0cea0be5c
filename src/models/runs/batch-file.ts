import * as v from 'valibot';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { RunModel } from '../../core/evaluation/runs/run-schema.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Completion, CompletionRequest, ModelFault } from '../model.ts';
import { readCompletion, readRawCompletion } from '../openai/answer.ts';
import { StatusError } from '../openai/bounded-fetch.ts';
import { requestFault } from '../openai/faults.ts';
import { refusalWords } from '../openai/refusal-words.ts';
import { chatBody, rawBody, usualTokenField } from '../openai/request-body.ts';
import { readResponse, responsesBody } from '../openai/responses.ts';

/** OpenAI's limits for one file. */
export const MAX_BATCH_REQUESTS = 50_000;
export const MAX_BATCH_BYTES = 200_000_000;

/** Interfaces for which batches exist; all requests of one file use the same. */
export const BATCH_URLS = ['/v1/chat/completions', '/v1/responses', '/v1/completions'] as const;
export type BatchUrl = (typeof BATCH_URLS)[number];

/** Returns a request as a line of a batch file, with its line end. Its result has the same sample id. */
export function batchLine(
  id: string,
  model: string,
  endpoint: Endpoint,
  request: CompletionRequest,
  api: RunModel['api'] = 'chat',
): string {
  const { messages, settings } = request;
  const [url, body]: [BatchUrl, unknown] =
    request.isRaw === true
      ? ['/v1/completions', rawBody(model, request)]
      : api === 'responses'
        ? ['/v1/responses', responsesBody(model, messages, settings)]
        : ['/v1/chat/completions', chatBody(model, usualTokenField(endpoint.baseUrl), request)];
  return `${JSON.stringify({ custom_id: id, method: 'POST', url, body })}\n`;
}

const resultSchema = v.object({
  custom_id: v.string(),
  response: v.nullish(v.object({ status_code: v.number(), body: v.unknown() })),
  error: v.nullish(v.object({ code: v.nullish(v.string()), message: v.nullish(v.string()) })),
});

/** Reason why a request has no answer. */
type LineFault = Pick<ModelFault, 'code' | 'message' | 'usage'> & {
  /** True if the same request may be answered later: it is repeated, as in a run. */
  readonly isPassing?: boolean;
};

/** A result of a batch. */
export interface BatchResult {
  /** Id of the sample. */
  readonly id: string;
  /** Undefined for a request that was never made because the batch expired or was canceled. */
  readonly answer: Result<Completion, LineFault> | undefined;
}

/** Reads a line of a batch's output or error file; the error is the reason why it is none. */
export function readBatchLine(line: string, endpoint: Endpoint): Result<BatchResult, string> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), resultSchema), line);
  if (!read.success) return err('not a batch result');
  const { custom_id: id, response, error } = read.output;
  const code = error?.code ?? '';
  if (code === 'batch_expired' || code === 'batch_cancelled') return ok({ id, answer: undefined });
  if (response === undefined || response === null || response.status_code !== 200)
    return ok({ id, answer: err(lineFault(response ?? undefined, error, endpoint)) });
  const { body } = response;
  const form: unknown = typeof body === 'object' && body !== null && 'object' in body ? body.object : undefined;
  if (form === 'text_completion') return ok({ id, answer: readRawCompletion(body, endpoint) });
  return ok({ id, answer: form === 'response' ? readResponse(body, {}, endpoint) : readCompletion(body, endpoint) });
}

/** Faults of one request that no other attempt changes. */
const LASTING: ReadonlySet<ModelFault['code']> = new Set(['refused-request', 'moderated', 'too-long']);

/**
 * Returns the fault of a line, by the rules for a single request: a refusal is permanent, any other fault transient.
 */
function lineFault(
  response: { readonly status_code: number; readonly body?: unknown } | undefined,
  error: v.InferOutput<typeof resultSchema>['error'],
  endpoint: Endpoint,
): LineFault {
  const said = error?.message ?? (refusalWords(response?.body ?? error).said || (error?.code ?? ''));
  const status = response === undefined ? '' : ` (HTTP ${response.status_code})`;
  const message = `the batch has no answer${status}: ${said || 'no reason is given'}`.slice(0, 400);
  if (response === undefined) return { code: 'unavailable', message, usage: NO_TOKENS, isPassing: true };
  const refusal = new StatusError(response.status_code, new Headers(), response.body ?? error);
  const server = { endpoint, model: '', apiKey: undefined, browser: false, hasAnswered: false, patience: 0 };
  const { code, usage } = requestFault(refusal, server);
  return { code, message, ...(usage === undefined ? {} : { usage }), isPassing: !LASTING.has(code) };
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };
