import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import type { TraceEvent } from '../../../src/core/traces/events.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import type { WorldSpec } from '../../../src/core/worlds/world-spec.ts';

const NOWHERE = { start: 0, end: 0 };
const span = (text: string) => ({ text, range: NOWHERE });
const number = (value: number) => ({ value, range: NOWHERE });

/** Returns a search of a world by chance: nodes below others, visits, values, a plan. */
export function searchOf(world: World<unknown>, spec: WorldSpec, seed: number, size: number): TraceEvent[] {
  const random = seeded(seed);
  const below = (n: number): number => uniformInt(random, 0, n - 1);
  const { automaton } = world;
  const start = span(automaton.print(world.start));
  const nodes = [{ state: world.start, path: [] as string[] }];
  const events: TraceEvent[] = [
    { kind: 'task', range: NOWHERE, world: spec, start, algorithm: 'dfs', depth: number(size) },
    { kind: 'generate', range: NOWHERE, id: span('0'), state: start },
  ];
  for (let i = 1; i <= size; i++) {
    const at = below(nodes.length);
    const parent = nodes[at];
    const actions = parent === undefined ? [] : automaton.legal(parent.state);
    const action = actions[below(Math.max(1, actions.length))];
    if (parent === undefined || action === undefined) continue;
    const state = automaton.step(parent.state, action);
    if (state === SINK) continue;
    const range = NOWHERE;
    events.push(
      { kind: 'visit', range, node: { range, id: String(at), path: parent.path.map(span) } },
      {
        kind: 'generate',
        range,
        id: span(String(nodes.length)),
        parent: { range, id: String(at) },
        action: span(action),
        state: span(automaton.print(state)),
        cost: number(parent.path.length + 1),
        value: number(below(100) / 8),
      },
    );
    nodes.push({ state, path: [...parent.path, action] });
  }
  const last = nodes.at(-1);
  events.push(
    { kind: 'abandon', range: NOWHERE, node: { range: NOWHERE, state: start }, reason: span('enough') },
    { kind: 'choose', range: NOWHERE, actions: (last?.path ?? []).map(span) },
  );
  return events;
}
