import type { ChartLine, ChartPoint, LineChart } from '../evaluation/report/html/line-chart.ts';
import { lineStyle } from '../evaluation/report/html/line-marks.ts';
import { treeSize } from '../search/reference-trace.ts';
import { type PlayerMethod, readPlayer } from './players.ts';
import type { League, LeagueRow } from './standings.ts';
import { elo, endsText } from './words.ts';

/** A curve of Elo against budget, with its caption. */
export interface Curve {
  readonly title: string;
  readonly text: string;
  readonly chart: LineChart;
}

/** A player on a curve. */
interface Place {
  /** The curve that it lies on, and the line there. */
  readonly curve: keyof typeof CURVES;
  readonly line: string;
  /** Sort key and name of a budget. */
  readonly budget: number;
  readonly name: string;
}

const CURVES = {
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
  reference: { title: 'Reference.', text: 'Elo against the depth of the reference.', xTitle: 'depth in plies' },
} as const;

/** Returns the points of a player; the raw action of a model is the first point of all its lines. */
function placesOf(method: PlayerMethod): readonly Place[] {
  switch (method.kind) {
    case 'rollouts':
      return [external('rollouts', method.simulations)];
    case 'search':
      return [external(searchLine(method.model, method.world), method.simulations)];
    case 'internal': {
      const { model, breadth, depth } = method;
      return [{ curve: 'internal', line: model, budget: treeSize(breadth, depth), name: `${breadth}×${depth}` }];
    }
    case 'raw':
      return [
        ...(['rules', 'model'] as const).map((world) => external(searchLine(method.model, world), 0)),
        { curve: 'internal', line: method.model, budget: 0, name: 'raw' },
      ];
    case 'reference':
      return method.depth === undefined
        ? []
        : [{ curve: 'reference', line: 'reference', budget: method.depth, name: String(method.depth) }];
    case 'random':
      return [];
  }
}

const external = (line: string, simulations: number): Place => ({
  curve: 'external',
  line,
  budget: simulations,
  name: simulations.toLocaleString('en-US'),
});

const searchLine = (model: string, world: 'rules' | 'model'): string =>
  world === 'rules' ? model : `${model}, in its own world`;

/** A line needs two players with a rating. */
const MIN_POINTS = 2;

/** The curves of a league: each line a model and a method, or the reference; those with fewer than two points are left out. */
export function curvesOf({ rows }: Pick<League, 'rows'>): Curve[] {
  const placed = rows.flatMap((row) => {
    const method = readPlayer(row.player);
    return method.ok && row.elo !== null ? placesOf(method.value).map((place) => ({ place, row })) : [];
  });
  return (Object.keys(CURVES) as (keyof typeof CURVES)[]).flatMap((name) => {
    const own = placed.filter(({ place }) => place.curve === name);
    const lines = linesOf(own);
    if (lines.size === 0) return [];
    const shown = [...lines.values()].flat().map(({ place }) => place);
    const budgets = [...new Map(shown.map((place) => [place.name, place.budget]))].sort(
      ([a, one], [b, other]) => one - other || (a < b ? -1 : 1),
    );
    const { title, text, xTitle } = CURVES[name];
    return [
      {
        title,
        text: `${text} Bars are 95 % intervals.`,
        chart: {
          label: `${title} ${text}`,
          categories: budgets.map(([budget]) => budget),
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

type Placed = { readonly place: Place; readonly row: LeagueRow };

/** The lines with enough points. Where a search without simulations was played itself, the raw action is not its first point. */
function linesOf(placed: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  const lines = new Map<string, Placed[]>();
  for (const one of placed) lines.set(one.place.line, [...(lines.get(one.place.line) ?? []), one]);
  return new Map(
    [...lines]
      .map(([line, points]) => [line, points.filter((one) => !isReplaced(one, points))] as const)
      .filter(([, points]) => points.length >= MIN_POINTS)
      .sort(([a], [b]) => Number(isBaseline(a)) - Number(isBaseline(b))),
  );
}

/** True for lines that ask no model; they come last. */
const isBaseline = (line: string): boolean => line === 'rollouts' || line === 'reference';

const isReplaced = ({ place, row }: Placed, points: readonly Placed[]): boolean =>
  row.player.endsWith('/raw') && points.some((other) => other.row !== row && other.place.name === place.name);

function drawn(
  line: string,
  placed: readonly Placed[],
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
      return { value: row.elo, low, high, text: `${name}: ${elo(row.elo)}${ends}` };
    }),
  };
}
