import { InvalidArgumentError, Option } from 'commander';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { usageError } from '../command.ts';

/** Prices as options name them. */
export interface PricesFlags {
  readonly prices?: Prices;
  readonly batchPrice?: NonNullable<Prices['batch']>;
}

const PRICES = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)([A-Z]{3})?@(\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01]))$/;

function prices(text: string): Prices {
  const parts = PRICES.exec(text);
  if (parts === null)
    throw new InvalidArgumentError('It must be IN/OUT@DATE, prices per million tokens, such as 2.5/10USD@2026-01-31.');
  const [, input, output, currency, date = ''] = parts;
  return { input: Number(input), output: Number(output), ...(currency === undefined ? {} : { currency }), date };
}

function batchPrice(text: string): NonNullable<Prices['batch']> {
  const parts = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text);
  if (parts === null)
    throw new InvalidArgumentError('It must be IN/OUT, prices per million tokens in a batch, such as 1.25/5.');
  return { input: Number(parts[1]), output: Number(parts[2]) };
}

export const pricesOption = (): Option =>
  new Option('--prices <in/out@date>', 'your prices per million tokens, such as 2.5/10USD@2026-01-31').argParser(
    prices,
  );

export const batchPriceOption = (): Option =>
  new Option('--batch-price <in/out>', 'prices per million tokens in a batch (default: half of --prices)').argParser(
    batchPrice,
  );

/** The prices that options name, with those of batches; undefined without any. */
export function pricesOf({ prices: own, batchPrice: batch }: PricesFlags): Prices | undefined {
  if (own === undefined && batch !== undefined) throw usageError('--batch-price requires --prices');
  return own === undefined || batch === undefined ? own : { ...own, batch };
}

/** Prices as the options take them. */
export function pricesWords({ input, output, currency = '', date, batch }: Prices): readonly string[] {
  const words = ['--prices', `${input}/${output}${currency}@${date}`];
  return batch === undefined ? words : [...words, '--batch-price', `${batch.input}/${batch.output}`];
}
