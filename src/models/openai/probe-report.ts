import type { Probe } from './probe.ts';

/** A line of the report on a probe. */
export interface ProbeLine {
  readonly name: string;
  readonly value: string;
}

const MAX_NAMES = 5;
const number = (n: number): string => n.toLocaleString('en-US');
const yes = (is: boolean, otherwise: string): string => (is ? 'yes' : `no: ${otherwise}`);

/** A probe as lines for one screen, English: what it found, and what to set. What differs from time to time comes last. */
export function probeLines(probe: Probe): readonly ProbeLine[] {
  const { model, baseUrl, capabilities, temperature, tokenField, finishReasons, servedAs, listed } = probe;
  const { systemRole, streaming, topLogprobs } = capabilities;
  const facts = [
    ...(servedAs === undefined ? [] : [`served as ${servedAs}`]),
    ...(capabilities.contextTokens === undefined ? [] : [`${number(capabilities.contextTokens)} tokens of context`]),
    ...(listed?.shutdown === undefined ? [] : [`turned off on ${listed.shutdown}`]),
  ];
  return [
    { name: 'server', value: `${baseUrl} answers` },
    { name: 'models', value: modelsText(probe) },
    { name: 'model', value: [model, ...facts].join(', ') },
    { name: 'system role', value: yes(systemRole, 'system messages go before the first one of the user') },
    { name: 'temperature', value: yes(temperature, 'the default of the model is used') },
    { name: 'seed', value: seedText(probe) },
    { name: 'log probabilities', value: topLogprobs === 0 ? 'none' : `${topLogprobs} a token` },
    { name: 'streaming', value: streaming ? 'yes' : 'no' },
    { name: 'token limit', value: tokenField },
    { name: 'reasoning', value: reasoningText(probe) },
    { name: 'finish reasons', value: finishReasons.length === 0 ? 'none stated' : finishReasons.join(', ') },
    { name: 'token counts', value: usageText(probe) },
    ...adviceFor(probe).map((value, i) => ({ name: i === 0 ? 'what to set' : '', value })),
    { name: 'speed', value: speedText(probe) },
  ];
}

/** The ids of the first models, and `…` where there are more. */
export function namesText(models: readonly { readonly id: string }[]): string {
  const names = models.slice(0, MAX_NAMES).map(({ id }) => id);
  return [...names, ...(models.length > MAX_NAMES ? ['…'] : [])].join(', ');
}

function modelsText({ models, model }: Probe): string {
  if (models === undefined) return 'not listed';
  const missing = models.some(({ id }) => id === model) ? '' : `; ${model} is not among them`;
  return models.length === 0 ? 'none listed' : `${number(models.length)} listed: ${namesText(models)}${missing}`;
}

function seedText({ capabilities, seedRepeats }: Probe): string {
  if (!capabilities.seed) return 'no: requests go without';
  return seedRepeats === true ? 'yes, two answers were the same' : 'taken, but two answers differed';
}

function reasoningText({ reasoningField, usage }: Probe): string {
  if (reasoningField === '<think>') return 'in the answer, as <think>';
  if (reasoningField !== undefined) return `in ${reasoningField}`;
  return (usage?.reasoningTokens ?? 0) > 0 ? 'hidden, but counted' : 'none seen';
}

function usageText({ usage, usageDoubt }: Probe): string {
  if (usageDoubt !== undefined) return `wrong: ${usageDoubt}`;
  if (usage?.inputTokens === undefined || usage.outputTokens === undefined) return 'none';
  return `${number(usage.inputTokens)} in, ${number(usage.outputTokens)} out`;
}

const speedText = ({ elapsed, usage, requests }: Probe): string => {
  const out = usage?.outputTokens ?? 0;
  const rate =
    elapsed > 0 && out > 0 ? `, ${number(Math.max(1, Math.round((out / elapsed) * 1000)))} tokens a second` : '';
  return `an answer in ${(elapsed / 1000).toFixed(1)} s${rate} (${requests} requests were made)`;
};

/** What to set for a model, as sentences. */
function adviceFor(probe: Probe): readonly string[] {
  const { baseUrl, model, capabilities, temperature, reasoningField, usage, usageDoubt } = probe;
  const thinks = reasoningField !== undefined || (usage?.reasoningTokens ?? 0) > 0;
  const isCounted = usage?.inputTokens !== undefined && usage.outputTokens !== undefined;
  return [
    `--model openai:${model} --base-url ${baseUrl}`,
    ...(thinks ? ['room to think: --max-tokens 8000, or no limit of tokens'] : []),
    ...(temperature ? [] : ['several samples a position (--samples 5): its answers vary']),
    ...(capabilities.topLogprobs === 0 ? ['--scoring written for values: there are no log probabilities'] : []),
    ...(isCounted && usageDoubt === undefined ? [] : ['--max-requests in place of limits of tokens or cost']),
  ];
}

/** The lines as text, their values below one another. */
export function probeText(lines: readonly ProbeLine[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length));
  return lines.map(({ name, value }) => `${name.padEnd(width)}  ${value}`).join('\n');
}
