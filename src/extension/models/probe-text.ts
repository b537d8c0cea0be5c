import type { Probe } from '../../models/openai/probe.ts';

/** What a probe found, as one line: what works, then what does not. */
export function probeText(model: string, { capabilities, listed }: Probe): string {
  const { streaming, topLogprobs, seed, systemRole, contextTokens } = capabilities;
  const logprobs = topLogprobs === 0 ? 'log probabilities' : `log probabilities (${topLogprobs} a token)`;
  const parts: readonly (readonly [boolean, string])[] = [
    [systemRole, 'system messages'],
    [streaming, 'streaming'],
    [topLogprobs > 0, logprobs],
    [seed, 'a seed'],
    [listed !== undefined, 'an entry in the model list'],
  ];
  const named = (wanted: boolean): string => {
    const names = parts.filter(([has]) => has === wanted).map(([, name]) => name);
    return names.length === 0 ? 'nothing' : names.join(', ');
  };
  const context = contextTokens === undefined ? '' : ` ${contextTokens.toLocaleString('en-US')} tokens of context.`;
  const ends = listed?.shutdown === undefined ? '' : ` It is turned off on ${listed.shutdown}.`;
  return `${model} answers. It has ${named(true)}. It lacks ${named(false)}.${context}${ends}`;
}
