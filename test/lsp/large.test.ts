import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { CompletionList } from 'vscode-languageserver/node';
import { TextBuffer } from '../../src/server/documents/text-buffer.ts';
import { itLong } from '../support/thorough.ts';
import { Session } from './session.ts';

const URI = 'file:///large.pgn';
const GAME =
  '[Event "Open"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n';
const LINES = GAME.split('\n').length - 1;
const GAMES = 12_000;
/** In the middle of the file: the first line of a game, and the one with its moves. */
const HEAD = LINES * (GAMES / 2);
const MOVES = HEAD + 5;
const textDocument = { uri: URI };

/** What is asked for at a place or for what is on the screen, which is about a game. */
const AT_A_GAME: readonly (readonly [method: string, params: object])[] = [
  ['textDocument/completion', { position: { line: MOVES, character: 8 } }],
  ['textDocument/hover', { position: { line: MOVES, character: 4 } }],
  ['textDocument/documentHighlight', { position: { line: MOVES, character: 4 } }],
  ['textDocument/definition', { position: { line: MOVES, character: 4 } }],
  ['textDocument/prepareRename', { position: { line: HEAD + 1, character: 9 } }],
  ['textDocument/selectionRange', { positions: [{ line: MOVES, character: 4 }] }],
  ['statelens/position', { uri: URI, position: { line: MOVES, character: 4 } }],
  ['statelens/state', { uri: URI, position: { line: MOVES, character: 4 } }],
  ...['textDocument/inlayHint', 'textDocument/semanticTokens/range'].map(
    (method) =>
      [method, { range: { start: { line: HEAD, character: 0 }, end: { line: MOVES, character: 9 } } }] as const,
  ),
];

/** What is asked for as a whole; its answer has an entry a game, or none in so large a file. */
const OF_ALL = [
  'textDocument/documentSymbol',
  'textDocument/foldingRange',
  'textDocument/documentLink',
  'textDocument/codeLens',
] as const;

describe('a large document', () => {
  let session: Session;
  /** Characters that were taken out of large texts, and how often one was put together as a whole. */
  const scanned = { characters: 0, wholes: 0 };
  const { slice, text } = Object.getOwnPropertyDescriptors(TextBuffer.prototype);

  before(() => {
    TextBuffer.prototype.slice = function (this: TextBuffer, start, end) {
      const part = slice.value?.call(this, start, end) ?? '';
      if (this.length > 1e6) scanned.characters += part.length;
      return part;
    };
    Object.defineProperty(TextBuffer.prototype, 'text', {
      ...text,
      get(this: TextBuffer) {
        if (this.length > 1e6) scanned.wholes++;
        return text.get?.call(this) ?? '';
      },
    });
  });
  after(() => {
    Object.defineProperties(TextBuffer.prototype, { slice, text });
  });
  afterEach(() => session.end());

  const open = async () => {
    session = await Session.start();
    await session.client.open(URI, 'pgn', GAME.repeat(GAMES));
  };
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    Object.assign(scanned, { characters: 0, wholes: 0 });
    return session.client.connection.sendRequest(method, { textDocument, ...params });
  };
  /** Waits until all of it is read and checked. */
  const finished = async () => {
    await ask('textDocument/foldingRange');
    const position = { line: LINES * GAMES - 2, character: 0 };
    await session.client.change(URI, 2, { range: { start: position, end: position }, text: '1. e5 *\n' });
    for (;;) {
      const { version, diagnostics } = await session.client.published();
      if (version === 2 && diagnostics.length > 0) return;
    }
  };

  itLong('is looked at around the place that a request is about', async () => {
    await open();
    await finished();
    for (const [method, params] of AT_A_GAME) {
      const answer = await ask(method, params);
      assert.ok(answer !== null, method);
      assert.equal(scanned.wholes, 0, method);
      assert.ok(scanned.characters < 10 * GAME.length, `${method} took ${scanned.characters} characters`);
    }
    const names = (await ask('textDocument/completion', {
      position: { line: HEAD + 1, character: 8 },
    })) as CompletionList;
    assert.equal(names.items[0].label, 'Ann');
    assert.equal(scanned.wholes, 0);
    assert.ok(scanned.characters < 200_000, `${scanned.characters} characters for the values of a tag`);
  });

  it('has a few games read again by a keystroke with its completion', async () => {
    await open();
    await finished();
    const at = { line: MOVES, character: GAME.split('\n')[5].indexOf(' 1-0') };
    Object.assign(scanned, { characters: 0, wholes: 0 });
    void session.client.change(URI, 3, { range: { start: at, end: at }, text: ' O' });
    const params = { textDocument, position: { ...at, character: at.character + 2 } };
    const list = (await session.client.connection.sendRequest('textDocument/completion', params)) as CompletionList;
    assert.ok(list.items.some(({ label }) => label === 'O-O'));
    for (let version = 0; version !== 3; ) version = (await session.client.published()).version ?? 0;
    assert.equal(scanned.wholes, 0);
    // the window in which the end of a game is looked for, of the game and its neighbors, and the head of the file
    assert.ok(scanned.characters < 80_000, `${scanned.characters} characters`);
  });

  itLong('is gone through game by game for what is about all of it', async () => {
    await open();
    await finished();
    for (const method of OF_ALL) {
      const answer = (await ask(method)) as readonly unknown[];
      assert.ok(method === 'textDocument/codeLens' || answer.length > 1000, `${method}: ${answer.length}`);
      assert.equal(scanned.wholes, 0, method);
    }
    const named = (await ask('workspace/symbol', { query: 'bob' })) as readonly unknown[];
    assert.equal(named.length, 1);
    assert.equal(scanned.wholes, 0);
  });

  itLong('answers at its start before it is read to its end', async () => {
    await open();
    const order: string[] = [];
    const asked = async (name: string, method: string, params: object) => {
      await session.client.connection.sendRequest(method, { textDocument, ...params });
      order.push(name);
    };
    await Promise.all([
      asked('all', 'textDocument/foldingRange', {}),
      asked('end', 'textDocument/hover', { position: { line: LINES * GAMES - 3, character: 4 } }),
      asked('start', 'textDocument/hover', { position: { line: 5, character: 4 } }),
    ]);
    assert.equal(order[0], 'start');
  });

  itLong('lets others have their turn while it is gone through', async () => {
    await open();
    await finished();
    const order: string[] = [];
    const { connection } = session.client;
    const symbols = connection
      .sendRequest('textDocument/documentSymbol', { textDocument })
      .then(() => order.push('all'));
    const hover = connection
      .sendRequest('textDocument/hover', { textDocument, position: { line: MOVES, character: 4 } })
      .then(() => order.push('hover'));
    await Promise.all([symbols, hover]);
    assert.deepEqual(order, ['hover', 'all']);
  });
});
