import type { Range } from '../../base/text/range.ts';
import type { GameChunk } from './document.ts';
import {
  CLOSE_PAREN,
  isTrivia,
  LINE_COMMENT,
  MOVE,
  NULL_MOVE,
  OPEN_COMMENT,
  OPEN_PAREN,
  RESULT,
  TAG_CLOSE,
  TAG_NAME,
  TAG_OPEN,
  WHITESPACE,
} from './tokens.ts';

/**
 * Maximum nesting of variations; deeper ones are kept as tokens without nodes and moves, and `tooDeep` is the first.
 */
export const MAX_DEPTH = 200;

// Kinds of nodes.
export const GAME = 0;
export const TAG_SECTION = 1;
export const TAG_PAIR = 2;
export const MOVETEXT = 3;
export const VARIATION = 4;

/**
 * The concrete syntax tree of a game, flat, in typed arrays. Inner nodes are in text order, parents before children;
 * the leaves are the chunk's tokens, all of them. Moves are in text order too.
 */
export interface GameTree {
  readonly chunk: GameChunk;
  /** Start of the chunk in the document. */
  readonly offset: number;
  readonly nodeKind: Uint8Array;
  /** Parent node, -1 for the game. */
  readonly nodeParent: Int32Array;
  /** First token of each node, and the one after its last. */
  readonly nodeFirst: Uint32Array;
  readonly nodeEnd: Uint32Array;
  /** Token of each move or null move. */
  readonly moveToken: Uint32Array;
  /** The move that a move follows in its line, through the start of variations; -1 at the start position. */
  readonly movePrevious: Int32Array;
  /** Plies from the start of the game, including the move itself. */
  readonly movePly: Uint32Array;
  /** For a variation, the move before its first, -1 at the start position; -1 for other nodes. */
  readonly nodeBase: Int32Array;
  /** The comments of all kinds, and the move whose position each refers to (-1: the start position). */
  readonly commentToken: Uint32Array;
  readonly commentMove: Int32Array;
  /** The movetext or variation node that contains a move. */
  readonly moveNode: Uint32Array;
  /** Token of the result that ends the movetext, or -1. */
  readonly result: number;
  /** Tokens of unclosed `(`, and of unmatched `)`. */
  readonly unclosed: readonly number[];
  readonly strayParens: readonly number[];
  /** Tokens of `(` before the first move of their line. */
  readonly earlyVariations: readonly number[];
  /** Token of the first `(` beyond `MAX_DEPTH`, or -1. */
  readonly tooDeep: number;
}

/** A growing list of numbers that is copied out; one per column, reused for each game. */
class Column {
  values = new Int32Array(256);
  count = 0;

  push(value: number): void {
    if (this.count === this.values.length) {
      const grown = new Int32Array(2 * this.count);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.count++] = value;
  }
}

const kinds = new Column();
const parents = new Column();
const firsts = new Column();
const ends = new Column();
const tokens = new Column();
const previous = new Column();
const plies = new Column();
const nodes = new Column();
const bases = new Column();
const comments = new Column();
const commented = new Column();
const COLUMNS = [kinds, parents, firsts, ends, tokens, previous, plies, nodes, bases, comments, commented];

function openNode(kind: number, parent: number, first: number, base = -1): number {
  kinds.push(kind);
  parents.push(parent);
  firsts.push(first);
  ends.push(first);
  bases.push(base);
  return kinds.count - 1;
}

// The open lines, innermost last: node, last move (or the start of the line), whether it has moves yet.
const lineNode = new Int32Array(MAX_DEPTH + 1);
const lineLast = new Int32Array(MAX_DEPTH + 1);
const lineMoved = new Uint8Array(MAX_DEPTH + 1);
const lineOpen = new Int32Array(MAX_DEPTH + 1);

/** Opens the movetext of a game, and its main line. */
function openMovetext(game: number, token: number): number {
  lineNode[0] = openNode(MOVETEXT, game, token);
  lineLast[0] = -1;
  lineMoved[0] = 0;
  return lineNode[0];
}

/** Adds the move of a token to the line that is open at a depth. */
function addMove(token: number, depth: number): void {
  const before = lineLast[depth]!;
  lineLast[depth] = tokens.count;
  lineMoved[depth] = 1;
  tokens.push(token);
  previous.push(before);
  plies.push(before < 0 ? 1 : plies.values[before]! + 1);
  nodes.push(lineNode[depth]!);
}

/** Opens a variation of the line at a depth, one deeper; `token` is its `(`. */
function openLine(token: number, depth: number): void {
  const last = lineLast[depth]!;
  const base = lineMoved[depth] === 0 ? last : previous.values[last]!;
  lineLast[depth + 1] = base;
  lineNode[depth + 1] = openNode(VARIATION, lineNode[depth]!, token, base);
  lineMoved[depth + 1] = 0;
  lineOpen[depth + 1] = token;
}

/** Adds the tag pair that a token opens to the section; returns the token after it. */
function addTagPair(tokenKinds: Uint8Array, section: number, token: number): number {
  const pair = openNode(TAG_PAIR, section, token);
  let end = token + 1;
  while (end < tokenKinds.length && isInTag(tokenKinds[end]!, tokenKinds[end - 1]!)) end++;
  while (tokenKinds[end - 1] === WHITESPACE) end--;
  ends.values[pair] = end;
  ends.values[section] = end;
  return end;
}

