import { seeded } from '../base/random.ts';
import { ClusterSums } from '../base/stats/clusters.ts';
import { type Interval, shareInterval } from '../base/stats/confidence-interval.ts';
import { quantile } from '../base/stats/descriptive.ts';
import { holmAdjusted, pairedDifference } from '../base/stats/paired-test.ts';
import { partSeed } from '../base/text/hash.ts';
import { missedPairs } from './boundary-measures.ts';
import type {
  AttackUnit,
  BrittlenessUnit,
  Chess960Unit,
  CompressionUnit,
  DistinctionUnit,
  LegalityUnit,
  PrintedUnit,
  Strategy,
} from './lab-file.ts';

/** Mean over units, with the number of units that have a value. */
export interface Figure {
  readonly n: number;
  /** Null for no units. */
  readonly interval: Interval | null;
}

/** Legality of some positions. */
export interface LegalityRow {
  readonly name: string;
  readonly positions: number;
  /** Number of histories with such positions: the unit of the intervals. */
  readonly histories: number;
  readonly mass: Interval | null;
  readonly top: Interval | null;
}

/** Positions by the printed state, right or wrong, and the likeliest action, legal or not. */
export interface PrintedRow {
  readonly name: 'right' | 'wrong';
  readonly positions: number;
  readonly share: Interval | null;
  readonly mass: Interval | null;
  readonly top: Interval | null;
}

export interface PairRow {
  readonly name: string;
  readonly pairs: number;
  /** Number of pairs whose suffixes were sampled. */
  readonly sampled: number;
  readonly values: Readonly<Record<string, Figure>>;
}

export interface CompressionRow extends PairRow {
  /** Lower bound of the excess in the share of compressed pairs that sampling causes; null where it is not known. */
  readonly bias: number | null;
}

export interface AttackRow {
  /** Strategy; `all` for a baseline, whose attacks are counted together. */
  readonly strategy: Strategy | 'all';
  readonly attacks: number;
  readonly found: Interval | null;
  /** Median number of queried histories up to the first failure, over attacks that found one; null for none. */
  readonly median: number | null;
  readonly shortest: AttackUnit | null;
}

/** Kinds of pairs: two orders, renamed actions with their key or, in older labs, without it, and a start of Chess960. */
export type PairKind = 'order' | 'told' | 'names' | 'start';

export interface BrittlenessRow {
  readonly kind: PairKind;
  readonly pairs: number;
  /** Null for walks from different starts, whose distributions are not over the same actions. */
  readonly distance: Interval | null;
  readonly before: Interval | null;
  readonly after: Interval | null;
  /** Mass on legal actions after the first history minus that after the second. */
  readonly difference: Interval | null;
  readonly p: number | null;
  /** p-value after Holm's correction over the rows. */
  readonly holm: number | null;
}

/** Share of the survey's walks above which a position is common. */
const COMMON = 0.01;
/** First ply of each group. */
const PLY_GROUPS = [0, 10, 20, 40, 80] as const;

type Ply = LegalityUnit['plies'][number];

/** Returns the interval of the mean of clustered values. */
function clustered(values: readonly (readonly [number, number])[]): Interval | null {
  const sums = new ClusterSums(1);
  for (const [cluster, value] of values) sums.add(sums.row(cluster), 0, value);
  const [clusters] = sums.columns();
  const isRate = values.every(([, value]) => value === 0 || value === 1);
  return clusters === undefined || values.length === 0 ? null : shareInterval(clusters, isRate);
}

function legalityRow(
  name: string,
  units: readonly (LegalityUnit | PrintedUnit)[],
  of: (ply: Ply) => boolean,
): LegalityRow {
  const plies = units.flatMap(({ unit, plies }) => plies.filter(of).map((ply) => ({ unit, ply })));
  return {
    name,
    positions: plies.length,
    histories: new Set(plies.map(({ unit }) => unit)).size,
    mass: clustered(plies.map(({ unit, ply }) => [unit, ply.mass])),
    top: clustered(plies.map(({ unit, ply }) => [unit, ply.top])),
  };
}

/** Returns the legality of all positions, by ply, and by how common positions are. */
export function legalityRows(units: readonly LegalityUnit[], walks: number): LegalityRow[] {
  const common = COMMON * walks;
  const groups: [string, (ply: Ply) => boolean][] = [
    ['all positions', () => true],
    ...PLY_GROUPS.map((from, i): [string, (ply: Ply) => boolean] => {
      const to = PLY_GROUPS[i + 1] ?? Number.POSITIVE_INFINITY;
      return [
        to === Number.POSITIVE_INFINITY ? `ply ${from} on` : `plies ${from}–${to - 1}`,
        ({ ply }) => ply >= from && ply < to,
      ];
    }),
    [`in over ${100 * COMMON} % of walks`, ({ visits }) => visits > common],
    ['in fewer walks', ({ visits }) => visits > 0 && visits <= common],
    [`in none of ${walks.toLocaleString('en-US')} walks`, ({ visits }) => visits === 0],
  ];
  return groups
    .map(([name, of]) => legalityRow(name, units, of))
    .filter(({ positions }, i) => i === 0 || positions > 0);
}

