import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Connection, ShutdownRequest } from 'vscode-languageserver/node';
import { itLong } from '../support/thorough.ts';
import { Client } from './client.ts';
import { startServer, TestClock, testHost } from './host.ts';

const GAME = '[Event "x"]\n[Result "*"]\n\n1. e4 e5 *\n';
const BROKEN = '[Event "x"]\n[Result "*"]\n\n1. e4 { open\n';
const URI = 'file:///a/game.pgn';

describe('the language server', () => {
  let clock: TestClock;
  let server: Connection;
  let client: Client;
  /** Waits until the server has taken in all that was sent: it answers in order. */
  const settled = () => client.connection.sendRequest('statelens/unknown').catch(() => undefined);

  beforeEach(async () => {
    const [up, down] = [new PassThrough(), new PassThrough()];
    clock = new TestClock();
    server = startServer(up, down, testHost(clock));
    client = new Client(down, up);
    await client.initialize({ textDocument: { publishDiagnostics: { relatedInformation: true } } });
  });
  afterEach(() => {
    client.connection.dispose();
    server.dispose();
  });

  /** What is published once the clock has gone on. */
  const next = async (milliseconds = 0) => {
    await settled();
    clock.pass(milliseconds);
    return client.published();
  };

  it('says who it is and how it counts', async () => {
    const [up, down] = [new PassThrough(), new PassThrough()];
    const other = startServer(up, down, testHost(clock));
    const client2 = new Client(down, up);
    const { capabilities, serverInfo } = await client2.initialize();
    assert.equal(serverInfo?.name, 'StateLens');
    assert.equal(capabilities.positionEncoding, 'utf-16');
    assert.deepEqual(capabilities.textDocumentSync, { openClose: true, change: 2 });
    client2.connection.dispose();
    other.dispose();
  });

  it('finds nothing in a clean game', async () => {
    await client.open(URI, 'pgn', GAME);
    assert.deepEqual(await next(), { uri: URI, version: 1, diagnostics: [] });
  });

  it('publishes what is wrong, with code, place and source', async () => {
    await client.open(URI, 'pgn', BROKEN);
    const { version, diagnostics } = await next();
    assert.equal(version, 1);
    const unclosed = diagnostics.find((d) => d.code === 'PGN_UNCLOSED_COMMENT');
    assert.equal(unclosed?.source, 'statelens');
    assert.equal(unclosed?.severity, 1);
    assert.deepEqual(unclosed?.range.start, { line: 3, character: 6 });
  });

  it('counts lines and characters as the protocol does', async () => {
    await client.open(URI, 'pgn', `[Event "\u{1F600}"]\r[Result "*"]\r\n\r\n{\u{1F600}} 1. e4 { open`);
    const { diagnostics } = await next();
    const unclosed = diagnostics.find((d) => d.code === 'PGN_UNCLOSED_COMMENT');
    assert.deepEqual(unclosed?.range.start, { line: 3, character: 11 });
  });

  it('checks edits that come together once', async () => {
    await client.open(URI, 'pgn', GAME);
    await next();
    const edits = [' ', '{', ' ', 'o'].map((text, i) => {
      const at = { line: 3, character: 9 + i };
      return { range: { start: at, end: at }, text };
    });
    await client.change(URI, 2, ...edits);
    const { version, diagnostics } = await next();
    assert.equal(version, 2);
    assert.ok(diagnostics.some((d) => d.code === 'PGN_UNCLOSED_COMMENT'));
    for (let turns = 0; turns < 50; turns++) await settled();
    assert.equal(client.pending, 0);
  });

  it('ends with the findings of the last of several edits', async () => {
    await client.open(URI, 'pgn', GAME);
    await next();
    for (const [i, text] of [' ', '{', ' ', 'o'].entries()) {
      const at = { line: 3, character: 9 + i };
      void client.change(URI, i + 2, { range: { start: at, end: at }, text });
    }
    let last = await next();
    while (last.version !== 5) last = await client.published();
    assert.ok(last.diagnostics.some((d) => d.code === 'PGN_UNCLOSED_COMMENT'));
    // on a busy machine the last turn of the work takes a few more
    for (let turns = 0; turns < 50 && clock.waiting > 0; turns++) await settled();
    assert.equal(client.pending, 0);
    assert.equal(clock.waiting, 0);
  });

  it('takes its findings back when the fault is gone', async () => {
    await client.open(URI, 'pgn', BROKEN);
    assert.notDeepEqual((await next()).diagnostics, []);
    await client.change(URI, 2, { text: GAME });
    assert.deepEqual(await next(1000), { uri: URI, version: 2, diagnostics: [] });
  });

  it('clears a document that is closed, and does not check it any more', async () => {
    await client.open(URI, 'pgn', BROKEN);
    await next();
    void client.change(URI, 2, { text: `${BROKEN} (` });
    await client.close(URI);
    let last = await next();
    while (last.version !== undefined) last = await client.published();
    assert.deepEqual(last, { uri: URI, diagnostics: [] });
    assert.equal(clock.waiting, 0);
    await settled();
    assert.equal(client.pending, 0);
  });

  it('keeps documents apart', async () => {
    await client.open(URI, 'pgn', BROKEN);
    await client.open('untitled:Untitled-1', 'pgn', GAME);
    // which of them is published first depends on how busy the machine is
    const both = [await next(), await client.published()].map((p) => [p.uri, p.diagnostics.length > 0] as const);
    assert.deepEqual(
      new Map(both),
      new Map([
        [URI, true],
        ['untitled:Untitled-1', false],
      ]),
    );
  });

  it('leaves documents of other languages alone', async () => {
    await client.open('file:///a/notes.txt', 'plaintext', 'See { here');
    assert.deepEqual((await next()).diagnostics, []);
  });

  itLong('answers on bad input of every kind', async () => {
    const hostile = [
      '',
      '\0'.repeat(1000),
      '('.repeat(100_000),
      `1. e4 ${'e5 '.repeat(300_000)}`,
      '\uFEFF[Event "\uFFFD\uFFFD',
      '{'.repeat(100_000),
      `[${'"\\'.repeat(50_000)}`,
    ];
    for (const [i, text] of hostile.entries())
      for (const language of ['pgn', 'fen']) {
        const uri = `file:///${i}.${language}`;
        await client.open(uri, language, text);
        // Of a long work the client is told more than once.
        let last = await next();
        while (last.uri !== uri) last = await client.published();
        assert.ok(last.diagnostics.length <= 901);
      }
  });

  it('checks nothing any more after shutdown', async () => {
    await client.open(URI, 'pgn', GAME);
    await next();
    await client.change(URI, 2, { text: BROKEN });
    await client.connection.sendRequest(ShutdownRequest.type);
    assert.equal(clock.waiting, 0);
  });
});
