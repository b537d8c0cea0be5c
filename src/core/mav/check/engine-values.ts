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
import { bucketOf, isBucket } from '../values.ts';
import { modelOf } from './example-model.ts';
import { judgedExample } from './judged-example.ts';

/** Buckets that a value may be away from the engine's when nothing else is requested. */
export const DEFAULT_TOLERANCE = 4;

/** A list of actions that can be held against the values of its position. */
export interface ValuedList {
  readonly position: ValuedPosition;
  /** An action of the list in the game's spelling. */
  readonly nameOf: (action: string) => string;
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
    return [{ position: { game: name, state: game.automaton.print(state) }, nameOf, line: list, body: list.body }];
  });
}

/** An action as the source values it, in buckets: where its value lies, and where it may lie. */
interface Judgement {
  readonly action: string;
  readonly bucket: number;
  readonly low: number;
  readonly high: number;
  /** What it proves to be. */
  readonly proved: 'win' | 'draw' | 'loss' | undefined;
}

/**
 * Check 18: values that are far from those of an engine, a solver or playouts, and lists of the best that hold others. Actions
 * that tie in their bucket may stand for each other. Estimates judge by their intervals: what is in one, or no clear margin
 * outside of it, may be right.
 */
export function checkValues(
  list: ValuedList,
  { kind, actions }: PositionValues,
  { label, dialect = PUBLISHED_DIALECT, tolerance = DEFAULT_TOLERANCE }: ValueCheckOptions,
): Diagnostic[] {
  const isEstimate = kind === 'estimate';
  const judged = actions.map(({ action, win, interval }): Judgement => {
    const { low, high } = interval ?? (isEstimate ? { low: 0, high: 1 } : { low: win, high: win });
    const in64 = (p: number): number => bucketOf(p, dialect);
    const proved = kind !== 'engine' && low === high ? PROVED.get(win) : undefined;
    return { action, bucket: in64(win), low: in64(low), high: in64(high), proved };
  });
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
    found.push(diagnostic('MAV_VALUE_APART', value.range, message));
  }
  checkBest(list, judged, { label, margin: isEstimate ? margin : 0 }, found);
  return found;
}

/** Where a value should be, in words. */
function placeOf({ bucket, low, high, proved }: Judgement): string {
  if (low !== high) return `${low} to ${high}`;
  return proved === undefined ? String(bucket) : `${bucket} (a proved ${proved})`;
}

const PROVED: ReadonlyMap<number, Judgement['proved']> = new Map([
  [1, 'win'],
  [0.5, 'draw'],
  [0, 'loss'],
]);

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
  judged: readonly Judgement[],
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
  const isBetter = (one: Judgement, than: Judgement): boolean => one.low > than.high + margin;
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

function named(all: readonly Judgement[]): string {
  const shown = all.slice(0, MAX_NAMES).map(({ action, bucket }) => `${action} (${bucket})`);
  return shown.join(', ') + (all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '');
}

function examplesOf(item: Example | Trace | undefined): readonly Example[] {
  if (item === undefined) return [];
  if (item.kind === 'example') return [item];
  return item.steps.flatMap((step) => (step.kind === 'evaluation' && step.example !== undefined ? [step.example] : []));
}
