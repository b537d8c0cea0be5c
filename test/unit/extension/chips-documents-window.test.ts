import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Position, Range, Uri } from '../../support/editor/values.ts';
import { itLong } from '../../support/thorough.ts';
import { AFTER_E4, chipsIn, FOLDS, folding, GAME, isScored, predicted } from './chips-in-window.ts';
import { StartedWindow, until } from './started-window.ts';

/** Opens a text of another scheme, such as that of an extension for Git, and shows it. */
async function showFrom(window: StartedWindow, uri: Uri, text: string) {
  const { workspace, window: shown } = window.stand;
  workspace.provide(uri.scheme, { provideTextDocumentContent: () => text });
  const document = await workspace.open(uri);
  shown.show(document);
  return document;
}

describe('chips in documents of all kinds', () => {
  it('stand in those of other schemes, which fold as files do, but for the cells of notebooks', () =>
    StartedWindow.use({ files: { 'b.pgn': '1. e4 *\n' }, open: 'b.pgn' }, async (window) => {
      const told = folding(window);
      for (const scheme of ['git', 'vscode-vfs']) {
        const document = await showFrom(window, Uri.parse(`${scheme}:/games/a.pgn`), GAME);
        await until(`chips in ${scheme}:`, () => isScored(window));
        await until('folds', () => told.length > 0);
        assert.deepEqual(told.splice(0), [['fold', FOLDS]]);
        assert.equal(document.getText(), GAME);
      }
      const cell = await showFrom(window, Uri.parse('vscode-notebook-cell:/games/a.pgn'), GAME);
      await until('chips in a cell', () => isScored(window));
      await window.run('togglePredictionText');
      assert.deepEqual(told, []);
      assert.equal(cell.getText(), GAME);
    }));

  it('stand in a view of changes, which does not count as the first opening of the file', () =>
    StartedWindow.use({ files: { 'a.pgn': GAME, 'b.pgn': '1. e4 *\n' }, open: 'b.pgn' }, async (window) => {
      const told = folding(window);
      const { workspace, window: shown } = window.stand;
      const document = await workspace.open(window.uri('a.pgn'));
      shown.changesFrom.set(document, Uri.parse('git:/games/a.pgn'));
      shown.show(document);
      await until('chips', () => isScored(window));
      assert.deepEqual(told, []);
      shown.changesFrom.clear();
      shown.tabs.fire({});
      await until('folds', () => told.length > 0);
      assert.deepEqual(told, [['fold', FOLDS]]);
    }));

  it('never change a character, however broken the text is', () =>
    StartedWindow.use({ files: { 'b.pgn': '1. e4 *\n' }, open: 'b.pgn' }, async (window) => {
      const told = folding(window);
      const cut = fc.record({
        from: fc.nat(GAME.length),
        to: fc.nat(GAME.length),
        put: fc.constantFrom('', '{', '}', '[%pfen', '\n', '(', '\u0000', '\ud800', '1. e4'),
      });
      let count = 0;
      const isKept = async (damages: readonly { from: number; to: number; put: string }[]): Promise<void> => {
        let text = GAME;
        for (const { from, to, put } of damages)
          text =
            text.slice(0, Math.min(from, to)) + put + text.slice(Math.min(Math.max(from, to), Math.min(from, to) + 40));
        const name = `broken-${count++}.pgn`;
        window.write(name, text);
        const document = await window.show(name);
        const read = document.getText();
        // The marks of the next file come after those of this one.
        await window.show('b.pgn');
        await window.show(name);
        await window.run('togglePredictionText');
        assert.equal(document.getText(), read);
        assert.equal(document.isDirty, false);
      };
      await fc.assert(fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 4 }), isKept), { numRuns: 100 });
      assert.ok(told.length > 0);
    }));

  it('follow a replacement of all, a paste over a fold and a cut, and their undo', () =>
    StartedWindow.use({ files: { 'a.pgn': GAME }, open: 'a.pgn' }, async (window) => {
      await until('the score', () => isScored(window));
      const document = window.document('a.pgn');
      const before = chipsIn(window);
      const edit = async (edits: readonly { range: Range; newText: string }[], expected: string, chips: RegExp) => {
        window.stand.workspace.changed.fire(document.change(edits));
        await until(String(chips), () => chips.test(chipsIn(window).join()));
        assert.equal(document.getText(), expected);
        window.undo('a.pgn');
        await until('the chips of before', () => chipsIn(window).join() === before.join());
        assert.equal(document.getText(), GAME);
      };
      const all = [...GAME.matchAll(/o3-mini-2025-01-31/g)].map(({ index, 0: { length } }) => ({
        range: new Range(document.positionAt(index), document.positionAt(index + length)),
        newText: 'claude',
      }));
      await edit(all, GAME.replaceAll('o3-mini-2025-01-31', 'claude'), /✓ claude,.*✗ claude/);
      const lines = GAME.split('\n');
      const folded = `${lines.slice(2, 5).join('\n')}\n`;
      const twice = GAME.replace(folded, folded + folded);
      const after = { range: new Range(new Position(5, 0), new Position(5, 0)), newText: folded };
      await edit([after], twice, /✗ gpt-4o.*– gpt-4o/);
      const cut = { range: new Range(new Position(3, 0), new Position(5, 0)), newText: '' };
      await edit([cut], lines.filter((_, i) => i !== 3 && i !== 4).join('\n'), /^3 ✗ o3-mini/);
    }));

  itLong('of 100,000 predictions are drawn near the screen alone', () => {
    const round = 'Nf3\nNf6\nNg1\nNg8\n'.replaceAll(/\n/g, `\n${predicted('m', AFTER_E4)}\n`);
    const text = `[Result "*"]\n\n${`${round.repeat(250)}*\n\n`.repeat(100)}`;
    return StartedWindow.use({ files: { 'a.pgn': text, 'b.pgn': '1. e4 *\n' }, open: 'b.pgn' }, async (window) => {
      const told = folding(window);
      const document = await window.show('a.pgn');
      Reflect.set(window.stand.window.active ?? {}, 'visibleRanges', [new Range(0, 0, 50, 0)]);
      const chips = await until('chips', () => (chipsIn(window).length > 0 ? chipsIn(window) : undefined));
      assert.ok(chips.length >= 25 && chips.length <= 100, `${chips.length}`);
      assert.deepEqual(told, [], 'above a million characters nothing folds');
      assert.ok(document.getText() === text);
    });
  });
});