/** Returns the legality where the printed state is right, and where it is wrong. */
export function printedRows(units: readonly (LegalityUnit | PrintedUnit)[]): PrintedRow[] {
  return [true, false].map((isRight) => {
    const { mass, top, positions } = legalityRow('', units, ({ printed }) => printed === isRight);
    const share = clustered(
      units.flatMap(({ unit, plies }) =>
        plies
          .filter(({ printed }) => printed !== undefined)
          .map(({ printed }): [number, number] => [unit, printed === isRight ? 1 : 0]),
      ),
    );
    return { name: isRight ? 'right' : 'wrong', positions, share, mass, top };
  });
}

/** Returns means over all pairs, and over those of each kind. */
export function pairRows<Unit extends CompressionUnit | DistinctionUnit>(
  units: readonly Unit[],
  kinds: readonly Unit['kind'][],
  valuesOf: (unit: Unit) => Readonly<Record<string, number | null>>,
): PairRow[] {
  const row = (name: string, chosen: readonly Unit[]): PairRow => {
    const values = chosen.map((unit) => ({ unit, values: valuesOf(unit) }));
    const names = Object.keys(values[0]?.values ?? {});
    const figure = (key: string): Figure => {
      const known = values.flatMap(({ unit, values: all }): [number, number][] => {
        const value = all[key] ?? null;
        return value === null ? [] : [[unit.unit, value]];
      });
      return { n: known.length, interval: clustered(known) };
    };
    return {
      name,
      pairs: chosen.length,
      sampled: chosen.filter(({ sampled }) => sampled).length,
      values: Object.fromEntries(names.map((key) => [key, figure(key)])),
    };
  };
  const found = units.filter(({ kind }) => kind !== 'none');
  return [
    row('all', found),
    ...kinds.map((kind) =>
      row(
        kind,
        found.filter((one) => one.kind === kind),
      ),
    ),
  ];
}

/** Returns the compression of all pairs, and of each kind. */
export function compressionRows(units: readonly CompressionUnit[]): CompressionRow[] {
  const rows = pairRows(units, ['order', 'other'], (one) => ({ same: one.same, overlap: one.overlap }));
  return rows.map((row) => {
    const pairs = units.filter(({ kind }) => kind !== 'none' && (row.name === 'all' || row.name === kind));
    const missed = missedPairs(pairs.map(({ sampled, drawn }) => ({ sampled, ...(drawn && { drawn }) })));
    return { ...row, bias: missed === null ? null : missed / pairs.length };
  });
}

/** Returns the attacks of a strategy, or all together. */
export function attackRow(strategy: AttackRow['strategy'], all: readonly AttackUnit[]): AttackRow {
  const units = all.filter((one) => strategy === 'all' || one.strategy === strategy);
  const found = units.filter((one) => one.found);
  const [shortest = null] = [...found].sort((a, b) => a.history.length - b.history.length || a.unit - b.unit);
  return {
    strategy,
    attacks: units.length,
    found: clustered(units.map((one) => [one.unit, one.found ? 1 : 0])),
    median:
      quantile(
        found.map(({ first }) => first).sort((a, b) => a - b),
        0.5,
      ) ?? null,
    shortest,
  };
}

/** Returns paired tests of some kinds, corrected by Holm's method over them. */
export function brittlenessRows(
  kinds: readonly PairKind[],
  units: readonly PairUnit[],
  seed: number,
): BrittlenessRow[] {
  const rows = kinds.map((kind) => brittlenessRow(kind, units, seed));
  const tested = rows.filter(({ p }) => p !== null);
  const adjusted = holmAdjusted(tested.map(({ p }) => p ?? 1));
  return rows.map((row) => ({ ...row, holm: adjusted[tested.indexOf(row)] ?? null }));
}

type PairUnit = BrittlenessUnit | Chess960Unit;

function brittlenessRow(
  kind: PairKind,
  all: readonly PairUnit[],
  seed: number,
): Omit<BrittlenessRow, 'holm'> & { readonly p: number | null } {
  const units = all.filter((one) => one.kind === kind);
  const values = (of: (unit: PairUnit) => number): [number, number][] => units.map((one) => [one.unit, of(one)]);
  const sums = new ClusterSums(1);
  for (const { unit, mass } of units) sums.add(sums.row(unit), 0, (mass?.[0] ?? 0) - (mass?.[1] ?? 0));
  const [clusters] = sums.columns();
  const tested =
    clusters === undefined || units.length === 0 ? undefined : pairedDifference(clusters, seeded(partSeed(seed, kind)));
  return {
    kind,
    pairs: units.length,
    distance: kind === 'start' ? null : clustered(values((one) => ('distance' in one ? (one.distance ?? 0) : 0))),
    before: clustered(values(({ mass }) => mass?.[0] ?? 0)),
    after: clustered(values(({ mass }) => mass?.[1] ?? 0)),
    difference: tested ?? null,
    p: tested?.p ?? null,
  };
}
