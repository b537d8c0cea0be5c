import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type RecordEvent, readRecords, recordFormat } from '../../../src/core/mav/read-records.ts';
import { assertLinearText } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

const read = (name: string, text: string): RecordEvent[] => [...readRecords(text, recordFormat(name, text))];
const records = (name: string, text: string) =>
  read(name, text).flatMap((event) => (event.type === 'record' ? [[event.line, event.value]] : []));
const problems = (name: string, text: string) =>
  read(name, text).flatMap((event) => (event.type === 'problem' ? [`${event.line}: ${event.message}`] : []));

describe('reading JSON Lines', () => {
  it('gives a record a line, over blank lines, a byte order mark and line ends of Windows', () => {
    assert.deepEqual(records('log.jsonl', '\uFEFF{"a":1}\r\n\r\n  {"a":2}\n{"a":3}'), [
      [1, { a: 1 }],
      [3, { a: 2 }],
      [4, { a: 3 }],
    ]);
  });

  it('passes over damaged lines and says which', () => {
    const text = '{"a":1}\n{"a":\n{"a":2}\nnull\n{"a":3';
    assert.deepEqual(
      records('log.jsonl', text).map(([line]) => line),
      [1, 3, 4],
    );
    assert.deepEqual(problems('log.jsonl', text), [
      '2: no JSON',
      '5: not JSON: the line may have been cut off while it was written',
    ]);
  });
});

describe('reading JSON', () => {
  it('gives the elements of an array with the lines where they start', () => {
    const text = '[\n  {"a": "]}\\""},\n  {\n    "a": [1, {"b": 2}]\n  },\n\n  3, "x"]';
    assert.deepEqual(records('log.json', text), [
      [2, { a: ']}"' }],
      [3, { a: [1, { b: 2 }] }],
      [7, 3],
      [7, 'x'],
    ]);
  });

  it('goes on behind an element that is damaged', () => {
    const text = '[{"a": 1},\n{"a": },\n{"a": 3}]';
    assert.deepEqual(records('log.json', text), [
      [1, { a: 1 }],
      [3, { a: 3 }],
    ]);
    assert.deepEqual(problems('log.json', text), ['2: no JSON']);
  });

  it('keeps what stands before a place where the file was cut', () => {
    const text = '[{"a": 1},\n{"a": 2, "b": "cu';
    assert.deepEqual(records('log.json', text), [[1, { a: 1 }]]);
    assert.deepEqual(problems('log.json', text), ['2: this value is never closed; the rest is not read']);
  });

  it('finds the longest list of objects in an object, and takes an object without one as a record', () => {
    const inside =
      '{"name": "run", "tags": ["a"], "few": [{"x": 1}],\n"data": [{"prompt": "p", "output": "o"},\n{"prompt": "q"}]}';
    assert.deepEqual(records('log.json', inside), [
      [2, { prompt: 'p', output: 'o' }],
      [3, { prompt: 'q' }],
    ]);
    assert.deepEqual(records('log.json', '{"prompt": "p", "tags": ["a"]}'), [[1, { prompt: 'p', tags: ['a'] }]]);
  });

  it('reads values one after another', () => {
    assert.deepEqual(records('log.json', '{\n"a": 1\n}\n{\n"a": 2\n}\n'), [
      [1, { a: 1 }],
      [4, { a: 2 }],
    ]);
  });
});

describe('reading CSV', () => {
  it('reads quoted fields with separators, marks and line ends in them', () => {
    const text = 'id,prompt\r\n1,"a ""b"", c\nd"\r\n\r\n2,plain\n';
    assert.deepEqual(records('log.csv', text), [
      [2, { id: '1', prompt: 'a "b", c\nd' }],
      [5, { id: '2', prompt: 'plain' }],
    ]);
  });

  it('takes the separator that the first row has most', () => {
    assert.deepEqual(records('log.csv', 'a;b\n1,5;2'), [[2, { a: '1,5', b: '2' }]]);
    assert.deepEqual(records('log.tsv', 'a\tb\n1\t'), [[2, { a: '1', b: '' }]]);
  });

  it('says which rows have other fields than the first, and where a mark is never closed', () => {
    const text = 'a,b\n1\n1,2,3\n4,5\n6,"7\n8,9';
    assert.deepEqual(records('log.csv', text), [[4, { a: '4', b: '5' }]]);
    assert.deepEqual(problems('log.csv', text), [
      '2: 1 field where the first row has 2',
      '3: 3 fields where the first row has 2',
      '5: a quotation mark opened here is never closed; the rest is not read',
    ]);
  });

  it('reads again whatever was written by the rules', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ';', ' '), maxLength: 8 });
    const row = fc.tuple(field, field);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = ['x,y', ...rows.map((fields) => fields.map(quoted).join(','))].join('\n');
        assert.deepEqual(
          records('log.csv', text).map(([, value]) => value),
          rows.map(([x, y]) => ({ x, y })),
        );
      }),
    );
  });
});

describe('any log', () => {
  it('is told by its name, else by how it begins', () => {
    assert.equal(recordFormat('a.ndjson', '[1]'), 'jsonl');
    assert.equal(recordFormat('a.json', '{"a":1}\n{"a":2}'), 'jsonl');
    assert.equal(recordFormat('a.txt', ' [{"a":1}]'), 'json');
    assert.equal(recordFormat('a.json', '{\n"a":1}'), 'json');
    assert.equal(recordFormat('a.log', 'prompt,output\n'), 'csv');
  });

  it('is read to its end, with lines that only go on', () => {
    const unit = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', '\r', 'a', '1', ' ');
    const name = fc.constantFrom('x.csv', 'x.json', 'x.jsonl', 'x');
    fc.assert(
      fc.property(name, fc.string({ unit, maxLength: 60 }), (file, text) => {
        let last = 1;
        for (const { line } of read(file, text)) {
          assert.ok(line >= last && line <= text.split(/\r\n?|\n/).length, `${last} ${line}`);
          last = line;
        }
      }),
      { numRuns: 2000 },
    );
  });

  itLong('takes time in proportion to its length, however hostile', () => {
    const n = 1 << 16;
    for (const piece of ['[', '{', '"', '\\"', '{"a":"', '[{', '{"":[', '",', '\\', '{"a":1},'])
      for (const name of ['x.csv', 'x.json', 'x.jsonl'])
        for (const start of ['', '[', '{', '"']) assertLinearText(n, piece, (text) => read(name, start + text));
  });
});
