import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { StoredAnswer } from '../../../src/protocol/state.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { type Page, StartedWindow } from './started-window.ts';

const GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
`;
const BEFORE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const WRONG = 'r1bqkbnr/pppp1ppp/2n5/4p3/1B2P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const RIGHT = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const ANSWER = `Before the move the position is ${BEFORE}.\n\nPerhaps ${RIGHT}?\n\n**Final FEN:** \`${WRONG}\``;

describe('the states of an answer', () => {
  let server: ModelServer;
  before(async () => {
    server = await serveModel((response) => sendJson(response, 200, chat(ANSWER)));
  });
  after(() => server.close());

  it('are told to the page; another one is taken into the text by hand, and one undo takes it back', () => {
    const settings = {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': server.baseUrl,
    };
    return StartedWindow.use({ files: { 'game.pgn': GAME }, open: 'game.pgn', settings }, async (window) => {
      window.cursorAfter('3. Bb5');
      await window.run('predictHere');
      const predicted = window.text('game.pgn');
      assert.ok(predicted.includes(`[%pfen fake ${WRONG}]`), predicted);
      void window.run('openStateView');
      const page = await window.page('statelens.state');
      await isTaken(page, WRONG);

      page.say({ version: 2, type: 'take', label: 'fake', state: RIGHT });
      await page.told('notice', ({ text }) => text === 'Taken by hand. Undo in the text takes it back.');
      const taken = await window.texts('game.pgn', (now) => now.includes(RIGHT));
      assert.equal(taken, predicted.replace(`fake ${WRONG}`, `fake!by-hand ${RIGHT}`));
      await window.lens('game.pgn', 'fake (by hand) ✓');
      window.cursorAfter('3. Bb5');
      await isTaken(page, RIGHT);

      window.undo('game.pgn');
      assert.equal(window.text('game.pgn'), predicted);
      window.cursorAfter('3. Bb5');
      await isTaken(page, WRONG);
    });
  });
});

/** Waits until the page is told of the answer with its three states, of which this one was taken. */
async function isTaken(page: Page, state: string): Promise<void> {
  await page.told('answers', ({ answers }) => {
    const [answer] = answers as readonly StoredAnswer[];
    const { candidates = [], taken = -1 } = answer?.reading ?? {};
    const states = candidates.map((candidate) => candidate.state);
    return answer?.raw === ANSWER && states.join() === [BEFORE, RIGHT, WRONG].join() && states[taken] === state;
  });
  page.panel.posted.length = 0;
}
