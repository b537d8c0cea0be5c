import { ClusterSums } from '../base/stats/clusters.ts';
import { type Interval, meanInterval, shareInterval } from '../base/stats/confidence-interval.ts';
import type { TraceFigures } from './figures.ts';

/** A figure of a trace, as a column of a table. */
export interface FigureColumn {
  readonly name: string;
  readonly title: string;
  /** `rate`: 0 or 1 for a trace. `share`: from 0 to 1. `count`: 0 or more. */
  readonly kind: 'rate' | 'share' | 'count';
  /** True for the figures of short tables. */
  readonly isShort?: true;
}

/** A trace with its figures, for statistics. */
export interface TraceCase {
  /** Key of its task: traces of one task are not independent. */
  readonly task: string;
  /** Values of the criteria by which traces are grouped; undefined where one is not known. */
  readonly groups: Readonly<Partial<Record<GroupCriterion, string>>>;
  /** Values by column; null where a figure is not defined. */
  readonly values: Readonly<Record<string, number | null>>;
}

/** Criteria by which traces are grouped, in the order of the output. */
export const GROUP_CRITERIA = ['model', 'world', 'dialect', 'algorithm', 'length'] as const;
type GroupCriterion = (typeof GROUP_CRITERIA)[number];

/** A figure over traces. */
export interface FigureSummary {
  /** Number of traces with the figure. */
  readonly n: number;
  /** Mean with its 95 % interval over tasks; null for no traces. */
  readonly mean: Interval | null;
}

/** Figures of a group of traces. */
export interface TraceGroup {
  readonly by: GroupCriterion | 'all';
  /** Value of the criterion; '' for all. */
  readonly value: string;
  readonly traces: number;
  /** Number of different tasks, which the intervals count. */
  readonly tasks: number;
  /** By name of the column. */
  readonly figures: Readonly<Record<string, FigureSummary>>;
}

/**
 * Returns the figures of all traces, and of the groups by each criterion that distinguishes them. Intervals are over
 * tasks; with fewer than ten tasks there are none.
 */
export function summarizeTraces(cases: readonly TraceCase[], columns: readonly FigureColumn[]): readonly TraceGroup[] {
  return [
    summarizeGroup('all', '', cases, columns),
    ...GROUP_CRITERIA.flatMap((by) => {
      const groups = groupCases(cases, by);
      return groups.size < 2
        ? []
        : [...groups]
            .sort(([a], [b]) => compareValues(a, b))
            .map(([value, own]) => summarizeGroup(by, value, own, columns));
    }),
  ];
}

/** Orders lengths by their numbers, and other values as texts. */
function compareValues(a: string, b: string): number {
  const difference = Number.parseInt(a, 10) - Number.parseInt(b, 10);
  return Number.isNaN(difference) || difference === 0 ? Number(a > b) - Number(a < b) : difference;
}

function groupCases(cases: readonly TraceCase[], by: GroupCriterion): Map<string, TraceCase[]> {
  const groups = new Map<string, TraceCase[]>();
  for (const item of cases) {
    const value = item.groups[by];
    if (value === undefined) continue;
    const own = groups.get(value);
    if (own === undefined) groups.set(value, [item]);
    else own.push(item);
  }
  return groups;
}

function summarizeGroup(
  by: TraceGroup['by'],
  value: string,
  cases: readonly TraceCase[],
  columns: readonly FigureColumn[],
): TraceGroup {
  const figures = columns.map((column) => [column.name, summarizeFigure(cases, column)] as const);
  return {
    by,
    value,
    traces: cases.length,
    tasks: new Set(cases.map(({ task }) => task)).size,
    figures: Object.fromEntries(figures),
  };
}

function summarizeFigure(cases: readonly TraceCase[], { name, kind }: FigureColumn): FigureSummary {
  const sums = new ClusterSums(1);
  let n = 0;
  for (const { task, values } of cases) {
    const value = values[name];
    if (value === null || value === undefined) continue;
    sums.add(sums.row(task), 0, value);
    n++;
  }
  const [clusters] = sums.columns();
  if (n === 0 || clusters === undefined) return { n, mean: null };
  const mean =
    kind === 'count'
      ? meanInterval(clusters, { least: 0, most: Number.POSITIVE_INFINITY })
      : shareInterval(clusters, kind === 'rate');
  return { n, mean: mean ?? null };
}

