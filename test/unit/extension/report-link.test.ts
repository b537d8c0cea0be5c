import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReportLink } from '../../../src/extension/report/link-address.ts';

describe('a link to a report', () => {
  it('names runs and filters, with its address decoded or not', () => {
    const runs = ['file:///home/a b/x%.run.jsonl', 'file:///home/y.run.jsonl'];
    const query = runs.map((run) => `run=${encodeURIComponent(run)}`).join('&');
    const fragment = 'cause=stale';
    assert.deepEqual(readReportLink({ path: '/report', query, fragment }), { runs, query: fragment });
    const plain = 'run=file:///home/x%.run.jsonl&run=file:///home/y.run.jsonl';
    assert.deepEqual(readReportLink({ path: '/report', query: plain, fragment: '' }), {
      runs: ['file:///home/x%.run.jsonl', 'file:///home/y.run.jsonl'],
      query: '',
    });
  });

  it('is none with another path, or without a run', () => {
    assert.equal(readReportLink({ path: '/other', query: 'run=a', fragment: '' }), undefined);
    assert.equal(readReportLink({ path: '/report', query: 'a=b', fragment: '' }), undefined);
  });
});
