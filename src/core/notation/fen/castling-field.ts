import type { Range } from '../../base/text/range.ts';
import type { ChessVariant } from '../../games/chess/chess-variants.ts';
import type { Fix } from '../diagnostic.ts';
import { quotedWord } from './fen-file.ts';
import { type FenProblem, rewrite } from './fields.ts';

const KING = 6;
const ROOK = 4;

/** The interpretation of castling letters; undefined: either variant. */
export type CastlingVariant = ChessVariant | undefined;

/**
 * Returns true if a word has the form of a castling field: `-`, KQkq, or files of rooks (Chess960); at most two per
 * side, each once.
 */
export const isCastlingText = (text: string): boolean =>
  text === '-' ||
  (/^(?=[KQA-Hkqa-h]{1,4}$)[a-z]*(?:[A-Z][a-z]*){0,2}$/.test(text) &&
    /^[A-Z]*(?:[a-z][A-Z]*){0,2}$/.test(text) &&
    new Set(text).size === text.length);

const isWhite = (letter: string): boolean => letter < 'a';

/**
 * Returns problems of a castling field (PGN standard 16.1.3.3; X-FEN and Shredder letters too). Without `squares`, only
 * its form is checked.
 */
export function castlingProblems(
  text: string,
  range: Range,
  squares: Uint8Array | undefined,
  variant: CastlingVariant,
): FenProblem[] {
  const written = text.slice(range.start, range.end);
  if (!isCastlingText(written)) {
    const fix = formFix(written, range, squares);
    return [
      {
        code: 'FEN_BAD_CASTLING',
        range,
        message: `the castling rights are ${quotedWord(written)}, not - or letters of KQkq, each once (in Chess960 also A to H and a to h, two a side)`,
        ...(fix !== undefined && { fixes: [fix] }),
      },
    ];
  }
  if (written === '-') return [];
  const faults = squares === undefined ? [] : pieceFaults(written, squares, variant);
  if (faults.length === 0) {
    const shuffled = squares === undefined || variant !== undefined ? undefined : shuffledRight(written, squares);
    const stale = squares === undefined || variant !== undefined ? undefined : staleRight(written, squares);
    const unequal =
      squares === undefined || variant !== undefined ? undefined : unequalProblem(written, range, squares);
    const said =
      shuffled === undefined ? ((stale && staleProblem(stale, range)) ?? unequal) : shuffledProblem(shuffled, range);
    return [...orderProblems(written, range), ...(said === undefined ? [] : [said])];
  }
  const shuffled = faults.filter(({ kind }) => kind === 'shuffled');
  return [
    ...faults
      .filter(({ kind }) => kind !== 'shuffled')
      .map(({ index, message, kind }): FenProblem => {
        const fixes = kind === 'idle' ? [without(written, range, faults, false)] : [];
        return pieceProblem(range, index, index + 1, message, fixes);
      }),
    ...(shuffled.length === 0 ? [] : [misplacedProblem(written, range, shuffled, variant, faults)]),
  ];
}

const pieceProblem = (range: Range, from: number, to: number, message: string, fixes: readonly Fix[]): FenProblem => ({
  code: 'FEN_CASTLING_PIECES',
  range: { start: range.start + from, end: range.start + to },
  message,
  ...(fixes.length > 0 && { fixes }),
});

/** Omits the rights without effect, which is safe; with `all`, those that only Chess960 has as well. */
function without(written: string, range: Range, faults: readonly PieceFault[], all: boolean): Fix {
  const gone = new Set(
    faults.filter(({ kind }) => kind === 'idle' || (all && kind === 'shuffled')).map(({ index }) => index),
  );
  const kept =
    Array.from(written)
      .filter((_, i) => !gone.has(i))
      .join('') || '-';
  return rewrite(kept === '-' ? 'Remove the castling rights' : `Keep only ${kept}`, range, kept, !all);
}

/**
 * Returns the problem of rights that only Chess960 has. If the position is read as Chess960, a game may use them, and
 * no fix drops them; otherwise the fix is not safe.
 */
function misplacedProblem(
  written: string,
  range: Range,
  shuffled: readonly PieceFault[],
  variant: CastlingVariant,
  faults: readonly PieceFault[],
): FenProblem {
  const letters = shuffled.map(({ index }) => written.charAt(index)).join('');
  const subject = shuffled.length === 1 ? `the right ${letters} has its` : `the rights ${letters} have their`;
  const rest =
    variant === undefined
      ? 'where the rooks of both sides begin on the same files: the position is read as Chess960'
      : 'and the variant declared is standard chess';
  const message = `${subject} king and rook in place only in Chess960, ${rest}`;
  const fixes = variant === undefined ? [] : [without(written, range, faults, true)];
  return pieceProblem(range, shuffled[0]!.index, shuffled.at(-1)!.index + 1, message, fixes);
}

