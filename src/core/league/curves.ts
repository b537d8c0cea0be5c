import { wrapWords } from '../base/text/lines.ts';
import {
  type ChartLine,
  type ChartPoint,
  type LineChart,
  lineChart,
  lineStyle,
  sample,
} from '../evaluation/report/html/line-chart.ts';
import { escape, type Markup } from '../evaluation/report/html/markup.ts';
import { STYLE } from '../evaluation/report/html/style.ts';
import { treeSize } from '../search/minimax-trace.ts';
import { endsText, formatElo, leagueTitle } from './league-tables.ts';
import { type OwnSettings, type PlayerMethod, printOwn, readPlayer } from './players.ts';
import type { League, LeagueRow } from './standings.ts';

/** Point of a player on a curve. */
interface CurvePoint {
  /** Curve of the point, and its line there. */
  readonly curve: 'external' | 'internal' | 'tokens' | 'engine' | 'reference';
  readonly line: string;
  /** Sort key and name of a budget. */
  readonly budget: number;
  readonly name: string;
}

/**
 * Returns the points of a player; the raw action of a model is the first point of all its lines.
 *
 * @param tokens mean number of tokens of its moves, if they are known
 */
function curvePoints(method: PlayerMethod, tokens: number | null): readonly CurvePoint[] {
  switch (method.kind) {
    case 'rollouts':
      return [external(`rollouts${printOwn(method.own)}`, method.simulations)];
    case 'search': {
      const line = searchLine(method.model, method.world, method.own);
      return [external(line, method.simulations), ...atTokens(line, tokens)];
    }
    case 'internal': {
      const { model, breadth, depth } = method;
      const point = { curve: 'internal', line: model, budget: treeSize(breadth, depth) } as const;
      return [{ ...point, name: `${breadth}×${depth}` }, ...atTokens(internalLine(model), tokens)];
    }
    case 'raw': {
      const lines = (['rules', 'model'] as const).map((world) => searchLine(method.model, world, method.own));
      return [
        ...lines.flatMap((line) => [external(line, 0), ...atTokens(line, tokens)]),
        ...(method.own === undefined ? rawOfInternal(method.model, tokens) : []),
      ];
    }
    case 'engine':
      return method.level === undefined ? [] : [engineLevel(method.level, method.limit)];
    case 'reference':
      return method.depth === undefined
        ? []
        : [{ curve: 'reference', line: 'reference', budget: method.depth, name: String(method.depth) }];
    case 'random':
      return [];
  }
}

/** Returns the first points of the lines of internal searches, which have no settings. */
const rawOfInternal = (model: string, tokens: number | null): CurvePoint[] => [
  { curve: 'internal', line: model, budget: 0, name: 'raw' },
  ...atTokens(internalLine(model), tokens),
];

const external = (line: string, simulations: number): CurvePoint => ({
  curve: 'external',
  line,
  budget: simulations,
  name: simulations.toLocaleString('en-US'),
});

function engineLevel(level: number, limit: Extract<PlayerMethod, { kind: 'engine' }>['limit']): CurvePoint {
  const per = 'nodes' in limit ? `${limit.nodes.toLocaleString('en-US')} nodes` : `${limit.movetime / 1000} s`;
  return { curve: 'engine', line: `stockfish, ${per} a move`, budget: level, name: String(level) };
}

/** Returns the point of a player among the tokens of a move, whole: that is the precision of its name. */
function atTokens(line: string, tokens: number | null): CurvePoint[] {
  const budget = Math.round(tokens ?? 0);
  return budget < 1 ? [] : [{ curve: 'tokens', line, budget, name: budget.toLocaleString('en-US') }];
}

const searchLine = (model: string, world: 'rules' | 'model', own: OwnSettings | undefined): string =>
  `${model}${printOwn(own)}${world === 'rules' ? '' : ', in its own world'}`;

const internalLine = (model: string): string => `${model}, internal search`;

/** Curve of Elo against budget, with its caption. */
interface Curve {
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

const WIDTH = 760;
const EDGE = 14;
/** Heights of a title, of a chart, and of a line of text. */
const TITLE = 30;
const CHART = 384;
const LINE = 19;
/** Left edge of the names in a legend, in px. */
const NAME = 58;
/** Maximum number of characters in a line of text. */
const MAX_CHARACTERS = 105;

/**
 * Returns the curves of a league as a standalone SVG file, for light and dark pages: charts, and below each its lines
 * by mark, name and all numbers. Undefined where no line has two points.
 */
export function leagueSvg(league: League): string | undefined {
  const curves = leagueCurves(league);
  if (curves.length === 0) return undefined;
  const title = 'Elo against budget';
  const head = lines(leagueTitle(league), TITLE + LINE);
  const parts: Markup[] = [head.markup];
  let y = head.bottom + EDGE;
  for (const curve of curves) {
    const part = curvePart(curve, y);
    parts.push(part.markup);
    y = part.bottom;
  }
  const height = y + EDGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">
<title>${escape(`${title}: ${leagueTitle(league)}`)}</title>
<style>${STYLE.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</style>
<rect width="${WIDTH}" height="${height}" fill="var(--bg)"/>
${text(EDGE, 28, title, 'font-size="16" font-weight="600"')}
${parts.join('\n')}
</svg>
`;
}

const text = (x: number, y: number, content: string, more: string): Markup =>
  `<text x="${x}" y="${y}" ${more}>${escape(content)}</text>`;

/** Draws a caption, its chart and its legend from a height on. */
function curvePart({ title, text: caption, chart }: Curve, top: number): Part {
  const words = lines(caption, top + TITLE + 4);
  const drawn = lineChart(chart).replace('<svg ', '<svg width="720" height="380" ');
  const parts = [
    text(EDGE, top + 16, title, 'font-size="14" font-weight="600"'),
    words.markup,
    `<g transform="translate(${EDGE} ${words.bottom})">${drawn}</g>`,
  ];
  let y = words.bottom + CHART;
  for (const one of chart.lines) {
    const numbers = lines(formatPoints(one), y + LINE + 13, NAME);
    const name = text(NAME, y + 13, one.name, 'font-size="14"');
    parts.push(`<g transform="translate(${EDGE} ${y})">${sample(one.style)}</g>`, name, numbers.markup);
    y = numbers.bottom - 6;
  }
  return { markup: parts.join('\n'), bottom: y + EDGE };
}

/** Piece of the drawing, and the top of the next one. */
interface Part {
  readonly markup: Markup;
  readonly bottom: number;
}

/** Draws a text in lines that fit, the first of them at a height. */
function lines(content: string, top: number, x = EDGE): Part {
  const all = wrapWords(content, (line) => line.length <= MAX_CHARACTERS);
  const markup = all.map((line, i) => text(x, top + LINE * i, line, 'font-size="13" class="tick"')).join('\n');
  return { markup, bottom: top + LINE * (all.length - 1) + 6 };
}
