import { SQUARE } from '../../metrics/comparison-rules.ts';
import { causeTable, groupingTables, positionTables, trajectorySentences, trajectoryTables } from './group-tables.ts';
import { faultTable, readingSentences, readingTable } from './reading-tables.ts';
import type { Report } from './report.ts';
import {
  costTable,
  depthTable,
  effortTable,
  gameTables,
  isPriced,
  lengthTables,
  pairTables,
  precisionTable,
  type ReportTable,
  rankingTables,
  tauTable,
} from './tables.ts';
import { costNote, countInterval, depthName, percentInterval, sampleCountsText, scoreInterval } from './words.ts';

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

/** A part of a report after the figures of its models: tables and sentences in English. */
interface ReportSection {
  readonly title: string;
  /** One table or sentence, or more. */
  readonly content: readonly (ReportTable | string)[];
}

/** Returns the sections of a report in text formats that have content, in their order. */
export function reportSections(report: Report): ReportSection[] {
  const { series, groups, m } = report;
  const all: readonly (readonly [title: string, content: readonly (ReportTable | string | undefined)[]])[] = [
    [
      'By game length and depth',
      [
        ...(groups.length < 2 ? [] : [precisionTable(report), tauTable(report), ...lengthTables(report)]),
        m > 1 ? depthTable(report) : undefined,
      ],
    ],
    ['Whole walks', [...trajectorySentences(report), ...trajectoryTables(report)]],
    ['Ranking', series.length < 2 ? [] : [...rankingTables(report), ...pairTables(report)]],
    ['Mistakes', [causeTable(report), ...gameTables(report)]],
    ['Reading of the answers', [...readingSentences(report), readingTable(report), faultTable(report)]],
    ['Groups', groupingTables(report)],
    ['Positions', positionTables(report)],
    ['Requests', [effortTable(report), costTable(report), series.some(isPriced) ? costNote(report) : undefined]],
  ];
  return all
    .map(([title, content]) => ({ title, content: content.filter((one) => one !== undefined) }))
    .filter(({ content }) => content.length > 0);
}