/** A right of KQkq that only Chess960 has. */
interface ShuffledRight {
  readonly index: number;
  readonly letter: string;
  /** Name of the square of its rook. */
  readonly rook: string;
}

/**
 * Returns the first right of KQkq that only Chess960 has although its king is on e1 or e8 and the other side does not
 * have it: then a mistake in the board is more likely. Undefined if there is none.
 */
function shuffledRight(written: string, squares: Uint8Array): ShuffledRight | undefined {
  const isDoubtful = (letter: string): boolean => {
    const color = isWhite(letter) ? 0 : 1;
    const other = color === 0 ? letter.toLowerCase() : letter.toUpperCase();
    return squares[4 + 56 * color] === KING + 6 * color && !written.includes(other);
  };
  const index = Array.from(written).findIndex(
    (letter) => /[KQkq]/.test(letter) && castlingRook(squares, letter, 'chess') === undefined && isDoubtful(letter),
  );
  if (index < 0) return undefined;
  const letter = written.charAt(index);
  const file = castlingRook(squares, letter, undefined)?.file ?? 0;
  return { index, letter, rook: `${'abcdefgh'.charAt(file)}${isWhite(letter) ? 1 : 8}` };
}

function shuffledProblem({ index, letter, rook }: ShuffledRight, range: Range): FenProblem {
  const at = range.start + index;
  return {
    code: 'FEN_CHESS960',
    range: { start: at, end: at + 1 },
    message: `the right ${letter} belongs to the rook on ${rook} only in Chess960, and no variant is declared: the position is read as Chess960`,
  };
}

/**
 * A right of KQkq whose king stands where castling leaves it, or where the kings of a Chess960 game do not both start.
 */
interface StaleRight {
  readonly index: number;
  readonly letter: string;
  /** Name of the square of its king. */
  readonly king: string;
}

/**
 * Returns the first right that Chess960 has with its king off e1 or e8, and that may also be stale: the kings of both
 * sides have rights and stand on different files, or only one side has one, for the rook in the corner that castling
 * leaves. Undefined if there is none.
 */
function staleRight(written: string, squares: Uint8Array): StaleRight | undefined {
  if (!/^[KQkq]+$/.test(written)) return undefined;
  const fileOf = (color: 0 | 1): number => squares.subarray(56 * color, 56 * color + 8).indexOf(KING + 6 * color);
  const has = [/[KQ]/.test(written), /[kq]/.test(written)] as const;
  for (const color of [0, 1] as const) {
    const file = fileOf(color);
    if (!has[color] || file < 0 || file === E_FILE) continue;
    const other = has[1 - color] === true;
    const own = Array.from(written).filter((letter) => isWhite(letter) === (color === 0));
    // Castling leaves the king on g and the other rook on a, or the king on c and the other rook on h.
    const left = file === G_FILE ? 'Q' : file === C_FILE ? 'K' : undefined;
    const corner = squares[56 * color + (left === 'Q' ? 0 : 7)] === ROOK + 6 * color;
    const isLeft = own.join('').toUpperCase() === left && corner;
    if (other ? fileOf(color === 0 ? 1 : 0) === file : !isLeft) continue;
    const index = written.indexOf(own[0] ?? '');
    return { index, letter: written.charAt(index), king: `${'abcdefgh'.charAt(file)}${color === 0 ? 1 : 8}` };
  }
  return undefined;
}

const [A_FILE, C_FILE, E_FILE, G_FILE, H_FILE] = [0, 2, 4, 6, 7];

const staleProblem = ({ index, letter, king }: StaleRight, range: Range): FenProblem => ({
  code: 'FEN_CHESS960',
  range: { start: range.start + index, end: range.start + index + 1 },
  message: `Chess960 rights, or stale: the king of the right ${letter} is on ${king}, and no variant is declared: the position is read as Chess960`,
  severity: 'info',
});

/**
 * Returns a hint at rights of KQkq of both sides whose rooks did not begin on the same file, as they do in Chess960;
 * undefined if there is none. With the kings on e1 and e8 the letters mean standard chess.
 */
