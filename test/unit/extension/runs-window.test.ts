import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RunReader, RunSamples } from '../../../src/core/evaluation/runs/run-file.ts';
import { REPORT_VERSION } from '../../../src/protocol/report-messages.ts';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { itLong } from '../../support/thorough.ts';
import { StartedWindow, until } from './started-window.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** Forty games, told apart by their first two moves. */
const GAMES = Array.from({ length: 40 }, (_, i) => {
  const files = 'abcdefgh';
  const moves = `${files[i % 8]}3 ${files[Math.floor(i / 8)]}6`;
  return `[Event "${i}"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. ${moves} *\n`;
}).join('\n');
const COUNT = 80;
const RUN = '.statelens/runs/experiment.fake.run.jsonl';

interface Row {
  readonly kind: 'run' | 'group';
}
/** The view of runs, as VS Code asks it. */
interface Rows {
  getChildren(row?: Row): Promise<Row[]>;
  getTreeItem(row: Row): {
    readonly label: string;
    readonly description: string;
    readonly contextValue?: string;
    readonly iconPath: { readonly id: string; readonly color?: { readonly id: string } };
    readonly tooltip: { readonly value: string };
    readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
  };
}

/** A row of the view of runs whose words please, once there is one. */
async function row(window: StartedWindow, words: RegExp): Promise<Row> {
  const tree = window.stand.trees.get('statelens.runs') as Rows;
  return until(`the row ${String(words)}`, async () => {
    for (const one of await tree.getChildren()) {
      const { label, description } = tree.getTreeItem(one);
      if (words.test(`${label} ${description}`)) return one;
    }
    return undefined;
  });
}

/** What a run file holds. */
function read(text: string) {
  const reader = new RunReader();
  const run = new RunSamples();
  const events = [...reader.push(text), ...reader.end()];
  run.add(events);
  const ids = events.flatMap((event) => (event.type === 'sample' ? [event.sample.id] : []));
  return { ids, problems: run.problems, tail: reader.tail };
}

