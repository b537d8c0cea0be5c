import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CodeAction } from 'vscode-languageserver/node';
import { NEVER } from '../../src/core/base/cancellation.ts';
import { diagnostic } from '../../src/core/notation/diagnostic.ts';
import type { Code } from '../../src/core/notation/diagnostic-codes.ts';
import { DEFAULT_SETTINGS, type ServerSettings } from '../../src/protocol/settings.ts';
import { deferredFix, fixAll, fixKind, withEdit } from '../../src/server/actions/fix-all.ts';
import { quickFixes } from '../../src/server/actions/quick-fixes.ts';
import { type ActionSource, isWanted } from '../../src/server/actions/source.ts';
import { ServerDocument } from '../../src/server/documents/document.ts';
import type { FeatureContext } from '../../src/server/feature.ts';

const URI = 'file:///a.pgn';
const GAME = '[Event "x"]\n[Result "*"]\n\n1. e4 *\n\n';

/** A document of three games, each with an `e4` that is to be `E4` and a `*` that is to be `1-0`, or is not surely. */
function repairable(): ServerDocument {
  const document = new ServerDocument(URI, 'pgn', 1, GAME.repeat(3));
  while (document.step());
  for (const section of document.sections.list) {
    const fault = (code: Code, at: number, newText: string, safe: boolean) => {
      const range = { start: at, end: at + newText.length };
      return diagnostic(code, range, 'why', {
        fixes: [{ title: `Write ${newText}`, edits: [{ range, newText }], safe }],
      });
    };
    section.found = [
      fault('PGN_ILLEGAL_MOVE', GAME.indexOf('e4'), 'E4', true),
      fault('PGN_RESULT_MISMATCH', GAME.indexOf('*\n\n'), '+', false),
    ];
  }
  return document;
}

/** Of what features are given these sources use no more. */
const contextOf = (settings: Partial<ServerSettings>, resolvesEdits = false) =>
  ({
    client: {
      related: false,
      refreshes: false,
      refreshesInlays: false,
      images: false,
      markdown: false,
      snippets: false,
      takesRefusal: false,
      hasGrammar: false,
      resolvesEdits,
    },
    settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
  }) as FeatureContext;

const ask = <Actions>(
  source: ActionSource<Actions>,
  document: ServerDocument,
  line: number,
  settings: Partial<ServerSettings> = {},
  resolvesEdits = false,
) => {
  const offset = document.buffer.offsetAt({ line, character: 3 });
  const range = { start: offset, end: document.buffer.offsetAt({ line, character: 99 }) };
  return source.actions({ document, range, only: undefined, cancel: NEVER }, contextOf(settings, resolvesEdits));
};
const places = ({ edit }: CodeAction) => edit?.changes?.[URI].map(({ range, newText }) => [range.start.line, newText]);

describe('repairs of a whole file', () => {
  it('are the safe ones of all games, in one action', () => {
    const [action, ...others] = ask(fixAll, repairable(), 0);
    assert.equal(others.length, 0);
    assert.equal(action.kind, 'source.fixAll.statelens');
    assert.equal(action.title, 'Fix all 3 (safe repair) in the file');
    assert.deepEqual(places(action), [
      [3, 'E4'],
      [8, 'E4'],
      [13, 'E4'],
    ]);
  });

  it('of one code are offered where one of them stands', () => {
    const document = repairable();
    assert.deepEqual(ask(fixKind, document, 0), []);
    const [action, ...others] = ask(fixKind, document, 8);
    assert.equal(others.length, 0);
    assert.deepEqual([action.title, action.kind], ['Fix all 3 (PGN_ILLEGAL_MOVE) in the file', 'quickfix']);
    assert.equal(places(action)?.length, 3);
  });

  it('stand beside those of the place', async () => {
    const actions = await ask(quickFixes, repairable(), 8);
    const titles = actions.map(({ title, isPreferred }) => [title, isPreferred]);
    assert.deepEqual(titles, [
      ['Write E4', true],
      ['Write +', false],
    ]);
  });

  it('leave codes alone that are turned off', async () => {
    const severities = { PGN_ILLEGAL_MOVE: 'off' } as const;
    for (const source of [fixAll, fixKind]) assert.deepEqual(ask(source, repairable(), 8, { severities }), []);
    assert.equal((await ask(quickFixes, repairable(), 8, { severities })).length, 1);
  });

  it('find what was not checked yet', () => {
    const document = repairable();
    const at = { line: 13, character: 0 };
    document.update([{ range: { start: at, end: at }, text: ' ' }], 2);
    const [action] = ask(fixAll, document, 0);
    // An edit has its game and the one before it read again; there is nothing wrong with their real text.
    assert.deepEqual(places(action), [[3, 'E4']]);
    assert.ok(document.sections.list.every(({ found }) => found !== undefined));
  });

  it('change a bounded number of places, and say so', () => {
    const document = repairable();
    const [section] = document.sections.list;
    const range = { start: 0, end: 0 };
    section.found = Array.from({ length: 6000 }, (_, i) =>
      diagnostic('PGN_ILLEGAL_MOVE', range, 'why', {
        fixes: [{ title: 'x', edits: [{ range: { start: i, end: i }, newText: '' }], safe: true }],
      }),
    );
    const [action] = ask(fixAll, document, 0);
    assert.equal(action.title, 'Fix 5000 of 6002 (safe repair) in the file; repeat for the rest');
    assert.equal(places(action)?.length, 5000);
  });

  it('come without their edits to a client that asks for them when they are chosen', () => {
    const document = repairable();
    for (const source of [fixAll, fixKind]) {
      const [whole] = ask(source, document, 8);
      const [action] = ask(source, document, 8, {}, true);
      assert.deepEqual([action.title, action.kind, action.edit], [whole.title, whole.kind, undefined]);
      const deferred = deferredFix(JSON.parse(JSON.stringify(action)));
      assert.ok(deferred !== undefined);
      const { data: _, ...resolved } = withEdit(action, document, deferred, contextOf({}, true));
      assert.deepEqual(resolved, whole);
      assert.equal(deferredFix(whole), undefined);
    }
    for (const data of [undefined, null, 7, {}, { uri: URI, code: 'NONE' }])
      assert.equal(deferredFix({ title: 'another', data }), undefined);
  });

  it('are asked for by their kind or one above it', () => {
    for (const only of [undefined, ['source'], ['source.fixAll'], ['source.fixAll.statelens']])
      assert.equal(isWanted(fixAll.kind, only), true);
    for (const only of [['quickfix'], ['source.organizeImports'], ['source.fixAll.other'], []])
      assert.equal(isWanted(fixAll.kind, only), false);
  });
});
