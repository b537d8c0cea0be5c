import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fault } from '../../../src/models/model.ts';
import {
  announcedWait,
  faultSummary,
  type ModelWait,
  nextWait,
  retryNote,
  waitText,
  waitTextAt,
} from '../../../src/models/retry.ts';

const limited = { ...fault('rate-limited', 'a.example limits the rate.', true).error, status: 429 };

describe('a wait for a model', () => {
  it('says why, which attempt comes next, and when', () => {
    const wait = announcedWait({ fault: limited, attempt: 3, attempts: 7, wait: 8000 }, 1000);
    assert.deepEqual(wait, {
      what: 'rate limited (429)',
      reason: 'a.example limits the rate.',
      attempt: 3,
      attempts: 7,
      until: 9000,
    });
    assert.equal(waitText(wait, 1000), 'rate limited (429), attempt 3, next try in 8 s');
    assert.equal(waitText(wait, 8999), 'rate limited (429), attempt 3, next try in 1 s');
    assert.equal(waitText({ ...wait, until: 301_000 }, 1000), 'rate limited (429), attempt 3, next try in 5 min');
    assert.equal(waitTextAt(wait, '14:03:25'), 'rate limited (429), attempt 3, next try at 14:03:25');
    assert.equal(
      retryNote({ fault: limited, attempt: 3, attempts: 7, wait: 8000 }, ', 4 concurrent'),
      'a.example limits the rate. Attempt 3 of 7 in 8.0 s, 4 concurrent.',
    );
  });

  it('names the status where the server sent one, and else what happened', () => {
    assert.equal(faultSummary({ code: 'unavailable', status: 503 }), 'server error (503)');
    assert.equal(faultSummary({ code: 'unavailable' }), 'connection lost');
    assert.equal(faultSummary({ code: 'timeout' }), 'no answer in time');
    assert.equal(faultSummary({ code: 'rate-limited' }), 'rate limited');
    assert.equal(faultSummary({ code: 'bad-response' }), 'request failed');
  });

  it('never says that it is over before it is, and of several tells the one that is over first', () => {
    const wait = (until: number): ModelWait => ({ what: 'w', reason: 'r', attempt: 2, attempts: 3, until });
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 600_000 }), { maxLength: 6 }), fc.nat({ max: 600_000 }), (untils, now) => {
        const next = nextWait(untils.map(wait), now);
        const pending = untils.filter((until) => until > now);
        assert.equal(next?.until, pending.length === 0 ? undefined : Math.min(...pending));
        if (next === undefined) return;
        const [, said = '', unit] = /next try in (\d+) (s|min)$/.exec(waitText(next, now)) ?? [];
        assert.ok(Number(said) * (unit === 'min' ? 60_000 : 1000) >= next.until - now);
      }),
      { seed: 2 },
    );
  });
});
