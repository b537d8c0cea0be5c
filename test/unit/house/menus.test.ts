import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { leagueName } from '../../../src/extension/league/commands.ts';
import { isTreeFile, TREE_ENDING } from '../../../src/extension/search/tree-files.ts';
import { OPEN_TREE_COMMAND } from '../../../src/protocol/lsp.ts';
import { LEAGUE_EDITOR, STATE_VIEW, TREE_EDITOR } from '../../../src/protocol/views.ts';
import { readManifest } from '../../support/manifest.ts';
import { type Context, holds } from './when.ts';

interface Item {
  readonly command?: string;
  readonly when?: string;
}
interface Binding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
}
const { contributes } = readManifest() as {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly keybindings: readonly Binding[];
    readonly customEditors: readonly { readonly viewType: string; readonly selector: readonly object[] }[];
  };
};
const title = (command: string): string =>
  contributes.commands.find((one) => one.command === command)?.title ?? command;
const clauses = new Map(
  contributes.menus['commandPalette']?.map(({ command, when }) => [command, when ?? 'true'] as const),
);

/** The titles that the palette lists. */
const palette = (context: Context): string[] =>
  contributes.commands.filter(({ command }) => holds(clauses.get(command) ?? 'true', context)).map((one) => one.title);

const PGN = { editorLangId: 'pgn', resourceScheme: 'file', resourceFilename: 'a.pgn', workspaceFolderCount: 1 };
const PREDICTED = { ...PGN, 'statelens.hasPredictions': true };

/** All that the extension tells a window at once: predictions, runs, experiments, searches, programs, an open state view. */
const BUSY: Context = {
  workspaceFolderCount: 1,
  'statelens.hasPredictions': true,
  'statelens.stateViewOpen': true,
  'statelens.hasRuns': true,
  'statelens.hasExperiments': true,
  'statelens.canPauseRun': true,
  'statelens.canResumeRun': true,
  'statelens.canCancelRun': true,
  'statelens.canRetryRun': true,
  'statelens.searchRuns': true,
  'statelens.searchWaits': true,
  'statelens.searchOpen': true,
  'statelens.worldPrograms': true,
};
const file = (language: string): Context => ({
  editorLangId: language,
  resourceScheme: 'file',
  resourceFilename: `a.${language}`,
});

describe('the palette', () => {
  it('has at most 40 entries in a game and 30 in a MAV file, however much is going on', () => {
    for (const [language, most] of [
      ['pgn', 40],
      ['fen', 40],
      ['walk', 40],
      ['mav', 30],
    ] as const) {
      const listed = palette({ ...BUSY, ...file(language) });
      assert.ok(listed.length <= most, `${language}: ${listed.length}\n${listed.join('\n')}`);
    }
    for (const view of ['statelens.state', 'statelens.tree', 'statelens.report'])
      assert.ok(palette({ ...BUSY, activeWebviewPanelId: view }).length <= 40, view);
  });

  it('knows all contexts of the extension', () => {
    const known = new Set(Object.keys(BUSY));
    const used = [...clauses.values()].flatMap((clause) => clause.match(/(?<![=~] )statelens\.\w+/g) ?? []);
    assert.ok(used.length > 20);
    const counted = 'statelens.runsCounted'; // hides what was shown before the runs are counted
    assert.deepEqual(
      [...new Set(used)].filter((key) => key !== counted && !known.has(key)),
      [],
    );
  });

  it('has one command for each place of predictions, each kind of file, and each way to the state view', () => {
    const listed = palette({ ...BUSY, ...file('pgn') });
    for (const [named, only] of [
      [/^Predict/, 'Predict…'],
      [/^Open (?!State|Samples)/, undefined],
      [/^Open…/, 'Open…'],
      [/Board|Compare|State View/, 'Open State View'],
      [/Pilot|Dry-Run|Copy Resume/, undefined],
    ] as const)
      assert.deepEqual(
        listed.filter((name) => named.test(name)),
        only === undefined ? [] : [only],
      );
  });

  it('has the steps of the board while the state view has the keyboard alone', () => {
    const steps = (context: Context): number => palette(context).filter((name) => name.startsWith('Board: ')).length;
    assert.equal(steps({ ...BUSY, ...file('pgn') }), 0);
    assert.equal(steps({ ...BUSY, activeWebviewPanelId: STATE_VIEW }), 7);
  });

  it('has nothing in a bare game that needs predictions, runs, experiments, searches or MAV', () => {
    const listed = palette(PGN);
    for (const name of listed)
      assert.doesNotMatch(name, /\b(Runs?|Pilot|Wrong|Compare|Remove|Dim|Lenses|Report|Trace of|Stop|Resume|Record)\b/);
    assert.ok(listed.includes('Predict…') && listed.includes('Trace Game…'));
    assert.ok(listed.length <= 24, listed.join('\n'));
  });

  it('has what predictions are for where there are some', () => {
    const listed = palette(PREDICTED);
    for (const name of ['Next Wrong Prediction', 'Previous Wrong Prediction', 'Remove Predictions…'])
      assert.ok(listed.includes(name), name);
  });

  it('has of the commands of runs those that one of the runs is for', () => {
    assert.ok(!palette({ ...PGN, 'statelens.hasRuns': true }).some((name) => /^(Pause|Cancel) Run$/.test(name)));
    assert.ok(palette({ ...PGN, 'statelens.canCancelRun': true }).includes('Cancel Run'));
    // Before runs are counted nobody knows whether one can be resumed.
    assert.ok(palette({ ...PGN, 'statelens.hasRuns': true }).includes('Resume Run'));
    assert.ok(!palette({ ...PGN, 'statelens.hasRuns': true, 'statelens.runsCounted': true }).includes('Resume Run'));
  });

  it('has no command of a text where no text is shown', () => {
    const listed = palette({});
    assert.ok(listed.length <= 11, listed.join('\n'));
    for (const name of ['Open Samples', 'Select Model', 'Get Started with StateLens', 'Open…'])
      assert.ok(listed.includes(name), name);
  });
});

