import type http from 'node:http';
import { chat, type Received, sendJson } from './model-server.ts';

interface Asked {
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly seed?: number;
  readonly top_logprobs?: number;
}

/** What a server can do; the rest it refuses with HTTP 400, as real ones do. */
export interface Able {
  readonly systemRole?: boolean;
  readonly streaming?: boolean;
  readonly seed?: boolean;
  readonly topLogprobs?: number;
  readonly list?: unknown;
  readonly empty?: boolean;
}

/** Answers as a server would that can do so much. */
export function answerAs(able: Able, response: http.ServerResponse, { path, body }: Received): void {
  if (path.endsWith('/models')) {
    if (able.list === undefined) return sendJson(response, 404, {});
    return sendJson(response, 200, { data: able.list });
  }
  const asked = JSON.parse(body) as Asked;
  const refuse = (what: string): void => sendJson(response, 400, { error: { message: `${what} is not supported` } });
  if (asked.messages?.some(({ role }) => role === 'system') === true && able.systemRole === false)
    return refuse('system');
  if (asked.seed !== undefined && able.seed === false) return refuse('seed');
  const most = able.topLogprobs ?? 0;
  if ((asked.top_logprobs ?? 0) > most && most > 0) return refuse('top_logprobs');
  if (asked.stream === true && able.streaming === true) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.end('data: {}\n\ndata: [DONE]\n\n');
  }
  if (able.empty === true) return sendJson(response, 200, chat('', 'length'));
  const completion = chat('ready') as { choices: { logprobs: unknown }[] };
  const [choice] = completion.choices;
  if (choice !== undefined && asked.top_logprobs !== undefined && most > 0) {
    const top = Array.from({ length: asked.top_logprobs }, (_, i) => ({ token: `t${i}`, logprob: -i }));
    choice.logprobs = { content: [{ token: 'ready', logprob: -0.1, top_logprobs: top }] };
  }
  sendJson(response, 200, completion);
}
