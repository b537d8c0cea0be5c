import { countText as number } from '../../base/stats/shared-count.ts';
import { plural } from '../../base/text/plural.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { byCount } from '../../metrics/sentence/cause-counts.ts';
import { CAUSES, type CauseId } from '../../metrics/sentence/causes.ts';
import { VERDICT_NAMES } from '../../metrics/wording-aggregate.ts';
import { modelsOf, type Report } from './report.ts';
import type { GroupBy, Grouping, GroupingRow, PositionAnswer, PositionRow } from './report-lists.ts';
import type { ReportRow, ReportTable } from './tables.ts';
import { depthName, NOTHING, percent, percentInterval, scoreInterval } from './words.ts';

/** Rows that a page or Markdown shows of a grouping or of positions; CSV and JSON have all. */
const MAX_ROWS = 50;

/** Why the answers of each model are what they are: a row a cause, a column a model. */
export function causeTable(report: Report): ReportTable {
  const models = modelsOf(report);
  const totals = new Map<CauseId, number>();
  for (const { all } of models) {
    for (const [id, count] of Object.entries(all.causes)) {
      totals.set(id as CauseId, (totals.get(id as CauseId) ?? 0) + count);
    }
  }
  return {
    caption: 'Answers by cause',
    head: ['cause', ...models.map(({ name }) => name)],
    rows: [...totals].sort(byCount).map(([id]) => ({
      head: CAUSES[id],
      cells: models.map(({ all }) => number(all.causes[id] ?? 0)),
      brush: { cause: id },
    })),
  };
}

const GROUP_NAMES: Readonly<Record<GroupBy, string>> = {
  cause: 'cause',
  opening: 'opening',
  length: 'game length',
  template: 'prompt template',
  model: 'model, over all its templates and runs',
  game: 'game, the hardest first',
};

/** The tables of all groupings, with a sentence where not all rows are shown. */
export const groupingTables = (report: Report): (ReportTable | string)[] =>
  report.groupings.flatMap((grouping) => groupingTable(grouping, report));

function groupingTable({ by, rows }: Grouping, { m, worlds, digits }: Report): (ReportTable | string)[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MAX_ROWS);
  const isNamed = by !== 'model' && new Set(rows.map(({ series }) => series)).size > 1;
  const hasNone = shown.some(({ position }) => position.low === null);
  const intervals = hasNone ? '95 % intervals where there are 10 independent games or more' : '95 % intervals';
  const [first] = GROUP_NAMES[by].split(',');
  const one = {
    caption: `By ${GROUP_NAMES[by]}; ${intervals}`,
    head: [
      first ?? by,
      ...(isNamed ? ['model'] : []),
      'answers',
      'share',
      'independent games',
      // Of answers with one cause nearly all have the right position, or none has.
      ...(by === 'cause' ? [] : [worlds === true ? 'right state' : 'same position']),
      depthName('p', m),
      depthName('r', m),
    ],
    rows: shown.map((row) => groupRow(row, by, isNamed, digits)),
    texts: isNamed ? 2 : 1,
  };
  return [one, ...leftOut(rows.length - shown.length)];
}

function groupRow(row: GroupingRow, by: GroupBy, isNamed: boolean, digits: number | undefined): ReportRow {
  const { group, words, series, answers, share, clusters, position, p, r } = row;
  return {
    head: words,
    cells: [
      ...(isNamed ? [series] : []),
      number(answers),
      percent(share, digits),
      number(clusters),
      ...(by === 'cause' ? [] : [percentInterval(position, digits)]),
      scoreInterval(p, digits),
      scoreInterval(r, digits),
    ],
    ...(by === 'cause' || by === 'opening' ? { brush: { [by]: group, series } } : {}),
    // A length of one ply is written as that ply alone.
    ...(by === 'length' ? { brush: { length: group.includes('-') ? group : `${group}-${group}`, series } } : {}),
  };
}

const leftOut = (more: number): string[] =>
  more <= 0 ? [] : [`${plural(more, 'more row')} ${more === 1 ? 'is' : 'are'} in the CSV and JSON of the report.`];

/** Positions with the answers of all models side by side; nothing where they were not asked for. */
export function positionTables({ positions, series, m, digits }: Report): (ReportTable | string)[] {
  if (positions === undefined || positions.length === 0) return [];
  const names = Object.keys(positions[0]?.answers ?? {});
  const shown = positions.slice(0, MAX_ROWS);
  const isOne = series.filter(({ name }) => names.includes(name)).length < 2;
  return [
    {
      caption: `Positions side by side: verdict and ${depthName('p', m)}, ${isOne ? 'the lowest' : 'the greatest disagreement'} first`,
      head: ['position', ...names, 'spread'],
      rows: shown.map((row) => ({
        head: positionName(row),
        cells: [
          ...names.map((name) => answerText(row.answers[name] ?? null, digits)),
          formatScore(row.disagreement, { digits }),
        ],
      })),
      texts: 1 + names.length,
    },
    ...leftOut(positions.length - shown.length),
  ];
}

/** `game 12 (Name), ply 16, after 8...Ne4`. */
function positionName({ game, gameName, ply, san }: PositionRow): string {
  const name = gameName === null ? '' : ` (${gameName})`;
  return `game ${game + 1}${name}, ply ${ply}${san === null ? '' : ` ${san}`}`;
}

/** `exact · 1`, `squares wrong · 0.42`; of several samples how many have the right position. */
function answerText(answer: PositionAnswer | null, digits: number | undefined): string {
  if (answer === null) return NOTHING;
  const { verdict, p, samples, position } = answer;
  const name = samples === 1 ? VERDICT_NAMES[verdict] : `${position} of ${samples} right`;
  return `${name} · ${formatScore(p, { digits })}`;
}
