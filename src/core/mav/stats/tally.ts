import type { ValueErrors } from '../check/engine-values.ts';

/** How often something was right. */
export interface RateTally {
  readonly right: number;
  readonly n: number;
}

/** Sums of numbers, one an example: for their mean and its error. */
export interface SumTally {
  readonly sum: number;
  readonly squares: number;
}

/** Lists of all legal actions. */
export interface AllTally {
  readonly n: number;
  /** Lists that are exactly the legal actions. */
  readonly exact: number;
  /** Listed actions that are legal, over all lists. */
  readonly hits: number;
  /** Different actions that were listed. */
  readonly listed: number;
  readonly legal: number;
  readonly precision: SumTally;
  readonly recall: SumTally;
  readonly f1: SumTally;
}

/** What is judged on a position: the true one, or the one that the model printed. */
export interface SideTally {
  /** Best actions that are legal. */
  readonly best: RateTally;
  /** Last states that are the one after the best action. */
  readonly final: RateTally;
  readonly all: AllTally;
  /** Lists of k: of the right length, with legal actions alone. */
  readonly top: RateTally;
  /** Actions in lists of k that are legal. */
  readonly topActions: RateTally;
  /** Positions where the game is over, or is called over: said with its result. */
  readonly terminal: RateTally;
}

/** Eighths of the buckets, the lowest first. */
export const BINS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

/** A sum of so many cases. */
export interface CaseSum {
  readonly n: number;
  readonly sum: number;
}

/** Listed values beside those of an engine, a solver or playouts. */
export interface ValueTally {
  /** Lists that were valued. */
  readonly lists: number;
  readonly errors: ValueErrors;
  /** Kendall's tau-b of lists. */
  readonly tau: CaseSum;
  /** Best actions that have the highest value by the source. */
  readonly best: RateTally;
  /** Win probability that is lost by the best action. */
  readonly regret: CaseSum;
  /** Share of the source's k best that are listed, or of its five best of a list of all. */
  readonly recall: CaseSum;
  /** Values of actions whose result is proved, and those of them that do not say another result. */
  readonly proved: RateTally;
  /** By eighth of the buckets: values, and the sums of what they say and of what the source says. */
  readonly bins: Readonly<
    Record<(typeof BINS)[number], { readonly n: number; readonly said: number; readonly source: number }>
  >;
}

/** What was found in examples and traces; sums, so that those of parts can be added. */
export interface MavTally {
  readonly examples: number;
  /** Without any output. */
  readonly prompts: number;
  /** Outputs that a header asks for and an answer lacks. */
  readonly missing: number;
  /** Lists with an ellipsis, in which nothing can be missing. */
  readonly elided: number;
  /** Answers whose true position is not known. */
  readonly unknown: number;
  /** States after the previous action. */
  readonly updated: RateTally;
  /** States whose castling rights and en passant square are both right, of those that say them. */
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

/** One more case. */
export const rateOfCase = (isRight: boolean): RateTally => ({ right: isRight ? 1 : 0, n: 1 });
export const sumOfValue = (value: number): SumTally => ({ sum: value, squares: value * value });

/** Part of a tally: what is left out is nothing. */
export type PartialTally<T> = { readonly [Key in keyof T]?: T[Key] extends number ? number : PartialTally<T[Key]> };

/** Both together. */
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

/** Quantities of a side that have an interval: those with true are shares of cases, the others means. */
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

/** The same of values. */
const OF_VALUES = { signed: false, absolute: false, tau: false, best: true, regret: false, recall: false } as const;
type ValueColumn = keyof typeof OF_VALUES;

/** A quantity with an interval. */
export type TallyColumn =
  | 'updated'
  | 'rights'
  | 'shape'
  | 'clean'
  | `${'truth' | 'printed'} ${SideColumn}`
  | `values ${ValueColumn}`;

const sideColumns = Object.keys(OF_SIDE) as SideColumn[];

/** All of them. */
export const TALLY_COLUMNS: readonly TallyColumn[] = [
  'updated',
  'rights',
  'shape',
  'clean',
  ...(['truth', 'printed'] as const).flatMap((name) => sideColumns.map((column) => `${name} ${column}` as const)),
  ...(Object.keys(OF_VALUES) as ValueColumn[]).map((column) => `values ${column}` as const),
];

/** True for a share of cases. */
export function isShareColumn(column: TallyColumn): boolean {
  const [of, part = ''] = column.split(' ');
  return of === 'values' ? OF_VALUES[part as ValueColumn] : (OF_SIDE[part as SideColumn] ?? true);
}

/** The number of cases of a quantity, and the sum of its values. */
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
