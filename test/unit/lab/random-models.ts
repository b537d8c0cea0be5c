import { seeded } from '../../../src/core/base/random.ts';
import { ok } from '../../../src/core/base/result.ts';
import { fnv1a } from '../../../src/core/base/text/hash.ts';
import type { ActionHistory, NextActions } from '../../../src/core/lab/next-actions.ts';
import { tableWorld } from '../../../src/core/worlds/table-world.ts';
import type { World } from '../../../src/core/worlds/world.ts';

/** A table of `states` states with up to `actions` actions in each, drawn by a seed. */
export function randomTable(seed: number, states: number, actions: number): World<unknown> {
  const random = seeded(seed);
  const draw = (n: number): number => (random.next() >>> 0) % n;
  const lines = ['state,action,next'];
  for (let state = 0; state < states; state++)
    for (let action = 0; action < actions; action++)
      if (draw(100) < 70) lines.push(`s${state},a${action},s${draw(states)}`);
  const read = tableWorld(`random${seed}`, lines.length === 1 ? 'state,action,next\ns0,a0,s0' : lines.join('\n'));
  if (!read.ok) throw new Error(read.error[0]?.message);
  return read.value;
}

/** A function as a model; `asked` counts its histories. */
export function modelOf(
  next: (history: ActionHistory) => Readonly<Record<string, number>>,
  label = 'test',
): NextActions & { readonly asked: () => number } {
  let asked = 0;
  return {
    label,
    asked: () => asked,
    next(histories) {
      asked += histories.length;
      return Promise.resolve(ok(histories.map((history) => ({ probs: new Map(Object.entries(next(history))) }))));
    },
  };
}

/**
 * A model that is wrong in many ways: it follows a world of its own as far as that goes, forgets all but the last few actions,
 * and gives actions uneven probabilities, some of them none, some on actions that are none.
 */
export function wrongModel(seed: number, own: World<unknown>, actions: readonly string[]): NextActions {
  return modelOf((history) => {
    let state = own.start;
    for (const action of history.slice(-3)) {
      const next = own.automaton.step(state, action);
      if (typeof next === 'symbol') break;
      state = next;
    }
    const hash = (text: string): number => (fnv1a(`${seed} ${own.automaton.print(state)} ${text}`) >>> 8) % 97;
    const weights = [...actions, 'nonsense'].map(
      (action) => [action, hash(action) % 3 === 0 ? 0 : hash(action)] as const,
    );
    const sum = weights.reduce((all, [, weight]) => all + weight, 20);
    return Object.fromEntries(weights.map(([action, weight]) => [action, weight / sum]));
  });
}
