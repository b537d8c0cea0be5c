import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/check.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { cli } from '../../support/run-cli.ts';

const MATE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

describe('statelens search', () => {
  it('finds the mate, prints the actions of the root, and writes the tree', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-search-'));
    const file = path.join(folder, 'mate.mcts.jsonl');
    try {
      const { status, stdout, stderr } = cli(['search', MATE, '--model', 'rollouts', '-M', '150', '-o', file]);
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^a1a8 {2}by rollouts: 1\nline {4}a1a8\n/);
      const stored = readTree(fs.readFileSync(file, 'utf8'));
      assert.ok(stored.ok);
      assert.deepEqual([stored.value.simulations.length, stored.value.end], [150, 'done']);
      const tree = new ReplayedTree(stored.value);
      tree.goTo(150);
      assert.equal(
        tree.root.visits.reduce((a, b) => a + b, 0),
        150,
      );
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it('gives the same tree for the same seed, as JSON', () => {
    const args = ['search', '--game', 'connect_four', '--model', 'rollouts', '-M', '60', '--seed', '5', '--json'];
    const [first, second] = [cli(args), cli(args)];
    assert.equal(first.status, 0);
    assert.equal(first.stdout, second.stdout);
    const told = JSON.parse(first.stdout) as { schema: number; actions: { action: string; visits: number }[] };
    assert.equal(told.schema, 1);
    assert.deepEqual(told.actions.map(({ action }) => action).sort(), ['x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6']);
    assert.equal(
      told.actions.reduce((sum, { visits }) => sum + visits, 0),
      60,
    );
  });

  it('refuses what it cannot search', () => {
    const refused = (...args: string[]): string => {
      const { status, stderr } = cli(['search', ...args]);
      assert.equal(status, 2);
      return stderr;
    };
    assert.match(refused('nothing'), /the state cannot be read/);
    assert.match(refused(MATE, '--model', 'nobody:here'), /no model "nobody:here"/);
    assert.match(refused(MATE, '--virtual-count', 'x'), /two such as 8\.\.2/);
    assert.match(refused(MATE, '--epsilon', '2'), /a number from 0 to 1/);
  });

  it('says that a model without answers is gone', () => {
    const { status, stderr } = cli(['search', MATE, '--model', 'baseline:naive-tracker', '-M', '5']);
    assert.equal(status, 3);
    assert.match(stderr, /nothing to search: /);
  });
});

describe('statelens trace', () => {
  it('writes a trace that is right in all that is checked', () => {
    // twelve cells are empty, and nothing is in a row yet
    const rows = ['.x.o...', '.x.o..o', '.xox.oo', '.oooxxo', 'xoxxxox', 'xxoxoox'];
    const board = `x || ${rows.join('').split('').join(' ')} ||`;
    const { status, stdout, stderr } = cli([
      'trace',
      board,
      '--game',
      'connect_four',
      '--breadth',
      '2',
      '--depth',
      '2',
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Minimax breadth=2 depth=2\nEvaluation for node: <root>\n/);
    assert.match(stdout, /Playing x\d!\n$/);
    assert.deepEqual(
      checkText(stdout, 'mav').filter(({ severity }) => severity === 'error' || severity === 'warning'),
      [],
    );
  });

  it('refuses what is no position', () => {
    const { status, stderr } = cli(['trace', 'nothing']);
    assert.equal(status, 2);
    assert.notEqual(stderr, '');
  });
});
