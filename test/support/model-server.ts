import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Responder = (response: http.ServerResponse, request: Received, count: number) => void;

export interface ModelServer {
  readonly baseUrl: string;
  readonly host: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/**
 * A server on this machine that answers as it is told to; `count` is the number of the request, from 1. On a port that
 * is wanted it rejects where that is taken.
 */
export async function serveModel(respond: Responder, wanted = 0): Promise<ModelServer> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(one);
      respond(response, one, received.length);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(
  response: http.ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** The body of a chat completion. */
export const chat = (content: string | null, finishReason = 'stop'): unknown => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason, logprobs: null }],
  usage: {
    prompt_tokens: 110,
    completion_tokens: 7,
    total_tokens: 117,
    completion_tokens_details: { reasoning_tokens: 3 },
  },
});
