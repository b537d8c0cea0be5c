import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe } from 'node:test';
import { itLong } from '../../support/thorough.ts';

describe('benchmarks', () => {
  itLong('all start: each is bundled and prints its options', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.mjs', '--help'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const count = fs.readdirSync('bench').filter((name) => name.endsWith('.bench.ts')).length;
    assert.equal(stdout.match(/^.*--quick/gm)?.length, count);
  });
});
