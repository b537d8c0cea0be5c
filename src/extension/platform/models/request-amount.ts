import type { Prices } from '../../../core/evaluation/runs/run-schema.ts';
import { moneyText, tokenCost } from '../../../core/evaluation/runs/spending.ts';
import type { Endpoint } from '../../../models/endpoint.ts';
import type { Model } from '../../../models/model.ts';
import { CHARACTERS_A_TOKEN } from '../../../models/prompts/prompt.ts';
import { t } from '../l10n.ts';
import type { ModelChoice } from './chosen.ts';

/** Formats `cost 0.0100 USD to 0.0400 USD`, or `cost from 0.0100 USD on` if there is no upper limit. */
export const costRange = (least: number, most: number | undefined, prices: Pick<Prices, 'currency'>): string =>
  most === undefined
    ? t('cost from {0} on', moneyText(least, prices))
    : t('cost {0} to {1}', moneyText(least, prices), moneyText(most, prices));

/**
 * Formats the cost of requests in a list: its only entry, none for a server of this machine without prices.
 *
 * @param prices that the user entered; undefined if there are none
 * @param input tokens of all prompts
 * @param maxOutput maximum tokens of all answers; undefined without a limit
 */
function requestCost(
  endpoint: Endpoint | undefined,
  prices: Prices | undefined,
  input: number,
  maxOutput: number | undefined,
): string[] {
  if (prices === undefined) return endpoint?.local === true ? [] : [t('cost not known')];
  const most = maxOutput === undefined ? undefined : tokenCost({ input, output: maxOutput }, prices);
  return [costRange(tokenCost({ input, output: 0 }, prices), most, prices)];
}

/**
 * Formats what requests need: `gpt-4o: 188 requests, about 41,000 tokens in · cost from 0.10 USD on · time: about 4 min`,
 * with `cost not known` where `statelens.models` has no prices of the model.
 *
 * @param count number of requests
 * @param characters of all prompts
 * @param time how long they take, in words
 */
export function amountText(
  { label, endpoint }: Model,
  { prices, decoding }: Partial<Pick<ModelChoice, 'prices' | 'decoding'>>,
  count: number,
  characters: number,
  time: string,
): string {
  const input = characters / CHARACTERS_A_TOKEN;
  const tokens = Number(input.toPrecision(3)).toLocaleString('en-US');
  const maxOutput = decoding?.maxTokens === undefined ? undefined : decoding.maxTokens * count;
  const requests = t('{0}: {1} requests, about {2} tokens in', label, count.toLocaleString('en-US'), tokens);
  return [requests, ...requestCost(endpoint, prices, input, maxOutput), time].join(' · ');
}