describe('evaluation runs', () => {
  let server: ModelServer;
  let respond: Responder;
  const answers: Responder = (response) => void setTimeout(() => sendJson(response, 200, chat(FEN)), 5);
  before(async () => {
    server = await serveModel((...args) => respond(...args));
  });
  after(() => server.close());

  const experiment = (baseUrl = server.baseUrl): string => `{
  "games": "games.pgn",
  "plies": [2],
  "templates": ["pgn-to-fen", "step-by-step"],
  "models": [{ "model": "openai:fake", "baseUrl": "${baseUrl}" }],
  "concurrency": 2
}
`;
  const use = (
    files: Readonly<Record<string, string>>,
    act: (window: StartedWindow) => Promise<void>,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> => {
    respond = answers;
    server.received.length = 0;
    const settings = {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': server.baseUrl,
      ...more,
    };
    const open = Object.keys(files)[0] ?? 'games.pgn';
    return StartedWindow.use({ files: { 'games.pgn': GAMES, ...files }, open, settings }, act);
  };
  const asked = (): readonly string[] => server.received.map(({ body }) => body);
  const start = async (window: StartedWindow, command = 'runExperiment'): Promise<void> => {
    void window.run(command, window.uri('experiment.jsonc'));
    (await window.message(/Send \d+ requests/)).press('Send');
  };

  it('are estimated, agreed to, shown, paused, resumed, and lose and double nothing', () => {
    // Not this machine by its name, and so a host to be agreed to.
    const far = server.baseUrl.replace('127.0.0.1', '0.0.0.0');
    return use({ 'experiment.jsonc': experiment(far) }, async (window) => {
      await window.lens('experiment.jsonc', /Dry run: 80 requests to \S+, about [\d,]+ tokens in · cost not known/);
      await window.lens('experiment.jsonc', 'Run a pilot of 20');
      void window.run('runExperiment', window.uri('experiment.jsonc'));
      const consent = await window.message('Send 80 requests to 0.0.0.0');
      assert.match(
        `${consent.text} ${consent.detail}`,
        /fake: 80 requests, about .*time: not known before.*experiment\.jsonc names it.*Only moves are sent.*1\. a3 a6/s,
      );
      assert.equal(server.received.length, 0, 'nothing was asked for the estimate');
      consent.press('Send');
      const running = await row(window, /\d+ of 80 · .*\/s/);
      await window.bar(/fake \d+\/80/);
      await window.run('pauseRun', running);
      const paused = await row(window, /paused · \d+ of 80/);
      const before = read(window.read(RUN));
      assert.equal(before.ids.length, asked().length, 'what was asked is in the file');
      assert.ok(before.ids.length > 0 && before.ids.length < COUNT, `${before.ids.length}`);
      await window.lens('experiment.jsonc', /of 80 done · Resume/);
      void window.run('resumeRun', paused);
      await row(window, /complete · 80 of 80/);
      const { ids, problems, tail } = read(window.read(RUN));
      assert.deepEqual([problems, tail, ids.length, new Set(ids).size], [[], 'whole', COUNT, COUNT]);
      assert.deepEqual([asked().length, new Set(asked()).size], [COUNT, COUNT], 'nothing was asked twice');
      await window.lens('experiment.jsonc', '80 of 80 done · Show Report');
      const tree = window.stand.trees.get('statelens.runs') as Rows;
      const group = await until('the groups of the run', async () =>
        (await tree.getChildren(await row(window, /complete · 80 of 80/)))
          .map((one) => tree.getTreeItem(one))
          .find(({ label, description }) => /pgn-to-fen.*40 answered/.test(`${label} ${description}`)),
      );
      assert.equal(group.command?.command, 'statelens.showReport');
      void window.run('showReport', ...(group.command?.arguments ?? []));
      const report = await window.page('statelens.report', REPORT_VERSION);
      assert.equal((await report.told('show'))['samples'], COUNT);
    });
  });

  itLong('go on in another window from the file alone, after a pilot that projects the whole', async () => {
    let file = '';
    await use({ 'experiment.jsonc': experiment() }, async (window) => {
      await window.lens('experiment.jsonc', 'Run a pilot of 20');
      void window.run('pilotExperiment', window.uri('experiment.jsonc'));
      await window.message(/a pilot of 20 projects for the whole.*tokens in/);
      await row(window, /incomplete · 20 of 80/);
      file = window.read(RUN);
    });
    await use({ 'experiment.jsonc': experiment(), [RUN]: file }, async (window) => {
      await window.lens('experiment.jsonc', '20 of 80 done · Resume');
      void window.run('resumeRun', await row(window, /incomplete · 20 of 80/));
      (await window.message('Send 60 requests')).press('Send');
      await row(window, /complete · 80 of 80/);
      assert.equal(asked().length, 60);
      const { ids, problems } = read(window.read(RUN));
      assert.deepEqual([ids.length, new Set(ids).size, problems], [COUNT, COUNT, []]);
    });
  });

  it('have the mistakes of their experiment in its lens, and where they stand', () =>
    use({ 'experiment.jsonc': experiment() }, async (window) => {
      await window.lens('experiment.jsonc', 'Run a pilot of 20');
      window.type('games.pgn', 'none.pgn');
      await window.lens('experiment.jsonc', 'none.pgn cannot be read');
      const uri = window.uri('experiment.jsonc').toString();
      const [fault] = (window.stand.diagnostics.get(uri) ?? []) as { range: { start: { line: number } } }[];
      assert.equal(fault?.range.start.line, 1);
    }));

  it('say why they wait and until when, in row, lens and status bar, and what finishes them', () =>
    use({ 'experiment.jsonc': experiment() }, async (window) => {
      respond = (response) =>
        sendJson(response, 429, { error: { message: 'too many requests' } }, { 'retry-after': '50' });
      await window.lens('experiment.jsonc', /Run$/);
      await start(window);
      const wait = String.raw`rate limited \(429\), attempt 2, next try in \d+ s · 0 of 80`;
      const waiting = await row(window, new RegExp(wait));
      await window.bar(new RegExp(`fake: ${wait}`));
      await window.lens('experiment.jsonc', new RegExp(wait));
      await window.run('cancelRun', waiting);
      await row(window, /cancelled · 0 of 80 · 80 left: Resume Run/);
      // what is said of its end
      await pause(0);
      window.stand.window.messages.length = 0;
    }));

  itLong('tell at once that a model has stopped, while the next one goes on, with the cure first', () => {
    const models = ['closed', 'fake'].map((name) => `{ "model": "openai:${name}", "baseUrl": "${server.baseUrl}" }`);
    const two = experiment().replace(/"models": .*/, `"models": [${models.join(', ')}],`);
    return use({ 'experiment.jsonc': two }, async (window) => {
      let isTold = false;
      respond = (response, request, count) => {
        // The other one gets no answer before the end of this one has been told.
        if (!request.body.includes('"closed"'))
          return void until('the row', () => isTold).then(() => answers(response, request, count));
        return sendJson(response, 401, { error: { message: 'Incorrect API key provided' } });
      };
      await window.lens('experiment.jsonc', /Run$/);
      await start(window);
      const toast = await window.message(/closed stopped\. Set/);
      assert.match(
        toast.text,
        /closed stopped\. Set an API key.* requires an API key \(HTTP 401\).*What is done is kept\./,
      );
      assert.deepEqual(toast.buttons, ['Set API Key', 'Resume Run', 'Show Runs']);
      const tree = window.stand.trees.get('statelens.runs') as Rows;
      const stopped = tree.getTreeItem(
        await row(window, /closed stopped: HTTP 401 “Incorrect API key provided” · 0 of 80/),
      );
      const running = await row(window, /fake \d+ of 80/);
      assert.deepEqual((await tree.getChildren())[0], running, 'the active one is on top');
      isTold = true;
      assert.equal(stopped.iconPath.color?.id, 'list.errorForeground');
      assert.match(stopped.tooltip.value, /Set an API key/);
      await window.run('showRunFault', stopped.command?.arguments[0]);
      (await window.message(/closed stopped/)).press(undefined);
      const whole = tree.getTreeItem(await row(window, /p₄ \S+( ± \S+)? · \d+ of \d+ exact · complete · 80 of 80/));
      assert.deepEqual([whole.command?.command, whole.iconPath.id], ['statelens.showReport', 'pass']);
      const kept = window.exists('.statelens/runs/experiment.fake.scores.jsonl');
      assert.ok(!kept, 'what this window reads whole has no scores beside it');
      assert.equal(window.stand.window.messages.length, 0, 'told once');
    });
  });

  it('tell what a server says of a model that it does not have, in the message and in the red row', () =>
    use({ 'experiment.jsonc': experiment() }, async (window) => {
      respond = (response) =>
        sendJson(response, 404, { error: { code: 'model_not_found', message: 'it was taken down' } });
      await window.lens('experiment.jsonc', /Run$/);
      await start(window);
      const toast = await window.message(/fake stopped\. Choose another model\. .* has no model/);
      assert.ok(toast.buttons.includes('Resume Run'));
      const tree = window.stand.trees.get('statelens.runs') as Rows;
      const stopped = tree.getTreeItem(await row(window, /fake stopped: “it was taken down” · 0 of 80/));
      assert.equal(stopped.iconPath.color?.id, 'list.errorForeground');
    }));

  itLong('are not done where requests failed: other words, another icon, and what repeats them', () =>
    use({ 'experiment.jsonc': experiment() }, async (window) => {
      let failed = 0;
      respond = (response, request, ...rest) => {
        if (failed++ >= 3) return answers(response, request, ...rest);
        return sendJson(response, 400, { error: { message: 'no such thing' } });
      };
      await window.lens('experiment.jsonc', /Run$/);
      await start(window);
      const toast = await window.message(/fake has ended: 3 failed, 77 of 80 answered/);
      assert.deepEqual(toast.buttons, ['Retry Failed Requests', 'Show Runs']);
      const tree = window.stand.trees.get('statelens.runs') as Rows;
      const words = /3 failed, 77 of 80 answered: Retry Failed Requests · HTTP 400 “no such thing”/;
      assert.equal(tree.getTreeItem(await row(window, words)).iconPath.id, 'warning');
      await window.lens('experiment.jsonc', '77 of 80 answered, 3 failed · Retry');
      toast.press('Retry Failed Requests');
      await row(window, /complete · 80 of 80/);
    }),
  );

  it('are offered in a file that is an experiment by its content, and in no other JSON', () =>
    use({ 'sweep.jsonc': experiment(), 'package.json': '{ "games": 1, "models": [] }' }, async (window) => {
      await window.lens('sweep.jsonc', /Dry run: 80 requests/);
      await window.show('package.json');
      const lenses = await window.lenses('package.json');
      assert.ok(!lenses.some((title) => /Dry run/.test(title)), lenses.join());
    }));

  it('ask a model of the settings where it was chosen, by the name that Select Model gives it', () => {
    const names = ['openai:fake', 'named:mine', 'openai:elsewhere'].map((name) => `"${name}"`).join(', ');
    const text = experiment().replace(/"models": .*/, `"models": [${names}],`);
    const named = [{ name: 'mine', baseUrl: 'http://localhost:9/v1', model: 'm' }];
    const options = { 'statelens.models': named };
    const seen = async (window: StartedWindow): Promise<void> => {
      const lens = await window.lens('experiment.jsonc', /Dry run/);
      assert.match(lens, new RegExp(`240 requests to ${server.host}, localhost:9, api\\.openai\\.com, about`));
    };
    return use({ 'experiment.jsonc': text }, seen, options);
  });

  it('have the prices of a named model, by its name and at its server, unless the experiment has others', () => {
    const prices = { input: 1000, output: 1, currency: 'EUR', date: '2026-01-31' };
    const named = [{ name: 'mine', baseUrl: 'http://localhost:9/v1', model: 'm', prices }];
    const other = { input: 0, output: 0, currency: 'USD', date: '2026-01-31' };
    const entries = [
      'named:mine',
      { model: 'openai:m', label: 'm', baseUrl: 'http://localhost:9/v1/' },
      { model: 'named:mine', label: 'free', prices: other },
    ];
    const text = experiment().replace(/"models": .*/, `"models": ${JSON.stringify(entries)},`);
    const seen = async (window: StartedWindow): Promise<void> => {
      const lens = await window.lens('experiment.jsonc', /Dry run/);
      assert.match(lens, /240 requests to localhost:9, .* · cost from [1-9]\d*\.\d\d EUR on \+ cost from 0\.00 USD on/);
    };
    return use({ 'experiment.jsonc': text }, seen, { 'statelens.models': named });
  });

  it('begin with a new experiment beside the games', () =>
    use({ 'games.pgn': GAMES }, async (window) => {
      await window.run('newExperiment');
      assert.match(window.text('experiment.jsonc'), /"games": "games\.pgn"/);
      await window.lens('experiment.jsonc', /Dry run: 40 requests to \S+, about .* · 80 samples offline/);
      assert.equal(path.basename(window.stand.window.active?.document.fileName ?? ''), 'experiment.jsonc');
    }));
});
