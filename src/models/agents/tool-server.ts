import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolHost } from '../../core/tools/tool.ts';
import { SECRETS } from '../secrets.ts';

/** Asks the user of the client for confirmation. `unable`: the client cannot ask. */
export type AskUser = (question: string, signal: AbortSignal) => Promise<'yes' | 'no' | 'unable'>;

/** A server whose tools are added after its creation, because some of them ask the user through it. */
export interface ToolServer {
  readonly ask: AskUser;
  /** Starts the server. */
  serve(tools: readonly Tool[], host: ToolHost, transport: Transport): Promise<void>;
}

/** A server of tools over the Model Context Protocol. A failure of a tool is returned as data, marked as an error. */
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
      // the interface of the SDK has no events
      Object.assign(transport, { onerror: (error: Error) => void answerUnread(transport, error) });
      await server.connect(transport);
    },
  };
}

/** Answers what is no message; it has no id, which the types of the SDK do not know. The stream itself can fail, too. */
async function answerUnread(transport: Transport, error: Error): Promise<void> {
  if (!(error instanceof SyntaxError) && !('issues' in error)) return;
  const [code, message] = error instanceof SyntaxError ? [-32700, 'Parse error'] : [-32600, 'Invalid Request'];
  await transport.send({ jsonrpc: '2.0', id: null, error: { code, message } } as never);
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
