import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { puctTerms } from '../../../src/core/search/edge-selection.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { resumableSearch } from '../../../src/core/search/resume-tree.ts';
import { MAX_ATTEMPTS, runSearch, type Simulation } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import { SearchRecorder } from '../../../src/core/search/tree-file.ts';
import { childRows } from '../../../src/core/search/view/table-rows.ts';
import type { Evaluation, WorldModel } from '../../../src/core/search/world-model.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { scripted } from './scripted-model.ts';

const SCRIPT = { '': { a: 0.9, b: 0.5, c: 0.4 } };

/** A model that has no answer to some actions from the root, as long as it is broken. */
function broken(bad: readonly string[], answer: () => Promise<Evaluation>): WorldModel & { fixed: boolean } {
  const good = scripted(SCRIPT);
  return {
    label: 'broken',
    fixed: false,
    evaluate(batch, signal) {
      return batch.map((request, i) =>
        !this.fixed && request.state === '' && bad.includes(request.action ?? '')
          ? answer()
          : good.evaluate(batch, signal)[i],
      );
    },
  };
}

const never = (): Promise<Evaluation> => new Promise(() => {});
const fault = (): Promise<Evaluation> => Promise.resolve({ kind: 'fault', message: 'too long' });

/** Runs a search on a clock that a test drives: whenever nothing else goes on, the next timer rings. */
async function run(model: WorldModel, given: Partial<SearchSettings>, text?: string) {
  const settings: SearchSettings = { ...DEFAULT_SEARCH, simulations: 44, timeout: 1000, ...given };
  const root = { game: 'chess', state: '', played: 0 } as const;
  const clock = new ManualClock();
  const told: Simulation[] = [];
  const lines: string[] = text === undefined ? [] : [text];
  const recorder = new SearchRecorder({ ...root, model: model.label, settings }, (line) => lines.push(line));
  const before = text === undefined ? undefined : resumableSearch(text);
  if (before !== undefined) assert.ok(before.ok);
  if (before?.ok === true) recorder.goOn(before.value.tree);
  const state = { isOver: false };
  const running = runSearch({
    root,
    model,
    settings,
    clock,
    signal: new AbortController().signal,
    ...(before?.ok === true ? { tree: before.value.tree } : { onStart: recorder.onStart }),
    onSimulation: (simulation, tree) => {
      told.push(simulation);
      recorder.onSimulation(simulation, tree);
    },
  }).finally(() => {
    state.isOver = true;
  });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 50; i++) await Promise.resolve();
  };
  while (!state.isOver) {
    const ended = told.length;
    await settle();
    clock.pass(0);
    await settle();
    // nothing moves: an answer is waited for
    if (told.length === ended) clock.pass(1000);
  }
  const done = await running;
  assert.ok(done.ok);
  recorder.end(done.value);
  return { ...done.value, told, text: lines.join('') };
}

const FORMS = [
  { batch: 1, queueing: 'rounds' },
  { batch: 4, queueing: 'rounds' },
  { batch: 4, queueing: 'rolling' },
] as const;

describe('an edge that gets no answer', () => {
  for (const [name, answer] of [
    ['in time', never],
    ['but a fault', fault],
  ] as const)
    it(`${name} is given up after two attempts; the rest of the search goes on`, async () => {
      for (const form of FORMS) {
        const { tree, end, told, lost, givenUp } = await run(broken(['a'], answer), form);
        assert.equal(end, 'done');
        assert.equal(told.length, 44);
        assert.deepEqual(givenUp, [[0]]);
        // descents that wait for the same answer are lost together
        assert.ok(lost >= MAX_ATTEMPTS && lost <= MAX_ATTEMPTS * form.batch, `${lost} lost`);
        assert.equal(told.filter(({ leaf }) => leaf === undefined).length, lost);
        assert.equal(told.filter((one) => one.givenUp === true).length, 1);
        assert.deepEqual([tree.root.visits[0], tree.root.closed[0]], [0, 0]);
        assert.equal(
          tree.root.visits.reduce((a, b) => a + b, 0),
          44 - lost,
        );
      }
    });

  it('ends the search where there is no other, and says why', async () => {
    for (const form of FORMS) {
      const { end, fault, givenUp } = await run(broken(['a', 'b', 'c'], never), { ...form, simulations: 100 });
      assert.equal(end, 'faults');
      assert.equal(fault, 'no answer in 1 s');
      assert.deepEqual(
        givenUp.map(([edge]) => edge).sort((a, b) => a - b),
        [0, 1, 2],
      );
    }
  });

  it('is given up in its file from that simulation on, and asked again when the search is resumed', async () => {
    const model = broken(['a'], never);
    const { text } = await run(model, {});
    const read = readTree(text);
    assert.ok(read.ok);
    const at = read.value.simulations.findIndex(({ givenUp }) => givenUp === true);
    const tree = new ReplayedTree(read.value);
    const isGivenUp = (simulations: number): boolean => {
      tree.goTo(simulations);
      return tree.root.givenUp?.has(0) === true;
    };
    assert.deepEqual([at, at + 1, 44, at + 1, 0].map(isGivenUp), [false, true, true, true, false]);
    tree.goTo(44);
    assert.equal(puctTerms(tree.root, DEFAULT_SEARCH)[0], undefined);
    const [row] = childRows(tree.root, {
      root: tree.root,
      settings: DEFAULT_SEARCH,
      nameOf: ({ actions }, edge) => actions[edge],
      principal: new Set(),
    });
    assert.ok(row?.marks.includes('given up: no answer'));
    model.fixed = true;
    const resumed = await run(model, { simulations: 40 }, text);
    assert.deepEqual([resumed.lost, resumed.givenUp], [0, []]);
    assert.ok((resumed.tree.root.visits[0] ?? 0) > 0);
    const again = readTree(resumed.text);
    assert.ok(again.ok);
    const replayed = new ReplayedTree(again.value);
    replayed.goTo(Number.POSITIVE_INFINITY);
    assert.deepEqual([...(replayed.root.givenUp ?? [])], []);
    replayed.goTo(at + 1);
    assert.deepEqual([...(replayed.root.givenUp ?? [])], [0]);
  });
});
