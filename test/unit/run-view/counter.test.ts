import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeRunHeader, encodeRunSample, sampleId } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { RunCounter } from '../../../src/extension/runs/run-counts.ts';
import { fileFacts } from '../../../src/extension/runs/run-facts.ts';
import { headerOf, tasksOf } from '../runs/run-support.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const header: RunHeader = { ...headerOf(tasksOf()), models: [{ label: 'm', endpoint: 'http://example.com:81/v1' }] };
const sample = (id: number, over: Partial<RunSample> = {}): string => {
  const place = { model: 'm', index: 0, game: id, ply: id, ...over };
  return encodeRunSample({
    kind: 'sample',
    id: sampleId(place),
    variant: 'chess',
    trueFen: START,
    raw: 'é',
    extraction: null,
    usage: { inputTokens: 10, outputTokens: 2 },
    ...place,
  });
};
const failed = { error: { code: 'timeout', message: 'too late' } };

/** A file in memory that may be changed. */
function fileOf(text: string) {
  const file = { text, opened: 0, most: 0 };
  const source = {
    open: () => {
      const bytes = new TextEncoder().encode(file.text);
      file.opened++;
      return Promise.resolve({
        size: bytes.length,
        read: (from: number, length: number) => {
          file.most = Math.max(file.most, length);
          return Promise.resolve(bytes.subarray(from, from + length));
        },
        close: () => Promise.resolve(),
      });
    },
  };
  return { file, source };
}
const turn = () => Promise.resolve();
const numbers = ({ tally }: RunCounter) => [tally.answered, tally.failed, tally.tokens.input];

describe('the counting of a run file', () => {
  it('counts each sample once, the later line of a failed one, and what is appended later', async () => {
    const { file, source } = fileOf(encodeRunHeader(header) + sample(1) + sample(2, failed));
    const counter = new RunCounter([source], turn);
    await counter.update();
    // What the failed request used up was paid for, too.
    assert.deepEqual(numbers(counter), [1, 1, 20]);
    file.text += sample(2) + sample(3) + sample(3);
    await counter.update();
    assert.deepEqual(numbers(counter), [3, 0, 40]);
    assert.equal(counter.tally.total, tasksOf().count);
  });

  it('leaves a torn line alone, which may be cut off and written anew', async () => {
    const { file, source } = fileOf(encodeRunHeader(header) + sample(1) + sample(2).slice(0, 30));
    const counter = new RunCounter([source], turn);
    await counter.update();
    assert.deepEqual(numbers(counter), [1, 0, 10]);
    file.text = encodeRunHeader(header) + sample(1) + sample(9);
    await counter.update();
    assert.deepEqual(numbers(counter), [2, 0, 20]);
  });

  it('begins anew with a file that was replaced', async () => {
    const { file, source } = fileOf(encodeRunHeader(header) + sample(1) + sample(2));
    const counter = new RunCounter([source], turn);
    await counter.update();
    const other = { ...header, models: [{ label: 'other' }] };
    const label = 'other';
    file.text =
      encodeRunHeader(other) +
      [1, 2, 3].map((id) => sample(id, { model: label })).join('') +
      sample(4, { model: label, ...failed });
    await counter.update();
    assert.deepEqual(numbers(counter), [3, 1, 40]);
    assert.equal(counter.tally.header?.models[0]?.label, 'other');
    file.text = encodeRunHeader(header);
    await counter.update();
    assert.deepEqual(numbers(counter), [0, 0, 0]);
  });

  it('never has more of a big file in hand than a piece', async () => {
    const many = Array.from({ length: 4000 }, (_, i) => sample(i, { raw: 'ä'.repeat(100) })).join('');
    const { file, source } = fileOf(encodeRunHeader(header) + many);
    const counter = new RunCounter([source], turn);
    await counter.update();
    assert.equal(counter.tally.answered, 4000);
    assert.ok(file.text.length > 2 * file.most, `${file.text.length}, ${file.most}`);
  });

  it('adds up the segments of one run', async () => {
    const parts = [[1, 2], [3]].map((ids) => fileOf(encodeRunHeader(header) + ids.map((id) => sample(id)).join('')));
    const counter = new RunCounter(
      parts.map(({ source }) => source),
      turn,
    );
    await counter.update();
    assert.deepEqual(numbers(counter), [3, 0, 30]);
  });

  it('groups by length of game, or by template where there are several', async () => {
    const { source } = fileOf(encodeRunHeader(header) + sample(5) + sample(6, failed) + sample(15) + sample(300));
    const counter = new RunCounter([source], turn);
    await counter.update();
    assert.deepEqual(counter.tally.groups, [
      { name: '1 to 10 half-moves', answered: 1, failed: 1 },
      { name: '11 to 20 half-moves', answered: 1, failed: 0 },
      { name: '101 half-moves and more', answered: 1, failed: 0 },
    ]);
  });
});

describe('what is shown of a run file', () => {
  const facts = async (text: string) => {
    const counter = new RunCounter([fileOf(text).source], turn);
    await counter.update();
    return fileFacts('/a/opening.m.run.jsonl', counter.tally, undefined);
  };

  it('says whether it is complete, incomplete, imported or damaged', async () => {
    const count = tasksOf().count;
    const all = Array.from({ length: count }, (_, i) => sample(i)).join('');
    assert.equal((await facts(encodeRunHeader(header) + all)).phase, 'complete');
    const some = await facts(encodeRunHeader(header) + sample(1));
    assert.deepEqual([some.phase, some.answered, some.host, some.name], ['incomplete', 1, 'example.com:81', 'opening']);
    const { plan: _, ...bare } = header;
    assert.equal((await facts(encodeRunHeader(bare) + sample(1))).phase, 'imported');
    const broken = await facts('some notes\n');
    assert.equal(broken.phase, 'damaged');
    assert.match(broken.reason ?? '', /not a run file/);
    assert.equal((await facts('')).phase, 'damaged');
  });
});
