import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectTraceFields, recordTrace, type TraceProbe } from '../../../src/core/traces/record-traces.ts';

/** A dialect of lines `task`, `step` and `plan`; every other line is not read. A trace begins at a task or a first step. */
const probe: TraceProbe = (text) => {
  const lines = text.trim().split('\n');
  const events = lines.filter((line) => /^(?:task|step|plan)$/.test(line)).length;
  if (!/^(?:task|step)$/.test(lines[0] ?? '')) return undefined;
  const traces = Math.max(1, lines.filter((line) => line === 'task').length);
  return { dialect: 'lines', traces, events, unread: lines.length - events };
};

describe('fields of records with traces', () => {
  const cases: [what: string, record: unknown, found: ReturnType<typeof detectTraceFields>][] = [
    ['one field', { id: 'a', trace: 'task\nstep' }, { fields: ['trace'], others: [] }],
    [
      'task, search and plan',
      { width: 4, prompt: 'task', reasoning: 'step\nstep', plan: 'plan' },
      { fields: ['prompt', 'reasoning', 'plan'], others: [] },
    ],
    ['a second trace beside it', { trace: 'task\nstep', best: 'task\nplan' }, { fields: ['trace'], others: ['best'] }],
    ['words beside it', { trace: 'task\nstep', verdict: 'Valid path.' }, { fields: ['trace'], others: [] }],
    ['a field of an object', { out: { text: 'task' } }, { fields: ['out.text'], others: [] }],
    [
      'a chat',
      {
        chat: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'task\nstep' },
        ],
      },
      { fields: ['chat'], others: [] },
    ],
    ['no trace', { prompt: 'hello', n: 3 }, undefined],
  ];
  for (const [what, record, found] of cases)
    it(`are found: ${what}`, () => {
      assert.deepEqual(detectTraceFields([record], probe), found);
    });

  it('are those of the first record with a trace', () => {
    assert.deepEqual(detectTraceFields([{ error: 'none' }, { output: 'task' }], probe)?.fields, ['output']);
    assert.equal(detectTraceFields([], probe), undefined);
  });

  it('are joined line by line, whatever their line ends', () => {
    const record = { prompt: 'task\r\n', reasoning: 'step\n\n', plan: 'plan' };
    assert.equal(recordTrace(record, ['prompt', 'reasoning', 'plan']), 'task\nstep\nplan\n');
    assert.equal(recordTrace(record, ['reasoning', 'absent']), 'step\n');
    assert.equal(recordTrace(record, ['absent']), undefined);
  });
});
