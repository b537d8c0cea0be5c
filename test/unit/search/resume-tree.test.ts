import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { fnv1a } from '../../../src/core/base/text/hash.ts';
import { readTree } from '../../../src/core/search/read-tree.ts';
import { resumableSearch } from '../../../src/core/search/resume-tree.ts';
import { runSearch } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import { SearchRecorder } from '../../../src/core/search/tree-file.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from '../../../src/core/search/world-model.ts';
import { NEVER_ABORTED, nodesOf } from './scripted-model.ts';

const ROOT = { game: 'chess', state: 's', played: 0 } as const;

/** Its answers depend on the state alone, with values of many digits, hallucinations and ends of games among them. */
const MODEL: WorldModel = {
  label: 'by hash',
  evaluate: (batch) => batch.map((request) => Promise.resolve(say(request))),
};

function say({ state, action }: EvaluationRequest): Evaluation {
  const text = action === undefined ? state : `${state} ${action}`;
  const hash = fnv1a(text) >>> 0;
  if (action !== undefined && hash % 11 === 0) return { kind: 'hallucination', text, reason: 'no list' };
  if (action !== undefined && hash % 13 === 0) return { kind: 'terminal', state: text, outcome: '1-0', value: 0 };
  const actions = Array.from({ length: 6 }, (_, i) => ({
    action: `m${i}`,
    value: ((fnv1a(`${text}${i}`) >>> 0) % 9973) / 9973,
  }));
  return { kind: 'state', state: text, actions, best: `m${hash % 6}` };
}

/** Searches from the start, or on from a file's text; the text afterwards, and the tree. */
async function searched(own: Partial<SearchSettings>, stopAt?: number, before?: string) {
  const settings = { ...DEFAULT_SEARCH, simulations: 200, ...own };
  const controller = new AbortController();
  const resumed = before === undefined ? undefined : resumableSearch(before);
  assert.ok(resumed?.ok !== false, resumed?.ok === false ? resumed.error : '');
  let text = resumed?.value.kept ?? '';
  const recorder = new SearchRecorder({ ...ROOT, model: MODEL.label, settings }, (lines) => {
    text += lines;
  });
  if (resumed !== undefined) recorder.goOn(resumed.value.tree);
  let count = resumed?.value.done ?? 0;
  const done = await runSearch({
    root: ROOT,
    model: MODEL,
    settings: { ...settings, simulations: settings.simulations - count },
    clock: systemClock,
    signal: stopAt === undefined ? NEVER_ABORTED : controller.signal,
    ...(resumed === undefined ? { onStart: recorder.onStart } : { tree: resumed.value.tree }),
    onSimulation: (simulation, tree) => {
      recorder.onSimulation(simulation, tree);
      if (++count === stopAt) controller.abort();
    },
  });
  assert.ok(done.ok);
  recorder.end(done.value);
  return { text, tree: done.value.tree };
}

const countsOf = (root: SearchNode) =>
  nodesOf(root).map(({ id, edge, kind, state, visits, total, prior, closed, open }) => [
    [id, edge, kind, state, open],
    [...visits],
    [...total],
    [...prior],
    [...closed],
  ]);

const spliced = (lines: readonly string[], at: number, count: number, ...put: string[]): string[] => [
  ...lines.slice(0, at),
  ...put,
  ...lines.slice(at + count),
];