function unequalProblem(written: string, range: Range, squares: Uint8Array): FenProblem | undefined {
  for (const letter of ['K', 'Q']) {
    const other = written.indexOf(letter.toLowerCase());
    const [white, black] = [letter, letter.toLowerCase()].map((right) => castlingRook(squares, right, undefined)?.file);
    if (!written.includes(letter) || other < 0 || white === black || white === undefined || black === undefined)
      continue;
    const [first, second] = [`${'abcdefgh'.charAt(white)}1`, `${'abcdefgh'.charAt(black)}8`];
    return {
      code: 'FEN_CHESS960',
      range: { start: range.start + other, end: range.start + other + 1 },
      message: `the rooks of the rights ${letter} and ${letter.toLowerCase()} are on ${first} and ${second}, but in Chess960 both begin on the same file`,
      severity: 'info',
    };
  }
  return undefined;
}

interface PieceFault {
  readonly index: number;
  readonly message: string;
  /**
   * `idle`: the right has no effect, so that omitting it changes nothing. `shuffled`: Chess960 has it, standard chess
   * does not.
   */
  readonly kind: 'idle' | 'shuffled' | 'other';
}

function pieceFaults(written: string, squares: Uint8Array, variant: CastlingVariant): PieceFault[] {
  const faults: PieceFault[] = [];
  const rules = variant ?? (isMirrored(written, squares) ? undefined : 'chess');
  // the letter that named each rook, and each side of the king
  const seen = new Map<string, string>();
  for (let index = 0; index < written.length; index++) {
    const letter = written.charAt(index);
    const rook = castlingRook(squares, letter, rules);
    if (rook === undefined) {
      const message = `the castling right ${letter} has no king and rook in place`;
      faults.push({
        index,
        message,
        kind: castlingRook(squares, letter, undefined) === undefined ? 'idle' : 'shuffled',
      });
      continue;
    }
    if (rook.king === A_FILE || rook.king === H_FILE) {
      const message = `the castling right ${letter} has its king on the ${'abcdefgh'.charAt(rook.king)}-file, where no king begins a game`;
      faults.push({ index, message, kind: 'other' });
      continue;
    }
    const color = isWhite(letter) ? 'w' : 'b';
    const rookKey = `${color}${rook.file}`;
    const sideKey = `${color}${rook.kingside ? 'K' : 'Q'}`;
    const same = seen.get(rookKey);
    const other = seen.get(sideKey);
    if (same !== undefined) {
      faults.push({ index, message: `the right ${letter} repeats ${same}`, kind: 'idle' });
    } else if (other !== undefined) {
      const message = `the rights ${other} and ${letter} are on the same side of the king, which has one right per side`;
      faults.push({ index, message, kind: 'other' });
    }
    seen.set(rookKey, letter);
    seen.set(sideKey, letter);
  }
  return faults;
}

/**
 * Returns true if the rights are compatible with a Chess960 game: kings and rooks of both sides started on the same
 * files. If they are not and the kings are on e1 and e8, letters of KQkq mean standard chess.
 */
function isMirrored(written: string, squares: Uint8Array): boolean {
  if (!/^[KQkq]+$/.test(written) || squares[4] !== KING || squares[60] !== KING + 6) return true;
  const fileOf = (letter: string): number | undefined => castlingRook(squares, letter, undefined)?.file;
  const isSame = (letter: string): boolean => {
    const [white, black] = [letter, letter.toLowerCase()];
    if (!written.includes(white) || !written.includes(black)) return true;
    const [a, b] = [fileOf(white), fileOf(black)];
    return a === b || a === undefined || b === undefined;
  };
  return isSame('K') && isSame('Q');
}

/**
 * Returns the files of the rook and the king of a castling right, on the back rank of its side; undefined if one of
 * them is missing.
 */
function castlingRook(
  squares: Uint8Array,
  letter: string,
  variant: CastlingVariant,
): { readonly file: number; readonly king: number; readonly kingside: boolean } | undefined {
  const color = isWhite(letter) ? 0 : 1;
  const rank = squares.subarray(56 * color, 56 * color + 8);
  const king = rank.indexOf(KING + 6 * color);
  const rook = ROOK + 6 * color;
  const side = letter.toUpperCase();
  if (king < 0) return undefined;
  let file: number;
  if (variant === 'chess')
    file = king !== 4 ? -1 : side === 'K' || side === 'H' ? 7 : side === 'Q' || side === 'A' ? 0 : -1;
  else if (side === 'K') file = rank.lastIndexOf(rook);
  else if (side === 'Q') file = rank.indexOf(rook);
  else file = 'ABCDEFGH'.indexOf(side);
  if (file < 0 || rank[file] !== rook) return undefined;
  const kingside = file > king;
  return (side === 'K' && !kingside) || (side === 'Q' && kingside) ? undefined : { file, king, kingside };
}

