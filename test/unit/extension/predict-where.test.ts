import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StartedWindow } from './started-window.ts';

const GAME = (moves: string): string => `[Event "?"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n${moves} *\n`;
const GAMES = `${GAME('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6')}\n${GAME('1. d4 d5')}`;
const use = (act: (window: StartedWindow) => Promise<void>, text = GAMES): Promise<void> =>
  StartedWindow.use(
    { files: { 'games.pgn': text }, open: 'games.pgn', settings: { 'statelens.model': 'baseline:naive-tracker' } },
    act,
  );
const countOf = (text: string): number => text.split('[%pfen ').length - 1;

describe('Predict…', () => {
  it('offers its places with the number of positions, and names the model', () =>
    use(async (window) => {
      window.cursorAfter('3. Bb5');
      void window.run('predict');
      const list = await window.pick('Predict');
      assert.equal(list.placeholder, 'Where? baseline:naive-tracker is asked');
      assert.deepEqual(list.texts, [
        'Here | 1 position | ',
        'At the end of every game | 2 positions | ',
        'After every move of the file | 8 positions | ',
        'Every 10 plies | 0 positions | ',
        'At other plies… |  | ',
        'With several templates… |  | ',
        '$(settings-gear) Another model… |  | ',
      ]);
      list.hide();
      assert.equal(window.text('games.pgn'), GAMES);
    }));

  for (const [place, count] of [
    ['Here', 1],
    ['At the end of every game', 2],
    ['After every move', 8],
  ] as const)
    it(`predicts: ${place}`, () =>
      use(async (window) => {
        window.cursorAfter('3. Bb5');
        const done = window.run('predict');
        (await window.pick('Predict')).choose(place);
        await done;
        assert.equal(countOf(window.text('games.pgn')), count);
      }));

  it('leads to other plies and to templates', () =>
    use(async (window) => {
      void window.run('predict');
      (await window.pick('Predict')).choose('At other plies…');
      const plies = await window.pick('Predict in File');
      assert.ok(plies.has('At certain plies…'));
      plies.hide();
      void window.run('predict');
      (await window.pick('Predict')).choose('With several templates…');
      await window.message('templates do not change its answers');
    }));

  it('is shown again after another model was chosen', () =>
    use(async (window) => {
      window.cursorAfter('3. Bb5');
      const done = window.run('predict');
      (await window.pick('StateLens: Predict')).choose('Another model…');
      (await window.pick('Select Model')).choose('start-position');
      const again = await window.pick('StateLens: Predict');
      assert.equal(again.placeholder, 'Where? baseline:start-position is asked');
      again.choose('Here');
      await done;
      assert.match(window.text('games.pgn'), /\[%pfen baseline:start-position /);
    }));

  it('asks for the model after the place, the first time', () =>
    StartedWindow.use({ files: { 'games.pgn': GAMES }, open: 'games.pgn' }, async (window) => {
      window.cursorAfter('3. Bb5');
      const done = window.run('predict');
      const list = await window.pick('StateLens: Predict');
      assert.equal(list.placeholder, 'Where? The model is chosen next');
      assert.ok(!list.has('Another model'));
      list.choose('Here');
      (await window.pick('Select Model')).choose('naive-tracker');
      await done;
      assert.match(window.text('games.pgn'), /\[%pfen baseline:naive-tracker /);
    }));

  it('gives the reason where nothing can be predicted here', () =>
    use(async (window) => {
      window.cursorAfter('Nf9');
      void window.run('predict');
      const [here = ''] = (await window.pick('Predict')).texts;
      assert.match(here, /^Here \| a move before it cannot be played/);
    }, GAME('1. e4 e5 2. Nf9 a6')));
});
