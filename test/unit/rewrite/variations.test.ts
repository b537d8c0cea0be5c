import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChildNode, type PgnNodeData, parsePgn } from 'chessops/pgn';
import fc from 'fast-check';
import { checkText } from '../../../src/core/languages/check.ts';
import { readPgn } from '../../../src/core/notation/pgn/document.ts';
import { textMeaning } from '../../../src/core/notation/pgn/game-meaning.ts';
import { type WholeGame, wholeGame } from '../../../src/core/notation/pgn/replay.ts';
import { VARIATION } from '../../../src/core/notation/pgn/tree.ts';
import {
  deleteVariation,
  firstVariation,
  makeMainLine,
  promoteVariation,
  variationAt,
  variationDepth,
} from '../../../src/core/notation/pgn/variations.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { gameText } from '../format/game-text.ts';

const read = (text: string): WholeGame => {
  const { chunks } = readPgn(text);
  assert.equal(chunks.length, 1);
  return wholeGame(text, chunks[0], 0);
};

/** The text with a cursor at `|`, and the variation around it. */
function at(marked: string): { game: WholeGame; node: number } {
  const cursor = marked.indexOf('|');
  const game = read(marked.replace('|', ''));
  return { game, node: variationAt(game, cursor) };
}

const promoted = (marked: string): string | undefined => {
  const { game, node } = at(marked);
  return promoteVariation(game, node);
};
const mainLine = (marked: string): string | undefined => {
  const { game, node } = at(marked);
  return makeMainLine(game, node);
};
const without = (marked: string): string | undefined => {
  const { game, node } = at(marked);
  return deleteVariation(game, node);
};

describe('promoting a variation', () => {
  it('changes places with the line that it varies, with the numbers that are needed', () => {
    assert.equal(promoted('1. e4 e5 (1... c5| 2. Nf3) 2. Nf3 Nc6 *'), '1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 *');
    assert.equal(promoted('1. e4 (1. d4| d5) 1... e5 2. Nf3 *'), '1. d4 (1. e4 e5 2. Nf3) 1... d5 *');
    assert.equal(promoted('1. e4 e5 (1... c5|) *'), '1. e4 c5 (1... e5) *');
  });

  it('keeps glyphs and comments with their moves', () => {
    assert.equal(
      promoted('1. e4 {king} e5! {open} (1... c5?! $14| {half} 2. Nf3 {knight}) {more} 2. f4 {gambit} *'),
      '1. e4 {king} 1... c5?! $14 {half} (1... e5! {open} {more} 2. f4 {gambit}) 2. Nf3 {knight} *',
    );
  });

  it('takes a comment before the first move of its line along, now and when it goes back', () => {
    const text = '{Intro} 1. e4 {king} e5 {open} ({sharper} 1... c5! {half} 2. Nf3) 2. Nf3 *';
    const once = '{Intro} 1. e4 {king} 1... c5! {sharper} {half} (1... e5 {open} 2. Nf3) 2. Nf3 *';
    assert.equal(promoted(text.replace('half', 'half|')), once);
    assert.equal(
      promoted(once.replace('open', 'open|')),
      '{Intro} 1. e4 {king} 1... e5 {open} (1... c5! {sharper} {half} 2. Nf3) 2. Nf3 *',
    );
    assert.equal(promoted('{Intro} 1. e4 (; other\n1. d4| d5) *'), '{Intro} 1. d4 ; other\n(1. e4) 1... d5 *');
    // what speaks of the position before the move stays before it
    assert.equal(promoted('1. e4 ({[%csl Ge4]} 1. d4|) *'), '{[%csl Ge4]} 1. d4 (1. e4) *');
  });

  it('keeps other variations in their places', () => {
    assert.equal(
      promoted('1. e4 e5 (1... a6) (1... b6| (1... c6) 2. d4) (1... d6) 2. Nf3 *'),
      '1. e4 b6 (1... a6) (1... e5 2. Nf3) (1... c6) (1... d6) 2. d4 *',
    );
  });

  it('goes one level up, or all the way', () => {
    const text = '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5|) 2... d6) 2. Nf3 *';
    assert.equal(promoted(text), '1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) 2... d5) 2. Nf3 *');
    assert.equal(mainLine(text), '1. e4 c5 (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) 2... d5 *');
  });

  it('keeps line breaks, tight numbers and comments to the end of the line', () => {
    assert.equal(
      promoted('1.e4 e5 ; open\n  (1...c5| ; half\n2.Nf3)\n2.Nf3 *'),
      '1.e4 c5 ; half\n  (1...e5 ; open\n2.Nf3)\n2.Nf3 *',
    );
    assert.equal(promoted('1. e4 (1. d4 ; queen|\n) *'), '1. d4 ; queen\n(1. e4) *');
    assert.equal(promoted('1. e4 (1. d4 d5 ; queen|\n) *'), '1. d4 (1. e4) 1... d5 ; queen\n*');
  });

  it('is refused where it would lose something', () => {
    assert.equal(promoted('1. e4 (1. d4| 1-0) e5 *'), undefined);
    assert.equal(promoted('1. e4 (1. d4|\n%escape\nd5) e5 *'), undefined);
    assert.equal(promoted('1. e4 ({none}|) e5 *'), undefined);
    assert.equal(promoted('(1. d4|) 1. e4 *'), undefined);
    assert.equal(promoted('1. e4 (1. d4 (1. c4|) *'), undefined);
    assert.equal(promoted('1. e4| *'), undefined);
  });

  it('knows the depth of a variation', () => {
    const { game, node } = at('1. e4 e5 (1... c5 2. Nf3 (2. c3 d5|)) *');
    assert.deepEqual(
      [variationDepth(game, node), variationDepth(game, variationAt(game, 12)), variationDepth(game, -1)],
      [2, 1, 0],
    );
  });

  it('demotes the main line when its first variation is promoted', () => {
    const game = read('1. e4 e5 (1... c5) (1... d5) 2. Nf3 *');
    assert.equal(firstVariation(game, 0), -1);
    assert.equal(promoteVariation(game, firstVariation(game, 1)), '1. e4 c5 (1... e5 2. Nf3) (1... d5) *');
  });
});

