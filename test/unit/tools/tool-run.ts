import assert from 'node:assert/strict';
import type { AbortSignalLike } from '../../../src/core/base/cancellation.ts';
import { err, ok } from '../../../src/core/base/result.ts';
import { TOOLS } from '../../../src/core/tools/table.ts';
import type { ToolFault, ToolHost } from '../../../src/core/tools/tool.ts';

/** A host whose files are texts by name. */
export const hostOf = (files: Readonly<Record<string, string>> = {}): ToolHost => ({
  readFile: (name) => {
    const text = files[name];
    return Promise.resolve(
      text === undefined ? err({ code: 'no-file', message: `there is no file ${name}` }) : ok({ name, text }),
    );
  },
  turn: () => Promise.resolve(),
});

const run = (
  name: string,
  input: object,
  files: Readonly<Record<string, string>> | undefined,
  signal: AbortSignalLike,
) => {
  const tool = TOOLS.find((one) => one.name === name);
  assert.ok(tool, `there is a tool ${name}`);
  return tool.run(input, hostOf(files), signal);
};

/** What a tool answers, as a client reads it; a fault fails the test. */
export async function answerOf<T>(name: string, input: object, files?: Readonly<Record<string, string>>): Promise<T> {
  const result = await run(name, input, files, new AbortController().signal);
  assert.ok(result.ok, `${name}: ${JSON.stringify(result)}`);
  return JSON.parse(JSON.stringify(result.value)) as T;
}

/** The fault of a tool; an answer fails the test. */
export async function faultOf(
  name: string,
  input: object,
  files?: Readonly<Record<string, string>>,
  signal: AbortSignalLike = new AbortController().signal,
): Promise<ToolFault> {
  const result = await run(name, input, files, signal);
  assert.ok(!result.ok, `${name} answers`);
  return result.error;
}
