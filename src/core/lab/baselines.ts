import { SINK } from '../base/automaton.ts';
import { LruMap } from '../base/lru.ts';
import { err, ok, type Result } from '../base/result.ts';
import { fnv1a } from '../base/text/fnv.ts';
import { chess960 } from '../games/chess/chess.ts';
import { replayed } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import { NaiveBoard } from './naive-board.ts';
import { type History, type NextActions, type NextDistribution, translated } from './next-actions.ts';
import type { WorldSurvey } from './vocabulary.ts';

/** Models of this process, to compare others with; `naive-tracker` knows chess alone. */
export const LAB_BASELINES = ['oracle', 'uniform', 'constant', 'history-hash', 'naive-tracker'] as const;
export type LabBaseline = (typeof LAB_BASELINES)[number];

/** Histories whose states are remembered, so that the next ply is one step. */
const REMEMBERED = 4096;

/**
 * A model without learning, which translates renamed actions by the key that it is told:
 *
 * - `oracle`: all legal actions alike, by the rules.
 * - `uniform`: all actions of the world alike, whatever the history.
 * - `constant`: the actions that are legal at the start, alike, whatever the history.
 * - `history-hash`: about half of all actions alike, those that a hash of the whole history chooses, by whatever names: it reads no key.
 * - `naive-tracker`: in chess, all moves that the pieces could make, alike: it knows no checks and pins, no castling and no en passant.
 */
export function labBaseline<State>(
  name: LabBaseline,
  world: World<State>,
  { actions }: WorldSurvey,
): Result<NextActions, string> {
  const label = `baseline:${name}`;
  const started = (model: NextActions, from: (start: string) => NextActions): NextActions => ({ ...model, from });
  switch (name) {
    case 'oracle':
      return ok(
        started(oracle(label, world), (start) => {
          const parsed = chess960.parse(start);
          return parsed.ok ? oracle(label, { automaton: chess960, start: parsed.value }) : oracle(label, world);
        }),
      );
    case 'uniform':
      return ok(pure(label, () => even(actions)));
    case 'constant': {
      const next = even(world.automaton.legal(world.start));
      return ok(pure(label, () => next));
    }
    case 'history-hash':
      return ok(hashing(label, actions));
    case 'naive-tracker':
      if (world.name !== 'chess') return err('baseline:naive-tracker knows chess alone');
      return ok(started(naive(label, world.automaton.print(world.start)), (start) => naive(label, start)));
  }
}

function pure(label: string, next: (history: History) => NextDistribution): NextActions {
  const model: NextActions = { label, next: (histories) => Promise.resolve(ok(histories.map(next))) };
  return {
    ...model,
    // what such a model says does not depend on the start, or `labBaseline` says how
    from: () => pure(label, next),
    told: (key) => translated(model, key),
  };
}

function hashing(label: string, actions: readonly string[]): NextActions {
  const model = pure(label, (history) => even(hashed(actions, history)));
  return { ...model, told: () => model };
}

const even = (actions: readonly string[]): NextDistribution => ({
  probs: new Map(actions.map((action) => [action, 1 / actions.length])),
});

function oracle<State>(label: string, world: Pick<World<State>, 'automaton' | 'start'>): NextActions {
  const { automaton } = world;
  const states = new LruMap<string, State>(REMEMBERED);
  return pure(label, (history) => {
    const before = states.get(history.slice(0, -1).join(' '));
    const last = history.at(-1);
    const next = before === undefined || last === undefined ? undefined : automaton.step(before, last);
    const walk = next === undefined ? replayed(world, history) : undefined;
    if (next === SINK || walk?.illegal !== undefined) return { probs: new Map() };
    const state = next ?? walk?.states.at(-1) ?? world.start;
    states.set(history.join(' '), state);
    return { ...even(automaton.legal(state)), printed: automaton.print(state) };
  });
}

function hashed(actions: readonly string[], history: History): readonly string[] {
  const basis = fnv1a(history.join(' '));
  const chosen = actions.filter((action) => mixed(fnv1a(action, basis)) % 2 === 0);
  return chosen.length === 0 ? actions : chosen;
}

/** The lowest bit of FNV is that of the characters alone. */
const mixed = (hash: number): number => {
  const h = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  return (h ^ (h >>> 15)) >>> 0;
};

function naive(label: string, start: string): NextActions {
  const boards = new LruMap<string, NaiveBoard>(REMEMBERED);
  return pure(label, (history) => {
    const last = history.at(-1);
    const before = last === undefined ? undefined : boards.get(history.slice(0, -1).join(' '));
    const board =
      before === undefined
        ? history.reduce((one, move) => one.after(move), NaiveBoard.of(start))
        : before.after(last ?? '');
    boards.set(history.join(' '), board);
    return { ...even(board.moves()), printed: board.print() };
  });
}
