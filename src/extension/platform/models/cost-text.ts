import type { Prices } from '../../../core/evaluation/runs/run-schema.ts';
import { moneyText, tokenCost } from '../../../core/evaluation/runs/spending.ts';
import type { Endpoint } from '../../../models/endpoint.ts';
import { t } from '../l10n.ts';

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
export function requestCost(
  endpoint: Endpoint | undefined,
  prices: Prices | undefined,
  input: number,
  maxOutput: number | undefined,
): string[] {
  if (prices === undefined) return endpoint?.local === true ? [] : [t('cost not known')];
  const most = maxOutput === undefined ? undefined : tokenCost({ input, output: maxOutput }, prices);
  return [costRange(tokenCost({ input, output: 0 }, prices), most, prices)];
}
