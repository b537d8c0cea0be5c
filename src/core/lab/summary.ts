import { seeded } from '../base/random.ts';
import { ClusterSums } from '../base/stats/clusters.ts';
import { holmAdjusted } from '../base/stats/holm.ts';
import type { Interval } from '../base/stats/intervals.ts';
import { pairedDifference } from '../base/stats/paired-difference.ts';
import { quantile } from '../base/stats/ranks.ts';
import { shareInterval } from '../base/stats/rate-interval.ts';
import { partSeed } from '../base/text/fingerprint.ts';
import { missedPairs } from './compression.ts';
import type { LabHeader } from './lab-file.ts';
import type { ReferenceUnits } from './references.ts';
import { type Measure, unitCount } from './settings.ts';
import {
  type AttackUnit,
  type BrittlenessUnit,
  type Chess960Unit,
  type CompressionUnit,
  type DistinctionUnit,
  type LegalityUnit,
  type PrintedUnit,
  STRATEGIES,
  type Strategy,
  type UnitRecord,
} from './unit-records.ts';

/** A mean over units, with the number of units that have a value. */
export interface Figure {
  readonly n: number;
  /** Null for no units. */
  readonly interval: Interval | null;
}

/** Legality of some positions. */
export interface LegalityRow {
  readonly name: string;
  readonly positions: number;
  /** Histories with such positions: what the intervals count. */
  readonly histories: number;
  readonly mass: Interval | null;
  readonly top: Interval | null;
}

/** Positions by what is printed and what is done: the printed state is right or wrong, the likeliest action legal or not. */
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
  /** Pairs whose suffixes were sampled. */
  readonly sampled: number;
  readonly values: Readonly<Record<string, Figure>>;
}

export interface CompressionRow extends PairRow {
  /** By how much the share of compressed pairs is too high because suffixes were sampled, at least; null where it is not known. */
  readonly bias: number | null;
}

export interface AttackRow {
  /** `all` of a baseline, whose attacks are counted together. */
  readonly strategy: Strategy | 'all';
  readonly attacks: number;
  readonly found: Interval | null;
  /** Median of the histories asked about up to the first failure, over attacks that found one; null for none. */
  readonly median: number | null;
  readonly shortest: AttackUnit | null;
}

/** Two orders, renamed actions with their key or, in older labs, without it, and a start of Chess960. */
export type PairKind = 'order' | 'told' | 'names' | 'start';

export interface BrittlenessRow {
  readonly kind: PairKind;
  readonly pairs: number;
  /** Null of walks from different starts, whose distributions are not over the same actions. */
  readonly distance: Interval | null;
  readonly before: Interval | null;
  readonly after: Interval | null;
  /** Mass on legal actions behind the first history minus that behind the second. */
  readonly difference: Interval | null;
  readonly p: number | null;
  /** Corrected by Holm's method over the rows. */
  readonly holm: number | null;
}

/** The measures of a model. A part is undefined where its measure was not wanted. */
export interface Measured {
  readonly legality: readonly LegalityRow[] | undefined;
  readonly printed: readonly PrintedRow[] | undefined;
  readonly compression: readonly CompressionRow[] | undefined;
  readonly distinction: readonly PairRow[] | undefined;
  readonly attacks: readonly AttackRow[] | undefined;
  readonly brittleness: readonly BrittlenessRow[] | undefined;
}

/** The measures of a baseline: of each the row of all units, of brittleness and printed states those of the model. */
export interface Reference extends Measured {
  readonly model: string;
}

/** All figures of a lab. */
export interface LabSummary extends Measured {
  readonly header: LabHeader;
  readonly units: number;
  readonly wanted: number;
  readonly asked: number;
  /** Baselines on the same units, or the first of them. */
  readonly references: readonly Reference[];
  /** Units that found no pair. */
  readonly withoutPair: Readonly<Record<'compression' | 'distinction' | 'brittleness', number>>;
}

/** A position that more of the survey's walks than this share have is common. */
const COMMON = 0.01;
/** Plies from which groups begin. */
const PLY_GROUPS = [0, 10, 20, 40, 80] as const;

type Ply = LegalityUnit['plies'][number];

/**
 * The figures of the units of a lab. The seed of the header draws the tests.
 *
 * @param references units of baselines, to stand beside them
 */
export function summaryOf(
  header: LabHeader,
  units: readonly UnitRecord[],
  surveyWalks: number,
  references: readonly ReferenceUnits[] = [],
): LabSummary {
  const sorted = [...units].sort((a, b) => a.unit - b.unit);
  const figures = measuredOf(header, sorted, surveyWalks);
  const without = (measure: 'compression' | 'distinction' | 'brittleness' | 'chess960'): number =>
    sorted.filter((one) => one.measure === measure && one.kind === 'none').length;
  return {
    header,
    units: units.length,
    wanted: header.measures.reduce((sum, measure) => sum + unitCount(measure, header), 0),
    asked: units.reduce((sum, { asked }) => sum + asked, 0),
    ...figures,
    references: references.map(({ model, units: own }) => ({
      model,
      ...wholeOf(measuredOf(header, asPrintedBy(sorted, own), surveyWalks), figures, own),
    })),
    withoutPair: {
      compression: without('compression'),
      distinction: without('distinction'),
      brittleness: without('brittleness') + without('chess960'),
    },
  };
}

