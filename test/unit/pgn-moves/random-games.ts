import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import type { Move } from 'chessops/types';
import fc from 'fast-check';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';

const ROLES = ['queen', 'knight', 'rook', 'bishop'] as const;

/** A game of random legal moves, its SAN by chessops. */
export interface RandomGame {
  readonly fen: string;
  readonly sans: readonly string[];
  /** The moves in coordinates: `e2e4`, castling as king takes rook. */
  readonly moves: readonly Move[];
  readonly result: string;
  readonly turn: 'white' | 'black';
  readonly number: number;
}

export const CHESS960_STARTS = [
  'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1',
  'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1',
  'rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1',
  '1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1',
] as const;

export const CROWDED_STARTS = [
  INITIAL_FEN,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 12',
  '5k2/8/Q7/8/8/2N3N1/7Q/Q3K3 w - - 0 1',
  '3k4/1r3q2/8/5B2/2B1R3/3N1N2/R7/4K2R w K - 4 30',
] as const;

/** Games from one of the positions, of up to `most` half-moves. */
export const randomGame = (fens: readonly string[], most = 60): fc.Arbitrary<RandomGame> =>
  fc
    .tuple(fc.constantFrom(...fens), fc.array(fc.nat(1 << 20), { minLength: 1, maxLength: most }))
    .map(([fen, choices]) => {
      const pos = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
      const { turn, fullmoves: number } = pos;
      const sans: string[] = [];
      const moves: Move[] = [];
      for (const choice of choices) {
        const all: Move[] = [];
        for (const [from, targets] of pos.allDests()) {
          const isPawn = pos.board.pawn.has(from);
          for (const to of targets) {
            if (isPawn && (to < 8 || to >= 56)) all.push(...ROLES.map((promotion) => ({ from, to, promotion })));
            else all.push({ from, to });
          }
        }
        if (all.length === 0) break;
        const move = all[choice % all.length];
        moves.push(move);
        sans.push(makeSanAndPlay(pos, move));
      }
      const winner = pos.isCheckmate() ? (pos.turn === 'white' ? '0-1' : '1-0') : undefined;
      const result = winner ?? (pos.isStalemate() ? '1/2-1/2' : '*');
      return { fen, sans, moves, result, turn, number };
    });

/** A game as PGN; `sans` may be others than its own. */
export function pgnOf(game: RandomGame, chess960 = false, sans: readonly string[] = game.sans): string {
  const words: string[] = [];
  sans.forEach((san, i) => {
    const plies = i + (game.turn === 'black' ? 1 : 0);
    const number = game.number + (plies >> 1);
    if (plies % 2 === 0) words.push(`${number}.`);
    else if (i === 0) words.push(`${number}...`);
    words.push(san);
  });
  const fen = makeFen(parseFen(game.fen).unwrap());
  const variant = chess960 ? '[Variant "Chess960"]\n' : '';
  return `${variant}[SetUp "1"]\n[FEN "${fen}"]\n\n${[...words, game.result].join(' ')}\n`;
}
