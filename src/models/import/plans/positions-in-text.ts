import { LruMap } from '../../../core/base/lru-map.ts';
import { parseChess } from '../../../core/games/chess/state.ts';
import { withoutBraces } from '../logs/logged-game.ts';

/** Limit of the cached validity of FENs. */
const MAX_READ = 4096;
/** Limit of the FENs examined in a text. */
const MAX_FENS = 20;

/** A FEN in a text: eight ranks, the side to move, and any of the other fields. */
const FEN =
  /(?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8} [wb](?: (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36])(?: \d{1,4} \d{1,4})?)?/g;

/**
 * Returns a text that is the FEN of a position and nothing else, possibly without its last fields; undefined for any other.
 */
export function wholeFen(text: string): string | undefined {
  if (text.length > 120 || !text.includes('/')) return undefined;
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || words.length > 6) return undefined;
  const fen = words.join(' ');
  return isPosition(words.length === 6 ? fen : completeFen(fen)) ? fen : undefined;
}

/** Validity of FENs by text: a log repeats a position for every model and epoch, and often within a sample. */
const read = new LruMap<string, boolean>(MAX_READ);

const isPosition = (fen: string): boolean => read.getOrMake(fen, () => parseChess(fen, false).ok);

/** Returns a FEN with all six fields: no castling, no en passant, move 1 for missing ones. */
export function completeFen(fen: string): string {
  const words = fen.split(' ');
  return [...words, ...['-', '-', '0', '1'].slice(words.length - 2)].join(' ');
}

/** Returns the first few positions in a text with their offsets. */
export function fensWithin(text: string): readonly { readonly fen: string; readonly at: number }[] {
  const found: { readonly fen: string; readonly at: number }[] = [];
  for (const { 0: fen, index } of text.matchAll(FEN)) {
    const whole = wholeFen(fen);
    if (whole !== undefined && found.push({ fen: whole, at: index }) >= MAX_FENS) break;
  }
  return found;
}

/**
 * Returns true for the same board and side to move; the other fields may follow other conventions (en passant, X-FEN) in the same position.
 */
export const isSamePosition = (a: string, b: string): boolean =>
  a.trim().split(/\s+/, 2).join(' ') === b.trim().split(/\s+/, 2).join(' ');

/** Length limit of the examined end of a text, in characters. */
export const MAX_TEXT = 100_000;

const MOVE =
  /^(?:\d{1,3}\.{1,3})?(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|[O0]-[O0](?:-[O0])?)[+#]?[!?]{0,2}[,;]?$/;
const NUMBER = /^\d{1,3}\.{1,3}$/;
const RESULT = /^(?:1-0|0-1|1\/2-1\/2|\*)$/;
/** Marks before the first move of a line: the `;` used to prompt models of PGN, bullets, quotation. */
const LEADING = /^[;:>•*]+(?=[\da-hKQRBNO])/;

/** Returns moves without the tags and comments of a PGN. */
export const plainMovetext = (text: string): string =>
  withoutBraces(text.includes('[') ? withoutTags(text) : text).trim();

/** Returns the moves of a field that may hold a whole PGN, also without variations and glyphs. */
export const mainLineText = (text: string): string => {
  const moves = plainMovetext(text).replace(LEADING, '');
  const main = moves.includes('(') ? withoutVariations(moves) : moves;
  return main.includes('$') ? main.replace(/\$\d{1,3}/g, ' ').trim() : main;
};

/** Returns a text without the parts in round brackets; unchanged if they do not match. */
function withoutVariations(text: string): string {
  let rest = '';
  let depth = 0;
  let from = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    if (bracket === '(' && depth++ === 0) rest += `${text.slice(from, index)} `;
    if (bracket === ')' && --depth < 0) return text;
    from = index + 1;
  }
  return depth === 0 ? (rest + text.slice(from)).trim() : text;
}

const withoutTags = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^[ \t]*\[.*\]\s*$/.test(line))
    .join('\n');

/** Returns the number of moves in a text of nothing but moves; 0 for any other text. */
export function movesInLine(text: string): number {
  if (text === '' || text.length > MAX_TEXT) return 0;
  let moves = 0;
  for (const word of text.split(/[\s,]+/)) {
    if (word === '' || NUMBER.test(word) || RESULT.test(word)) continue;
    if (!MOVE.test(word)) return 0;
    moves++;
  }
  return moves;
}

/** Length limit of a move with its number and marks, in characters. */
const MAX_MOVE = 24;
const MOVE_LIKE = /\d|[O0]-[O0]/;

/** A line of moves in a text, with its range. */
export interface MoveRun {
  readonly line: string;
  readonly at: number;
}

/** Returns the runs of moves in a text of words, in order: two moves at least, or one with its number. */
export function findMoveRuns(text: string): readonly MoveRun[] {
  const runs: MoveRun[] = [];
  let run: string[] = [];
  let moves = 0;
  let start = 0;
  const end = (): void => {
    const isNumbered = run.some((word) => /^\d/.test(word));
    if (moves > 1 || (moves === 1 && isNumbered)) runs.push({ line: run.join(' '), at: start });
    run = [];
    moves = 0;
  };
  for (const { 0: marked, index } of text.matchAll(/[^\s,`"'()]+/g)) {
    // No word of prose is short and has a digit, or is castling.
    if (run.length === 0 && (marked.length > MAX_MOVE || !MOVE_LIKE.test(marked))) continue;
    const word = marked.replace(LEADING, '');
    const isMove = MOVE.test(word);
    if (isMove || NUMBER.test(word)) {
      // Another first move starts another line.
      if (/^1\.(?!\.)/.test(word) && run.length > 0) end();
      if (run.length === 0) start = index;
      run.push(word.replace(/[,;]$/, ''));
      if (isMove) moves++;
    } else if (MOVE.test(word.replace(/[.:]$/, '')) && run.length > 0) {
      run.push(word.replace(/[.:]$/, ''));
      moves++;
      end();
    } else end();
  }
  end();
  return runs;
}

/** Words before a move that is made, and the words before them that mark another one. */
const LABEL =
  /\b(?:(last|previous|prior|legal|best|possible|available|candidate|example|your|next|a|one)(?:'s)? )?(?:moves?|action|plays?|played|playing|made|after)(?: is| was)?\s*:?\s+[`"'*(]{0,3}([KQRBNOa-h0-8x=+#-]{2,8})/gi;

/** Returns the single move that a text names as made: `Move: c5`, `Black plays c5`. */
export function labelledMove(text: string): string | undefined {
  let found: string | undefined;
  for (const [, other, word = ''] of text.matchAll(LABEL)) if (other === undefined && MOVE.test(word)) found = word;
  return found;
}
