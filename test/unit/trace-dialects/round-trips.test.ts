import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { JSON_LINES } from '../../../src/core/traces/dialects/json-lines.ts';
import { LINTREE } from '../../../src/core/traces/dialects/lintree.ts';
import { TAGS } from '../../../src/core/traces/dialects/tags.ts';
import { anyEvent, lostText, meaningOf } from './any-events.ts';

describe('dialects with names for everything', () => {
  for (const dialect of [TAGS, JSON_LINES, LINTREE])
    it(`write any events as ${dialect.id} so that they are read back as they are`, () => {
      fc.assert(
        fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
          const text = dialect.write?.(events) ?? '';
          const read = dialect.read(text);
          assert.deepEqual(meaningOf(read.events), meaningOf(events), text);
          assert.deepEqual(read.unread, []);
          assert.equal(lostText(text, read), '');
          assert.equal(read.isCut, false);
        }),
        { numRuns: 2000 },
      );
    });
});
