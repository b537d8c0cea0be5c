import { SINK } from '../../base/automaton.ts';
import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import { isChessVariant } from '../../games/chess/chess-variants.ts';
import { printSan } from '../../games/chess/san-print.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { parseTypedMove } from '../../games/chess/typed-move.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import type { World } from '../../worlds/world.ts';
import type { Walk } from './read-walk.ts';
import type { OpenedWorld, WorldLookup } from './walk-world.ts';

/** A walk replayed up to its first illegal action. */
export interface ReplayedWalk {
  readonly walk: Walk;
  /** Undefined without such a world; then `fault` has the reason. */
  readonly opened: OpenedWorld | undefined;
  /** The start and the state after each action, as far as they are known; empty without a world or a start. */
  readonly states: readonly unknown[];
  /** Index of the first illegal action; undefined if all are legal, or without a start. */
  readonly illegal: number | undefined;
  /** Error of the world or the start, as text without a period. */
  readonly fault: { readonly at: 'world' | 'start'; readonly message: string } | undefined;
}

/** Replays a walk from its start. */
export function replayWalk(walk: Walk, lookup: WorldLookup): ReplayedWalk {
  const nothing = { walk, states: [], illegal: undefined };
  const { world: name, start, actions } = walk;
  if (name.text === '')
    return { ...nothing, opened: undefined, fault: { at: 'world', message: 'world is followed by no name' } };
  const found = lookup(name.text);
  if (!found.ok) return { ...nothing, opened: undefined, fault: { at: 'world', message: found.error } };
  const opened = found.value;
  const { world } = opened;
  const first = start === undefined ? { ok: true as const, value: world.start } : world.automaton.parse(start.text);
  if (!first.ok)
    return { ...nothing, opened, fault: { at: 'start', message: `the start is not a state: ${first.error}` } };
  const states: unknown[] = [first.value];
  let state: unknown = first.value;
  for (const [at, { text }] of actions.entries()) {
    const next = world.automaton.step(state, text);
    if (next === SINK) return { walk, opened, states, illegal: at, fault: undefined };
    states.push(next);
    state = next;
  }
  return { walk, opened, states, illegal: undefined, fault: undefined };
}

/** Returns the name of an action for lines: a chess move in SAN, other actions as written. */
export function actionTitle({ automaton }: World<unknown>, state: unknown, action: string): string {
  if (!isChessVariant(automaton.id)) return action;
  const position = state as ChessState;
  const move = parseTypedMove(position, action);
  return move.ok ? printSan(position.words, 0, move.value) : action;
}

/** Returns the states of a walk up to the one after `at` actions; empty if that is unknown. */
export function walkHistory({ walk, opened, states }: ReplayedWalk, at: number): HistoryPly[] {
  if (opened === undefined || at >= states.length) return [];
  const { world } = opened;
  return states.slice(0, at + 1).map((state, ply): HistoryPly => {
    const fen = world.automaton.print(state);
    const action = walk.actions[ply - 1]?.text;
    return action === undefined ? { ply, fen } : { ply, fen, san: actionTitle(world, states[ply - 1], action) };
  });
}

/**
 * Returns the reason why the state after `at` actions is unknown, as text to follow "not scored: "; undefined if it is
 * known.
 */
export function unknownState({ walk, states, illegal, fault }: ReplayedWalk, at: number): string | undefined {
  if (at < states.length) return undefined;
  if (fault !== undefined) return fault.message;
  const action = illegal === undefined ? undefined : walk.actions[illegal]?.text;
  return `${action ?? 'an action'} above is not legal`;
}

/** A walk of a file, for lists. */
export interface WalkEntry {
  /** The walk with its predictions. */
  readonly range: Range;
  /** Its `world` line. */
  readonly line: Range;
  /** Its world, as the walk names it. */
  readonly name: string;
  /** `12 actions, 3 predictions`, and problems. */
  readonly detail: string;
}

export function walkEntry({ walk, illegal, fault }: ReplayedWalk): WalkEntry {
  const { range, world, actions, predictions } = walk;
  const parts = [plural(actions.length, 'action')];
  if (predictions.length > 0) parts.push(plural(predictions.length, 'prediction'));
  if (fault !== undefined) parts.push('not replayed');
  else if (illegal !== undefined) parts.push(`illegal at ${illegal + 1}`);
  return {
    range,
    line: { start: range.start, end: Math.max(world.range.end, range.start + 'world'.length) },
    name: world.text === '' ? 'world' : world.text,
    detail: parts.join(', '),
  };
}
