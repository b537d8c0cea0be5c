import { EMPTY, printPlacement } from '../../metrics/placement.ts';
import { makeBoardState, type StatedState } from '../answer-reading.ts';
import { parseSquare } from './piece-maps.ts';

/** Names of the sides and the pieces in a language, pawn to king. */
export interface PieceLanguage {
  readonly white: string;
  readonly black: string;
  /** Patterns of the names of pieces. */
  readonly names: readonly string[];
  /** Letters before a square; none where they are names. */
  readonly letters: readonly string[];
}

/** The languages in which lists of pieces are read. The names of the sides decide. */
const PIECE_LANGUAGES: readonly PieceLanguage[] = [
  {
    white: 'white|w',
    black: 'black|b',
    names: ['pawns?', 'knights?', 'bishops?', 'rooks?', 'queens?', 'kings?'],
    letters: ['p', 'n', 'b', 'r', 'q', 'k'],
  },
  {
    white: 'weiß|weiss|weiße|weisse',
    black: 'schwarz|schwarze',
    names: ['bauern?', 'springer', 'läufer|laeufer', 'turm|türme|tuerme', 'damen?', 'könig|koenig'],
    letters: ['b', 's', 'l', 't', 'd', 'k'],
  },
  {
    white: 'blancs?|les blancs',
    black: 'noirs?|les noirs',
    names: ['pions?', 'cavaliers?', 'fous?', 'tours?', 'dames?|reines?', 'rois?'],
    letters: ['p', 'c', 'f', 't', 'd', 'r'],
  },
  {
    white: 'blancas?|las blancas',
    black: 'negras?|las negras',
    names: ['pe[oó]n(?:es)?', 'caballos?', 'alfil(?:es)?', 'torres?', 'damas?|reinas?', 'rey'],
    letters: ['p', 'c', 'a', 't', 'd', 'r'],
  },
  {
    white: 'bianco|bianchi',
    black: 'nero|neri',
    names: ['pedon[ei]', 'cavall[oi]', 'alfier[ei]', 'torr[ei]', 'donn[ae]|regin[ae]', 're'],
    letters: ['p', 'c', 'a', 't', 'd', 'r'],
  },
  {
    white: 'brancas?|as brancas',
    black: 'pretas?|as pretas',
    names: ['pe(?:ão|ões)', 'cavalos?', 'bispos?', 'torres?', 'damas?|rainhas?', 'rei'],
    letters: ['p', 'c', 'b', 't', 'd', 'r'],
  },
  {
    white: 'белые|белых|белый',
    black: 'ч[её]рные|ч[её]рных|ч[её]рный',
    names: ['пешк[аи]|пешек', 'кон[ьи]', 'слоны?', 'ладь[яи]', 'ферзь|ферзи', 'король'],
    letters: ['п', 'к', 'с', 'л', 'ф', 'кр'],
  },
  {
    white: '白方|白棋|白',
    black: '黑方|黑棋|黑|黒|黒番|先手',
    names: [
      '兵|卒|ポーン',
      '马|馬|骑士|ナイト',
      '象|主教|ビショップ',
      '车|車|城堡|ルーク',
      '后|皇后|クイーン',
      '王|国王|キング',
    ],
    letters: [],
  },
];

const LETTERS = 'pnbrqk';
const SIDES = PIECE_LANGUAGES.map(({ white, black }) => `${white}|${black}`).join('|');
/** The beginning of a side's list: `White pieces:`, or a heading. */
const SIDE = new RegExp(
  `^[\\s>*•#_-]*(?<!\\p{L})(${SIDES})(?!\\p{L})(?:['’]s)?(?:[ _](?:pieces|army|has|side|men|figuren|pièces|piezas|pezzi|peças|фигуры))?(?:[ ]?\\([^()\\n]{0,30}\\))?[\\s*_]*(?:[:=–-][\\s*_]*(.*))?$`,
  'iu',
);
/** The end of a line, or of a sentence before a side. */
const BREAK = new RegExp(`\\n|(?<=[.;])[ \\t]+(?=(?:${SIDES})(?!\\p{L}))`, 'giu');
/** A square, perhaps with the letter of its piece, or any word. */
const WORD = /(?<![\p{L}\p{N}])(\p{L}{0,8}?)([a-h][1-8])(?![\p{L}\p{N}])|\p{L}+/giu;
const FILLER =
  /^(?:on|at|and|the|is|are|has|none|no|a|auf|und|der|die|das|ein|keine?|sur|en|et|le|la|les|un|une|aucun|y|el|los|las|ninguno|su|e|il|i|nenhum|em|на|и|нет|и|と|和|在|无|なし)$/iu;

