import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readPlainState } from '../../../src/core/search/read-tree.ts';
import { readTreeNode, type TreeFileNode } from '../../../src/core/search/tree-file.ts';

const ROOT =
  '{"node":0,"state":"s - 0","truth":"t","value":0.53125,"actions":["a1","b2","c,3"],"listed":[0.5,1,0],"best":2}';
const LINES = [
  ROOT.replace('c,3', 'c3'),
  '{"node":1,"parent":0,"edge":2,"state":"s - 1","value":0,"actions":["a1"],"listed":[0.0078125]}',
  '{"node":2,"parent":0,"edge":1,"state":"","value":1,"actions":["x","yz"],"listed":[1,1e-7]}',
];

/** All that a node says, with the lists that it makes when they are asked for. */
const fieldsOf = (node: TreeFileNode): unknown => {
  const { id, parent, edge, kind, state, truth, outcome, reason, value, actions, listed, best, prior, chances } = node;
  const { text, visits, total, closed } = node;
  const lists = [actions, listed, visits, total, closed].map((list) => [...list]);
  return [id, parent, edge, kind, state, truth, outcome, reason, value, lists, best, prior, chances, text];
};

function slowly(line: string, known: (id: number) => TreeFileNode | undefined): TreeFileNode | undefined {
  try {
    const node = readTreeNode(JSON.parse(line) as Record<string, unknown>, known);
    return typeof node === 'string' ? undefined : node;
  } catch {
    return undefined;
  }
}

const root = readPlainState(LINES[0], () => undefined);
const withRoot = (id: number): TreeFileNode | undefined => (id === 0 ? root : undefined);
const nobody = (): undefined => undefined;

describe('plain lines of nodes', () => {
  it('say what their JSON says, and how many actions there are before these are made', () => {
    assert.ok(root);
    assert.deepEqual(fieldsOf(root), fieldsOf(slowly(LINES[0], nobody) as TreeFileNode));
    assert.equal(root.size, 3);
    const second = readPlainState(LINES[1], withRoot);
    assert.ok(second);
    assert.deepEqual(fieldsOf(second), fieldsOf(slowly(LINES[1], withRoot) as TreeFileNode));
  });

  it('are left to JSON where they are not plain: other numbers, commas in names, other fields', () => {
    assert.equal(readPlainState(LINES[2], withRoot), undefined);
    assert.equal(readPlainState(ROOT, nobody), undefined);
    for (const [from, to] of [
      ['"actions":["a1"]', '"actions":["a1","b"]'],
      ['"parent":0', '"parent":7'],
      ['"edge":2', '"edge":3'],
      ['"node":1', '"node":0'],
      ['"s - 1"', '"s \\u0041"'],
      ['"value":0', '"value":2'],
      ['"value":0', '"value":00'],
      [']}', '],"text":"x"}'],
      ['"state"', '"kind":"terminal","state"'],
    ])
      assert.equal(readPlainState(LINES[1].replace(from, to), withRoot), undefined, to);
  });

  it('are never read as anything else than JSON reads them, however they are damaged', () => {
    let plain = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...LINES),
        fc.nat(160),
        fc.nat(3),
        fc.string({ unit: fc.constantFrom(...'0123456789.",:[]{}ae-\\ '.split('')), maxLength: 3 }),
        (line, at, length, put) => {
          const damaged = line.slice(0, at) + put + line.slice(at + length);
          const known = damaged.startsWith('{"node":0,') ? nobody : withRoot;
          const node = readPlainState(damaged, known);
          if (node === undefined) return;
          plain++;
          const slow = slowly(damaged, known);
          assert.ok(slow, damaged);
          assert.deepEqual(fieldsOf(node), fieldsOf(slow), damaged);
        },
      ),
      { numRuns: 5000 },
    );
    assert.ok(plain > 20, `${plain}`);
  });
});
