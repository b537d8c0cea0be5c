import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finishingCommand, runRest } from '../../../src/core/evaluation/runs/run-plan.ts';

describe('what is left of a run', () => {
  it('is what was never asked and what failed, with the one action that finishes both', () => {
    assert.deepEqual(runRest({ total: 243, answered: 227, failed: 0 }), { words: '16 left', action: 'resume' });
    assert.deepEqual(runRest({ total: 243, answered: 241, failed: 2 }), { words: '2 failed', action: 'retry' });
    const both = runRest({ total: 2000, answered: 500, failed: 2 });
    assert.deepEqual(both, { words: '1,498 left, 2 failed', action: 'retry' });
    assert.ok(both !== undefined);
    assert.equal(finishingCommand('statelens resume a', both), 'statelens resume a --retry-errors');
    assert.equal(finishingCommand('statelens resume a', { words: '1 left', action: 'resume' }), 'statelens resume a');
  });

  it('is nothing for a run that is complete, and not known for one without a plan', () => {
    assert.equal(runRest({ total: 10, answered: 10, failed: 0 }), undefined);
    assert.equal(runRest({ total: 10, answered: 12, failed: 0 }), undefined);
    assert.equal(runRest({ total: undefined, answered: 3, failed: 1 }), undefined);
  });
});