/** The words for the pieces by language. */
const READERS = PIECE_LANGUAGES.map(({ white, black, names, letters }) => ({
  ofWhite: new RegExp(`^(?:${white})$`, 'iu'),
  ofBlack: new RegExp(`^(?:${black})$`, 'iu'),
  role: (word: string): number => {
    const lower = word.toLowerCase();
    const letter = letters.indexOf(lower);
    return letter >= 0 ? letter : names.findIndex((name) => new RegExp(`^(?:${name})$`, 'iu').test(lower));
  },
  /** A line that continues the list: it begins with the name of a piece, or its letter and a colon. */
  canContinue: new RegExp(
    `^[\\s>*•_-]*(?:(?:${names.join('|')})(?!\\p{L})|(?:${letters.join('|') || '(?!)'})[*_]{0,2}[ ]?[:=])`,
    'iu',
  ),
}));
type Reader = (typeof READERS)[number];
const [ENGLISH] = READERS as [Reader];

interface Side {
  readonly isBlack: boolean;
  /** Squares 0 (a1) to 63, with the role of the piece. */
  readonly pieces: ReadonlyMap<number, number>;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the pieces of a side in a list such as `King: g1; Rooks: a1, f1` or `Kg1, Ra1, a2`; undefined for other text.
 */
function piecesIn(list: string, { role: roleOf }: Reader): Map<number, number> | undefined {
  const pieces = new Map<number, number>();
  let role = 0;
  for (const [word, letter = '', square] of list.matchAll(WORD)) {
    if (square !== undefined) {
      const own = letter === '' ? role : roleOf(letter);
      const at = parseSquare(square);
      if (own < 0 || pieces.has(at)) return undefined;
      pieces.set(at, own);
      continue;
    }
    const named = roleOf(word);
    if (named >= 0) role = named;
    else if (!FILLER.test(word)) return undefined;
  }
  return [...pieces.values()].filter((own) => own === 5).length === 1 ? pieces : undefined;
}

/** Reads the list of a side, which continues over lines that begin with a piece. */
function sideAt(lines: readonly { readonly text: string; readonly start: number }[], index: number): Side | undefined {
  const line = lines[index];
  const [, color, rest = ''] = (line && SIDE.exec(line.text)) ?? [];
  const reader = READERS.find(
    ({ ofWhite, ofBlack }) => color !== undefined && (ofWhite.test(color) || ofBlack.test(color)),
  );
  if (line === undefined || color === undefined || reader === undefined) return undefined;
  let list = rest;
  let last = line;
  let at = index + 1;
  if (rest === '' && lines[at]?.text.trim() === '') at++;
  for (; reader.canContinue.test(lines[at]?.text ?? ''); at++) {
    last = lines[at] ?? last;
    list += `\n${last.text}`;
  }
  const pieces = piecesIn(list, reader);
  if (pieces === undefined) return undefined;
  const end = last.start + last.text.trimEnd().length;
  return { isBlack: reader.ofBlack.test(color), pieces, start: line.start + line.text.search(/\S/), end };
}

/** Finds the boards that a text describes by lists of the pieces of both sides, one after the other. */
export function findPieceLists(text: string): StatedState[] {
  const found = text.includes('{') ? findObjects(text) : [];
  const lines: { text: string; start: number }[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(BREAK)) {
    lines.push({ text: text.slice(start, index), start });
    start = index + gap.length;
  }
  lines.push({ text: text.slice(start), start });
  let before: Side | undefined;
  for (let i = 0; i < lines.length; i++) {
    const side = sideAt(lines, i);
    if (side === undefined) continue;
    if (before !== undefined && before.isBlack !== side.isBlack && text.slice(before.end, side.start).trim() === '') {
      const board = both(before, side);
      if (board !== undefined) found.push(board);
      before = undefined;
    } else before = side;
  }
  return found;
}

/** The pieces of a side as an object of JSON: `"white": {"king": "g1", "rooks": ["a1", "f1"]}`. */
const OBJECT = /["']?\b(white|black)(?:_pieces)?["']?\s{0,4}:\s{0,4}\{([^{}]{0,600})\}/gi;

/** Finds the boards that two objects of JSON describe, one for each side. */
function findObjects(text: string): StatedState[] {
  const found: StatedState[] = [];
  let before: Side | undefined;
  for (const { 0: all, 1: color = '', 2: list = '', index } of text.matchAll(OBJECT)) {
    const pieces = piecesIn(list.replace(/["'[\]]/g, ' '), ENGLISH);
    const side = pieces && { isBlack: /^b/i.test(color), pieces, start: index, end: index + all.length };
    const last = before !== undefined && index - before.end < 40 ? before : undefined;
    const board = side && last && last.isBlack !== side.isBlack ? both(last, side) : undefined;
    if (board !== undefined) found.push(board);
    before = board === undefined ? side : undefined;
  }
  return found;
}

function both(a: Side, b: Side): StatedState | undefined {
  const squares = new Uint8Array(64).fill(EMPTY);
  for (const { isBlack, pieces } of [a, b])
    for (const [square, role] of pieces) {
      // in the order of a FEN, from a8 on
      const at = square ^ 56;
      if (squares[at] !== EMPTY) return undefined;
      const letter = LETTERS.charAt(role);
      squares[at] = (isBlack ? letter : letter.toUpperCase()).charCodeAt(0);
    }
  return makeBoardState('pieces', { start: a.start, end: b.end }, printPlacement(squares));
}
