import type { PositionValues, ValuedAction } from '../../games/position-values.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import { MAV_GAMES } from '../game-names.ts';
import type { Faults } from '../quick-fixes.ts';
import {
  type Example,
  type LineBody,
  type MavDialect,
  type MavLine,
  type MavSection,
  PUBLISHED_DIALECT,
  type Trace,
} from '../syntax.ts';
import { BUCKETS, flipBucket, isBucket, toBucket, type ValuedPosition } from '../values.ts';
import { makeExampleModel } from './example-model.ts';
import { judgeExample } from './judged-example.ts';

/** Default largest distance between a value and the engine's, in buckets. */
export const DEFAULT_TOLERANCE = 4;

/** A list of actions that can be compared with the values of its position. */
export interface ValuedList {
  readonly position: ValuedPosition;
  /** Returns an action of the list in the game's spelling. */
  readonly nameOf: (action: string) => string;
  /** Best action in the game's spelling; undefined without one. */
  readonly best?: string | undefined;
  readonly line: MavLine;
  readonly body: Extract<LineBody, { kind: 'list' }>;
}

export interface ValueCheckOptions {
  /** Label of the value source. */
  readonly label: string;
  readonly dialect?: MavDialect;
  /**
   * Largest distance between a value and the engine's, in buckets; default `DEFAULT_TOLERANCE`. At least 1 is used: a
   * draw is bucket 32 seen from either side, and 33 if it was flipped.
   */
  readonly tolerance?: number;
}

/** Returns the lists of a section that a value source can judge. A wrong printed board is judged as it is printed. */
export function valuedLists(item: MavSection['item'], dialect: MavDialect = PUBLISHED_DIALECT): ValuedList[] {
  return sectionExamples(item).flatMap((example) => {
    const model = makeExampleModel(example, dialect);
    const { game, list, nameOf } = model;
    const name = MAV_GAMES.find((id) => id === game?.automaton.id);
    if (game === undefined || name === undefined || list?.body.kind !== 'list') return [];
    const { truth, printed } = judgeExample(example, model);
    const state = (printed ?? truth)?.state;
    if (state === undefined) return [];
    const position = { game: name, state: game.automaton.print(state) };
    return [{ position, nameOf, best: model.best?.action, line: list, body: list.body }];
  });
}

/**
 * Check 18: values far from those of an engine, a solver or playouts, and lists of the best actions with others in
 * them. Actions with equal buckets are interchangeable. Estimates judge by their intervals: a value inside one, or
 * without a clear margin outside, may be right. A value that contradicts a proved result is an error.
 */
export function checkValues(
  list: ValuedList,
  { kind, actions, outcome }: PositionValues,
  { label, dialect = PUBLISHED_DIALECT, tolerance = DEFAULT_TOLERANCE }: ValueCheckOptions,
): Diagnostic[] {
  const isEstimate = kind === 'estimate';
  const judged = referenceValues({ kind, actions, outcome }, dialect);
  if (judged.length === 0) return [];
  const { nameOf, body } = list;
  const byAction = new Map(judged.map((reference) => [reference.action, reference]));
  const margin = Math.max(1, tolerance);
  const found: Faults = [];
  for (const { move, value, bucket } of body.actions) {
    const own = byAction.get(nameOf(move.text));
    if (own === undefined || value === undefined || bucket === undefined || !isBucket(bucket, dialect)) continue;
    const apart = Math.max(own.low - bucket, bucket - own.high);
    if (apart <= margin) continue;
    const message = `${move.text} has bucket ${bucket}, ${apart} from ${expectedPlace(own)} by ${label}`;
    // A proved result leaves no room for another opinion.
    const severity = contradictsProof(bucket, own) ? { severity: 'error' as const } : {};
    found.push(diagnostic('MAV_VALUE_APART', value.range, message, severity));
  }
  checkBest(list, judged, { label, margin: isEstimate ? margin : 0 }, found);
  return found;
}

/** Returns the expected bucket or interval as text. */
function expectedPlace({ bucket, low, high, proved }: ReferenceValue): string {
  if (low !== high) return `${low} to ${high}`;
  return proved === undefined ? String(bucket) : `${bucket} (a proved ${proved})`;
}

