import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { followModel, tokenizerOf, writeModel } from '../../support/tiny-model.ts';
import { StartedWindow, until } from './started-window.ts';

const GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
`;
/** Twenty games of a World Cup, each cut once; the first has five plies. */
const CUTS = fs.readFileSync('test/fixtures/pgn2fen/cuts.pgn', 'utf8');
const FEN = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const FILES = { files: { 'game.pgn': GAME }, open: 'game.pgn' };
const withModel = (model: string) => ({ ...FILES, settings: { 'statelens.model': model } });

/** Asks for the position after 3. Bb5. */
const predict = (window: StartedWindow): Promise<unknown> => {
  window.cursorAfter('3. Bb5');
  return window.run('predictHere');
};

describe('Predict State Here', () => {
  it('inserts the prediction of a baseline without any set-up, and one undo takes it back', () =>
    StartedWindow.use(FILES, async (window) => {
      const done = predict(window);
      (await window.pick('Select Model')).choose('naive-tracker');
      await done;
      const text = window.text('game.pgn');
      assert.match(text, /3\. Bb5\n\{ \[%pfen baseline:naive-tracker \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
      await window.lens('game.pgn', /naive-tracker(?:: | ✓)/);
      window.undo('game.pgn');
      assert.equal(window.text('game.pgn'), GAME);
    }));

  it('asks again for a state that has a prediction: the new answer replaces it, and one undo brings the old one back', () => {
    const old = GAME.replace('3. Bb5', `3. Bb5 { [%pfen baseline:naive-tracker 8/8/8/8/8/8/8/8 w - - 0 1] }\n3...`);
    const options = { files: { 'game.pgn': old }, open: 'game.pgn', settings: { 'statelens.model': 'baseline:lag-2' } };
    return StartedWindow.use(options, async (window) => {
      window.cursorAfter('3. Bb5 { [%pfen');
      await window.run('askAgain');
      const text = window.text('game.pgn');
      assert.match(text, /\[%pfen baseline:naive-tracker r1bqkbnr\/\S+ b /);
      assert.doesNotMatch(text, /8\/8\/8|lag-2/, 'the model of the prediction was asked, not that of the settings');
      window.undo('game.pgn');
      assert.equal(window.text('game.pgn'), old);
      window.cursorAfter('1. e4');
      await window.run('askAgain');
      (await window.message('there is no prediction here')).press(undefined);
    });
  });

  itLong('asks the learned model in the box once it is selected', () =>
    StartedWindow.use(withModel('baseline:start-position'), async (window) => {
      const selected = window.run('selectModel');
      (await window.pick('Select Model')).choose('mav-small');
      await selected;
      await window.bar(/mav-small/);
      await predict(window);
      const text = window.text('game.pgn');
      assert.match(text, /3\. Bb5\n\{ \[%pfen builtin:mav-small \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
      await window.lens('game.pgn', /mav-small(?:: | ✓)/);
    }),
  );

  itLong('asks a model in a folder of this machine, in ONNX form', async () => {
    const { folder, remove } = temporaryFolder();
    const fen = ['r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R', 'b', 'KQkq', '- 3 3'];
    const words = ['<end>', ...fen, '<unk>'];
    const own = { 'tokenizer.json': tokenizerOf(words), 'config.json': { eos_token_id: 0 } };
    const model = writeModel(path.join(folder, 'tiny'), followModel(), own);
    await StartedWindow.use(withModel(`onnx:${model}`), async (window) => {
      await window.bar(/onnx:tiny/);
      await predict(window);
      const text = window.text('game.pgn');
      assert.ok(text.includes(`3. Bb5\n{ [%pfen onnx:tiny ${fen.join(' ')}] }\n3... a6`), text);
      await window.lens('game.pgn', 'tiny ✓');
    });
    remove();
  });

  it('writes the state of a world into its walk, by the link of the state view, and one undo takes it back', () => {
    const walk = 'world othello6\nb3 b2 c2\nd2\n';
    const options = {
      files: { 'a.walk': walk },
      open: 'a.walk',
      settings: { 'statelens.model': 'baseline:start-position' },
    };
    return StartedWindow.use(options, async (window) => {
      window.cursorAfter('b3 b2');
      void window.run('openStateView');
      const page = await window.page('statelens.state');
      page.say({ version: 2, type: 'command', command: 'statelens.predictHere' });
      const text = await window.texts('a.walk', (now) => now.includes('# pstate'));
      assert.match(text, /^world othello6\nb3 b2 \n# pstate baseline:start-position [xo] \|\| [xo. ]+ \|\|\nc2\nd2\n$/);
      await window.lens('a.walk', /start-position(?:: | ✓)/);
      await page.told('line', (line) => JSON.stringify(line).includes('"label":"baseline:start-position"'));
      window.undo('a.walk');
      assert.equal(window.text('a.walk'), walk);
    });
  });

  itLong('is asked by a link of the state view, which then opens that model in place of another', () => {
    const other = '{ [%pfen other rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2] }';
    const files = { 'game.pgn': GAME.replace('2. Nf3', `2. Nf3 ${other}`) };
    const settings = { 'statelens.model': 'builtin:mav-small' };
    return StartedWindow.use({ files, open: 'game.pgn', settings }, async (window) => {
      window.cursorAfter('3. Bb5');
      void window.run('openStateView');
      const page = await window.page('statelens.state');
      const first = await page.told('line');
      assert.equal(first.asks, 'builtin:mav-small');
      assert.deepEqual(rowsOf(first), ['other']);
      page.say({ version: 2, type: 'select', label: 'other' });
      page.say({ version: 2, type: 'command', command: 'statelens.predictHere' });
      await page.told('select', ({ label }) => label === 'builtin:mav-small');
      const answers = await page.told('answers', (message) => (message.answers as object[]).length > 0);
      assert.equal((answers.answers as { label: string }[])[0]?.label, 'builtin:mav-small');
    });
  });

  it('is traced through a game: few positions are told, a lens says where it is lost, and the state view opens it', () => {
    const files = { 'games.pgn': CUTS };
    const settings = { 'statelens.model': 'baseline:naive-tracker' };
    return StartedWindow.use({ files, open: 'games.pgn', settings }, async (window) => {
      const trace = async (): Promise<Promise<unknown>> => {
        const done = window.run('traceGame');
        (await window.input('Predict every k plies first')).accept('12');
        return done;
      };
      void trace();
      await window.message('too few positions of this game to trace it');
      window.cursorAtEnd();
      void trace();
      const found = /baseline:naive-tracker: (?:first lost after \S+ \(ply \d+\)|never lost)/;
      const message = await window.message(found);
      await window.lens('games.pgn', found);
      message.press('Show Trace');
      const page = await window.page('statelens.state');
      assert.ok(rowsOf(await page.told('line')).includes('baseline:naive-tracker'));
    });
  });
});

const rowsOf = (message: Readonly<Record<string, unknown>>): string[] =>
  (message['line'] as { rows: { label: string }[] }).rows.map(({ label }) => label);

describe('a model behind a server', () => {
  let respond: Responder;
  let server: ModelServer;
  before(async () => {
    server = await serveModel((...args) => respond(...args));
  });
  after(() => server.close());

  /** A window whose model is at the server. */
  const use = (act: (window: StartedWindow) => Promise<void>): Promise<void> => {
    const settings = {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': server.baseUrl,
    };
    return StartedWindow.use({ ...FILES, settings }, act);
  };
  /** A request that is answered when the test says so. */
  const held = async (window: StartedWindow): Promise<{ answer: () => void; done: Promise<unknown> }> => {
    let answer: (() => void) | undefined;
    respond = (response) => (answer = () => sendJson(response, 200, chat(FEN)));
    const done = predict(window);
    return { answer: await until('the request', () => answer), done };
  };

  it('is asked with the moves alone, and named in the status bar', () =>
    use(async (window) => {
      respond = (response) => sendJson(response, 200, chat(`It is ${FEN}.`));
      await predict(window);
      const text = window.text('game.pgn');
      assert.ok(text.includes(`3. Bb5\n{ [%pfen fake ${FEN}] }\n3...`), text);
      const asked = server.received.at(-1)?.body ?? '';
      assert.ok(asked.includes('1. e4 e5 2. Nf3 Nc6 3. Bb5'), asked);
      assert.ok(!asked.includes('a6'), asked);
      await window.bar(new RegExp(`fake @ ${server.host}`));
    }));

  it('has a lens while it is asked, and its answer written where its move is by then', () =>
    use(async (window) => {
      const { answer, done } = await held(window);
      await window.lens('game.pgn', 'fake: predicting…');
      window.type('[Event', '1. d4 d5 *\n\n[Event');
      answer();
      await done;
      const text = window.text('game.pgn');
      assert.ok(text.startsWith('1. d4 d5 *'), text);
      assert.ok(text.includes(`3. Bb5\n{ [%pfen fake ${FEN}] }\n3...`), text);
      assert.deepEqual(
        (await window.lenses('game.pgn')).filter((lens) => lens.includes('predicting')),
        [],
      );
    }));

  it('has its answer written although the editor refuses the first edits', () =>
    use(async (window) => {
      const { answer, done } = await held(window);
      window.stand.workspace.refusals = 3;
      answer();
      await done;
      assert.ok(window.text('game.pgn').includes(`[%pfen fake ${FEN}]`));
    }));

  it('has its answer kept when its move was edited meanwhile', () =>
    use(async (window) => {
      const { answer, done } = await held(window);
      window.type('Bb5', 'Bc4');
      answer();
      (await window.message('not written because the moves')).press('Copy');
      await done;
      assert.equal(window.text('game.pgn'), GAME.replace('Bb5', 'Bc4'));
      assert.equal(window.stand.clipboard, `{ [%pfen fake ${FEN}] } after 1. e4 e5 2. Nf3 Nc6 3. Bb5\n`);
    }));

  it('that sends a web page is one clear message, and nothing is written', () =>
    use(async (window) => {
      respond = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi');
      await predict(window);
      await window.message('web page instead of JSON');
      assert.equal(window.text('game.pgn'), GAME);
    }));

  it('that refuses says first what helps, and offers a key only where that is the fault', () =>
    use(async (window) => {
      respond = (response) => sendJson(response, 401, { error: { message: 'no' } });
      await predict(window);
      const key = await window.message(/^StateLens: Set an API key.*Nothing was written\.$/);
      assert.deepEqual(key.buttons, ['Set API Key', 'Select Model', 'Show Log']);
      respond = (response) => sendJson(response, 404, { error: { code: 'model_not_found', message: 'no such model' } });
      await predict(window);
      const model = await window.message(/^StateLens: Choose another model\. .* has no model "fake"/);
      assert.deepEqual(model.buttons, ['Select Model', 'Show Log']);
    }));

  it('is asked for many positions after one question, with their number, cost and time', () => {
    const far = server.baseUrl.replace('127.0.0.1', '0.0.0.0');
    const moves = Array.from({ length: 26 }, () => 'Nf3 Nf6 Ng1 Ng8').join(' ');
    const long = `[Event "?"]\n[Result "*"]\n\n${moves} *\n`;
    const settings = { 'statelens.model': 'openai', 'statelens.openai.model': 'fake', 'statelens.openai.baseUrl': far };
    respond = (response) => sendJson(response, 200, chat(FEN));
    return StartedWindow.use({ files: { 'game.pgn': long }, open: 'game.pgn', settings }, async (window) => {
      const done = window.run('predictFile', { plan: 'every:2' });
      const asked = await window.message('Send 52 requests to 0.0.0.0');
      const told = /fake: 52 requests, about [\d,]+ tokens in.*time: not known before.*Only moves are sent.*kept/s;
      assert.match(asked.detail, told);
      asked.press('Send');
      await done;
      assert.equal(window.text('game.pgn').split('%pfen').length, 53);
      const again = window.run('predictFile', { plan: 'every:2', model: 'baseline:start-position' });
      const offline = await window.message('Predict 52 positions with baseline:start-position?');
      assert.match(offline.detail, /^Nothing is sent, and it costs nothing · time: not known/);
      offline.press('Predict');
      await again;
      assert.equal(window.stand.window.messages.length, 0, 'nothing asks twice');
    });
  });

  it('has the cost of many positions by the prices of its named model, and the word where it has none', async () => {
    const baseUrl = 'https://api.example.com/v1';
    const moves = Array.from({ length: 26 }, () => 'Nf3 Nf6 Ng1 Ng8').join(' ');
    const prices = { input: 100, output: 1000, currency: 'USD', date: '2026-01-31' };
    const asked = async (model: string, maxTokens?: number): Promise<string> => {
      const models = [
        { name: 'dear', baseUrl: `${baseUrl}/`, model: 'gpt', prices },
        { name: 'other', baseUrl, model: 'small' },
      ];
      const settings = {
        'statelens.models': models,
        'statelens.model': model,
        'statelens.openai.model': 'gpt',
        'statelens.openai.baseUrl': baseUrl,
        'statelens.openai.maxTokens': maxTokens,
      };
      let detail = '';
      const files = { 'game.pgn': `[Event "?"]\n[Result "*"]\n\n${moves} *\n` };
      await StartedWindow.use({ files, open: 'game.pgn', settings }, async (window) => {
        const done = window.run('predictFile', { plan: 'every:2' });
        const question = await window.message('Send 52 requests');
        ({ detail } = question);
        question.press(undefined);
        await done;
      });
      return detail;
    };
    assert.match(
      await asked('named:dear'),
      /^dear: 52 requests, about [\d,]+ tokens in · cost from [1-9]\.\d\d USD on · /,
    );
    // 52 answers of at most 100 tokens cost 5.20 USD.
    const [, least = 0, most = 0] = / · cost ([\d.]+) USD to ([\d.]+) USD · /.exec(await asked('openai', 100)) ?? [];
    assert.equal((Number(most) - Number(least)).toFixed(2), '5.20');
    assert.match(await asked('named:other'), / tokens in · cost not known · /);
  });

  it('that asks to wait is waited for in words: lens, notification, status bar; Cancel ends it', () =>
    use(async (window) => {
      respond = (response) =>
        sendJson(response, 429, { error: { message: 'too many requests' } }, { 'retry-after': '50' });
      const before = server.received.length;
      const done = predict(window);
      const wait = /rate limited \(429\), attempt 2, next try in \d+ s/;
      const progress = await window.progress(wait);
      assert.match(progress.text, /0 of 1/);
      await window.lens('game.pgn', /fake: rate limited \(429\), attempt 2, next try at /);
      await window.bar(wait);
      progress.cancel();
      await done;
      assert.ok(!window.hasBar(wait));
      assert.deepEqual(
        (await window.lenses('game.pgn')).filter((lens) => lens.includes('rate limited')),
        [],
      );
      assert.equal(server.received.length, before + 1);
      assert.equal(window.text('game.pgn'), GAME);
    }));

  it('has its answers kept in the run file of the folder, with their prompts, and shown in the state view', () =>
    use(async (window) => {
      respond = (response) => sendJson(response, 200, chat(`I think it is:\n\`${FEN}\``));
      await predict(window);
      window.cursorAfter('2. Nf3');
      await window.run('predictHere');
      const lines = window.read('.statelens/predictions.run.jsonl').trimEnd().split('\n');
      const [header, ...samples] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      assert.equal(header?.['kind'], 'run');
      assert.deepEqual(
        samples.map(({ kind, model, gameName, ply, attempts }) => [kind, model, gameName, ply, attempts]),
        [5, 3].map((ply) => ['sample', 'fake', 'game.pgn', ply, 1]),
      );
      assert.match(String(samples[0]?.['prompt']), /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5$/);
      void window.run('openStateView');
      const page = await window.page('statelens.state');
      const message = await page.told('answers', ({ answers }) => (answers as object[]).length > 0);
      const [answer] = message['answers'] as { raw: string; prompt: string }[];
      assert.equal(answer?.raw, `I think it is:\n\`${FEN}\``);
      assert.match(answer.prompt, /1\. e4 e5 2\. Nf3$/);
    }));
});
