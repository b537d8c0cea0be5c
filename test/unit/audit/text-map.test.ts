import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type JsonLeaf, type JsonNode, JsonReader } from '../../../src/core/audit/json-reader.ts';
import { decodeString } from '../../../src/core/audit/transcript-text.ts';

/** A text with who says it, and the conversation that it belongs to. */
interface Text extends JsonLeaf {
  readonly role: string;
  readonly conversation: string;
}

function textsOf(node: JsonNode, conversation: string, role = node.role ?? 'unknown'): Text[] {
  return node.items.flatMap((item) =>
    item.kind === 'leaf' ? [{ ...item, role, conversation }] : textsOf(item, conversation, item.role ?? role),
  );
}

const partsOf = (text: string, pieces: number): { parts: Text[]; unread: string[] } => {
  const parts: Text[] = [];
  const unread: string[] = [];
  const reader = new JsonReader({
    record: (node, conversation) => parts.push(...textsOf(node, conversation)),
    unread: ({ message }) => unread.push(message),
  });
  const size = Math.ceil(text.length / pieces) || 1;
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return { parts, unread };
};

describe('texts of JSON strings', () => {
  it('are decoded as JSON.parse does, and every place leads back to the character that is written there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(200), (value, from) => {
        const written = JSON.stringify(value);
        const { text, map } = decodeString(written.slice(1, -1), 1);
        assert.equal(text, value);
        const start = Math.min(from, Math.max(0, text.length - 1));
        const source = written.slice(map.toSource(start), map.toSource(text.length));
        assert.equal(JSON.parse(`"${source}"`), value.slice(start));
      }),
    );
  });

  it('lead back through JSON inside JSON', () => {
    const inner = JSON.stringify({ move: 'g1f3', note: 'a "quoted" \n e2e4' });
    const text = JSON.stringify({ role: 'assistant', arguments: inner });
    const { parts } = partsOf(text, 1);
    const note = parts.find(({ key }) => key === 'note');
    const at = note?.text.indexOf('e2e4') ?? -1;
    assert.equal(text.slice(note?.map.toSource(at), note?.map.toSource(at + 4)), 'e2e4');
    assert.deepEqual(
      parts.map(({ key, role }) => [key, role]),
      [
        ['move', 'assistant'],
        ['note', 'assistant'],
      ],
    );
  });

  it('are the same in whatever pieces the text arrives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string() }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (messages, pieces) => {
          const text = messages.map((one) => JSON.stringify({ ...one, content: `${one.content} e4` })).join('\n');
          const read = ({ parts }: { parts: Text[] }): unknown =>
            parts.map(({ text, role, map }) => [text, role, map.toSource(0)]);
          assert.deepEqual(read(partsOf(text, pieces)), read(partsOf(text, 1)));
        },
      ),
    );
  });
});

describe('roles and conversations', () => {
  const shapes: [name: string, value: unknown, roles: string[]][] = [
    [
      'a chat',
      {
        messages: [
          { role: 'user', content: 'e4' },
          { content: 'e5', role: 'assistant' },
        ],
      },
      ['user', 'assistant'],
    ],
    [
      'content blocks',
      { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', content: 'e4' }] } },
      ['tool'],
    ],
    ['a tool call', { type: 'function_call', name: 'move', arguments: '{"move":"e2e4"}' }, ['call']],
    [
      'ChatGPT exports',
      { mapping: { a: { message: { author: { role: 'user' }, content: { parts: ['e4'] } } } } },
      ['user'],
    ],
    [
      'ShareGPT',
      {
        conversations: [
          { from: 'human', value: 'e4' },
          { from: 'gpt', value: 'e5' },
        ],
      },
      ['user', 'assistant'],
    ],
    ['OpenTelemetry', { 'event.name': 'gen_ai.choice', body: { message: { content: 'e4' } } }, ['assistant']],
    [
      'OpenTelemetry attributes',
      { attributes: { 'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"e4"}]}]' } },
      ['user'],
    ],
    ['anything else', { note: 'e4' }, ['unknown']],
  ];
  for (const [name, value, roles] of shapes)
    it(`are found in ${name}`, () => {
      assert.deepEqual(
        partsOf(JSON.stringify(value), 3).parts.map(({ role }) => role),
        roles,
      );
    });

  it('keep rows apart, and messages of one session together', () => {
    const rows = [{ messages: [{ role: 'user', content: 'e4' }] }, { messages: [{ role: 'user', content: 'e5' }] }];
    const lines = [
      { sessionId: 's', message: { role: 'user', content: 'e4' } },
      { sessionId: 's', message: { role: 'assistant', content: 'e5' } },
      { sessionId: 't', message: { role: 'user', content: 'd4' } },
    ];
    const namesOf = (values: readonly unknown[]): string[] =>
      partsOf(values.map((one) => JSON.stringify(one)).join('\n'), 1).parts.map(({ conversation }) => conversation);
    assert.equal(new Set(namesOf(rows)).size, 2);
    const [first, second, third] = namesOf(lines);
    assert.equal(first, second);
    assert.notEqual(first, third);
  });

  it('leave out what repeats the messages of a log', () => {
    const log = {
      messages: [{ role: 'user', content: 'e4' }],
      output: { choices: [{ message: { role: 'assistant', content: 'e4' } }] },
      events: ['e4'],
    };
    assert.equal(partsOf(JSON.stringify(log), 1).parts.length, 1);
  });
});

describe('text that is no JSON', () => {
  it('is reported, and the lines around it are read', () => {
    const lines = [
      '{"role":"user","content":"e4"}',
      '{"role":"user","content":"e5 cut',
      '{"role":"user","content":"d4"}',
      'hello',
      '{"role":"user","content":"d5"}',
    ];
    const { parts, unread } = partsOf(lines.join('\n'), 4);
    assert.deepEqual(
      parts.map(({ text }) => text),
      ['e4', 'e5 cut', 'd4', 'd5'],
    );
    assert.equal(unread.length, 2);
  });

  it('is bounded: nesting, brackets without ends, a string without its end', () => {
    const deep = '['.repeat(200_000);
    assert.ok(partsOf(deep, 7).unread.length > 0);
    assert.ok(partsOf(`{"a":"${'x'.repeat(300_000)}`, 50).unread.length > 0);
    assert.deepEqual(partsOf('}}}]]]"e4"', 1).parts.length, 1);
  });
});