/**
 * Returns the finding that the values of many lists are all wrong in the same way, such as those of the other side, at
 * the first of them; undefined otherwise. It replaces the findings of `checkValues` in those lists.
 */
export function valueHabitFinding(
  valued: readonly { readonly list: ValuedList; readonly values: PositionValues }[],
  { label, dialect = PUBLISHED_DIALECT }: Pick<ValueCheckOptions, 'label' | 'dialect'>,
): Diagnostic | undefined {
  const compared = valued.flatMap(({ list, values }) => pairValues(list, referenceValues(values, dialect), dialect));
  const [first] = valued;
  const habit = valueHabit(valueErrors(compared, dialect));
  if (first === undefined || habit === undefined) return undefined;
  const message = `${habit} (${compared.length} values, by ${label})`;
  return diagnostic('MAV_VALUE_HABIT', first.list.line.range, message);
}

/** Returns the finding that a list was not compared with a source, because that would take too long. */
export const notValuedFinding = ({ line }: ValuedList, label: string): Diagnostic =>
  diagnostic('MAV_NOT_VALUED', line.command.range, `not compared with ${label}: this position would take too long`);

/**
 * Checks that the k best actions are listed, if the list has k different legal actions.
 *
 * @param margin buckets between two intervals that make a difference clear
 */
function checkBest(
  { nameOf, line, body }: ValuedList,
  judged: readonly ReferenceValue[],
  { label, margin }: { readonly label: string; readonly margin: number },
  found: Faults,
): void {
  const { actions, isElided } = body;
  const { k, range } = line.command;
  if (typeof k !== 'number' || k === 0 || isElided) return;
  const names = new Set(actions.map(({ move }) => nameOf(move.text)));
  const isWhole = names.size === actions.length && names.size === Math.min(k, judged.length);
  const listed = judged.filter(({ action }) => names.has(action));
  if (!isWhole || listed.length < names.size) return;
  const isBetter = (reference: ReferenceValue, than: ReferenceValue): boolean => reference.low > than.high + margin;
  const byLow = judged.map(({ low }) => low).sort((a, b) => b - a);
  // At least k actions are clearly better than each of these.
  const worse = listed.filter(({ high }) => (byLow[listed.length - 1] ?? 0) > high + margin);
  const others = judged.filter(({ action }) => !names.has(action));
  const last = [...judged].sort((a, b) => b.bucket - a.bucket)[listed.length - 1]?.bucket ?? Number.POSITIVE_INFINITY;
  // Replacements for the worse ones; if there are none, unlisted actions that beat the lowest of the k best.
  const better =
    margin > 0
      ? others.filter((reference) => worse.some((bad) => isBetter(reference, bad)))
      : others.filter(({ bucket }) => bucket >= (worse.length > 0 ? last : last + 1));
  if (better.length === 0) return;
  const parts = [
    ...(worse.length > 0 ? [`${named(worse)} ${worse.length === 1 ? 'is' : 'are'} listed`] : []),
    `${named(better)} ${better.length === 1 ? 'is' : 'are'} not${worse.length > 0 ? '' : ' listed'}`,
  ];
  const best = listed.length === 1 ? 'the best action' : `the ${listed.length} best actions`;
  found.push(diagnostic('MAV_NOT_BEST', range, `not ${best} by ${label}: ${parts.join(', ')}`));
}

/** Longest list of names in a message; further ones are counted. */
const MAX_NAMES = 5;

function named(all: readonly ReferenceValue[]): string {
  const shown = all.slice(0, MAX_NAMES).map(({ action, bucket }) => `${action} (${bucket})`);
  return shown.join(', ') + (all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '');
}

function sectionExamples(item: Example | Trace | undefined): readonly Example[] {
  if (item === undefined) return [];
  if (item.kind === 'example') return [item];
  return item.steps.flatMap((step) => (step.kind === 'evaluation' && step.example !== undefined ? [step.example] : []));
}

/** Proved result of an action. */
export type ProvedResult = 'win' | 'draw' | 'loss';

/** Value of an action by the source, in buckets, with its interval. */
export interface ReferenceValue {
  readonly action: string;
  /** Win probability, 0 to 1. */
  readonly win: number;
  readonly bucket: number;
  readonly low: number;
  readonly high: number;
  /** Undefined without a proof. */
  readonly proved: ProvedResult | undefined;
}

