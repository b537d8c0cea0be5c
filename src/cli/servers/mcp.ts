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
import type { OpenAiApi } from '../../models/source.ts';
import { type Act, attemptAsync, CliError, EXIT } from '../command.ts';
import { readText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { wholeNumber } from '../options.ts';
import { apiOption, modelNamed } from '../predict/open-model.ts';
import { packageVersion } from '../version.ts';

const AFTER_HELP = `
The tools read and change nothing: ${TOOLS.map(({ name }) => name).join(', ')}. With --model there is predict_state as well; before
it sends anything to a server, the user is asked through the client, with the number of requests and the host.

Example, as a client's configuration:
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
    .description('A server of the Model Context Protocol for agents, on standard input and output.')
    .option('--root <folder>', 'whose files may be read', '.')
    .option('--model <label>', 'also offer predict_state, by this model')
    .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL)
    .addOption(apiOption().default('auto'))
    .addOption(
      new Option('--allow-requests <n>', 'requests to a server that need no question')
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
  // the transport does not look for the end of its input, by which a client says that it is done
  const ended = once(terminal.stdin, 'end');
  await server.serve(tools, { readFile, turn: turns(terminal.clock) }, transport);
  await ended;
  await transport.close();
  return EXIT.ok;
}

/**
 * Lets an agent ask a model: one of this process as it likes, one behind a host once the user said yes to this very
 * number of requests, or within the number that the command line allows.
 *
 * @param allowed requests that need no question, over the life of the server
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
      const requests = count === 1 ? '1 request' : `${count} requests`;
      const question = `Send ${requests} to ${label} at ${endpoint.host}? Moves only are sent. The first prompt:\n\n${prompt(DEFAULT_TEMPLATE)}`;
      const answer = await ask(question, signal).catch(() => 'no' as const);
      if (answer === 'yes') return opened;
      return declined(
        answer === 'unable'
          ? `this client cannot ask its user whether ${requests} may go to ${endpoint.host}; --allow-requests N lets N go unasked`
          : `the user did not agree to ${requests} to ${endpoint.host}`,
      );
    },
  };
}

/** Larger files than this are for the command line, which reads them piece by piece. */
const MAX_BYTES = 64 * 1024 * 1024;

const noFile = (message: string): Result<never, ToolFault> => err({ code: 'no-file', message });

/** A reader of the files below a folder, and of no others: links that lead out of it are not followed. */
async function rootFiles(
  terminal: Terminal,
  folder: string,
): Promise<(name: string) => Promise<Result<ToolFile, ToolFault>>> {
  const root = await realpath(folder);
  return async (name) => {
    const asked = path.resolve(root, name);
    const outside = noFile(`${name} is not below the folder whose files are offered`);
    if (!isBelow(root, asked)) return outside;
    try {
      const real = await realpath(asked);
      if (!isBelow(root, real)) return outside;
      const found = await stat(real);
      if (!found.isFile()) return noFile(`${name} is no file`);
      if (found.size > MAX_BYTES)
        return noFile(`${name} is larger than ${MAX_BYTES / 2 ** 20} MB; use the command line`);
      const { text } = await readText(terminal, real);
      return ok({ name, text });
    } catch (error) {
      if (error instanceof CliError) return noFile(error.message.replace(`${root}${path.sep}`, ''));
      return noFile(`there is no file ${name}`);
    }
  };
}

function isBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative);
}

/** Asks the person in front of the client. `unable`: the client cannot ask. */
type AskUser = (question: string, signal: AbortSignal) => Promise<'yes' | 'no' | 'unable'>;

/** A server whose tools are added once it is there, since some of them ask through it. */
interface ToolServer {
  readonly ask: AskUser;
  /** Begins to answer. */
  serve(tools: readonly Tool[], host: ToolHost, transport: Transport): Promise<void>;
}

/** The tools of a table over the Model Context Protocol. What goes wrong in one comes back as data, marked as an error. */
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
            ? { ok: false as const, error: { code: 'bad-input', message: `no tool "${params.name}"` } }
            : await tool.run(params.arguments, host, signal);
        const answer = result.ok ? result.value : { error: result.error };
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

/** People take their time. */
const ANSWER_MS = 10 * 60_000;

const described = ({ name, title, description, input }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { ...input, required: [...input.required] },
  annotations: { title, readOnlyHint: true, destructiveHint: false, openWorldHint: name === 'predict_state' },
});
