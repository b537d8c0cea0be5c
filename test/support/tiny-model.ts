import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OnnxModel, onnxBytes } from './onnx-bytes.ts';

/** The tokens of the tiny models: words, of which the first ends a text. */
export const WORDS = ['<end>', 'rank', 'file', 'king', 'queen', '<unk>'] as const;
const SIZE = WORDS.length;
const END = 0;

/** What follows each word for sure: rank, file, king, queen, end. */
const NEXT = [END, 2, 3, 4, END, 1] as const;

const table = (follow: (word: number) => number): number[] =>
  Array.from({ length: SIZE * SIZE }, (_, i) => (i % SIZE === follow(Math.floor(i / SIZE)) ? 8 : 0));

const PORTS = {
  ids: { name: 'input_ids', type: 'int64', dims: [1, 'n'] },
  logits: { name: 'logits', type: 'float', dims: [1, 'n', SIZE] },
} as const;

/** Each word has its next one: the logits are a row of a table, by way of a product with the identity. */
export const followModel = (rest: Partial<OnnxModel> = {}): OnnxModel => ({
  inputs: [PORTS.ids],
  outputs: [PORTS.logits],
  constants: [
    { name: 'follow', dims: [SIZE, SIZE], values: table((word) => NEXT[word] ?? END) },
    { name: 'identity', dims: [SIZE, SIZE], values: table((word) => word).map((value) => value / 8) },
  ],
  operators: [
    { type: 'Gather', inputs: ['follow', 'input_ids'], outputs: ['rows'] },
    { type: 'MatMul', inputs: ['rows', 'identity'], outputs: ['logits'] },
  ],
  ...rest,
});

/**
 * A model with a cache, which it needs: it keeps one number for each token that it has read, and ends once four were. Without the
 * cache, or with one that lost tokens, it goes on.
 */
export const cachedModel = (): OnnxModel => ({
  inputs: [
    PORTS.ids,
    { name: 'attention_mask', type: 'int64', dims: [1, 'all'] },
    { name: 'position_ids', type: 'int64', dims: [1, 'n'] },
    { name: 'past_key_values.0.key', type: 'float', dims: [1, 1, 'past', 1] },
    { name: 'past_key_values.0.value', type: 'float', dims: [1, 1, 'past', 1] },
  ],
  outputs: [
    PORTS.logits,
    { name: 'present.0.key', type: 'float', dims: [1, 1, 'all', 1] },
    { name: 'present.0.value', type: 'float', dims: [1, 1, 'all', 1] },
  ],
  constants: [
    { name: 'ones', dims: [SIZE, 1], values: Array.from({ length: SIZE }, () => 1) },
    { name: 'shape', dims: [4], values: [1, 1, -1, 1], type: 'int64' },
    { name: 'axes', dims: [2], values: [1, 2], type: 'int64' },
    // always the same word, but for the end, whose logit grows with what the cache holds
    { name: 'always', dims: [SIZE, SIZE], values: table(() => 3).map((value) => (value / 8) * 3.5) },
    { name: 'end', dims: [1, 1, SIZE], values: WORDS.map((_, i) => (i === END ? 1 : 0)) },
  ],
  operators: [
    { type: 'Gather', inputs: ['ones', 'input_ids'], outputs: ['read'] },
    { type: 'Reshape', inputs: ['read', 'shape'], outputs: ['now'] },
    { type: 'Concat', inputs: ['past_key_values.0.key', 'now'], outputs: ['present.0.key'], attributes: { axis: 2 } },
    {
      type: 'Concat',
      inputs: ['past_key_values.0.value', 'now'],
      outputs: ['present.0.value'],
      attributes: { axis: 2 },
    },
    { type: 'ReduceSum', inputs: ['present.0.key', 'axes'], outputs: ['count'], attributes: { keepdims: 0 } },
    { type: 'Mul', inputs: ['end', 'count'], outputs: ['ending'] },
    { type: 'Gather', inputs: ['always', 'input_ids'], outputs: ['going'] },
    { type: 'Add', inputs: ['going', 'ending'], outputs: ['logits'] },
  ],
});

/** The tokenizer of the tiny models, with other words in their places where that is wanted. */
export const tokenizerOf = (words: readonly string[]): unknown => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [
    {
      id: END,
      content: words[END],
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    },
  ],
  normalizer: null,
  pre_tokenizer: { type: 'WhitespaceSplit' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '<unk>',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(words.map((word, i) => [word, i])),
  },
});

/** A folder as people have one: model, tokenizer, configuration. What is given replaces a file; undefined leaves it out. */
export function writeModel(folder: string, model: OnnxModel, files: Readonly<Record<string, unknown>> = {}): string {
  mkdirSync(folder, { recursive: true });
  const all: Record<string, unknown> = {
    'model.onnx': onnxBytes(model),
    'tokenizer.json': tokenizerOf(WORDS),
    'tokenizer_config.json': { eos_token: WORDS[END] },
    'config.json': { eos_token_id: END, max_position_embeddings: 32 },
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    if (content === undefined) continue;
    const isBinary = content instanceof Uint8Array || typeof content === 'string';
    writeFileSync(path.join(folder, name), isBinary ? content : JSON.stringify(content));
  }
  return folder;
}
