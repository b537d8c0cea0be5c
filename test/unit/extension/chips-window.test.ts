import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { chipTexts } from '../../../src/extension/editor/mark-styles.ts';
import { aroundScreen } from '../../../src/extension/editor/marks.ts';
import type { PredictionChip } from '../../../src/protocol/marks.ts';
import { contrast, over } from '../../support/contrast.ts';
import { Position, Range, Selection } from '../../support/editor/values.ts';
import { chipsIn, type Drawn, FOLDS, folding, GAME, isScored, OTHER, predicted } from './chips-in-window.ts';
import { StartedWindow, until } from './started-window.ts';

describe('chips in a window', () => {
  it('stand behind the moves, and the text is folded once: then it stays as it is left', () =>
    StartedWindow.use({ files: { 'a.pgn': GAME, 'b.pgn': '1. e4 *\n' }, open: 'b.pgn' }, async (window) => {
      const told = folding(window);
      const document = await window.show('a.pgn');
      await until('the score', () => isScored(window));
      const [first, second] = chipsIn(window);
      assert.match(first ?? '', /^2 ✗ gpt-4o 0\.\d\d ✓ o3-mini$/);
      assert.match(second ?? '', /^5 ✗ o3-mini/);
      await until('folds', () => told.length > 0);
      await window.show('b.pgn');
      await window.show('a.pgn');
      await window.run('togglePredictionText');
      assert.deepEqual(told, [
        ['fold', FOLDS],
        ['unfold', FOLDS],
      ]);
      assert.equal(document.getText(), GAME);
      assert.equal(document.isDirty, false);
    }));

  it('have a hover with the words of lenses, and links that open the state view, no other command', () =>
    StartedWindow.use({ files: { 'a.pgn': GAME }, open: 'a.pgn' }, async (window) => {
      await until('the score', () => isScored(window));
      const all = [...(window.stand.window.active?.decorations.values() ?? [])].flat() as Drawn[];
      const hovers = all.flatMap(({ hoverMessage }) => hoverMessage ?? []);
      assert.equal(hovers.length, 2);
      assert.deepEqual(Reflect.get(hovers[0], 'isTrusted'), { enabledCommands: ['statelens.compare'] });
      const links = [...hovers[0].value.matchAll(/\(command:([\w.]+)\?([^ ]*) "Open in State View"\)/g)];
      assert.equal(links.length, 2);
      const [uri, place] = JSON.parse(decodeURIComponent(links[0]?.[2] ?? '')) as [string, unknown];
      assert.equal(uri, window.uri('a.pgn').toString());
      assert.deepEqual(place, { game: 0, ply: 1, path: [], label: 'gpt-4o-2024-08-06' });
    }));

  it('give way to the text by the setting, and return', () =>
    StartedWindow.use({ files: { 'a.pgn': GAME }, open: 'a.pgn' }, async (window) => {
      const told = folding(window);
      await until('the score', () => isScored(window));
      await until('folds', () => told.length > 0);
      window.stand.settings.set({ 'statelens.predictions.show': 'text' });
      await until('no chip', () => chipsIn(window).length === 0);
      await until('the text', () => told.length > 1);
      assert.deepEqual(told[1], ['unfold', FOLDS]);
      window.stand.settings.set({ 'statelens.predictions.show': 'chips' });
      await until('chips', () => isScored(window));
      await until('folds', () => told.length > 2);
    }));

  it('fold again where VS Code did not know the ranges yet, until the screen shows it', () =>
    StartedWindow.use({ files: { 'a.pgn': GAME, 'b.pgn': '1. e4 *\n' }, open: 'b.pgn' }, async (window) => {
      const told = folding(window);
      const { commands } = window.stand;
      const fold = commands.get('editor.fold');
      let calls = 0;
      commands.set('editor.fold', (how) => (++calls > 2 ? fold?.(how) : undefined));
      await window.show('a.pgn');
      await until('a fold', () => told.length > 0);
      await window.run('togglePredictionText');
      await window.run('togglePredictionText');
      assert.deepEqual(
        told.map(([command]) => command),
        ['fold', 'unfold', 'fold'],
      );
    }));

  it('fold the first predictions of a file when they are written, but no line with the cursor', () =>
    StartedWindow.use({ files: { 'a.pgn': '1. e4 e5 *\n' }, open: 'a.pgn' }, async (window) => {
      const told = folding(window);
      const { active } = window.stand.window;
      assert.ok(active);
      active.selection = new Selection(new Position(4, 3), new Position(4, 3));
      window.type(
        '1. e4 e5',
        `1. e4\n${predicted('a', OTHER)}\n1... e5\n${predicted('a', OTHER)}\n${predicted('b', OTHER)}\n`,
      );
      await until('a fold', () => told.length > 0);
      assert.deepEqual(told, [['fold', [0]]]);
    }));

  it('follow several edits at once, inside the predictions, and their undo: no character but the typed ones changes', () =>
    StartedWindow.use({ files: { 'a.pgn': GAME }, open: 'a.pgn' }, async (window) => {
      await until('the score', () => isScored(window));
      const before = chipsIn(window);
      const document = window.document('a.pgn');
      const places = [...GAME.matchAll(/KQkq/g)].map(({ index }) => document.positionAt(index));
      const edits = places.map((at) => ({
        range: new Range(at, document.positionAt(document.offsetAt(at) + 1)),
        newText: '',
      }));
      window.stand.workspace.changed.fire(document.change(edits));
      await until('other chips', () => /✗ o3-mini/.test(chipsIn(window)[0] ?? ''));
      assert.equal(document.getText(), GAME.replaceAll('KQkq', 'Qkq'));
      window.undo('a.pgn');
      await until('the chips of before', () => chipsIn(window).join() === before.join());
      assert.equal(document.getText(), GAME);
    }));

  it('stand behind predictions within a line, whose text is dimmed', () => {
    const text = `1. e4 ${predicted('gpt-4o', OTHER)} e5 *\n`;
    return StartedWindow.use({ files: { 'a.pgn': text }, open: 'a.pgn' }, async (window) => {
      await until('the score', () => isScored(window));
      const dimmed = [...(window.stand.window.active?.decorations.values() ?? [])].flat();
      assert.ok(dimmed.some((drawn) => drawn instanceof Range && drawn.start.character === 8));
    });
  });
});

