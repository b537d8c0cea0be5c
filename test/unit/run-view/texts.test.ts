import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lensTitle } from '../../../src/extension/platform/documents.ts';
import { shortDuration } from '../../../src/extension/platform/models/pace.ts';
import { runName } from '../../../src/extension/runs/run-facts.ts';
import {
  failureMessage,
  type RunFacts,
  rowAlarm,
  rowIcon,
  rowLabel,
  rowText,
  rowTooltip,
  runsStatus,
  shortCount,
} from '../../../src/extension/runs/texts.ts';
import type { ModelWait } from '../../../src/models/retry.ts';

const NOW = 10_000;
const rowTextNow = (one: RunFacts): string => rowText(one, NOW);
const statusNow = (running: readonly RunFacts[]): string => runsStatus(running, NOW);
/** A wait of four seconds more. */
const WAIT: ModelWait = {
  what: 'rate limited (429)',
  reason: '429: too many requests.',
  attempt: 3,
  attempts: 7,
  until: NOW + 4000,
};

const facts = (over: Partial<RunFacts> = {}): RunFacts => ({
  name: '',
  label: 'gpt-4o',
  host: 'api.example.com',
  phase: 'running',
  total: 600,
  answered: 318,
  failed: 2,
  rate: 12,
  left: 23,
  since: NOW,
  tokens: { input: 1000, output: 200 },
  cost: 0.42,
  prices: { input: 1, output: 2, currency: 'USD', date: '2026-01-31' },
  file: '/games/.statelens/runs/experiment.gpt-4o.run.jsonl',
  ...over,
});

