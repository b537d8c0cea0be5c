import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { resumableSearch } from '../../../src/core/search/resume-tree.ts';
import {
  headerLine,
  readTreeHeader,
  traceHeader,
  treeRules,
  treeWorldName,
} from '../../../src/core/search/tree-header.ts';
import { treeStates } from '../../../src/core/search/view/world-states.ts';
import { linesOfTrace, MAZE } from '../../support/searched-traces.ts';

const FIRST = fs.readFileSync('test/fixtures/trees/version-1.mcts.jsonl', 'utf8');
const TRACE = { dialect: 'tags' };
const head = (game: unknown): string =>
  `${JSON.stringify({ format: 'statelens-mcts', version: 2, game, state: 's', played: 0, model: '', trace: TRACE })}\n`;
const root = (more: object): string => `${JSON.stringify({ node: 0, state: 's', actions: ['a', 'b'], ...more })}\n`;

describe('versions of tree files', () => {
  it('of a search that version 1 wrote is read, and searched further', () => {
    const read = readTree(FIRST);
    assert.ok(read.ok);
    const { header, problems, nodes, simulations } = read.value;
    assert.deepEqual([header.game, header.trace, problems], ['chess', undefined, []]);
    assert.deepEqual([nodes.length > 5, simulations.length > 5], [true, true]);
    const tree = new ReplayedTree(read.value);
    tree.goTo(simulations.length);
    assert.ok(tree.root.visits.some((count) => count > 0));
    assert.equal(tree.root.status, undefined);
    assert.ok(resumableSearch(FIRST, () => () => undefined).ok || !resumableSearch(FIRST).ok);
  });

  it('has any world, by name or with its text', () => {
    for (const [game, name] of [
      ['countdown', 'countdown'],
      [{ kind: 'level', name: 'maze', text: 'size 2 2 start 0 0 goal 1 1' }, 'maze'],
      [{ kind: 'pddl', name: 'trucks', domain: '(define)', problem: '(define)' }, 'trucks'],
    ] as const) {
      const read = readTree(head(game) + root({ status: 'open' }));
      assert.ok(read.ok);
      assert.deepEqual(read.value.header.game, game);
      assert.equal(treeWorldName(read.value.header.game), name);
    }
    const bad = readTree(head({ kind: 'level', name: 'maze' }) + root({ status: 'open' }));
    assert.match(bad.ok ? '' : bad.error, /^the header is damaged: game/);
  });

  it('keeps the header through writing and reading', () => {
    const header = traceHeader({ game: 'countdown', state: '5: 2 3', model: 'm', trace: { ...TRACE, verdict: 'v' } });
    assert.deepEqual(readTreeHeader(JSON.parse(headerLine(header))), header);
  });

  it('has statuses and costs, and leaves out damaged lines with what depends on them', () => {
    const text =
      head('countdown') +
      root({ status: 'closed', g: 0, h: 2.5, value: 7 }) +
      '{"node":1,"parent":0,"edge":0,"state":"t","actions":[],"status":"wrong","illegal":"no"}\n' +
      '{"node":2,"parent":0,"edge":5,"state":"t","actions":[],"status":"open"}\n' +
      '{"node":3,"parent":0,"edge":1,"state":"t","actions":[],"status":"lost"}\n' +
      '{"step":"generate","at":1}\n{"step":"generate","at":2}\n{"step":"sleep","at":1}\n{"end":"done"}\n';
    const read = readTree(text);
    assert.ok(read.ok);
    const [first, second] = read.value.nodes;
    assert.deepEqual(first.marks, { status: 'closed', cost: 0, heuristic: 2.5, stated: 7 });
    assert.deepEqual(second.marks, { status: 'wrong', illegal: 'no' });
    assert.deepEqual(read.value.steps, [{ kind: 'generate', node: 1 }]);
    assert.deepEqual(
      read.value.problems.map(({ line, message }) => `${line}: ${message}`),
      [
        '4: node 2 is attached to no edge',
        '5: no node can be read',
        '7: the node of a step is missing',
        '8: no step can be read',
      ],
    );
  });

  it('of a trace is not searched further, and starts no program', () => {
    const trace = resumableSearch(linesOfTrace(MAZE).lines);
    assert.equal(trace.ok ? '' : trace.error, 'it is a trace, not a search');
    const program = { kind: 'process', name: 'evil', command: ['rm', '-rf', 'x'] } as const;
    const header = traceHeader({ game: program, state: 'any text', model: '', trace: TRACE });
    assert.equal(treeStates(header).shown('any text'), 'any text');
    assert.equal(treeRules(program).startsWith('world:{'), true);
  });
});
