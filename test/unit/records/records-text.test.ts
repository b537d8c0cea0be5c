import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { readRecords } from '../../../src/core/mav/read-records.ts';
import { detectFields, fieldText } from '../../../src/core/mav/record-fields.ts';
import { parseRecordComment, type RecordFieldChoice, RecordsText } from '../../../src/core/mav/records-text.ts';

const PROMPT = '<mav game=chess> %FEN %top_1 </mav>\n[%FEN k7/8/8/8/8/8/8/K7 w - - 0 1]\n';
const OUTPUT = '[%top_1 a1a2:<ctrl32>]';

const detect = (...values: unknown[]) => {
  const { prompt, output } = detectFields(values.map((value, i) => ({ type: 'record', line: i + 1, value })));
  return { prompt, output };
};

describe('the fields of a log', () => {
  it('are found by what is in them', () => {
    assert.deepEqual(detect({ id: 'x1', x: PROMPT, y: OUTPUT }), { prompt: 'x', output: 'y' });
    const token = '<|chess|> %FEN %top_1\n[%FEN k7/8/8/8/8/8/8/K7 w - - 0 1]\n';
    assert.deepEqual(detect({ id: 'x1', y: OUTPUT, x: token }), { prompt: 'x', output: 'y' });
  });

  it('are found by their names where their texts say nothing', () => {
    assert.deepEqual(detect({ id: 'x', model: 'm', prompt: 'p', target: 't', response: 'r' }), {
      prompt: 'prompt',
      output: 'response',
    });
  });

  it('are those of an API, wherever it puts them', () => {
    const answer = { choices: [{ index: 0, message: { role: 'assistant', content: OUTPUT }, finish_reason: 'stop' }] };
    const request = {
      model: 'm',
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: PROMPT },
      ],
    };
    assert.deepEqual(detect({ custom_id: '1', request, response: { body: answer } }), {
      prompt: 'request.messages',
      output: 'response.body.choices[0].message.content',
    });
  });

  it('may be one chat: what was asked, and what was answered', () => {
    const messages = [
      { role: 'user', content: PROMPT },
      { role: 'assistant', content: [{ type: 'text', text: OUTPUT }] },
    ];
    assert.deepEqual(detect({ messages }), { prompt: 'messages', output: 'messages' });
    assert.equal(fieldText({ messages }, 'messages', 'prompt'), PROMPT);
    assert.equal(fieldText({ messages }, 'messages', 'output'), OUTPUT);
    const conversations = [
      { from: 'human', value: 'q' },
      { from: 'gpt', value: 'a' },
    ];
    assert.equal(fieldText({ conversations }, 'conversations', 'output'), 'a');
    assert.equal(fieldText({ cell: JSON.stringify(messages) }, 'cell', 'output'), OUTPUT);
  });

  it('is one where it holds the whole example', () => {
    assert.deepEqual(detect({ text: PROMPT + OUTPUT, id: '7' }), { prompt: 'text', output: undefined });
  });

  it('are named by keys and places, also odd ones', () => {
    const record = { 'a.b': 'dotted', a: { b: 'inner', 'c d': ['first', 'last'], 'e"]': 'odd' } };
    assert.equal(fieldText(record, 'a.b', 'prompt'), 'dotted');
    assert.equal(fieldText(record, 'a.c d[-1]', 'prompt'), 'last');
    assert.equal(fieldText(record, 'a["e\\"]"]', 'prompt'), 'odd');
    assert.equal(fieldText(record, 'a.nothing', 'prompt'), undefined);
    assert.equal(fieldText(record, 'a[', 'prompt'), undefined);
    assert.equal(fieldText(record, 'constructor', 'prompt'), undefined);
    for (const { path } of detectFields([{ type: 'record', line: 1, value: record }]).prompts)
      assert.notEqual(fieldText(record, path, 'prompt'), undefined, path);
  });
});

const shown = (log: string, fields: RecordFieldChoice, bounds?: ConstructorParameters<typeof RecordsText>[2]) => {
  const text = new RecordsText('log.jsonl', fields, bounds);
  for (const event of readRecords(log, 'jsonl')) text.add(event);
  return text;
};
const line = (prompt: string, output: string): string => `${JSON.stringify({ prompt, output })}\n`;
const BOTH = { prompt: 'prompt', output: 'output' };

describe('a log as MAV', () => {
  it('has an example a record, below a comment that says where it comes from', () => {
    const log = shown(`${line(PROMPT, OUTPUT)}{"prompt"\n${line(PROMPT.replaceAll('\n', '\r\n'), '')}`, BOTH);
    assert.equal(
      log.text(true),
      `# 2 records of log.jsonl, 1 left out\n\n# record 1: log.jsonl:1\n${PROMPT}${OUTPUT}\n\n` +
        `# left out: log.jsonl:2: no JSON\n\n# record 2: log.jsonl:3\n${PROMPT}\n`,
    );
    const items = readMav(log.text(true)).map(({ section }) => section.item?.kind);
    assert.deepEqual(items, ['example', 'example']);
  });

  it('leads back from each comment', () => {
    const lines = shown(`${line(PROMPT, OUTPUT)}\n${line(PROMPT, OUTPUT)}{`, BOTH)
      .text(true)
      .split('\n');
    assert.deepEqual(
      lines.flatMap((text) => parseRecordComment(text) ?? []),
      [
        { number: 1, line: 1 },
        { number: 2, line: 3 },
        { number: 0, line: 4 },
      ],
    );
    assert.deepEqual(parseRecordComment('# record 3: a: 5:b.jsonl:12'), { number: 3, line: 12 });
    assert.equal(parseRecordComment('# 3 records of x.jsonl'), undefined);
  });

  it('says what it leaves out for want of a text', () => {
    const log = shown('{"prompt": 5}\n', BOTH);
    assert.equal(log.left, 1);
    assert.match(log.text(true), /# left out: log\.jsonl:1: no text in the chosen fields\n/);
  });

  it('stops at its bounds and says so', () => {
    const log = shown(line(PROMPT, OUTPUT).repeat(5), BOTH, { maxRecords: 3, maxLength: 1e6 });
    assert.ok(log.isCut);
    assert.equal(log.shown, 3);
    assert.match(log.text(false), /^# 3 records of log\.jsonl; the rest of the file is too large to show/);
    const short = shown(line(PROMPT, OUTPUT).repeat(50), BOTH, { maxRecords: 100, maxLength: 1000 });
    assert.ok(short.isCut && short.shown > 3 && short.shown < 15, `${short.shown}`);
  });

  it('keeps a file name on its line', () => {
    const text = new RecordsText('a\nb.jsonl', BOTH);
    text.add({ type: 'problem', line: 1, message: 'no JSON' });
    assert.ok(!text.text(true).includes('a\nb'));
  });
});
