import { columnsIn, pickColumns } from '../sample/columns.ts';
import { listedSample } from './list/list-samples.ts';
import type { SampleRecord } from './list/listed-sample.ts';
import type { Series } from './series.ts';

/** Returns every sample of some series, in the order of games and plies. */
export function sampleRecords(series: readonly Series[]): SampleRecord[] {
  const columns = columnsIn('list');
  return series.flatMap(({ name, placed }) =>
    placed.map(({ sample, run }) => pickColumns(listedSample(run, sample, { series: name }), columns)),
  );
}
