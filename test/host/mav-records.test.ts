import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
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

describe('records of a log as MAV in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('have lenses, also when the window is loaded anew, and lead back to the lines of the log', () => {
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