describe('the menu of a file in the explorer', () => {
  /** The titles that it has. */
  const menu = (resourceFilename: string): string[] =>
    (contributes.menus['explorer/context'] ?? [])
      .filter(({ when }) =>
        holds(when ?? 'true', { resourceFilename, resourceExtname: path.extname(resourceFilename) }),
      )
      .map(({ command = '' }) => title(command));

  it('leads to what is for that kind of file, and to nothing in others', () => {
    assert.deepEqual(menu('night.mcts.jsonl'), ['Open Search Tree']);
    assert.deepEqual(menu('night.run.jsonl'), ['Show Report…', 'Open Traces…']);
    assert.deepEqual(menu('night.league.jsonl'), ['Open League…']);
    assert.deepEqual(menu('night.lab.jsonl'), ['Open Lab as Walks']);
    assert.deepEqual(menu('log.jsonl'), ['Audit Transcript', 'Open Traces…']);
    assert.deepEqual(menu('notes.md'), ['Audit Transcript']);
    assert.deepEqual(menu('mcts.jsonl.txt'), []);
  });

  it('knows trees by the ending that the tree view is opened for', () => {
    const [editor] = contributes.customEditors;
    assert.equal(editor?.viewType, TREE_EDITOR);
    assert.deepEqual(editor.selector, [{ filenamePattern: `*${TREE_ENDING}` }]);
    assert.ok(menu(`a${TREE_ENDING}`).includes(title(OPEN_TREE_COMMAND)));
    assert.ok(isTreeFile(`/searches/a${TREE_ENDING}`) && !isTreeFile('/searches/a.run.jsonl'));
  });
});

describe('the view of leagues', () => {
  it('is opened for the files that the command line writes', () => {
    const editor = contributes.customEditors.find(({ viewType }) => viewType === LEAGUE_EDITOR);
    assert.deepEqual(editor?.selector, [{ filenamePattern: '*.league.jsonl' }]);
    assert.equal(leagueName('night.league.jsonl'), 'night');
  });
});

describe('when clauses', () => {
  it('can all be read', () => {
    for (const [menu, items] of Object.entries(contributes.menus))
      for (const { command, when } of items)
        assert.doesNotThrow(() => holds(when ?? 'true', {}), `${menu}: ${command}`);
  });

  it('are read as VS Code reads them', () => {
    const context = { a: true, n: 2, s: 'x.y' };
    for (const [clause, is] of [
      ['a', true],
      ['!a || b', false],
      ['b || a && n > 1', true],
      ['(b || a) && s == x.y', true],
      ['s =~ /^X\\./i', true],
      ['s != x.y', false],
      ['b == x', false],
    ] as const)
      assert.equal(holds(clause, context), is, clause);
    assert.throws(() => holds('a a', context), /too much/);
  });
});

describe('the keys', () => {
  it('are chords behind one prefix, in our editors alone, each for one command', () => {
    const { keybindings } = contributes;
    assert.equal(new Set(keybindings.map(({ key }) => key)).size, keybindings.length);
    for (const { command, key, mac, when } of keybindings) {
      assert.notEqual(title(command), command);
      assert.match(key, /^shift\+alt\+s [a-z]$/, 'Ctrl+Alt is AltGr on Windows');
      assert.equal(mac, undefined);
      assert.ok(!holds(when ?? 'true', { editorLangId: 'markdown', editorTextFocus: true }), `${command}: ${when}`);
    }
  });

  it('stand in the README and in the docs', () => {
    for (const page of ['README.md', 'docs/vscode.md', 'media/walkthrough/hover.md']) {
      const text = fs.readFileSync(page, 'utf8');
      for (const { key } of contributes.keybindings) {
        const [, last = ''] = key.split(' ');
        assert.ok(text.includes(`\`Shift+Alt+S ${last.toUpperCase()}\``), `${page}: ${key}`);
      }
    }
  });
});
