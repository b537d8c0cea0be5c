import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuery } from '../../../src/core/datasets/query/parse.ts';
import { relativePath } from '../../../src/extension/games/export-games.ts';
import { gamesIn, listMessage, narrowedText, rowsFrom } from '../../../src/extension/games/game-messages.ts';
import { DecodedBytes } from '../../../src/extension/games/game-reader.ts';
import { GameSession } from '../../../src/extension/games/game-session.ts';
import { gameRange } from '../../../src/extension/games/open-game.ts';
import { readGameBoard } from '../../../src/extension/games/panel.ts';
import { GAMES_VERSION, readToGames } from '../../../src/protocol/games-messages.ts';
import { itLong } from '../../support/thorough.ts';
import { bytesSource, manyGames } from '../../webview/games-extension.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function sessionOf(...files: Uint8Array[]): Promise<GameSession> {
  const sources = files.map((bytes, i) => ({ name: `folder/${i}.pgn`, bytes: bytesSource(bytes) }));
  const session = new GameSession(sources, () => undefined);
  await session.run(undefined, {});
  return session;
}

const queryOf = (text: string) => {
  const read = parseQuery(text);
  assert.ok(read.ok);
  return read.value;
};

/** A file of more than two blocks, with names beyond ASCII. */
const LARGE = manyGames(15_000).replaceAll('Player 1', 'Müller, Žofie 𝄞 1');

