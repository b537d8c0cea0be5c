import * as v from 'valibot';
import type { TokenLogprob } from '../model.ts';

const alternative = v.object({ token: v.string(), logprob: v.number() });

/** A token of Chat Completions and Responses; some servers send raw completions in this form, too. */
const tokenSchema = v.object({ ...alternative.entries, top_logprobs: v.nullish(v.array(alternative)) });
const contentSchema = v.object({ content: v.array(tokenSchema) });

/** Completions: three lists of one length, and of each token a table of alternatives. */
const listsSchema = v.object({
  tokens: v.array(v.string()),
  token_logprobs: v.array(v.nullable(v.number())),
  top_logprobs: v.nullish(v.array(v.nullable(v.record(v.string(), v.number())))),
});

const tokenOf = ({ token, logprob, top_logprobs: top }: v.InferOutput<typeof tokenSchema>): TokenLogprob => ({
  token,
  logprob,
  top: top ?? [],
});

/** The log probabilities of a choice, chat or raw; undefined where there are none, or none that can be read. */
export function logprobsIn(given: unknown): TokenLogprob[] | undefined {
  const chat = v.safeParse(contentSchema, given);
  if (chat.success) return chat.output.content.map(tokenOf);
  const lists = v.safeParse(listsSchema, given);
  if (!lists.success) return undefined;
  const { tokens, token_logprobs: logprobs, top_logprobs: tops } = lists.output;
  if (tokens.length !== logprobs.length) return undefined;
  return tokens.map((token, i) => ({
    token,
    logprob: logprobs[i] ?? Number.NEGATIVE_INFINITY,
    top: Object.entries(tops?.[i] ?? {}).map(([other, logprob]) => ({ token: other, logprob })),
  }));
}

/** The log probabilities of a text of Responses; empty where there are none, or none that can be read. */
export function logprobsOfText(given: unknown): TokenLogprob[] {
  const read = v.safeParse(v.array(tokenSchema), given);
  return read.success ? read.output.map(tokenOf) : [];
}
