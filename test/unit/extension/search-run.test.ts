import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { readTree } from '../../../src/core/search/read-tree.ts';
import { resumableSearch } from '../../../src/core/search/resume-tree.ts';
import { rolloutModel } from '../../../src/core/search/rule-models.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import { type Evaluation, ScoringTally, type WorldModel } from '../../../src/core/search/world-model.ts';
import { LiveSearch } from '../../../src/extension/search/live-search.ts';
import type { SearchStatus } from '../../../src/protocol/tree-messages.ts';

const root = { game: 'connect_four', state: connectFour.print(EMPTY_CONNECT_FOUR), played: 0 } as const;
const rollouts = rolloutModel({ rollouts: 1, seed: 1, longest: 100 }, systemClock);

function live(model: WorldModel, settings: Partial<SearchSettings> = {}, start = root.state) {
  const told: SearchStatus[] = [];
  const waited: number[] = [];
  let act: (status: SearchStatus) => void = () => undefined;
  const search: LiveSearch = new LiveSearch(
    { root: { ...root, state: start }, model, settings: { ...DEFAULT_SEARCH, simulations: 40, ...settings } },
    systemClock,
    () => {
      told.push(search.status);
      waited.push(search.queued.length);
      act(search.status);
    },
  );
  return { search, told, waited, onChange: (then: typeof act) => void (act = then) };
}

/** The simulations that the lines of a search have, and how the last run of it ended. */
function stored(search: LiveSearch) {
  const read = readTree(search.lines.text);
  assert.ok(read.ok, read.ok ? '' : read.error);
  assert.deepEqual(read.value.problems, []);
  return read.value;
}

/** A model that answers when it is let. */
function patient(): { model: WorldModel; answer: (evaluation: Evaluation) => void; waiting: () => number } {
  const open: ((evaluation: Evaluation) => void)[] = [];
  return {
    model: { label: 'patient', evaluate: (batch) => batch.map(() => new Promise((resolve) => open.push(resolve))) },
    answer: (evaluation) => open.shift()?.(evaluation),
    waiting: () => open.length,
  };
}

const fault: Evaluation = { kind: 'fault', message: 'nobody is there' };
const faulty: WorldModel = { label: 'faulty', evaluate: (batch) => batch.map(() => Promise.resolve(fault)) };

