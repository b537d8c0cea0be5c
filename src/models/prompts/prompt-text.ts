import type { ChatMessage } from '../model.ts';

/** The messages of a prompt as one text, each under its role: what a person would paste into a chat. */
export const promptText = (messages: readonly ChatMessage[]): string =>
  messages.length === 1
    ? (messages[0]?.content ?? '')
    : messages.map(({ role, content }) => `${role}:\n${content}`).join('\n\n');
