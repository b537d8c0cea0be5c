import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompareJob } from '../../../src/compute/jobs/jobs.ts';
import { err } from '../../../src/core/base/result.ts';
import { ScoreCache, Scorer } from '../../../src/server/scoring/scorer.ts';
import { TestClock } from '../../lsp/host.ts';

describe('the scorer', () => {
  it('remembers predictions that cannot be scored, but not all of them forever', async () => {
    const clock = new TestClock();
    const failing = () => Promise.resolve(err({ code: 'COMPUTE_JOB_FAILED', message: 'no' } as const));
    const scorer = new Scorer(failing, new ScoreCache(clock), clock, () => {});
    const options = { priority: 'normal', signal: new AbortController().signal } as const;
    for (let i = 0; i <= 1000; i++)
      assert.equal(await scorer.score(`key ${i}`, {} as unknown as CompareJob, options), 'failed');
    assert.equal(scorer.known('key 1000'), 'failed');
    assert.equal(scorer.known('key 0'), undefined);
  });
});
