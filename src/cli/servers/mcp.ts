import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type Command, Option } from 'commander';
import { turns } from '../../compute/turns.ts';
import { TOOLS } from '../../core/tools/table.ts';
import { predictTool } from '../../models/asking/predict-tool.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import type { OpenAiApi } from '../../models/source.ts';
import { type Act, EXIT } from '../command.ts';
import { attemptAsync } from '../failure.ts';
import type { Terminal } from '../io/terminal.ts';
import { wholeNumber } from '../options.ts';
import { apiOption, modelNamed } from '../predict/open-model.ts';
import { packageVersion } from '../version.ts';
import { userGate } from './gate.ts';
import { rootFiles } from './root-files.ts';
import { toolServer } from './server.ts';

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
