import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree } from '../../../src/core/search/read-tree.ts';
import { TREE_VERSION } from '../../../src/protocol/tree-messages.ts';
import { StartedWindow, until } from './started-window.ts';

const MATE = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1';
const WORDS = "If Rd7, then Kf8. What about Qd8? I'll play Rd8#.\n";
/** Thoughts of a reasoning model about a position of the Italian game. */
const THOUGHTS = `<think>
Okay, let me look at this. FEN: r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6

White's knight on g5 and the bishop on c4 both look at f7.

First, Nxf7. Then Kxf7 is forced, and after that Qf3+ hits the king and the knight. After Nxf7 Kxf7 Qf3+, Black has Ke6 to keep the piece.

Alternatively, d4 opens the center. If d4, then exd4 is natural. What about Rxe5+ there?

So the sacrifice it is.
</think>

I'll play Nxf7.
`;

describe('thoughts in prose in an editor', () => {
  it('become a trace when a person asks for their tree, and not before', () =>
    StartedWindow.use({ files: { 'a.txt': `FEN: ${MATE}\n${WORDS}` }, open: 'a.txt' }, async (window) => {
      const document = window.document('a.txt');
      assert.notEqual(document.languageId, 'trace');
      window.cursorAfter('then Kf8');
      await window.run('openTree');
      assert.equal(document.languageId, 'trace');
      const page = await window.page('statelens.tree', TREE_VERSION);
      const opened = await page.told('open');
      assert.equal(opened['title'], 'a.txt:1 · Reasoning in prose');
      const notes = opened['notes'] as readonly { node: number; findings: readonly string[] }[];
      assert.deepEqual(notes, [
        { node: 2, name: 'n2', findings: ['Qd8 is legal nowhere in this search; after Kf8, White has no queen'] },
      ]);
      assert.equal(opened['selected'], 2);
      page.say({ version: TREE_VERSION, type: 'select', node: 3 });
      const { active } = window.stand.window;
      await until('the selection', () => active?.document.getText(active.selection) === 'Rd8#');
      window.cursorAfter('If Rd7');
      assert.equal((await page.told('select', ({ node }) => node === 1))['node'], 1);
    }));

  it('have a verdict and mark the impossible move, once a person asks; the tree and the text select the same move', () =>
    StartedWindow.use({ files: { 'thoughts.md': THOUGHTS }, open: 'thoughts.md' }, async (window) => {
      assert.deepEqual(window.problems('thoughts.md'), [], 'nobody has asked yet');
      await window.run('openTree');
      const page = await window.page('statelens.tree', TREE_VERSION);
      assert.match(String((await page.told('open'))['title']), /^thoughts\.md:\d+ · Reasoning in prose$/);
      const read = readTree(String((await page.told('lines'))['text']));
      assert.ok(read.ok);
      const { nodes, header } = read.value;
      assert.equal(nodes.length, 7);
      assert.match(header.trace?.verdict ?? '', /^Plays Nxf7; .*1 hallucinated move \(Rxe5\)/);
      await window.problem('thoughts.md', 'Rxe5 is legal nowhere in this search');

      page.say({ version: TREE_VERSION, type: 'select', node: 3 });
      const { active } = window.stand.window;
      await until('the selection', () => active?.document.getText(active.selection).startsWith('Qf3'));
      window.cursorAfter('If d4, then exd4');
      await page.told('select', ({ node }) => node === 6);
    }));

  it('get the position that they do not state from the person, as a line above them', () =>
    StartedWindow.use({ files: { 'a.txt': WORDS }, open: 'a.txt' }, async (window) => {
      const running = window.run('openTree');
      const message = await window.message('does not state the position in which its moves begin');
      message.press('Enter a FEN…');
      const input = await window.input('FEN of the position');
      input.accept(MATE);
      await running;
      assert.equal(window.text('a.txt'), `FEN: ${MATE}\n\n${WORDS}`);
      const page = await window.page('statelens.tree', TREE_VERSION);
      assert.match(String((await page.told('lines'))['text']), /Plays Rd8#; 3 moves placed/);
    }));

  it('are none in a text without moves, whose language stays', () =>
    StartedWindow.use({ files: { 'a.txt': 'A shopping list.\n' }, open: 'a.txt' }, async (window) => {
      await window.run('openTree');
      await window.message('a.txt has no search');
      assert.notEqual(window.document('a.txt').languageId, 'trace');
    }));

  it('open from records, each below its position', () => {
    const log = `${JSON.stringify({ fen: MATE, thoughts: WORDS })}\n${JSON.stringify({ fen: MATE, thoughts: WORDS })}\n`;
    return StartedWindow.use({ files: { 'runs.jsonl': log }, open: 'runs.jsonl' }, async (window) => {
      await window.run('openTraces', window.uri('runs.jsonl'));
      const document = await until('the document', () =>
        window.stand.workspace.documents.find(({ uri }) => uri.path.endsWith('runs.jsonl.trace')),
      );
      assert.equal(document.getText().match(/^# Record \d \(line \d\)\n\nFEN: 6k1/gm)?.length, 2);
      const lenses = await until('the lenses', async () => {
        const titles = await window.lenses('.trace');
        return titles.length > 0 ? titles : undefined;
      });
      assert.equal(lenses.filter((title) => title.includes('1 hallucinated move (Qd8)')).length, 2);
    });
  });
});
