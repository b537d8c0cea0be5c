import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { boundedLines } from './node-bounded-lines.ts';

/** Characters of a message. */
const MAX_LINE = 8_000_000;
/** A character has at most three bytes for each of its code units. */
const MAX_BYTES = 3 * MAX_LINE + 1;

/** Messages of the Model Context Protocol over a pair of streams. */
export interface ToolStdio {
  readonly transport: StdioServerTransport;
  /** Resolves when the client has ended its input, and its messages were taken. */
  readonly ended: Promise<unknown>;
}

/**
 * Opens a transport that answers a message which is too long with an error (JSON-RPC 2.0, 5.1) and reads the next one: the library's
 * own ends the session without a word.
 *
 * @param note tells the user in one line
 */
export function toolStdio(stdin: Readable, stdout: Writable, note: (message: string) => void): ToolStdio {
  const lines = new PassThrough();
  const ended = once(lines, 'end');
  const refuse = (): void => {
    const message = `a message has at most ${MAX_LINE.toLocaleString('en-US')} characters`;
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message } })}\n`);
    note(`${message}; a longer one was not read`);
  };
  const pass = async (): Promise<void> => {
    for await (const line of boundedLines(stdin, MAX_LINE))
      if (line === undefined) refuse();
      else if (!lines.write(`${line}\n`)) await once(lines, 'drain');
  };
  pass()
    .catch((error: unknown) => note(`the input failed: ${String(error)}`))
    .finally(() => lines.end());
  return { transport: new StdioServerTransport(lines, stdout, { maxBufferSize: 2 * MAX_BYTES }), ended };
}
