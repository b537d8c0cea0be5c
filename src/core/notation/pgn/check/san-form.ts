import { letterName } from '../../../base/text/characters.ts';
import { type Letters, type LooseParts, looseParts } from '../../../games/chess/san-loose.ts';
import type { Code } from '../../diagnostic-codes.ts';
import { plainMinus } from '../words.ts';

/** A difference between a written move and the same move in export format (PGN standard 8.2.3). */
export interface Fault {
  readonly code: Code;
  readonly style: Style;
  /** The replacement: `text` instead of `[start, end)` of the written move; an insertion if they are equal. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The problem and its reason: `Nf3 gives check`. The caller adds the correction. */
  readonly reason: string;
  /**
   * True if the text contradicts the board, such as an `x` without a capture, rather than being another spelling:
   * another move may have been meant, here or before.
   */
  readonly isEvidence: boolean;
}

/**
 * Forms of moves that a whole game can use consistently, each with the pattern of a move that breaks the habit;
 * undefined for mistakes, which are never a habit.
 */
export const STYLES = {
  'no check sign': /[^+]\+$/,
  'no mate sign': /#$/,
  'check for mate': /#$/,
  'other check sign': /[^+#][+#]$/,
  'no capture sign': /x/,
  'other capture sign': /x/,
  'long notation': /^(?:[KQRBN][a-h]?x?|[a-h]x)?[a-h][1-8](?![a-h1-8x:-])/,
  dash: /^[KQRBN]?[a-h][1-8]/,
  castling: /^O-O/,
  promotion: /=[QRBN]/,
  'small letter': /^[KQRBN]/,
  'pawn letter': /^[a-h][1-8]/,
  figurine: /^[KQRBN]/,
  'foreign letter': /^[KQRBN]/,
  'capital file': /[a-h][1-8]/,
  mistake: undefined,
} as const satisfies Record<string, RegExp | undefined>;
export type Style = keyof typeof STYLES;

/** Collects the problems of one written move, part by part. */
class Parts {
  readonly faults: Fault[] = [];
  readonly written: string;
  #at = 0;

  constructor(written: string) {
    this.written = written;
  }

  /** Takes the next `length` characters, and records a problem if they should be `text`. */
  take(length: number, text: string, code: Code, style: Style, reason: string, isEvidence = false): void {
    const start = this.#at;
    this.#at += length;
    if (this.written.slice(start, this.#at) === text) return;
    this.faults.push({ code, style, start, end: this.#at, text, reason: `${this.written} ${reason}`, isEvidence });
  }

  skip(length: number): void {
    this.#at += length;
  }
}

/**
 * Returns the problems of a playable move, in text order, without overlaps; none if it is in export format. `san` is
 * the same move in export format, `letters` the piece letters it was read with.
 */
export function formFaults(written: string, san: string, letters?: Letters): readonly Fault[] {
  const is = looseParts(written);
  const wanted = looseParts(san);
  if (written === san || is === undefined || wanted === undefined) return [];
  const parts = new Parts(written);
  if (is.file !== '' && is.rank !== '' && (is.letter === '' || wanted.file === '' || wanted.rank === '')) {
    const reason = is.letter === '' ? 'gives only squares' : 'gives the full origin square';
    const hasEvaluation = isEvaluation(is.signs);
    const right = hasEvaluation ? san.slice(0, san.length - wanted.signs.length) : san;
    const length = written.length - (hasEvaluation ? is.signs.length : 0);
    const isEvidence = contradictsLong(is, wanted);
    parts.take(length, right, 'PGN_LONG_NOTATION', 'long notation', `${reason}, unlike SAN`, isEvidence);
    if (hasEvaluation) takeSigns(parts, is.signs, wanted.signs);
    return parts.faults;
  }
  if (is.castling !== '') {
    const how = is.castling.includes('0')
      ? 'uses zeros instead of the letter O for castling'
      : 'is not the SAN form of castling';
    parts.take(is.castling.length, wanted.castling, 'PGN_CASTLING_FORM', 'castling', how);
  } else takeMove(parts, is, wanted, letters);
  takeSigns(parts, is.signs, wanted.signs);
  return parts.faults;
}

/** Returns true if the signs of a move in long notation contradict the board. Coordinates have none. */
function contradictsLong(is: LooseParts, wanted: LooseParts): boolean {
  const isDash = is.takes === '-' || is.takes === '–';
  if (is.takes !== '' && isDash === (wanted.takes !== '')) return true;
  if (is.signs === '') return is.letter !== '' && wanted.signs !== '';
  return !isEvaluation(is.signs) && !meansSame(is.signs, wanted.signs);
}

function takeMove(parts: Parts, is: LooseParts, wanted: LooseParts, letters: Letters | undefined): void {
  // bc4 reads as a pawn move until the position shows a bishop; bxc4 would be a pawn capture unless other pieces have
  // small letters, so both letters are fixed together.
  const isSmallB = is.letter === '' && wanted.letter === 'B';
  if (isSmallB && wanted.takes !== '') {
    const reason = 'has a lowercase piece letter';
    parts.take(1 + is.takes.length, 'Bx', 'PGN_PIECE_LETTER', 'small letter', reason, is.takes === '');
  } else {
    takeLetter(parts, isSmallB ? is.file : is.letter, wanted.letter, letters);
    takeOrigin(parts, isSmallB ? is.rank : is.file + is.rank, wanted.file + wanted.rank);
    takeCapture(parts, is.takes, wanted.takes);
  }
  parts.take(1, wanted.targetFile, 'PGN_PIECE_LETTER', 'capital file', `has an uppercase file letter ${is.targetFile}`);
  parts.skip(is.targetRank.length);
  takePromotion(parts, is, wanted, letters);
  parts.take(
    is.enPassant.length,
    '',
    'PGN_EN_PASSANT_MARK',
    'mistake',
    'has an en passant mark, which SAN does not use',
  );
}

function takeOrigin(parts: Parts, is: string, wanted: string): void {
  const reason = wanted === '' ? 'needs no disambiguation' : `disambiguates by ${is}, SAN by ${wanted}`;
  parts.take(is.length, wanted, 'PGN_NEEDLESS_DISAMBIGUATION', 'mistake', reason, true);
}

function takeLetter(parts: Parts, is: string, wanted: string, letters: Letters | undefined): void {
  const [style, reason]: [Style, string] =
    wanted === ''
      ? ['pawn letter', `has the letter ${is} for a pawn`]
      : isFigurine(is)
        ? ['figurine', 'has a figurine instead of a piece letter']
        : is.toUpperCase() === wanted
          ? ['small letter', 'has a lowercase piece letter']
          : ['foreign letter', foreign(is, letters)];
  // b is also the file of a pawn.
  parts.take(is.length, wanted, 'PGN_PIECE_LETTER', style, reason, is === 'b');
}

const isFigurine = (letter: string): boolean => letter >= '♔' && letter < '♠';
const foreign = (letter: string, letters: Letters | undefined): string => {
  // A letter that looks like an English one can only be identified by its name.
  const name = letter > '\x7f' ? `, ${letterName(letter)}` : '';
  return letters === undefined || letters.name === ''
    ? `has the piece letter ${letter}${name}, which is not English`
    : `has the ${letters.name} piece letter ${letter}${name}`;
};

function takeCapture(parts: Parts, is: string, wanted: string): void {
  const code = 'PGN_WRONG_CAPTURE_SIGN';
  if (is === '-' || is === '–')
    parts.take(1, wanted, 'PGN_LONG_NOTATION', 'dash', 'has a dash before its square', wanted !== '');
  else if (wanted === '') parts.take(is.length, '', code, 'mistake', 'captures nothing', true);
  else if (is === '') parts.take(0, 'x', code, 'no capture sign', 'is a capture without x', true);
  else parts.take(1, 'x', code, 'other capture sign', `uses ${is} as the capture sign`);
}

function takePromotion(parts: Parts, is: LooseParts, wanted: LooseParts, letters: Letters | undefined): void {
  const code = 'PGN_PROMOTION_FORM';
  const length = is.promotionSign.length + is.promoted.length + is.promotionEnd.length;
  if (is.promotionSign !== '=') {
    parts.take(
      length,
      `${wanted.promoted === '' ? '' : '='}${wanted.promoted}`,
      code,
      'promotion',
      is.promotionEnd !== ''
        ? 'has its promotion in parentheses'
        : is.promotionSign.includes('=')
          ? 'has spaces before its promotion'
          : 'promotes without =',
    );
    return;
  }
  parts.skip(1);
  const isSmall = is.promoted.toUpperCase() === wanted.promoted;
  if (isSmall) parts.take(1, wanted.promoted, code, 'promotion', 'has a lowercase promotion letter');
  else takeLetter(parts, is.promoted, wanted.promoted, letters);
}

/** Signs for check, as people write them. */
const CHECK = /^(?:\+\+?|††?|ch|dbl)$/;
const MATE = /^(?:#|\+\+|##|\+#|#\+|‡|mate?)$/;
const isEvaluation = (signs: string): boolean =>
  signs !== '' && signs !== '+' && signs !== '#' && !CHECK.test(signs) && !MATE.test(signs);
/** Returns true if signs mean what SAN writes as `wanted`: check, mate, or neither. */
const meansSame = (signs: string, wanted: string): boolean =>
  wanted === '#' ? MATE.test(signs) : wanted === '+' && CHECK.test(signs);
/** The longer first, since one can end with another. */
const EVALUATIONS = ['+/-', '-/+', '+/=', '=/+', '-/=', '=/-', '+-', '-+', '+=', '=+', '='] as const;

function takeSigns(parts: Parts, is: string, wanted: string): void {
  const code = 'PGN_WRONG_CHECK_SIGN';
  if (is === wanted) return;
  if (is === '') {
    if (wanted === '+') parts.take(0, '+', code, 'no check sign', 'gives check', true);
    else parts.take(0, '#', code, 'no mate sign', 'is mate', true);
  } else if (isEvaluation(is)) takeEvaluation(parts, is, wanted);
  else if (wanted === '') parts.take(is.length, '', code, 'mistake', 'does not give check', true);
  else if (wanted === '+' && !CHECK.test(is))
    parts.take(is.length, '+', code, 'mistake', 'gives check, but is not mate', true);
  else if (wanted === '#' && is === '+') parts.take(1, '#', code, 'check for mate', 'is mate', true);
  else if (wanted === '#' && !MATE.test(is)) parts.take(is.length, '#', code, 'mistake', 'is mate', true);
  else
    parts.take(
      is.length,
      wanted,
      code,
      'other check sign',
      `uses ${is} as the ${wanted === '#' ? 'mate' : 'check'} sign`,
    );
}

/** Returns true if the problem is a missing check or mate sign. */
export const isMissingSign = ({ style }: Fault): boolean => style === 'no check sign' || style === 'no mate sign';

function takeEvaluation(parts: Parts, written: string, wanted: string): void {
  const code = 'PGN_GLUED_EVALUATION';
  const is = plainMinus(written);
  const endings = EVALUATIONS.filter((e) => {
    const rest = is.slice(0, is.length - e.length);
    return is.endsWith(e) && (rest === '' || CHECK.test(rest) || MATE.test(rest));
  });
  // Rd8+= may be a check and =, or no check and +=
  const evaluation = endings.find((e) => is === wanted + e) ?? endings.at(0);
  if (evaluation === undefined)
    parts.take(is.length, wanted, code, 'mistake', `has ${written}, which has no meaning here`);
  else
    parts.take(
      is.length,
      `${wanted} ${evaluation}`,
      code,
      'mistake',
      `has the evaluation ${evaluation} attached to it`,
    );
}
