import {
  contentText,
  type Fields,
  fieldsOf,
  finishReasonOf,
  listOf,
  present,
  reasoningOf,
  textOf,
  usageOf,
} from './fields.ts';
import type { ForeignSample } from './log-format.ts';

/** An answer as a column holds it, with what the API said of it. */
export interface Reply extends Pick<ForeignSample, 'model' | 'usage' | 'finishReason' | 'reasoning'> {
  readonly text: string;
}

/**
 * The answer in a column: a text, or the body of a response of Chat Completions, Completions, Responses or Messages, perhaps within
 * the record of a batch. Undefined for anything else.
 */
export function replyOf(column: unknown): Reply | undefined {
  if (typeof column === 'string') return { text: column };
  if (Array.isArray(column)) {
    const text = contentText(column);
    return text === undefined ? undefined : { text };
  }
  const outer = fieldsOf(column);
  const body = 'body' in outer ? fieldsOf(outer['body']) : outer;
  const choice = fieldsOf(listOf(body['choices'])[0]);
  const text = textIn(body, choice);
  if (text === undefined) return undefined;
  const usage = fieldsOf(body['usage']);
  const reason = textOf(choice['finish_reason']) ?? textOf(body['stop_reason']);
  return {
    text,
    ...present({
      model: textOf(body['model']),
      usage: usageOf(
        usage['prompt_tokens'] ?? usage['input_tokens'],
        usage['completion_tokens'] ?? usage['output_tokens'],
        fieldsOf(usage['completion_tokens_details'] ?? usage['output_tokens_details'])['reasoning_tokens'],
        usage['total_tokens'],
      ),
      finishReason: finishReasonOf(reason),
      reasoning: reasoningOf(fieldsOf(choice['message'])) ?? reasoningOf(body),
    }),
  };
}

function textIn(body: Fields, choice: Fields): string | undefined {
  const said = contentText(fieldsOf(choice['message'])['content']) ?? textOf(choice['text']);
  if (said !== undefined) return said;
  const messages = listOf(body['output']).flatMap((item) => {
    const { type, content } = fieldsOf(item);
    return type === 'message' ? [contentText(content) ?? ''] : [];
  });
  return messages.length > 0 ? messages.join('\n') : contentText(body['content']);
}
