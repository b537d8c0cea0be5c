import type { AbortSignalLike } from '../../base/cancellation.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { kendallTauB } from '../../base/stats/rank-correlation.ts';
import { plural } from '../../base/text/counts.ts';
import type { PositionValues, ValuedAction } from '../../games/position-values.ts';
import type { KeyedLine } from '../../notation/game-clusters.ts';
import { positionId } from '../author/prompt-position.ts';
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
import { MAV_GAMES, type MavGameName } from '../game-names.ts';
import { mavGame } from '../games.ts';
import { findSourceGame, readMav } from '../read-mav.ts';
import type { MavDialect } from '../syntax.ts';
import {
  BUCKETS,
  bucketMiddle,
  isBucket,
  type ValuedPosition,
  type ValueSource,
  type ValueSourceFault,
} from '../values.ts';
import { mavView } from '../view.ts';
import { exampleKeys, type JudgedLine, judgedLine } from './independent-games.ts';
import { addTallies, BINS, caseRate, emptyTally, type MavTally, type PartialTally, type ValueTally } from './tally.ts';

/**
 * Values of the lists of MAV texts, as a source. Positions are compared without their counters. Of several lists of a
 * position the longest counts; a list of k actions says nothing about the others.
 */
export class ReferenceValues implements ValueSource {
  readonly label: string;
  readonly games: readonly MavGameName[] = MAV_GAMES;
  readonly #lists = new Map<string, PositionValues>();

  /** @param label name of the file */
  constructor(label: string) {
    this.label = label;
  }

  /** Number of positions with values. */
  get size(): number {
    return this.#lists.size;
  }

  /** Adds the lists of a text. */
  add(text: string, dialect: MavDialect): void {
    for (const { section } of readMav(text))
      for (const { position, nameOf, body } of valuedLists(section.item, dialect)) {
        const key = positionKey(position);
        const actions = new Map<string, ValuedAction>();
        for (const { move, bucket } of body.actions) {
          const action = nameOf(move.text);
          if (bucket === undefined || !isBucket(bucket, dialect) || actions.has(action)) continue;
          actions.set(action, { action, win: bucketMiddle(bucket, dialect) });
        }
        if (key === undefined || actions.size <= (this.#lists.get(key)?.actions.length ?? 0)) continue;
        const ranked = [...actions.values()].sort((a, b) => b.win - a.win);
        this.#lists.set(key, { actions: ranked, outcome: undefined, kind: 'engine' });
      }
  }

  values(position: ValuedPosition): Promise<Result<PositionValues, ValueSourceFault>> {
    const key = positionKey(position);
    const known = key === undefined ? undefined : this.#lists.get(key);
    return Promise.resolve(
      known === undefined
        ? err({ code: 'no-source', message: `${this.label} has no list of the position` })
        : ok(known),
    );
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns the key of a position without its counters; undefined if the position cannot be read. */
function positionKey({ game, state }: ValuedPosition): string | undefined {
  const parsed = mavGame(game)?.automaton.parse(state);
  return parsed?.ok === true ? positionId(game, parsed.value) : undefined;
}

/** The lists of an example or a trace that a source can value. */
interface ValuedSection {
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

/** Compared values of an example or a trace. */
export interface JudgedValues {
  readonly game: string;
  readonly line: JudgedLine;
  readonly tally: PartialTally<MavTally>;
}

/** Compares the values of MAV texts with those of a source. */
export class ValueComparison {
  readonly #source: ValueSource;
  readonly #dialect: MavDialect;
  readonly #signal: AbortSignalLike;
  readonly #onList: (comparison: ValueComparison) => void;
  #lists = 0;
  #done = 0;
  #unvalued = 0;
  #reason: string | undefined;

  /** @param onList called when lists are found, and when one is compared */
  constructor(
    source: ValueSource,
    dialect: MavDialect,
    signal: AbortSignalLike,
    onList: (comparison: ValueComparison) => void,
  ) {
    this.#source = source;
    this.#dialect = dialect;
    this.#signal = signal;
    this.#onList = onList;
  }

  /** Number of lists so far. */
  get lists(): number {
    return this.#lists;
  }

  /** Number of lists that are compared, or cannot be. */
  get done(): number {
    return this.#done;
  }

  /** Sentence about the lists without values; undefined if there are none, or the comparison was aborted. */
  get problem(): string | undefined {
    if (this.#unvalued === 0 || this.#signal.aborted) return undefined;
    return `${this.#unvalued} of ${plural(this.#lists, 'list')} could not be valued: ${this.#reason}`;
  }

  /** Compares the values of a text that starts and ends at the border of examples or traces. */
  async judge(text: string): Promise<readonly JudgedValues[]> {
    const sections = [...valuedSections(text, this.#dialect)];
    this.#lists += sections.reduce((sum, { lists }) => sum + lists.length, 0);
    this.#onList(this);
    return Promise.all(
      sections.map(async ({ game, keyed, source, lists }) => {
        let tally = emptyTally();
        for (const part of await Promise.all(lists.map((list) => this.#judgeList(list))))
          tally = addTallies(tally, part);
        return { game, tally: { values: tally.values }, line: judgedLine(keyed, source, tally) };
      }),
    );
  }

  async #judgeList(list: ValuedList): Promise<PartialTally<MavTally>> {
    const values = await this.#source.values(list.position, this.#signal);
    this.#done++;
    this.#onList(this);
    if (values.ok) return { values: judgeValues(list, values.value, this.#dialect) };
    this.#unvalued++;
    this.#reason ??= values.error.message;
    return {};
  }
}