describe('deleting a variation', () => {
  it('takes it out with the number that is needed no longer', () => {
    assert.equal(without('1. e4 (1. d4| d5) 1... e5 *'), '1. e4 e5 *');
    assert.equal(without('1. e4 {king} (1. d4| d5) 1... e5 *'), '1. e4 {king} 1... e5 *');
    assert.equal(without('1. e4 (1. d4|) (1. c4) 1... e5 *'), '1. e4 (1. c4) 1... e5 *');
    assert.equal(without('1. e4 e5 (1... c5 2. Nf3 (2. c3|)) 2. Nf3 *'), '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *');
  });

  it('keeps the line breaks around it', () => {
    assert.equal(without('1. e4\n(1. d4|)\n1... e5 *\n'), '1. e4\ne5 *\n');
    assert.equal(without('1. e4 ; king\n(1. d4|) 1... e5 *'), '1. e4 ; king\n1... e5 *');
    assert.equal(without('1. e4 e5 2. d4(2. c4|)*\n'), '1. e4 e5 2. d4 *\n');
  });

  it('is refused where it contains an escape line, or something is unclosed', () => {
    assert.equal(without('1. e4 (1. d4|\n%escape\n) e5 *'), undefined);
    assert.equal(without('1. e4 (1. d4|) ( e5 *'), undefined);
  });
});

/** All lines of a game as another reader sees them: the moves from the start to each move. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  const open: { readonly node: ChildNode<PgnNodeData>; readonly path: string }[] = [];
  for (const game of parsePgn(text)) for (const node of game.moves.children) open.push({ node, path: '' });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const path = `${next.path} ${next.node.data.san}`;
    lines.push(`${path} ${[...(next.node.data.nags ?? [])].sort((a, b) => a - b).join()}`);
    for (const node of next.node.children) open.push({ node, path });
  }
  return lines.sort();
}

const variationsOf = ({ replay: { tree } }: WholeGame): number[] =>
  [...tree.nodeKind.keys()].filter((node) => tree.nodeKind[node] === VARIATION);

/** Games whose lines another reader reads as well: without escape lines, empty lines and signs that it does not know. */
const plainGame = () =>
  gameText({ loose: false })
    .map((text) =>
      text
        .replaceAll(/\n%[^\n]*\n/g, '\n')
        .replaceAll(/±| =| \+-|!!!|! \?/g, '')
        .replaceAll(/\n\s*\n/g, '\n'),
    )
    .filter((text) => readPgn(text).chunks.length === 1);

