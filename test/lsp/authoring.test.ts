import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
  type CompletionItem,
  type CompletionList,
  CompletionRequest,
  InlayHintRefreshRequest,
  InlayHintRequest,
} from 'vscode-languageserver/node';
import { ABLE, Session } from './session.ts';

const URI = 'file:///a.pgn';
const GAMES = '[White "Ann"]\n\n1. e4 e5 2. Nf3 N\n\n[White ""]\n\n1. d4 $1 d5 *\n';

describe('completion and inlay hints', () => {
  let session: Session;
  afterEach(() => session.end());

  const complete = async (line: number, character: number, uri = URI): Promise<CompletionItem[]> => {
    const params = { textDocument: { uri }, position: { line, character } };
    const list = (await session.client.connection.sendRequest(CompletionRequest.type, params)) as CompletionList | null;
    return list?.items ?? [];
  };
  const hints = async (from: number, to: number, uri = URI) => {
    const range = { start: { line: from, character: 0 }, end: { line: to, character: 99 } };
    const params = { textDocument: { uri }, range };
    return (await session.client.connection.sendRequest(InlayHintRequest.type, params)) ?? [];
  };

  it('complete the game at the cursor, by places of the document', async () => {
    session = await Session.start();
    await session.client.open(URI, 'pgn', GAMES);
    const [first] = await complete(2, 17);
    assert.equal(first.label, 'Nc6');
    assert.deepEqual(first.textEdit, {
      range: { start: { line: 2, character: 16 }, end: { line: 2, character: 17 } },
      newText: 'Nc6',
    });
    const names = await complete(4, 8);
    assert.deepEqual([names[0].label, names[0].detail], ['Ann', 'in this file']);
    assert.deepEqual(await complete(99, 0).then((items) => items.map(({ label }) => label).slice(0, 1)), [
      'Seven Tag Roster',
    ]);
  });

  it('complete with placeholders only where the client has them', async () => {
    const tag = async () => (await complete(0, 0)).find(({ label }) => label === 'Event');
    session = await Session.start();
    await session.client.open(URI, 'pgn', '');
    const plain = await tag();
    assert.equal(plain?.textEdit?.newText, '[Event "?"]');
    session.end();
    const capabilities = {
      ...ABLE,
      textDocument: { ...ABLE.textDocument, completion: { completionItem: { snippetSupport: true } } },
    };
    session = await Session.start({ capabilities });
    await session.client.open(URI, 'pgn', '');
    const snippet = await tag();
    assert.equal(snippet?.insertTextFormat, 2);
    assert.match(snippet?.textEdit?.newText ?? '', /^\[Event "\$\{1:\?\}"\]$/);
  });

  it('complete the fields of a FEN, and the operations of an EPD record', async () => {
    session = await Session.start();
    const [fen, epd] = ['file:///a.fen', 'file:///a.epd'];
    const board = '4k3/8/8/8/2pP4/8/8/4K2R';
    await session.client.open(fen, 'fen', `# one\n${board} b K \n`);
    const squares = await complete(1, board.length + 5, fen);
    assert.deepEqual(
      squares.map(({ label, detail }) => [label, detail]),
      [
        ['-', 'no en passant square'],
        ['d3', 'en passant square'],
      ],
    );
    await session.client.open(epd, 'fen', `${board} w K - bm O;\n`);
    const [castling] = (await complete(0, board.length + 11, epd)).filter(({ label }) => label === 'O-O');
    assert.deepEqual(castling.textEdit, {
      range: { start: { line: 0, character: board.length + 10 }, end: { line: 0, character: board.length + 11 } },
      newText: 'O-O',
    });
  });

  it('show whose turn it is behind the positions of the lines asked for', async () => {
    const uri = 'file:///a.fen';
    const text = '4k3/8/8/8/8/8/8/4K3 b - - 0 1\n# pfen a ?\n4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\nx\n';
    session = await Session.start({ options: { settings: { inlayHints: { situation: true } } }, capabilities: {} });
    await session.client.open(uri, 'fen', text);
    const labels = async (from: number, to: number) =>
      (await hints(from, to, uri)).map(({ label, position }) => [label, position.line, position.character]);
    assert.deepEqual(await labels(0, 9), [
      ['Black to move', 0, 29],
      ['White to move, in check', 2, 31],
    ]);
    assert.deepEqual(await labels(1, 1), []);
  });

  it('show what values of MAV files mean, unless that is switched off', async () => {
    const uri = 'file:///a.mav';
    const example = '<mav game=hex> %state %top_1 </mav>\n[%state x || . . . . ||]\n[%top_1 a1:<ctrl64>]\n';
    session = await Session.start({ options: { settings: { inlayHints: { values: false } } }, capabilities: {} });
    await session.client.open(uri, 'mav', example + example);
    assert.deepEqual(await hints(0, 9, uri), []);
    session.end();
    session = await Session.start();
    await session.client.open(uri, 'mav', example + example);
    assert.deepEqual(
      (await hints(3, 5, uri)).map(({ label, position }) => [label, position.line, position.character]),
      [['99 %', 5, 19]],
    );
  });

  it('have nothing for what is no text of this server', async () => {
    session = await Session.start();
    assert.deepEqual(await complete(0, 0), []);
    assert.deepEqual(await hints(0, 1), []);
  });

  it('show hints when the settings ask for them, in the lines asked for', async () => {
    const workspace = { ...ABLE.workspace, inlayHint: { refreshSupport: true } };
    session = await Session.start({ capabilities: { ...ABLE, workspace }, settings: {} });
    const refreshed = new Promise<void>((resolve) => {
      session.client.connection.onRequest(InlayHintRefreshRequest.type, () => resolve());
    });
    await session.client.open(URI, 'pgn', GAMES);
    assert.deepEqual(await hints(0, 7), []);
    await session.configure({ inlayHints: { position: 'ply', opening: true, glyphs: true } });
    await refreshed;
    const labels = (await hints(6, 7)).map(({ label, position }) => [label, position.line, position.character]);
    assert.deepEqual(labels, [
      ['ply 1', 6, 5],
      ['!', 6, 8],
      ['ply 2', 6, 11],
      ["D00 Queen's Pawn Game", 6, 11],
    ]);
  });
});
