import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';

describe('statelens trace', () => {
  it('says that the paper left out breadth 5 with depth 3, and says it of no other size', async () => {
    const args = ['trace', 'x || x o o . ||', '--game', 'hex'];
    const { status, stdout, stderr } = await cli([...args, '--breadth', '5', '--tree-depth', '3']);
    assert.equal(status, 0);
    assert.match(stdout, /^Minimax breadth=5 depth=3\n/);
    assert.match(stderr, /depth 3 with breadth 5 was excluded from training in the paper \(section 4\)/);
    const smaller = await cli([...args, '--breadth', '4', '--tree-depth', '3']);
    assert.doesNotMatch(smaller.stderr, /excluded from training/);
  });
});