describe('games of files that are queried', () => {
  itLong('have the bytes and lines that they have in their files, over blocks, in every encoding', async () => {
    const crlf = LARGE.slice(0, 400_000).replaceAll('\n', '\r\n');
    const latin = Buffer.from(manyGames(900).replaceAll('Player', 'Jürgen é'), 'latin1');
    const mixed = Buffer.concat([latin, utf8(manyGames(300).replaceAll('Player', 'Žofie'))]);
    for (const [name, bytes, text] of [
      ['UTF-8', utf8(LARGE), LARGE],
      ['a byte order mark and CRLF', utf8(`\uFEFF${crlf}`), `\uFEFF${crlf}`],
      ['lines in Windows-1252', mixed, undefined],
      ['UTF-16', Buffer.from(`\uFEFF${LARGE.slice(0, 1_200_000)}`, 'utf16le'), undefined],
    ] as const) {
      const session = await sessionOf(bytes);
      const parts: Uint8Array[] = [];
      let end = 0;
      const lines = (text ?? new DecodedBytes(bytes, 'bytes').text).replace(/^\uFEFF/, '').split(/\r\n|\n/);
      for (const game of gamesIn(session, null)) {
        const place = session.place(game);
        assert.equal(place?.start, end, name);
        end += place?.length ?? 0;
        if (game % 97 === 0 || game < 3) {
          const read = await session.read(game);
          const range = gameRange(read?.facts.text ?? '', place ?? { line: 0, column: 0 }, (line) => lines[line] ?? '');
          if (name !== 'UTF-16') assert.match(lines[range?.start.line ?? -1] ?? '', /^\[Event "Open/, name);
          assert.match(read?.facts.tag('White') ?? '', /^(?:Player|Müller, Žofie 𝄞|Jürgen é|Žofie) \d/, name);
        }
        parts.push(bytes.subarray(place?.start, (place?.start ?? 0) + (place?.length ?? 0)));
      }
      assert.ok(Buffer.concat(parts).equals(Buffer.from(bytes)), name);
    }
  });

  it('are chosen by expressions and facets, in several files, with their rows', async () => {
    const session = await sessionOf(utf8(manyGames(30)), utf8(manyGames(12)));
    assert.deepEqual(session.counts, {
      turn: 1,
      read: 42,
      chosen: 42,
      progress: undefined,
      isCanceled: false,
      notes: [],
    });
    await session.run(queryOf('result = 1-0'), { eco: ['A'] });
    assert.equal(session.counts.chosen, 14);
    const rows = rowsFrom(session, 0, 10, ['a.pgn', 'b.pgn']);
    assert.deepEqual(
      rows.map(({ place }) => place),
      ['a.pgn:1', 'a.pgn:16', 'b.pgn:1'],
    );
    assert.deepEqual(gamesIn(session, [[1, 9]]), [5, 10]);
    assert.equal(narrowedText(session), 'result = 1-0 and eco in A00..A99');
    const list = { version: GAMES_VERSION, ...listMessage(session, false) };
    assert.deepEqual(readToGames(list), list);
    session.narrow({});
    assert.equal(session.shown, 14);
  });

  it('show their final position, or the one that the expression is about', async () => {
    const variant = '[Variant "Atomic"]\n\n1. e4 *\n';
    const session = await sessionOf(utf8(manyGames(3) + variant));
    const final = await readGameBoard(session, 0);
    assert.deepEqual(final, {
      game: 0,
      fen: 'rnbqkbnr/pp2pppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4',
      lastMove: ['c5', 'd4'],
      ply: 6,
      isMatch: false,
    });
    assert.equal((await readGameBoard(session, 3))?.fen, null);
    await session.run(queryOf('line "1. d4 Nf6"'), {});
    assert.deepEqual([session.shown, (await readGameBoard(session, 0))?.ply], [1, 2]);
    assert.equal(await readGameBoard(session, 1), undefined);
  });

  itLong('are read for the last expression alone, until that is canceled', async () => {
    const bytes = utf8(manyGames(20_000));
    let session: GameSession | undefined;
    let canceledAt = 0;
    session = new GameSession([{ name: 'a.pgn', bytes: bytesSource(bytes) }], () => {
      if (session?.counts.turn === 3 && !session.counts.isCanceled) {
        canceledAt = session.counts.read;
        session.cancel();
      }
    });
    const first = session.run(undefined, {});
    const second = session.run(queryOf('result = 0-1'), {});
    await Promise.all([first, second]);
    assert.deepEqual([session.counts.read, session.counts.chosen, session.counts.turn], [20_000, 6667, 2]);
    await session.run(undefined, {});
    assert.ok(session.counts.isCanceled && session.counts.progress === undefined);
    assert.ok(canceledAt > 0 && canceledAt < 20_000 && session.counts.read === canceledAt, `${canceledAt}`);
    assert.ok((await session.read(canceledAt - 1)) !== undefined);
  });

  it('say which files were not read, and why', async () => {
    const missing = { name: 'b.pgn', bytes: { open: () => Promise.reject(new Error('no such file')) } };
    const packed = { name: 'c.pgn', bytes: bytesSource(Uint8Array.of(0x1f, 0x8b, 8, 0)) };
    const good = { name: 'd.pgn', bytes: bytesSource(utf8('1. e4 e5 *')) };
    const session = new GameSession([missing, packed, good], () => undefined);
    await session.run(undefined, {});
    assert.deepEqual(session.counts.notes, [
      'b.pgn: no such file',
      'c.pgn: it is compressed; unpack it first: gzip -d',
    ]);
    assert.equal(session.shown, 1);
  });

  it('have no range where their document has changed', () => {
    const text = '\n\n[Event "é"]\n\n1. e4 *\n\n';
    const lines = ['x', '', '', '[Event "?"]', '', '1. e4 *', ''];
    const lineAt = (line: number): string => lines[line] ?? '';
    assert.deepEqual(gameRange(text, { line: 1, column: 0 }, lineAt), undefined);
    lines[3] = '[Event "\uFFFD"]';
    assert.deepEqual(gameRange(text, { line: 1, column: 0 }, lineAt), {
      start: { line: 3, character: 0 },
      end: { line: 5, character: 7 },
    });
    assert.deepEqual(
      gameRange(' 1. d4 *', { line: 0, column: 7 }, () => '1. e4 * 1. d4 *'),
      { start: { line: 0, character: 8 }, end: { line: 0, character: 15 } },
    );
  });

  it('are named in experiments by a path from their folder on', () => {
    assert.equal(relativePath('/a/b', '/a/b/c.pgn'), 'c.pgn');
    assert.equal(relativePath('/a/b', '/a/d/c.pgn'), '../d/c.pgn');
    assert.equal(relativePath('/a/b', '/e/c.pgn'), '/e/c.pgn');
    assert.equal(relativePath('/', '/e/c.pgn'), 'e/c.pgn');
  });
});
