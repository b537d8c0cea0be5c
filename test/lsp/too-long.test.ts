import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
  CodeLensRequest,
  type Diagnostic,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
} from 'vscode-languageserver/node';
import { Session } from './session.ts';

const URI = 'file:///a.pgn';
const GAME = '[Event "x"]\n[Result "*"]\n\n1. e4 { open\n';
const textDocument = { uri: URI };

const wordsOf = ({ message }: Diagnostic): string => (typeof message === 'string' ? message : message.value);

describe('a document that is too long', () => {
  let session: Session;
  afterEach(() => session.end());

  /** With a limit of 10,000 characters. */
  const open = async (text: string, languageId = 'pgn', uri = URI) => {
    session = await Session.start({ options: { settings: { maxFileSize: 0.01 } } });
    await session.client.open(uri, languageId, text);
    return session.client.published();
  };
  const openWhole = async (text: string) => {
    session = await Session.start();
    await session.client.open(URI, 'pgn', text);
    return session.client.published();
  };
  /** The next publication with a finding of the game, or with the words about its length. */
  const next = async (is: 'checked' | 'declined') => {
    for (;;) {
      const { diagnostics } = await session.client.published();
      const isDeclined = diagnostics.length === 1 && diagnostics[0].code === undefined;
      if (is === 'declined' ? isDeclined : diagnostics.some(({ code }) => code === 'PGN_UNCLOSED_COMMENT'))
        return wordsOf(diagnostics[0]);
    }
  };
  const answers = async (): Promise<unknown[]> => {
    const { connection } = session.client;
    return [
      await session.hover(URI, 3, 4),
      await connection.sendRequest(CodeLensRequest.type, { textDocument }),
      await connection.sendRequest(DocumentSymbolRequest.type, { textDocument }),
      await connection.sendRequest(FoldingRangeRequest.type, { textDocument }),
      await connection.sendRequest(DocumentFormattingRequest.type, {
        textDocument,
        options: { tabSize: 2, insertSpaces: true },
      }),
    ];
  };
  const NOTHING = [null, [], null, null, null];

  for (const [what, text] of [
    ['a little', GAME.repeat(300)],
    ['far', GAME.repeat(30_000)],
    ['far, in characters of several bytes', `{ \u{1F600}é"\\\n\u0001 } ${GAME}`.repeat(3000)],
  ] as const)
    it(`is declined in words (${what})`, async () => {
      const { diagnostics, version } = await open(text);
      assert.equal(version, 1);
      assert.deepEqual(
        diagnostics.map(({ severity, source }) => [severity, source]),
        [[3, 'statelens']],
      );
      const millions = (text.length / 1e6).toLocaleString('en', { maximumSignificantDigits: 3 });
      const message = `This file has ${millions} million characters and is not read here: the limit is 0.01 million.`;
      const said = wordsOf(diagnostics[0]);
      assert.ok(said.startsWith(message), said);
      assert.deepEqual(await answers(), NOTHING);
    });

  it('stays so through edits of a part, and is read again once all of it is sent', async () => {
    await open(GAME.repeat(300));
    const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
    await session.client.change(URI, 2, { range, text: '' });
    assert.deepEqual(await answers(), NOTHING);
    await session.client.change(URI, 3, { text: GAME });
    const { diagnostics, version } = await session.client.published();
    assert.equal(version, 3);
    assert.ok(diagnostics.some(({ code }) => code === 'PGN_UNCLOSED_COMMENT'));
    assert.notEqual(await session.hover(URI, 3, 4), null);
  });

  it('is declined when an edit makes it too long, or all of it is sent', async () => {
    const { diagnostics } = await open(GAME);
    assert.ok(diagnostics.some(({ code }) => code === 'PGN_UNCLOSED_COMMENT'));
    const at = { line: 4, character: 0 };
    await session.client.change(URI, 2, { range: { start: at, end: at }, text: GAME.repeat(300) });
    assert.match(await next('declined'), /is not read here/);
    assert.deepEqual(await answers(), NOTHING);
    await session.client.change(URI, 3, { text: GAME });
    await next('checked');
    await session.client.change(URI, 4, { text: GAME.repeat(3000) });
    assert.match(await next('declined'), /is not read here/);
  });

  it('is one by the settings of now; reopened it is read where they allow it', async () => {
    session = await Session.start({ settings: {} });
    await session.client.open(URI, 'pgn', GAME.repeat(300));
    await next('checked');
    await session.configure({ maxFileSize: 0.01 });
    assert.match(await next('declined'), /the limit is 0\.01 million/);
    assert.deepEqual(await answers(), NOTHING);
    await session.configure({ maxFileSize: 1 });
    assert.match(await next('declined'), /the limit is 1 million.*open it again/);
    await session.client.close(URI);
    await session.client.open(URI, 'pgn', GAME.repeat(300));
    await next('checked');
  });

  it('is none where it is no document of ours', async () => {
    const { diagnostics } = await open('See { here\n'.repeat(3000), 'plaintext', 'file:///notes.txt');
    assert.deepEqual(diagnostics, []);
  });

  it('is declined with the place of a line that is too long, opened or edited so', async () => {
    const line = (characters: number): string => `${GAME}{ ${'x'.repeat(characters)} }`;
    session = await Session.start();
    await session.client.open(URI, 'pgn', line(300_000));
    const [first] = (await session.client.published()).diagnostics;
    assert.match(wordsOf(first), /^Line 5 of this file has 300,004 characters, and the file is not read here/);
    assert.deepEqual(await answers(), NOTHING);
    await session.client.open('file:///b.pgn', 'pgn', `${line(200_000)}\n${'y'.repeat(100_000)}\n`);
    const before = (await session.client.published()).diagnostics;
    assert.ok(before.every(({ code }) => code !== undefined));
    await session.client.change('file:///b.pgn', 2, {
      range: { start: { line: 4, character: 200_004 }, end: { line: 5, character: 0 } },
      text: '',
    });
    for (;;) {
      const { diagnostics } = await session.client.published();
      if (diagnostics[0]?.code !== undefined) continue;
      assert.match(wordsOf(diagnostics[0]), /^Line 5 of this file has 300,004 characters/);
      break;
    }
  });

  it('is not declined for many lines, ended in any way', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { diagnostics } = await openWhole(
        `[Event "x"]${end}[Result "*"]${end}${end}1. e4 { open${end}`.repeat(9000),
      );
      assert.ok(
        diagnostics.every(({ code }) => code !== undefined),
        JSON.stringify(end),
      );
      session.end();
    }
    session = await Session.start();
  });
});
