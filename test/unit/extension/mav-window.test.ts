import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readTree } from '../../../src/core/search/read-tree.ts';
import type { ReferenceView } from '../../../src/protocol/state.ts';
import { TREE_VERSION } from '../../../src/protocol/tree-messages.ts';
import { traceOf } from '../../support/made-trace.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { evaluatedPaths, withoutNode } from '../../support/trace-variants.ts';
import { StartedWindow } from './started-window.ts';

const GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
`;
const BEFORE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const NOW = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const PROMPT =
  '<mav game=chess> %prev_FEN %prev_action %FEN %top_5 %best_action %FEN </mav>\n' +
  `[%prev_FEN ${BEFORE}]\n[%prev_action f1b5]\n`;
const ANSWER =
  `[%FEN ${NOW}]\n[%top_5 g8f6:<ctrl31> a7a6:<ctrl30> c6d4:<ctrl29> f8c5:<ctrl28> c6e4:<ctrl27>]\n` +
  '[%best_action g8f6]\n[%FEN r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4]\n';

describe('MAV in an editor', () => {
  let server: ModelServer;
  before(async () => {
    server = await serveModel((response, { method }) =>
      sendJson(response, 200, method === 'GET' ? { object: 'list', data: [{ id: 'fake' }] } : chat(ANSWER)),
    );
  });
  after(() => server.close());

  const use = (
    files: Readonly<Record<string, string>>,
    act: (window: StartedWindow) => Promise<void>,
  ): Promise<void> => {
    const settings = {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': server.baseUrl,
      // of the references; nothing here is about how good they are
      'statelens.engine.depth': 3,
    };
    return StartedWindow.use({ files, open: Object.keys(files)[0] ?? '', settings }, act);
  };

  it('asks several models, and answers all prompts of a file, in the file itself', () =>
    use({ 'prompts.mav': `${PROMPT}\n${PROMPT.replace('f1b5', 'f1c4')}` }, async (window) => {
      window.cursorAfter('f1b5');
      const done = window.run('runMavModels');
      const list = await window.pick('Several Models');
      assert.deepEqual(
        list.items.filter(({ picked }) => picked === true).map(({ label }) => label),
        ['fake'],
      );
      list.choose('fake', 'reference:rules');
      await done;
      const both = window.text('prompts.mav');
      const [own, reference, rest] = both.split(/# model: (?:fake|reference:rules)\n/).slice(1);
      assert.equal(own?.trimEnd(), (PROMPT + ANSWER).trimEnd());
      assert.ok(reference?.startsWith(PROMPT) && reference.endsWith(PROMPT.replace('f1b5', 'f1c4')), reference);
      assert.equal(rest, undefined);
      await window.run('runMavFile');
      assert.equal(window.text('prompts.mav'), both + ANSWER);
    }));

  it('is made from a game, asked with its inputs alone, and compared with the reference beside it; one undo takes the answer out', () =>
    use({ 'game.pgn': GAME }, async (window) => {
      window.cursorAfter('3. Bb5');
      const made = window.run('makeMav');
      (await window.pick('Make MAV Prompt')).choose('Best moves, and the position after the best');
      await made;
      const prompt = window.stand.window.active?.document.getText() ?? '';
      assert.ok(prompt.endsWith(PROMPT), prompt);
      const before = server.received.length;
      await window.run('runMav');
      const { messages } = JSON.parse(server.received[before]?.body ?? '') as { messages: { content: string }[] };
      assert.equal(messages.at(-1)?.content, PROMPT);
      const { path: untitled } = window.stand.window.active?.document.uri ?? { path: '' };
      const answered = window.text(untitled);
      assert.equal(answered.trimEnd(), (prompt + ANSWER).trimEnd());
      await window.lens(untitled, /best action legal/);
      await window.problem(untitled, 'c6e4');
      window.undo(untitled);
      assert.equal(window.text(untitled), prompt);
      await window.run('runMav');

      const inserted = window.run('insertReference');
      (await window.pick()).choose('Insert a second example below');
      await inserted;
      const reference =
        /# model: reference:rules[^]*\[%top_5 (?:[a-h][1-8][a-h][1-8]:<ctrl\d+>[ \]]){5}\n\[%best_action/;
      assert.match(window.text(untitled), reference);

      void window.run('compareReference');
      const page = await window.page('statelens.state');
      const told = await page.told('reference', (message) => message['reference'] !== null);
      const view = told['reference'] as ReferenceView;
      assert.deepEqual(view.lines[0], { label: '%FEN', text: 'same' });
      assert.ok(JSON.stringify(view.rows).includes('c6e4'), 'the illegal action of the answer');
      await window.run('openReferenceText');
      const text = window.stand.window.active?.document.getText() ?? '';
      assert.match(text, /`%FEN`: same/);
      assert.match(text, /## The list[^]*\|\s*action\s*\|\s*model\s*\|\s*reference\s*\|\s*difference/);
    }));

  it('is written as a reference trace, whose tree is shown', () =>
    use({ 'game.pgn': GAME }, async (window) => {
      window.cursorAfter('3. Bb5');
      const done = window.run('makeTrace');
      (await window.pick('Make Reference Trace')).choose('Breadth 3, depth 1');
      await done;
      const { active } = window.stand.window;
      assert.ok(active?.document.getText().includes('Minimax breadth=3 depth=1'));
      void window.run('openTree');
      const page = await window.page('statelens.tree', TREE_VERSION);
      const lines = await page.told('lines', ({ done }) => done === true);
      const tree = readTree(String(lines['text']));
      assert.ok(tree.ok);
      assert.equal(tree.value.simulations.length, 3, 'each move is a node below the root');
    }));

  it('is compared with the trace of a file, until it has another shape', async () => {
    const reference = await traceOf({ breadth: 2, depth: 1 });
    const [, first = ''] = evaluatedPaths(reference);
    const files = {
      'trace.mav': withoutNode(reference, first),
      'right.mav': reference,
      'other.mav': await traceOf({ breadth: 3, depth: 1 }),
    };
    await use(files, async (window) => {
      window.cursorAfter('Minimax');
      await window.run('compareTree', { reference: window.uri('other.mav').toString() });
      await window.message(/no trace in other\.mav has its root, breadth and depth/);
      await window.run('compareTree', { reference: window.uri('right.mav').toString() });
      const page = await window.page('statelens.tree', TREE_VERSION);
      type Told = { readonly comparison: { readonly summary: string; readonly label: string } | null };
      const told = (pleases: (one: Told) => boolean) =>
        page.told('reference', (message) => pleases(message as unknown as Told));
      const { comparison } = (await told((one) => one.comparison !== null)) as unknown as Told;
      assert.equal(comparison?.label, 'right.mav');
      assert.match(comparison?.summary ?? '', /of 3 nodes as in the reference; .*1 missing/);
      window.type('breadth=2', 'breadth=3');
      await told((one) => one.comparison === null);
      await page.told('notice', ({ text }) => /another root, breadth or depth/.test(String(text)));
    });
  });
});
