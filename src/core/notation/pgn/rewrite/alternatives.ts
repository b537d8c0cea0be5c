import { isLooseNumber } from '../game-meaning.ts';
import type { WholeGame } from '../replay.ts';
import { ESCAPE, isTrivia, MOVE_NUMBER, OPEN_COMMENT, RESULT, WHITESPACE } from '../tokens.ts';
import { type GameTree, tokenEnd, VARIATION } from '../tree.ts';
import { type Piece, piece } from './pieces.ts';

/** A move of a line with the variations directly after it and the rest of its line. */
export interface Alternatives {
  readonly move: number;
  /** The first token of its number, or its own. */
  readonly first: number;
  /** The move with its glyphs and comments, up to the first variation; then the text between variations. */
  readonly own: readonly Piece[];
  /** Nodes of the variations, and their text with the parentheses. */
  readonly nodes: readonly number[];
  readonly variations: readonly Piece[];
  /** First token after the variations, and the end of the line: its `)`, the result, or the end of the movetext. */
  readonly rest: number;
  readonly end: number;
  /** The next move of the line, -1 if there is none. */
  readonly next: number;
}

/** True if all parentheses and comments of a game are closed, so that its lines can be moved. */
export const isClosed = ({ unclosed, strayParens, tooDeep, chunk }: GameTree): boolean =>
  unclosed.length === 0 && strayParens.length === 0 && tooDeep < 0 && !chunk.kinds.includes(OPEN_COMMENT);

/** First token of the numbers directly before a move; the move's own token if there are none. */
export function numberStart({ text, replay: { tree } }: WholeGame, move: number): number {
  const { chunk, offset } = tree;
  let first = tree.moveToken[move]!;
  for (let t = first - 1; t >= 0; t--) {
    if (chunk.kinds[t] === WHITESPACE) continue;
    const written = text.slice(offset + chunk.starts[t]!, offset + tokenEnd(chunk, t));
    if (chunk.kinds[t] !== MOVE_NUMBER || isLooseNumber(chunk.kinds, t, written)) break;
    first = t;
  }
  return first;
}

/** A move with its variations. Runs in time linear in the length of the game. */
export function alternativesOf(game: WholeGame, move: number): Alternatives {
  const { tree } = game.replay;
  const node = tree.moveNode[move]!;
  const end = lineEnd(tree, node, tree.moveToken[move]!);
  let next = -1;
  for (let m = move + 1; m < tree.moveToken.length && next < 0; m++) if (tree.moveNode[m] === node) next = m;
  const until = next < 0 ? end : tree.moveToken[next]!;
  const nodes: number[] = [];
  for (let n = 0; n < tree.nodeKind.length; n++) {
    const first = tree.nodeFirst[n]!;
    if (tree.nodeKind[n] === VARIATION && tree.nodeParent[n] === node && first > tree.moveToken[move]! && first < until)
      nodes.push(n);
  }
  const first = numberStart(game, move);
  let at = tree.moveToken[move]!;
  if (nodes.length === 0) {
    const rest = next < 0 ? end : numberStart(game, next);
    return { move, first, own: [piece(game.text, tree, at, rest)], nodes, variations: [], rest, end, next };
  }
  const own: Piece[] = [];
  const variations: Piece[] = [];
  for (const n of nodes) {
    own.push(piece(game.text, tree, at, tree.nodeFirst[n]!));
    variations.push(piece(game.text, tree, tree.nodeFirst[n]!, tree.nodeEnd[n]!));
    at = tree.nodeEnd[n]!;
  }
  return { move, first, own, nodes, variations, rest: at, end, next };
}

/** The token that ends a line: its `)`, the first result after `from`, or the end of the movetext. */
function lineEnd(tree: GameTree, node: number, from: number): number {
  if (tree.nodeKind[node] === VARIATION) return tree.nodeEnd[node]! - 1;
  const result = ownResult(tree, node, from);
  return result < 0 ? tree.nodeEnd[node]! : result;
}

/** True if an escape line is among the tokens: it belongs to its place in the file. */
export const hasEscape = ({ chunk }: GameTree, first: number, end: number): boolean =>
  chunk.kinds.subarray(first, end).includes(ESCAPE);

/** The first result in a line itself, not in its variations, from a token on; -1 if there is none. */
export function ownResult(tree: GameTree, node: number, from: number): number {
  const { kinds } = tree.chunk;
  let inner = node + 1;
  for (let t = from; t < tree.nodeEnd[node]!; t++) {
    while (inner < tree.nodeKind.length && tree.nodeFirst[inner]! < t) inner++;
    if (inner < tree.nodeKind.length && tree.nodeFirst[inner] === t) t = tree.nodeEnd[inner]! - 1;
    else if (kinds[t] === RESULT) return t;
  }
  return -1;
}

/** The last token before another that is not trivia, -1 if there is none. */
export function before(tree: GameTree, token: number): number {
  let t = token - 1;
  while (t >= 0 && isTrivia(tree.chunk.kinds[t]!)) t--;
  return t;
}
