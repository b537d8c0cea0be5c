import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { LSPErrorCodes, type MarkupContent } from 'vscode-languageserver/node';
import type { Transport } from '../../src/compute/worker/worker-protocol.ts';
import type { ComparisonResult } from '../../src/protocol/lsp.ts';
import { TestClock, testHost } from './host.ts';
import { ABLE, Session, type SessionOptions } from './session.ts';

const URI = 'file:///a.pgn';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const PGN = `[White "Ann"]
[Black "Bob"]
[Result "*"]

1. e4 { [%pfen old ${START}] } ({ [%pfen early ${START}] } 1. d4 d5 { [%pfen in_variation ?] }) 1... e5 *

[White "*<b>"]
[Black "?"]

1. f3 e5 2. g4 Qh4# 0-1
`;
const line = (n: number) => PGN.split('\n')[n] ?? '';
const at = (n: number, part: string) => [n, line(n).indexOf(part) + 1] as const;

describe('hovers', () => {
  let session: Session;
  afterEach(() => session.end());

  const open = async (options: SessionOptions = {}, text = PGN, uri = URI) => {
    session = await Session.start({ options: { images: true }, ...options });
    await session.client.open(uri, uri.endsWith('pgn') ? 'pgn' : 'fen', text);
  };
  const contents = async (n: number, character: number) => {
    const hover = await session.hover(URI, n, character);
    assert.ok(hover !== null);
    return hover.contents as MarkupContent;
  };
  const value = async (n: number, character: number, uri = URI) =>
    ((await session.hover(uri, n, character))?.contents as MarkupContent | undefined)?.value;

  it('show the position after a move', async () => {
    await open();
    const hover = await session.hover(URI, ...at(4, 'e4'));
    assert.deepEqual(hover?.range, { start: { line: 4, character: 3 }, end: { line: 4, character: 5 } });
    const { kind, value: text } = await contents(...at(4, 'e4'));
    assert.equal(kind, 'markdown');
    assert.match(
      text,
      /^\*\*1\.e4 \(ply 1\)\*\* · Black to move, 20 legal moves\n\n!\[board\]\(data:image\/svg\+xml,[^() ]*\)\n\n/,
    );
    assert.ok(text.endsWith(`\`${AFTER_E4}\`  \nB00 King's Pawn Game`));
    assert.ok(text.length < 100_000);
  });

  it('know variations, mates and the start position', async () => {
    await open();
    assert.match((await value(...at(4, 'd5'))) ?? '', /^\*\*1\.\.\.d5 \(ply 2\)\*\*/);
    assert.match((await value(...at(9, 'Qh4'))) ?? '', /\*\* · White is mated\n[^]*\nA00 Barnes Opening: Fool's Mate$/);
    assert.match((await value(...at(4, '1. d4'))) ?? 'nothing', /^nothing$/);
  });

  it('show glyphs, evaluation and clock beside the title, and arrows on the board', async () => {
    const noted = `1. e4 $1 $14 { [%eval 0.25] [%clk 0:10:00] [%cal Gd2d4,Rf1b5][%csl Ye5] } e5 *\n`;
    await open({}, noted);
    const text = (await value(0, 3)) ?? '';
    const title =
      '**1.e4 (ply 1)** · Black to move, 20 legal moves · $1 ! good move · $14 ⩲ White has a slight advantage · eval 0.25 · clock 0:10:00\n\n';
    assert.ok(text.startsWith(title), text.slice(0, 200));
    const picture = decodeURIComponent(text);
    assert.match(picture, /; yellow circle e5, green arrow d2 d4, red arrow f1 b5"/);
    assert.equal(picture.match(/stroke-dasharray/g)?.length, 2);
    assert.ok(text.length < 100_000);
    assert.equal(await value(0, 6), text);
    assert.doesNotMatch(decodeURIComponent((await value(0, noted.indexOf('e5 *'))) ?? ''), /arrow|eval/);
  });

  it('show arrows and openings in words where no pictures are shown', async () => {
    await open({ capabilities: {}, options: {} }, '1. e4 $255 { [%cal Gd2d4] } e5 *\n');
    assert.match((await value(0, 3)) ?? '', /\ngreen arrow d2 d4\nB00 King's Pawn Game$/);
    assert.match(
      (await value(0, 8)) ?? '',
      /^1\.e4 \(ply 1\) · Black to move, 20 legal moves · \$255 has no meaning in the standard\n/,
    );
  });

  it('name the opening of an ECO tag, and what the moves say', async () => {
    await open({}, '[ECO "B12"]\n\n1. e4 e5 2. Nf3 *\n\n[ECO "?"]\n\n*\n');
    assert.equal(await value(0, 6), "B12: Caro-Kann Defense; by its moves C40 King's Knight Opening");
    assert.equal(await value(4, 6), undefined);
  });

  it('explain a glyph that stands behind no move', async () => {
    await open({}, '1. e4 (1. d4) $14 e5 *\n');
    assert.equal(await value(0, 15), '$14 ⩲ White has a slight advantage');
  });

  it('of a prediction are withdrawn where the text is edited while its scores are waited for', async () => {
    const silent: Transport = {
      concurrency: 1,
      start: (events) => {
        setImmediate(() => events.message({ kind: 'ready' }));
        return { flags: undefined, post: () => {}, terminate: () => Promise.resolve() };
      },
    };
    const clock = new TestClock();
    await open({ host: testHost(clock, silent) });
    const answer = session.hover(URI, ...at(4, '[%pfen old')).catch(({ code }) => code);
    while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    await session.client.published();
    const start = { line: 0, character: 0 };
    await session.client.change(URI, 2, { range: { start, end: start }, text: '\n\n' });
    await session.client.published();
    clock.pass(2000);
    assert.equal(await answer, LSPErrorCodes.ContentModified);
  });

  it('show what is wrong with a prediction in ten lines', async () => {
    await open();
    const text = (await value(...at(4, '[%pfen old'))) ?? '';
    const [sentence, picture, facts] = text.split('\n\n');
    assert.equal(sentence, '**old: thinks the pawn is still on e2: missed 1.e4; also wrong: side to move**');
    assert.match(picture, /^!\[board\]\(data:image\/svg\+xml,/);
    assert.match(decodeURIComponent(picture), /2 squares marked/);
    const lines = facts.split('\n').map((l) => l.trim());
    assert.match(lines.shift() ?? '', /^2 squares wrong \(e4 e2\), side to move wrong · 62\/64 · p₄ 0 \(true side: /);
    assert.deepEqual(lines.slice(0, 3), [
      '2 stale squares; oldest missed move 1.e4; matches the position one ply earlier',
      'e4 empty: true until 1.e4',
      'e2 pawn: true until 1.e4',
    ]);
    assert.ok(lines.some((l) => l.startsWith('moves lost (20): ')));
    assert.ok(lines.includes('p by depth: 0 · 0 · 0 · 0'));
    assert.ok(lines.length <= 9);
  });

  it('claim no position, no moves and no depths of an answer without a state, and name its 0 a convention', async () => {
    await open({}, `1. e4 { [%pfen a ?] [%pfen b rnbqkbnr/pppp] [%pfen c ${AFTER_E4.replace('k', 'q')}] } *\n`);
    const convention = 'p and r are 0 by convention: the prediction is not a state.';
    assert.equal(await value(0, 12), `**a: no state in the answer**\n\n${convention}`);
    const cut = (await value(0, 26)) ?? '';
    assert.match(cut, /^\*\*b: the board is cut off after/);
    assert.ok(cut.endsWith(`\n\n${convention}`));
    const impossible = (await value(0, 60)) ?? '';
    assert.match(impossible, /^\*\*c: .*impossible: /);
    assert.ok(impossible.includes(`\n${convention}`));
    assert.doesNotMatch(cut + impossible, /by depth|moves (lost|invented)/);
  });

  it('have the words beside the board for clients that render HTML, in ten rows, with a link to the state view', async () => {
    await open({ options: { images: true, html: true } });
    const text = (await value(...at(4, '[%pfen old'))) ?? '';
    const [, words = ''] =
      /^<table><tr><td><img src="data:image\/svg\+xml,[^"<>]*" alt="board"><\/td><td>&nbsp;<\/td><td>(.*)<\/td><\/tr><\/table>$/.exec(
        text,
      ) ?? [];
    const rows = words.split('<br>');
    assert.equal(rows[0], '<b>old: thinks the pawn is still on e2: missed 1.e4; also wrong: side to move</b>');
    assert.ok(rows.includes('p by depth: 0 · 0 · 0 · 0'));
    assert.ok(rows.length <= 10 && text.length < 100_000);
    const links = [...words.matchAll(/<a href="command:statelens\.compare\?([^"]*)">([^<]*)<\/a>/g)];
    const place = { game: 0, ply: 1, path: [], label: 'old' };
    assert.deepEqual(
      links.map(([, encoded = '', title]) => [title, JSON.parse(decodeURIComponent(encoded))]),
      [
        ['State View', [URI, place]],
        ['Answer', [URI, place, 'answer']],
      ],
    );
    const move = (await value(...at(4, 'e4'))) ?? '';
    assert.match(
      move,
      /<td><b>1\.e4 \(ply 1\)<\/b> · Black to move, 20 legal moves<br><a [^>]*>State View<\/a><br><code>rnbq/,
    );
    const [, here = ''] = /<a href="command:statelens\.openStateView\?([^"]*)">State View<\/a>/.exec(move) ?? [];
    const [row, character] = at(4, 'e4');
    assert.deepEqual(JSON.parse(decodeURIComponent(here)), [URI, { line: row, character }]);
    assert.doesNotMatch(move, />Answer</);
  });

  it('take text of the file for text, whatever it says', async () => {
    const label = '<b>"&amp;*x*';
    await open({ options: { images: true, html: true } }, `1. e4 { [%pfen ${label} ?] } *\n`);
    assert.match((await value(0, 10)) ?? '', /^<b>&lt;b&gt;&quot;&amp;amp;\*x\*: no state in the answer<\/b><br>/);
  });

  it('have text boards where no pictures are shown, and plain text where no Markdown is read', async () => {
    await open({ capabilities: {}, options: {} });
    const { kind, value: text } = await contents(...at(4, '[%pfen old'));
    assert.equal(kind, 'plaintext');
    assert.ok(text.startsWith('old: thinks the pawn is still on e2: missed 1.e4'));
    assert.ok(text.includes('\n2 squares wrong (e4 e2), side to move wrong · '));
    assert.ok(text.includes('\n4  .  .  .  . [.] .  .  . \n'));
    assert.ok(text.includes('\n2  P  P  P  P [P] P  P  P \n'));
    assert.doesNotMatch(text, /\*\*|```|data:/);
  });

  it('turn the board as the settings say', async () => {
    await open({ settings: { board: { orientation: 'black' } } });
    await session.refreshed(0);
    assert.match(decodeURIComponent((await value(...at(4, 'e4'))) ?? ''), /<text x="22\.5" y="374">h<\/text>/);
  });

  it('show the FEN lines of a FEN file', async () => {
    const fens = `${AFTER_E4}\n# a remark\n# pfen a ${START}\n8/8/8/8/8/8/8/8 w - - 0 1\nno position\n`;
    const uri = 'file:///a.fen';
    await open({}, fens, uri);
    assert.match((await value(0, 3, uri)) ?? '', /^\*\*Position 1\*\* · Black to move, 20 legal moves\n/);
    assert.equal(await value(1, 3, uri), undefined);
    assert.match((await value(2, 3, uri)) ?? '', /^\*\*a: [a-z]+ .*\*\*\n/);
    assert.match((await value(3, 3, uri)) ?? '', /not a position: /);
    assert.equal(await value(4, 3, uri), undefined);
  });

  it('say nothing outside of moves and predictions, and in what is no text of ours', async () => {
    await open();
    assert.equal(await value(0, 1), undefined);
    assert.equal(await value(99, 99), undefined);
    assert.equal(await value(0, 0, 'file:///unknown.pgn'), undefined);
    await session.client.open('file:///empty.pgn', 'pgn', '');
    assert.equal(await value(0, 0, 'file:///empty.pgn'), undefined);
  });
});

describe('comparisons', () => {
  let session: Session;
  afterEach(() => session.end());
  const start = async () => {
    session = await Session.start({ capabilities: ABLE });
    await session.client.open(URI, 'pgn', PGN);
  };

  it('have every metric of the predictions at a position, and where the moves are written', async () => {
    await start();
    const result = await session.comparison({ uri: URI, game: 0, ply: 1, path: [] });
    assert.equal(result?.title, 'Ann – Bob, after 1.e4 (ply 1)');
    assert.equal(result.trueFen, AFTER_E4);
    assert.deepEqual(result.lastMove, ['e2', 'e4']);
    assert.deepEqual(
      result.history.map(({ ply, san, fen }) => [ply, san, fen]),
      [
        [0, undefined, START],
        [1, 'e4', AFTER_E4],
      ],
    );
    const [first] = result.predictions;
    assert.equal(first.label, 'old');
    assert.equal(first.fen, START);
    assert.equal(first.comparison?.verdict, 'squares');
    assert.equal(first.comparison.movesLost?.length, 20);
    assert.notEqual(first.comparison.setBased, null);
    assert.notEqual(first.comparison.conditional, null);
    const move = { start: { line: 4, character: 3 }, end: { line: 4, character: 5 } };
    assert.deepEqual(first.moveRanges, [null, move]);
    assert.deepEqual(first.range.start, { line: 4, character: line(4).indexOf('[%pfen old') });
  });

  it('of a line that is no document’s are the same, at the depth that is wanted', async () => {
    await start();
    const written = await session.comparison({ uri: URI, game: 0, ply: 1, path: [] });
    assert.ok(written !== null && written.predictions.length > 0);
    const { title, history, lastMove, variant, labels } = written;
    const line = { title, history, lastMove, variant, labels, predictions: written.predictions };
    const asked = (m: number): Promise<ComparisonResult | null> =>
      session.client.connection.sendRequest('statelens/lineComparison', { ...line, m });
    const m = written.predictions[0].comparison?.m ?? 0;
    const given = await asked(m);
    const start0 = { line: 0, character: 0 };
    const nowhere = { range: { start: start0, end: start0 }, moveRanges: [null, null] };
    assert.deepEqual(given, { ...written, predictions: written.predictions.map((one) => ({ ...one, ...nowhere })) });
    assert.equal((await asked(1))?.predictions[0].comparison?.m, 1);
    assert.equal(
      await session.client.connection.sendRequest('statelens/lineComparison', { ...line, m, history: [] }),
      null,
    );
  });

  it('follow variations, and take one label alone', async () => {
    await start();
    const path = [{ ply: 1, index: 0 }];
    const result = await session.comparison({ uri: URI, game: 0, ply: 2, path, label: 'in_variation' });
    assert.equal(result?.title, 'Ann – Bob, after 1...d5 (ply 2)');
    assert.deepEqual(
      result.predictions.map(({ label, fen, comparison }) => [label, fen, comparison?.verdict]),
      [['in_variation', null, 'none']],
    );
    const none = await session.comparison({ uri: URI, game: 0, ply: 1, path: [], label: 'nobody' });
    assert.deepEqual(none?.predictions, []);
  });

  it('are null where there is no such position', async () => {
    await start();
    for (const [game, ply] of [
      [0, 99],
      [7, 1],
    ])
      assert.equal(await session.comparison({ uri: URI, game, ply, path: [] }), null);
    await assert.rejects(session.comparison({ uri: URI, game: -1, ply: 0, path: [] }), { code: -32602 });
    assert.equal(await session.comparison({ uri: 'file:///b.pgn', game: 0, ply: 0, path: [] }), null);
    assert.equal(await session.comparison({ uri: URI, game: 0, ply: 1, path: [{ ply: 9, index: 9 }] }), null);
  });
});
