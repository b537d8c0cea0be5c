import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { usageError } from '../command.ts';
import type { ModelFlags } from '../model-options.ts';

/** Returns the prices that options name, including those of batches; undefined without any. */
export function readPrices({
  prices: own,
  batchPrice: batch,
}: Pick<ModelFlags, 'prices' | 'batchPrice'>): Prices | undefined {
  if (own === undefined && batch !== undefined) throw usageError('--batch-price requires --prices');
  return own === undefined || batch === undefined ? own : { ...own, batch };
}

/** Returns prices in the form of the options. */
export function pricesText({ input, output, currency = '', date, batch }: Prices): readonly string[] {
  const words = ['--prices', `${input}/${output}${currency}@${date}`];
  return batch === undefined ? words : [...words, '--batch-price', `${batch.input}/${batch.output}`];
}