describe('the row of a run', () => {
  it('says how far it is, how fast, what failed, what it used up and how long it takes', () => {
    assert.equal(rowTextNow(facts()), '318 of 600 · 2 failed · 23 s left · 12/s · 1.2k tokens · 0.4200 USD');
  });

  it('says why nothing comes and until when, while nothing is on its way', () => {
    const waiting = facts({ active: 0, waits: [{ ...WAIT, until: NOW + 9000 }, WAIT], failed: 0, answered: 320 });
    const counts = '320 of 600 · 1.2k tokens · 0.4200 USD';
    assert.equal(rowTextNow(waiting), `rate limited (429), attempt 3, next try in 4 s · ${counts}`);
    assert.match(rowText(waiting, NOW + 4000), /^rate limited \(429\), attempt 3, next try in 5 s/);
    assert.match(rowText(waiting, NOW + 9000), /^320 of 600 · 14 s left · 12\/s/);
    assert.match(rowTextNow({ ...waiting, active: 2 }), /^320 of 600 · 23 s left · 12\/s/);
    assert.match(rowTextNow({ ...waiting, phase: 'paused' }), /^paused · 320 of 600/);
  });

  it('counts its time down between answers, in minutes where it is long, and says when nothing comes', () => {
    const slow = facts({ failed: 0, rate: 0, left: 1827, tokens: { input: 0, output: 0 }, cost: undefined });
    assert.equal(rowTextNow(slow), '318 of 600 · 30 min left');
    assert.equal(rowText(slow, NOW + 9000), '318 of 600 · 30 min left');
    assert.equal(rowText({ ...slow, left: 20 }, NOW + 5000), '318 of 600 · 15 s left');
    assert.equal(rowText(slow, NOW + 40_000), '318 of 600 · waiting for 40 s');
    assert.deepEqual([rowIcon(slow, NOW), rowIcon(slow, NOW + 40_000)], ['sync~spin', 'watch']);
  });

  it('has the scores of its answers, those so far while it goes on, and of several models the name of the best', () => {
    const figures = { model: 'gpt-4o', models: 1, m: 4, p: 0.512, margin: 0.061, exact: 7, answers: 32, answered: 318 };
    const quiet = { failed: 0, tokens: { input: 0, output: 0 }, cost: undefined, figures };
    assert.equal(rowTextNow(facts(quiet)), '318 of 600 · p₄ 0.51 so far · 23 s left · 12/s');
    const complete = facts({ ...quiet, phase: 'complete', answered: 600, figures: { ...figures, answered: 600 } });
    assert.equal(rowTextNow(complete), 'p₄ 0.51 ± 0.06 · 7 of 32 exact · complete · 600 of 600');
    const few = { ...figures, answered: 600, margin: null };
    assert.match(rowTextNow({ ...complete, figures: few }), /^p₄ 0\.51 · 7 of 32 exact · /);
    assert.match(rowTextNow({ ...complete, figures: { ...few, models: 3, model: 'o3' } }), /^o3 p₄ 0\.51 · 7 of/);
    const older = rowTextNow({ ...complete, figures });
    assert.equal(older, 'p₄ 0.51 of the first 318 · complete · 600 of 600', 'older than its answers');
  });

  it('says of a run that does not go on what is left, and what finishes it', () => {
    const some = { answered: 584, failed: 0 };
    assert.match(
      rowTextNow(facts({ ...some, phase: 'incomplete' })),
      /^incomplete · 584 of 600 · 16 left: Resume Run · 1\.2k tokens/,
    );
    const all = facts({ phase: 'incomplete', answered: 598, failed: 2 });
    assert.match(rowTextNow(all), /^2 failed, 598 of 600 answered: Retry Failed Requests · 1\.2k tokens/);
    const cancelled = facts({ phase: 'stopped', reason: 'cancelled', answered: 500, failed: 2 });
    assert.match(rowTextNow(cancelled), /^cancelled · 500 of 600 · 98 left, 2 failed: Retry Failed Requests · /);
    assert.doesNotMatch(rowTextNow(facts(some)), /left: /);
    assert.doesNotMatch(rowTextNow(facts({ phase: 'imported', total: undefined })), /Retry|Resume/);
  });

  it('says in words why it does not go on, and no rate then', () => {
    assert.equal(
      rowTextNow(facts({ phase: 'stopped', reason: 'the key was refused', failed: 0, answered: 320 })),
      'stopped: the key was refused · 320 of 600 · 280 left: Resume Run · 1.2k tokens · 0.4200 USD',
    );
    assert.match(
      rowTextNow(facts({ phase: 'paused' })),
      /^paused · 318 of 600 · 280 left, 2 failed: Retry Failed Requests/,
    );
    assert.match(rowTextNow(facts({ phase: 'stopped', reason: 'cancelled' })), /^cancelled · 318 of 600/);
    assert.equal(rowTextNow(facts({ phase: 'damaged', reason: 'it has no header' })), 'damaged: it has no header');
  });

  it('that stopped names the failure in a few words, and the whole reason with its cure first elsewhere', () => {
    const message = 'stub.example reports an internal error (HTTP 500). Try again later. It says: overloaded';
    const stopped = facts({
      phase: 'stopped',
      reason: message,
      failure: { message, count: 10 },
      failed: 10,
      answered: 84,
    });
    assert.match(
      rowTextNow(stopped),
      /^stopped: 10 × HTTP 500 “overloaded” · 84 of 600 · 506 left, 10 failed: Retry Failed Requests/,
    );
    const whole = 'Try again later. stub.example reports an internal error (HTTP 500). It says: overloaded';
    assert.equal(failureMessage(stopped), `10 consecutive requests failed. ${whole}`);
    assert.match(rowTooltip(stopped, NOW), /10 consecutive requests failed\\\. Try again later/);
    assert.equal(rowAlarm(stopped), 'error');
    assert.equal(rowAlarm({ ...stopped, reason: 'cancelled' }), undefined);
  });

  it('that ended with failures is not done: other words, another icon', () => {
    const ended = facts({
      phase: 'incomplete',
      answered: 598,
      failed: 2,
      fault: 'x sent an answer that cannot be read.',
    });
    assert.match(rowTextNow(ended), /^2 failed, 598 of 600 answered: Retry Failed Requests · x sent an answer that/);
    assert.deepEqual([rowIcon(ended, NOW), rowAlarm(ended)], ['warning', 'warning']);
    const complete = facts({ phase: 'complete', answered: 600, failed: 0 });
    assert.deepEqual([rowIcon(complete, NOW), rowAlarm(complete)], ['pass', undefined]);
  });

  it('says nothing of tokens, money and totals that nobody knows', () => {
    const none = { tokens: { input: 0, output: 0 }, cost: undefined, prices: undefined, failed: 0 };
    assert.equal(rowTextNow(facts({ ...none, phase: 'complete', answered: 600 })), 'complete · 600 of 600');
    assert.equal(
      rowTextNow(facts({ ...none, phase: 'imported', answered: 1500, total: undefined })),
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
    const more = {
      plies: 'every:10',
      games: 'a_b*.pgn',
      templates: ['pgn-to-fen'],
      active: 3,
      limit: 3,
      waits: [WAIT],
    };
    const text = rowTooltip(facts({ label: '[x](command:evil)', ...more }), 10_000);
    assert.ok(!/(?<!\\)\[x/.test(text), text);
    assert.match(text, /at api\\\.example\\\.com/);
    assert.match(text, /Plan: every:10 of a\\_b\\\*\\\.pgn, pgn\\-to\\-fen/);
    assert.match(text, /1,000 in, 200 out/);
    assert.match(text, /by prices of 2026/);
    assert.match(
      text,
      /Waiting: rate limited \\\(429\\\), attempt 3, next try in 4 s, of 7 attempts at most\\\. 429: too many requests/,
    );
    assert.doesNotMatch(rowTooltip(facts(more), NOW + 4000), /Waiting/);
  });
});

describe('lenses', () => {
  it('have a space behind their icon that VS Code shows', () => {
    assert.deepEqual(['$(play) Run it', '$(sync~spin) 1 of 2', 'gpt-4o: a $(play) b'].map(lensTitle), [
      '$(play)\u00a0Run it',
      '$(sync~spin)\u00a01 of 2',
      'gpt-4o: a $(play) b',
    ]);
  });

  it('count the models of a file that has several', () => {
    const imported = { phase: 'imported', total: undefined, tokens: { input: 0, output: 0 }, cost: undefined } as const;
    const text = (models: number): string => rowText(facts({ ...imported, answered: 220, failed: 0, models }), NOW);
    assert.deepEqual([text(3), text(1)], ['imported · 220 samples · 3 models', 'imported · 220 samples']);
  });
});

describe('numbers of runs', () => {
  it('are short, and never four digits before a unit', () => {
    const counts = [0, 999, 1000, 1234, 9949, 118_000, 999_499, 999_500, 3_400_000];
    assert.deepEqual(counts.map(shortCount), ['0', '999', '1k', '1.2k', '9.9k', '118k', '999k', '1M', '3.4M']);
  });

  it('are seconds, minutes or hours', () => {
    assert.deepEqual([0.2, 18, 89, 170, 5390, 7200].map(shortDuration), [
      '1 s',
      '18 s',
      '89 s',
      '3 min',
      '90 min',
      '2 h',
    ]);
  });

  it('fit the status bar: one run with its progress, of several their number', () => {
    assert.equal(statusNow([facts()]), '$(sync~spin) gpt-4o 320/600');
    assert.equal(statusNow([facts(), facts()]), '$(sync~spin) 2 runs');
    const waiting = facts({ active: 0, waits: [WAIT] });
    assert.equal(statusNow([waiting]), '$(watch) gpt-4o: rate limited (429), attempt 3, next try in 4 s · 320 of 600');
    assert.equal(statusNow([waiting, facts()]), '$(sync~spin) 2 runs · 1 waiting');
    assert.equal(statusNow([waiting, waiting]), '$(watch) 2 runs · 2 waiting');
    assert.equal(statusNow([]), '');
  });
});