describe('the text of chips', () => {
  const chip = (name: string, grade: PredictionChip['grade'], score = ''): PredictionChip => ({
    name,
    grade,
    score,
    line: '',
    place: { game: 0, ply: 1, path: [] },
  });
  const texts = (chips: readonly PredictionChip[], more = 0) =>
    chipTexts({ chips, more }).map(({ text }) => text.replaceAll('\u00a0', ' '));

  it('is mark, name and score, and the number of those without a chip', () => {
    assert.deepEqual(
      texts([chip('gpt-4o', 'wrong', '0.56'), chip('gemini', 'near'), chip('x', 'none'), chip('y', null)]),
      ['✗ gpt-4o 0.56', '≈ gemini', '? x', '– y'],
    );
    const many = Array.from({ length: 10 }, (_, i) => chip(`m${i}`, 'exact'));
    assert.deepEqual(texts(many, 5).slice(-2), ['✓ m7', '+7']);
  });

  it('has a contrast of 4.5 in every theme of VS Code, also on folded lines', () => {
    const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
      contributes: { colors: readonly { id: string; defaults: Readonly<Record<string, string>> }[] };
    };
    // Behind chips: the editor's background, that of folds, and that of hints. High contrast has neither of the last.
    const grounds = {
      dark: over('#616161', over('#264f78', '#1f1f1f', 0.3), 0.1),
      light: over('#cccccc', over('#add6ff', '#ffffff', 0.3), 0.1),
      highContrast: '#000000',
      highContrastLight: '#ffffff',
    };
    const marks = contributes.colors.filter(({ id }) => id.startsWith('statelens.mark.'));
    assert.equal(marks.length, 4);
    for (const { id, defaults } of marks)
      for (const [theme, ground] of Object.entries(grounds))
        assert.ok(contrast(defaults[theme] ?? ground, ground) >= 4.5, `${id} ${theme}`);
  });

  it('is short, however long a label is', () => {
    assert.equal(texts([chip('a'.repeat(1000), 'exact')])[0]?.length, 26);
  });
});

it('asks for the lines near the screen, without what folds hide far between', () => {
  assert.deepEqual(aroundScreen([new Range(12, 0, 12, 5), new Range(16, 0, 40, 0)] as never), [[0, 140]]);
  assert.deepEqual(aroundScreen([new Range(10, 0, 20, 0), new Range(5000, 0, 5001, 0)] as never), [
    [0, 120],
    [4900, 5101],
  ]);
});
