import { csvRow } from '../../base/text/escape.ts';
import type { SampleColumns } from '../sample/column.ts';
import { columnsIn, SAMPLE_COLUMNS } from '../sample/columns.ts';
import type { SampleRecord } from './list/listed-sample.ts';
import type { PositionRow } from './report-lists.ts';

/** Returns a table with a line per sample; unknown values are empty. */
export function samplesCsv(samples: readonly SampleRecord[], columns: SampleColumns = SAMPLE_COLUMNS): string {
  const names = columnsIn('list', columns);
  const lines = samples.map((sample) => csvRow(names.map((name) => sample[name] ?? '')));
  return [csvRow(names), ...lines].join('');
}

const ANSWER_FIELDS = ['verdict', 'cause', 'p', 'r', 'samples', 'exact', 'position', 'sentence'] as const;

/** A line a position; for each model the columns `MODEL verdict`, `MODEL p` and so on. */
export function positionsCsv(positions: readonly PositionRow[]): string {
  const names = Object.keys(positions[0]?.answers ?? {});
  const place = ['games', 'game', 'gameName', 'ply', 'san', 'variant', 'trueFen', 'disagreement'] as const;
  const head = [...place, ...names.flatMap((name) => ANSWER_FIELDS.map((field) => `${name} ${field}`))];
  const lines = positions.map((row) =>
    csvRow([
      ...place.map((field) => row[field] ?? ''),
      ...names.flatMap((name) => ANSWER_FIELDS.map((field) => row.answers[name]?.[field] ?? '')),
    ]),
  );
  return [csvRow(head), ...lines].join('');
}
