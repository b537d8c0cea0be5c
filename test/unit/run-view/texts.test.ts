import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runName } from '../../../src/extension/runs/facts.ts';
import {
  type RunFacts,
  rowLabel,
  rowText,
  rowTooltip,
  runsStatus,
  shortCount,
  shortTime,
  waitText,
} from '../../../src/extension/runs/texts.ts';

const facts = (over: Partial<RunFacts> = {}): RunFacts => ({
  name: '',
  label: 'gpt-4o',
  host: 'api.example.com',
  phase: 'running',
  total: 600,
  answered: 318,
  failed: 2,
  rate: 12,
  tokens: { input: 1000, output: 200 },
  cost: 0.42,
  prices: { input: 1, output: 2, currency: 'USD', date: '2026-01-31' },
  file: '/games/.statelens/runs/experiment.gpt-4o.run.jsonl',
  ...over,
});

describe('the row of a run', () => {
  it('says how far it is, how fast, what failed, what it used up and how long it takes', () => {
    assert.equal(rowText(facts()), '320 of 600 · 12/s · 2 failed · 1.2k tokens · 0.4200 USD · 23 s left');
  });

  it('says in words why it does not go on, and no rate then', () => {
    assert.equal(
      rowText(facts({ phase: 'stopped', reason: 'the key was refused', failed: 0, answered: 320 })),
      'stopped: the key was refused · 320 of 600 · 1.2k tokens · 0.4200 USD',
    );
    assert.match(rowText(facts({ phase: 'paused' })), /^paused · 320 of 600 · 2 failed/);
    assert.match(rowText(facts({ phase: 'stopped', reason: 'cancelled' })), /^cancelled · 320 of 600/);
    assert.equal(rowText(facts({ phase: 'damaged', reason: 'it has no header' })), 'damaged: it has no header');
  });

  it('says nothing of tokens, money and totals that nobody knows', () => {
    const none = { tokens: { input: 0, output: 0 }, cost: undefined, prices: undefined, failed: 0 };
    assert.equal(rowText(facts({ ...none, phase: 'complete', answered: 600 })), 'complete · 600 of 600');
    assert.equal(
      rowText(facts({ ...none, phase: 'imported', answered: 1500, total: undefined })),
      'imported · 1,500 samples',
    );
  });

  it('is named by its experiment where that has a name', () => {
    const named = (file: string) => rowLabel(facts({ name: runName(file) }));
    assert.equal(named('/a/experiment.gpt-4o.run.jsonl'), 'gpt-4o');
    assert.equal(named('C:\\a\\opening.gpt-4o.run.jsonl'), 'opening: gpt-4o');
    assert.equal(named('/a/tracker.run.jsonl'), 'gpt-4o');
  });

  it('tells in its tooltip model, host, plan, spending and the wait, and takes no name for Markdown', () => {
    const wait = { reason: '429: too many requests.', attempt: 2, attempts: 7, wait: 5000, until: 14_000 };
    const more = { plies: 'every:10', games: 'a_b*.pgn', templates: ['pgn-to-fen'], active: 3, limit: 3, wait };
    const text = rowTooltip(facts({ label: '[x](command:evil)', ...more }), 10_000);
    assert.ok(!/(?<!\\)\[x/.test(text), text);
    assert.match(text, /at api\\\.example\\\.com/);
    assert.match(text, /Plan: every:10 of a\\_b\\\*\\\.pgn, pgn\\-to\\-fen/);
    assert.match(text, /1,000 in, 200 out/);
    assert.match(text, /by prices of 2026/);
    assert.match(text, /Waits: 429: too many requests: attempt 2 of 7 in 4 s, 3 at a time/);
    assert.equal(waitText({ wait, limit: 3 }, 14_000), undefined);
  });
});

describe('numbers of runs', () => {
  it('are short, and never four digits before a unit', () => {
    const counts = [0, 999, 1000, 1234, 9949, 118_000, 999_499, 999_500, 3_400_000];
    assert.deepEqual(counts.map(shortCount), ['0', '999', '1k', '1.2k', '9.9k', '118k', '999k', '1M', '3.4M']);
  });

  it('are seconds, minutes or hours', () => {
    assert.deepEqual([0.2, 18, 89, 170, 5390, 7200].map(shortTime), ['1 s', '18 s', '89 s', '3 min', '90 min', '2 h']);
  });

  it('fit the status bar: one run with its progress, of several their number', () => {
    assert.equal(runsStatus([facts()]), '$(sync~spin) gpt-4o 320/600');
    assert.equal(runsStatus([facts(), facts()]), '$(sync~spin) 2 runs');
    assert.equal(runsStatus([]), '');
  });
});
