import { once } from 'node:events';
import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { err, ok, type Result } from '../core/base/result.ts';
import type { Tool, ToolFault, ToolHost } from '../core/tools/tool.ts';
import { boundedLines } from './node-bounded-lines.ts';
import { SECRETS } from './secrets.ts';

/** Asks the client's user for confirmation. `unable`: the client cannot ask. */
export type AskUser = (question: string, signal: AbortSignal) => Promise<'yes' | 'no' | 'unable'>;

/** A server whose tools are added after its creation, because some of them ask the user through it. */
export interface ToolServer {
  readonly ask: AskUser;
  /** Starts the server. */
  serve(tools: readonly Tool[], host: ToolHost, transport: Transport): Promise<void>;
}

/**
 * Returns a server of tools over the Model Context Protocol. A failure of a tool is returned as data, marked as an error.
 */
export function toolServer(version: string): ToolServer {
  const { server } = new McpServer({ name: 'statelens', title: 'StateLens', version }, { capabilities: { tools: {} } });
  return {
    async ask(question, signal) {
      if (server.getClientCapabilities()?.elicitation === undefined) return 'unable';
      const requestedSchema = { type: 'object' as const, properties: {} };
      const answer = await server.elicitInput({ message: question, requestedSchema }, { signal, timeout: ANSWER_MS });
      return answer.action === 'accept' ? 'yes' : 'no';
    },
    async serve(tools, host, transport) {
      server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
      server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
        const tool = tools.find(({ name }) => name === params.name);
        const result =
          tool === undefined
            ? { ok: false as const, error: { code: 'bad-input', message: `unknown tool "${params.name}"` } }
            : await tool.run(params.arguments, host, signal);
        const answer = SECRETS.redactAll(result.ok ? result.value : { error: result.error });
        return {
          content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
          structuredContent: answer,
          isError: !result.ok,
        };
      });
      // The SDK's interface has no events.
      Object.assign(transport, { onerror: (error: Error) => void answerUnread(transport, error) });
      await server.connect(transport);
    },
  };
}

/**
 * Answers input that is no message; it has no id, which the types of the SDK do not allow. The stream itself can fail, too.
 */
async function answerUnread(transport: Transport, error: Error): Promise<void> {
  if (!(error instanceof SyntaxError) && !('issues' in error)) return;
  const [code, message] = error instanceof SyntaxError ? [-32700, 'Parse error'] : [-32600, 'Invalid Request'];
  await transport.send({ jsonrpc: '2.0', id: null, error: { code, message } } as never);
}

/** Time for the user to answer, in milliseconds. */
const ANSWER_MS = 10 * 60_000;

const described = ({ name, title, description, input }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { ...input, required: [...input.required] },
  annotations: { title, readOnlyHint: true, destructiveHint: false, openWorldHint: name === 'predict_state' },
});

/** Length limit of a message, in UTF-16 units. */
const MAX_LINE = 8_000_000;
/** A character has at most three bytes for each of its UTF-16 units. */
const MAX_MESSAGE_BYTES = 3 * MAX_LINE + 1;

/** Transport of the Model Context Protocol over a pair of streams. */
export interface ToolStdio {
  readonly transport: StdioServerTransport;
  /** Resolves when the client has ended its input and all its messages were read. */
  readonly ended: Promise<unknown>;
}

/**
 * Opens a transport that answers a message which is too long with an error (JSON-RPC 2.0, 5.1) and reads the next one: the library's own
 * transport ends the session without a message.
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
  return { transport: new StdioServerTransport(lines, stdout, { maxBufferSize: 2 * MAX_MESSAGE_BYTES }), ended };
}

/** Maximum file size in bytes. The command line has no such limit: it reads files in pieces. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

const noFile = (message: string): Result<never, ToolFault> => err({ code: 'no-file', message });

/**
 * Reads files in a folder and its subfolders, and no others: links that lead out of it are not followed. Rejects if there is no such
 * folder.
 *
 * @param read returns the text of a file by its real path, or the reason why there is none
 */
export async function rootFiles(
  folder: string,
  read: (file: string) => Promise<Result<string, string>>,
): Promise<ToolHost['readFile']> {
  const root = await realpath(folder);
  await (await opendir(root)).close();
  return async (name) => {
    const asked = path.resolve(root, name);
    const outside = noFile(`${name} is outside of the folder with the files that may be read`);
    if (!isBelow(root, asked)) return outside;
    try {
      const real = await realpath(asked);
      if (!isBelow(root, real)) return outside;
      const found = await stat(real);
      if (!found.isFile()) return noFile(`${name} is not a file`);
      if (found.size > MAX_FILE_BYTES)
        return noFile(`${name} is larger than ${MAX_FILE_BYTES / 2 ** 20} MB; use the command line`);
      const text = await read(real);
      return text.ok ? ok({ name, text: text.value }) : noFile(text.error.replace(`${root}${path.sep}`, ''));
    } catch {
      return noFile(`${name} does not exist`);
    }
  };
}

function isBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative);
}
