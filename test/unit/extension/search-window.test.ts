import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readTree } from '../../../src/core/search/read-tree.ts';
import { TREE_VERSION } from '../../../src/protocol/tree-messages.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { itLong } from '../../support/thorough.ts';
import { type Page, StartedWindow, until, type WindowOptions } from './started-window.ts';

const GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
`;
const FILES: WindowOptions = { files: { 'game.pgn': GAME }, open: 'game.pgn' };

/** The tree of a search that is over, once its file in a folder is whole. */
const written = (window: StartedWindow, folder: string) =>
  until('the search in its file', () => {
    const place = path.join(window.folder, folder, 'searches');
    const [name] = fs.existsSync(place) ? fs.readdirSync(place) : [];
    const read = name === undefined ? undefined : readTree(fs.readFileSync(path.join(place, name), 'utf8'));
    return read?.ok === true && read.value.end === 'done' ? read.value : undefined;
  });

describe('a search from an editor', () => {
  let server: ModelServer;
  before(async () => {
    const answer = '[%top_all g8f6:<ctrl31> a7a6:<ctrl30> e8e5:<ctrl60>]\n[%best_action g8f6]\n';
    server = await serveModel((response) => sendJson(response, 200, chat(answer)));
  });
  after(() => server.close());

  const use = (more: Partial<WindowOptions>, act: (window: StartedWindow) => Promise<void>): Promise<void> => {
    server.received.length = 0;
    const settings = {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': server.baseUrl,
    };
    return StartedWindow.use({ ...FILES, settings, ...more }, async (window) => {
      window.cursorAfter('3. Bb5');
      await act(window);
    });
  };
  const searchBy = async (window: StartedWindow, choice: string): Promise<void> => {
    void window.run('searchFromHere');
    (await window.pick('Search from Here')).choose(choice);
  };
  const ended = (page: Page, done: number) =>
    page.told('status', ({ status }) => {
      const { state, done: number } = status as { state: string; done: number };
      return state === 'done' && number === done;
    });

  it('asks a language model, once so many requests are agreed to, and is in a file', () =>
    use({}, async (window) => {
      await searchBy(window, 'the rules decide legality');
      const many = await window.message('Send 51 requests');
      assert.equal(server.received.length, 0);
      many.press('Send');
      const page = await window.page('statelens.tree', TREE_VERSION);
      await ended(page, 50);
      assert.match(page.panel.title, /by fake/);
      // The page's own title is the position: the model and the count are in the tree.
      await page.told('open', ({ title }) => title === '3.Bb5');
      const asked = server.received.length;
      assert.ok(asked > 10 && asked <= 51, `${asked}`);
      const [first] = server.received.map(({ body }) => JSON.parse(body) as { messages: { content: string }[] });
      assert.match(first?.messages.at(-1)?.content ?? '', /%top_all %best_action <\/mav>\n\[%FEN r1bqkbnr\/pppp1ppp/);
      assert.equal((await written(window, '.statelens')).header.model, 'fake');
    }));

  itLong('in a folder that is not trusted plays random games, asks no server and writes nothing there', () =>
    use({ isTrusted: false }, async (window) => {
      await searchBy(window, 'the model tracks the states');
      await window.message('this workspace is not trusted');
      assert.equal(server.received.length, 0);
      await searchBy(window, 'Rollouts (random games)');
      await ended(await window.page('statelens.tree', TREE_VERSION), 1000);
      await written(window, '../storage');
      assert.deepEqual(fs.readdirSync(window.folder), ['game.pgn']);
    }),
  );
});
