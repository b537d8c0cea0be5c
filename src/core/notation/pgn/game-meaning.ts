import { FRAME } from '../../games/chess/frame.ts';
import { moveName } from '../../games/chess/moves.ts';
import { readLoose } from '../../games/chess/san-loose.ts';
import { isEnPassant } from '../../games/chess/san-print.ts';
import { commentWords } from './comment-commands.ts';
import { type GameChunk, readPgn } from './document.ts';
import { signNag } from './nags.ts';
import { moveText, PLAYED, type Replay, type WholeGame, wholeGame } from './replay.ts';
import type { Tag } from './tags.ts';
import {
  BYTE_ORDER_MARK,
  COMMENT,
  ESCAPE,
  GLYPH,
  kindBits,
  LINE_COMMENT,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  OPEN_COMMENT,
  OPEN_TAG_VALUE,
  RESERVED,
  RESULT,
  STRAY,
  SUFFIX,
  TAG_JUNK,
  TAG_OPEN,
  WHITESPACE,
} from './tokens.ts';
import { type GameTree, TAG_PAIR, tokenEnd } from './tree.ts';
import { isCheckMark, markedMove, standardResult } from './words.ts';

/**
 * The meaning of a game, independent of its form: two texts with equal meanings differ only in white space, line ends,
 * move numbers, the spelling of moves and signs, and the kind of comments. Plain data for deep comparison.
 */
export interface GameMeaning {
  /** Name and value of each tag, in order; a malformed tag has its text as name. */
  readonly tags: readonly (readonly [name: string, value: string])[];
  /** The items before the last tag, each with the number of tags before it. */
  readonly header: readonly string[];
  /** Moves, comments, glyphs, parentheses, results, escape lines and stray text, in order. */
  readonly movetext: readonly string[];
}

/** Returns the meanings of the games of a text, one per chunk. */
export function textMeaning(text: string): GameMeaning[] {
  const { chunks, offsets } = readPgn(text);
  return chunks.map((chunk, c) => gameMeaning(wholeGame(text, chunk, offsets[c]!)));
}

/** Returns the meaning of a game. Runs in time linear in its length. */
export function gameMeaning(game: WholeGame): GameMeaning {
  const { text, tags, replay } = game;
  const lastTag = replay.tree.chunk.kinds.lastIndexOf(TAG_OPEN);
  const header: string[] = [];
  const movetext: string[] = [];
  for (const { token, item, tagsBefore } of gameItems(game)) {
    if (token < lastTag) header.push(`${tagsBefore} ${item}`);
    else movetext.push(item);
  }
  return { tags: tags.map((tag) => tagMeaning(text, tag)), header, movetext };
}

/** The meaning of a token outside tags. */
interface GameItem {
  readonly token: number;
  readonly item: string;
  /** The move of the token, -1 for none. */
  readonly move: number;
  readonly tagsBefore: number;
}

/** Returns the meanings of the tokens outside tags, in order; meaningless tokens, such as move numbers, are omitted. */
export function gameItems({ text, replay }: WholeGame): GameItem[] {
  const { tree } = replay;
  const { chunk, offset } = tree;
  const { kinds, starts } = chunk;
  const pairEnds = tagPairEnds(tree);
  const items: GameItem[] = [];
  let tagsBefore = 0;
  let moves = 0;
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t];
    if (kind === WHITESPACE || kind === BYTE_ORDER_MARK) continue;
    if (kind === TAG_OPEN) {
      t = pairEnds[tagsBefore++]! - 1;
      continue;
    }
    const move = tree.moveToken[moves] === t ? moves++ : -1;
    const item =
      move >= 0
        ? playedMove(text, replay, move)
        : tokenMeaning(text.slice(offset + starts[t]!, offset + tokenEnd(chunk, t)), t, replay);
    if (item !== undefined) items.push({ token: t, item, move, tagsBefore });
  }
  return items;
}

const tagMeaning = (text: string, { form, name, value, range }: Tag): readonly [string, string] =>
  form === 'good' ? [name, value] : [text.slice(range.start, range.end), ''];

function tagPairEnds({ nodeKind, nodeEnd }: GameTree): number[] {
  const ends: number[] = [];
  for (let node = 0; node < nodeKind.length; node++) if (nodeKind[node] === TAG_PAIR) ends.push(nodeEnd[node]!);
  return ends;
}

/** Returns a move by its squares, if it could be played, with signs other than check signs. */
function playedMove(text: string, replay: Replay, move: number): string {
  const { tree, status, moves } = replay;
  const written = moveText(text, tree, move);
  if (tree.chunk.kinds[tree.moveToken[move]!] === NULL_MOVE) return 'null move';
  if (status[move] !== PLAYED) return `text ${written}`;
  const signs = evaluationSigns(written);
  return `move ${moveName(moves[move]!)}${signs === '' ? '' : ` ${signs}`}`;
}

