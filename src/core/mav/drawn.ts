import type { Position } from './check/example-model.ts';

/** Half-moves without a capture or a move of a pawn after which a game is drawn (FIDE Laws of Chess, 9.3). */
export const FIFTY_MOVES = 100;

/** True if chess is drawn there by a rule that legal moves do not show: material with which nobody can mate, or fifty moves. */
export const isDrawnByRule = ({ game, fields: { board = '', halfmove } }: Position): boolean =>
  game.hasFen && (lacksMaterial(board) || Number(halfmove ?? 0) >= FIFTY_MOVES);

/** True if neither side can ever mate: kings with at most one knight, or with bishops that all stand on squares of one color (5.2.2). */
export function lacksMaterial(board: string): boolean {
  let knights = 0;
  const bishops = [0, 0];
  for (let i = 0; i < board.length; i++) {
    const kind = board.charAt(i).toLowerCase();
    if (kind === 'p' || kind === 'r' || kind === 'q') return false;
    if (kind === 'n') knights++;
    const color = ((i >> 3) + i) & 1;
    if (kind === 'b') bishops[color] = (bishops[color] ?? 0) + 1;
  }
  const [dark = 0, light = 0] = bishops;
  return knights === 0 ? dark === 0 || light === 0 : knights === 1 && dark + light === 0;
}
