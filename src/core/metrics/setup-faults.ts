import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { EMPTY, isPiece, isWhite, printPlacement, type Squares } from './placement.ts';

/** Why the rules forbid a position whose FEN reads well (what chessops' `Chess.fromSetup` checks). */
export type SetupFault =
  | { readonly kind: 'empty' }
  /** A side with no king or with several. */
  | { readonly kind: 'kings'; readonly side: 'w' | 'b'; readonly count: number }
  /** A pawn on the first or last rank; the square in FEN order. */
  | { readonly kind: 'pawn'; readonly side: 'w' | 'b'; readonly square: number }
  /** The side that is not to move stands in check. */
  | { readonly kind: 'check'; readonly toMove: 'w' | 'b' };

const PAWNS: ReadonlySet<number> = new Set(['P', 'p'].map((c) => c.charCodeAt(0)));

/** Everything that makes a complete board impossible with `toMove` to move, the gravest first. */
export function setupFaults(squares: Squares, toMove: 'w' | 'b'): SetupFault[] {
  if (squares.every((code) => code === EMPTY)) return [{ kind: 'empty' }];
  const faults: SetupFault[] = [];
  for (const [side, letter] of [
    ['w', 'K'],
    ['b', 'k'],
  ] as const) {
    const code = letter.charCodeAt(0);
    let count = 0;
    for (const other of squares) if (other === code) count++;
    if (count !== 1) faults.push({ kind: 'kings', side, count });
  }
  for (const [square, code] of squares.entries()) {
    if (isPiece(code) && PAWNS.has(code) && (square < 8 || square >= 56)) {
      faults.push({ kind: 'pawn', side: isWhite(code) ? 'w' : 'b', square });
    }
  }
  if (!faults.some((f) => f.kind === 'kings') && leavesCheck(squares, toMove)) faults.push({ kind: 'check', toMove });
  return faults;
}

function leavesCheck(squares: Squares, toMove: 'w' | 'b'): boolean {
  return parseFen(`${printPlacement(squares)} ${toMove} - - 0 1`).unwrap(
    (setup) =>
      Chess.fromSetup(setup).unwrap(
        () => false,
        (error) => error.message === 'ERR_OPPOSITE_CHECK',
      ),
    () => false,
  );
}
