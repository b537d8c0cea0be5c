import { closest, distance } from 'fastest-levenshtein';
import type { Result } from '../../core/base/result.ts';
import { fault, type Model, type ModelFault } from '../model.ts';
import { OPENAI } from '../openai/openai.ts';
import { BASELINES } from './baselines.ts';
import { MAV_SMALL_LABEL } from './mav-small.ts';
import { REFERENCE } from './reference.ts';
import type { ModelSource, OpenOptions } from './source.ts';

/** Largest part of a word that a typing mistake changes. */
const MOST_CHANGED = 0.34;

/** A source of models, with the names and forms of names that it has. */
interface NamedSource {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * Returns the label that an unknown one was probably meant to be: `openai:gpt-4o` for `gpt-4o`, `openai/gpt-4o` and
 * `opnai:gpt-4o`, `builtin:mav-small` for `mav-small` and `builtin:mav-smal`. Undefined if nothing is near.
 */
export function nearLabel(label: string, sources: readonly NamedSource[]): string | undefined {
  const ids = sources.map(({ id }) => id);
  const names = sources.flatMap(({ id, names: own }) => own.filter(isName).map((name) => ({ id, name })));
  const [, first = '', rest = ''] = /^([^:/]+)[:/](.+)$/s.exec(label.trim()) ?? [];
  const source = rest === '' ? undefined : nearWord(first, ids);
  const name = source === undefined ? label.trim() : rest;
  const own = names.filter(({ id }) => source === undefined || id === source);
  const found = nearWord(
    name,
    own.map((item) => item.name),
  );
  const known = own.find((item) => item.name === found);
  if (known !== undefined) return different(label, `${known.id}:${known.name}`);
  if (source !== undefined) return different(label, `${source}:${name}`);
  return SERVED.test(name) && ids.includes('openai') ? `openai:${name}` : undefined;
}

const different = (label: string, other: string): string | undefined => (other === label ? undefined : other);

/** Returns true for a name, and not for a form that stands for many. */
const isName = (name: string): boolean => /^[a-z0-9-]+$/.test(name) && name !== 'lag-k';

/** Beginnings of names of models that servers have. */
const SERVED =
  /^(?:gpt|chatgpt|o\d|claude|gemini|gemma|llama|mi[sx]tral|qwen|qwq|deepseek|phi|grok|command|kimi|glm|gpt-oss)(?:[-.:\d]|$)/i;

/** Returns the word that a text was probably meant to be, in any case; undefined if even the nearest one is far. */
function nearWord(text: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = closest(text.toLowerCase(), [...words]);
  return distance(text.toLowerCase(), found) <= MOST_CHANGED * found.length ? found : undefined;
}

/** All model sources, in the order of a picker. */
export const SOURCES: readonly ModelSource[] = [BASELINES, REFERENCE, OPENAI];

/** Default model: learned, offline and free; the caller adds the source that can run it. */
export const DEFAULT_MODEL = MAV_SMALL_LABEL;

/**
 * Opens the model of a label such as `baseline:lag-2` or `openai:gpt-4o`; the fault `unknown-model` lists the available ones, and
 * names the one that was probably meant.
 *
 * @param options options for models over the network, and for the reference
 */
export const openModel = (
  label: string,
  options: Partial<OpenOptions> = {},
  sources: readonly ModelSource[] = SOURCES,
): Result<Model, ModelFault> => {
  const colon = label.indexOf(':');
  const source = sources.find(({ id }) => id === label.slice(0, Math.max(0, colon)));
  const opened = source?.open(label.slice(colon + 1), options);
  if (opened?.ok === true || (opened !== undefined && opened.error.code !== 'unknown-model')) return opened;
  const near = nearLabel(label, sources);
  const known = sources.flatMap(({ id, names }) => names.map((name) => `${id}:${name}`));
  const message = opened?.error.message ?? `unknown model "${label}"; expected one of ${known.join(', ')}`;
  return fault('unknown-model', near === undefined ? message : `${message}; did you mean ${near}?`);
};
