import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-web/wasm';
import * as v from 'valibot';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ChatMessage } from '../model.ts';
import type { TextBatch, TokenModel } from './decode.ts';

/** The part of the runtime that is used. */
export interface Runtime {
  readonly Tensor: TensorConstructor;
}

type CacheType = 'float32' | 'float16';

/** An empty tensor of the cache, before the first token. */
interface CacheInput {
  readonly name: string;
  readonly type: CacheType;
  readonly heads: number;
  readonly size: number;
}

/** Tokens per reading, a fraction of a second for a small model: a request is canceled between readings. */
const AT_ONCE = 256;
const PAST = 'past_key_values.';
const PRESENT = 'present.';
/** Supported inputs besides those of the cache. */
const INPUTS: ReadonlySet<string> = new Set(['input_ids', 'attention_mask', 'position_ids', 'use_cache_branch']);

/**
 * Returns a causal language model in the export format of Optimum and others: `input_ids` in, `logits` out; `attention_mask`,
 * `position_ids` and a cache (`past_key_values.N.key` in, `present.N.key` out) if it has them. The error names what is not supported.
 */
export function sessionModel(
  { Tensor: T }: Runtime,
  session: InferenceSession,
  config: ModelConfig,
): Result<TokenModel, string> {
  const inputs = new Set(session.inputNames);
  if (!inputs.has('input_ids'))
    return err(`it has no input "input_ids"; its inputs are ${session.inputNames.join(', ')}`);
  if (!session.outputNames.includes('logits')) {
    return err(`it has no output "logits"; its outputs are ${session.outputNames.join(', ')}`);
  }
  const other = session.inputNames.find((name) => !INPUTS.has(name) && !name.startsWith(PAST));
  if (other !== undefined) return err(`its input "${other}" is not supported`);
  const cache = cacheInputs(session, config);
  if (!cache.ok) return cache;
  const isCached = cache.value.length > 0;
  const seen: number[] = [];
  let past: Cache = {};

  /** Reads as many tokens of each text after `before` tokens, and extends the cache. */
  const readInto = async (texts: readonly (readonly number[])[], before: number, kept: Cache): Promise<Tensor> => {
    const [first = []] = texts;
    const whole = (length: number, number: (i: number) => number): Tensor =>
      new T(
        'int64',
        BigInt64Array.from({ length: length * texts.length }, (_, i) => BigInt(number(i % length))),
        [texts.length, length],
      );
    const ids = BigInt64Array.from(texts.flat(), BigInt);
    const feeds: Cache = { input_ids: new T('int64', ids, [texts.length, first.length]) };
    if (inputs.has('attention_mask')) feeds['attention_mask'] = whole(before + first.length, () => 1);
    if (inputs.has('position_ids')) feeds['position_ids'] = whole(first.length, (i) => before + i);
    if (inputs.has('use_cache_branch')) feeds['use_cache_branch'] = new T('bool', [before > 0], [1]);
    for (const input of cache.value) feeds[input.name] = kept[input.name] ?? emptyCache(T, input, texts.length);
    const outputs = await session.run(feeds);
    for (const { name } of cache.value) {
      const present = outputs[PRESENT + name.slice(PAST.length)];
      if (present !== undefined) kept[name] = present;
    }
    return checkedLogits(outputs['logits']);
  };

  return ok({
    contextTokens: config.contextTokens,
    atOnce: isCached ? AT_ONCE : undefined,
    begin(ids) {
      let same = 0;
      while (same < seen.length && same < ids.length - 1 && seen[same] === ids[same]) same++;
      if (same < seen.length && !cutCaches(T, past, seen.length, same)) {
        same = 0;
        past = {};
      }
      seen.length = same;
      return same;
    },
    async read(ids, rows = 1) {
      seen.push(...ids);
      // Without a cache the whole text is read again for each token.
      const now = isCached ? ids : seen;
      const logits = await readInto([now], seen.length - now.length, past);
      return lastLogits(logits, now.length, rows);
    },
    batch: isCached && readsSeveral(session) ? (texts) => batchTensor(T, texts, readInto) : undefined,
  });
}

/** Returns true if the graph accepts any number of texts. */
function readsSeveral(session: InferenceSession): boolean {
  const ids = session.inputMetadata.find(({ name }) => name === 'input_ids');
  return ids?.isTensor === true && typeof ids.shape[0] === 'string';
}

