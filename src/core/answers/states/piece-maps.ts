import { EMPTY, isPiece, printPlacement } from '../../metrics/placement.ts';
import type { StatedState } from '../reading.ts';
import { boardOnly } from './board-only.ts';
import { roleOf, squareOf } from './piece-words.ts';

const LETTERS = 'pnbrqk';
/** A square and its piece: `"e1": "K"`, `e8: black king`, `"d4": "wP"`. */
const PAIR =
  /(?<![A-Za-z0-9])["']?([a-h][1-8])["']?[ \t]{0,4}[:=|][ \t]{0,4}["'*]{0,2}(?:(white|black|w|b)[ _-]?(pawn|knight|bishop|rook|queen|king|[kqrbnp])|([kqrbnp\u2654-\u265f])|(empty|null|none|-{1,2}|\.|(?<=["']{2})))["']?(?![A-Za-z0-9])/gi;
const FIGURINES = 'KQRBNPkqrbnp';
/** A quick test for the beginning of one. */
const MAYBE = /[1-8](?:["'] ?:|[:=] ?["'A-Za-z\u2654-\u265f])/;
const MAYBE_CELL = /[1-8] {0,3}\| ?[*"'A-Za-z\u2654-\u265f]/;
const mayHavePairs = (text: string, hasColon: boolean): boolean =>
  (hasColon && MAYBE.test(text)) || (text.includes('|') && MAYBE_CELL.test(text));
/** Characters between two pairs of one map. */
const MAX_GAP = 24;

interface Pair {
  readonly square: number;
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

function pairOf(match: RegExpMatchArray): Pair {
  const { 0: all, 1: square = '', 2: side, 3: piece = '', 4: letter = '', 5: nothing, index = 0 } = match;
  const role = roleOf(piece);
  const lower = role < 0 ? piece.toLowerCase() : LETTERS.charAt(role);
  const figurine = letter.charCodeAt(0) - 0x2654;
  const alone = figurine >= 0 ? FIGURINES.charAt(figurine) : letter;
  const sign = side === undefined ? alone : /^w/i.test(side) ? lower.toUpperCase() : lower;
  const code = nothing === undefined ? sign.charCodeAt(0) : EMPTY;
  return { square: squareOf(square) ^ 56, code, start: index, end: index + all.length };
}

/** A piece with its squares: `White king: e1`, `black rooks on a8 and h8`. */
const NAMED =
  /(?<![A-Za-z])(white|black)(?:['’]s)?[ _]{1,2}(pawn|knight|bishop|rook|queen|king)s?["'*_]{0,3}[ \t]{0,3}(?:[:=|–-]|(?:is |are |stands? )?(?:on|at)\b)["'*_]{0,3}((?:[\s,;&"'*[\]]{0,4}(?:and )?[a-h][1-8]){1,10})(?![A-Za-z0-9])/gi;
const SQUARE = /[a-h][1-8]/gi;

/** The boards that a text states piece by piece, with both kings among them. */
function* namedPieces(text: string): Generator<readonly Pair[]> {
  let pairs: Pair[] = [];
  for (const { 0: all, 1: side = '', 2: piece = '', 3: squares = '', index } of text.matchAll(NAMED)) {
    if (index - (pairs.at(-1)?.end ?? index) > MAX_GAP || pairs.length >= 64) {
      yield pairs;
      pairs = [];
    }
    const letter = LETTERS.charAt(roleOf(piece));
    const code = (/^w/i.test(side) ? letter.toUpperCase() : letter).charCodeAt(0);
    for (const [square] of squares.matchAll(SQUARE))
      pairs.push({ square: squareOf(square) ^ 56, code, start: index, end: index + all.length });
  }
  yield pairs;
}

/** The boards that a text states square by square or piece by piece, with both kings among them. Linear in the text. */
export function findPieceMaps(text: string, hasColon: boolean): StatedState[] {
  const lists = [
    ...(mayHavePairs(text, hasColon) ? pairsOfSquares(text) : []),
    ...(namesKing(text) ? namedPieces(text) : []),
  ];
  return lists.flatMap((pairs): StatedState[] => {
    const squares = new Uint8Array(64).fill(EMPTY);
    for (const { square, code } of pairs) squares[square] = isPiece(code) ? code : EMPTY;
    const first = pairs[0];
    const isBoard = pairs.length >= 2 && squares.includes(75) && squares.includes(107);
    if (first === undefined || !isBoard) return [];
    return [boardOnly('pieces', { start: first.start, end: pairs.at(-1)?.end ?? first.end }, printPlacement(squares))];
  });
}

/** True if a text names the king of a side. */
function namesKing(text: string): boolean {
  for (const king of ['king', 'King'])
    for (let at = text.indexOf(king); at >= 0; at = text.indexOf(king, at + 1)) {
      const side = text.slice(Math.max(0, at - 8), at).toLowerCase();
      if (side.includes('hite') || side.includes('lack')) return true;
    }
  return false;
}

function* pairsOfSquares(text: string): Generator<readonly Pair[]> {
  let pairs: Pair[] = [];
  for (const match of text.matchAll(PAIR)) {
    const pair = pairOf(match);
    const last = pairs.at(-1);
    if (last !== undefined && (pair.start - last.end > MAX_GAP || pairs.length >= 64)) {
      yield pairs;
      pairs = [];
    }
    pairs.push(pair);
  }
  yield pairs;
}
