import { type Command, Option } from 'commander';
import { turns } from '../../compute/system-clock.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import { TOOLS } from '../../core/tools/table.ts';
import type { ToolFault } from '../../core/tools/tool.ts';
import { decodeText } from '../../models/decode-text.ts';
import type { Model } from '../../models/model.ts';
import { type AskUser, MAX_FILE_BYTES, rootFiles, toolServer, toolStdio } from '../../models/node-tool-server.ts';
import { type PredictGate, type PredictModel, predictTool } from '../../models/predict/predict-tool.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts/prompt.ts';
import { type Act, attemptAsync, CliError, EXIT, packageVersion } from '../command.ts';
import { Archive } from '../io/archives/archives.ts';
import { readBytes } from '../io/files.ts';
import { type Terminal } from '../io/terminal.ts';
import { type ModelFlags, modelOption, modelOptions, requestConcurrency } from '../model-options.ts';
import { wholeNumber } from '../options.ts';
import { modelNamed } from '../predict/open-model.ts';

const AFTER_HELP = `
All tools are read-only: ${TOOLS.map(({ name }) => name).join(', ')}. --model adds predict_state, which asks the user
through the client before it sends requests to a server, with their number and the host.

Example (configuration of a client):
  { "mcpServers": { "statelens": { "command": "statelens", "args": ["mcp", "--root", "games"] } } }`;

interface McpFlags extends ModelFlags {
  readonly root: string;
  readonly model?: string;
  readonly allowRequests: number;
}

export function define(command: Command, act: Act): void {
  modelOptions(
    command
      .description('Run a server of the Model Context Protocol for agents, on standard input and output.')
      .option('--root <folder>', 'folder with the files that may be read', '.')
      .addOption(modelOption('none, and no predict_state')),
    'mcp',
  )
    .addOption(
      new Option('--allow-requests <n>', 'number of requests to a server without confirmation')
        .default(0)
        .argParser(wholeNumber(0, 1_000_000)),
    )
    .addHelpText('after', AFTER_HELP)
    .action(act(serve));
}

async function serve(terminal: Terminal, flags: McpFlags): Promise<number> {
  const { root, model: label } = flags;
  const readFile = await attemptAsync(`cannot read ${root}`, () => rootFiles(root, (file) => fileText(terminal, file)));
  const server = toolServer(packageVersion());
  const tools = [...TOOLS];
  if (label !== undefined)
    tools.push(predictTool(userGate(terminal, modelNamed(terminal, label, flags), flags, server.ask)));
  const { transport, ended } = toolStdio(terminal.stdin, terminal.stdout, (message) => terminal.note(message));
  await server.serve(tools, { readFile, turn: turns(terminal.clock) }, transport);
  await ended;
  await transport.close();
  return EXIT.ok;
}

/**
 * Returns the gate of an agent to a model: a local model without limits, a remote one after the user's consent to the number of requests,
 * or within the number that the command line allows.
 *
 * @param flags number of requests without confirmation, over the life of the server, and of concurrent requests
 */
function userGate(terminal: Terminal, model: Model, flags: McpFlags, ask: AskUser): PredictGate {
  const opened: Result<PredictModel, ToolFault> = ok({ model, template: DEFAULT_TEMPLATE, settings: {} });
  const declined = (message: string): Result<never, ToolFault> => err({ code: 'declined', message });
  let left = flags.allowRequests;
  return {
    concurrency: requestConcurrency('mcp', flags),
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

/** Returns the text of a file, unpacked if it is compressed, or the reason why it cannot be read. */
async function fileText(terminal: Terminal, file: string): Promise<Result<string, string>> {
  const archive = new Archive(terminal);
  const pieces: Buffer[] = [];
  let left = MAX_FILE_BYTES;
  try {
    for await (const piece of archive.unpack(file, 'check', readBytes(terminal, file))) {
      left -= piece.length;
      if (left < 0) return err(`${file} is larger than ${MAX_FILE_BYTES / 2 ** 20} MB unpacked; use the command line`);
      pieces.push(piece);
    }
    return archive.failure === undefined
      ? ok(decodeText(Buffer.concat(pieces)).text)
      : err(`${file}: ${archive.failure}`);
  } catch (error) {
    if (error instanceof CliError) return err(error.message);
    throw error;
  }
}
