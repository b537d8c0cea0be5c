import { ANSWERING_ROLES, isFields, messagesOf } from '../logs/fields.ts';
import type { ForeignSample } from '../logs/log-format.ts';
import { valueAt } from './plan-row.ts';

const INSTRUCTION = /(?:^|[._])instruction$/i;

/** What was asked, by the column of it; the instruction of a row goes with its input. */
export function messagesBy(row: unknown, path: string): ForeignSample['messages'] {
  const value = valueAt({ record: row }, path);
  const messages = messagesOf(value);
  const input = INSTRUCTION.test(path) && isFields(row) ? row['input'] : undefined;
  if (typeof value !== 'string' || typeof input !== 'string' || input === '') return untilAnswer(messages);
  return messagesOf(`${value}\n\n${input}`);
}

/** Messages up to the last answer. */
function untilAnswer(messages: ForeignSample['messages']): ForeignSample['messages'] {
  let last = messages.length - 1;
  while (last >= 0 && !ANSWERING_ROLES.has(messages[last]?.role ?? '')) last--;
  return last < 0 ? messages : messages.slice(0, last);
}