describe('a live search', () => {
  it('ends with all its simulations in lines that are read back', async () => {
    const { search, told } = live(rollouts);
    await search.run();
    assert.deepEqual(told.at(0), { state: 'running', done: 0, total: 40, canResume: false, text: '' });
    assert.deepEqual(told.at(-1), { state: 'done', done: 40, total: 40, canResume: true, text: '' });
    const { simulations, end, header } = stored(search);
    assert.equal(simulations.length, 40);
    assert.equal(end, 'done');
    assert.equal(header.model, 'rollouts: 1');
  });

  it('says at its end how values were read by token probabilities', async () => {
    const tally = new ScoringTally();
    tally.add(0.9);
    tally.add(0.7);
    tally.add(undefined);
    const { search } = live({ ...rollouts, tally });
    await search.run();
    assert.equal(
      search.status.text,
      '2 values scored by token probabilities, of which 80.0% is known on average and 70.0% at least; ' +
        '1 value read as written, for want of log probabilities.',
    );
  });

  it('goes on with its tree for as many again, in the same lines', async () => {
    const { search } = live(rollouts);
    await search.run();
    await search.run();
    assert.deepEqual(search.status, { state: 'done', done: 80, total: 80, canResume: true, text: '' });
    assert.deepEqual(
      stored(search).simulations.map(({ number }) => number),
      Array.from({ length: 80 }, (_, i) => i),
    );
    const cut = readTree(search.lines.text.replace(/[^\n]*\n$/, ''));
    assert.ok(cut.ok);
    assert.equal(cut.value.end, undefined, 'the end of the first run is not that of the search');
  });

  it('goes on from what a file has of it, to as many as were asked for and then to as many again', async () => {
    const { search: whole } = live(rollouts, { simulations: 80 });
    await whole.run();
    const { search: first } = live(rollouts);
    await first.run();
    const before = resumableSearch(first.lines.text);
    assert.ok(before.ok);
    const settings = { ...DEFAULT_SEARCH, simulations: 60 };
    const plan = { root, model: rollouts, settings, before: before.value };
    const search = new LiveSearch(plan, systemClock, () => undefined);
    assert.deepEqual(search.status, { state: 'stopped', done: 40, total: 60, canResume: true, text: '' });
    await search.run();
    assert.equal(search.status.done, 60);
    const untimed = (lines: readonly { readonly ms: number }[]) => lines.map((one) => ({ ...one, ms: 0 }));
    const [longer, shorter] = [stored(whole).simulations, stored(search).simulations];
    assert.deepEqual(untimed(shorter), untimed(longer).slice(0, 60));
    assert.ok(search.lines.text.startsWith(first.lines.text));
    await search.run();
    assert.equal(search.status.total, 120);
  });

  it('stops in between, and does what was left when it goes on', async () => {
    const { search, onChange, told } = live(rollouts, { simulations: 3000 });
    onChange(({ done }) => {
      if (done > 0) search.stop();
    });
    await search.run();
    const { done, ...status } = search.status;
    assert.deepEqual(status, { state: 'stopped', total: 3000, canResume: true, text: '' });
    assert.ok(done > 0 && done < 3000, `${done}`);
    assert.equal(stored(search).end, 'stopped');
    assert.ok(told.some(({ state }) => state === 'stopping'));
    onChange(() => undefined);
    await search.run();
    assert.equal(search.status.done, 3000);
    const { simulations, end } = stored(search);
    assert.deepEqual([simulations.length, end], [3000, 'done']);
  });

  it('says which ways are waited for', async () => {
    const { model, answer, waiting } = patient();
    const state: Evaluation = {
      kind: 'state',
      state: root.state,
      actions: [
        { action: 'x0', value: 0.5 },
        { action: 'x1', value: 0.5 },
      ],
    };
    const { search } = live(model, { simulations: 2, batch: 2 });
    const over = search.run();
    assert.equal(waiting(), 1);
    assert.deepEqual(search.queued, []);
    answer(state);
    while (waiting() < 2) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(search.queued, [[0], [1]]);
    answer(fault);
    answer(state);
    await over;
    assert.deepEqual(search.queued, []);
    assert.equal(search.status.state, 'done');
    assert.equal(search.status.text, '1 simulation was dropped; the last: nobody is there');
  });

  it('says in words why there is nothing, and can be tried again', async () => {
    const { search } = live(faulty);
    await search.run();
    const text = 'There is nothing to search: nobody is there';
    assert.deepEqual(search.status, { state: 'stopped', done: 0, total: 40, canResume: true, text });
    assert.equal(search.lines.length, 0);
  });

  it('keeps its tree when the model goes, and goes on once it is back', async () => {
    let isThere = true;
    let asked = 0;
    const { search } = live({
      label: 'moody',
      evaluate: (batch, signal) => (isThere && ++asked <= 10 ? rollouts : faulty).evaluate(batch, signal),
    });
    await search.run();
    assert.equal(search.status.state, 'stopped');
    assert.equal(search.status.text, 'The model no longer answers: nobody is there');
    assert.equal(search.status.canResume, true);
    isThere = true;
    asked = -1000;
    await search.run();
    assert.deepEqual([search.status.state, search.status.done], ['done', 40]);
    isThere = false;
    const { simulations } = stored(search);
    assert.equal(simulations.filter(({ kind }) => kind === 'fault').length, 8);
  });

  it('does not go on where every way is closed', async () => {
    let asked = 0;
    const lost: Evaluation = { kind: 'hallucination', text: '?', reason: 'no state' };
    const { search } = live({
      label: 'lost',
      evaluate: (batch, signal) => (asked++ === 0 ? rollouts.evaluate(batch, signal) : [Promise.resolve(lost)]),
    });
    await search.run();
    assert.equal(search.status.state, 'done');
    assert.equal(search.status.canResume, false);
    assert.match(search.status.text, /every line from the root/i);
    await search.run();
    assert.equal(search.status.done, 7);
  });

  it('tells what it did a few times alone, however fast it is', async () => {
    const { search, told } = live(rollouts, { simulations: 2000 });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 0);
    await search.run();
    clearInterval(timer);
    assert.ok(told.length < 400, `${told.length} reports`);
    assert.ok(ticks > 2, 'others had no turn');
  });
});
