import { findFens } from '../../answers/states/fens.ts';
import { FRAME, FULLMOVES, hasPiece, moveTo, roleAt, TURN } from '../../games/chess/frame.ts';
import { moveName } from '../../games/chess/moves.ts';
import { playNull } from '../../games/chess/san.ts';
import { foreignLanguages, type LooseSan, playLoose, readLoose } from '../../games/chess/san-loose.ts';
import { isEnPassant } from '../../games/chess/san-print.ts';
import { moveReason } from '../../games/chess/san-reason.ts';
import type { ChessState } from '../../games/chess/state.ts';
import type { ActionLanguage, ActionMention, MentionForm, PlayerIndex } from './mention.ts';

/** A move that begins with a letter for a piece, and the letter after a promotion. */
const MOVE =
  /(?<![\p{L}\d])(?<letter>\p{Lu})(?=[a-h]?[1-8]?[-x×:]?[a-h][1-8](?![\p{L}\d]))|(?<=[a-h][18]=?)(?<promoted>\p{Lu})(?![\p{L}\d])/gu;
const ENGLISH = 'PNBRQK';
/** Number of different letters that tell a language: moves of a search are often without numbers. */
const ENOUGH = 2;

/**
 * Returns a text with the English letters for pieces, of the same length. A text that uses the letters of another
 * language is changed if all languages that fit agree on what they mean; others are returned as they are.
 */
function withEnglishLetters(text: string): string {
  const moves = Array.from(text.matchAll(MOVE), ({ groups = {} }) => groups);
  const used = new Set(moves.flatMap(({ letter }) => letter ?? []));
  const languages = used.size < ENOUGH ? [] : foreignLanguages(used);
  // the mixture of all languages has no name
  if (!languages.some(({ name }) => name !== '')) return text;
  const english = new Map<string, string>();
  for (const letter of new Set(moves.flatMap(({ letter, promoted }) => letter ?? promoted ?? []))) {
    const roles = new Set(languages.map((language) => language.roles.get(letter)?.[0]));
    if (roles.size > 1) return text;
    const [role] = roles;
    // A promotion may have its English letter.
    if (role === undefined) continue;
    english.set(letter, ENGLISH.charAt(role));
  }
  return text.replace(MOVE, (letter) => english.get(letter) ?? letter);
}

const SQUARE = '[a-h][1-8]';
const PIECE = '[KQRBN♔-♟]';
/** Moves that can be nothing else; the long forms of two squares may also be a path over the board. */
const NAMES = [
  `${PIECE}${SQUARE}[-–x×:]${SQUARE}`,
  `${PIECE}[a-h]?[1-8]?[x×:]?${SQUARE}`,
  `[a-h][x×:]${SQUARE}(?:=?[QRBN])?`,
  '[a-h][18]=?[QRBN]',
  `${SQUARE}${SQUARE}[qrbnQRBN]?`,
  'O-O(?:-O)?|0-0(?:-0)?|o-o(?:-o)?',
].join('|');
const LONG = `${SQUARE}[-–x×]${SQUARE}(?:=?[QRBN])?(?![-–]${SQUARE})`;
const WORDS =
  `(?<piece>[Kk]night|[Bb]ishop|[Rr]ook|[Qq]ueen|[Kk]ing|[Pp]awn)(?: (?:on|from) (?<source>${SQUARE}))? ` +
  `(?<verb>takes|captures|to|moves to|goes to)(?: on)?(?: the \\w{4,6} on)? (?<target>${SQUARE})`;
const TOKEN = new RegExp(
  `(?<![A-Za-z0-9./]|[a-h][1-8][-–])(?:(?<number>\\d{1,3})(?<dots> ?\\.{3}| ?…|\\.{1,2}) ?[*_]{0,2}|(?<black>\\.{3} ?|… ?))?` +
    `(?:${WORDS}|(?<long>${LONG})|(?<name>${NAMES})|(?<square>${SQUARE}))(?<signs>(?:\\+\\+|[+#])?[!?]{0,2})(?![A-Za-z0-9])(?!/)`,
  'g',
);

const ROLE_LETTERS: Readonly<Record<string, string>> = {
  knight: 'N',
  bishop: 'B',
  rook: 'R',
  queen: 'Q',
  king: 'K',
  pawn: '',
};

/** Returns the move that words name in the form of long notation: `knight on f3 takes e5` is `Nf3xe5`. */
function wordsMove({ piece = '', source = '', verb = '', target = '' }: Readonly<Record<string, string | undefined>>) {
  const takes = /^(?:takes|captures)/.test(verb) ? 'x' : '';
  return `${ROLE_LETTERS[piece.toLowerCase()] ?? ''}${source}${takes}${target}`;
}

