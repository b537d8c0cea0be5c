import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ForeignSample } from '../../../src/models/import/logs/log-format.ts';
import { closedJson } from '../../../src/models/import/logs/record-pieces.ts';
import { decidePlan } from '../../../src/models/import/plans/decide-plan.ts';
import { plannedSample } from '../../../src/models/import/plans/planned-sample.ts';
import { listPaths, recordsAt } from '../../../src/models/import/plans/record-path.ts';
import { isFields } from '../../../src/models/json-fields.ts';

const sampleOf = (row: Readonly<Record<string, unknown>>): ForeignSample => ({
  place: 'line 1',
  row,
  messages: [],
  answer: null,
  targets: [],
  metadata: {},
  kept: {},
});

/** Rows of any values under names that mean something, and others. */
const anyRows = fc.array(
  fc.dictionary(
    fc.oneof(
      fc.constantFrom(
        'fen',
        'moves',
        'move',
        'answer',
        'response',
        'prompt',
        'messages',
        'target',
        'model',
        '__proto__',
      ),
      fc.string(),
    ),
    fc.anything({ maxDepth: 3 }),
  ),
  { minLength: 1, maxLength: 4 },
);

describe('the search for a plan', () => {
  it('ends with a plan or a sentence for any rows, and the plan reads each of them or says why not', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const samples = rows.map(sampleOf);
        const plan = decidePlan(samples, {});
        if (!plan.ok) {
          assert.notEqual(plan.error.message, '');
          return;
        }
        for (const sample of samples) {
          const read = plannedSample(sample, plan.value);
          assert.ok(read.ok || read.error !== '');
        }
      }),
    );
  });

  it('finds every object of a list at some path', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        for (const path of listPaths([value])) {
          const found = [...recordsAt(value, path, '')].filter((record) => isFields(record.value));
          assert.ok(found.length > 0, JSON.stringify(value));
        }
      }),
    );
  });

  it('closes the beginning of a document wherever it is cut off', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(200), (value, at) => {
        const text = closedJson(JSON.stringify([value, value]).slice(0, at));
        if (text !== '') assert.doesNotThrow(() => JSON.parse(text), text);
      }),
    );
  });
});
