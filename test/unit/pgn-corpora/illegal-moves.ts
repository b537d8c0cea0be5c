import { attacks } from 'chessops/attacks';
import type { Chess } from 'chessops/chess';
import { SquareSet } from 'chessops/squareSet';
import { makeSquare, opposite } from 'chessops/util';

/** A move that a position does not allow, in the form of SAN. */
export interface IllegalMove {
  readonly san: string;
  readonly code: 'PGN_ILLEGAL_MOVE' | 'PGN_AMBIGUOUS_MOVE' | 'PGN_MISSING_PROMOTION';
  readonly kind: Kind;
}

/** What the message has to say of each kind. */
export const REASONS = {
  castling: /castl/,
  'own piece': /own \w+ on [a-h][1-8] is in the way/,
  'king in check': /in check|pinned|attacked/,
  blocked: /blocked by the \w+ on [a-h][1-8]/,
  // the other side's piece may be pinned
  'wrong side': /turn, and only| has no | can reach /,
  'no such piece': / has no | can reach /,
  ambiguous: /ambiguous between/,
  'wrong file': / has no \w+ on the |does not|can reach/,
  promotion: /the piece that the pawn promotes to is missing/,
  pawn: /./,
} as const satisfies Record<string, RegExp>;
export type Kind = keyof typeof REASONS;

const LETTERS = { N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' } as const;

/** All illegal moves of a position that are worth a try, one by one of each piece and square. */
export function illegalMoves(pos: Chess): IllegalMove[] {
  const found: IllegalMove[] = [];
  const dests = pos.allDests();
  const add = (kind: Kind, san: string, code: IllegalMove['code'] = 'PGN_ILLEGAL_MOVE'): void => {
    found.push({ san, code, kind });
  };
  const king = pos.board.kingOf(pos.turn);
  for (const [side, san] of [
    ['h', 'O-O'],
    ['a', 'O-O-O'],
  ] as const) {
    const rook = pos.castles.rook[pos.turn][side];
    if (king !== undefined && (rook === undefined || !pos.dests(king).has(rook))) add('castling', san);
  }
  for (const [letter, role] of Object.entries(LETTERS)) {
    const own = [...pos.board.pieces(pos.turn, role)];
    const others = [...pos.board.pieces(opposite(pos.turn), role)];
    const reach = (from: number, color: 'white' | 'black', occupied = pos.board.occupied): SquareSet =>
      attacks({ role, color }, from, occupied);
    for (let to = 0; to < 64; to++) {
      const square = makeSquare(to);
      const piece = pos.board.get(to);
      const san = `${letter}${piece === undefined ? '' : 'x'}${square}`;
      const able = own.filter((from) => dests.get(from)?.has(to));
      if (able.length > 1) add('ambiguous', san, 'PGN_AMBIGUOUS_MOVE');
      else if (able.length === 1) {
        for (const file of letter === 'K' ? '' : 'abcdefgh') {
          if (!own.some((from) => makeSquare(from).startsWith(file))) {
            add('wrong file', letter + file + san.slice(1));
            break;
          }
        }
      } else if (piece?.color === pos.turn) add('own piece', san);
      else if (own.some((from) => reach(from, pos.turn).has(to))) add('king in check', san);
      else if (own.some((from) => reach(from, pos.turn, SquareSet.empty()).has(to))) add('blocked', san);
      else if (piece === undefined && others.some((from) => reach(from, pos.turn).has(to))) add('wrong side', san);
      else add('no such piece', san);
    }
  }
  pawnMoves(pos, dests, add);
  return found;
}

function pawnMoves(
  pos: Chess,
  dests: Map<number, SquareSet>,
  add: (kind: Kind, san: string, code?: IllegalMove['code']) => void,
): void {
  const pawns = [...pos.board.pieces(pos.turn, 'pawn')];
  const bishops = [...pos.board.pieces(pos.turn, 'bishop')];
  for (let to = 0; to < 64; to++) {
    const isLast = to < 8 || to > 55;
    for (const file of [-1, 0, 1].map((step) => (to & 7) + step)) {
      if (file < 0 || file > 7) continue;
      const prefix = file === (to & 7) ? '' : `${'abcdefgh'.charAt(file)}x`;
      const isLegal = pawns.some((from) => (from & 7) === file && dests.get(from)?.has(to));
      // `bxc3` may be a bishop's capture with a small letter
      if (prefix === 'bx' && bishops.some((from) => dests.get(from)?.has(to))) continue;
      const san = prefix + makeSquare(to);
      if (isLegal && isLast) add('promotion', san, 'PGN_MISSING_PROMOTION');
      else if (!isLegal) add('pawn', isLast ? `${san}=Q` : san);
    }
  }
}
