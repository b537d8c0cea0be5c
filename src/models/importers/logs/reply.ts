import {
  callsText,
  contentText,
  type Fields,
  fieldsOf,
  finishReasonOf,
  listOf,
  messageIn,
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
 * The answer in a column: a text, or the body of a response of Chat Completions, Completions, Responses, Messages, Gemini, Bedrock or a local
 * server, perhaps within the record of a batch; or the generations of LangChain, vLLM or HELM. Undefined for anything else.
 */
export function replyOf(column: unknown): Reply | undefined {
  if (typeof column === 'string') return { text: column };
  if (Array.isArray(column)) {
    const text = contentText(column);
    return text === undefined ? undefined : { text };
  }
  const outer = fieldsOf(column);
  const body = 'body' in outer ? fieldsOf(outer['body']) : outer;
  const choice = fieldsOf(listOf(body['choices'] ?? body['candidates'])[0]);
  const text = textIn(body, choice);
  if (text === undefined) return undefined;
  const usage = fieldsOf(body['usage'] ?? body['usageMetadata']);
  const reason = textOf(choice['finish_reason'] ?? choice['finishReason']) ?? textOf(body['stop_reason']);
  return {
    text,
    ...present({
      model: textOf(body['model'] ?? body['modelVersion'] ?? fieldsOf(body['llm_output'])['model_name']),
      usage: usageOf(
        usage['prompt_tokens'] ?? usage['input_tokens'] ?? usage['promptTokenCount'],
        usage['completion_tokens'] ?? usage['output_tokens'] ?? usage['candidatesTokenCount'],
        fieldsOf(usage['completion_tokens_details'] ?? usage['output_tokens_details'])['reasoning_tokens'],
        usage['total_tokens'],
      ),
      finishReason: finishReasonOf(reason),
      reasoning: reasoningOf(fieldsOf(choice['message'] ?? choice['content'])) ?? reasoningOf(body),
    }),
  };
}

function textIn(body: Fields, choice: Fields): string | undefined {
  const said =
    contentText(fieldsOf(choice['message'])['content']) ??
    textOf(choice['text']) ??
    contentText(choice['content']) ??
    callsText(fieldsOf(choice['message']));
  if (said !== undefined) return said;
  const generated = generatedIn(body);
  if (generated !== undefined) return generated;
  const messages = listOf(body['output']).flatMap((item) => {
    const { type, content } = fieldsOf(item);
    return type === 'message' ? [contentText(content) ?? ''] : [];
  });
  if (messages.length > 0) return messages.join('\n');
  const message = fieldsOf(fieldsOf(body['output'])['message'] ?? body['message']);
  return contentText(body['content']) ?? contentText(message['content']) ?? callsText(body);
}

/** Lists of what was generated: the first text of the first one, which may be a list itself. */
const GENERATED = ['generations', 'completions', 'outputs', 'output_messages'] as const;

function generatedIn(body: Fields): string | undefined {
  for (const name of GENERATED) {
    let first = listOf(body[name])[0];
    if (Array.isArray(first)) first = (first as unknown[])[0];
    const message = messageIn(first);
    const text = textOf(fieldsOf(first)['text']) ?? textOf(first) ?? contentText(message['content']);
    if (text !== undefined) return text;
  }
  return textOf(body['generated_text']) ?? (body['done'] === undefined ? undefined : textOf(body['response']));
}
