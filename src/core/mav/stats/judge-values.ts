import { kendallTauB } from '../../base/stats/rank-correlation.ts';
import type { PositionValues } from '../../games/position-values.ts';
import type { KeyedLine } from '../../notation/game-clusters.ts';
import {
  contradictsProof,
  pairValues,
  type ReferenceValue,
  referenceValues,
  type ValuedList,
  type ValuePair,
  valuedLists,
  valueErrors,
} from '../check/engine-values.ts';
import { mavGame } from '../games.ts';
import { findSourceGame, readMav } from '../read-mav.ts';
import type { MavDialect } from '../syntax.ts';
import { BUCKETS, bucketMiddle, type ValuedPosition } from '../values.ts';
import { mavView } from '../view.ts';
import { exampleKeys } from './independent-games.ts';
import { BINS, caseRate, type PartialTally, type ValueTally } from './tally.ts';

/** The lists of an example or a trace that a source can value. */
export interface ValuedSection {
  readonly game: string;
  readonly keyed: KeyedLine | undefined;
  readonly source: string | undefined;
  readonly lists: readonly ValuedList[];
}

/** Yields the lists of a text by example and trace, in text order. */
export function* valuedSections(text: string, dialect: MavDialect): Generator<ValuedSection> {
  for (const { offset, section } of readMav(text)) {
    const lists = valuedLists(section.item, dialect);
    const [first] = lists;
    if (first === undefined) continue;
    const [example] = mavView(text, section, dialect).examples;
    const source = findSourceGame(text, section, offset)?.game;
    yield { game: first.position.game, keyed: exampleKeys(example), source, lists };
  }
}

/** Number of best actions in a list of all. */
const TOP = 5;

/** Compares the values of a list with those of a source. */
export function judgeValues(list: ValuedList, values: PositionValues, dialect: MavDialect): PartialTally<ValueTally> {
  const references = referenceValues(values, dialect);
  const compared = pairValues(list, references, dialect);
  if (references.length === 0) return {};
  const tau = kendallTauB(
    compared.map(({ bucket }) => bucket),
    compared.map(({ reference }) => reference.win),
  );
  const proved = compared.filter(({ reference }) => reference.proved !== undefined);
  const contradicted = proved.filter(({ bucket, reference }) => contradictsProof(bucket, reference));
  return {
    lists: 1,
    errors: valueErrors(compared, dialect),
    ...(tau !== undefined && { tau: { n: 1, sum: tau } }),
    ...judgeBest(list, compared, references),
    ...judgeRecall(list, compared, references),
    proved: { n: proved.length, right: proved.length - contradicted.length },
    bins: sumBins(compared, dialect),
  };
}

/** Returns agreement and regret of the best action: the written one, or else the one of the highest listed value. */
function judgeBest(
  { best, position }: ValuedList,
  compared: readonly ValuePair[],
  references: readonly ReferenceValue[],
): PartialTally<ValueTally> {
  const written = references.find(({ action }) => action === best);
  const chosen = best === undefined ? highest(compared, 1)[0]?.reference : written;
  // A reference that lists the k best has no value of the others, among them this one.
  if (chosen === undefined) return isLegal(position, best) ? { best: caseRate(false) } : {};
  const most = Math.max(...references.map(({ win }) => win));
  const bucket = Math.max(...references.map((reference) => reference.bucket));
  return { best: caseRate(chosen.bucket === bucket), regret: { n: 1, sum: most - chosen.win } };
}

function isLegal({ game, state }: ValuedPosition, action: string | undefined): boolean {
  const automaton = mavGame(game)?.automaton;
  const parsed = automaton?.parse(state);
  return action !== undefined && parsed?.ok === true && automaton?.legal(parsed.value).includes(action) === true;
}

/**
 * Returns the share of the source's k best actions among the k of the list; actions that tie with the last of them are
 * interchangeable.
 */
function judgeRecall(
  { line: { command }, body }: ValuedList,
  compared: readonly ValuePair[],
  references: readonly ReferenceValue[],
): PartialTally<ValueTally> {
  const { k } = command;
  if (body.isElided || k === undefined || k === 0) return {};
  const wanted = Math.min(k === 'all' ? TOP : k, references.length);
  const buckets = references.map(({ bucket }) => bucket).sort((a, b) => b - a);
  const least = buckets[wanted - 1] ?? 0;
  const own = k === 'all' ? highest(compared, wanted) : compared;
  const hits = own.filter(({ reference }) => reference.bucket >= least).length;
  return { recall: { n: 1, sum: Math.min(hits, wanted) / wanted } };
}

const highest = (compared: readonly ValuePair[], count: number): ValuePair[] =>
  [...compared].sort((a, b) => b.bucket - a.bucket).slice(0, count);

/** Returns the sums of listed and source values, by eighths of the buckets. */
function sumBins(compared: readonly ValuePair[], dialect: MavDialect): PartialTally<ValueTally['bins']> {
  const bins: Record<string, { n: number; said: number; source: number }> = {};
  for (const { bucket, reference } of compared) {
    const bin = BINS[Math.floor(((bucket - dialect.base) * BINS.length) / BUCKETS)] ?? BINS[0];
    const sums = (bins[bin] ??= { n: 0, said: 0, source: 0 });
    sums.n++;
    sums.said += bucketMiddle(bucket, dialect);
    sums.source += reference.win;
  }
  return bins;
}
