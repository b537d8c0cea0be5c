import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
} from 'vscode-languageserver/node';
import type { LanguageKit } from '../../src/core/languages/kit.ts';
import { LANGUAGES } from '../../src/core/languages/languages.ts';
import { lineSections } from '../../src/core/languages/section-readers.ts';
import { diagnostic } from '../../src/core/notation/diagnostic.ts';
import { cli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Session } from './session.ts';

/** A list: `= title`, then lines. */
const titles = (text: string) =>
  Array.from(text.matchAll(/^=[ \t]*(.*)$/gm), ({ index, 0: line, 1: name = '' }) => ({
    name,
    range: { start: index, end: index + line.length },
  }));
const TOY: LanguageKit = {
  id: 'toy',
  endings: ['toy'],
  ...lineSections((text, start) => text[start] === '='),
  check: (text) => ({
    found: Array.from(text.matchAll(/\?+/g), ({ index, 0: { length } }) =>
      diagnostic('PGN_STRAY_TEXT', { start: index, end: index + length }, 'a list asks nothing'),
    ),
    games: titles(text).length,
  }),
  format: (text) =>
    Array.from(text.matchAll(/[ \t]+$/gm), ({ index, 0: { length } }) => [
      { range: { start: index, end: index + length }, newText: '' },
    ]),
  outline: (text) =>
    titles(text).map((one) => ({ ...one, nameRange: one.range, kind: 'record', detail: '', children: [] })),
  folds: (text) =>
    titles(text).map(({ range }) => ({ kind: 'region', range: { ...range, end: text.trimEnd().length } })),
  hover: (text) => titles(text).map(({ name, range }) => ({ range, text: `the list ${name}` }))[0],
};

const TEXT = '= birds\nowl  \nwren?\n= trees\nelm\n';
const URI = 'file:///w/a.toy';
const textDocument = { uri: URI };

describe('a language that is one row of the table', () => {
  const { folder, remove } = temporaryFolder();
  const file = path.join(folder, 'a.toy');
  before(() => {
    LANGUAGES.push(TOY);
    fs.writeFileSync(file, TEXT);
  });
  after(() => {
    LANGUAGES.splice(LANGUAGES.indexOf(TOY), 1);
    remove();
  });

  it('has sections, diagnostics, outline, folds, hovers and formatting in the server', async () => {
    const session = await Session.start();
    try {
      const { client } = session;
      await client.open(URI, 'toy', TEXT);
      const { diagnostics } = await client.published();
      assert.deepEqual(
        diagnostics.map(({ range: { start }, message }) => [start.line, start.character, message]),
        [[2, 4, 'a list asks nothing']],
      );
      const symbols = await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
      assert.deepEqual(
        symbols?.map((one) => [one.name, 'range' in one && one.range.start.line]),
        [
          ['birds', 0],
          ['trees', 3],
        ],
      );
      const folds = await client.connection.sendRequest(FoldingRangeRequest.type, { textDocument });
      assert.deepEqual(
        folds?.map(({ startLine, endLine }) => [startLine, endLine]),
        [
          [0, 2],
          [3, 4],
        ],
      );
      // each section is read by itself: the hover in the second one names its own list
      const position = { line: 4, character: 1 };
      const hover = await client.connection.sendRequest(HoverRequest.type, { textDocument, position });
      assert.deepEqual(hover?.contents, { kind: 'markdown', value: 'the list trees' });
      assert.equal(hover.range?.start.line, 3);
      const options = { tabSize: 2, insertSpaces: true };
      const edits = await client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options });
      assert.deepEqual(edits, [
        { range: { start: { line: 1, character: 3 }, end: { line: 1, character: 5 } }, newText: '' },
      ]);
    } finally {
      session.end();
    }
  });

  it('is checked and formatted by the command line', async () => {
    const checked = await cli(['check', file, '--format', 'json']);
    assert.equal(checked.status, 1);
    assert.match(checked.stdout, /a list asks nothing/);
    const formatted = await cli(['format', file]);
    assert.deepEqual([formatted.status, formatted.stdout], [0, '= birds\nowl\nwren?\n= trees\nelm\n']);
    assert.equal((await cli(['format', '--check', file])).status, 1);
  });

  it('has no ability that it does not state', async () => {
    const stripped = await cli(['predictions', 'remove', file]);
    assert.deepEqual([stripped.status, stripped.stdout], [2, '']);
    assert.match(stripped.stderr, /a\.toy is in toy, which holds no games, positions or walks: check reads it/);
    const session = await Session.start();
    try {
      await session.client.open(URI, 'toy', TEXT);
      await session.client.published();
      const board = await session.client.connection.sendRequest('statelens/position', {
        uri: URI,
        position: { line: 0, character: 0 },
      });
      assert.equal((board as { readonly shown: unknown }).shown, null);
      assert.equal((await session.lenses(URI)).length, 0);
    } finally {
      session.end();
    }
  });
});
