import { FRAME } from '../../games/chess/frame.ts';
import type { FrameTest } from '../../games/chess/patterns/position-pattern.ts';
import type { GameFacts } from '../game-facts.ts';
import { readBoardTest } from './parse.ts';
import type { Query } from './syntax.ts';

/** The number of half-moves before the position that is looked for; undefined where no position fits. */
export type PositionFinder = (game: GameFacts) => number | undefined;

/**
 * Finds the position of a chosen game that an expression is about: the first on its main line that fits its first test of positions
 * outside of `not`. Undefined for an expression without one.
 */
export function positionFinder(query: Query): PositionFinder | undefined {
  const tests = boardTests(query);
  if (tests.length === 0) return undefined;
  return (game) => {
    const { start, frames } = game.replay;
    if (start.state === undefined) return undefined;
    const moves = [-1, ...game.playedLine];
    for (const test of tests) {
      const ply = moves.findIndex((move) => test(frames, (move + 1) * FRAME));
      if (ply >= 0) return ply;
    }
    return undefined;
  };
}

function boardTests(query: Query): readonly FrameTest[] {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.flatMap(boardTests);
  if (query.kind !== 'board') return [];
  const read = readBoardTest(query.test, query.text);
  return read.ok ? [read.value] : [];
}
