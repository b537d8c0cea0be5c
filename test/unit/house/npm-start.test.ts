import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { describe, it } from 'node:test';

describe('npm start', () => {
  it('refuses a port that is none', () => {
    const run = spawnSync(process.execPath, ['scripts/start.mjs', '--port', 'http'], { encoding: 'utf8' });
    assert.equal(run.status, 2);
    assert.match(run.stderr, /--port wants a number from 1 to 65535, not http/);
  });
});