/** Returns a mention of a match of `TOKEN`. */
function toMention(text: string, match: RegExpExecArray | RegExpMatchArray): ActionMention {
  const { number, dots, black, long, name, square, piece } = match.groups ?? {};
  const start = match.index ?? 0;
  const end = start + match[0].length;
  const form: MentionForm = square !== undefined || long !== undefined ? 'bare' : name !== undefined ? 'name' : 'words';
  const prefix = /^(?:\d{1,3} ?(?:\.{1,3}|…) ?[*_]{0,2}|\.{3} ?|… ?)/.exec(match[0])?.[0].length ?? 0;
  const isBlack = black !== undefined || (dots !== undefined && /…|\.{2,}/.test(dots));
  const before = text.slice(Math.max(0, start - 12), start);
  return {
    range: { start: start + prefix, end },
    start,
    text: piece === undefined ? (name ?? long ?? square ?? '').replace('–', '-') : wordsMove(match.groups ?? {}),
    form,
    ...(number !== undefined && { number: Number(number) }),
    ...(number !== undefined ? { side: isBlack ? 1 : 0 } : black !== undefined ? { side: 1 as const } : {}),
    ...(number !== undefined && dots === '.' && /(?:^|\n)[ \t>*_#-]*$/.test(before) && { isListed: true }),
  };
}

/** Finds the moves of a text; those inside of a FEN are part of it. */
function find(written: string): ActionMention[] {
  const text = withEnglishLetters(written);
  const apart = Array.from(findFens(text), ({ range }) => range);
  let next = 0;
  const found: ActionMention[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const mention = toMention(text, match);
    while ((apart[next]?.end ?? Number.POSITIVE_INFINITY) <= mention.start) next++;
    if ((apart[next]?.start ?? Number.POSITIVE_INFINITY) < mention.range.end) continue;
    found.push(mention);
  }
  return found;
}

const parsed = new Map<string, LooseSan | null>();
/** Number of texts that are kept; a text has few different ones. */
const MAX_PARSED = 4096;

/** Returns the parts of a move's text; undefined if it is none. */
function partsOf(text: string): LooseSan | undefined {
  let parts = parsed.get(text);
  if (parts === undefined) {
    parts = readLoose(text) ?? null;
    if (parsed.size >= MAX_PARSED) parsed.clear();
    parsed.set(text, parts);
  }
  return parts ?? undefined;
}

const words = new Int32Array(2 * FRAME);

/** Plays a mention in the position; returns the move, or -1. */
function play(state: unknown, { text }: ActionMention): number {
  const parts = partsOf(text);
  if (parts === undefined) return -1;
  words.set((state as ChessState).words);
  return playLoose(words, 0, FRAME, parts);
}

/** Returns true if a move of the frame in `words` is a capture. */
function isCapture(move: number): boolean {
  return hasPiece(words, 0, (words[TURN] ?? 0) ^ 1, moveTo(move)) || isEnPassant(words, 0, move);
}

/** Chess moves in sentences: SAN, UCI, long notation, and `knight takes d5`. */
export const CHESS_ACTIONS: ActionLanguage = {
  find,
  resolve(state, mention) {
    const move = play(state, mention);
    if (move < 0) return undefined;
    // A capture of nothing is another move than the text means.
    if (partsOf(mention.text)?.capture === true && !isCapture(move)) return undefined;
    return moveName(move);
  },
  isAmbiguous(state, mention) {
    const parts = partsOf(mention.text);
    if (parts === undefined || play(state, mention) >= 0) return false;
    return moveReason(words, 0, parts).kind === 'ambiguous';
  },
  whyNot(state, mention) {
    const parts = partsOf(mention.text);
    return parts === undefined || play(state, mention) >= 0 ? undefined : moveReason(words, 0, parts).message;
  },
  sideToMove: (state) => ((state as ChessState).words[TURN] === 0 ? 0 : 1),
  moveNumber: (state) => (state as ChessState).words[FULLMOVES],
  describes(state, { text }) {
    const parts = partsOf(text);
    if (parts === undefined || parts.castling !== 0) return false;
    const { words: board } = state as ChessState;
    const holds = (color: PlayerIndex): boolean =>
      hasPiece(board, 0, color, parts.target) && roleAt(board, 0, parts.target) === parts.role;
    return holds(0) || holds(1);
  },
  passed(state) {
    words.set((state as ChessState).words);
    return playNull(words, 0, FRAME) ? { words: words.slice(FRAME) } : undefined;
  },
  takesCells: false,
  players: [['white'], ['black']],
};
