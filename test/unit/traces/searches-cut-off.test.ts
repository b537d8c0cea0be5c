import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LINTREE } from '../../../src/core/traces/dialects/lintree.ts';
import type { TraceEvent } from '../../../src/core/traces/events.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { allRecipes, generatorOf, rowsOf, textOf } from '../../support/generated-traces.ts';
import { thoroughly } from '../../support/thorough.ts';

interface Searched {
  readonly title: string;
  readonly world: World<unknown>;
  readonly events: readonly TraceEvent[];
}

/** Returns searches that do not say by which algorithm. */
function undeclared(only: string, count: number): Searched[] {
  return allRecipes({ seed: 40, only, search: { nodes: 250 }, dialects: ['lintree'] })
    .filter(({ recipe: { search } }) => search.algorithm !== 'minimax')
    .flatMap(({ title, recipe }) => {
      const generator = generatorOf(recipe);
      return Array.from(rowsOf(generator, count), (row) => ({
        title,
        world: generator.world,
        events: LINTREE.read(textOf(row)).events.map((event): TraceEvent => {
          if (event.kind !== 'task') return event;
          const { algorithm: _, ...rest } = event;
          return rest;
        }),
      }));
    });
}

const codesOf = ({ world }: Searched, events: readonly TraceEvent[]): readonly string[] =>
  (readTraceText(LINTREE.write?.(events) ?? '', { dialect: LINTREE, given: world })?.findings ?? []).map(
    ({ code }) => code,
  );

const isResult = (event: TraceEvent): boolean =>
  event.kind === 'choose' ||
  event.kind === 'note' ||
  (event.kind === 'claim' && ['goal', 'unsolvable', 'exhausted'].includes(event.claim));

/** Returns a search that tries at most some of the actions of each node. */
function limited(events: readonly TraceEvent[], breadth: number): readonly TraceEvent[] {
  const kept = new Set<string>();
  const counts = new Map<string, number>();
  return events.filter((event) => {
    if (event.kind === 'generate' && event.id !== undefined) {
      const above = event.parent?.id;
      const count = (counts.get(above ?? '') ?? 0) + 1;
      counts.set(above ?? '', count);
      if (above !== undefined && (!kept.has(above) || count > breadth)) return false;
      kept.add(event.id.text);
    }
    const node = event.kind === 'task' || event.kind === 'generate' || event.kind === 'choose' ? undefined : event.node;
    return node?.id === undefined || kept.has(node.id);
  });
}

describe('a search that declares no algorithm', () => {
  const searches = undeclared('', thoroughly(10, 1));

  it('is not said to be cut off where it is whole, says no result, or tries a few actions alone', () => {
    assert.ok(searches.length > 20);
    for (const searched of searches) {
      const { title, events } = searched;
      const silent = events.filter((event) => !isResult(event));
      for (const whole of [events, silent, ...[1, 2, 3].map((breadth) => limited(silent, breadth))])
        assert.ok(!codesOf(searched, whole).includes('TRACE_CUT_OFF'), `${title}: ${LINTREE.write?.(whole) ?? ''}`);
    }
  });

  it('is cut off where its text ends within an expansion and all expansions before are whole', () => {
    let [cuts, said] = [0, 0];
    for (const searched of undeclared('blocks bfs', thoroughly(10, 3))) {
      const { events } = searched;
      const isWithin = (at: number): boolean => {
        const [before, next] = [events[at - 1], events[at]];
        return before?.kind === 'generate' && next?.kind === 'generate' && before.parent?.id === next.parent?.id;
      };
      const places = [...events.keys()].filter((at) => at > events.length / 2 && isWithin(at));
      for (const at of places.slice(0, 4)) {
        const codes = codesOf(searched, events.slice(0, at));
        assert.ok(
          codes.every((code) => code === 'TRACE_CUT_OFF'),
          codes.join(' '),
        );
        cuts++;
        said += codes.length;
      }
    }
    assert.ok(said > cuts / 2, `${said} of ${cuts}`);
  });
});
