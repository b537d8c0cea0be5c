import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addChoice,
  preview,
  readChosen,
  readSource,
  writeSource,
} from '../../../src/extension/mav/records-documents.ts';

const FIELDS = { prompt: 'messages', output: undefined };

describe('a document of records', () => {
  it('is made of its URI alone', () => {
    const source = { log: 'file:///a%20b.jsonl', prompt: 'x["?#"]', output: 'y' };
    assert.deepEqual(readSource(writeSource(source)), source);
    assert.deepEqual(readSource(writeSource({ log: 'file:///a', ...FIELDS })), { log: 'file:///a', ...FIELDS });
    for (const query of ['', '{', 'null', '[]', '{"log":5}']) assert.equal(readSource(query), undefined, query);
  });
});

describe('the fields that were chosen for a log', () => {
  it('are remembered, the last choice of each log, and not too many', () => {
    let chosen = addChoice([], 'file:///a', FIELDS);
    chosen = addChoice(chosen, 'file:///b', FIELDS);
    chosen = addChoice(chosen, 'file:///a', { prompt: 'p', output: 'o' });
    assert.deepEqual(readChosen(JSON.parse(JSON.stringify(chosen))), [
      ['file:///b', FIELDS],
      ['file:///a', { prompt: 'p', output: 'o' }],
    ]);
    for (let i = 0; i < 200; i++) chosen = addChoice(chosen, `file:///${i}`, FIELDS);
    assert.equal(chosen.length, 100);
    assert.equal(chosen.at(-1)?.[0], 'file:///199');
  });

  it('are none where something else was stored', () => {
    for (const value of [undefined, 7, {}, [1, null, ['x'], [2, {}]]]) assert.deepEqual(readChosen(value), []);
  });
});

describe('the preview of a field', () => {
  it('is one line, and not a long one', () => {
    assert.equal(preview('a\r\n\n  b\n'), 'a ⏎ b ⏎');
    assert.equal(preview('x'.repeat(5000)).length, 161);
  });
});