/**
 * Returns the castling letters that a board allows, in order: in standard chess by king and rooks on their initial
 * squares. For any variant they include those of Chess960 if the back ranks mirror each other with each king between
 * its rooks.
 */
export function possibleRights(squares: Uint8Array, variant: ChessVariant | 'any' = 'chess'): string {
  const rights = (rules: CastlingVariant): string =>
    Array.from('KQkq')
      .filter((letter) => castlingRook(squares, letter, rules) !== undefined)
      .join('');
  if (variant === 'chess960') return rights(undefined);
  const usual = rights('chess');
  if (usual !== '' || variant === 'chess') return usual;
  const isMirror = squares.subarray(0, 8).every((piece, file) => piece === 0 || squares[56 + file] === piece + 6);
  const all = isMirror ? rights(undefined) : '';
  return all === 'KQkq' ? all : '';
}

/**
 * Checks the order: White's rights come first, and kingside before queenside; files of rooks may be in either
 * direction.
 */
function orderProblems(written: string, range: Range): FenProblem[] {
  const rank = (letter: string): number =>
    (isWhite(letter) ? 0 : 4) + (/[Kk]/.test(letter) ? 0 : /[Qq]/.test(letter) ? 2 : 1);
  const ordered = Array.from(written)
    .sort((a, b) => rank(a) - rank(b))
    .join('');
  const isFiles = /^[A-H]*[a-h]*$/.test(written);
  if (ordered === written || isFiles || isMixed(written)) return [];
  return [
    {
      code: 'FEN_CASTLING_ORDER',
      range,
      message: `castling rights must be in the order ${ordered}`,
      fixes: [rewrite(`Write ${ordered}`, range, ordered, true)],
    },
  ];
}

/** Returns true if White's letters come first and a side has one of KQ and one file: tools differ in their order. */
const isMixed = (written: string): boolean => /^([KQ]?[A-H]|[A-H][KQ])?([kq]?[a-h]|[a-h][kq])?$/.test(written);

function formFix(written: string, range: Range, squares: Uint8Array | undefined): Fix | undefined {
  if (/^(?:[–—]|--|0|none|no)$/i.test(written)) return rewrite('Write -', range, '-', true);
  const once = [...new Set(written)].join('');
  // `KQkq-`, `KQ--`: a dash for each side without rights
  const letters = once.replace(/[-–—]/g, '');
  return letters !== '' && letters !== written && written.length <= 8 && isCastlingText(letters)
    ? rewrite(`Write ${letters}`, range, letters, isDashed(written) && !canReplaceOther(written, squares))
    : undefined;
}

/** Returns true if dashes are only in the place of a side without rights, or at the end. */
const isDashed = (written: string): boolean => /^[A-Za-z]*$|^[A-Z]*[-–—]*[a-z]*[-–—]*$/.test(written);

/**
 * Returns true if a letter written twice may once be meant for another one: for the other right of its side, as in
 * `KKkq`, or for the same right of the other side, as in `KQkQ`.
 */
function canReplaceOther(written: string, squares: Uint8Array | undefined): boolean {
  const isPossible = (letter: string): boolean =>
    !written.includes(letter) && (squares === undefined || castlingRook(squares, letter, undefined) !== undefined);
  return Array.from(written).some((letter, i) => {
    if (written.indexOf(letter) === i || !/[A-Za-z]/.test(letter)) return false;
    const swapped = isWhite(letter) ? letter.toLowerCase() : letter.toUpperCase();
    const side = letter.toUpperCase();
    const isKingside =
      side === 'K' ||
      (side !== 'Q' && squares !== undefined && castlingRook(squares, letter, undefined)?.kingside === true);
    const other = isKingside ? 'Q' : 'K';
    // with the other right as a file, the side has both
    const own = Array.from(written).filter((c) => isWhite(c) === isWhite(letter) && c !== letter && /[A-Za-z]/.test(c));
    return isPossible(swapped) || (own.length === 0 && isPossible(isWhite(letter) ? other : other.toLowerCase()));
  });
}
