import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { detectDialect, TRACE_DIALECTS } from '../../../src/core/traces/dialects.ts';
import { divideTraces } from '../../../src/core/traces/trace-sections.ts';
import { assertLinear } from '../../support/growth.ts';
import { lostText, meaningOf } from './any-events.ts';
import { DIALECT_TEXTS } from './dialect-texts.ts';

const SHORT = 1500;

/** A cut of a text with pieces of it removed, doubled, moved or replaced by signs. */
const damaged = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.nat(1000),
      fc.array(
        fc.tuple(
          fc.nat(SHORT),
          fc.nat(40),
          fc.oneof(
            fc.constantFrom(
              '',
              '\n',
              '\n\n',
              '"',
              '<',
              '>',
              '{',
              '}',
              '(',
              ')',
              '[',
              ']',
              ',',
              ':',
              '\\',
              '\r\n',
              '&#',
              '\ud800',
              'c',
              '-1',
              ' ',
            ),
            fc.string({ maxLength: 3 }),
          ),
          fc.boolean(),
        ),
        { maxLength: 6 },
      ),
    )
    .map(([text, from, edits]) => {
      let own = text.slice(from % Math.max(1, text.length - 200), (from % Math.max(1, text.length - 200)) + SHORT);
      for (const [at, length, sign, isCopy] of edits) {
        const piece = own.slice(at, at + length);
        own = own.slice(0, at) + sign + (isCopy ? piece + piece : '') + own.slice(at + length);
      }
      return own;
    });

describe('damaged traces', () => {
  for (const dialect of TRACE_DIALECTS) {
    it(`in ${dialect.id} are read without loss: events, unread words and white space are the whole text`, () => {
      fc.assert(
        fc.property(damaged(DIALECT_TEXTS[dialect.id] ?? []), (text) => {
          const read = dialect.read(text);
          assert.equal(lostText(text, read), '', text);
          for (const range of [...read.events.map((event) => event.range), ...read.unread])
            assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length, text);
        }),
        { numRuns: 1500 },
      );
    });

    it(`in ${dialect.id} are written and read back to the same text again`, () => {
      fc.assert(
        fc.property(damaged(DIALECT_TEXTS[dialect.id] ?? []), (text) => {
          // MAV is written only if its game is known, and announces nodes of which nothing else is left.
          if (dialect.write === undefined || dialect.id === 'mav') return;
          const once = dialect.write(dialect.read(text).events);
          const again = dialect.read(once);
          assert.equal(dialect.write(again.events), once, text);
          assert.deepEqual(meaningOf(dialect.read(dialect.write(again.events)).events), meaningOf(again.events));
        }),
        { numRuns: 500 },
      );
    });
  }

  it('of any dialect are divided without loss', () => {
    fc.assert(
      fc.property(fc.array(damaged(Object.values(DIALECT_TEXTS).flat()), { maxLength: 3 }), (texts) => {
        const text = texts.join('\n\n');
        let at = 0;
        for (const { range } of divideTraces(text)) {
          assert.equal(range.start, at);
          assert.ok(range.end > at);
          at = range.end;
        }
        assert.equal(at, text.length);
        detectDialect(text.slice(0, 4000));
      }),
      { numRuns: 300 },
    );
  });
});

describe('readers of traces', () => {
  for (const dialect of TRACE_DIALECTS)
    it(`need time in proportion to a text in ${dialect.id}, and to signs of it without end`, () => {
      const [text = ''] = DIALECT_TEXTS[dialect.id] ?? [];
      assertLinear(
        dialect.id,
        20_000,
        (n) => text.repeat(Math.ceil(n / text.length)),
        (long) => dialect.read(long),
      );
      for (const sign of [
        '(',
        '[',
        '<node ',
        '"',
        '{"a":',
        'plan ',
        'Node ',
        '<a>',
        '\\',
        ' ',
        '&',
        "'",
        '#',
        ',',
        'create 1 ',
      ])
        assertLinear(
          `${dialect.id} ${sign}`,
          20_000,
          (n) => sign.repeat(Math.ceil(n / sign.length)),
          (long) => dialect.read(long),
        );
    });
});
