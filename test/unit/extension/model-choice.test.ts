import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Able, answerAs } from '../../support/able-server.ts';
import { type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { StartedWindow } from './started-window.ts';

/** The ports at which the picker looks for servers. */
const LOCAL_PORTS = [1234, 8080, 8000, 11434];

/** A server at one of those ports; undefined where all of them are taken. */
async function serveLocally(respond: Responder): Promise<ModelServer | undefined> {
  for (const port of LOCAL_PORTS) {
    const server = await serveModel(respond, port).catch(() => undefined);
    if (server !== undefined) return server;
  }
  return undefined;
}

describe('models', () => {
  let able: Able = {};
  let respond: Responder;
  let server: ModelServer;
  before(async () => {
    server = await serveModel((...args) => respond(...args));
  });
  after(() => server.close());

  const use = (settings: object, act: (window: StartedWindow) => Promise<void>): Promise<void> => {
    able = {};
    respond = (response, request) => answerAs(able, response, request);
    server.received.length = 0;
    return StartedWindow.use(
      { files: { 'game.pgn': '1. e4 e5 *\n' }, open: 'game.pgn', settings: { ...settings } },
      act,
    );
  };
  const atServer = () => ({
    'statelens.model': 'openai',
    'statelens.openai.model': 'm',
    'statelens.openai.baseUrl': server.baseUrl,
  });
  /** Opens the list and takes an entry of it. */
  const choose = async (window: StartedWindow, entry: string): Promise<Promise<unknown>> => {
    const done = window.run('selectModel');
    (await window.pick('Select Model')).choose(entry);
    return done;
  };

  it('are chosen from a list: a baseline, one with a number, a named one, one for the workspace alone; those used before come first', () => {
    const named = { name: 'mine', model: 'm', baseUrl: server.baseUrl };
    return use({ 'statelens.models': [named] }, async (window) => {
      await window.bar(/mav-small/);
      await choose(window, 'start-position');
      await window.bar(/start-position/);
      void choose(window, 'lag-k');
      (await window.input('How many plies behind')).accept('3');
      await window.bar(/lag-3/);
      await choose(window, 'mine');
      await window.bar(new RegExp(`mine @ ${server.host}`));
      assert.equal(server.received.length, 0, 'choosing asks nobody');
      assert.deepEqual(window.stand.settings.workspace, {});
      const done = window.run('selectModel');
      const list = await window.pick('Select Model');
      assert.ok(list.has(/mine.*current/), list.texts.join('\n'));
      assert.ok(list.has('lag-3'));
      list.pressButton('reference');
      await done;
      await window.bar(/reference:rules/);
      assert.equal(window.stand.settings.workspace['statelens.model'], 'reference:rules');
    });
  });

  it('are looked for on this machine when that is chosen, and not before', async (t) => {
    const local = await serveLocally((response) => sendJson(response, 200, { data: [{ id: 'at-home' }] }));
    if (local === undefined) return t.skip('every port of local servers is taken');
    try {
      await use({ 'statelens.model': 'baseline:start-position' }, async (window) => {
        const done = window.run('selectModel');
        const list = await window.pick('Select Model');
        assert.equal(local.received.length, 0, 'the list alone looks for nothing');
        list.choose('Local server…');
        const found = await window.pick('Local server');
        assert.deepEqual(
          local.received.map(({ method, path }) => `${method} ${path}`),
          ['GET /v1/models'],
        );
        found.choose('at-home');
        await done;
        await window.bar(new RegExp(`at-home @ localhost:${new URL(local.baseUrl).port}`));
        assert.equal(window.stand.settings.user['statelens.model'], 'openai');
      });
    } finally {
      await local.close();
    }
  });

  it('of a server are those that it lists, or one that is typed', () =>
    use({}, async (window) => {
      const toServer = async () => {
        const done = choose(window, 'OpenAI-compatible');
        (await window.input('Base URL')).accept(server.baseUrl);
        return { done, list: await window.pick('Model at') };
      };
      able = { list: [{ id: 'small' }, { id: 'large' }] };
      const listed = await toServer();
      await window.shows(() => listed.list.has('small'));
      listed.list.choose('large');
      await listed.done;
      await window.bar(new RegExp(`large @ ${server.host}`));
      able = {};
      const typed = await toServer();
      await window.shows(() => typed.list.placeholder?.includes('type its name') === true && !typed.list.busy);
      typed.list.type('typed');
      assert.ok(typed.list.has(/typed.*as typed/), typed.list.texts.join('\n'));
      typed.list.choose('typed');
      await typed.done;
      await window.bar(new RegExp(`typed @ ${server.host}`));
      void window.run('selectModel');
      const list = await window.pick('Select Model');
      assert.ok(list.has(/typed.*current/) && list.has('large'), list.texts.join('\n'));
      list.hide();
    }));

  it('are tried, and what works is told', () =>
    use(atServer(), async (window) => {
      able = { systemRole: false, streaming: true, topLogprobs: 20, list: [{ id: 'm', max_model_len: 4096 }] };
      void window.run('testConnection');
      const answers = await window.message(`${server.host} answers and has m.`);
      const before = server.received.length;
      answers.press('Find Out');
      const said = await window.message('m answers.');
      assert.match(
        said.text,
        /It has streaming, log probabilities \(20 a token\), a seed, an entry in the model list\. It lacks system messages\. 4,096 tokens of context\./,
      );
      assert.ok(server.received.length > before);
    }));

  it('that refuse are told of with what can be done', () =>
    use(atServer(), async (window) => {
      respond = (response) => sendJson(response, 401, { error: { message: 'no such key' } });
      void window.run('testConnection');
      assert.ok((await window.message('401')).buttons.includes('Set API Key'));
    }));
});