/** Without the times, which differ. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('{"end"'))
    .map((line) => line.replace(/,"ms":[\d.]+/, ''));

describe('a search that goes on from its file', () => {
  for (const settings of [{}, { backup: 'minimax' }, { unvisited: 'zero', exploration: 0.5 }] as const)
    it(`comes to the tree, and to the file, of one that was not stopped: ${JSON.stringify(settings)}`, async () => {
      const whole = await searched(settings);
      const stopped = await searched(settings, 100);
      const half = readTree(stopped.text);
      assert.ok(half.ok);
      assert.deepEqual([half.value.simulations.length, half.value.end], [100, 'stopped']);
      const resumed = await searched(settings, undefined, stopped.text);
      assert.deepEqual(countsOf(resumed.tree.root), countsOf(whole.tree.root));
      assert.deepEqual(linesOf(resumed.text), linesOf(whole.text));
      assert.ok(resumed.text.startsWith(stopped.text), 'it is added to, and nothing of it is changed');
    });

  it('does not keep what was cut off behind the last simulation', async () => {
    const whole = await searched({});
    const { text } = await searched({}, 100);
    const lines = text.split('\n');
    // in the middle of the last line but one, then behind the line of a node whose simulation was never written
    const last = lines.map((line) => line.startsWith('{"node"')).lastIndexOf(true);
    for (const cut of [
      text.slice(0, text.lastIndexOf('"simulation"') + 20),
      `${lines.slice(0, last + 1).join('\n')}\n`,
    ]) {
      const resumed = await searched({}, undefined, cut);
      assert.deepEqual(countsOf(resumed.tree.root), countsOf(whole.tree.root));
      const read = readTree(resumed.text);
      assert.ok(read.ok);
      assert.deepEqual(read.value.problems, []);
    }
  });

  it('has the true states again where the model tracks states', async () => {
    const rules = (state: string, action: string): string | undefined =>
      action === 'm3' ? undefined : `${state} ${action}`;
    const { text } = await searched({}, 60);
    const resumed = resumableSearch(text, () => rules);
    assert.ok(resumed.ok);
    for (const node of nodesOf(resumed.value.tree.root)) {
      const { parent, edge, truth } = node;
      if (parent === undefined) assert.equal(truth, 's');
      else assert.equal(truth, parent.truth === undefined ? undefined : rules(parent.truth, parent.actions[edge]));
    }
  });

  it('is refused where a state or a value was changed', () => {
    const text = readFileSync('samples/state-tracking.mcts.jsonl', 'utf8');
    const errorOf = (changed: string): string => {
      assert.notEqual(changed, text);
      const read = resumableSearch(changed);
      return read.ok ? '' : read.error;
    };
    assert.ok(resumableSearch(text).ok);
    assert.equal(
      errorOf(text.replace(/("leaf":1,"value":)[\d.]+/, '$10.123')),
      'the file is damaged: simulation 0 has another value than its leaf',
    );
    const stray = /^the file is damaged: the state of node \d+ does not follow from the one above it$/;
    assert.match(errorOf(text.replace(/("truth":"\S+) b /, '$1 w ')), stray);
    assert.match(errorOf(text.replace(/(\{"node":0,"state":"\S+) w /, '$1 b ')), stray);
    // of nodes whose state is the true one, and not below an illegal action
    const nodes = [...text.matchAll(/"edge":\d+,"state":"\S+ b [^"]+","value"/g)];
    const refused = nodes.filter(([node]) => stray.test(errorOf(text.replace(node, node.replace(' b ', ' w ')))));
    assert.ok(refused.length > nodes.length / 4, `${refused.length} of ${nodes.length}`);
  });

  it('is refused where the file is damaged, no tree, or newer', async () => {
    const { text } = await searched({}, 20);
    const lines = text.split('\n');
    const errorOf = (changed: string): string => {
      const read = resumableSearch(changed);
      return read.ok ? '' : read.error;
    };
    assert.equal(errorOf(text), '');
    assert.match(errorOf(spliced(lines, 2, 1).join('\n')), /^the file is damaged at line \d+: /);
    assert.equal(errorOf(spliced(lines, 3, 1).join('\n')), 'the file is damaged: no simulation leads to node 1');
    assert.match(errorOf(spliced(lines, 3, 0, '{"node"').join('\n')), /^the file is damaged at line 4: /);
    assert.match(errorOf(text.replace('"path":[', '"path":[5,5,')), /does not lead to its leaf$/);
    assert.match(errorOf(text.replace('"version":2', '"version":9')), /^a newer StateLens wrote this search tree/);
    assert.equal(
      errorOf(text.replace('"model":"by hash"', '"model":"internal search"')),
      'it is a trace, not a search',
    );
    assert.equal(errorOf(`${text}{"end":"closed"}\n`), 'the search is complete: no edge is left to explore');
    assert.match(errorOf('[Event "x"]\n'), /^not a search tree/);
    assert.equal(errorOf(''), 'the file is empty');
    assert.equal(errorOf(`${lines[0]}\n`), 'the tree has no root');
  });
});
