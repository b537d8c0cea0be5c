import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPgn } from '../../../src/core/notation/pgn/document.ts';
import { readTags, tagNamed } from '../../../src/core/notation/pgn/tags.ts';
import {
  buildTree,
  GAME,
  type GameTree,
  MAX_DEPTH,
  MOVETEXT,
  nodeRange,
  TAG_PAIR,
  TAG_SECTION,
  tokenRange,
  VARIATION,
} from '../../../src/core/notation/pgn/tree.ts';
import { LinePaths } from '../../../src/core/notation/pgn/tree-lookup.ts';

const NAMES = {
  [GAME]: 'game',
  [TAG_SECTION]: 'tags',
  [TAG_PAIR]: 'tag',
  [MOVETEXT]: 'movetext',
  [VARIATION]: 'variation',
};

function treeOf(text: string, game = 0): GameTree {
  const { chunks, offsets } = readPgn(text);
  return buildTree(chunks[game], offsets[game]);
}

describe('game tree', () => {
  it('has a range for every node', () => {
    const text = '1-0\n\n[White "A"]\n; note\n[Black "B"]\n\n1. e4 (1. d4 {c} (1. c4)) e5 *\n';
    const tree = treeOf(text, 1);
    const nodes = Array.from(tree.nodeKind, (kind, node) => {
      const { start, end } = nodeRange(tree, node);
      return [NAMES[kind as keyof typeof NAMES], tree.nodeParent[node], text.slice(start, end)];
    });
    assert.deepEqual(nodes, [
      ['game', -1, text.slice(5)],
      ['tags', 0, '[White "A"]\n; note\n[Black "B"]'],
      ['tag', 1, '[White "A"]'],
      ['tag', 1, '[Black "B"]'],
      ['movetext', 0, '1. e4 (1. d4 {c} (1. c4)) e5 *'],
      ['variation', 4, '(1. d4 {c} (1. c4))'],
      ['variation', 5, '(1. c4)'],
    ]);
  });

  it('knows what each move follows, and its ply', () => {
    const text = '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. f4 *';
    const tree = treeOf(text);
    const moves = Array.from(tree.moveToken, (token, m) => {
      const { start, end } = tokenRange(tree, token);
      return `${text.slice(start, end)} ${tree.movePly[m]} after ${tree.movePrevious[m]}`;
    });
    assert.deepEqual(moves, [
      'e4 1 after -1',
      'e5 2 after 0',
      'c5 2 after 0',
      'Nf3 3 after 2',
      'c3 3 after 2',
      'd5 4 after 4',
      'd6 4 after 3',
      'f4 3 after 1',
    ]);
  });

  it('finds lines by their path, and paths by line', () => {
    const tree = treeOf('1. e4 (1. d4) (1. c4 c5 (1... e5)) e5 *');
    const paths = new LinePaths(tree);
    for (let node = 0; node < tree.nodeKind.length; node++) {
      if (tree.nodeKind[node] < MOVETEXT) continue;
      assert.equal(paths.nodeAt(paths.pathOf(node)), node);
    }
    assert.deepEqual(paths.pathOf(tree.moveNode[4]), [
      { ply: 1, index: 1 },
      { ply: 2, index: 0 },
    ]);
    assert.equal(paths.nodeAt([{ ply: 1, index: 2 }]), -1);
  });

  it('keeps to its depth, and still closes what it left out', () => {
    const deep = `1. e4 ${'(1. d4 '.repeat(MAX_DEPTH + 3)}${')'.repeat(MAX_DEPTH + 3)} e5 *`;
    const tree = treeOf(deep);
    assert.ok(tree.tooDeep > 0);
    assert.equal(tree.moveToken.length, MAX_DEPTH + 2);
    assert.equal(tree.movePly[tree.movePly.length - 1], 2);
    assert.deepEqual([tree.unclosed, tree.strayParens], [[], []]);
  });

  it('reads tags with escapes, inner quotation marks and in any case', () => {
    const text = '[Event "a \\"b\\" \\\\c"]\n[Site "x "y" z"]\n[result "1-0"]\n[Bad]\n\n*';
    const tags = readTags(text, treeOf(text));
    assert.deepEqual(
      tags.map((t) => [t.name, t.value, t.form]),
      [
        ['Event', 'a "b" \\c', 'good'],
        ['Site', 'x "y" z', 'bad'],
        ['result', '1-0', 'good'],
        ['Bad', '', 'bad'],
      ],
    );
    assert.equal(tagNamed(tags, 'Result')?.value, '1-0');
    const { start, end } = tags[0].valueRange;
    assert.equal(text.slice(start, end), 'a \\"b\\" \\\\c');
  });
});
