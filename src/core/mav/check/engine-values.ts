import type { PositionValues } from '../../games/position-values.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Faults } from '../fixing.ts';
import { MAV_GAMES } from '../games.ts';
import {
  type Example,
  type Line,
  type LineBody,
  type MavDialect,
  type MavSection,
  PUBLISHED_DIALECT,
  type Trace,
} from '../syntax.ts';
import type { ValuedPosition } from '../value-source.ts';
import { isBucket } from '../values.ts';
import {
  comparedValues,
  contradictsProof,
  type ReferenceValue,
  referenceValues,
  valueErrors,
  valueHabit,
} from './compared-values.ts';
import { modelOf } from './example-model.ts';
import { judgedExample } from './judged-example.ts';

/** Buckets that a value may be away from the engine's when nothing else is requested. */
export const DEFAULT_TOLERANCE = 4;

/** A list of actions that can be held against the values of its position. */
export interface ValuedList {
  readonly position: ValuedPosition;
  /** An action of the list in the game's spelling. */
  readonly nameOf: (action: string) => string;
  /** The best action in the game's spelling; undefined without one. */
  readonly best?: string | undefined;
  readonly line: Line;
  readonly body: Extract<LineBody, { kind: 'list' }>;
}

export interface ValueCheckOptions {
  /** Who says so: the label of the source. */
  readonly label: string;
  readonly dialect?: MavDialect;
  /**
   * Buckets that a value may be away from the engine's, `DEFAULT_TOLERANCE` if not given. Never less than 1: a draw is bucket 32 seen
   * from either side, and 33 where it was flipped.
   */
  readonly tolerance?: number;
}

/** The lists of a section that a source of values can judge. A wrong printed board is judged by itself. */
export function valuedLists(item: MavSection['item'], dialect: MavDialect = PUBLISHED_DIALECT): ValuedList[] {
  return examplesOf(item).flatMap((example) => {
    const model = modelOf(example, dialect);
    const { game, list, nameOf } = model;
    const name = MAV_GAMES.find((id) => id === game?.automaton.id);
    if (game === undefined || name === undefined || list?.body.kind !== 'list') return [];
    const { truth, printed } = judgedExample(example, model);
    const state = (printed ?? truth)?.state;
    if (state === undefined) return [];
    const position = { game: name, state: game.automaton.print(state) };
    return [{ position, nameOf, best: model.best?.action, line: list, body: list.body }];
  });
}

/**
 * Check 18: values that are far from those of an engine, a solver or playouts, and lists of the best that hold others. Actions
 * that tie in their bucket may stand for each other. Estimates judge by their intervals: what is in one, or no clear margin
 * outside of it, may be right. A value that says another result than the one that is proved is an error.
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
  const byAction = new Map(judged.map((one) => [one.action, one]));
  const margin = Math.max(1, tolerance);
  const found: Faults = [];
  for (const { move, value, bucket } of body.actions) {
    const own = byAction.get(nameOf(move.text));
    if (own === undefined || value === undefined || bucket === undefined || !isBucket(bucket, dialect)) continue;
    const apart = Math.max(own.low - bucket, bucket - own.high);
    if (apart <= margin) continue;
    const message = `${move.text} has bucket ${bucket}, ${apart} from ${placeOf(own)} by ${label}`;
    // a proved result is none that one may see otherwise
    const severity = contradictsProof(bucket, own) ? { severity: 'error' as const } : {};
    found.push(diagnostic('MAV_VALUE_APART', value.range, message, severity));
  }
  checkBest(list, judged, { label, margin: isEstimate ? margin : 0 }, found);
  return found;
}

/** Where a value should be, in words. */
function placeOf({ bucket, low, high, proved }: ReferenceValue): string {
  if (low !== high) return `${low} to ${high}`;
  return proved === undefined ? String(bucket) : `${bucket} (a proved ${proved})`;
}

/**
 * The finding that the values of many lists are all wrong in the same way, as those of the other side are, at the first of them;
 * undefined where they are not. It stands for all that `checkValues` finds in those lists.
 */
export function habitOf(
  valued: readonly { readonly list: ValuedList; readonly values: PositionValues }[],
  { label, dialect = PUBLISHED_DIALECT }: Pick<ValueCheckOptions, 'label' | 'dialect'>,
): Diagnostic | undefined {
  const compared = valued.flatMap(({ list, values }) =>
    comparedValues(list, referenceValues(values, dialect), dialect),
  );
  const [first] = valued;
  const habit = valueHabit(valueErrors(compared, dialect));
  if (first === undefined || habit === undefined) return undefined;
  const message = `${habit} (${compared.length} values, by ${label})`;
  return diagnostic('MAV_VALUE_HABIT', first.list.line.range, message);
}

/** The finding that a list was not held against a source, because that would take too long. */
export const leftOut = ({ line }: ValuedList, label: string): Diagnostic =>
  diagnostic('MAV_NOT_VALUED', line.command.range, `not compared with ${label}: this position would take too long`);

/**
 * Whether the k best are listed, where that can be determined: k different legal actions are.
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
  const isBetter = (one: ReferenceValue, than: ReferenceValue): boolean => one.low > than.high + margin;
  const byLow = judged.map(({ low }) => low).sort((a, b) => b - a);
  // so many are better that it is not one of the k best
  const worse = listed.filter(({ high }) => (byLow[listed.length - 1] ?? 0) > high + margin);
  const others = judged.filter(({ action }) => !names.has(action));
  const last = [...judged].sort((a, b) => b.bucket - a.bucket)[listed.length - 1]?.bucket ?? Number.POSITIVE_INFINITY;
  // Those that could stand in their place; without any, better ones that lower ones of the same number keep out.
  const better =
    margin > 0
      ? others.filter((one) => worse.some((bad) => isBetter(one, bad)))
      : others.filter(({ bucket }) => bucket >= (worse.length > 0 ? last : last + 1));
  if (better.length === 0) return;
  const parts = [
    ...(worse.length > 0 ? [`${named(worse)} ${worse.length === 1 ? 'is' : 'are'} listed`] : []),
    `${named(better)} ${better.length === 1 ? 'is' : 'are'} not${worse.length > 0 ? '' : ' listed'}`,
  ];
  const best = listed.length === 1 ? 'the best action' : `the ${listed.length} best actions`;
  found.push(diagnostic('MAV_NOT_BEST', range, `not ${best} by ${label}: ${parts.join(', ')}`));
}

/** More actions than these are counted. */
const MAX_NAMES = 5;

function named(all: readonly ReferenceValue[]): string {
  const shown = all.slice(0, MAX_NAMES).map(({ action, bucket }) => `${action} (${bucket})`);
  return shown.join(', ') + (all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '');
}

function examplesOf(item: Example | Trace | undefined): readonly Example[] {
  if (item === undefined) return [];
  if (item.kind === 'example') return [item];
  return item.steps.flatMap((step) => (step.kind === 'evaluation' && step.example !== undefined ? [step.example] : []));
}
