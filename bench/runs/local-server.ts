import { spawn } from 'node:child_process';

/** A chat server in a process of its own, so that its work is not counted; it says its port on standard output. */
const SERVER = `
import http from 'node:http';
const delay = Number(process.argv[2]);
const message = { role: 'assistant', content: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' };
const usage = { prompt_tokens: 100, completion_tokens: 30, total_tokens: 130 };
const body = JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
const server = http.createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  }, delay));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

export interface LocalServer {
  readonly baseUrl: string;
  stop(): void;
}

/** @param delay milliseconds until each answer */
export function startServer(delay: number): Promise<LocalServer> {
  const child = spawn(process.execPath, ['--input-type=module', '-', String(delay)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(SERVER);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (port) =>
      resolve({ baseUrl: `http://127.0.0.1:${String(port).trim()}/v1`, stop: () => child.kill() }),
    );
  });
}
