import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import vm from 'node:vm';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
}

/** What a web worker has, as far as a language server may need it; nothing of Node. */
const PLATFORM = {
  setTimeout,
  clearTimeout,
  performance,
  queueMicrotask,
  AbortController,
  WebAssembly: Reflect.get(globalThis, 'WebAssembly') as unknown,
  TextEncoder,
  TextDecoder,
  console,
};

/** The bundled script in a global scope of its own, with the two ends of a worker's messages. */
function startWorker() {
  const sent: Message[] = [];
  let receive: ((event: { data: unknown }) => void) | undefined;
  let wake: (() => void) | undefined;
  const self = {
    postMessage(message: Message) {
      sent.push(message);
      wake?.();
    },
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      if (type === 'message') receive = listener;
    },
    set onmessage(listener: (event: { data: unknown }) => void) {
      receive = listener;
    },
  };
  // Open channels would keep the test's process alive.
  const channels: InstanceType<typeof MessageChannel>[] = [];
  class Channel extends MessageChannel {
    constructor() {
      super();
      channels.push(this);
    }
  }
  const importScripts = (file: string) => vm.runInContext(fs.readFileSync(file, 'utf8'), scope);
  const scope = vm.createContext({ ...PLATFORM, MessageChannel: Channel, self, importScripts });
  importScripts('dist/server-web.js');
  receive?.({ data: { core: 'dist/server-core.js' } });
  return {
    end: () => channels.forEach(({ port1 }) => port1.close()),
    send: (message: object) => receive?.({ data: { jsonrpc: '2.0', ...message } }),
    next: async (wanted: (message: Message) => boolean): Promise<Message> => {
      for (;;) {
        const index = sent.findIndex(wanted);
        if (index >= 0) return sent.splice(index, 1)[0];
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

describe('the server in a web worker', () => {
  it('answers, and scores predictions in its own thread', async () => {
    const worker = startWorker();
    const { send, next } = worker;
    const capabilities = { workspace: { codeLens: { refreshSupport: true } } };
    send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities } });
    assert.ok((await next((m) => m.id === 1)).result);
    const uri = 'file:///a.fen';
    const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    const text = `${fen}\n# pfen a ${fen.replace(' b ', ' w ')}\n`;
    send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'fen', version: 1, text } } });
    const title = async (id: number) => {
      send({ id, method: 'textDocument/codeLens', params: { textDocument: { uri } } });
      const { result } = await next((m) => m.id === id);
      return (result as { command: { title: string } }[])[0].command.title;
    };
    assert.equal(await title(2), 'p₄ … · edit 1 · a: right board, wrong side to move');
    await next((m) => m.method === 'workspace/codeLens/refresh');
    assert.equal(await title(3), 'p₄ 0 (true side: 1) · r₄ 0 (1) · edit 1 · a: right board, wrong side to move');
    send({ id: 4, method: 'shutdown' });
    await next((m) => m.id === 4);
    worker.end();
  });
});
