import type { Role } from './audit-drafts.ts';

/** A message as text. */
export interface Message {
  readonly role: Role;
  readonly text: string;
}

const jsonl = (values: readonly unknown[]): string => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
const speaker = (role: Role): string => (role === 'user' ? 'User' : role === 'tool' ? 'Tool' : 'Assistant');

/**
 * The shapes in which transcripts are kept: Claude Code 1.0 sessions, items of OpenAI's Responses API, events of OpenTelemetry's GenAI
 * conventions 1.30, JSON logs of Inspect AI (version 2), and what people export and write.
 */
export const FORMS: Readonly<Record<string, (messages: readonly Message[]) => string>> = {
  markdown: (messages) => messages.map(({ role, text }) => `## ${speaker(role)}\n\n${text}\n`).join('\n'),
  'chat export': (messages) => messages.map(({ role, text }) => `${speaker(role)}: ${text}\n`).join('\n'),
  'chat rows': (messages) =>
    jsonl([
      {
        id: 'row-1',
        messages: messages.map(({ role, text }) => ({ role: role === 'call' ? 'assistant' : role, content: text })),
      },
    ]),
  'claude code': (messages) =>
    jsonl(
      messages.map(({ role, text }, i) => ({
        parentUuid: i === 0 ? null : `u${i - 1}`,
        isSidechain: false,
        userType: 'external',
        cwd: '/home/user/chess',
        sessionId: 'b9a6',
        version: '1.0.31',
        type: role === 'user' || role === 'tool' ? 'user' : 'assistant',
        message: {
          role: role === 'user' || role === 'tool' ? 'user' : 'assistant',
          content:
            role === 'tool'
              ? [{ tool_use_id: `t${i}`, type: 'tool_result', content: text }]
              : role === 'call'
                ? [{ type: 'tool_use', id: `t${i}`, name: 'make_move', input: JSON.parse(text) }]
                : [{ type: 'text', text }],
        },
        uuid: `u${i}`,
        timestamp: '2025-06-01T10:00:00.000Z',
      })),
    ),
  'openai agent': (messages) =>
    jsonl(
      messages.map(({ role, text }, i) =>
        role === 'call'
          ? { type: 'function_call', call_id: `c${i}`, name: 'make_move', arguments: text }
          : role === 'tool'
            ? { type: 'function_call_output', call_id: `c${i - 1}`, output: text }
            : { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
      ),
    ),
  'otel events': (messages) =>
    jsonl(
      messages.map(({ role, text }) => ({
        timestamp: 1_748_772_000_000_000,
        trace_id: '5b8aa5a2d2c872e8321cf37308d69df2',
        'event.name':
          role === 'user' ? 'gen_ai.user.message' : role === 'tool' ? 'gen_ai.tool.message' : 'gen_ai.choice',
        body: role === 'assistant' ? { index: 0, message: { content: text } } : { content: text },
      })),
    ),
  inspect: (messages) =>
    JSON.stringify(
      {
        version: 2,
        status: 'success',
        eval: { task: 'chess', model: 'some/model', created: '2025-06-01T10:00:00+00:00' },
        samples: [
          {
            id: 1,
            epoch: 1,
            input: 'Play chess.',
            target: 'none',
            messages: messages.map(({ role, text }, i) =>
              role === 'call'
                ? {
                    id: `m${i}`,
                    role: 'assistant',
                    content: '',
                    tool_calls: [{ id: `c${i}`, function: 'make_move', arguments: JSON.parse(text), type: 'function' }],
                  }
                : { id: `m${i}`, role, content: text },
            ),
            output: {
              model: 'some/model',
              choices: [{ message: { role: 'assistant', content: messages.at(-1)?.text ?? '' } }],
            },
          },
        ],
      },
      null,
      2,
    ),
};
