import { type ChartLine, type ChartPoint, type LineChart, lineStyle } from '../evaluation/report/html/line-chart.ts';
import { type CurvePoint, curvePoints } from './curve-points.ts';
import { endsText, formatElo } from './league-tables.ts';
import { readPlayer } from './players.ts';
import type { League, LeagueRow } from './standings.ts';

/** Curve of Elo against budget, with its caption. */
export interface Curve {
  readonly title: string;
  readonly text: string;
  readonly chart: LineChart;
}

const WORDS = {
  external: {
    title: 'External search.',
    text: 'Elo against simulations M; 0 is the raw best action (figure 7a of the paper).',
    xTitle: 'simulations M',
  },
  internal: {
    title: 'Internal search.',
    text: 'Elo against breadth × depth of the search that the model writes, by size of the tree; raw is no search (figure 7b of the paper).',
    xTitle: 'breadth × depth',
  },
  tokens: {
    title: 'Tokens.',
    text: 'Elo against the mean tokens of prompts and answers for a move, on a logarithmic axis (the axis of figure 7b of the paper).',
    xTitle: 'tokens a move',
  },
  engine: { title: 'Engine.', text: 'Elo against the level of the engine, by its time a move.', xTitle: 'level' },
  reference: { title: 'Reference.', text: 'Elo against the depth of the reference.', xTitle: 'depth in plies' },
} as const satisfies Readonly<Record<CurvePoint['curve'], object>>;

/**
 * Returns the curves of a league: each line is a model and a method, an engine or the reference; those with fewer than
 * two points are left out.
 */
export function leagueCurves({ rows }: Pick<League, 'rows'>): Curve[] {
  const placed = rows.flatMap((row) => {
    const method = readPlayer(row.player);
    if (!method.ok || row.elo === null) return [];
    return curvePoints(method.value, row.tokensPerMove).map((place) => ({ place, row }));
  });
  return (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((name) => {
    const lines = linesOf(placed.filter(({ place }) => place.curve === name));
    if (lines.size === 0) return [];
    const shown = [...lines.values()].flat().map(({ place }) => place);
    const budgets = [...new Map(shown.map((place) => [place.name, place.budget]))].sort(
      ([a, one], [b, other]) => one - other || (a < b ? -1 : 1),
    );
    const { title, text, xTitle } = WORDS[name];
    return [
      {
        title,
        text: `${text} Bars are 95 % intervals.`,
        chart: {
          label: `${title} ${text}`,
          categories: budgets.map(([budget]) => budget),
          ...(name === 'tokens' && { places: logPlaces(budgets.map(([, budget]) => budget)) }),
          xTitle,
          yTitle: 'Elo',
          scale: 'range',
          isBridged: true,
          lines: [...lines].map(([line, points], i) => drawn(line, points, budgets, i)),
        },
      },
    ];
  });
}

/** Returns places from 0 to 1 by the logarithms of ascending numbers above 0. */
function logPlaces(values: readonly number[]): number[] {
  const logs = values.map(Math.log);
  const [first = 0, last = 0] = [logs[0], logs.at(-1)];
  return logs.map((one) => (last > first ? (one - first) / (last - first) : 0.5));
}

type RowOnCurve = { readonly place: CurvePoint; readonly row: LeagueRow };

/**
 * Returns the lines with enough points. Where a search without simulations was played itself, the raw action is not its
 * first point.
 */
function linesOf(placed: readonly RowOnCurve[]): ReadonlyMap<string, readonly RowOnCurve[]> {
  const lines = new Map<string, RowOnCurve[]>();
  for (const one of placed) lines.set(one.place.line, [...(lines.get(one.place.line) ?? []), one]);
  return new Map(
    [...lines]
      .map(([line, points]) => [line, points.filter((one) => !isReplaced(one, points))] as const)
      .filter(([, points]) => points.length >= MIN_POINTS)
      .sort(([a], [b]) => Number(isBaseline(a)) - Number(isBaseline(b))),
  );
}

/** Minimum number of rated players on a line. */
const MIN_POINTS = 2;

/** Returns true for lines without a model; they come last. */
const isBaseline = (line: string): boolean => /^(?:rollouts|reference|stockfish)(?:,|$)/.test(line);

const isReplaced = ({ place, row }: RowOnCurve, points: readonly RowOnCurve[]): boolean =>
  /\/raw(?:,|$)/.test(row.player) &&
  place.curve === 'external' &&
  points.some((other) => other.row !== row && other.place.name === place.name);

function drawn(
  line: string,
  placed: readonly RowOnCurve[],
  budgets: readonly (readonly [string, number])[],
  i: number,
): ChartLine {
  return {
    name: line,
    style: lineStyle(i, isBaseline(line)),
    points: budgets.map(([name]): ChartPoint | undefined => {
      const row = placed.find(({ place }) => place.name === name)?.row;
      if (row === undefined || row.elo === null) return undefined;
      const { low, high } = row;
      const ends = low === null || high === null ? '' : ` (${endsText(low, high)})`;
      return { value: row.elo, low, high, text: `${name}: ${formatElo(row.elo)}${ends}` };
    }),
  };
}

/** Formats the points of a line. */
export const formatPoints = ({ points }: LineChart['lines'][number]): string =>
  points.flatMap((point) => (point === undefined ? [] : [point.text])).join(' · ');
