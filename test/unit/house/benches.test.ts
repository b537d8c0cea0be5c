import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { itLong } from '../../support/thorough.ts';

describe('tools beside the product', () => {
  it('the tool of the training starts, too, and names its commands', () => {
    const { status, stderr } = spawnSync(process.execPath, ['training/positions.mjs'], { encoding: 'utf8' });
    assert.deepEqual([status, /Lanes: lists, labels/.test(stderr)], [2, true], stderr);
  });

  itLong('benchmarks all start: each is bundled and prints its options', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.mjs', '--help'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const count = fs.readdirSync('bench').filter((name) => name.endsWith('.bench.ts')).length;
    assert.equal(stdout.match(/^.*--quick/gm)?.length, count);
  });
});
