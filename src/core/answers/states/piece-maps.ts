import { EMPTY, printPlacement } from '../../metrics/placement.ts';
import { makeBoardState, type StatedState } from '../answer-reading.ts';

const LETTERS = 'pnbrqk';
/** A square and its piece: `"e1": "K"`, `e8: black king`, `"d4": "wP"`. */
const PAIR =
  /(?<![A-Za-z0-9])["']?([a-h][1-8])["']?[ \t]{0,4}[:=|][ \t]{0,4}["'*]{0,2}(?:(white|black|w|b)[ _-]?(pawn|knight|bishop|rook|queen|king|[kqrbnp])|([kqrbnp\u2654-\u265f])|(empty|null|none|-{1,2}|\.|(?<=["']{2})))["']?(?![A-Za-z0-9])/gi;
const FIGURINES = 'KQRBNPkqrbnp';
/** A quick test for the beginning of a pair. */
const MAYBE = /[1-8](?:["'] ?:|[:=] ?["'A-Za-z\u2654-\u265f])/;
const MAYBE_CELL = /[1-8] {0,3}\| ?[*"'A-Za-z\u2654-\u265f]/;
const canHavePairs = (text: string, hasColon: boolean): boolean =>
  (hasColon && MAYBE.test(text)) || (text.includes('|') && MAYBE_CELL.test(text));
/** Characters between two pairs of one map. */
const MAX_GAP = 24;

interface Pair {
  readonly square: number;
  readonly code: number;
  readonly start: number;
  readonly end: number;
  /** True if a piece beside it may be of either side. */
  readonly isBesideOther?: boolean;
}

function readPair(match: RegExpMatchArray): Pair {
  const { 0: all, 1: square = '', 2: side, 3: piece = '', 4: letter = '', 5: nothing, index = 0 } = match;
  const role = parsePieceName(piece);
  const lower = role < 0 ? piece.toLowerCase() : LETTERS.charAt(role);
  const figurine = letter.charCodeAt(0) - 0x2654;
  const alone = figurine >= 0 ? FIGURINES.charAt(figurine) : letter;
  const sign = side === undefined ? alone : /^w/i.test(side) ? lower.toUpperCase() : lower;
  const code = nothing === undefined ? sign.charCodeAt(0) : EMPTY;
  return { square: parseSquare(square) ^ 56, code, start: index, end: index + all.length };
}

/** A piece with its squares: `White king: e1`, `black rooks on a8 and h8`; its side may be that of the piece before it. */
const NAMED =
  /(?<![A-Za-z])(?:(white|black)(?:['’]s)?[ _]{1,2})?(pawn|knight|bishop|rook|queen|king)s?["'*_]{0,3}[ \t]{0,3}(?:[:=|–-]|(?:is |are |stands? )?(?:on|at)\b)["'*_]{0,3}((?:[\s,;&"'*[\]]{0,4}(?:and )?[a-h][1-8]){1,10})(?![A-Za-z0-9])/gi;
const SQUARE = /[a-h][1-8]/gi;

/** Text between two pieces of one list. */
const LISTS = /^["'*_]{0,3}[ \t,;&–-]{0,8}(?:and |with |plus )?(?:(?:an?|the|his|its|two|three|four) )?$/i;

/** Returns the pieces that a text names with their squares: one without a side has that of the piece before it in a list. */
function namedPieces(text: string): Pair[] {
  const found: Pair[] = [];
  let side = '';
  for (const { 0: all, 1: own, 2: piece = '', 3: squares = '', index } of text.matchAll(NAMED)) {
    const last = found.at(-1);
    const between = last === undefined ? '' : text.slice(last.end, Math.min(index, last.end + MAX_GAP + 1));
    if (own === undefined && (last === undefined || !LISTS.test(between))) {
      if (last !== undefined && between.length <= MAX_GAP)
        found.push({ ...(found.pop() ?? last), isBesideOther: true });
      continue;
    }
    side = own ?? side;
    const letter = LETTERS.charAt(parsePieceName(piece));
    const code = (/^w/i.test(side) ? letter.toUpperCase() : letter).charCodeAt(0);
    for (const [square] of squares.matchAll(SQUARE))
      found.push({ square: parseSquare(square) ^ 56, code, start: index, end: index + all.length });
  }
  return found;
}

/**
 * Finds the boards that a text states square by square or piece by piece, with both kings among them. Linear in the
 * text.
 */
export function findPieceMaps(text: string, hasColon: boolean): StatedState[] {
  const lists = [
    ...(canHavePairs(text, hasColon) ? maps(Array.from(text.matchAll(PAIR), readPair)) : []),
    ...(namesKing(text) ? maps(namedPieces(text)) : []),
  ];
  return lists.flatMap((pairs): StatedState[] => {
    const squares = new Uint8Array(64).fill(EMPTY);
    for (const { square, code } of pairs) squares[square] = code;
    const first = pairs[0];
    if (first === undefined || !squares.includes(75) || !squares.includes(107)) return [];
    const at = { start: first.start, end: pairs.at(-1)?.end ?? first.end };
    const board = makeBoardState('pieces', at, printPlacement(squares));
    const isOpen = pairs.some(({ isBesideOther }) => isBesideOther);
    return [isOpen ? { ...board, doubt: 'The answer names a piece of which it does not tell the side.' } : board];
  });
}

/** Returns true if a text names the king of a side. */
function namesKing(text: string): boolean {
  for (const king of ['king', 'King'])
    for (let at = text.indexOf(king); at >= 0; at = text.indexOf(king, at + 1)) {
      const side = text.slice(Math.max(0, at - 8), at).toLowerCase();
      if (side.includes('hite') || side.includes('lack')) return true;
    }
  return false;
}

/** Divides pairs into maps: 64 of them at most, none far from the one before it. */
function* maps(pairs: Iterable<Pair>): Generator<readonly Pair[]> {
  let map: Pair[] = [];
  for (const pair of pairs) {
    const last = map.at(-1);
    if (last !== undefined && (pair.start - last.end > MAX_GAP || map.length >= 64)) {
      yield map;
      map = [];
    }
    map.push(pair);
  }
  yield map;
}

/** `Rank 8: a8 black rook, e8 black king.` and `Rank 5: empty.` */
const RANK =
  /^[ \t>*•-]*rank ([1-8])\*{0,2}:[ \t]*((?:[a-h][1-8] (?:white|black) (?:pawn|knight|bishop|rook|queen|king)(?:, |; )?){1,8}|empty|nothing|no pieces)\.?[ \t]*$/gim;
const PIECE = /([a-h][1-8]) (white|black) (\w+)/gi;
/** Text between two ranks. */
const MARKS = /^[\s>*•-]*$/;

/** Finds the boards that a text describes rank by rank, as a screen reader reads them. */
export function findRankLists(text: string): StatedState[] {
  const found: StatedState[] = [];
  if (!text.includes('ank 8')) return found;
  let ranks: { readonly start: number; readonly end: number; readonly rank: number; readonly list: string }[] = [];
  for (const { 0: all, 1: rank, 2: list = '', index } of text.matchAll(RANK)) {
    const start = index + all.search(/rank/i);
    const last = ranks.at(-1);
    const isNext = last !== undefined && MARKS.test(text.slice(last.end, start)) && last.rank === Number(rank) + 1;
    if (!isNext) ranks = [];
    ranks.push({ start, end: index + all.trimEnd().length, rank: Number(rank), list });
    if (ranks.length < 8) continue;
    const squares = new Uint8Array(64).fill(EMPTY);
    for (const one of ranks)
      for (const [, square = '', color = '', role] of one.list.matchAll(PIECE)) {
        const letter = LETTERS.charAt(parsePieceName(role));
        // in the order of a FEN, from a8 on
        squares[parseSquare(square) ^ 56] = (/^b/i.test(color) ? letter : letter.toUpperCase()).charCodeAt(0);
      }
    const [{ start: from } = { start }] = ranks;
    found.push(makeBoardState('pieces', { start: from, end: ranks.at(-1)?.end ?? start }, printPlacement(squares)));
    ranks = [];
  }
  return found;
}

/** Names of the pieces in the order of frames: pawn 0 to king 5. */
export const PIECE_NAMES: readonly string[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** Returns the number of a piece by its English name, in letters of any case; -1 for other words. */
const parsePieceName = (word: string | undefined): number => PIECE_NAMES.indexOf((word ?? '').toLowerCase());

/** Returns the number of a square by its name, 0 (a1) to 63 (h8), in letters of any case. */
export const parseSquare = (name: string): number => {
  const lower = name.toLowerCase();
  return lower.charCodeAt(0) - 97 + 8 * (lower.charCodeAt(1) - 49);
};