function batchTensor(
  T: TensorConstructor,
  size: number,
  readInto: (texts: readonly (readonly number[])[], before: number, kept: Cache) => Promise<Tensor>,
): TextBatch {
  let before = 0;
  let count = size;
  const kept: Cache = {};
  return {
    async read(texts) {
      const read = texts[0]?.length ?? 0;
      if (texts.length !== count || texts.some(({ length }) => length !== read))
        throw new Error(`${count} texts of one length are read together`);
      const logits = await readInto(texts, before, kept);
      before += read;
      return lastRows(logits, count);
    },
    keep(texts) {
      for (const [name, tensor] of Object.entries(kept)) kept[name] = chosenRows(T, tensor, texts);
      count = texts.length;
    },
  };
}

type Cache = Record<string, Tensor>;

/**
 * Cuts caches of `tokens` tokens to the first `count`; false if one of them has another length, as with a sliding window.
 */
function cutCaches(T: TensorConstructor, past: Cache, tokens: number, count: number): boolean {
  const cut = Object.entries(past).map(([name, tensor]) => [name, cutCache(T, tensor, tokens, count)] as const);
  for (const [name, tensor] of cut) {
    if (tensor === undefined) return false;
    past[name] = tensor;
  }
  return true;
}

/**
 * Returns the first `count` tokens of a cache: [1, heads, tokens, size]; undefined for one of another length, shape or type.
 */
function cutCache(T: TensorConstructor, { data, dims }: Tensor, tokens: number, count: number): Tensor | undefined {
  const [, heads = 0, held = 0, size = 0] = dims;
  if (held !== tokens || dims.length !== 4) return undefined;
  const shape = [1, heads, count, size];
  const length = heads * count * size;
  if (data instanceof Float32Array) return new T('float32', copyRows(data, new Float32Array(length), heads), shape);
  if (data instanceof Uint16Array) return new T('float16', copyRows(data, new Uint16Array(length), heads), shape);
  return undefined;
}

/** Returns the rows of some texts from a batch's cache. */
function chosenRows(T: TensorConstructor, { data, dims }: Tensor, texts: readonly number[]): Tensor {
  const [rows = 0, ...rest] = dims;
  const length = data.length / rows;
  const shape = [texts.length, ...rest];
  const choose = <Numbers extends Float32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers => {
    for (const [i, text] of texts.entries()) to.set(from.subarray(text * length, (text + 1) * length), i * length);
    return to;
  };
  const size = texts.length * length;
  return data instanceof Uint16Array
    ? new T('float16', choose(data, new Uint16Array(size)), shape)
    : new T('float32', choose(data as Float32Array, new Float32Array(size)), shape);
}

function copyRows<Numbers extends Float32Array | Uint16Array>(from: Numbers, to: Numbers, heads: number): Numbers {
  const each = to.length / heads;
  for (let head = 0; head < heads; head++) {
    const start = (head * from.length) / heads;
    to.set(from.subarray(start, start + each), head * each);
  }
  return to;
}

function cacheInputs(session: InferenceSession, config: ModelConfig): Result<CacheInput[], string> {
  const found: CacheInput[] = [];
  for (const meta of session.inputMetadata) {
    if (!meta.name.startsWith(PAST)) continue;
    if (!session.outputNames.includes(PRESENT + meta.name.slice(PAST.length))) {
      return err(`its cache "${meta.name}" has no matching output`);
    }
    if (!meta.isTensor || (meta.type !== 'float32' && meta.type !== 'float16')) {
      return err(`its cache "${meta.name}" has neither type float32 nor float16`);
    }
    const [, heads = config.cacheHeads, , size = config.headSize] = meta.shape.map((dim) =>
      typeof dim === 'number' && dim > 0 ? dim : undefined,
    );
    if (heads === undefined || size === undefined) {
      return err(`neither the model nor config.json states the size of its cache "${meta.name}"`);
    }
    found.push({ name: meta.name, type: meta.type, heads, size });
  }
  return ok(found);
}

const emptyCache = (T: TensorConstructor, { type, heads, size }: CacheInput, texts: number): Tensor =>
  type === 'float32'
    ? new T('float32', new Float32Array(0), [texts, heads, 0, size])
    : new T('float16', new Uint16Array(0), [texts, heads, 0, size]);

function checkedLogits(logits: Tensor | undefined): Tensor {
  if (!(logits?.data instanceof Float32Array) || (logits.dims.at(-1) ?? 0) === 0) throw badLogits(logits);
  return logits;
}

const badLogits = (logits: Tensor | undefined): Error =>
  new Error(`the logits are ${logits?.type ?? 'missing'} of shape ${(logits?.dims ?? []).join(' x ')}`);

