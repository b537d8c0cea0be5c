import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { knownGame, pliesBefore } from '../../../src/core/mav/author/prompt-position.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import { headerLine } from '../../../src/core/search/tree-header.ts';
import { readShape, shapeFault } from '../../../src/extension/mav/trace.ts';
import {
  exportBytes,
  findStoredTree,
  type StoredTree,
  storeTree,
  treeFileName,
  treeGame,
  treeName,
} from '../../../src/extension/search/tree-files.ts';

describe('what is read off the texts of trees', () => {
  it('is the game of the header, also where the text is cut behind it', () => {
    const header = headerLine({ game: 'hex', state: 'x || . ||', played: 0, model: 'm', settings: DEFAULT_SEARCH });
    assert.equal(treeGame(`${header}{"node":0,"sta`), 'hex');
    assert.equal(treeGame(header.trimEnd()), 'hex');
    for (const other of ['', '{', '[]', 'null\n', header.slice(0, 40), header.replace('"hex"', '"go"')])
      assert.equal(treeGame(other), undefined, other);
  });

  it('is a name that every file system takes', () => {
    assert.equal(treeFileName('reference: Stockfish 19 lite, depth 8'), 'reference-Stockfish-19-lite-depth-8');
    assert.equal(treeFileName('../..\\a:b?'), 'a-b');
    assert.equal(treeFileName('//'), 'search');
    assert.ok(treeFileName('x'.repeat(500)).length <= 60);
    assert.equal(treeName('mate.mcts.jsonl'), 'mate');
  });

  it('is the bytes of an export: pictures come as base64', () => {
    assert.deepEqual(exportBytes('png', btoa('\x89PNG\xff')), Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff));
    assert.equal(exportBytes('png', '§'), undefined);
    assert.equal(new TextDecoder().decode(exportBytes('dot', 'digraph {"é"}')), 'digraph {"é"}');
  });
});

describe('half-moves before a position', () => {
  const before = (game: MavGameName, text: string): number => {
    const state = knownGame(game).automaton.parse(text);
    assert.ok(state.ok);
    return pliesBefore(game, state.value);
  };

  it('are those that a FEN says, and the stones of other games', () => {
    assert.equal(before('chess', INITIAL_FEN), 0);
    assert.equal(before('chess', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'), 1);
    assert.equal(before('chess', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'), 2);
    const rows = `${'. '.repeat(35)}x o x . . . .`;
    assert.equal(before('connect_four', `o || ${rows} ||`), 3);
  });
});

describe('what panels showed', () => {
  const memory = () => {
    const kept = new Map<string, unknown>();
    return {
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => {
        kept.set(key, structuredClone(value));
        return Promise.resolve();
      },
    };
  };

  it('is remembered by title, the last twenty', async () => {
    const own = memory();
    const tree = (i: number): StoredTree => ({ kind: 'search', file: `file:///${i}` });
    for (let i = 0; i < 25; i++) await storeTree(own, `panel ${i}`, tree(i));
    await storeTree(own, 'panel 10', { kind: 'trace', uri: 'file:///a.mav', position: { line: 3, character: 1 } });
    assert.equal(findStoredTree(own, 'panel 4'), undefined);
    assert.deepEqual(findStoredTree(own, 'panel 5'), tree(5));
    assert.deepEqual(findStoredTree(own, 'panel 24'), tree(24));
    const trace = { kind: 'trace', uri: 'file:///a.mav', position: { line: 3, character: 1 } };
    assert.deepEqual(findStoredTree(own, 'panel 10'), trace);
  });

  it('is nothing where something else was stored', () => {
    for (const value of [undefined, 3, [['a']], [['a', { kind: 'trace', uri: 'x' }]], [['a', { kind: 'search' }]]])
      assert.equal(findStoredTree({ get: () => value, update: () => Promise.resolve() }, 'a'), undefined);
  });
});

describe('the shape of a reference trace', () => {
  it('is refused where it is none, or too large', () => {
    assert.equal(shapeFault({ breadth: 3, depth: 2 }), undefined);
    assert.match(shapeFault({ breadth: 0, depth: 1 }) ?? '', /^breadth must be a whole number from 1/);
    assert.match(shapeFault({ breadth: 2, depth: 1.5 }) ?? '', /^depth must be/);
    assert.match(shapeFault({ breadth: Number.NaN, depth: 1 }) ?? '', /^breadth must be/);
    assert.match(shapeFault({ breadth: 100, depth: 20 }) ?? '', /more than 20,000 nodes/);
    assert.deepEqual(readShape({ breadth: 2, depth: 3 }), { breadth: 2, depth: 3 });
    assert.equal(readShape({ breadth: 2 }), undefined);
  });
});
