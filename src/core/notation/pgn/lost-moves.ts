import { characterClass, DIGIT } from './characters.ts';
import {
  CLOSE_PAREN,
  COMMENT,
  isTrivia,
  kindBits,
  LINE_COMMENT,
  MOVE,
  MOVE_NUMBER,
  NULL_MOVE,
  OPEN_PAREN,
  STRAY,
} from './tokens.ts';
import { type GameTree, tokenRange } from './tree.ts';

/** Unreadable words in place of a move and the moves that follow them; likewise for moves in an unclosed comment. */
export interface LostMoves {
  /** Tokens of the words. */
  readonly words: ReadonlySet<number>;
  /** The moves that follow them, or such a comment, in their lines: the positions before those moves are unknown. */
  readonly moves: ReadonlySet<number>;
}

const NONE: LostMoves = { words: new Set(), moves: new Set() };

/** The line being read. */
interface Line {
  /** True if a word takes the place of its next move. */
  lost: boolean;
  /** True if its last move is lost: moves that replace it have no known position either. */
  lostLast: boolean;
  /** The word after which the next number decides if it took the place of a move. */
  doubtful: number;
  /** The last number seen, -1 for none, and the number of moves since. */
  number: number;
  since: number;
  /** True if only comments are between the number and here. */
  numbered: boolean;
}

const newLine = (lost: boolean): Line => ({
  lost,
  lostLast: false,
  doubtful: -1,
  number: -1,
  since: 0,
  numbered: false,
});

/**
 * Returns the words that take the place of a move, as `Be` does in `5. Nf3 Be 6. O-O` and in `5... Be`: directly after
 * a move number, or where the next number shows that a move of Black is missing. The moves after them are a different
 * game.
 */
export function lostMoves(text: string, tree: GameTree): LostMoves {
  const { chunk, moveToken } = tree;
  if ((chunk.has & kindBits(STRAY, COMMENT)) === 0 || moveToken.length === 0) return NONE;
  if ((chunk.has & kindBits(STRAY)) === 0 && !swallowsMoves(text, tree)) return NONE;
  const { kinds } = chunk;
  const words = new Set<number>();
  const moves = new Set<number>();
  const lines: Line[] = [newLine(false)];
  let m = 0;
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t]!;
    const line = lines[lines.length - 1]!;
    if (kind === COMMENT && isSwallower(text, tree, t)) {
      line.lost = true;
      continue;
    }
    if (isTrivia(kind) || (kind >= LINE_COMMENT && kind <= COMMENT)) continue;
    if (kind === MOVE || kind === NULL_MOVE) {
      while (m < moveToken.length && moveToken[m]! < t) m++;
      if (line.lost) moves.add(m);
      line.lostLast = line.lost;
      line.lost = false;
      line.doubtful = -1;
      line.since++;
    } else if (kind === MOVE_NUMBER) {
      const number = numberAt(text, tree, t);
      if (number < 0) continue;
      if (line.doubtful >= 0 && line.since === 1 && number === line.number + 1) {
        words.add(line.doubtful);
        line.lost = true;
      }
      line.doubtful = -1;
      line.number = number;
      line.since = 0;
      line.numbered = true;
      continue;
    } else if (kind === STRAY && isWord(text, tree, t)) {
      if (line.numbered) {
        words.add(t);
        line.lost = true;
      } else if (line.doubtful < 0) line.doubtful = t;
    } else if (kind === OPEN_PAREN) lines.push(newLine(line.lost || line.lostLast || line.doubtful >= 0));
    else if (kind === CLOSE_PAREN && lines.length > 1) lines.pop();
    line.numbered = false;
  }
  return { words, moves };
}

/** Returns true if a comment contains moves because it was not closed before them. */
function isSwallower(text: string, tree: GameTree, token: number): boolean {
  const { start, end } = tokenRange(tree, token);
  return swallowedComment(text, start, end)?.moves === true;
}

function swallowsMoves(text: string, tree: GameTree): boolean {
  for (const token of tree.commentToken)
    if (tree.chunk.kinds[token] === COMMENT && isSwallower(text, tree, token)) return true;
  return false;
}

/**
 * Returns the comments that contain moves because they were not closed, and perhaps parentheses of the text around
 * them.
 */
export const swallowingComments = (text: string, tree: GameTree): number[] =>
  [...tree.commentToken].filter((token) => tree.chunk.kinds[token] === COMMENT && isSwallower(text, tree, token));

/** Returns the number of a token, -1 if it consists of dots only. */
function numberAt(text: string, tree: GameTree, token: number): number {
  const { start, end } = tokenRange(tree, token);
  if (characterClass(text.charCodeAt(start)) !== DIGIT) return -1;
  return Number.parseInt(text.slice(start, Math.min(end, start + 9)), 10);
}

/** Returns true if a stray token may be intended as a move, perhaps in brackets: not a comma or a tag. */
function isWord(text: string, tree: GameTree, token: number): boolean {
  const { start, end } = tokenRange(tree, token);
  const first = text.charAt(start);
  return first === '[' ? end > start + 1 && !text.slice(start, end).includes('"') : /[^\s{}()\]"%,;]/.test(first);
}

/** A move with its number, or a result and the tags of another game. */
const MOVES = /(?:^|\s)\d{1,3}\.+\s*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/;

/** The content of a comment that was not closed before the next one. */
export interface SwallowedComment {
  /** Offset of the brace that begins the next comment. */
  readonly brace: number;
  /** True if moves are between them: the moves after the comment cannot be played. */
  readonly moves: boolean;
}

/**
 * Detects a comment `text[start, end)`, braces included, that is really two comments, the first of them unclosed:
 * numbered moves precede a brace in it, or a command such as `[%clk]` follows that brace. Other braces in comments are
 * plain text (PGN standard 5).
 */
export function swallowedComment(text: string, start: number, end: number): SwallowedComment | undefined {
  const brace = text.lastIndexOf('{', end - 1);
  if (brace <= start) return undefined;
  const inside = text.slice(start + 1, end - 1);
  if (inside.includes('}')) return undefined;
  const moves = MOVES.test(text.slice(start + 1, brace));
  return moves || /^\s*\[%/.test(text.slice(brace + 1, end)) ? { brace, moves } : undefined;
}
