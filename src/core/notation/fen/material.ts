import type { Range } from '../../base/text/range.ts';
import type { FenProblem } from './fields.ts';

const SIDES = ['White', 'Black'] as const;

/** Reports sides with more than eight pawns, or with more promoted pieces than missing pawns. */
export function materialProblems(board: Range, squares: Uint8Array, letters: Uint32Array): FenProblem[] {
  const problems: FenProblem[] = [];
  for (const color of [0, 1]) {
    const counts = [0, 0, 0, 0, 0, 0];
    const pawns: number[] = [];
    let lightBishops = 0;
    for (let s = 0; s < 64; s++) {
      const role = squares[s]! - 1 - 6 * color;
      if (role < 0 || role > 5) continue;
      counts[role]!++;
      if (role === 0) pawns.push(letters[s]!);
      if (role === 2 && ((s >> 3) + s) % 2 === 1) lightBishops++;
    }
    if (pawns.length > 8) {
      const ninth = pawns.sort((a, b) => a - b)[8]!;
      const message = `${SIDES[color]} has ${pawns.length} pawns; a game starts with 8 per side`;
      problems.push({ code: 'FEN_TOO_MANY_PAWNS', range: { start: ninth, end: ninth + 1 }, message });
      continue;
    }
    const over = (count: number, first: number): number => Math.max(0, count - first);
    const [, knights = 0, bishops = 0, rooks = 0, queens = 0] = counts;
    const promoted =
      over(knights, 2) + over(lightBishops, 1) + over(bishops - lightBishops, 1) + over(rooks, 2) + over(queens, 1);
    const spent = 8 - pawns.length;
    if (promoted <= spent) continue;
    problems.push({
      code: 'FEN_PROMOTIONS',
      range: board,
      message: `at least ${promoted} of ${SIDES[color]}'s pieces are promoted pawns, but ${
        spent === 0
          ? 'all 8 pawns are still on the board'
          : `only ${spent} of 8 pawns ${spent === 1 ? 'is' : 'are'} missing`
      }`,
    });
  }
  return problems;
}
