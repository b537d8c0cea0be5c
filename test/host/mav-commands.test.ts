import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { ModelServer } from './model-server.ts';
import { BARE_GAME } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import { layoutKept } from './stored-layout.ts';
import { Editor, type Workbench } from './workbench.ts';

const BEFORE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const NOW = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const PROMPT =
  '<mav game=chess> %prev_FEN %prev_action %FEN %top_5 %best_action %FEN </mav>\n' +
  `[%prev_FEN ${BEFORE}]\n[%prev_action f1b5]\n`;
/** The board of the state is right, one action of the list is not legal. */
const ANSWER =
  `[%FEN ${NOW}]\n[%top_5 g8f6:<ctrl31> a7a6:<ctrl30> c6d4:<ctrl29> f8c5:<ctrl28> c6e4:<ctrl27>]\n` +
  '[%best_action g8f6]\n[%FEN r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4]\n';

/** The editor of the document whose URI starts so. */
const editorOf = ({ page }: Workbench, start: string): Editor =>
  new Editor(page, page.locator(`.editor-instance .monaco-editor[data-uri^=${JSON.stringify(start)}]`));

/** Lenses, also those that nothing happens at a click on. */
const lensWith = (editor: Editor, text: RegExp) =>
  editor.root.locator('.codelens-decoration', { hasText: text }).first();

/** The text of an editor, as far as it is on the screen, once it pleases. */
const shown = (editor: Editor, what: string, pleases: (text: string) => boolean): Promise<string> =>
  eventually(what, () => editor.shownText(), pleases);

/** The text without line ends, also those of wrapped lines. */
const unwrapped = (text: string): string => text.replaceAll('\n', '');

