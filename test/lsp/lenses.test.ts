import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type CodeLens, LSPErrorCodes, ShutdownRequest } from 'vscode-languageserver/node';
import { systemClock } from '../../src/compute/system-clock.ts';
import type { FromWorker, Transport } from '../../src/compute/worker/worker-protocol.ts';
import { itLong } from '../support/thorough.ts';
import { TestClock, testHost } from './host.ts';
import { ABLE, Session, type SessionOptions } from './session.ts';

const URI = 'file:///a.pgn';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const SIDE_WRONG = AFTER_E4.replace(' b ', ' w ');
const NO_KNIGHT = AFTER_E4.replace('RNBQKBNR', 'RNBQKB1R');

const predicted = (label: string, fen: string) => `{ [%pfen ${label} ${fen}] }`;
const game = (...predictions: string[]) => `[Event "x"]\n[Result "*"]\n\n1. e4\n${predictions.join('\n')}\n*\n\n`;

describe('code lenses', () => {
  let session: Session;
  afterEach(() => session.end());

  const open = async (text: string, options: SessionOptions = {}, uri = URI) => {
    session = await Session.start(options);
    await session.client.open(uri, 'pgn', text);
  };

  it('have the verdict at once and the scores after one refresh', async () => {
    await open(
      `[Event "x"]\n\n${predicted('d', '?')}\n1. e4\n\n${predicted('a', NO_KNIGHT)}\n${predicted('b', AFTER_E4)} *\n`,
    );
    const first = await session.titles(URI);
    assert.deepEqual(first, [
      'p₄ and r₄ 0 by convention · d: no state in the answer',
      'p₄ … · edit 1 · a: sees no white knight on g1 | b ✓',
    ]);
    await session.refreshed(0);
    const second = await session.titles(URI);
    assert.equal(second[0], first[0]);
    assert.match(second[1] ?? '', /^p₄ 0\.\d\d · r₄ 0\.\d\d · edit 1 · a: sees no white knight on g1 \| b ✓$/);
    assert.equal(session.refreshes, 1);
  });

  it('are those of the text as it is, or none, where it is edited while kept scores are read', async () => {
    const host = testHost(systemClock);
    let loaded = () => {};
    host.store.load = () => new Promise((resolve) => (loaded = () => resolve([])));
    await open(game(predicted('a', SIDE_WRONG)), { host, options: { cacheDir: '/cache' } });
    const answer = session.lenses(URI).catch(({ code }) => code);
    await session.client.published();
    const start = { line: 0, character: 0 };
    await session.client.change(URI, 2, { range: { start, end: start }, text: '\n\n\n' });
    await session.client.published();
    loaded();
    const lenses = await answer;
    if (lenses !== LSPErrorCodes.ContentModified)
      assert.ok(
        lenses.some(({ range }: CodeLens) => range.start.line === 6),
        JSON.stringify(lenses),
      );
  });

  it('open the comparison, stand on the line of their move, and say in words what the scores mean', async () => {
    await open(game(predicted('a', SIDE_WRONG)));
    await session.scored(URI);
    const [lens] = await session.lenses(URI);
    assert.deepEqual(lens.range.start, { line: 3, character: 0 });
    assert.equal(lens.command?.command, 'statelens.compare');
    assert.deepEqual(lens.command?.arguments, [URI, { game: 0, ply: 1, path: [], label: 'a' }]);
    assert.equal(lens.command?.title, 'p₄ 0 (true side: 1) · r₄ 0 (1) · edit 1 · a: right board, wrong side to move');
    assert.match(
      lens.command?.tooltip ?? '',
      /^board right, side to move wrong\np₄: 4 random legal moves .*\nr₄: 4 random legal moves /,
    );
  });

  it('are one a position, the worst model first', async () => {
    await open(game(...['a', 'b', 'c', 'd'].map((label, i) => predicted(label, i === 0 ? AFTER_E4 : SIDE_WRONG))));
    const [first] = await session.lenses(URI);
    assert.equal(first.command?.title, 'p₄ … · edit 1 · b: right board, wrong side to move | a ✓ | c ✗ … | d ✗ …');
    assert.deepEqual(first.command?.arguments, [URI, { game: 0, ply: 1, path: [], label: 'b' }]);
    assert.deepEqual(await session.scored(URI), [
      'p₄ 0 (true side: 1) · r₄ 0 (1) · edit 1 · b: right board, wrong side to move | a ✓ | c ✗ 0 | d ✗ 0',
    ]);
  });

  it('never lead with a baseline where a model is, and count samples', async () => {
    const labels = ['baseline:naive-tracker', 'a', 'b#1', 'b#2'];
    await open(game(...labels.map((label, i) => predicted(label, i === 0 ? START : i === 1 ? NO_KNIGHT : AFTER_E4))));
    const title = (await session.scored(URI)).at(-1) ?? '';
    assert.match(title, /^p₄ 0\.\d\d · r₄ .* · edit \d+ · a: [^|]+ \| b 2 of 2 ✓ \| naive-tracker ✗ 0$/);
  });

  it('sum up each label by game and by file, samples together', async () => {
    const two = [predicted('a#1', AFTER_E4), predicted('a#2', SIDE_WRONG)];
    await open(game(...two, predicted('b', START)) + game(predicted('b', AFTER_E4)));
    const titles = await session.scored(URI);
    const sums = titles.filter((t) => / · mean /.test(t ?? ''));
    assert.deepEqual(sums, [
      'whole file · mean p₄, r₄: a 0.50, 0.50 | b 0.50, 0.50',
      'this game · mean p₄, r₄: a 0.50, 0.50',
    ]);
    const [first] = await session.lenses(URI);
    assert.equal(
      first.command?.tooltip,
      'a · 2 · exact 1 · side wrong 1 · mean p₄ 0.50 r₄ 0.50\nb · 2 · exact 1 · squares wrong 1 · mean p₄ 0.50 r₄ 0.50',
    );
  });

  it('follow the mode and the depth of the settings, and their changes', async () => {
    const text = game(predicted('a', AFTER_E4), predicted('b', SIDE_WRONG)) + game(predicted('a', START));
    await open(text, { settings: { lens: { mode: 'summary', m: 2 } } });
    while ((await session.titles(URI)).length > 1) await session.refreshed(session.refreshes - 1);
    assert.match((await session.scored(URI))[0] ?? '', /^whole file · mean p₂, r₂: a 0\.50, /);
    let before = session.refreshes;
    await session.configure({ lens: { mode: 'worst' } });
    await session.refreshed(before);
    const worst = await session.scored(URI);
    assert.equal(worst.length, 2);
    assert.match(worst[0] ?? '', /^p₄ 0 .* · b: [^|]*$/);
    before = session.refreshes;
    await session.configure({ 'lens.mode': 'off' });
    await session.refreshed(before);
    assert.deepEqual(await session.titles(URI), []);
  });

  it('are resolved one by one for clients that cannot be told to ask again', async () => {
    await open(game(predicted('a', SIDE_WRONG)) + game(predicted('b', START)), { capabilities: {} });
    const lenses = await session.lenses(URI);
    assert.deepEqual(
      lenses.map(({ command }) => command),
      [undefined, undefined],
    );
    const resolved = await Promise.all(lenses.map((lens) => session.resolve(lens)));
    assert.match(resolved[0].command?.title ?? '', /^p₄ 0 \(true side: 1\) .* · a: right board/);
    assert.match(resolved[1].command?.title ?? '', / · b: pawn still on e2, missed 1\.e4; also wrong: side to move$/);
    await session.client.change(URI, 2, { text: '' });
    assert.equal((await session.resolve(lenses[0])).command, undefined);
    assert.equal(session.refreshes, 0);
  });

  it('keep their scores when something else is edited', async () => {
    await open(game(predicted('a', SIDE_WRONG), predicted('b', NO_KNIGHT)));
    const before = await session.scored(URI);
    await session.client.change(URI, 2, {
      range: { start: { line: 0, character: 8 }, end: { line: 0, character: 9 } },
      text: 'another event',
    });
    assert.deepEqual(await session.titles(URI), before);
  });

  it('wait a moment for new scores where scores are shown', async () => {
    // A moment that does not end by itself.
    await open(game(predicted('a', SIDE_WRONG)), { host: testHost(new TestClock()) });
    while ((await session.titles(URI))[0]?.includes('…'));
    await session.client.change(URI, 2, { text: game(predicted('a', START)) });
    assert.match((await session.titles(URI))[0] ?? '', /^p₄ 0 .* · a: pawn still on e2, missed 1\.e4; /);
  });

  it('say what could not be read, what was read in doubt or by hand, and what is not stated', async () => {
    const boardOnly = AFTER_E4.replace('b KQkq - 0 1', '? ? ? ? ?');
    await open(
      game(predicted('a', '??')) + game(predicted('b!doubtful', AFTER_E4)) + game(predicted('c!by-hand', AFTER_E4)),
    );
    assert.deepEqual(await session.titles(URI), [
      'a: unread: the answer holds something like a state that cannot be read',
      'b (doubtful) ✓',
      'c (by hand) ✓',
    ]);
    const tips = (await session.lenses(URI)).map(({ command }) => command?.tooltip?.split('\n')[0]);
    assert.deepEqual(tips.slice(1), ['doubtful: the answer holds several states', 'taken by hand']);
    const many = ['d!doubtful', 'e!doubtful', 'f', 'g'].map((label) => predicted(label, START)).join('');
    await session.client.open('file:///d.pgn', 'pgn', game(many));
    const [folded] = await session.scored('file:///d.pgn');
    assert.match(
      folded ?? '',
      /^p₄ 0 .* · d \(doubtful\): pawn still on e2, [^|]* \| e \(doubtful\) ✗ 0 \| f ✗ 0 \| g ✗ 0$/,
    );
    await session.client.open('file:///e.pgn', 'pgn', `1. e4 e4 2. Nf3 ${predicted('h!doubtful', START)} *`);
    assert.deepEqual(await session.titles('file:///e.pgn'), ['h (doubtful): not scored: 1...e4 above is illegal']);
    await session.client.open('file:///b.pgn', 'pgn', game(predicted('c', boardOnly)));
    const [partial] = await session.scored('file:///b.pgn');
    assert.equal(partial, 'p₄ 1 · r₄ 1 · edit 0 · c: right as far as stated; only the board is stated');
  });

  it('say so where the true state is not known', async () => {
    const labels = ['a', 'b', 'c', 'd'];
    const all = labels.map((label) => predicted(label, START)).join(' ');
    await open(`1. e4 e4 ${predicted('a', START)} 2. Nf3 ${all} *`);
    assert.deepEqual(await session.titles(URI), [
      'this game · mean p₄, r₄: a not scored',
      'a: not scored: 1...e4 above is illegal',
      'not scored: 1...e4 above is illegal · a | b | c | d',
    ]);
  });

  for (const [what, tags, reason] of [
    ['a FEN tag without a position', '[FEN "8/8 w - - 0 1"]', 'the FEN tag holds no position'],
    ['a variant that is not supported', '[Variant "Atomic"]', 'metrics know chess and Chess960, not Atomic'],
    ['an unknown variant', '[Variant "Foo"]', 'the variant "Foo" is not known'],
  ] as const)
    it(`say so in a game with ${what}`, async () => {
      await open(`${tags}\n\n1. e4 ${predicted('a', START)} *`);
      assert.deepEqual(await session.titles(URI), [`a: not scored: ${reason}`]);
    });

  it('say so below a record that is no position', async () => {
    session = await Session.start({ capabilities: ABLE });
    const uri = 'file:///a.fen';
    await session.client.open(uri, 'fen', `8/8 w - - 0 1\n# pfen a ${START}\n`);
    assert.deepEqual(await session.titles(uri), ['a: not scored: the record above holds no position']);
  });

  it('take the scores of an earlier session', async () => {
    const host = testHost(systemClock);
    const text = game(predicted('a', SIDE_WRONG), predicted('b', NO_KNIGHT));
    await open(text, { host, options: { cacheDir: '/cache' } });
    const scored = await session.scored(URI);
    await session.client.connection.sendRequest(ShutdownRequest.type);
    session.end();
    assert.equal(host.store.results.length, 2);

    const never: Transport = { concurrency: 1, start: () => assert.fail('something is computed') };
    const later = { ...testHost(systemClock, never), store: host.store, openStore: () => host.store };
    await open(text, { host: later, options: { cacheDir: '/cache' } });
    assert.deepEqual(await session.titles(URI), scored);
  });

  itLong('score what is visible first, and very many only when asked', async () => {
    const count = 600;
    const text = Array.from({ length: count }, (_, i) => game(predicted('a', `${AFTER_E4.slice(0, -1)}${i + 2}`))).join(
      '',
    );
    await open(text);
    const ranges = [{ start: { line: 7 * 500, character: 0 }, end: { line: 7 * 500 + 20, character: 0 } }];
    await session.client.connection.sendNotification('statelens/visibleRanges', { uri: URI, ranges });
    const titles = await session.titles(URI);
    assert.match(titles[0] ?? '', /^Score File \(600, about \d+ s\)$/);
    await session.refreshed(0);
    const visible = await session.titles(URI);
    assert.ok(!visible.slice(501, 503).some((t) => t?.includes('…')));
    // Those off the screen have no words until they are asked for.
    assert.equal(visible[5], undefined);
    const resolved = async (index: number) =>
      (await session.resolve((await session.lenses(URI))[index])).command?.title ?? '';
    assert.match(await resolved(5), /p₄ …/);
    await session.client.connection.sendRequest('workspace/executeCommand', {
      command: 'statelens.scoreFile',
      arguments: [URI],
    });
    const whole = 'whole file · mean p₄, r₄: a 1, 1';
    for (let before = session.refreshes; (await resolved(0)) !== whole; before = session.refreshes)
      await session.refreshed(before);
    assert.match(await resolved(6), /p₄ 1/);
    const last = session.scoring.at(-1);
    assert.deepEqual([last?.done, last?.total], [count, count]);
  });

  it('call off what nobody wants any more', async () => {
    const asked: string[] = [];
    const cancelled: number[] = [];
    const silent: Transport = {
      concurrency: 1,
      start(events) {
        queueMicrotask(() => events.message({ kind: 'ready' } satisfies FromWorker));
        return {
          flags: undefined,
          post(message) {
            if (message.kind === 'cancel') cancelled.push(message.id);
            else for (const job of message.requests) asked.push((job.input as { predictedFen: string }).predictedFen);
          },
          terminate: () => Promise.resolve(),
        };
      },
    };
    await open(game(predicted('a', START)), { host: testHost(systemClock, silent) });
    await session.titles(URI);
    await session.client.change(URI, 2, { text: game(predicted('a', SIDE_WRONG)) });
    await session.titles(URI);
    assert.deepEqual(asked.slice(0, 1), [START]);
    assert.equal(cancelled.length, 1);
  });

  it('say so when scores cannot be computed, and go on', async () => {
    const dying: Transport = {
      concurrency: 1,
      start(events) {
        queueMicrotask(() => events.message({ kind: 'ready' } satisfies FromWorker));
        return {
          flags: undefined,
          post: () => queueMicrotask(() => events.died('out of memory')),
          terminate: () => Promise.resolve(),
        };
      },
    };
    await open(game(predicted('a', START)), { host: testHost(systemClock, dying) });
    await session.titles(URI);
    await session.refreshed(0);
    assert.match((await session.titles(URI))[0] ?? '', /p₄ not computed/);
    assert.equal(await session.hover(URI, 0, 0), null);
  });

  it('stand in FEN files, too', async () => {
    session = await Session.start({ capabilities: ABLE });
    const uri = 'file:///a.fen';
    await session.client.open(uri, 'fen', `${AFTER_E4}\n# pfen a ${SIDE_WRONG}\n`);
    assert.match(
      (await session.scored(uri))[0] ?? '',
      /^p₄ 0 \(true side: 1\) .* · a: right board, wrong side to move$/,
    );
  });
});
