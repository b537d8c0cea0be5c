import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRecords, recordFormat } from '../../../src/core/mav/read-records.ts';
import { RECORD_BOUNDS } from '../../../src/core/mav/records-text.ts';
import { detectTraceFields } from '../../../src/core/traces/record-traces.ts';
import { recordProbe, TraceRecordsText } from '../../../src/core/traces/trace-records.ts';
import { divideTraces } from '../../../src/core/traces/trace-sections.ts';
import { COUNTDOWN, MAZE } from '../../support/searched-traces.ts';

const RECORDS = [
  { task: 1, model: 'a', search: COUNTDOWN },
  { task: 2, model: 'a' },
  { task: 3, model: 'b', search: `\n${COUNTDOWN.replace('12', '13')}\n\n` },
];
const cell = (value: string | number = ''): string => `"${String(value).replaceAll('"', '""')}"`;
const FILES = {
  'a.jsonl': RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(''),
  'a.json': JSON.stringify(RECORDS, undefined, 1),
  'a.csv': [
    'task,model,search',
    ...RECORDS.map(({ task, model, search }) => [task, model, search].map((value) => cell(value)).join()),
  ].join('\n'),
};

function shown(name: keyof typeof FILES, bounds = RECORD_BOUNDS): TraceRecordsText {
  const records = new TraceRecordsText(['search'], bounds);
  const text = FILES[name];
  for (const event of readRecords(text, recordFormat(name, text))) records.add(event);
  return records;
}

describe('records with traces of searches', () => {
  for (const name of ['a.jsonl', 'a.json', 'a.csv'] as const)
    it(`are a document of traces, one for each record that has one: ${name}`, () => {
      const text = FILES[name];
      const values = [...readRecords(text, recordFormat(name, text))].flatMap((event) =>
        event.type === 'record' ? [event.value] : [],
      );
      assert.deepEqual(detectTraceFields(values, recordProbe()), { fields: ['search'], others: [] });
      const records = shown(name);
      assert.deepEqual([records.shown, records.left], [2, 1]);
      const traces = [...divideTraces(records.text())].map(({ range }) => records.text().slice(range.start, range.end));
      assert.deepEqual(
        traces.map((trace) => trace.trim()),
        [COUNTDOWN.trim(), COUNTDOWN.replace('12', '13').trim()],
      );
    });

  it('keep the line of each record, for every line of its trace', () => {
    const records = shown('a.jsonl');
    const lines = records.text().split('\n');
    const second = lines.indexOf('Current State: 59:[39, 3, 46], Operations: []', lines.indexOf(''));
    assert.deepEqual([records.recordAt(0), records.recordAt(second - 1), records.recordAt(second)], [1, 1, 3]);
    assert.equal(records.recordAt(lines.length), 3);
    assert.equal(new TraceRecordsText(['search']).recordAt(5), undefined);
  });

  it('are as many as an editor handles', () => {
    const records = shown('a.jsonl', { maxRecords: 1, maxLength: 1_000_000 });
    assert.deepEqual([records.shown, records.isCut], [1, true]);
  });

  it('are told from texts, and from MAV, which has documents of its own', () => {
    assert.equal(recordProbe()('a sentence about nothing'), undefined);
    assert.equal(recordProbe()('Minimax breadth=3 depth=1\n<mav game=chess> %state </mav>\n'), undefined);
    assert.equal(recordProbe()(MAZE)?.dialect, 'astar');
    assert.equal(recordProbe()(COUNTDOWN)?.traces, 1);
  });
});
