import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LongStrings } from '../../src/server/node/framed-reader.ts';

/** What arrives of a value when it comes in pieces of some bytes. */
function received(json: string, longest: number, piece: number): unknown {
  const strings = new LongStrings(longest);
  const bytes = Buffer.from(json);
  for (let at = 0; at < bytes.length; at += piece) strings.write(bytes.subarray(at, at + piece));
  return JSON.parse(strings.text());
}

const long = fc
  .array(fc.constantFrom('a', '"', '\\', '\\u', '\n', '\u0001', 'é', '€', '\u{1F600}', '"}'), {
    minLength: 1,
    maxLength: 30,
  })
  .map((parts) => parts.join('').repeat(400));

describe('strings that are too long', () => {
  it('come with their length and their start, in pieces of any size', () => {
    fc.assert(
      fc.property(fc.array(long, { maxLength: 4 }), fc.integer({ min: 1, max: 9000 }), (texts, piece) => {
        const value = { a: 1, 'b"\\': texts, c: 'end' };
        const got = received(JSON.stringify(value), 5000, piece) as { 'b"\\': unknown[] };
        const { 'b"\\': strings, ...others } = got;
        assert.deepEqual(others, { a: 1, c: 'end' });
        for (const [i, text] of texts.entries()) {
          const one = strings[i];
          if (text.length <= 5000) assert.equal(one, text);
          else {
            const { head, length } = one as { head: string; length: number };
            assert.equal(length, text.length);
            assert.ok(text.startsWith(head) && head.length >= 4096 && head.length <= 4098, String(head.length));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('keep a surrogate pair at the end of the head whole', () => {
    for (const before of [4093, 4094, 4095, 4096, 4097]) {
      const text = `${'a'.repeat(before)}\u{1F600}${'b'.repeat(2000)}`;
      const { head } = received(JSON.stringify(text), 5000, 9000) as { head: string };
      assert.ok(text.startsWith(head) && head.length >= 4096 && head.length <= 4097, `${before}: ${head.length}`);
      assert.doesNotMatch(head, /[\uD800-\uDBFF]$/);
    }
  });

  it('may be escaped in every way', () => {
    const json = `{"a":"${'\\u0041\\uD83D\\uDE00\\/'.repeat(2000)}","b":["x"]}`;
    const { a, b } = received(json, 5000, 7) as { a: { length: number }; b: string[] };
    assert.equal(a.length, 8000);
    assert.deepEqual(b, ['x']);
  });
});
