import type { FinishReason } from '../model.ts';

/** How a server says that an answer ended; `fault`: the server, or one that it asked, broke it off. */
export type Ending = FinishReason | 'fault';

/**
 * The reasons of OpenAI, Azure, vLLM, SGLang, llama.cpp, Ollama, TGI, OpenRouter, Mistral, DeepSeek, Z.ai, Anthropic, Gemini, Cohere and
 * Bedrock, in lower case with `_` for every other sign. Words that stand nowhere here are read by their stems.
 */
const ENDINGS: Readonly<Record<Ending, readonly string[]>> = {
  stop: ['stop', 'stop_sequence', 'stopped', 'eos', 'eos_token', 'end', 'end_turn', 'complete', 'completed', 'done'],
  length: ['length', 'max_tokens', 'model_length', 'error_limit', 'incomplete', 'limit', 'stopped_limit', 'truncated'],
  filter: ['content_filter', 'recitation', 'spii', 'language', 'error_toxic', 'guardrail_intervened', 'blocklist'],
  refusal: ['refusal', 'refused'],
  tool: ['tool_calls', 'tool_call', 'tool_use', 'function_call'],
  fault: ['error', 'network_error', 'abort', 'insufficient_system_resource', 'user_cancel', 'failed', 'preempted'],
  other: ['other', 'unknown', 'null', 'none', 'finish_reason_unspecified', 'pause_turn'],
};

const KNOWN: ReadonlyMap<string, Ending> = new Map(
  (Object.entries(ENDINGS) as [Ending, readonly string[]][]).flatMap(([ending, words]) =>
    words.map((word) => [word, ending] as const),
  ),
);

/** Stems of words that no server is known to send, the first that fits. */
const STEMS: readonly (readonly [RegExp, Ending])[] = [
  [/filter|safety|moderat|sensitive|block|guardrail|polic|prohibit|flag|toxic|violat/, 'filter'],
  [
    /error|fail|abort|cancel|time_?out|unavailable|overload|resource|disconnect|interrupt|crash|exception|malformed|kill|lost|shutdown|rate_limit/,
    'fault',
  ],
  [/length|limit|max_|_max|tokens|context|truncat|budget/, 'length'],
  [/refus|declin/, 'refusal'],
  [/tool|function/, 'tool'],
  [/stop|eos|end|complet|done|finish/, 'stop'],
];

/** The ending that one word names; undefined for no word at all. */
function endingOf(word: unknown): Ending | undefined {
  if (typeof word !== 'string') return undefined;
  const plain = word
    .slice(0, 100)
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  if (plain === '') return undefined;
  return KNOWN.get(plain) ?? STEMS.find(([stem]) => stem.test(plain))?.[1] ?? 'other';
}

/** How an answer ended, and whether its server said so. */
export interface ReadEnding {
  readonly ending: Ending;
  readonly isStated: boolean;
}

/**
 * How an answer ended.
 *
 * @param word `finish_reason` of a choice, or what another interface has for it
 * @param native the word of the server that a router has asked, which may say more than `stop`
 */
export function readEnding(word: unknown, native?: unknown): ReadEnding {
  const ending = endingOf(word);
  const inner = endingOf(native);
  const isVague = ending === undefined || ending === 'stop' || ending === 'other';
  return {
    ending: (isVague && inner !== undefined && inner !== 'stop' ? inner : ending) ?? 'other',
    isStated: typeof word === 'string' && word !== '',
  };
}
