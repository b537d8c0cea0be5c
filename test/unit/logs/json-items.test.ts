import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type JsonItem, JsonItems } from '../../../src/core/base/text/json-items.ts';
import { assertLinearText } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

const itemsOf = (text: string, opened: readonly string[], size = text.length, max = 1e6): JsonItem[] => {
  const items = new JsonItems(opened, max);
  const found: JsonItem[] = [];
  for (let at = 0; at < text.length; at += Math.max(1, size))
    found.push(...items.push(text.slice(at, at + Math.max(1, size))));
  return [...found, ...items.end()];
};

describe('JSON that is divided while it comes', () => {
  it('gives the elements of a list, whatever the pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 7 }), fc.boolean(), (values, size, isWide) => {
        const text = isWide ? JSON.stringify(values, null, 2) : JSON.stringify(values);
        assert.deepEqual(
          itemsOf(text, [''], size).map((item) => JSON.parse(item.text)),
          values.map((value) => JSON.parse(JSON.stringify(value))),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('gives members by their paths, those of an opened list one by one', () => {
    const text = '{"a":{"b":1},"list":[{"x":"]}\\""},2,[3]],"outer":{"inner":[true]},"c":"d"}';
    assert.deepEqual(
      itemsOf(text, ['', 'list', 'outer', 'outer.inner'], 3).map(({ path, index, text: json }) => [path, index, json]),
      [
        ['a', 0, '{"b":1}'],
        ['list[]', 0, '{"x":"]}\\""}'],
        ['list[]', 1, '2'],
        ['list[]', 2, '[3]'],
        ['outer.inner[]', 0, 'true'],
        ['c', 0, '"d"'],
      ],
    );
  });

  it('says that the last value is cut off, and that one is too long', () => {
    assert.deepEqual(
      itemsOf('[{"a":1},{"b":', ['']).map(({ fault }) => fault),
      [undefined, 'cut'],
    );
    const [long, next] = itemsOf(`["${'x'.repeat(100)}",7]`, [''], 9, 50);
    assert.deepEqual([long?.fault, long?.text, next?.text], ['long', '', '7']);
  });

  it('comes to an end on anything', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'a', '1', ' ') }),
        (text) => {
          const joined = itemsOf(text, ['', 'a', '[]'], 2).map((item) => item.text);
          assert.ok(joined.join('').length <= text.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  itLong('takes time in proportion to the text', () => {
    const read = (text: string): number => {
      const items = new JsonItems([''], 1e9);
      let found = 0;
      for (let at = 0; at < text.length; at += 4096) found += items.push(text.slice(at, at + 4096)).length;
      return found;
    };
    for (const unit of ['{"a":1},', '[', '"', '{', '\\"', '{"a":"', '} '])
      assertLinearText(200_000, unit, (text) => read(`[${text}`));
  });
});
