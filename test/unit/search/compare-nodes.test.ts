import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { type ComparedNode, compareTraceNodes } from '../../../src/core/search/comparison/compare-nodes.ts';
import { traceOf } from '../../support/made-trace.ts';
import { evaluatedPaths, readableTrace, withLowerValues, withoutNode } from '../../support/trace-variants.ts';

const compare = (trace: string, reference: string) =>
  compareTraceNodes(readableTrace(trace), readableTrace(reference), PUBLISHED_DIALECT);
const brief = (nodes: readonly ComparedNode[]): string[] =>
  nodes.map(({ name, agreement }) => `${name} ${agreement}`.trim());

describe('a trace compared with its reference, node by node', async () => {
  const reference = await traceOf({ breadth: 2, depth: 2 });
  const names = evaluatedPaths(reference);
  const [, first = '', below = ''] = names;

  it('is the same tree as itself, whatever the order of a list', () => {
    assert.equal(names.length, 7);
    const turned = reference.replace(/^(\[%top_all) (\S+) (\S+)/m, '$1 $3 $2');
    assert.notEqual(turned, reference);
    for (const trace of [reference, turned]) {
      const { summary, isSame, nodes } = compare(trace, reference);
      assert.equal(summary, '7 of 7 nodes as in the reference');
      assert.equal(isSame, true);
      assert.deepEqual(
        nodes.map(({ node, path }) => [node, path.join(' ')]),
        names.map((path, node) => [node, path]),
      );
      assert.ok(nodes.every(({ differences }) => differences.length === 0));
    }
  });

  it('names nodes that the trace lacks, those below them, too, with their value and state by the reference', () => {
    const { summary, isSame, nodes } = compare(withoutNode(reference, first), reference);
    const missing = nodes.filter(({ agreement }) => agreement === 'missing');
    assert.deepEqual(
      missing.map(({ path }) => path.join(' ')),
      names.filter((path) => path.startsWith(first)),
    );
    assert.match(summary, /^\d of 7 nodes as in the reference; .*3 missing/);
    assert.equal(isSame, false);
    const full = compare(reference, reference).nodes;
    for (const { node, path, value, state } of missing) {
      assert.equal(node, null);
      const right = full.find((other) => other.path.join() === path.join());
      assert.deepEqual([value, state], [right?.value, right?.state]);
      assert.ok(value !== null && value >= 0 && value <= 1);
      assert.match(state ?? '', / [wb] /);
    }
  });

  it('names nodes that the trace alone has', () => {
    const { nodes, summary } = compare(reference, withoutNode(reference, first));
    assert.deepEqual(
      nodes.filter(({ agreement }) => agreement === 'extra').map(({ path }) => path.join(' ')),
      names.filter((path) => path.startsWith(first)),
    );
    assert.match(summary, /of 4 nodes as in the reference; .*3 extra/);
  });

  it('counts a backed-up value only from four buckets on, and says how far it is off', () => {
    const shifted = (by: number): string => withLowerValues(reference, below, by);
    const changed = (by: number): ComparedNode[] =>
      compare(shifted(by), reference).nodes.filter(({ agreement }) => agreement !== 'same');
    assert.deepEqual(changed(3), []);
    const far = changed(6).find(({ path }) => path.join(' ') === below);
    assert.equal(far?.agreement, 'value');
    assert.match(far?.differences.join() ?? '', /^value: 6 buckets (above|below) the reference$/);
    assert.match(compare(shifted(6), reference).summary, /\d values? differs? by more than 3 buckets/);
  });

  it('tells another state or choice of a node, and another played action', () => {
    const other = reference.replace(/^(Evaluation for node: <root>[^]*?\[%FEN \S+ w) KQkq/m, '$1 Kkq');
    assert.notEqual(other, reference);
    const root = compare(other, reference).nodes[0];
    assert.equal(root?.agreement, 'content');
    assert.match(root?.differences.join('; ') ?? '', /state castling/);
    const played = /^Playing (\S+)!$/m.exec(reference)?.[1] ?? '';
    const elsewhere = compare(reference.replace(`Playing ${played}!`, 'Playing a2a3!'), reference);
    assert.ok(elsewhere.summary.endsWith(`plays a2a3 instead of ${played}`));
    assert.equal(elsewhere.isSame, false);
    assert.deepEqual(brief(elsewhere.nodes.filter(({ agreement }) => agreement !== 'same')), []);
  });
});
