import type { TextMap } from './text-map.ts';

/** Who says a text. `call`: the arguments of a tool that a model calls. */
export type Role = 'user' | 'assistant' | 'tool' | 'call' | 'unknown';

/** A text of a transcript: a message, a part of one, or a field of a record. */
export interface Part {
  readonly role: Role;
  /** Name of the field that holds it, behind those of the objects around it in its record: `after.fen`; '' for prose. */
  readonly key: string;
  readonly text: string;
  readonly map: TextMap;
}

/** Something that could not be read. */
export interface Unread {
  /** Offset in the document. */
  readonly at: number;
  readonly message: string;
}

/** Reads a document that arrives in pieces. */
export interface PartReader {
  push(piece: string): void;
  end(): void;
  /** Offset up to which nothing will be reported any more. */
  readonly settled: number;
}

const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  system: 'user',
  developer: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  gpt: 'assistant',
  bot: 'assistant',
  chatgpt: 'assistant',
  claude: 'assistant',
  model: 'assistant',
  reasoning: 'assistant',
  tool: 'tool',
  function: 'tool',
  environment: 'tool',
  observation: 'tool',
  tool_result: 'tool',
  function_call_output: 'tool',
  tool_use: 'call',
  function_call: 'call',
  'gen_ai.user.message': 'user',
  'gen_ai.system.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.choice': 'assistant',
  'gen_ai.tool.message': 'tool',
};

/** The role that a name stands for; undefined for other words. */
export const roleNamed = (name: string): Role | undefined => {
  const key = name.toLowerCase();
  return Object.hasOwn(ROLES, key) ? ROLES[key] : undefined;
};
