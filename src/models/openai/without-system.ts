import type { ChatMessage } from '../model.ts';

/** The text of system messages before that of the first message by the user. */
export function withoutSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== 'system');
  const [first, ...rest] = others;
  if (system.length === 0 || first === undefined) return others;
  return [
    { role: 'user', content: [...system, ...(first.role === 'user' ? [first.content] : [])].join('\n\n') },
    ...(first.role === 'user' ? rest : others),
  ];
}
