import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { MAV_GAMES } from '../games.ts';
import type { Example, Line, LineBody, MavSection, Trace } from '../syntax.ts';
import type { PositionValues, ValuedPosition } from '../value-source.ts';
import { bucketOf, isBucket, type MavDialect, PUBLISHED_DIALECT } from '../values.ts';
import { modelOf } from './example-model.ts';
import { judgedExample } from './judged-example.ts';

/** Buckets that a value may be away from the engine's when nothing else is asked for. */
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

/**
 * Check 18: values that are far from those of an engine or a solver, and lists of the best that hold others. Estimates judge
 * nothing. Actions that tie in their bucket may stand for each other.
 */
export function checkValues(
  list: ValuedList,
  values: PositionValues,
  { label, dialect = PUBLISHED_DIALECT, tolerance = DEFAULT_TOLERANCE }: ValueCheckOptions,
): Diagnostic[] {
  if (values.kind === 'estimate' || values.actions.length === 0) return [];
  const { nameOf, body } = list;
  const buckets = new Map(values.actions.map(({ action, win }) => [action, bucketOf(win, dialect)]));
  const found: Faults = [];
  for (const { move, value, bucket } of body.actions) {
    const own = buckets.get(nameOf(move.text));
    if (own === undefined || value === undefined || bucket === undefined || !isBucket(bucket, dialect)) continue;
    const apart = Math.abs(bucket - own);
    if (apart > Math.max(1, tolerance))
      found.push(
        diagnostic(
          'MAV_VALUE_APART',
          value.range,
          `${move.text} has bucket ${bucket}, ${apart} from ${own} by ${label}`,
        ),
      );
  }
  checkBest(list, buckets, label, found);
  return found;
}

/** Whether the k best are listed, where that can be told: k different legal actions are. */
function checkBest(
  { nameOf, line, body }: ValuedList,
  buckets: ReadonlyMap<string, number>,
  label: string,
  found: Faults,
): void {
  const { actions, isElided } = body;
  const { k, range } = line.command;
  if (typeof k !== 'number' || k === 0 || isElided) return;
  const listed = new Set(actions.map(({ move }) => nameOf(move.text)));
  const isWhole = listed.size === actions.length && listed.size === Math.min(k, buckets.size);
  if (!isWhole || [...listed].some((action) => !buckets.has(action))) return;
  const last = [...buckets.values()].sort((a, b) => b - a)[listed.size - 1];
  const worse = [...buckets].filter(([action, bucket]) => bucket < last && listed.has(action));
  // Those that could stand in their place; without any, better ones that lower ones of the same number keep out.
  const least = worse.length > 0 ? last : last + 1;
  const better = [...buckets].filter(([action, bucket]) => bucket >= least && !listed.has(action));
  if (better.length === 0) return;
  const parts = [
    ...(worse.length > 0 ? [`${named(worse)} ${worse.length === 1 ? 'is' : 'are'} listed`] : []),
    `${named(better)} ${better.length === 1 ? 'is' : 'are'} not${worse.length > 0 ? '' : ' listed'}`,
  ];
  const best = listed.size === 1 ? 'the best action' : `the ${listed.size} best actions`;
  found.push(diagnostic('MAV_NOT_BEST', range, `not ${best} by ${label}: ${parts.join(', ')}`));
}

/** More actions than these are counted. */
const MOST_NAMES = 5;

function named(all: readonly (readonly [string, number])[]): string {
  const shown = all.slice(0, MOST_NAMES).map(([action, bucket]) => `${action} (${bucket})`);
  return shown.join(', ') + (all.length > MOST_NAMES ? ` and ${all.length - MOST_NAMES} more` : '');
}

function examplesOf(item: Example | Trace | undefined): readonly Example[] {
  if (item === undefined) return [];
  if (item.kind === 'example') return [item];
  return item.steps.flatMap((step) => (step.kind === 'evaluation' && step.example !== undefined ? [step.example] : []));
}