/** Bounds of the groups by length, in nodes. */
const LENGTHS = [10, 30, 100, 300, 1000, 3000, 10_000] as const;

/** Returns the group of a length in nodes: `10–29 nodes`. */
export function lengthGroup(nodes: number): string {
  const at = LENGTHS.findIndex((bound) => nodes < bound);
  const [low, high] = [LENGTHS[at - 1] ?? (at < 0 ? LENGTHS[LENGTHS.length - 1] : 0), LENGTHS[at]];
  return high === undefined ? `${low} nodes or more` : `${low}–${high - 1} nodes`;
}

/** A column with the value of a trace; null where it is not defined. */
interface FigureOf extends FigureColumn {
  readonly of: (figures: TraceFigures) => number | boolean | null;
}

const COLUMNS: readonly FigureOf[] = [
  { name: 'nodes', title: 'nodes', kind: 'count', isShort: true, of: ({ nodes }) => nodes },
  { name: 'depth', title: 'depth', kind: 'count', isShort: true, of: ({ depth }) => depth },
  { name: 'breadth', title: 'widest level', kind: 'count', of: ({ breadth }) => Math.max(0, ...breadth) },
  { name: 'backtracks', title: 'backtracks', kind: 'count', of: ({ backtracks }) => backtracks },
  { name: 'rightStates', title: 'right states', kind: 'share', isShort: true, of: ({ rightStates }) => rightStates },
  { name: 'rightLinks', title: 'right links', kind: 'share', of: ({ rightLinks }) => rightLinks },
  { name: 'rightClaims', title: 'right claims', kind: 'share', of: ({ rightClaims }) => rightClaims },
  { name: 'illegalActions', title: 'illegal actions', kind: 'count', of: ({ illegalActions }) => illegalActions },
  { name: 'unplaced', title: 'unplaced actions', kind: 'share', of: ({ unplaced }) => unplaced },
  { name: 'belowWrong', title: 'below an error', kind: 'share', isShort: true, of: ({ belowWrong }) => belowWrong },
  { name: 'repeatedWork', title: 'repeated work', kind: 'share', of: ({ repeatedWork }) => repeatedWork },
  {
    name: 'clean',
    title: 'without an error',
    kind: 'rate',
    isShort: true,
    of: ({ firstError }) => firstError === null,
  },
  {
    name: 'firstErrorNode',
    title: 'first error: node',
    kind: 'count',
    of: ({ firstError }) => firstError?.node ?? null,
  },
  {
    name: 'firstErrorToken',
    title: 'first error: token',
    kind: 'count',
    of: ({ firstError }) => firstError?.token ?? null,
  },
  { name: 'solved', title: 'solved', kind: 'rate', isShort: true, of: ({ solved }) => solved },
  { name: 'optimal', title: 'optimal', kind: 'rate', isShort: true, of: ({ optimal }) => optimal },
  { name: 'cost', title: 'cost of the plan', kind: 'count', of: ({ cost }) => cost },
  { name: 'shortest', title: 'least cost', kind: 'count', of: ({ shortest }) => shortest },
  { name: 'excess', title: 'cost above the least', kind: 'count', of: ({ cost, shortest }) => excess(cost, shortest) },
  {
    name: 'levelOne',
    title: 'choice by level one alone',
    kind: 'rate',
    of: ({ myopia }) => explains(myopia, 'level-one'),
  },
  { name: 'backedUp', title: 'choice by the tree alone', kind: 'rate', of: ({ myopia }) => explains(myopia, 'tree') },
];

const excess = (cost: number | null, shortest: number | null): number | null =>
  cost === null || shortest === null ? null : cost - shortest;

const explains = (
  myopia: TraceFigures['myopia'],
  by: NonNullable<TraceFigures['myopia']>['explainedBy'],
): boolean | null => (myopia === null ? null : myopia.explainedBy === by);

/** The figures of a trace as columns of tables and files, in order. */
export const FIGURE_COLUMNS: readonly FigureColumn[] = COLUMNS;

/** Returns the values of the columns by name; a rate is 0 or 1, and null is not defined. */
export function figureValues(figures: TraceFigures): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    COLUMNS.map(({ name, of }) => {
      const value = of(figures);
      return [name, typeof value === 'boolean' ? Number(value) : value];
    }),
  );
}
