import { SQUARE } from '../../metrics/comparison-rules.ts';
import type { Report } from './report.ts';
import type { ReportTable } from './tables.ts';
import { countInterval, depthName, percentInterval, sampleCountsText, scoreInterval } from './words.ts';

/** Returns the one table of a report for a paper: a row a model, baselines last, with 95 % intervals in brackets. */
export function mainTable(report: Report): ReportTable {
  const { series, m, part = SQUARE, worlds, digits } = report;
  const [p, r] = [depthName('p', m), depthName('r', m)];
  return {
    caption: `State tracking by model, with 95 % intervals over independent games: ${sampleCountsText(report)}`,
    head: [
      'model',
      'answers',
      worlds === true ? 'right state' : 'same position',
      `correct ${part}s`,
      'edit distance',
      p,
      r,
    ],
    rows: series.map(({ name, floor, all }) => ({
      head: name,
      floor,
      cells: [
        all.scored.toLocaleString('en'),
        percentInterval(all.position, digits),
        percentInterval(all.accuracy, digits),
        countInterval(all.editDistance, digits),
        scoreInterval(all.p.at(-1), digits),
        scoreInterval(all.r.at(-1), digits),
      ],
    })),
  };
}
