import { formatShareSum as number, plural } from '../../base/text/counts.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { byCount, CAUSES, type CauseId } from '../../metrics/sentence/causes.ts';
import { VERDICT_NAMES } from '../../metrics/wording.ts';
import { type Report, reportModels, type SeriesFigures } from './report.ts';
import type { GroupBy, GroupingFigures, GroupingRow, PositionAnswer, PositionFigures } from './report-lists.ts';
import type { ReportRow, ReportTable } from './tables.ts';
import type { TrajectoryFigures } from './trajectories.ts';
import { depthName, NO_FIGURE, percent, percentInterval, scoreInterval } from './words.ts';

/** Maximum number of rows of a grouping or of positions in a page or Markdown; CSV and JSON have all. */
const MAX_ROWS = 50;

/** Returns the table of causes: a row per cause, a column per model. */
export function causeTable(report: Report): ReportTable {
  const models = reportModels(report);
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

/** Returns the tables of all groupings, with a sentence where not all rows are included. */
export const groupingTables = (report: Report): (ReportTable | string)[] =>
  report.groupings.flatMap((grouping) => groupingTable(grouping, report));

function groupingTable({ by, rows }: GroupingFigures, { m, worlds, digits }: Report): (ReportTable | string)[] {
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
      // Within one cause nearly all answers have the right position, or none has: the column says nothing there.
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

/** Returns the positions with the answers of all models side by side; empty where they were not requested. */
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

/** Formats the place of a position: `game 12 (Name), ply 16, after 8...Ne4`. */
function positionName({ game, gameName, ply, san }: PositionFigures): string {
  const name = gameName === null ? '' : ` (${gameName})`;
  return `game ${game + 1}${name}, ply ${ply}${san === null ? '' : ` ${san}`}`;
}

/** Formats an answer: `exact · 1`, `squares wrong · 0.42`; for several samples, the number with the right position. */
function answerText(answer: PositionAnswer | null, digits: number | undefined): string {
  if (answer === null) return NO_FIGURE;
  const { verdict, p, samples, position } = answer;
  const name = samples === 1 ? VERDICT_NAMES[verdict] : `${position} of ${samples} right`;
  return `${name} · ${formatScore(p, { digits })}`;
}

const figureText = (n: number): string => n.toLocaleString('en');

/** Series with trajectories. */
type Followed = SeriesFigures & { readonly trajectories: TrajectoryFigures };

const followed = ({ series }: Report): Followed[] =>
  series.filter((one): one is Followed => one.trajectories !== undefined);

/** Returns the tables of trajectories: whole walks, then by ply. Empty where no walk has several queried plies. */
export function trajectoryTables(report: Report): ReportTable[] {
  const known = followed(report);
  if (known.length === 0) return [];
  const where = known.every(({ trajectories }) => trajectories.everyPly) ? 'every half-move' : 'every asked half-move';
  const plies = [...new Set(known.flatMap(({ trajectories }) => trajectories.lengths.map(({ ply }) => ply)))].sort(
    (a, b) => a - b,
  );
  const rows = (cell: (length: TrajectoryFigures['lengths'][number]) => string): ReportTable['rows'] =>
    known.map(({ name, floor, trajectories }) => ({
      head: name,
      floor,
      cells: plies.map((ply) => {
        const length = trajectories.lengths.find((one) => one.ply === ply);
        return length === undefined ? NO_FIGURE : cell(length);
      }),
    }));
  const head = ['model', ...plies.map(figureText)];
  const whole: ReportTable = {
    caption: `Whole walks: the right position at ${where}, 95 % intervals`,
    head: ['model', 'walks', 'incomplete', 'all right', 'first wrong: quarter', 'median', 'three quarters'],
    rows: known.map(({ name, floor, trajectories: { walks, incomplete, allRight, firstWrong } }) => ({
      head: name,
      floor,
      cells: [
        figureText(walks),
        figureText(incomplete),
        percentInterval(allRight, report.digits),
        ...(['q1', 'median', 'q3'] as const).map((part) =>
          firstWrong === null ? NO_FIGURE : figureText(firstWrong[part]),
        ),
      ],
    })),
  };
  if (plies.length === 0) return [whole];
  return [
    whole,
    {
      caption: `Walks right at ${where} up to this one`,
      head,
      rows: rows(({ allRight }) => percentInterval(allRight, report.digits)),
    },
    {
      caption: 'The same walks: right at this half-move',
      head,
      rows: rows(({ right }) => percentInterval(right, report.digits)),
    },
  ];
}

/** Returns a sentence for each model with trajectories. */
export function trajectorySentences(report: Report): string[] {
  const models = new Set(reportModels(report).map(({ name }) => name));
  return followed(report).flatMap(({ name, trajectories: { walks, allRight, firstWrong, everyPly } }) => {
    if (!models.has(name) || walks === 0) return [];
    const where = everyPly ? 'at every half-move' : 'at every asked half-move';
    const wrong =
      firstWrong === null ? '' : `; half of the others go wrong by half-move ${figureText(firstWrong.median)}`;
    return [
      `${name} is right ${where} in ${percentInterval(allRight, report.digits)} of ${plural(walks, 'walk')}${wrong}.`,
    ];
  });
}