/**
 * Returns the logits after the last `wanted` tokens; some models give those of all tokens, some only those of the last one.
 */
function lastLogits(logits: Tensor, read: number, wanted: number): readonly Float32Array[] {
  const [rows = 0, size = 0] = logits.dims.slice(-2);
  if ((rows !== read && rows !== 1) || rows < wanted) throw badLogits(logits);
  return Array.from({ length: wanted }, (_, i) => tensorRow(logits, rows - wanted + i, size));
}

/** Returns the logits after the last token of each text. */
function lastRows(logits: Tensor, texts: number): readonly Float32Array[] {
  const [rows = 0, size = 0] = logits.dims.slice(-2);
  if (logits.dims[0] !== texts || rows === 0) throw badLogits(logits);
  return Array.from({ length: texts }, (_, text) => tensorRow(logits, text * rows + rows - 1, size));
}

const tensorRow = ({ data }: Tensor, row: number, size: number): Float32Array =>
  (data as Float32Array).subarray(row * size, (row + 1) * size);

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const tokens = v.union([v.number(), v.array(v.number())]);

/** `model_type` that `training/` writes. */
const MAV_MODEL = 'mav-transformer';

/** Fields of `config.json` that decoding needs; families of models name them differently. */
const configSchema = v.object({
  model_type: v.optional(v.string()),
  eos_token_id: v.optional(v.nullable(tokens)),
  max_position_embeddings: v.optional(v.nullable(count)),
  n_positions: v.optional(v.nullable(count)),
  n_ctx: v.optional(v.nullable(count)),
  num_attention_heads: v.optional(count),
  n_head: v.optional(count),
  num_key_value_heads: v.optional(v.nullable(count)),
  hidden_size: v.optional(count),
  n_embd: v.optional(count),
  head_dim: v.optional(v.nullable(count)),
});

/** Configuration of a model. */
interface ModelConfig {
  readonly ends: readonly number[];
  readonly contextTokens: number | undefined;
  /** Size of the key-value cache, if the model's own inputs do not state it. */
  readonly cacheHeads: number | undefined;
  readonly headSize: number | undefined;
  /** True for models exported by `training/`, whose states have one token per square. */
  readonly readsMav: boolean;
}

/** Reads `config.json`; missing or malformed fields are unknown. */
export function readModelConfig(config: unknown): ModelConfig {
  const read = v.safeParse(configSchema, config);
  const found = read.success ? read.output : {};
  const heads = found.num_attention_heads ?? found.n_head;
  const size = found.hidden_size ?? found.n_embd;
  const end = found.eos_token_id ?? [];
  return {
    ends: Array.isArray(end) ? end : [end],
    contextTokens: found.max_position_embeddings ?? found.n_positions ?? found.n_ctx ?? undefined,
    cacheHeads: found.num_key_value_heads ?? heads,
    readsMav: found.model_type === MAV_MODEL,
    headSize: found.head_dim ?? (size !== undefined && heads !== undefined ? size / heads : undefined),
  };
}

/** Chat formats, recognized by the marks of a model's template; Jinja itself is not run. */
const CHAT_FORMS = [
  {
    mark: '<|im_start|>',
    turn: ({ role, content }: ChatMessage) => `<|im_start|>${role}\n${content}<|im_end|>\n`,
    answer: '<|im_start|>assistant\n',
  },
  {
    mark: '<|start_header_id|>',
    turn: ({ role, content }: ChatMessage) => `<|start_header_id|>${role}<|end_header_id|>\n\n${content}<|eot_id|>`,
    answer: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  },
] as const;

/** Marks that end a turn, if the tokenizer has them. */
export const TURN_ENDS = ['<|im_end|>', '<|eot_id|>'] as const;

/**
 * Returns the text that a model continues: its turns as ChatML or as Llama writes them, if the chat template of the tokenizer's
 * configuration has those marks; else the messages as they are, with empty lines between them.
 */
export function completionPrompt(messages: readonly ChatMessage[], isRaw: boolean, tokenizerConfig: unknown): string {
  const template: unknown =
    typeof tokenizerConfig === 'object' && tokenizerConfig !== null && 'chat_template' in tokenizerConfig
      ? tokenizerConfig.chat_template
      : undefined;
  const form = isRaw
    ? undefined
    : CHAT_FORMS.find(({ mark }) => typeof template === 'string' && template.includes(mark));
  if (form === undefined) return messages.map(({ content }) => content).join(isRaw ? '' : '\n\n');
  return messages.map(form.turn).join('') + form.answer;
}