/** Returns the signs at the end of a move that mean more than check or mate: `e4+-`, `Kg1=`. */
export function evaluationSigns(written: string): string {
  const signs = /[-−–+#=/]*$/.exec(written)?.[0] ?? '';
  return /^[+#]*$/.test(signs) || readLoose(written)?.oddities.includes('trailing signs') !== true ? '' : signs;
}

/** Returns the meaning of a token that is neither a move nor part of a tag; undefined if it has none. */
function tokenMeaning(written: string, token: number, replay: Replay): string | undefined {
  const { kinds } = replay.tree.chunk;
  switch (kinds[token]) {
    case COMMENT:
      return `comment ${commentWords(written.slice(1, -1)).join(' ')}`;
    case LINE_COMMENT:
      return `comment ${commentWords(written.slice(1)).join(' ')}`;
    case OPEN_COMMENT:
      return `open comment ${written.trimEnd()}`;
    case SUFFIX:
    case GLYPH:
      return `glyph ${signNag(written) ?? written}`;
    case NAG:
      return `glyph ${written.slice(1)}`;
    case RESULT:
      return `result ${standardResult(written) ?? written}`;
    case MOVE_NUMBER:
      return isLooseNumber(kinds, token, written) ? `number ${written}` : undefined;
    case MOVE_MARK:
      return isRedundantMark(replay, token, written) ? undefined : `mark ${written}`;
    case STRAY:
    case RESERVED:
      return `${token === 0 || kinds[token - 1]! <= BYTE_ORDER_MARK ? 'stray' : 'touching'} ${written}`;
    default:
      return written;
  }
}

/** Returns true for digits without dots before neither a move nor another number: they may mean anything. */
export function isLooseNumber(kinds: Uint8Array, token: number, written: string): boolean {
  if (!/^\d+$/.test(written)) return false;
  let next = token + 1;
  while (kinds[next] === WHITESPACE) next++;
  return kinds[next] !== MOVE && kinds[next] !== NULL_MOVE && kinds[next] !== MOVE_NUMBER;
}

/**
 * Returns true if a mark adds nothing to its move: it follows a played move, with or without signs and other marks
 * between them, and an en passant mark follows an en passant capture.
 */
export function isRedundantMark({ tree, status, frames, moves }: Replay, mark: number, written: string): boolean {
  const token = markedMove(tree.chunk.kinds, mark);
  if (token < 0) return false;
  const move = tokenMove(tree, token);
  if (move < 0 || status[move] !== PLAYED) return false;
  return isCheckMark(written) || isEnPassant(frames, (tree.movePrevious[move]! + 1) * FRAME, moves[move]!);
}

/** Returns the index of the move of a token, by binary search; -1 if it has none. */
export function tokenMove({ moveToken }: GameTree, token: number): number {
  let low = 0;
  let high = moveToken.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moveToken[middle]! < token) low = middle + 1;
    else high = middle;
  }
  return moveToken[low] === token ? low : -1;
}

/** Returns the token before another, skipping white space; -1 if there is none. */
export function solidBefore(kinds: Uint8Array, token: number): number {
  let before = token - 1;
  while (before >= 0 && kinds[before] === WHITESPACE) before--;
  return before;
}

/** Kinds whose meaning depends on what they touch, and faults. */
const SENSITIVE = kindBits(BYTE_ORDER_MARK, ESCAPE, OPEN_COMMENT, OPEN_TAG_VALUE, TAG_JUNK, MOVE_MARK, RESERVED, STRAY);

/**
 * Returns true if two games differ only in the white space between their words, and have no words whose meaning depends
 * on it: then they mean the same (`gameMeaning`) and need no replay. Returns false if that is not certain.
 *
 * @param text text that has the first game at `offset`
 * @param again the other game, whose words outside of comments must be in the same order
 */
export function hasSameWords(
  text: string,
  chunk: GameChunk,
  offset: number,
  again: { readonly text: string; readonly chunk: GameChunk },
): boolean {
  if (((chunk.has | again.chunk.has) & SENSITIVE) !== 0) return false;
  const { kinds, starts } = chunk;
  const other = again.chunk;
  let u = 0;
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t]!;
    if (kind === WHITESPACE) continue;
    while (other.kinds[u] === WHITESPACE) u++;
    if (other.kinds[u] !== kind) return false;
    const start = starts[t]!;
    const from = other.starts[u]!;
    const length = tokenEnd(chunk, t) - start;
    if (tokenEnd(other, u) - from !== length) return false;
    const isComment = kind === COMMENT || kind === LINE_COMMENT;
    if (isComment && !again.text.startsWith(text.slice(offset + start, offset + start + length), from)) return false;
    u++;
  }
  while (other.kinds[u] === WHITESPACE) u++;
  return u === other.kinds.length;
}
