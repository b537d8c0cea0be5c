import { CHESS960, encodeMove, hasPiece, MAP, MOVERS, play, roleAt, TARGETS, TURN } from './frame.ts';
import { fillMap } from './movegen.ts';
import { castlingMove, ILLEGAL, playSan, type SanParts, sanCode } from './san.ts';

/** Deviations of a written move from export format, besides those that only the position shows. */
export const ODDITIES = [
  /** `0-0`, `o-o`, `OO`. */
  'castling letters',
  /** `e8Q`, `e8/Q`, `e8(Q)`, `e8=q`, `e8 =Q`. */
  'promotion sign',
  /** `exd6e.p.` */
  'en passant mark',
  /** `e2e4`, `e2-e4`, `Ng1-f3`: the whole source square, even if SAN does not need it. */
  'long notation',
  /** `nf3`. */
  'small piece letter',
  /** `♘f3`. */
  'figurine',
  /** `Pe4`. */
  'pawn letter',
  /** `N:f3`. */
  'capture sign',
  /** `NF3`. */
  'capital file',
  /** `e4+-`, `e4=`. */
  'trailing signs',
] as const;
export type Oddity = (typeof ODDITIES)[number];

/** A move's text, parsed leniently. */
export interface LooseSan extends SanParts {
  /** The piece's letter as written if it is none of K, Q, R, B, N; the role is then 0 and has no meaning. */
  readonly unknownPiece: string | undefined;
  readonly oddities: readonly Oddity[];
}

/** Signs after a move, as people write them. */
const SIGNS = '((?:ch|mate?|[+#=/†‡−–-])*)';
// O may be a zero or a Cyrillic letter, and spaces may stand around the dashes
const O = '[O0oОо]';
const DASH = String.raw`(?:\s{0,4}[-–—]\s{0,4})?`;
const CASTLING = new RegExp(`^${O}${DASH}${O}(?:${DASH}${O})?${SIGNS}$`);
/** Signs of captures that look like x: multiplication signs and their variants in fonts. */
const TIMES = '×✕✖⨯';
// A lower-case letter from a to h is a file. A piece may be two characters, as a figurine with its variation selector.
const MOVE = new RegExp(
  `^([A-Zi-wyz]|[^\\0-\\x7F][^\\0-\\x7F${TIMES}–]?)?(@)?([a-h])?([1-8])?([-x:${TIMES}–])?([a-hA-H])([1-8])` +
    `(?:(\\s{0,4}=?\\s{0,4}\\(|\\s{0,4}[=/:]\\s{0,4}|\\s{1,4})?([A-Za-z]|[♔-♟\u0400-\u04FF])(\\))?)?(e\\.?p\\.?)?${SIGNS}$`,
);
const ROLES = 'PNBRQK';
const FIGURINES = ['♙♟', '♘♞', '♗♝', '♖♜', '♕♛', '♔♚'] as const;