describe('rewriting any game', () => {
  itLong('keeps all lines when a variation is promoted, and promoting the line in its place undoes it', () => {
    let count = 0;
    fc.assert(
      fc.property(plainGame(), (text) => {
        const game = read(text);
        for (const node of variationsOf(game).slice(0, 6)) {
          const once = promoteVariation(game, node);
          assert.notEqual(once, undefined);
          if (once === undefined) continue;
          count++;
          assert.deepEqual(linesOf(once), linesOf(text));
          assert.deepEqual(textMeaning(once)[0].tags, textMeaning(text)[0].tags);
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(count > 100, `${count}`);
  });

  it('gives the same game again when it is promoted and demoted, where no variation begins with a comment or another variation', () => {
    let count = 0;
    fc.assert(
      fc.property(plainGame(), (text) => {
        const game = read(text);
        const { tree } = game.replay;
        game.replay.tree.moveToken.forEach((_, move) => {
          const node = firstVariation(game, move);
          if (node < 0) return;
          const first = tree.moveNode.indexOf(node);
          const isSimple = [node, tree.nodeParent[node]].every(
            (one) => !/^\([^A-Za-z]*[{;]/.test(text.slice(tree.chunk.starts[tree.nodeFirst[one]])),
          );
          if (!isSimple || firstVariation(game, first) >= 0 || firstCommentLater(game, node, move)) return;
          const up = promoteVariation(game, node);
          assert.notEqual(up, undefined);
          const again = read(up ?? '');
          const back = promoteVariation(again, firstVariation(again, move));
          assert.deepEqual(textMeaning(back ?? '')[0].movetext, textMeaning(text)[0].movetext);
          count++;
        });
      }),
      { numRuns: 300 },
    );
    assert.ok(count > thoroughly(50, 10), `${count}`);
  });

  it('takes out a variation and nothing else', () => {
    fc.assert(
      fc.property(plainGame(), (text) => {
        const game = read(text);
        for (const node of variationsOf(game).slice(0, 6)) {
          const rest = deleteVariation(game, node);
          assert.notEqual(rest, undefined);
          const [before, after] = [textMeaning(text)[0].movetext, textMeaning(rest ?? '')[0].movetext];
          const { tree } = game.replay;
          const own = textMeaning(
            text.slice(tree.chunk.starts[tree.nodeFirst[node]], tree.chunk.starts[tree.nodeEnd[node]]),
          );
          const count = own.flatMap(({ movetext }) => movetext).length;
          assert.equal(after.length, before.length - count);
          const start = after.findIndex((item, i) => item !== before[i]);
          const at = start < 0 ? after.length : start;
          const isCut = before.some(
            (_, i) => i <= at && isEqual([...before.slice(0, i), ...before.slice(i + count)], after),
          );
          assert.ok(isCut);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('makes the main line out of every variation, however deep', () => {
    fc.assert(
      fc.property(plainGame(), (text) => {
        const game = read(text);
        for (const node of variationsOf(game)
          .filter((one) => variationDepth(game, one) > 1)
          .slice(0, 4)) {
          const rewritten = makeMainLine(game, node);
          assert.notEqual(rewritten, undefined);
          assert.deepEqual(linesOf(rewritten ?? ''), linesOf(text));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('keeps clean games clean', () => {
    const text = '[Event "e"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *\n';
    const game = read(text);
    assert.deepEqual(checkText(text, 'pgn'), []);
    for (const node of variationsOf(game)) {
      for (const rewritten of [promoteVariation(game, node), makeMainLine(game, node), deleteVariation(game, node)])
        assert.deepEqual(checkText(rewritten ?? '{', 'pgn'), []);
    }
  });
});

/** True if a comment stands behind variations, from where it moves before them. */
function firstCommentLater(game: WholeGame, node: number, move: number): boolean {
  const { tree } = game.replay;
  return Array.from(tree.commentToken).some((token, i) => token >= tree.nodeEnd[node] && tree.commentMove[i] === move);
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);
