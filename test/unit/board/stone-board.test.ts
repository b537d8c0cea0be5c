import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { STONE_GAMES, type StoneBoard, stoneBoardSvg, stoneTextBoard } from '../../../src/core/board/stone-board.ts';

const DISCS: StoneBoard = {
  kind: 'connect_four',
  cells: `${'.'.repeat(28)}...x......oxo..`.slice(0, 42),
  last: 31,
  wrong: [38],
};
const HEX: StoneBoard = { kind: 'hex', cells: '.x.o..x..', last: 1, wrong: [3] };

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('boards of stones', () => {
  it('are text with the last stone in parentheses and wrong cells in brackets', () => {
    assert.deepEqual(stoneTextBoard(DISCS), [
      ' .  .  .  .  .  .  . ',
      ' .  .  .  .  .  .  . ',
      ' .  .  .  .  .  .  . ',
      ' .  .  .  .  .  .  . ',
      ' .  .  . (x) .  .  . ',
      ' .  .  . [o] x  o  . ',
      ' 0  1  2  3  4  5  6',
    ]);
    assert.deepEqual(stoneTextBoard(HEX), ['    a  b  c', ' 1  . (x) . ', '  2 [o] .  . ', '   3  x  .  . ']);
  });

  it('are pictures whose stones differ by more than their color', () => {
    const svg = stoneBoardSvg({ ...DISCS, title: 'a <title>' });
    assert.match(svg, /^<svg [^>]*width="240" [^>]*aria-label="a &#60;title&#62;">/);
    assert.equal(count(svg, 'l10 10m0 -10l-10 10'), 2);
    assert.equal(count(svg, 'a6 6 0 1 0 12 0a6 6 0 1 0 -12 0'), 2);
    assert.equal(count(svg, 'stroke-dasharray'), 1);
    assert.equal(count(svg, '#ffe27a'), 1);
    assert.equal(count(svg, '<text'), 7);
  });

  it('have hexagons and the edges of both players in Hex', () => {
    const svg = stoneBoardSvg({ ...HEX, title: 'hex' });
    assert.equal(count(svg, 'stroke="#a9b7c1"'), 9);
    assert.equal(count(svg, 'stroke="#0072b2"'), 2);
    assert.equal(count(svg, 'stroke="#d55e00"'), 2);
    assert.equal(count(svg, '<text'), 6);
  });

  it('have squares, letters and numbers in Othello', () => {
    const othello: StoneBoard = { kind: 'othello', cells: '.....xo..ox.....', last: 5, wrong: [9] };
    const svg = stoneBoardSvg({ ...othello, title: 'othello' });
    assert.equal(count(svg, 'stroke="#a9b7c1"'), 16);
    assert.equal(count(svg, '#ffe27a'), 1);
    assert.equal(count(svg, '<text'), 8);
    assert.deepEqual(stoneTextBoard(othello), [
      '    a  b  c  d',
      ' 1  .  .  .  . ',
      ' 2  . (x) o  . ',
      ' 3  . [o] x  . ',
      ' 4  .  .  .  . ',
    ]);
  });

  it('are drawn for any text, and stay small', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STONE_GAMES),
        fc.string({ unit: fc.constantFrom('.', 'x', 'o', '<', '"'), maxLength: 1000 }),
        (kind, cells) => {
          const svg = stoneBoardSvg({ kind, cells, title: '' });
          assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
          assert.ok(svg.length < 400_000);
          assert.ok(stoneTextBoard({ kind, cells }).length <= 27);
        },
      ),
    );
  });
});
