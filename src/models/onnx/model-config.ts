import * as v from 'valibot';
import type { ChatMessage } from '../model.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const tokens = v.union([v.number(), v.array(v.number())]);

/** The `model_type` that `training/` writes. */
const MAV_MODEL = 'mav-transformer';

/** The fields of `config.json` that decoding needs; families of models give them different names. */
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

/** The configuration of a model. */
export interface ModelConfig {
  readonly ends: readonly number[];
  readonly contextTokens: number | undefined;
  /** The size of the key-value cache, where the model's own inputs do not state it. */
  readonly cacheHeads: number | undefined;
  readonly headSize: number | undefined;
  /** True for models that `training/` exports, whose states are a token a square. */
  readonly readsMav: boolean;
}

/** Reads `config.json`; what is missing or has another shape is not known. */
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

/** The chat format of a model, recognized by the marks of its template; Jinja itself is not run. */
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

/** The marks that end a turn, where the tokenizer has them. */
export const TURN_ENDS = ['<|im_end|>', '<|eot_id|>'] as const;

/**
 * The text that a model goes on with: its turns as ChatML or as Llama writes them, where the chat template of the tokenizer's
 * configuration shows those marks; else the messages as they are, with blank lines between them.
 */
export function promptOf(messages: readonly ChatMessage[], isRaw: boolean, tokenizerConfig: unknown): string {
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