/** Builds the tree of a chunk; any chunk has one. `offset` is the chunk's start in the document. */
export function buildTree(chunk: GameChunk, offset: number): GameTree {
  for (const column of COLUMNS) column.count = 0;
  const game = openNode(GAME, -1, 0);
  const { kinds: tokenKinds } = chunk;
  const count = tokenKinds.length;
  const unclosed: number[] = [];
  const strayParens: number[] = [];
  const earlyVariations: number[] = [];
  const lastTag = tokenKinds.lastIndexOf(TAG_OPEN);
  let tagSection = -1;
  let movetext = -1;
  let depth = 0;
  let skipped = 0;
  let tooDeep = -1;
  let result = -1;
  let last = -1;
  for (let t = 0; t < count; t++) {
    const kind = tokenKinds[t]!;
    if (isTrivia(kind)) continue;
    last = t;
    if (kind >= LINE_COMMENT && kind <= OPEN_COMMENT) {
      comments.push(t);
      commented.push(movetext < 0 ? -1 : lineLast[depth]!);
    }
    if (kind >= TAG_OPEN && kind <= TAG_CLOSE) {
      if (kind !== TAG_OPEN) continue;
      if (tagSection < 0) tagSection = openNode(TAG_SECTION, game, t);
      last = t = addTagPair(tokenKinds, tagSection, t) - 1;
      continue;
    }
    if (movetext < 0) {
      // comments and stray text between tags belong to them
      if (t < lastTag) continue;
      movetext = openMovetext(game, t);
    }
    if (kind === MOVE || kind === NULL_MOVE) {
      if (skipped > 0) continue;
      addMove(t, depth);
    } else if (kind === OPEN_PAREN) {
      if (depth === MAX_DEPTH || skipped > 0) {
        if (tooDeep < 0) tooDeep = t;
        skipped++;
        continue;
      }
      if (lineMoved[depth] === 0) earlyVariations.push(t);
      openLine(t, depth++);
    } else if (kind === CLOSE_PAREN) {
      if (skipped > 0) skipped--;
      else if (depth > 0) ends.values[lineNode[depth--]!] = t + 1;
      else strayParens.push(t);
    } else if (kind === RESULT && depth === 0 && skipped === 0) result = t;
  }
  for (; depth > 0; depth--) {
    unclosed.push(lineOpen[depth]!);
    ends.values[lineNode[depth]!] = last + 1;
  }
  if (movetext >= 0) ends.values[movetext] = last + 1;
  ends.values[game] = count;
  const room = new Room(kinds.count, tokens.count, comments.count);
  return {
    chunk,
    offset,
    nodeParent: room.signed(parents),
    nodeFirst: room.unsigned(firsts),
    nodeEnd: room.unsigned(ends),
    nodeBase: room.signed(bases),
    moveToken: room.unsigned(tokens),
    movePrevious: room.signed(previous),
    movePly: room.unsigned(plies),
    moveNode: room.unsigned(nodes),
    commentToken: room.unsigned(comments),
    commentMove: room.signed(commented),
    nodeKind: room.bytes(kinds),
    result,
    unclosed: unclosed.reverse(),
    strayParens,
    earlyVariations,
    tooDeep,
  };
}

/** One block of memory for all arrays of a tree: a dozen allocations per game took as long as reading it. */
class Room {
  readonly #buffer: ArrayBuffer;
  #at = 0;

  /** Four words and a kind byte per node, four words per move, two per comment. */
  constructor(nodeCount: number, moveCount: number, commentCount: number) {
    this.#buffer = new ArrayBuffer(17 * nodeCount + 16 * moveCount + 8 * commentCount);
  }

  signed({ values, count }: Column): Int32Array {
    const copy = new Int32Array(this.#buffer, this.#at, count);
    for (let i = 0; i < count; i++) copy[i] = values[i]!;
    this.#at += 4 * count;
    return copy;
  }

  unsigned({ values, count }: Column): Uint32Array {
    const copy = new Uint32Array(this.#buffer, this.#at, count);
    for (let i = 0; i < count; i++) copy[i] = values[i]!;
    this.#at += 4 * count;
    return copy;
  }

  /** Copies bytes. Must come last, since it breaks the alignment of words. */
  bytes({ values, count }: Column): Uint8Array {
    const copy = new Uint8Array(this.#buffer, this.#at, count);
    for (let i = 0; i < count; i++) copy[i] = values[i]!;
    return copy;
  }
}

/** Returns true if a token continues the tag pair whose previous token has kind `before`. */
const isInTag = (kind: number, before: number): boolean =>
  before !== TAG_CLOSE && (kind === WHITESPACE || (kind >= TAG_NAME && kind <= TAG_CLOSE));

/** Returns the document range of a token. */
export function tokenRange({ chunk, offset }: GameTree, token: number): Range {
  return { start: offset + chunk.starts[token]!, end: offset + tokenEnd(chunk, token) };
}

/** Returns the end of a token, relative to its chunk. */
export const tokenEnd = (chunk: GameChunk, token: number): number =>
  token + 1 < chunk.starts.length ? chunk.starts[token + 1]! : chunk.length;

/** Returns the document range of a node. */
export function nodeRange(tree: GameTree, node: number): Range {
  const first = tree.nodeFirst[node]!;
  const end = tree.nodeEnd[node]!;
  if (end === first) return { start: tree.offset, end: tree.offset };
  return { start: tree.offset + tree.chunk.starts[first]!, end: tree.offset + tokenEnd(tree.chunk, end - 1) };
}