const checkOf = (signs: string): number => (/^(?:#|‡|mate?)/.test(signs) ? 2 : /^(?:\+|†|ch)/.test(signs) ? 1 : 0);
const isPlainSign = (signs: string): boolean => signs === '' || signs === '+' || signs === '#';

/** The parts of a written move; each as it is written, '' for a missing one. Together they are the whole text. */
export interface LooseParts {
  /** `0-0` and similar forms; the parts but `signs` are then empty. */
  readonly castling: string;
  readonly letter: string;
  readonly file: string;
  readonly rank: string;
  readonly takes: string;
  readonly targetFile: string;
  readonly targetRank: string;
  readonly promotionSign: string;
  readonly promoted: string;
  readonly promotionEnd: string;
  readonly enPassant: string;
  readonly signs: string;
}

const NO_PARTS: LooseParts = {
  castling: '',
  letter: '',
  file: '',
  rank: '',
  takes: '',
  targetFile: '',
  targetRank: '',
  promotionSign: '',
  promoted: '',
  promotionEnd: '',
  enPassant: '',
  signs: '',
};

/** Returns the parts of a move as people write it; undefined if it is not written as a move, or is a drop. */
export function looseParts(text: string): LooseParts | undefined {
  const castles = CASTLING.exec(text);
  if (castles) return { ...NO_PARTS, castling: text.slice(0, text.length - castles[1].length), signs: castles[1] };
  const match = MOVE.exec(text);
  if (match === null || match[2] !== undefined) return undefined;
  // a parenthesis around the piece of a promotion has both its ends
  if ((match[8] ?? '').endsWith('(') !== (match[10] !== undefined)) return undefined;
  return {
    castling: '',
    letter: match[1] ?? '',
    file: match[3] ?? '',
    rank: match[4] ?? '',
    takes: match[5] ?? '',
    targetFile: match[6],
    targetRank: match[7],
    promotionSign: match[8] ?? '',
    promoted: match[9] ?? '',
    promotionEnd: match[10] ?? '',
    enPassant: match[11] ?? '',
    signs: match[12],
  };
}

/** Reads a move as people write it; undefined if it is not written as a move. It reads any export-format text, too. */
export function readLoose(text: string): LooseSan | undefined {
  const parts = looseParts(text);
  if (parts === undefined) return undefined;
  const { castling, letter, file, rank, takes, targetFile, targetRank, promoted, signs } = parts;
  if (castling !== '') {
    const oddities: Oddity[] = /^O-O(?:-O)?$/.test(castling) ? [] : ['castling letters'];
    if (!isPlainSign(signs)) oddities.push('trailing signs');
    return {
      role: 5,
      file: -1,
      rank: -1,
      target: 0,
      promotion: 0,
      capture: false,
      check: checkOf(signs),
      castling: castling.replace(/[^O0oОо]/g, '').length === 2 ? 1 : 2,
      unknownPiece: undefined,
      oddities,
    };
  }
  const oddities: Oddity[] = [];
  const role = letter === '' ? 0 : parseRole(letter, oddities);
  const promotion = promoted === '' ? 0 : parsePromotion(promoted);
  if (promotion < 0 || promotion === 5 || (promoted !== '' && promotion === 0)) return undefined;
  const whole = file !== '' && rank !== '';
  if (promoted !== '' && !whole && (parts.promotionSign !== '=' || !'NBRQ'.includes(promoted)))
    oddities.push('promotion sign');
  if (takes === ':' || (takes !== '' && TIMES.includes(takes))) oddities.push('capture sign');
  if (targetFile < 'a') oddities.push('capital file');
  if (parts.enPassant !== '') oddities.push('en passant mark');
  if (whole || takes === '-' || takes === '–') oddities.push('long notation');
  if (!isPlainSign(signs)) oddities.push('trailing signs');
  return {
    role: Math.max(0, role),
    file: file === '' ? -1 : file.charCodeAt(0) - 0x61,
    rank: rank === '' ? -1 : rank.charCodeAt(0) - 0x31,
    target: targetFile.toLowerCase().charCodeAt(0) - 0x61 + 8 * (targetRank.charCodeAt(0) - 0x31),
    promotion,
    capture: takes !== '' && takes !== '-' && takes !== '–',
    check: checkOf(signs),
    castling: 0,
    unknownPiece: role < 0 ? letter : undefined,
    oddities,
  };
}

const figurineRole = (letter: string): number => FIGURINES.findIndex((pair) => pair.includes(letter.charAt(0)));

const parsePromotion = (letter: string): number => {
  const figurine = figurineRole(letter);
  return figurine >= 0 ? figurine : ROLES.indexOf(letter.toUpperCase());
};

/** Returns the role of a written piece; -1 for other text. Notes oddities. */
function parseRole(letter: string, oddities: Oddity[]): number {
  const role = ROLES.indexOf(letter);
  if (role > 0) return role;
  if (role === 0) {
    oddities.push('pawn letter');
    return 0;
  }
  const figurine = figurineRole(letter);
  if (figurine >= 0) {
    oddities.push('figurine');
    return figurine;
  }
  const small = ROLES.indexOf(letter.toUpperCase());
  if (small < 0) return -1;
  oddities.push(small === 0 ? 'pawn letter' : 'small piece letter');
  return small;
}

const map = new Int32Array(MAP);

/**
 * Plays the legal move that a loosely written move means, as `playSan` does. Long notation without a piece letter
 * (`g1f3`, `e1g1`, also `e1h1`, in Chess960 too) names the piece on its source square; `Ke1g1` also castles.
 */
export function playLoose(words: Int32Array, from: number, to: number, loose: LooseSan): number {
  if (loose.unknownPiece !== undefined) return ILLEGAL;
  const us = words[from + TURN];
  const whole = loose.file >= 0 && loose.rank >= 0;
  if (loose.role !== 0 && loose.promotion !== 0) return ILLEGAL;
  if (!whole || (loose.role !== 0 && loose.role !== 5)) {
    const move = playSan(words, from, to, sanCode(loose));
    return move === ILLEGAL && isSmallB(loose)
      ? playSan(words, from, to, sanCode({ ...loose, role: 2, file: -1 }))
      : move;
  }
  const source = loose.file + 8 * loose.rank;
  if (!hasPiece(words, from, us, source)) return ILLEGAL;
  const role = roleAt(words, from, source);
  if ((role !== 0 && loose.promotion !== 0) || (loose.role === 5 && role !== 5)) return ILLEGAL;
  if (role !== 5) return playSan(words, from, to, sanCode({ ...loose, role }));
  // the king's own moves, castling by its source and target included
  fillMap(words, from, map, 0);
  const isTarget = (target: number): boolean =>
    ((map[MOVERS + (source >>> 5)] >>> (source & 31)) & 1) !== 0 &&
    ((map[TARGETS + 2 * source + (target >>> 5)] >>> (target & 31)) & 1) !== 0;
  let target = loose.target;
  if (words[from + CHESS960] === 0 && !isTarget(target) && hasPiece(words, from, us, target)) {
    target = target > source ? source + 2 : source - 2;
    if ((loose.target & 7) !== 7 && (loose.target & 7) !== 0) return ILLEGAL;
  } else if (words[from + CHESS960] !== 0 && !isTarget(target) && Math.abs(target - source) > 1) {
    // e1g1: castling named by the king's target
    const castling = castlingMove(words, from, target > source, true);
    const lands = target > source ? 6 : 2;
    if (castling >= 0 && target === (source & 56) + lands) target = castling >>> 6;
  }
  if (!isTarget(target)) return ILLEGAL;
  const move = encodeMove(source, target);
  play(words, from, to, move);
  return move;
}

/** Returns true for a text such as `bc4`, which may be a pawn's capture without its sign or a bishop in lower case. */
const isSmallB = (loose: LooseSan): boolean => loose.role === 0 && loose.file === 1 && loose.rank < 0 && !loose.capture;

/** Piece letters of a language (PGN standard 8.2.3.2 lists most); SAN in a PGN file has the English ones. */
export interface Letters {
  /** Display name: `German`. */
  readonly name: string;
  /** The roles that a letter can mean, the likelier first; no entry: none. */
  readonly roles: ReadonlyMap<string, readonly number[]>;
}

const ENGLISH = 'PNBRQK';

/** Letters of knight, bishop, rook, queen and king, in the order in which they are tried. */
const LANGUAGES: readonly (readonly [string, string])[] = [
  ['German', 'S L T D K'],
  ['French', 'C F T D R'],
  ['Spanish or Italian', 'C A T D R'],
  ['Dutch', 'P L T D K'],
  ['Russian', 'К С Л Ф Кр'],
  ['Polish', 'S G W H K'],
  ['Portuguese', 'C B T D R'],
  ['Czech', 'J S V D K'],
  ['Hungarian', 'H F B V K'],
  ['Finnish', 'R L T D K'],
  ['Romanian', 'C N T D R'],
  ['Estonian', 'R O V L K'],
  ['Croatian', 'S L T D K'],
  ['Icelandic', 'R B H D K'],
  ['Turkish', 'A F K V Ş'],
  ['Greek', 'Ι Α Π Β Ρ'],
];

const languages: readonly Letters[] = LANGUAGES.map(([name, letters]) => ({
  name,
  roles: new Map(letters.split(' ').map((letter, i) => [letter, [i + 1]])),
}));

/** English, with letters that are not English in the meaning of any language. */
const MIXED: Letters = { name: '', roles: mixedRoles() };

function mixedRoles(): ReadonlyMap<string, readonly number[]> {
  // Cyrillic and Greek letters that look like English ones
  const roles = new Map<string, number[]>([
    ['В', [2]],
    ['К', [1, 5]],
    ['Ν', [1]],
    ['Κ', [5]],
  ]);
  for (const { roles: own } of languages) {
    for (const [letter, [role]] of own) {
      if (ENGLISH.includes(letter)) continue;
      const known = roles.get(letter) ?? [];
      if (!known.includes(role)) roles.set(letter, [...known, role]);
    }
  }
  return roles;
}

/**
 * Returns the languages whose letters fit all piece letters of a game, and the mixture of all. It precedes those that
 * give a letter of the game another meaning than English does, as French does with R: they must explain more to be
 * chosen.
 */
export function lettersFor(used: ReadonlySet<string>): readonly Letters[] {
  const fitting = languages.filter(({ roles }) => [...used].every((letter) => roles.has(letter)));
  const isEnglish = ({ roles }: Letters): boolean =>
    [...used].every((letter) => !ENGLISH.includes(letter) || roles.get(letter)?.[0] === ENGLISH.indexOf(letter));
  return [...fitting.filter(isEnglish), MIXED, ...fitting.filter((letters) => !isEnglish(letters))];
}

/**
 * Returns the languages that the piece letters of a text can be of: none if all letters are English, the mixture of all
 * languages if none has all letters.
 */
export function foreignLanguages(used: ReadonlySet<string>): readonly Letters[] {
  if ([...used].every((letter) => ENGLISH.includes(letter))) return [];
  const named = lettersFor(used).filter((language) => language !== MIXED);
  return named.length > 0 ? named : [MIXED];
}

/** Returns the piece letter that a move's text begins with: `K`, `С`, `Кр`; undefined if it begins otherwise. */
export function leadingPieceLetter(text: string): string | undefined {
  const c = text.charCodeAt(0);
  if (c >= 0x41 && c <= 0x5a) return text.charAt(0) === 'O' && !/^Ox?[a-h]/.test(text) ? undefined : text.charAt(0);
  // Latin letters with marks, and Greek ones
  if (c >= 0xc0 && c < 0x400) return text.charAt(0);
  if (c < 0x400 || c > 0x4ff) return undefined;
  const second = text.charCodeAt(1);
  return text.slice(0, second >= 0x400 && second <= 0x4ff ? 2 : 1);
}

/**
 * Returns the texts with English letters that a move can mean, the likelier first; the text itself if it has none to
 * change.
 */
export function englishForms(text: string, letters: Letters): readonly string[] {
  const parts = looseParts(text);
  if (parts === undefined || parts.castling !== '') return [text];
  const rest = text.slice(parts.letter.length);
  const promoted = letters.roles.get(parts.promoted.toUpperCase())?.[0];
  const tail =
    promoted === undefined
      ? rest
      : rest.slice(0, rest.length - parts.signs.length - parts.enPassant.length - parts.promoted.length) +
        ENGLISH.charAt(promoted) +
        parts.enPassant +
        parts.signs;
  const roles = letters.roles.get(parts.letter);
  return roles === undefined ? [parts.letter + tail] : roles.map((role) => ENGLISH.charAt(role) + tail);
}
