import type { TraceFigures } from './figures.ts';
import type { FigureColumn } from './trace-stats.ts';

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
