import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { readTree } from '../../../src/core/search/read-tree.ts';
import { TREE_VERSION } from '../../../src/protocol/tree-messages.ts';
import { COUNTDOWN } from '../../support/searched-traces.ts';
import { StartedWindow, until } from './started-window.ts';

/** Two searches; in the second one 12+31 is 44. */
const SAMPLE = fs.readFileSync('samples/countdown.trace', 'utf8');
const RECORDS = [COUNTDOWN, COUNTDOWN.replace('39/3=12', '39/3=13')]
  .map((search) => `${JSON.stringify({ id: 1, search })}\n`)
  .join('');

describe('traces of searches in an editor', () => {
  for (const command of ['openTraces', 'openRecords', 'open'])
    it(`open from records as a document: ${command}`, () =>
      StartedWindow.use({ files: { 'runs.jsonl': RECORDS }, open: 'runs.jsonl' }, async (window) => {
        await window.run(command, window.uri('runs.jsonl'));
        const document = await until('the document', () =>
          window.stand.workspace.documents.find(({ uri }) => uri.path.endsWith('runs.jsonl.trace')),
        );
        const traces = document
          .getText()
          .split('\n\n')
          .filter((part) => part !== '');
        assert.deepEqual(
          traces.map((trace) => trace.split('\n')[1]),
          [
            'Exploring Operation: 39/3=12, Resulting Numbers: [46, 12]',
            'Exploring Operation: 39/3=13, Resulting Numbers: [46, 12]',
          ],
        );
        const lenses = await until('the lenses', async () => {
          const titles = await window.lenses('.trace');
          return titles.length > 0 ? titles : undefined;
        });
        assert.match(lenses.join('\n'), /Solves 59 from 39 3 46/);
      }));

  it('open from the fields that are chosen, the task in one and the search in another, with what is wrong in them', () => {
    const [right = '', wrong = ''] = SAMPLE.split('\n\n').map((text) => `${text.trim()}\n`);
    const log = [right, wrong, right].map((text, id) => {
      const [prompt = '', ...rest] = text.split('\n');
      return `${JSON.stringify({ id, model: 'a', prompt, completion: rest.join('\n'), reference: right })}\n`;
    });
    return StartedWindow.use({ files: { 'log.jsonl': log.join('') }, open: 'log.jsonl' }, async (window) => {
      const done = window.run('openTraces');
      const list = await window.pick();
      assert.ok(list.has('reference'), list.texts.join('\n'));
      list.choose('prompt + completion');
      await done;
      const text = await window.texts('log.jsonl.trace', () => true);
      assert.equal(
        text.split('18+12=30').length,
        right.split('18+12=30').length * 2 + wrong.split('18+12=30').length - 2,
      );
      await window.lens('log.jsonl.trace', 'Solves 37 from 18 12 31');
      await window.problem('log.jsonl.trace', '12+31 is 43, not 44');
    });
  });

  it('leads from a trace to its record', () =>
    StartedWindow.use({ files: { 'runs.jsonl': RECORDS }, open: 'runs.jsonl' }, async (window) => {
      await window.run('openTraces', window.uri('runs.jsonl'));
      const editor = await until('the editor', () => window.stand.window.active);
      assert.ok(editor.document.uri.path.endsWith('.trace'));
      window.cursorAfter('39/3=13, Resulting Numbers: [46, 12]');
      const opened: unknown[][] = [];
      window.stand.commands.set('vscode.open', (...args) => void opened.push(args));
      await window.run('goToRecord');
      const [[uri, options]] = opened as [[{ path: string }, { selection: { line: number } }]];
      assert.match(uri.path, /runs\.jsonl$/);
      assert.equal(options.selection.line, 1);
    }));

  it('show their tree beside the text: the cursor selects its node, and a node its lines', () =>
    StartedWindow.use({ files: { 'a.trace': `${COUNTDOWN}\n` }, open: 'a.trace' }, async (window) => {
      window.cursorAfter('Exploring Operation: 46-39=7');
      await window.run('openTree');
      const page = await window.page('statelens.tree', TREE_VERSION);
      const opened = await page.told('open');
      assert.deepEqual([opened['source'], opened['title']], ['trace', 'a.trace:1 · Stream of Search']);
      const { text } = await page.told('lines');
      const read = readTree(String(text));
      assert.ok(read.ok);
      assert.equal(read.value.nodes.length, 8);
      assert.match(
        read.value.header.trace?.verdict ?? '',
        /^Solves 59 from 39 3 46 with a valid plan; 1 of 7 states wrong/,
      );
      const notes = opened['notes'] as readonly { node: number; findings: readonly string[] }[];
      assert.deepEqual(
        notes.map(({ node }) => node),
        [1],
        'the page has notes that say something alone',
      );
      assert.equal(opened['selected'], 4);
      page.say({ version: TREE_VERSION, type: 'select', node: 7 });
      const { active } = window.stand.window;
      await until('the selection', () => active?.document.getText(active.selection).includes('46+13=59'));
      window.cursorAfter('Exploring Operation: 46+12=58');
      assert.equal((await page.told('select', ({ node }) => node === 2))['node'], 2);
    }));
});
