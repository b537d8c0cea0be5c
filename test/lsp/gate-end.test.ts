import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Emitter,
  LSPErrorCodes,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-languageserver/node';
import { Gate } from '../../src/server/gate/gate.ts';

interface Sent {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly error?: { readonly code: number };
}

/** A gate, what it hands on and what it sends; nothing is served unless the test says so. */
function gated() {
  const sent: Sent[] = [];
  const queued: Sent[] = [];
  let receive = (_message: Message): void => {};
  const never = new Emitter<never>().event;
  const reader: MessageReader = {
    onError: never,
    onClose: never,
    onPartialMessage: never,
    listen(callback) {
      receive = callback;
      return { dispose: () => {} };
    },
    dispose: () => {},
  };
  const writer: MessageWriter = {
    onError: never,
    onClose: never,
    write: (message) => Promise.resolve(void sent.push(message as Sent)),
    end: () => {},
    dispose: () => {},
  };
  const gate = new Gate(reader, writer);
  gate.reader.listen((message) => void queued.push(message as Sent));
  const give = (message: object): void => receive(message as Message);
  give({ id: 0, method: 'initialize', params: { capabilities: {} } });
  return { gate, sent, queued, give };
}

const hover = (id: number) => ({
  id,
  method: 'textDocument/hover',
  params: { textDocument: { uri: 'file:///a.pgn' }, position: { line: 0, character: 0 } },
});

describe('the end of the server', () => {
  it('answers what is open at once, serves nothing that is queued, and drops late answers', async () => {
    const { gate, sent, queued, give } = gated();
    await gate.writer.write({ jsonrpc: '2.0', id: 0, result: {} } as Message);
    let ended = 0;
    gate.onEnd(() => ended++);
    for (const id of [1, 2, 3]) give(hover(id));
    give({ method: 'textDocument/didClose', params: { textDocument: { uri: 'file:///a.pgn' } } });
    give({ id: 4, method: 'shutdown' });
    assert.equal(ended, 1);
    assert.deepEqual(
      sent.slice(1).map(({ id, error }) => [id, error?.code]),
      [1, 2, 3].map((id) => [id, LSPErrorCodes.RequestCancelled]),
    );
    const served: (string | undefined)[] = [];
    for (const message of queued.slice(1))
      void gate.options.messageStrategy?.handleMessage(
        message as Message,
        (one) => void served.push((one as Sent).method),
      );
    assert.deepEqual(served, ['shutdown']);
    await gate.writer.write({ jsonrpc: '2.0', id: 2, result: null } as Message);
    assert.equal(sent.length, 4);
    // The exit that came early is handed on behind the answer.
    give({ method: 'exit' });
    assert.equal(queued.at(-1)?.method, 'shutdown');
    await gate.writer.write({ jsonrpc: '2.0', id: 4, result: null } as Message);
    assert.equal(queued.at(-1)?.method, 'exit');
  });

  it('lets other work wait for the messages, but not for ever', () => {
    const { gate, queued, give } = gated();
    give(hover(1));
    const deferred: (() => void)[] = [];
    let turns = 0;
    gate.afterMessages(
      (callback) => void deferred.push(callback),
      () => turns++,
    );
    deferred.shift()?.();
    assert.equal(turns, 0);
    for (const message of queued) void gate.options.messageStrategy?.handleMessage(message as Message, () => undefined);
    deferred.shift()?.();
    assert.equal(turns, 1);
    give(hover(2));
    gate.afterMessages(
      (callback) => void deferred.push(callback),
      () => turns++,
    );
    let looks = 0;
    for (let next = deferred.shift(); next !== undefined && looks < 1000; next = deferred.shift()) {
      next();
      looks++;
    }
    assert.equal(turns, 2);
    assert.ok(looks > 10 && looks < 1000);
  });
});
