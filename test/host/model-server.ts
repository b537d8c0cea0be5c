import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on 127.0.0.1 that speaks as much of OpenAI's API as a prediction needs, and answers the same always. */
export class ModelServer {
  readonly #server: http.Server;
  /** The bodies of the requests for a completion. */
  readonly asked: string[] = [];
  /** Every request: method and path. */
  readonly seen: string[] = [];

  /** Name of a model that it refuses to have, with HTTP 404. */
  missing: string | undefined;

  /** Time of the first refusal, by the clock of this process. */
  refusedAt: number | undefined;

  /** @param delay of each answer, in milliseconds */
  constructor(answer: string, delay = 0) {
    this.#server = http.createServer((request, response) => {
      this.seen.push(`${request.method} ${request.url}`);
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        // Pages of every origin may ask, as many local model servers have it.
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
        if (request.method === 'OPTIONS') return response.writeHead(204, headers).end();
        const json = { ...headers, 'content-type': 'application/json' };
        if (this.missing !== undefined && body.includes(`"model":"${this.missing}"`)) {
          this.refusedAt ??= performance.now();
          response.writeHead(404, json);
          return response.end(JSON.stringify({ error: { code: 'model_not_found', message: 'it was taken down' } }));
        }
        response.writeHead(200, json);
        if (request.method === 'GET') return response.end(JSON.stringify({ object: 'list', data: [{ id: 'fake' }] }));
        this.asked.push(body);
        const choice = { index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' };
        const usage = { prompt_tokens: 40, completion_tokens: 30, total_tokens: 70 };
        const said = { id: '1', object: 'chat.completion', created: 0, model: 'fake', choices: [choice], usage };
        return setTimeout(() => response.end(JSON.stringify(said)), delay);
      });
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** What makes it the model of a VS Code. */
  get settings(): Readonly<Record<string, string>> {
    return {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': this.baseUrl,
    };
  }

  /** Does nothing where it was not started. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
