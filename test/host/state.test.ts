import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually } from './eventually.ts';
import { ModelServer } from './model-server.ts';
import { NUMBERS, sample } from './samples.ts';
import { it, itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';
import { holdArrow, watchState } from './state-timer.ts';
import { layoutKept } from './stored-layout.ts';
import type { Workbench } from './workbench.ts';

/** What is shown first of the samples: `src/extension/samples/samples.ts`. */
const FIRST = { file: 'world-cup.pgn', behind: '8. O-O' };

const GAME = `[Event "?"]
[White "Ann"]
[Black "Bob"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6 *
`;

/** What the view says of the position: the move that leads to it. */
const shows = ({ webview }: Workbench, move: string): Promise<string> =>
  eventually(
    `${move} in the state view`,
    () => webview.locator('header .move').innerText(),
    (text) => text === move,
  );

const sentence = ({ webview }: Workbench, says: RegExp): Promise<void> =>
  webview.locator('h1.sentence', { hasText: says }).first().waitFor();

/** The line of an editor that its cursor is in: one of these. */
const cursorLine = (root: Locator, ...lines: readonly number[]): Promise<string> =>
  eventually(
    `the cursor in line ${lines.join(' or ')}`,
    () => root.locator('.active-line-number').first().innerText(),
    (text) => lines.includes(Number(text)),
  );

/** Gives the keyboard to the page without a click on a piece. */
const focusBoards = ({ webview }: Workbench): Promise<void> => webview.locator('.boards').first().focus();

/** Where the middle of a square of the true board is on the screen, White below. */
async function square({ webview }: Workbench, name: string): Promise<{ x: number; y: number }> {
  const box = await webview.locator('cg-board').first().boundingBox();
  assert.ok(box);
  const file = name.charCodeAt(0) - 97;
  return {
    x: box.x + ((file + 0.5) * box.width) / 8,
    y: box.y + ((8.5 - Number(name.charAt(1))) * box.height) / 8,
  };
}

async function drag(workbench: Workbench, from: string, to: string): Promise<void> {
  const [a, b] = [await square(workbench, from), await square(workbench, to)];
  await workbench.page.mouse.move(a.x, a.y);
  await workbench.page.mouse.down();
  await workbench.page.mouse.move(b.x, b.y, { steps: 6 });
  await workbench.page.mouse.up();
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

describe('the state view', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('shows a text that was never saved, opens no other one in its place, and leaves a read-only file alone', () => {
    // A file that became read-only stays that for its window: no other scene has one of that name.
    const scenario = { files: { 'locked.pgn': GAME }, open: 'locked.pgn' };
    return stage.play('state-special', scenario, async ({ workbench, page }) => {
      const tab = page.locator('.tab', { hasText: 'Untitled-' });
      await workbench.run('New Untitled Text File');
      await tab.waitFor();
      await workbench.run('Change Language Mode');
      await workbench.input.fill('PGN');
      await workbench.choose('PGN');
      await workbench.language('PGN').waitFor();
      await page.keyboard.type('1. e4 e5 2. Nf3');
      await workbench.run('Open State View', 'StateLens');
      await shows(workbench, '2.Nf3');
      await workbench.webview.getByRole('button', { name: 'pin' }).click();
      await tab.click();
      await workbench.run('View: Revert and Close Editor');
      await tab.waitFor({ state: 'detached' });
      await sentence(workbench, /Untitled-\d+ cannot be opened/);
      await workbench.webview.getByRole('button', { name: 'Unpin' }).click();
      await shows(workbench, 'start');
      assert.equal(await tab.count(), 0);

      await workbench.editor('locked.pgn').clickBehind('3. Bb5 a6');
      await workbench.run('Set Active Editor Read-only in Session', 'File');
      await shows(workbench, '3...a6');
      await workbench.webview.getByLabel('Play a move').fill('Ba4');
      await page.keyboard.press('Enter');
      await workbench.webview.getByText('This file is read-only').waitFor();
    });
  });

  it('says what GPT-4o got wrong in a sample, follows the cursor, pins, and is the same after a reload', () => {
    const games = sample(FIRST.file);
    const files = { [FIRST.file]: games, 'world-cup.run.jsonl': sample('world-cup.run.jsonl') };
    return stage.play('state-sample', { files, open: FIRST.file }, async (scene) => {
      const { workbench, page, folder, picture } = scene;
      const view = workbench.webview;
      const editor = workbench.editor(FIRST.file);
      await editor.clickBehind(FIRST.behind);
      await page.locator('.editor-actions [aria-label^="Open State View"]').click();
      await sentence(workbench, /gpt-4o-2024-08-06 thinks the knight is still on f3/);
      await shows(workbench, '8.O-O');
      await eventually(
        'pieces on both boards',
        () => view.locator('cg-board').evaluateAll((boards) => boards.map((board) => board.children.length)),
        (counts) => counts.length === 2 && counts.every((count) => count >= 20),
      );
      await view.locator('.wrote mark.extracted').first().waitFor();
      await view.locator('.wrote [title*="world-cup.run.jsonl"]').waitFor({ state: 'attached' });
      await picture('state-sample');

      await editor.clickBehind('6. Nxc6');
      await shows(workbench, '6.Nxc6');
      await focusBoards(workbench);
      await page.keyboard.press('ArrowLeft');
      await shows(workbench, '5...a6');
      await page.keyboard.press('End');
      await shows(workbench, '10...O-O');
      await cursorLine(editor.root, lineOf(games, '10. Bf4 O-O'));
      await editor.lenses
        .filter({ hasText: /gpt-4o/ })
        .first()
        .click();
      await shows(workbench, '1...c5');

      await focusBoards(workbench);
      await page.keyboard.press('n');
      await shows(workbench, '6.Nxc6');
      // to the move where the page knows by itself what is wrong, else to what the model wrote, which stands behind it
      await cursorLine(editor.root, lineOf(games, '6. Nxc6'), lineOf(games, 'r1bqkb1r/1p3ppp/p1n1p3/8/4P3/'));
      await page.keyboard.press('p');
      await editor.clickBehind('2. Nf3');
      await layoutKept(page, 'Pinned: ', '"pinned":true,"unfolded"');
      await shows(workbench, '6.Nxc6');
      await picture('state-pinned');
      await page.goto(stage.host.url({ folder }));
      await shows(workbench, '6.Nxc6');
      await view.getByRole('button', { name: 'pinned' }).click();
      await page.locator('.tab', { hasText: 'State: ' }).waitFor();
    });
  });

  it('steps through a game of a hundred plies with a held key, and shows all models', () => {
    const game = sample('whole-game.pgn');
    const files = { 'game.pgn': game, 'states.fen': sample('states.fen'), 'traces.mav': sample('traces.mav') };
    return stage.play('state-keys', { files, open: 'game.pgn' }, async (scene) => {
      const { workbench, page, picture } = scene;
      const view = workbench.webview;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('1. e4');
      await workbench.run('Open State View', 'StateLens');
      await shows(workbench, '1.e4');
      await focusBoards(workbench);
      await watchState(view);
      const held = await holdArrow(page, view, 99);
      await shows(workbench, '50...hxg4');
      assert.ok(held.drawn > 20, `${held.drawn} positions were drawn on the way`);
      await cursorLine(editor.root, lineOf(game, '50... hxg4'));
      await view.getByRole('tab', { name: /o3-mini/ }).click();
      await sentence(workbench, /o3-mini/);
      await picture('state-keys');
      await view.getByRole('tab', { name: 'All', exact: true }).click();
      await view.getByRole('tab', { name: 'All', exact: true, selected: true }).waitFor();
      await sentence(workbench, /models? here:/);
      await picture('state-all');

      // The keyboard goes back to the text, where files open.
      await page.keyboard.press('Escape');
      await workbench.editor('game.pgn').root.and(page.locator('.focused')).waitFor();
      const states = await workbench.open('states.fen');
      await states.clickBehind('rnbqkb1r/ppp1pp1p/6p1');
      await eventually(
        'a record',
        () => view.locator('header .move').innerText(),
        (text) => /^Position \d+$/.test(text),
      );
      const traces = await workbench.open('traces.mav');
      await traces.clickBehind('[%prev_action');
      await eventually(
        'a position of the trace',
        () => view.locator('header .ply').innerText(),
        (text) => /^position \d+$/.test(text),
      );
      await picture('state-mav');
    });
  });
});

/** The answer of a server that the text got: its lens, and one undo; then that of the bundled model, once it is selected. */
async function predictByTwoModels({ workbench, page, picture, saved }: Scene): Promise<void> {
  const editor = workbench.editor('game.pgn');
  await editor.lenses.filter({ hasText: /fake(?:: | ✓)/ }).waitFor();
  assert.ok((await editor.settledLenses()).some((lens) => NUMBERS.test(lens) || lens === 'fake ✓'));
  const asked = await saved('game.pgn', (now) => now.includes('%pfen'));
  assert.match(asked, /\{ \[%pfen fake r1bqkbnr\/\S+ b KQkq - 3 3\] \}/);
  await editor.clickBehind('3. Bb5');
  await page.keyboard.press('Control+z');
  await saved('game.pgn', (now) => now === GAME);
  await workbench.run('Select Model', 'StateLens');
  await workbench.choose('mav-small');
  await workbench.predictor('mav-small').waitFor();
  await editor.clickBehind('3. Bb5');
  await workbench.predictHere();
  const text = await saved('game.pgn', (now) => now.includes('%pfen'));
  assert.match(text, /3\. Bb5\n\{ \[%pfen builtin:mav-small \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
  await editor.lenses.filter({ hasText: /mav-small(?:: | ✓)/ }).waitFor();
  await picture('predicted-builtin');
}

for (const kind of ['node', 'web'] as const) {
  const models = new ModelServer('I think it is:\n`r1bqkbnr/pppp1ppp/2n5/4p3/1B2P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3`');

  describe(`the state view beside a game, ${kind}`, () => {
    const stage = new SharedStage({ kind, models });
    before(() => stage.start());
    after(() => stage.stop());

    const writes = 'writes a move that is made on its board, which one undo takes out';
    const title = kind === 'node' ? writes : `${writes}; answers of a server and of the bundled model are in the text`;
    (kind === 'node' ? itInEach : it)(title, () =>
      stage.play(`state-${kind}`, { files: { 'game.pgn': GAME }, open: 'game.pgn' }, async (scene) => {
        const { workbench, page, picture, saved } = scene;
        const editor = workbench.editor('game.pgn');
        await editor.clickBehind('2. Nf3');
        await workbench.run('Open State View', 'StateLens');
        await shows(workbench, '2.Nf3');
        await editor.clickBehind('3. d4');
        await shows(workbench, '3.d4');
        await focusBoards(workbench);
        const steps = [
          ['ArrowLeft', '2...d6'],
          ['ArrowUp', '2...Nc6'],
          ['ArrowRight', '3.Bb5'],
        ] as const;
        for (const [key, move] of steps) {
          await page.keyboard.press(key);
          await shows(workbench, move);
        }
        await workbench.webview.locator('.cg-wrap').first().waitFor();
        await drag(workbench, 'g8', 'f6');
        await shows(workbench, '3...Nf6');
        await picture(`state-board-${kind}`);
        await workbench.webview.getByLabel('Play a move').fill('Nge7');
        await page.keyboard.press('Enter');
        await workbench.webview.getByText('Nge7 was not written').waitFor();
        await editor.clickBehind('1. e4');
        await shows(workbench, '1.e4');
        await saved('game.pgn', (text) => text === GAME.replace('3. Bb5 a6 *', '3. Bb5 a6 (3... Nf6) *'));
        await page.keyboard.press('Control+z');
        await saved('game.pgn', (text) => text === GAME);
        if (kind === 'node') return;
        await editor.clickBehind('3. Bb5');
        await workbench.predictHere();
        await sentence(workbench, /fake:? puts the bishop on b4/);
        const { webview } = workbench;
        await webview.locator('.wrote', { hasText: 'I think it is:' }).waitFor();
        await webview.locator('.wrote', { hasText: '40' }).waitFor();
        await picture('state-answer-web');
        await predictByTwoModels(scene);
      }),
    );
  });
}
