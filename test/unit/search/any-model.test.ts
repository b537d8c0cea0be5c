import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { fnv1a } from '../../../src/core/base/text/hash.ts';
import { SearchTree } from '../../../src/core/search/mcts.ts';
import type { SearchClock } from '../../../src/core/search/requests.ts';
import { runSearch, type SearchReport, type Simulation } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from '../../../src/core/search/world-model.ts';
import { edgesOf, NEVER_ABORTED, nodesOf, virtualOf } from './scripted-model.ts';

const ROOT = { game: 'chess', state: 'root', played: 0 } as const;

/** Time that goes on to the next thing that waits for it, as soon as nothing else happens. */
class VirtualClock implements SearchClock {
  readonly #waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { at: this.#now + ms, callback };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }

  /** Runs until the work is done. */
  async drive<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const watched = work.finally(() => (isDone = true));
    for (;;) {
      await turn();
      if (isDone) return watched;
      let next: { readonly at: number; readonly callback: () => void } | undefined;
      for (const entry of this.#waiting) if (next === undefined || entry.at < next.at) next = entry;
      if (next === undefined) continue;
      this.#waiting.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
  }
}

/** What a state's actions are worth follows from its name. */
function good({ state, action }: EvaluationRequest): Extract<Evaluation, { kind: 'state' }> {
  const name = action === undefined ? state : `${state} ${action}`;
  const hash = fnv1a(name);
  const actions = Array.from({ length: 2 + (hash % 3) }, (_, i) => ({
    action: `a${i}`,
    value: ((hash >>> (4 * i)) % 100) / 100,
  }));
  return { kind: 'state', state: name, actions };
}

const KINDS = ['good', 'good', 'good', 'late', 'hallucination', 'terminal', 'fault', 'rejects', 'throws', 'never', 'too late', 'nothing', 'several'] as const; // biome-ignore format: words

/** A model that does anything: what, follows from the seed and the state that it is asked for. */
function anything(clock: SearchClock, seed: number, kinds: readonly (typeof KINDS)[number][] = KINDS): WorldModel {
  const wait = (ms: number, said: Evaluation): Promise<Evaluation> =>
    new Promise((resolve) => clock.after(ms, () => resolve(said)));
  const one = (request: EvaluationRequest): readonly Promise<Evaluation>[] => {
    const said = good(request);
    const hash = fnv1a(`${seed} ${said.state}`);
    if (request.action === undefined) return [Promise.resolve(said)];
    switch (kinds[hash % kinds.length]) {
      case 'late':
        return [wait(1 + ((hash >>> 5) % 90), said)];
      case 'hallucination':
        return [Promise.resolve({ kind: 'hallucination', text: 'prose', reason: 'no list' })];
      case 'terminal':
        return [Promise.resolve({ kind: 'terminal', state: said.state, outcome: '1-0', value: 0 })];
      case 'fault':
        return [Promise.resolve({ kind: 'fault', message: '503' })];
      case 'rejects':
        return [Promise.reject(new Error('reset'))];
      case 'throws':
        throw new Error('broken');
      case 'never':
        return [new Promise(() => {})];
      case 'too late':
        return [wait(150, said)];
      case 'nothing':
        return [];
      case 'several':
        return [Promise.resolve(said), Promise.resolve({ kind: 'fault', message: 'a second answer' })];
      default:
        return [Promise.resolve(said)];
    }
  };
  return { label: 'anything', evaluate: (batch) => batch.flatMap(one) };
}

async function searched(
  model: (clock: SearchClock) => WorldModel,
  settings: Partial<SearchSettings>,
): Promise<SearchReport & { readonly told: readonly Simulation[] }> {
  const clock = new VirtualClock();
  const told: Simulation[] = [];
  const done = await clock.drive(
    runSearch({
      root: ROOT,
      model: model(clock),
      settings: { ...DEFAULT_SEARCH, simulations: 60, timeout: 100, ...settings },
      clock,
      signal: NEVER_ABORTED,
      onSimulation: (simulation) => told.push(simulation),
    }),
  );
  assert.ok(done.ok, done.ok ? '' : done.error);
  return { ...done.value, told };
}

const shape = ({ root }: SearchTree): unknown => nodesOf(root).map((node) => [node.state, ...edgesOf(node)]);

const settings: fc.Arbitrary<Partial<SearchSettings>> = fc.record({
  batch: fc.constantFrom(1, 2, 5, 8),
  queueing: fc.constantFrom('rounds', 'rolling'),
  backup: fc.constantFrom('mean', 'minimax'),
  unvisited: fc.constantFrom('listed', 'zero', 'parent'),
  virtual: fc.constantFrom<SearchSettings['virtual']>(
    { kind: 'fixed', count: 3 },
    { kind: 'dynamic', most: 8, least: 2 },
  ),
  virtualLoss: fc.boolean(),
  final: fc.constantFrom('visits', 'value'),
});

describe('a search with any model', () => {
  it('leaves no virtual counts, counts what it backs up, and goes round what is closed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), settings, async (seed, given) => {
        const { tree, told, end } = await searched((clock) => anything(clock, seed), given);
        assert.equal(virtualOf(tree.root), 0);
        const backedUp = told.filter(({ kind }) => kind === 'expanded' || kind === 'known');
        assert.equal(
          tree.root.visits.reduce((a, b) => a + b, 0),
          backedUp.length,
        );
        if (end === 'done') assert.equal(told.length, 60);
        for (const node of nodesOf(tree.root)) {
          const { children, closed, visits, total, prior, open, actions } = node;
          if (open > 0) assert.ok(Math.abs(prior.reduce((a, b) => a + b, 0) - 1) < 1e-9);
          actions.forEach((_, i) => {
            assert.equal(closed[i] === 1, children[i]?.kind === 'hallucination');
            if (closed[i] === 1) assert.equal(visits[i], 0);
            assert.ok(total[i] >= 0 && total[i] <= visits[i] + 1e-9);
          });
        }
        const final = tree.finalEdge();
        assert.equal(final < 0, tree.root.open === 0);
        if (final >= 0) assert.equal(tree.root.closed[final], 0);
      }),
      { numRuns: 120 },
    );
  });

  it('is the same each time, however late its answers come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), settings, async (seed, given) => {
        const model = (clock: SearchClock) =>
          anything(clock, seed, ['good', 'late', 'hallucination', 'terminal', 'too late']);
        const [first, again] = [await searched(model, given), await searched(model, given)];
        assert.deepEqual(shape(again.tree), shape(first.tree));
        assert.deepEqual(
          again.told.map(({ number, path, kind, ms }) => [number, path, kind, ms]),
          first.told.map(({ number, path, kind, ms }) => [number, path, kind, ms]),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('with b = 1 is Algorithm 1: down, ask, back up, one after the other', async () => {
    for (const seed of [1, 2, 3])
      for (const queueing of ['rounds', 'rolling'] as const) {
        const kinds = ['good', 'late', 'hallucination', 'terminal'] as const;
        const { tree } = await searched((clock) => anything(clock, seed, kinds), { queueing, simulations: 200 });
        const still: SearchClock = {
          now: () => 0,
          after: (_, callback) => {
            queueMicrotask(callback);
            return () => {};
          },
        };
        const model = anything(still, seed, kinds);
        const plain = SearchTree.at(ROOT, good(ROOT), DEFAULT_SEARCH);
        for (let i = 0; i < 200 && plain.canDescend; i++) {
          const descent = plain.descend();
          const request = descent.known === undefined ? plain.requestOf(descent) : undefined;
          const said = request && (await model.evaluate([request], NEVER_ABORTED)[0]);
          assert.ok(said?.kind !== 'fault');
          plain.settle(descent, said);
        }
        assert.deepEqual(shape(tree), shape(plain));
      }
  });

  it('takes an answer once: a second one, and one behind the timeout, change nothing', () => {
    const tree = SearchTree.at(ROOT, good(ROOT), DEFAULT_SEARCH);
    const answer = (): Extract<Evaluation, { kind: 'state' }> => ({
      kind: 'state',
      state: 's',
      actions: [{ action: 'x', value: 0.9 }],
    });
    const [first, second] = [tree.descend(), tree.descend()];
    assert.equal(tree.settle(first, answer())?.kind, 'expanded');
    const before = shape(tree);
    assert.equal(tree.settle(first, { ...answer(), state: 'another' }), undefined);
    assert.deepEqual(shape(tree), before);
    assert.equal(tree.drop(second), true);
    assert.equal(tree.settle(second, answer()), undefined);
    assert.deepEqual(shape(tree), before);
    assert.equal(tree.drop(second), false);
    assert.equal(virtualOf(tree.root), 0);
  });
});
