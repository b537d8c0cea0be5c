import type { RunSample } from './run-schema.ts';

/** Numbers of tokens as a server or a log states them; each may be of any type. */
export interface StatedUsage {
  readonly input?: unknown;
  /** Output tokens; some servers leave reasoning out of them. */
  readonly output?: unknown;
  readonly total?: unknown;
  readonly reasoning?: unknown;
}

/** Counted texts, as far as they are known. */
export interface TextLengths {
  /** Complete prompt; without it a prompt is only known not to be empty. */
  readonly prompt?: string;
  /** Answer and reasoning. */
  readonly written: string;
}

export interface BilledUsage {
  /** Undefined where no number is usable. */
  readonly usage: RunSample['usage'];
  /** Reason why the numbers of the server cannot be right, as part of a sentence; undefined where they can. */
  readonly doubt: string | undefined;
}

/** Upper bound of the characters a token: few tokenizers have a higher mean in any language; runs of one character count once. */
const MOST_CHARACTERS_A_TOKEN = 16;

/**
 * Returns the billed tokens of a request, by all that its server states: the same count for limits, reports, pilots and
 * exports. Output is the largest of the stated output, the rest of the total beside the input, and output and reasoning
 * together where the output cannot hold the reasoning. A count of 0 for a text that is not empty is missing; a count
 * that no tokenizer reaches is raised to the least that one would need.
 */
export function billedUsage(stated: StatedUsage, { prompt, written }: TextLengths): BilledUsage {
  const given = countOf(stated.input);
  const reasoning = countOf(stated.reasoning);
  const sent = bounded(given === 0 ? undefined : given, leastTokens(prompt ?? ''));
  const output = billedOutput(countOf(stated.output), countOf(stated.total), given, reasoning);
  const isMissing = output === 0 && written.trim() !== '';
  const answered = bounded(isMissing ? undefined : output, leastTokens(written));
  const usage = {
    ...(sent === undefined ? {} : { inputTokens: sent }),
    ...(answered === undefined ? {} : { outputTokens: answered }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
  const doubts = [
    ...doubtsOf(given, sent, 'prompt', prompt ?? ''),
    ...doubtsOf(isMissing ? 0 : output, answered, 'answer', written),
  ];
  return {
    usage: Object.keys(usage).length === 0 ? undefined : usage,
    doubt: doubts.length === 0 ? undefined : doubts.join(', '),
  };
}

/** Returns a lower bound of the number of tokens of a text. */
export function leastTokens(text: string): number {
  let units = 0;
  let last = -1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== last) units++;
    last = unit;
  }
  return Math.ceil(units / MOST_CHARACTERS_A_TOKEN);
}

function billedOutput(
  output: number | undefined,
  total: number | undefined,
  input: number | undefined,
  reasoning: number | undefined,
): number | undefined {
  const beside = total === undefined || input === undefined ? undefined : total - input;
  const excludes = output !== undefined && reasoning !== undefined && reasoning > output;
  const counts = [output, beside, excludes ? output + reasoning : reasoning].filter((n) => n !== undefined);
  return output === undefined && beside === undefined && reasoning === undefined ? undefined : Math.max(0, ...counts);
}

const bounded = (count: number | undefined, least: number): number | undefined =>
  count === undefined ? undefined : Math.max(count, least);

function doubtsOf(stated: number | undefined, taken: number | undefined, what: string, text: string): string[] {
  if (stated === undefined || stated === taken) return [];
  const length = text.length.toLocaleString('en-US');
  const of = text === '' ? what : `${what} of ${length} characters`;
  return [`${stated} token${stated === 1 ? '' : 's'} for a${what === 'answer' ? 'n' : ''} ${of}`];
}

/** Returns a plausible number of tokens, also from digits; undefined for anything else. */
function countOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}
