/** A model in a server's list. */
export interface ListedModel {
  readonly id: string;
  /** Day on which the server turns it off (`2026-03-31`), if the list states it. */
  readonly shutdown?: string;
  /** Tokens of prompt and answer together, if the list states it. */
  readonly contextTokens?: number;
}

/** Field names for the shutdown date of a model (OpenRouter, Mistral and others); OpenAI's own list has none. */
const SHUTDOWN_FIELDS = [
  'shutdown_date',
  'expiration_date',
  'deprecation',
  'deprecation_date',
  'retirement_date',
] as const;

/** Field names for the length of a context (vLLM, OpenRouter, LM Studio, Groq). */
const CONTEXT_FIELDS = ['max_model_len', 'context_length', 'max_context_length', 'context_window'] as const;

/** Reads an entry of a list; undefined for one without a name. */
export function readListed(item: unknown): ListedModel | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const fields = item as Readonly<Record<string, unknown>>;
  const { id } = fields;
  if (typeof id !== 'string' || id === '') return undefined;
  const shutdown = SHUTDOWN_FIELDS.map((name) => parseDay(fields[name])).find((day) => day !== undefined);
  const contextTokens = CONTEXT_FIELDS.map((name) => fields[name]).find(isLength);
  return {
    id,
    ...(shutdown === undefined ? {} : { shutdown }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** Returns the day of an ISO 8601 date or of a number of seconds since 1970. */
function parseDay(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d(?=$|T)/.exec(value)?.[0];
  if (typeof value !== 'number' || !(value > 1e9 && value < 1e11)) return undefined;
  return new Date(value * 1000).toISOString().slice(0, 10);
}
