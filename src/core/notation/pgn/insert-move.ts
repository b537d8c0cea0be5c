import { dominantLineEnding } from '../../base/text/lines.ts';
import type { TextEdit } from '../../base/text/range.ts';
import { FRAME, FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { printSan } from '../../games/chess/san-print.ts';
import { startsLine } from '../predictions/annotation-form.ts';
import { PLAYED, type Replay } from './replay.ts';
import {
  annotates,
  CLOSE_PAREN,
  COMMENT,
  isTrivia,
  LINE_COMMENT,
  MOVE,
  MOVE_NUMBER,
  NULL_MOVE,
  OPEN_PAREN,
  RESULT,
} from './tokens.ts';
import { type GameTree, MAX_DEPTH, MOVETEXT, TAG_SECTION, tokenRange } from './tree.ts';

/** The longest line of the export format (PGN standard 4.3), in characters. */
const LINE_WIDTH = 80;

/** The insertion of a move into the text of a game. */
export interface MoveInsertion {
  /** `known`: the move already exists, and nothing is changed. */
  readonly kind: 'known' | 'continuation' | 'variation';
  /** Sorted and disjoint; offsets of the replayed text. */
  readonly edits: readonly TextEdit[];
  /** Offset after the move, in the edited text. */
  readonly cursor: number;
  readonly san: string;
}

/**
 * The reason why a move cannot be inserted; `unclosed`: the end of the line is unknown, since a variation in it is
 * unclosed.
 */
export type NoInsertion = 'unknown-position' | 'too-deep' | 'unclosed';

/**
 * Writes a legal move into a game, after the move with index `after` (-1: at the start). If the move already follows
 * there in any line, that move is selected. At the end of a line it becomes the continuation, before the result (PGN
 * standard 8.2.6); in the middle of one it becomes a variation (8.2.5), after the variations and comments of the move
 * that it varies. Numbers, spaces and line ends are as in the rest of the game; Black's move has its number if
 * something is between it and White's move (8.2.2.2).
 *
 * @param move legal in that position, as an integer (`frame.ts`)
 */
export function insertMove(text: string, game: Replay, after: number, move: number): MoveInsertion | NoInsertion {
  const { tree, frames, status, moves, start } = game;
  if (start.state === undefined || (after >= 0 && status[after] !== PLAYED)) return 'unknown-position';
  const at = (after + 1) * FRAME;
  const san = printSan(frames, at, move);
  const line = after < 0 ? tree.nodeKind.indexOf(MOVETEXT) : tree.moveNode[after]!;
  let varied = -1;
  for (let m = after + 1; m < moves.length; m++) {
    if (tree.movePrevious[m] !== after) continue;
    if (status[m] === PLAYED && moves[m] === move) {
      return { kind: 'known', edits: [], cursor: tokenRange(tree, tree.moveToken[m]!).end, san };
    }
    if (varied < 0 && tree.moveNode[m] === line) varied = m;
  }
  const style = detectStyle(tree);
  const number = (black: boolean): string =>
    style.numbers ? `${frames[at + FULLMOVES]}${black ? '...' : '.'}${style.space}` : '';
  const black = frames[at + TURN] === 1;
  if (varied < 0) return continuation(text, tree, after, line, (apart) => (black && !apart ? '' : number(black)), san);
  if (lineDepth(tree, line) >= MAX_DEPTH) return 'too-deep';
  return variation(text, tree, varied, number, black, san);
}

/** The style of move numbers in a game. */
interface Style {
  readonly numbers: boolean;
  /** The text between number and move. */
  readonly space: '' | ' ';
}

function detectStyle(tree: GameTree): Style {
  const { kinds } = tree.chunk;
  const number = kinds.indexOf(MOVE_NUMBER);
  if (number < 0) return { numbers: tree.moveToken.length === 0, space: ' ' };
  return { numbers: true, space: kinds[number + 1] === MOVE ? '' : ' ' };
}

function lineDepth(tree: GameTree, line: number): number {
  let depth = 0;
  for (let node = line; node >= 0 && tree.nodeKind[node] !== MOVETEXT; node = tree.nodeParent[node]!) depth++;
  return depth;
}

/**
 * Inserts after the last move of a line.
 *
 * @param numberOf returns the number before the move; `apart`: it does not follow a move
 */
function continuation(
  text: string,
  tree: GameTree,
  after: number,
  line: number,
  numberOf: (apart: boolean) => string,
  san: string,
): MoveInsertion | NoInsertion {
  const lineEnd = dominantLineEnding(text);
  if (line < 0) return withoutMovetext(tree, numberOf(true) + san, lineEnd, san);
  const { kinds } = tree.chunk;
  const last = findLineEnd(tree, line, after);
  if (last === undefined) return 'unclosed';
  if (last < 0) {
    const at = tokenRange(tree, tree.nodeFirst[line]!).start;
    const written = numberOf(true) + san;
    return insertion('continuation', [{ at, before: '', written, after: ' ' }], san);
  }
  const apart = after < 0 || kinds[last] === COMMENT || kinds[last] === LINE_COMMENT || kinds[last] === CLOSE_PAREN;
  return insertion('continuation', [piece(text, tree, last, numberOf(apart) + san, lineEnd)], san);
}

/** Inserts after the tags of a game without movetext. */
function withoutMovetext(tree: GameTree, written: string, lineEnd: string, san: string): MoveInsertion {
  const tags = tree.nodeKind.indexOf(TAG_SECTION);
  if (tags < 0) return insertion('continuation', [{ at: tree.offset, before: '', written, after: lineEnd }], san);
  const at = tokenRange(tree, tree.nodeEnd[tags]! - 1).end;
  return insertion('continuation', [{ at, before: lineEnd + lineEnd, written, after: '' }], san);
}

function variation(
  text: string,
  tree: GameTree,
  varied: number,
  number: (black: boolean) => string,
  black: boolean,
  san: string,
): MoveInsertion {
  const { kinds } = tree.chunk;
  const last = variantsEnd(tree, varied);
  const first = piece(text, tree, last, `(${number(black)}${san})`, dominantLineEnding(text));
  const next = nextToken(kinds, last);
  // White's move was varied and Black's follows: after the variation it needs a number.
  const numbered = !black && (kinds[next] === MOVE || kinds[next] === NULL_MOVE) ? number(true) : '';
  if (numbered === '') return insertion('variation', [first], san, 1);
  const { start } = tokenRange(tree, next);
  const second = { at: start, before: '', written: numbered, after: '' };
  return insertion('variation', [first, second], san, 1);
}

const nextToken = (kinds: Uint8Array, token: number): number => {
  let next = token + 1;
  while (next < kinds.length && isTrivia(kinds[next]!)) next++;
  return next;
};

/** The text written at one place, with its separators from the surrounding text. */
interface Piece {
  readonly at: number;
  readonly before: string;
  readonly written: string;
  readonly after: string;
}

/** Returns the text after a token: on its own line after comments with their own lines, and where lines are wrapped. */
function piece(text: string, tree: GameTree, token: number, written: string, lineEnd: string): Piece {
  const kind = tree.chunk.kinds[token];
  const { start, end: at } = tokenRange(tree, token);
  const next = text.charAt(at);
  const after = next === '' || next === ')' || /\s/.test(next) ? '' : ' ';
  const breaks =
    kind === LINE_COMMENT || (kind === COMMENT && startsLine(text, start)) || isTooLong(text, tree, at, written);
  return { at, before: breaks ? lineEnd : ' ', written, after };
}

/** Returns true if a game wraps its lines as the export format does and this line would become longer. */
function isTooLong(text: string, tree: GameTree, at: number, written: string): boolean {
  const movetext = tree.nodeKind.indexOf(MOVETEXT);
  const lines = text
    .slice(tokenRange(tree, tree.nodeFirst[movetext]!).start, tree.offset + tree.chunk.length)
    .trimEnd();
  const lengths = lines.split(/\r\n|\n|\r/).map((line) => line.length);
  if (lengths.length < 2 || lengths.some((length) => length > LINE_WIDTH)) return false;
  const column = at - Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) - 1;
  return column + 1 + written.length > LINE_WIDTH;
}

