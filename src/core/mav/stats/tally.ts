import { type Bounds, UNIT } from '../../base/stats/confidence-interval.ts';
import type { ValueErrors } from '../check/engine-values.ts';
import { BUCKETS } from '../values.ts';

/** Number of right cases among `n`. */
export interface RateTally {
  readonly right: number;
  readonly n: number;
}

/** Sums over examples, for the mean and its error. */
export interface SumTally {
  readonly sum: number;
  readonly squares: number;
}

/** Lists of all legal actions. */
export interface AllTally {
  readonly n: number;
  /** Lists with exactly the legal actions. */
  readonly exact: number;
  /** Listed legal actions, over all lists. */
  readonly hits: number;
  /** Distinct listed actions. */
  readonly listed: number;
  readonly legal: number;
  readonly precision: SumTally;
  readonly recall: SumTally;
  readonly f1: SumTally;
}

/** Judgments on a position: the true one, or the one that the model printed. */
export interface SideTally {
  /** Legal best actions. */
  readonly best: RateTally;
  /** Last states that are the one after the best action. */
  readonly final: RateTally;
  readonly all: AllTally;
  /** Lists of k actions with the right length and legal actions only. */
  readonly top: RateTally;
  /** Legal actions in lists of k. */
  readonly topActions: RateTally;
  /** Positions where the game is over, or is said to be: right with the right result. */
  readonly terminal: RateTally;
}

/** Eighths of the buckets, the lowest first. */
export const BINS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

/** Sum of n cases. */
export interface CaseSum {
  readonly n: number;
  readonly sum: number;
}

/** Listed values compared with those of an engine, a solver or playouts. */
export interface ValueTally {
  /** Valued lists. */
  readonly lists: number;
  readonly errors: ValueErrors;
  /** Kendall's tau-b of lists. */
  readonly tau: CaseSum;
  /** Best actions that have the highest value by the source. */
  readonly best: RateTally;
  /** Win probability lost by the best action. */
  readonly regret: CaseSum;
  /** Share of the source's k best that are listed; of its five best for a list of all. */
  readonly recall: CaseSum;
  /** Values of actions with a proved result; right if they don't contradict it. */
  readonly proved: RateTally;
  /** By eighth of the buckets: number of values, sum of listed values and of the source's. */
  readonly bins: Readonly<
    Record<(typeof BINS)[number], { readonly n: number; readonly said: number; readonly source: number }>
  >;
}

/** Counts and sums over examples and traces, which can be added. */
export interface MavTally {
  readonly examples: number;
  /** Examples without any output. */
  readonly prompts: number;
  /** Outputs that a header requests and an answer lacks. */
  readonly missing: number;
  /** Lists with an ellipsis, in which nothing can be missing. */
  readonly elided: number;
  /** Answers whose true position is unknown. */
  readonly unknown: number;
  /** States after the previous action. */
  readonly updated: RateTally;
  /** States with right castling rights and en passant square, among those that give them. */
  readonly rights: RateTally;
  readonly truth: SideTally;
  readonly printed: SideTally;
  /** Traces of the right shape. */
  readonly shape: RateTally;
  /** Traces without an error. */
  readonly clean: RateTally;
  readonly values: ValueTally;
}

const rate = (): RateTally => ({ right: 0, n: 0 });
const sum = (): SumTally => ({ sum: 0, squares: 0 });
const side = (): SideTally => ({
  best: rate(),
  final: rate(),
  all: { n: 0, exact: 0, hits: 0, listed: 0, legal: 0, precision: sum(), recall: sum(), f1: sum() },
  top: rate(),
  topActions: rate(),
  terminal: rate(),
});

export const emptyTally = (): MavTally => ({
  examples: 0,
  prompts: 0,
  missing: 0,
  elided: 0,
  unknown: 0,
  updated: rate(),
  rights: rate(),
  truth: side(),
  printed: side(),
  shape: rate(),
  clean: rate(),
  values: {
    lists: 0,
    errors: { n: 0, signed: 0, absolute: 0, flipped: 0, above: 0, below: 0 },
    tau: { n: 0, sum: 0 },
    best: rate(),
    regret: { n: 0, sum: 0 },
    recall: { n: 0, sum: 0 },
    proved: rate(),
    bins: Object.fromEntries(BINS.map((bin) => [bin, { n: 0, said: 0, source: 0 }])) as ValueTally['bins'],
  },
});

