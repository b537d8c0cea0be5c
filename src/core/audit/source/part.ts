import type { TextMap } from './text-map.ts';

/** Who says a text. `call`: the arguments of a tool that a model calls. */
export type Role = 'user' | 'assistant' | 'tool' | 'call' | 'unknown';

/** A text of a transcript: a message, a part of one, or a field. */
export interface Part {
  readonly role: Role;
  /** The name of the field that holds it; '' for prose. */
  readonly key: string;
  /** The name of the record that holds the field; '' for none. */
  readonly holder: string;
  readonly text: string;
  readonly map: TextMap;
  /** Texts with the same name belong to one conversation. */
  readonly conversation: string;
  /** Number of its message within the document. */
  readonly message: number;
  /** The move that its record chose: what is thought there is of the position before it. */
  readonly chosen?: string;
  /** It is a list: the elements of an array, with a space between them. */
  readonly isList?: true;
}

/** Something that could not be read. */
export interface Unread {
  /** Offset in the document. */
  readonly at: number;
  readonly message: string;
}

/** Receives what a reader finds, in the order of the document. */
export interface PartSink {
  part(part: Part): void;
  unread(problem: Unread): void;
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
