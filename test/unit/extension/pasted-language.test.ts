import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { Range } from '../../support/vscode.ts';
import { StartedWindow } from './started-window.ts';

const sample = (name: string): string => fs.readFileSync(`samples/${name}`, 'utf8');

/** Returns the language of a new text after some text was inserted into it. */
async function languageAfter(text: string, { path, line = 0 }: { path?: string; line?: number } = {}): Promise<string> {
  let language = '';
  await StartedWindow.use({ files: { 'notes.txt': 'one\ntwo\n' }, open: 'notes.txt' }, async (window) => {
    const { workspace } = window.stand;
    const document = await workspace.open(
      path === undefined ? { content: 'one\n'.repeat(line), language: 'plaintext' } : window.uri(path),
    );
    workspace.changed.fire(document.change([{ range: new Range(line, 0, line, 0), newText: text }]));
    language = document.languageId;
  });
  return language;
}

describe('text that is pasted into a new editor', () => {
  for (const [name, language] of [
    ['countdown.trace', 'trace'],
    ['maze.trace', 'trace'],
    ['world-cup.pgn', 'pgn'],
    ['states.fen', 'fen'],
    ['examples.mav', 'mav'],
  ] as const)
    it(`has the language of its first line, if that is certain: ${name}`, async () => {
      assert.equal(await languageAfter(sample(name)), language);
    });

  it('stays plain text where the first line is prose, in a file, further below, and while it is typed', async () => {
    assert.equal(await languageAfter('world peace is far away\nand so on\n'), 'plaintext');
    assert.equal(await languageAfter('1. Buy milk\n2. Buy bread\n'), 'plaintext');
    assert.equal(await languageAfter(sample('countdown.trace'), { path: 'notes.txt' }), 'plaintext');
    assert.equal(await languageAfter(sample('countdown.trace'), { line: 1 }), 'plaintext');
    assert.equal(await languageAfter('[Event "x"]'), 'plaintext');
  });

  it('is a walk where the first line names a world', async () => {
    assert.equal(await languageAfter('world othello\nd3 c3\n'), 'walk');
    assert.equal(await languageAfter('world countdown 1 2 -> 3\n1+2=3\n'), 'walk');
  });
});