/** A list of actions, and their names in the game's spelling. */
interface NamedActionList {
  readonly nameOf: (action: string) => string;
  readonly body: Extract<LineBody, { kind: 'list' }>;
}

/** A listed value with the one of the source. */
export interface ValuePair {
  readonly bucket: number;
  readonly reference: ReferenceValue;
}

const PROVED: ReadonlyMap<number, ProvedResult> = new Map([
  [1, 'win'],
  [0.5, 'draw'],
  [0, 'loss'],
]);

/** Converts the values of a source to buckets of a dialect, in the order of the source. */
export function referenceValues({ kind, actions }: PositionValues, dialect: MavDialect): ReferenceValue[] {
  const isEstimate = kind === 'estimate';
  const in64 = (p: number): number => toBucket(p, dialect);
  return actions.map(({ action, win, interval }: ValuedAction): ReferenceValue => {
    const { low, high } = interval ?? (isEstimate ? { low: 0, high: 1 } : { low: win, high: win });
    const isProved = kind === 'exact' || (interval !== undefined && interval.low === interval.high);
    const proved = isProved ? PROVED.get(win) : undefined;
    return { action, win, bucket: in64(win), low: in64(low), high: in64(high), proved };
  });
}

/** Pairs the actions of a list that have a bucket with the values of the source, each action once. */
export function pairValues(
  { nameOf, body }: NamedActionList,
  references: readonly ReferenceValue[],
  dialect: MavDialect,
): ValuePair[] {
  const byAction = new Map(references.map((entry) => [entry.action, entry]));
  const compared: ValuePair[] = [];
  for (const { move, bucket } of body.actions) {
    const name = nameOf(move.text);
    const reference = byAction.get(name);
    if (reference === undefined || bucket === undefined || !isBucket(bucket, dialect)) continue;
    byAction.delete(name);
    compared.push({ bucket, reference });
  }
  return compared;
}

/**
 * Distance in buckets from a proved value that contradicts it: half of all for a win or a loss, a quarter for a draw.
 */
const OTHER_RESULT = { win: BUCKETS / 2, draw: BUCKETS / 4, loss: BUCKETS / 2 } as const;

/** Returns true if a value contradicts the proved result. */
export const contradictsProof = (bucket: number, { bucket: right, proved }: ReferenceValue): boolean =>
  proved !== undefined && Math.abs(bucket - right) >= OTHER_RESULT[proved];

/** Sums over compared values. */
export interface ValueErrors {
  readonly n: number;
  /** Sum of the listed bucket minus the source's. */
  readonly signed: number;
  readonly absolute: number;
  /** Sum of the distances after flipping the listed bucket to the other side. */
  readonly flipped: number;
  /** Number of values one bucket above the source's, and one below. */
  readonly above: number;
  readonly below: number;
}

/** Sums the errors of values. */
export function valueErrors(compared: readonly ValuePair[], dialect: MavDialect): ValueErrors {
  const sums = { n: compared.length, signed: 0, absolute: 0, flipped: 0, above: 0, below: 0 };
  for (const { bucket, reference } of compared) {
    const error = bucket - reference.bucket;
    sums.signed += error;
    sums.absolute += Math.abs(error);
    sums.flipped += Math.abs(flipBucket(bucket, dialect) - reference.bucket);
    if (error === 1) sums.above++;
    if (error === -1) sums.below++;
  }
  return sums;
}

/** Fewest values that can show a habit. */
const MIN_VALUES = 8;
/** Share of values that are one bucket off in a habit. */
const MOST = 0.6;
/** Average distance in buckets by which flipped values must be closer. */
const NEARER = 4;

/** Returns the description of an error that all values share; undefined without one. */
export function valueHabit({ n, absolute, flipped: other, above, below }: ValueErrors): string | undefined {
  if (n < MIN_VALUES) return undefined;
  if (other < absolute / 2 && absolute - other >= NEARER * n)
    return "values look like the other side's: turned over (65 - b) they would be nearer";
  if (above >= MOST * n) return 'values look one bucket too high';
  if (below >= MOST * n) return 'values look one bucket too low: buckets from 0 need --mav-dialect base0';
  return undefined;
}