/** The figures of a model. */
function measuredOf(header: LabHeader, sorted: readonly UnitRecord[], surveyWalks: number): Measured {
  const wants = (measure: Measure): boolean => header.measures.includes(measure);
  const legality = sorted.filter((one): one is LegalityUnit => one.measure === 'legality');
  const compression = sorted.filter((one): one is CompressionUnit => one.measure === 'compression');
  const distinction = sorted.filter((one): one is DistinctionUnit => one.measure === 'distinction');
  const attacks = sorted.filter((one): one is AttackUnit => one.measure === 'attack');
  const brittleness = sorted.filter((one): one is BrittlenessUnit => one.measure === 'brittleness');
  const chess960 = sorted.filter((one): one is Chess960Unit => one.measure === 'chess960');
  // the states of a run, where there is one, else those that the model prints with its distributions
  const printing = wants('printed') ? sorted.filter((one): one is PrintedUnit => one.measure === 'printed') : legality;
  const isPrinted = printing.some(({ plies }) => plies.some(({ printed }) => printed !== undefined));
  const kinds: PairKind[] = [
    ...(wants('brittleness') ? (['order'] as const) : []),
    ...(['told', 'names'] as const).filter((kind) => brittleness.some((one) => one.kind === kind)),
    ...(wants('chess960') ? (['start'] as const) : []),
  ];
  return {
    legality: wants('legality') ? legalityRows(legality, surveyWalks) : undefined,
    printed: isPrinted ? printedRows(printing) : undefined,
    compression: wants('compression') ? compressionRows(compression) : undefined,
    distinction: wants('distinction')
      ? pairRows(distinction, ['any', 'near'], (one) => ({ precision: one.precision, recall: one.recall }))
      : undefined,
    attacks: wants('attack') ? STRATEGIES.map((strategy) => attackRow(strategy, attacks)) : undefined,
    brittleness: kinds.length > 0 ? brittlenessRows(kinds, [...brittleness, ...chess960], header.seed) : undefined,
  };
}

/** The walks of a baseline, with what the model printed on them: what it does itself is compared where that is right, and where it is wrong. */
function asPrintedBy(model: readonly UnitRecord[], baseline: readonly UnitRecord[]): UnitRecord[] {
  const walks = new Map(
    model.flatMap((one): [number, LegalityUnit][] => (one.measure === 'legality' ? [[one.unit, one]] : [])),
  );
  return baseline.map((one) => {
    if (one.measure !== 'legality') return one;
    const said = new Map(walks.get(one.unit)?.plies.map(({ ply, printed }) => [ply, printed]));
    const plies = one.plies.map(({ printed: _, ...ply }): Ply => {
      const printed = said.get(ply.ply);
      return printed === undefined ? ply : { ...ply, printed };
    });
    return { ...one, plies };
  });
}

/** The rows of all units, and those that the model has. */
function wholeOf(measured: Measured, { brittleness }: Measured, units: readonly UnitRecord[]): Measured {
  const attacks = units.filter((one): one is AttackUnit => one.measure === 'attack');
  return {
    legality: measured.legality?.slice(0, 1),
    printed: measured.printed,
    compression: measured.compression?.slice(0, 1),
    distinction: measured.distinction?.slice(0, 1),
    attacks: measured.attacks && [attackRow('all', attacks)],
    brittleness: measured.brittleness?.filter(({ kind }) => brittleness?.some((row) => row.kind === kind)),
  };
}

/** The interval of values that come in clusters. */
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

function legalityRows(units: readonly LegalityUnit[], walks: number): LegalityRow[] {
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

function printedRows(units: readonly (LegalityUnit | PrintedUnit)[]): PrintedRow[] {
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

function pairRows<Unit extends CompressionUnit | DistinctionUnit>(
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

function compressionRows(units: readonly CompressionUnit[]): CompressionRow[] {
  const rows = pairRows(units, ['order', 'other'], (one) => ({ same: one.same, overlap: one.overlap }));
  return rows.map((row) => {
    const pairs = units.filter(({ kind }) => kind !== 'none' && (row.name === 'all' || row.name === kind));
    const missed = missedPairs(pairs.map(({ sampled, drawn }) => ({ sampled, ...(drawn && { drawn }) })));
    return { ...row, bias: missed === null ? null : missed / pairs.length };
  });
}

function attackRow(strategy: AttackRow['strategy'], all: readonly AttackUnit[]): AttackRow {
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

function brittlenessRows(kinds: readonly PairKind[], units: readonly PairUnit[], seed: number): BrittlenessRow[] {
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