/** @param closing characters after the move in the first piece that do not belong to it */
function insertion(kind: MoveInsertion['kind'], pieces: readonly Piece[], san: string, closing = 0): MoveInsertion {
  const edits: { range: { start: number; end: number }; newText: string }[] = [];
  for (const { at, before, written, after } of pieces) {
    const last = edits.at(-1);
    if (last?.range.start === at) last.newText += before + written + after;
    else edits.push({ range: { start: at, end: at }, newText: before + written + after });
  }
  const { at, before, written } = pieces[0]!;
  return { kind, edits, cursor: at + before.length + written.length - closing, san };
}

/** Returns the last token that belongs to a move: its glyphs, comments and variations. */
function variantsEnd({ chunk: { kinds }, moveToken }: GameTree, move: number): number {
  let last = moveToken[move]!;
  let depth = 0;
  for (let t = last + 1; t < kinds.length; t++) {
    const kind = kinds[t]!;
    if (kind === OPEN_PAREN) depth++;
    else if (kind === CLOSE_PAREN) {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && !annotates(kind)) {
      if (isTrivia(kind)) continue;
      break;
    }
    if (depth === 0) last = t;
  }
  return last;
}

/**
 * Returns the last token of a line before its end, which is a parenthesis, the result or the end of the text; -1 for an
 * empty movetext. Undefined if a variation in it is unclosed.
 *
 * @param after the move from which the line is read, or -1
 */
function findLineEnd(tree: GameTree, line: number, after: number): number | undefined {
  const { kinds } = tree.chunk;
  let t = after < 0 ? tree.nodeFirst[line]! : tree.moveToken[after]!;
  let last = -1;
  let depth = 0;
  for (; t < tree.nodeEnd[line]!; t++) {
    const kind = kinds[t]!;
    if (isTrivia(kind)) continue;
    if (kind === OPEN_PAREN) depth++;
    else if (kind === CLOSE_PAREN && --depth < 0) break;
    else if (kind === RESULT && depth === 0) break;
    if (depth === 0) last = t;
  }
  return depth > 0 ? undefined : last;
}
