import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { InsertMoveResult, PositionResult } from '../../src/protocol/lsp.ts';
import { Session } from './session.ts';

const URI = 'file:///a.pgn';
const PGN = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 *\n\n[White "Eve"]\n\n1. d4 d5 2. c4 *\n';

describe('the requests of a board', () => {
  let session: Session;
  afterEach(() => session.end());

  const open = async (text: string, uri = URI, language = 'pgn') => {
    session = await Session.start();
    await session.client.open(uri, language, text);
  };
  const position = (line: number, character: number, uri = URI): Promise<PositionResult | null> =>
    session.client.connection.sendRequest('statelens/position', { uri, position: { line, character } });
  const insert = (line: number, character: number, move: string, version = 1): Promise<InsertMoveResult | null> =>
    session.client.connection.sendRequest('statelens/insertMove', {
      uri: URI,
      position: { line, character },
      version,
      move,
    });

  it('give the position at a place of a game, with places of the document', async () => {
    await open(PGN);
    const found = await position(8, 8);
    assert.equal(found?.title, 'Eve – ?');
    assert.equal(found.version, 1);
    assert.equal(found.accepts, true);
    assert.equal(found.shown?.line[1].san, 'd5');
    assert.deepEqual(found.shown?.line[1].range, { start: { line: 8, character: 6 }, end: { line: 8, character: 8 } });
    assert.deepEqual(found.shown?.steps.next, { line: 8, character: 14 });
    assert.equal(await position(0, 0, 'file:///other.pgn'), null);
  });

  it('give the edits for a move, or why there are none', async () => {
    await open(PGN);
    const at = { line: 4, character: 8 };
    assert.deepEqual(await insert(4, 9, 'nf3'), {
      ok: true,
      edits: [{ range: { start: at, end: at }, newText: ' 2. Nf3' }],
      cursor: PGN.indexOf('e5') + 2 + ' 2. Nf3'.length,
      san: 'Nf3',
    });
    const known = await insert(8, 8, 'c2c4');
    assert.deepEqual(known, { ok: true, edits: [], cursor: PGN.indexOf('c4') + 2, san: 'c4' });
    assert.deepEqual(await insert(4, 9, 'Nf3', 7), { ok: false, reason: 'the text has changed in the meantime' });
    const illegal = await insert(4, 9, 'Ke3');
    assert.ok(illegal !== null && !illegal.ok);
    assert.match(illegal.reason, /king/i);
  });

  it('show the records of a FEN file, which take no moves', async () => {
    const uri = 'file:///a.fen';
    await open('8/8/8/4k3/8/8/8/4K2R w K - 0 1\n# pfen m ?\nnonsense\n', uri, 'fen');
    const found = await position(1, 3, uri);
    assert.equal(found?.title, 'Position 1');
    assert.equal(found.accepts, false);
    assert.equal(found.shown?.situation, 'White to move, 15 legal moves');
    assert.deepEqual(found.shown?.steps.next, { line: 2, character: 0 });
    const bad = await position(2, 0, uri);
    assert.equal(bad?.shown, null);
    assert.equal(bad?.reason, 'There is no position here.');
  });
});
