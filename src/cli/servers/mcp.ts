import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Command, Option } from 'commander';
import { turns } from '../../compute/turns.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { TOOLS } from '../../core/tools/table.ts';
import type { Tool, ToolFault, ToolFile, ToolHost } from '../../core/tools/tool.ts';
import { type AskedModel, type PredictGate, predictTool } from '../../models/asking/predict-tool.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import type { Model } from '../../models/model.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts/prompt.ts';
import { SECRETS } from '../../models/secrets.ts';
import type { OpenAiApi } from '../../models/source.ts';
import { type Act, attemptAsync, CliError, EXIT } from '../command.ts';
import { readText } from '../io/files.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { wholeNumber } from '../options.ts';
import { apiOption, modelNamed } from '../predict/open-model.ts';
import { packageVersion } from '../version.ts';

const AFTER_HELP = `
All tools are read-only: ${TOOLS.map(({ name }) => name).join(', ')}. --model adds predict_state, which asks the user
through the client before it sends requests to a server, with their number and the host.

Example (configuration of a client):
  { "mcpServers": { "statelens": { "command": "statelens", "args": ["mcp", "--root", "games"] } } }`;

interface McpFlags {
  readonly root: string;
  readonly model?: string;
  readonly baseUrl: string;
  readonly api: OpenAiApi;
  readonly allowRequests: number;
}

export function define(command: Command, act: Act): void {
  command
    .description('Run a server of the Model Context Protocol for agents, on standard input and output.')
    .option('--root <folder>', 'folder with the files that may be read', '.')
    .option('--model <label>', 'also offer predict_state, with this model')
    .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL)
    .addOption(apiOption().default('auto'))
    .addOption(
      new Option('--allow-requests <n>', 'number of requests to a server without confirmation')
        .default(0)
        .argParser(wholeNumber(0, 1_000_000)),
    )
    .addHelpText('after', AFTER_HELP)
    .action(act(serve));
}

async function serve(
  terminal: Terminal,
  { root, model: label, baseUrl, api, allowRequests }: McpFlags,
): Promise<number> {
  const readFile = await attemptAsync(`cannot read ${root}`, () => rootFiles(terminal, root));
  const server = toolServer(packageVersion());
  const tools = [...TOOLS];
  if (label !== undefined)
    tools.push(predictTool(userGate(terminal, modelNamed(terminal, label, baseUrl, api), allowRequests, server.ask)));
  const transport = new StdioServerTransport(terminal.stdin, terminal.stdout);
  // the transport ignores the end of its input, with which a client ends the session
  const ended = once(terminal.stdin, 'end');
  await server.serve(tools, { readFile, turn: turns(terminal.clock) }, transport);
  await ended;
  await transport.close();
  return EXIT.ok;
}

/**
 * Lets an agent use a model: a local model without limits, a remote one after the user's consent to the number of requests, or
 * within the number that the command line allows.
 *
 * @param allowed number of requests without confirmation, over the life of the server
 */
function userGate(terminal: Terminal, model: Model, allowed: number, ask: AskUser): PredictGate {
  const opened: Result<AskedModel, ToolFault> = ok({ model, template: DEFAULT_TEMPLATE, settings: {} });
  const declined = (message: string): Result<never, ToolFault> => err({ code: 'declined', message });
  let left = allowed;
  return {
    concurrency: 4,
    clock: terminal.clock,
    async open(count, prompt, signal) {
      const { endpoint, label } = model;
      if (endpoint === undefined) return opened;
      if (count <= left) {
        left -= count;
        return opened;
      }
      const requests = plural(count, 'request');
      const question = `Send ${requests} to ${label} at ${endpoint.host}? Only moves are sent. First prompt:\n\n${prompt(DEFAULT_TEMPLATE)}`;
      const answer = await ask(question, signal).catch(() => 'no' as const);
      if (answer === 'yes') return opened;
      return declined(
        answer === 'unable'
          ? `this client cannot ask its user to confirm ${requests} to ${endpoint.host}; start the server with --allow-requests N to allow N without confirmation`
          : `the user declined ${requests} to ${endpoint.host}`,
      );
    },
  };
}

/** Maximum file size. The command line has no such limit: it reads files in pieces. */
const MAX_BYTES = 64 * 1024 * 1024;

const noFile = (message: string): Result<never, ToolFault> => err({ code: 'no-file', message });

/** Reads files in a folder and its subfolders, and no others: links that lead out of it are not followed. */
async function rootFiles(
  terminal: Terminal,
  folder: string,
): Promise<(name: string) => Promise<Result<ToolFile, ToolFault>>> {
  const root = await realpath(folder);
  return async (name) => {
    const asked = path.resolve(root, name);
    const outside = noFile(`${name} is outside of the folder with the files that may be read`);
    if (!isBelow(root, asked)) return outside;
    try {
      const real = await realpath(asked);
      if (!isBelow(root, real)) return outside;
      const found = await stat(real);
      if (!found.isFile()) return noFile(`${name} is not a file`);
      if (found.size > MAX_BYTES)
        return noFile(`${name} is larger than ${MAX_BYTES / 2 ** 20} MB; use the command line`);
      const { text } = await readText(terminal, real);
      return ok({ name, text });
    } catch (error) {
      if (error instanceof CliError) return noFile(error.message.replace(`${root}${path.sep}`, ''));
      return noFile(`${name} does not exist`);
    }
  };
}

function isBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative);
}

/** Asks the user of the client for confirmation. `unable`: the client cannot ask. */
type AskUser = (question: string, signal: AbortSignal) => Promise<'yes' | 'no' | 'unable'>;

/** A server whose tools are added after its creation, because some of them ask the user through it. */
interface ToolServer {
  readonly ask: AskUser;
  /** Starts the server. */
  serve(tools: readonly Tool[], host: ToolHost, transport: Transport): Promise<void>;
}

/** A server of tools over the Model Context Protocol. A failure of a tool is returned as data, marked as an error. */
function toolServer(version: string): ToolServer {
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
      await server.connect(transport);
    },
  };
}

/** Time for the user to answer. */
const ANSWER_MS = 10 * 60_000;

const described = ({ name, title, description, input }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { ...input, required: [...input.required] },
  annotations: { title, readOnlyHint: true, destructiveHint: false, openWorldHint: name === 'predict_state' },
});