/** Returns the tally of one case. */
export const caseRate = (isRight: boolean): RateTally => ({ right: isRight ? 1 : 0, n: 1 });
export const valueSum = (value: number): SumTally => ({ sum: value, squares: value * value });

/** Part of a tally: missing members are 0. */
export type PartialTally<T> = { readonly [Key in keyof T]?: T[Key] extends number ? number : PartialTally<T[Key]> };

/** Returns the sum of two tallies. */
export function addTallies<T extends object>(a: T, b: PartialTally<T>): T {
  const both: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(a)) {
    const more = b[key as keyof T];
    if (more === undefined) both[key] = value;
    else if (typeof value === 'number') both[key] = value + Number(more);
    else both[key] = addTallies(value as object, more as object);
  }
  return both as T;
}

/** Quantities of a side with an interval: true for shares of cases, false for means. */
const OF_SIDE = {
  best: true,
  final: true,
  top: true,
  terminal: true,
  exact: true,
  precision: false,
  recall: false,
  f1: false,
} as const;
type SideColumn = keyof typeof OF_SIDE;

/** Quantities of values with an interval: true for shares of cases, false for means. */
const OF_VALUES = { signed: false, absolute: false, tau: false, best: true, regret: false, recall: false } as const;
type ValueColumn = keyof typeof OF_VALUES;

/** Name of a quantity with an interval. */
export type TallyColumn =
  | 'updated'
  | 'rights'
  | 'shape'
  | 'clean'
  | `${'truth' | 'printed'} ${SideColumn}`
  | `values ${ValueColumn}`;

const sideColumns = Object.keys(OF_SIDE) as SideColumn[];

/** All quantities with an interval. */
export const TALLY_COLUMNS: readonly TallyColumn[] = [
  'updated',
  'rights',
  'shape',
  'clean',
  ...(['truth', 'printed'] as const).flatMap((name) => sideColumns.map((column) => `${name} ${column}` as const)),
  ...(Object.keys(OF_VALUES) as ValueColumn[]).map((column) => `values ${column}` as const),
];

/** Returns true for a share of cases. */
export function isShareColumn(column: TallyColumn): boolean {
  const [of, part = ''] = column.split(' ');
  return of === 'values' ? OF_VALUES[part as ValueColumn] : (OF_SIDE[part as SideColumn] ?? true);
}

/** Returns the bounds of the values of a quantity. */
export function columnBounds(column: TallyColumn): Bounds {
  if (column === 'values signed') return { least: 1 - BUCKETS, most: BUCKETS - 1 };
  if (column === 'values absolute') return { least: 0, most: BUCKETS - 1 };
  return column === 'values tau' ? { least: -1, most: 1 } : UNIT;
}

/** Returns the number of cases of a quantity, and the sum of its values. */
export function columnSum(tally: MavTally, column: TallyColumn): { readonly n: number; readonly sum: number } {
  const ofRate = ({ right, n }: RateTally): { n: number; sum: number } => ({ n, sum: right });
  if (column === 'updated' || column === 'rights' || column === 'shape' || column === 'clean')
    return ofRate(tally[column]);
  if (column.startsWith('values ')) {
    const { errors, best, ...means } = tally.values;
    const part = column.slice('values '.length) as ValueColumn;
    if (part === 'signed' || part === 'absolute') return { n: errors.n, sum: errors[part] };
    return part === 'best' ? ofRate(best) : means[part];
  }
  const [name, part] = column.split(' ') as ['truth' | 'printed', SideColumn];
  const { all, ...others } = tally[name];
  if (part === 'exact') return { n: all.n, sum: all.exact };
  if (part === 'precision' || part === 'recall' || part === 'f1') return { n: all.n, sum: all[part].sum };
  return ofRate(others[part]);
}
