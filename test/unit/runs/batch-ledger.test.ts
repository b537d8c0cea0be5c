import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BatchLedger, ledgerText, serverCountText } from '../../../src/core/evaluation/runs/batch-ledger.ts';

const STATES = ['neverRun', 'failed', 'answered'] as const;
const booked = (
  ...results: readonly [id: string, state: (typeof STATES)[number], isCompleted?: boolean][]
): BatchLedger => {
  const ledger = new BatchLedger(['a', 'b', 'c']);
  for (const [id, state, isCompleted] of results) ledger.book(id, state, isCompleted);
  return ledger;
};

describe('the ledger of a batch', () => {
  it('has each request once, whatever is booked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'other'), fc.constantFrom(...STATES), fc.boolean())),
        fc.boolean(),
        (results, hasOutput) => {
          const ledger = booked(...results);
          ledger.closeEarly(undefined, hasOutput);
          const { sent, ...others } = ledger.counts;
          assert.equal(sent, 3);
          assert.equal(
            Object.values(others).reduce((sum, n) => sum + n),
            sent,
          );
        },
      ),
    );
  });

  it('knows its own requests, and books no other', () => {
    const ledger = booked(['other', 'answered']);
    assert.deepEqual([ledger.has('a'), ledger.has('other')], [true, false]);
    assert.deepEqual(ledger.counts, { sent: 3, answered: 0, failed: 0, neverRun: 0, notReceived: 3 });
  });

  it('keeps the result that is known best', () => {
    const first = booked(['a', 'failed'], ['a', 'answered'], ['a', 'neverRun'], ['b', 'neverRun'], ['b', 'failed']);
    assert.deepEqual(first.counts, { sent: 3, answered: 1, failed: 1, neverRun: 0, notReceived: 1 });
  });

  it('takes requests without a result as never run where all that was completed has come', () => {
    const counts = { total: 3, completed: 2, failed: 0 };
    const closed = (ledger: BatchLedger, ...how: Parameters<BatchLedger['closeEarly']>): number => {
      ledger.closeEarly(...how);
      return ledger.counts.neverRun;
    };
    const whole = () => booked(['a', 'answered', true], ['b', 'failed', true]);
    assert.equal(closed(whole(), counts, true), 1);
    assert.equal(closed(booked(['a', 'answered', true], ['b', 'failed']), counts, true), 0);
    // without counts, a file of results may hold more than was received
    assert.deepEqual([closed(whole(), undefined, true), closed(whole(), undefined, false)], [0, 1]);
    const none = { total: 0, completed: 0, failed: 0 };
    assert.deepEqual([closed(whole(), none, true), closed(whole(), none, false)], [0, 1]);
    const ledger = whole();
    ledger.closeEarly(undefined, false);
    assert.deepEqual(ledger.counts, { sent: 3, answered: 1, failed: 1, neverRun: 1, notReceived: 0 });
  });

  it('is written as a sum, beside the counts of the server and their contradiction', () => {
    const counts = { sent: 1200, answered: 1190, failed: 1, neverRun: 2, notReceived: 7 };
    assert.equal(ledgerText(counts), '1,200 sent = 1,190 answered + 1 failed + 2 never run + 7 not received');
    assert.equal(serverCountText(counts, undefined), undefined);
    assert.equal(serverCountText(counts, { total: 0, completed: 0, failed: 0 }), undefined);
    assert.equal(
      serverCountText(counts, { total: 1200, completed: 1190, failed: 10 }),
      'the server counts 1,200: 1,190 completed, 10 failed',
    );
    for (const [total, completed, failed] of [
      [12, 9, 1],
      [0, 9, 0],
      [0, 0, 1],
    ] as const)
      assert.equal(
        serverCountText(counts, { total, completed, failed }),
        `the server counts ${total}: ${completed} completed, ${failed} failed, which are not the 1,200 that were sent`,
      );
  });
});
