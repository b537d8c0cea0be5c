import { holdsPredictions } from './comment-commands.ts';
import { linesIn } from './format/spacing.ts';
import { isLooseNumber } from './game-meaning.ts';
import type { WholeGame } from './replay.ts';
import { COMMENT, ESCAPE, isTrivia, LINE_COMMENT, MOVE_NUMBER, OPEN_COMMENT, RESULT, WHITESPACE } from './tokens.ts';
import { type GameTree, tokenEnd, VARIATION } from './tree.ts';

/** A move of a line with the variations directly after it and the rest of its line. */
export interface Alternatives {
  readonly move: number;
  /** The first token of its number, or its own. */
  readonly first: number;
  /** The move with its glyphs and comments, up to the first variation; then the text between variations. */
  readonly own: readonly MovetextPiece[];
  /** Nodes of the variations, and their text with the parentheses. */
  readonly nodes: readonly number[];
  readonly variations: readonly MovetextPiece[];
  /** First token after the variations, and the end of the line: its `)`, the result, or the end of the movetext. */
  readonly rest: number;
  readonly end: number;
  /** The next move of the line, -1 if there is none. */
  readonly next: number;
}

/** Returns true if all parentheses and comments of a game are closed, so that its lines can be moved. */
export const isClosed = ({ unclosed, strayParens, tooDeep, chunk }: GameTree): boolean =>
  unclosed.length === 0 && strayParens.length === 0 && tooDeep < 0 && !chunk.kinds.includes(OPEN_COMMENT);

/** Returns the first token of the numbers directly before a move; the move's own token if there are none. */
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

/** Returns a move with its variations. Runs in time linear in the length of the game. */
export function readAlternatives(game: WholeGame, move: number): Alternatives {
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
    return { move, first, own: [readPiece(game.text, tree, at, rest)], nodes, variations: [], rest, end, next };
  }
  const own: MovetextPiece[] = [];
  const variations: MovetextPiece[] = [];
  for (const n of nodes) {
    own.push(readPiece(game.text, tree, at, tree.nodeFirst[n]!));
    variations.push(readPiece(game.text, tree, tree.nodeFirst[n]!, tree.nodeEnd[n]!));
    at = tree.nodeEnd[n]!;
  }
  return { move, first, own, nodes, variations, rest: at, end, next };
}

/** Returns the token that ends a line: its `)`, the first result after `from`, or the end of the movetext. */
function lineEnd(tree: GameTree, node: number, from: number): number {
  if (tree.nodeKind[node] === VARIATION) return tree.nodeEnd[node]! - 1;
  const result = ownResult(tree, node, from);
  return result < 0 ? tree.nodeEnd[node]! : result;
}

/** Returns true if an escape line is among the tokens: it belongs to its place in the file. */
export const hasEscape = ({ chunk }: GameTree, first: number, end: number): boolean =>
  chunk.kinds.subarray(first, end).includes(ESCAPE);

/** Returns the first result in a line itself, not in its variations, from a token on; -1 if there is none. */
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

/** Returns the last token before another that is not trivia, -1 if there is none. */
export function previousSolidToken(tree: GameTree, token: number): number {
  let t = token - 1;
  while (t >= 0 && isTrivia(tree.chunk.kinds[t]!)) t--;
  return t;
}

/** A piece of movetext that can be moved. */
export interface MovetextPiece {
  /** The text without surrounding white space. */
  readonly text: string;
  /** The separator from the preceding text. */
  readonly gap: string;
  /** True if a line end must follow: it ends with a `;` comment, or with a prediction, which has its own line. */
  readonly endsLine: boolean;
}

export const EMPTY_PIECE: MovetextPiece = { text: '', gap: '', endsLine: false };

/** Returns the text of the tokens `[first, end)`, without surrounding white space. */
export function readPiece(text: string, { chunk, offset }: GameTree, first: number, end: number): MovetextPiece {
  const { kinds, starts } = chunk;
  let a = first;
  let b = end;
  while (a < b && isTrivia(kinds[a]!)) a++;
  while (b > a && isTrivia(kinds[b - 1]!)) b--;
  if (a === b) return EMPTY_PIECE;
  let before = a;
  while (before > 0 && isTrivia(kinds[before - 1]!)) before--;
  const start = offset + starts[a]!;
  const last = text.slice(offset + starts[b - 1]!, offset + tokenEnd(chunk, b - 1));
  return {
    text: text.slice(start, offset + tokenEnd(chunk, b - 1)),
    gap: text.slice(offset + starts[before]!, start),
    endsLine: kinds[b - 1] === LINE_COMMENT || (kinds[b - 1] === COMMENT && holdsPredictions(last.slice(1, -1))),
  };
}

/** Joins pieces, each with its original gap or one space. */
export function joinPieces(pieces: readonly MovetextPiece[], lineEnd: string): MovetextPiece {
  let all = EMPTY_PIECE;
  for (const next of pieces) {
    if (next.text === '') continue;
    if (all.text === '') {
      all = next;
      continue;
    }
    const gap = all.endsLine && linesIn(next.gap) === 0 ? lineEnd : next.gap === '' ? ' ' : next.gap;
    all = { text: all.text + gap + next.text, gap: all.gap, endsLine: next.endsLine };
  }
  return all;
}

/** Returns a line in parentheses. */
export const inParens = (line: MovetextPiece, gap: string, lineEnd: string): MovetextPiece => ({
  text: `(${line.text}${line.endsLine ? lineEnd : ''})`,
  gap,
  endsLine: false,
});
