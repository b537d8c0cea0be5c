import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StartedWindow } from './started-window.ts';

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const game = (white: string, ...labels: string[]): string =>
  `[White "${white}"]\n[Black "Z"]\n\n1. e4\n${labels.map((label) => `{ [%pfen ${label} ${START}] }`).join('\n')}\n1... e5 *\n\n`;

/** Games in which a model is wrong in the first and the third, another in the second. */
const TEXT = game('Anna', 'm', 'k') + game('Berta', 'k') + game('Carla', 'm');
const version = 2;

describe('keys in the state view', () => {
  const open = (text: string, act: (window: StartedWindow) => Promise<void>) =>
    StartedWindow.use({ files: { 'a.pgn': text }, open: 'a.pgn' }, act);

  it('n goes on to the next game with a wrong state, says so, and says when it begins again', () =>
    open(TEXT, async (window) => {
      window.cursorAfter('1. e4');
      void window.run('openStateView');
      const page = await window.page('statelens.state');
      await page.told('at');
      page.say({ version, type: 'select', label: 'm' });
      const notice = (text: string) => page.told('notice', (message) => message.text === text);
      page.say({ version, type: 'nextWrong', to: 'next' });
      await notice('Next game: Carla – Z');
      page.say({ version, type: 'nextWrong', to: 'next' });
      await notice('From the start again: Anna – Z');
      page.say({ version, type: 'nextWrong', to: 'previous' });
      await notice('From the end again: Carla – Z');
      page.say({ version, type: 'nextWrong', to: 'previous' });
      await notice('Previous game: Anna – Z');
    }));

  it('n says that there is no other wrong state', () =>
    open(game('Anna', 'm'), async (window) => {
      window.cursorAfter('1. e4');
      void window.run('openStateView');
      const page = await window.page('statelens.state');
      await page.told('at');
      page.say({ version, type: 'select', label: 'm' });
      page.say({ version, type: 'nextWrong', to: 'next' });
      await page.told('notice', ({ text }) => text === 'There is no other wrong state of m here.');
    }));

  it('a lens gives the view the keyboard, Esc the text', () =>
    open(TEXT.replace(START, AFTER_E4), async (window) => {
      const uri = window.uri('a.pgn').toString();
      const panel = () => window.stand.window.panels.find(({ viewType }) => viewType === 'statelens.state');
      void window.run('compare', uri, { game: 0, ply: 1, path: [], label: 'k' });
      const page = await window.page('statelens.state');
      assert.equal(panel()?.hasKeys, true);
      await page.told('at');
      page.say({ version, type: 'toText' });
      await window.shows(() => panel()?.hasKeys === false);
      void window.run('openStateView');
      await window.shows(() => panel()?.hasKeys === true);
    }));

  it('a file opened while the view has the keyboard opens beside it, in the group of the text', () =>
    StartedWindow.use({ files: { 'a.pgn': TEXT, 'b.pgn': TEXT }, open: 'a.pgn' }, async (window) => {
      const { window: shown } = window.stand;
      void window.run('openStateView', undefined, undefined, undefined, 'keys');
      await window.page('statelens.state');
      await window.shows(() => shown.locked.size > 0);
      assert.deepEqual([...shown.locked], [2]);
      await window.show('b.pgn');
      assert.equal(shown.active?.document, window.document('b.pgn'));
      assert.equal(shown.active?.viewColumn, 1);
    }));

  it('a view that is closed last of all leaves no locked group behind', () =>
    open(TEXT, async (window) => {
      const { window: shown, commands } = window.stand;
      const unlocked: unknown[] = [];
      commands.set('workbench.action.unlockEditorGroup', () => unlocked.push(shown.activeGroup.tabs));
      for (const isLast of [false, true]) {
        void window.run('openStateView', undefined, undefined, undefined, 'keys');
        await window.page('statelens.state');
        await window.shows(() => shown.locked.size > 0);
        if (isLast) shown.editors.length = 0;
        while (shown.panels.length > 0) shown.panels[0]?.dispose();
        shown.tabs.fire({});
        assert.equal(unlocked.length, isLast ? 1 : 0);
      }
      shown.tabs.fire({});
      assert.equal(unlocked.length, 1);
    }));

  it('a view opened without the keyboard locks its group when it gets it, and none with other tabs', () =>
    StartedWindow.use({ files: { 'a.pgn': TEXT, 'b.pgn': TEXT }, open: 'a.pgn' }, async (window) => {
      const { window: shown, workspace } = window.stand;
      const panel = () => shown.panels.find(({ viewType }) => viewType === 'statelens.state');
      await window.run('openStateView', window.uri('a.pgn').toString(), { game: 0, ply: 1, path: [], label: 'm' });
      assert.equal(panel()?.viewColumn, 2);
      shown.show(await workspace.open(window.uri('b.pgn')), 2, true);
      panel()?.reveal();
      await window.page('statelens.state');
      assert.deepEqual([...shown.locked], []);
      shown.editors.splice(
        shown.editors.findIndex(({ viewColumn }) => viewColumn === 2),
        1,
      );
      shown.tabs.fire({});
      assert.deepEqual([...shown.locked], [2]);
    }));
});
