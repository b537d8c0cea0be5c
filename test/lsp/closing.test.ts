import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { CodeLensRequest, DocumentFormattingRequest, ShutdownRequest } from 'vscode-languageserver/node';
import { systemClock } from '../../src/compute/system-clock.ts';
import type { FromWorker, Transport } from '../../src/compute/worker/worker-protocol.ts';
import { TestClock, testHost } from './host.ts';
import { Session } from './session.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
/** Games with predictions that are in no other file. */
const fileOf = (file: number, games = 20): string =>
  Array.from(
    { length: games },
    (_, i) => `[Event "x"]\n[Result "*"]\n\n1. e4 { [%pfen m ${START} ${i} ${file + 1}] } e5 *\n\n`,
  ).join('');
const uriOf = (file: number): string => `file:///${file}.pgn`;

/** Workers that take jobs and never answer, and what they were given. */
function silent() {
  const given: string[] = [];
  const cancelled = new Set<number>();
  const ids = new Set<number>();
  const transport: Transport = {
    concurrency: 1,
    start(events) {
      queueMicrotask(() => events.message({ kind: 'ready' } satisfies FromWorker));
      return {
        flags: undefined,
        post(message) {
          if (message.kind === 'cancel') cancelled.add(message.id);
          else
            for (const { id, name } of message.requests) {
              given.push(name);
              ids.add(id);
            }
        },
        terminate: () => Promise.resolve(),
      };
    },
  };
  return { transport, given, ids, cancelled };
}

describe('documents that are closed', () => {
  let session: Session;
  afterEach(() => session.end());
  /** Until the server has served all that was sent, and some turns of other work. */
  const settled = async (): Promise<void> => {
    for (let turns = 0; turns < 30; turns++)
      await session.client.connection.sendRequest('statelens/unknown').catch(() => undefined);
  };

  it('start no job any more, and those that run are called off', async () => {
    const { transport, given, ids, cancelled } = silent();
    session = await Session.start({ host: testHost(systemClock, transport) });
    for (let file = 0; file < 10; file++) {
      await session.client.open(uriOf(file), 'pgn', fileOf(file));
      await session.titles(uriOf(file));
    }
    assert.ok(given.length > 0);
    for (let file = 0; file < 10; file++) await session.client.close(uriOf(file));
    await session.client.connection.sendRequest('statelens/unknown').catch(() => undefined);
    const before = given.length;
    await settled();
    assert.equal(given.length, before);
    assert.deepEqual(cancelled, ids);
  });

  it('start none where lenses were asked for and the answer has not come', async () => {
    const { transport, given } = silent();
    session = await Session.start({ host: testHost(systemClock, transport) });
    const { connection } = session.client;
    const asked: Promise<unknown>[] = [];
    for (let file = 0; file < 60; file++) {
      void session.client.open(uriOf(file), 'pgn', fileOf(file));
      const params = { textDocument: { uri: uriOf(file) } };
      asked.push(connection.sendRequest(CodeLensRequest.type, params).catch(() => null));
      asked.push(
        connection
          .sendRequest(DocumentFormattingRequest.type, { ...params, options: { tabSize: 2, insertSpaces: true } })
          .catch(() => null),
      );
    }
    for (let file = 0; file < 60; file++) void session.client.close(uriOf(file));
    await Promise.all(asked);
    await settled();
    assert.deepEqual(given, []);
  });

  it('are not checked in the pool any more', async () => {
    const { transport, given, ids, cancelled } = silent();
    session = await Session.start({ host: testHost(systemClock, transport) });
    const { connection } = session.client;
    await session.client.open(uriOf(0), 'pgn', `1. e4 ${'{ a comment }\n'.repeat(30_000)} e5 *`);
    await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: uriOf(0) } });
    while (given.length === 0) await settled();
    assert.deepEqual(given, ['diagnose']);
    await session.client.close(uriOf(0));
    await settled();
    assert.deepEqual(cancelled, ids);
  });

  it('are forgotten where one is opened a second time', async () => {
    const { transport, ids, cancelled } = silent();
    session = await Session.start({ host: testHost(systemClock, transport) });
    await session.client.open(uriOf(0), 'pgn', fileOf(0));
    await session.titles(uriOf(0));
    await session.client.open(uriOf(0), 'pgn', '1. e4 e5 *\n');
    assert.deepEqual(await session.titles(uriOf(0)), []);
    assert.deepEqual(cancelled, ids);
  });

  it('leave nothing to wait for when the server is shut down, whatever is queued', async () => {
    const { transport, given } = silent();
    const clock = new TestClock();
    session = await Session.start({ host: testHost(clock, transport) });
    const { connection } = session.client;
    const asked: Promise<unknown>[] = [];
    for (let file = 0; file < 200; file++) {
      void session.client.open(uriOf(file), 'pgn', fileOf(file));
      const params = { textDocument: { uri: uriOf(file) } };
      asked.push(
        connection.sendRequest(CodeLensRequest.type, params).then(
          () => 'answer',
          () => 'error',
        ),
      );
    }
    await connection.sendRequest(ShutdownRequest.type);
    assert.equal(clock.waiting, 0);
    assert.equal((await Promise.all(asked)).length, 200);
    assert.ok(given.length <= 64, `${given.length} jobs`);
  });
});