describe('MAV in a real VS Code', () => {
  const models = new ModelServer(ANSWER);
  const stage = new SharedStage({ models });
  before(() => stage.start());
  after(() => stage.stop());

  it('makes a prompt from a game, runs it, inserts the reference answer and compares with it', () =>
    stage.play('mav-run', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const { workbench, page, picture } = scene;
      await workbench.editor('game.pgn').clickBehind('3. Bb5');
      await workbench.run('Make MAV Prompt', 'StateLens');
      await workbench.picks.first().waitFor();
      await picture('mav-form');
      await workbench.choose('Best moves, and the position after the best');
      const mav = editorOf(workbench, 'untitled:');
      await shown(mav, 'the prompt', (text) => text.includes('[%prev_action f1b5]'));
      await picture('mav-prompt');

      await workbench.run('Run MAV Prompt', 'StateLens');
      await shown(mav, 'the outputs', (text) => text.includes('[%best_action g8f6]'));
      const [asked] = models.asked.map((body) => JSON.parse(body) as { messages: { content: string }[] });
      assert.equal(asked?.messages.at(-1)?.content, PROMPT);
      await lensWith(mav, /best action legal/).waitFor();
      await mav.root.locator('.squiggly-error').first().waitFor();
      await picture('mav-run');
      await page.keyboard.press('Control+z');
      await shown(mav, 'the bare prompt after one undo', (text) => !text.includes('%best_action g8f6'));
      await page.keyboard.press('Control+y');
      await shown(mav, 'the outputs again', (text) => text.includes('[%best_action g8f6]'));

      await workbench.run('Insert Reference Answer', 'StateLens');
      await workbench.choose('Insert a second example below');
      const both = await shown(mav, 'the reference', (text) => /# model: reference:rules[^]*%best_action/.test(text));
      // behind a value stands its hint, once it has come
      assert.match(both, /\[%top_5 (?:[a-h][1-8][a-h][1-8]:<ctrl\d+>\s*(?:\d+\s%\s*)?){5}\]/);
      await picture('mav-reference');

      await workbench.run('Compare with Reference', 'StateLens');
      const { webview } = workbench;
      const table = webview.getByRole('table', { name: '%top_5 beside the reference' });
      await table.getByText('illegal: ').waitFor();
      await webview.getByRole('listitem').filter({ hasText: '%FEN: same' }).first().waitFor();
      const heads = await table.getByRole('columnheader').allInnerTexts();
      assert.deepEqual(heads, ['action', 'model', 'reference', 'difference']);
      assert.ok(await table.evaluate((element) => element.getBoundingClientRect().top < innerHeight), 'it is in sight');
      assert.equal(await table.locator('.best').count(), 2);
      await picture('mav-compare');
      await webview.getByRole('button', { name: 'Open as Markdown' }).click();
      const compared = await shown(editorOf(workbench, 'statelens-mav:'), 'the text', (text) =>
        text.includes('## The list'),
      );
      assert.ok(compared.includes('`%FEN`: same'), compared);
      assert.match(compared, /\|\s*action\s*\|\s*model\s*\|\s*reference\s*\|\s*difference/);
    }));

  it('answers a prompt with all defaults by the bundled model: list, values and best action', () => {
    const settings = { 'statelens.model': 'builtin:mav-small' };
    return stage.play(
      'mav-defaults',
      { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn', settings },
      async (scene) => {
        const { workbench, page, picture } = scene;
        await workbench.editor('game.pgn').clickBehind('3. Bb5');
        await workbench.run('Make MAV Prompt', 'StateLens');
        await workbench.picks.filter({ hasText: 'Best moves, and the position after the best' }).first().waitFor();
        await picture('mav-defaults-form');
        await page.keyboard.press('Enter');
        const mav = editorOf(workbench, 'untitled:');
        await lensWith(mav, /Run.*Insert reference.*Copy/).waitFor();
        assert.equal(await mav.root.locator('[class*=squiggly]').count(), 0);
        await picture('mav-defaults-prompt');
        await mav.root.locator('.codelens-decoration a', { hasText: /^Run$/ }).click();
        const text = unwrapped(await shown(mav, 'the answer', (now) => now.includes('[%best_action')));
        assert.ok(text.includes(`[%FEN ${NOW}]`), text);
        assert.match(text, /\[%top_5 \w+:<ctrl\d+>/);
        await lensWith(mav, /Compare.*Keep as example.*Ask again/).waitFor();
        await picture('mav-defaults-answer');
      },
    );
  });

  it('shows the statistics of the open file beside it, and compares its values with an engine', () => {
    const answered = `# game: 1\n${PROMPT}${ANSWER}\n# game: 2\n${PROMPT}${ANSWER.replace('c6e4:', 'd7d6:')}`;
    const settings = { 'statelens.engine.depth': 4 };
    const files = { 'answers.mav': answered };
    return stage.play('mav-stats', { files, open: 'answers.mav', settings }, async ({ workbench, picture }) => {
      const { webview } = workbench;
      await workbench.editor('answers.mav').clickBehind('# game: 1');
      await workbench.run('Show Statistics of Answers', 'StateLens');
      await webview.getByRole('rowheader', { name: '%top_k correct' }).waitFor();
      assert.equal(await webview.locator('figure').count(), 0);
      await webview.getByRole('button', { name: 'Compare Values' }).click();
      await webview.locator('figure > svg .mark').first().waitFor();
      await webview.getByText('values of chess: Stockfish', { exact: false }).waitFor();
      await webview.getByRole('rowheader', { name: "order: Kendall's tau" }).waitFor();
      await picture('mav-stats');
    });
  });

  it('draws the reference behind the tree of a trace', () => {
    const files = { 'trace.mav': fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8') };
    const settings = { 'statelens.engine.depth': 4 };
    return stage.play('mav-reference-tree', { files, open: 'trace.mav', settings }, async ({ workbench, picture }) => {
      const { webview } = workbench;
      await workbench.editor('trace.mav').clickBehind('Minimax');
      await workbench.run('Compare Search Tree with Reference', 'StateLens');
      await workbench.choose('Rules and Values');
      await webview.locator('.reference', { hasText: /\d of 4 nodes as in the reference.*Stockfish/ }).waitFor();
      await webview.locator('.reference-list summary').waitFor();
      await picture('mav-reference-tree');
    });
  });

  it('opens a log as MAV, with lenses, also when the window is loaded anew, and leads back to its lines', () => {
    const record = (prompt: string, completion: string) => JSON.stringify({ id: 'x', prompt, completion });
    const log = `${record(PROMPT, ANSWER)}\n{"cut\n${record(PROMPT, 'I do not know.')}\n`;
    return stage.play('mav-records', { files: { 'log.jsonl': log }, open: 'log.jsonl' }, async (scene) => {
      const { workbench, page, picture, folder } = scene;
      await workbench.run('Open…', 'StateLens');
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'Open' }).click();
      await workbench.picks.filter({ hasText: 'prompt' }).first().waitFor();
      await picture('mav-records-fields');
      await page.keyboard.press('Enter');
      await workbench.picks.filter({ hasText: '%best_action' }).first().waitFor();
      await page.keyboard.press('Enter');
      const records = editorOf(workbench, 'statelens-records:');
      const text = await shown(records, 'the records', (now) => now.includes('I do not know.'));
      assert.match(text, /# 2 records of log\.jsonl, 1 left out/);
      assert.match(text, /# left out: log\.jsonl:2: no JSON/);
      await lensWith(records, /best action legal/).waitFor();
      await picture('mav-records');
      await layoutKept(page, 'statelens-records');
      await page.goto(stage.host.url({ folder }));
      await shown(records, 'the records after the reload', (now) => now.includes('I do not know.'));
      await lensWith(records, /best action legal/).waitFor();
      await records.clickBehind('I do not know.');
      await workbench.run('Go to Record', 'StateLens');
      await page.locator('.statusbar-item', { hasText: /Ln 3, Col 1/ }).waitFor();
      await picture('mav-record');
    });
  });
});
