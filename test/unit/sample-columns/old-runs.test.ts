import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import {
  encodeRunHeader,
  encodeRunSample,
  type RunEvent,
  RunReader,
} from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { ownSample } from '../../../src/models/import/logs/foreign-fields.ts';
import { rows } from '../../../src/models/import/logs/rows.ts';

const OLD = fs.readFileSync('test/fixtures/runs/schema-1.run.jsonl', 'utf8');

const read = (text: string): RunEvent[] => {
  const reader = new RunReader();
  return [...reader.push(text), ...reader.end()];
};
const samplesOf = (events: readonly RunEvent[]): RunSample[] =>
  events.flatMap((event) => (event.type === 'sample' ? [event.sample] : []));

describe('a run file of schema 1', () => {
  const events = read(OLD);

  it('is read with the present names', () => {
    assert.match(OLD, /"label":"gpt-4o-2024-08-06","index"/);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['header', 'sample', 'sample', 'sample'],
    );
    for (const sample of samplesOf(events)) {
      assert.equal(sample.model, 'gpt-4o-2024-08-06');
      assert.equal('label' in sample, false);
    }
  });

  it('is the same when it is written again', () => {
    const [first] = events;
    assert.ok(first?.type === 'header');
    const again = encodeRunHeader(first.header) + samplesOf(events).map(encodeRunSample).join('');
    assert.match(again, /^\{"kind":"run","schema":2,/);
    assert.deepEqual(read(again), events);
  });

  it('may continue with lines of the present schema', () => {
    const [sample] = samplesOf(events);
    assert.ok(sample !== undefined);
    const mixed = read(OLD + encodeRunSample({ ...sample, id: 'other', model: 'new' }));
    assert.deepEqual(
      samplesOf(mixed).map(({ model }) => model),
      ['gpt-4o-2024-08-06', 'gpt-4o-2024-08-06', 'gpt-4o-2024-08-06', 'new'],
    );
  });

  it('is read from logs that it was exported to', () => {
    const [, line = ''] = OLD.split('\n');
    const { raw, sum: _, ...sample } = JSON.parse(line) as Record<string, unknown>;
    const own = ownSample({ sample, hasAnswer: true, hasPrompt: false }, String(raw), undefined);
    assert.deepEqual(own?.sample, samplesOf(events)[0]);
  });

  it('is read from tables that it was exported to, whose answers had another name', () => {
    const [, line = ''] = OLD.split('\n');
    const { raw, sum: _, ...sample } = JSON.parse(line) as Record<string, unknown>;
    const statelens = JSON.stringify({ sample, hasAnswer: true, hasPrompt: false });
    const [event] = rows
      .open({} as never)
      .piece({ path: '', value: { id: 'x', answer: raw, statelens }, place: 'row 1' });
    assert.ok(event?.type === 'sample');
    assert.deepEqual(event.sample.own?.sample, samplesOf(events)[0]);
  });
});
