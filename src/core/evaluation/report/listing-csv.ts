import { csvRow } from '../../base/text/escape.ts';
import type { PositionRow, SampleRecord } from './report-lists.ts';

/** Columns of a table of samples; the JSON has fields of the same names. */
const SAMPLE_FIELDS = [
  'series',
  'file',
  'id',
  'games',
  'game',
  'gameName',
  'ply',
  'san',
  'variant',
  'verdict',
  'doubtful',
  'cause',
  'causePly',
  'causeMove',
  'sentence',
  'p',
  'r',
  'f',
  'edit',
  'rawEdit',
  'squaresWrong',
  'error',
  'trueFen',
  'predicted',
] as const satisfies readonly (keyof SampleRecord)[];

/** A line a sample; what is not known is empty. */
export function samplesCsv(samples: readonly SampleRecord[]): string {
  const lines = samples.map((sample) => csvRow(SAMPLE_FIELDS.map((field) => sample[field] ?? '')));
  return [csvRow(SAMPLE_FIELDS), ...lines].join('');
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
