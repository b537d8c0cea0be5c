import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUNTDOWN } from '../../support/searched-traces.ts';
import { StartedWindow, until } from './started-window.ts';

const RECORDS = [COUNTDOWN, COUNTDOWN.replace('39/3=12', '39/3=13')]
  .map((search) => `${JSON.stringify({ id: 1, search })}\n`)
  .join('');

describe('traces of searches in an editor', () => {
  for (const command of ['openTraces', 'openRecords', 'open'])
    it(`open from records as a document: ${command}`, () =>
      StartedWindow.use({ files: { 'runs.jsonl': RECORDS }, open: 'runs.jsonl' }, async (window) => {
        void window.run(command, window.uri('runs.jsonl'));
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
      }));

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
});
