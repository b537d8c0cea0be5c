import { firstLineEnding } from '../../base/text/lines.ts';
import { readChunk } from './document.ts';
import { linesIn } from './format/spacing.ts';
import { gameItems } from './game-meaning.ts';
import { gameNumbering, isBlacks, type Numbering, numberText } from './move-numbers.ts';
import {
  type Alternatives,
  EMPTY_PIECE,
  hasEscape,
  inParens,
  isClosed,
  joinPieces,
  type MovetextPiece,
  numberStart,
  ownResult,
  previousSolidToken,
  readAlternatives,
  readPiece,
} from './movetext-pieces.ts';
import { type WholeGame, wholeGame } from './replay.ts';
import {
  CLOSE_PAREN,
  COMMENT,
  GLYPH,
  isTrivia,
  LINE_COMMENT,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  OPEN_PAREN,
  RESULT,
  SUFFIX,
} from './tokens.ts';
import { MAX_DEPTH, MOVETEXT, tokenEnd, tokenRange, VARIATION } from './tree.ts';

/** Returns the innermost variation around an offset of a game; -1 in the main line. */
export function variationAt({ replay: { tree } }: WholeGame, offset: number): number {
  const { nodeKind, nodeFirst, nodeEnd, chunk } = tree;
  let found = -1;
  for (let node = 0; node < nodeKind.length; node++) {
    if (nodeKind[node] !== VARIATION) continue;
    const start = tree.offset + chunk.starts[nodeFirst[node]!]!;
    const end = tree.offset + tokenEnd(chunk, nodeEnd[node]! - 1);
    // nodes are in text order: an inner one comes later
    if (start <= offset && offset < end) found = node;
  }
  return found;
}

/** Returns the depth of a variation: 1 if it varies the main line. */
export function variationDepth({ replay: { tree } }: WholeGame, node: number): number {
  let level = 0;
  for (let n = node; tree.nodeKind[n] === VARIATION; n = tree.nodeParent[n]!) level++;
  return level;
}

/** Returns the text of a game after repeated promotions that make the line through a variation the main line. */
export function makeMainLine(game: WholeGame, node: number): string | undefined {
  let now = game;
  let at = node;
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const { tree } = now.replay;
    const parent = tree.nodeParent[at]!;
    const varied = variedMove(now, at);
    const text = promoteVariation(now, at);
    if (text === undefined || varied < 0) return undefined;
    if (tree.nodeKind[parent] === MOVETEXT) return text;
    // the line around it is at the same place as before, whatever it contains now
    const index = tree.nodeFirst[parent]!;
    now = wholeGame(text, readChunk(text, 0), 0);
    at = now.replay.tree.nodeFirst.lastIndexOf(index);
    if (at < 0 || now.replay.tree.nodeKind[at] !== VARIATION) return undefined;
  }
  return undefined;
}

/**
 * Returns the first variation directly after a move, which replaces the move when it is demoted; -1 if there is none.
 */
export const firstVariation = (game: WholeGame, move: number): number => readAlternatives(game, move).nodes[0] ?? -1;

/**
 * Returns the text of a game without a variation. The number of Black's move after it is removed if it is no longer
 * needed.
 *
 * @returns undefined if something in the game is unclosed, or an escape line is in or next to the variation
 */
export function deleteVariation(game: WholeGame, node: number): string | undefined {
  const { text, replay } = game;
  const { tree } = replay;
  const { kinds, starts } = tree.chunk;
  if (tree.nodeKind[node] !== VARIATION || !isClosed(tree)) return undefined;
  const first = tree.nodeFirst[node]!;
  const end = tree.nodeEnd[node]!;
  const last = previousSolidToken(tree, first);
  let next = end;
  while (next < kinds.length && isTrivia(kinds[next]!)) next++;
  if (last < 0 || hasEscape(tree, last, next)) return undefined;
  const start = tokenEnd(tree.chunk, last);
  const gapBefore = text.slice(start, starts[first]);
  const stop = next < kinds.length ? starts[next]! : text.length;
  const gapAfter = text.slice(tokenEnd(tree.chunk, end - 1), stop);
  let gap = gapAfter;
  if (kinds[last] === LINE_COMMENT || (linesIn(gapBefore) > 0 && next < kinds.length)) gap = gapBefore;
  else if (gapAfter === '' && kinds[next] !== CLOSE_PAREN) gap = ' ';
  return text.slice(0, start) + gap + text.slice(resumeAt(game, last, next, stop));
}

/**
 * Returns the end of the number at `next` if Black's move there needs none directly after the token `last`; else
 * `stop`.
 */
function resumeAt(game: WholeGame, last: number, next: number, stop: number): number {
  const { tree, start } = game.replay;
  const numbering = gameNumbering(start, game.tags);
  if (numbering === undefined || !isPlain(tree.chunk.kinds[last])) return stop;
  const move = tree.moveToken.findIndex((token) => token >= next);
  if (move < 0 || numberStart(game, move) !== next || !isBlacks(numbering, tree.movePly[move]!)) return stop;
  return tree.chunk.starts[tree.moveToken[move]!]!;
}

/**
 * Returns the text of a game in which a variation and the line that it varies have changed places: the moves of the
 * variation continue the line, and the line is in parentheses in place of the variation. Applied twice at the same
 * place, it gives the same game again. All comments, glyphs and inner variations stay with their moves; a comment
 * before the first move of the variation is moved after it.
 *
 * @param game the only one of its text
 * @param node a variation of its tree
 * @returns undefined if that is impossible: something in the game is unclosed, the variation has no move or its own
 * result, or an escape line prevents it
 */
export function promoteVariation(game: WholeGame, node: number): string | undefined {
  const { text, replay } = game;
  const { tree } = replay;
  if (tree.nodeKind[node] !== VARIATION || !isClosed(tree)) return undefined;
  const first = tree.moveNode.indexOf(node);
  const varied = variedMove(game, node);
  if (first < 0 || varied < 0 || ownResult(tree, node, tree.nodeFirst[node]!) >= 0) return undefined;
  const line = readAlternatives(game, varied);
  const other = readAlternatives(game, first);
  if (hasEscape(tree, line.first, line.end)) return undefined;
  const rewritten = new Promotion(game, node, line, other).text();
  const again = wholeGame(rewritten, readChunk(rewritten, 0), 0);
  const numbers = new LineNumbers();
  const isSame =
    again.replay.tree.chunk.length === rewritten.length &&
    isEqual(lineRecords(game, numbers), lineRecords(again, numbers));
  return isSame && rewritten !== text ? rewritten : undefined;
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);

/** Returns the move that a variation varies: the last of the line around it; -1 if none precedes it. */
function variedMove({ replay: { tree } }: WholeGame, node: number): number {
  let varied = -1;
  for (let m = 0; m < tree.moveToken.length && tree.moveToken[m]! < tree.nodeFirst[node]!; m++)
    if (tree.moveNode[m] === tree.nodeParent[node]) varied = m;
  return varied;
}

/** Returns true if Black's move after a token needs no number. */
const isPlain = (kind: number | undefined): boolean =>
  kind === MOVE || kind === NULL_MOVE || kind === NAG || kind === SUFFIX || kind === GLYPH || kind === MOVE_MARK;

class Promotion {
  readonly #game: WholeGame;
  readonly #node: number;
  readonly #line: Alternatives;
  readonly #other: Alternatives;
  readonly #lineEnd: string;
  /** Undefined if numbers are unknown, or the game has none. */
  readonly #numbering: Numbering | undefined;
  readonly #space: string;

  constructor(game: WholeGame, node: number, line: Alternatives, other: Alternatives) {
    this.#game = game;
    this.#node = node;
    this.#line = line;
    this.#other = other;
    this.#lineEnd = firstLineEnding(game.text);
    const { kinds } = game.replay.tree.chunk;
    const number = kinds.indexOf(MOVE_NUMBER);
    this.#numbering = number < 0 ? undefined : gameNumbering(game.replay.start, game.tags);
    this.#space = kinds[number + 1] === MOVE ? '' : ' ';
  }

  text(): string {
    const { text, replay } = this.#game;
    const { tree } = replay;
    const line = this.#line;
    const other = this.#other;
    const lead = this.#lead(this.#node, other);
    const parent = tree.nodeParent[this.#node]!;
    // the line may be a variation itself, with comments before its first move
    const isFirst = tree.nodeKind[parent] === VARIATION && tree.moveNode.indexOf(parent) === line.move;
    const lineLead = isFirst ? this.#lead(parent, line) : undefined;
    const from = lineLead === undefined ? line.first : tree.nodeFirst[parent]! + 1;
    const at = line.nodes.indexOf(this.#node);
    const old = joinPieces([...this.#own(line, true, lineLead), this.#rest(line, true)], this.#lineEnd);
    const variations = [...line.variations];
    variations.splice(at, 1, inParens(old, line.variations[at]?.gap ?? '', this.#lineEnd), ...other.variations);
    const fixed =
      lead === undefined ? readPiece(text, tree, tree.nodeFirst[this.#node]! + 1, other.first) : EMPTY_PIECE;
    const needsNumber = fixed.text !== '' || !isPlain(tree.chunk.kinds[previousSolidToken(tree, from)]);
    const all = joinPieces(
      [fixed, ...this.#own(other, needsNumber, lead), ...variations, this.#rest(other, false)],
      this.#lineEnd,
    );
    const start = tree.chunk.starts[from];
    const end = this.#endOf(line);
    const gap = /^\s*/.exec(text.slice(end))?.[0] ?? '';
    const after = all.endsLine && linesIn(gap) === 0 ? this.#lineEnd : gap;
    return text.slice(0, start) + all.text + after + text.slice(end + gap.length);
  }

  /**
   * Returns the comments before the first move of a variation, which refer to it: in another line they would be read as
   * comments of the previous move. Undefined if anything else is there, or commands, which refer to the position.
   */
  #lead(node: number, { first }: Alternatives): MovetextPiece | undefined {
    const { text, replay } = this.#game;
    const { tree } = replay;
    const { kinds } = tree.chunk;
    for (let t = tree.nodeFirst[node]! + 1; t < first; t++) {
      if (isTrivia(kinds[t]!)) continue;
      const { start, end } = tokenRange(tree, t);
      if ((kinds[t] !== COMMENT && kinds[t] !== LINE_COMMENT) || text.slice(start, end).includes('[%'))
        return undefined;
    }
    return readPiece(text, tree, tree.nodeFirst[node]! + 1, first);
  }

  /** Returns the end of the text of a line. */
  #endOf({ end, move }: Alternatives): number {
    const { tree } = this.#game.replay;
    let last = end - 1;
    while (last > tree.moveToken[move]! && isTrivia(tree.chunk.kinds[last]!)) last--;
    return tokenEnd(tree.chunk, last);
  }

  /** Returns a move with its number, its glyphs and comments; comments from before it come first. */
  #own(line: Alternatives, needsNumber: boolean, lead: MovetextPiece = EMPTY_PIECE): MovetextPiece[] {
    const { text, replay } = this.#game;
    const { tree } = replay;
    const { kinds } = tree.chunk;
    const { move, first, nodes, rest, own } = line;
    const token = tree.moveToken[move]!;
    const end = nodes[0] === undefined ? rest : tree.nodeFirst[nodes[0]]!;
    let split = token + 1;
    while (split < end && kinds[split] !== COMMENT && kinds[split] !== LINE_COMMENT) split++;
    const head =
      lead.text === ''
        ? own[0]!
        : joinPieces(
            [readPiece(text, tree, token, split), { ...lead, gap: ' ' }, readPiece(text, tree, split, end)],
            this.#lineEnd,
          );
    return [{ ...head, text: this.#number(move, first, needsNumber) + head.text, gap: ' ' }, ...own.slice(1)];
  }

  /**
   * Returns the moves after a move, with or without its variations between them: without them Black's move directly
   * after it has no number.
   */
  #rest({ rest, next, end, own }: Alternatives, isDirect: boolean): MovetextPiece {
    const { text, replay } = this.#game;
    const { tree } = replay;
    if (next < 0) return readPiece(text, tree, rest, end);
    const numberAt = numberStart(this.#game, next);
    const comments = readPiece(text, tree, rest, numberAt);
    const needsNumber = !isDirect || comments.text !== '' || own.some((piece) => /[{;]/.test(piece.text));
    const moves = readPiece(text, tree, tree.moveToken[next]!, end);
    const { gap } = readPiece(text, tree, numberAt, end);
    return joinPieces(
      [comments, { ...moves, text: this.#number(next, numberAt, needsNumber) + moves.text, gap }],
      this.#lineEnd,
    );
  }

  #number(move: number, first: number, needsNumber: boolean): string {
    const { text, replay } = this.#game;
    const { tree } = replay;
    const { chunk } = tree;
    if (this.#numbering === undefined) return text.slice(chunk.starts[first], chunk.starts[tree.moveToken[move]!]);
    const ply = tree.movePly[move]!;
    if (isBlacks(this.#numbering, ply) && !needsNumber) return '';
    return numberText(this.#numbering, ply) + this.#space;
  }
}

/** An open line. */
interface Open {
  last: number;
  isMoved: boolean;
  /** The items before its first move, in a variation. */
  lead: string[];
}

/** Returns true if an item before a move may also follow it: commands refer to the position there. */
const isMovable = (item: string): boolean => item.startsWith('comment ') && !item.includes('[%');

/** Numbers for lines of moves, shared by the games being compared. */
class LineNumbers {
  readonly #numbers = new Map<string, number>();

  /** Returns the number of the line that continues another (0: the start) with a move. */
  of(line: number, move: string): number {
    const key = `${line} ${move}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/**
 * Returns the content of a game for each line of moves, sorted: the moves that continue it, and the glyphs, comments
 * and other words after it. It does not depend on where variations are. Comments before the first move of a variation
 * count as those of that move, unless one of them has commands. The result of the game is omitted.
 */
function lineRecords(game: WholeGame, numbers: LineNumbers): string[] {
  const { tree } = game.replay;
  const { kinds } = tree.chunk;
  const lines: number[] = [];
  const lineOf = (move: number): number => (move < 0 ? 0 : lines[move]!);
  const records: string[] = [];
  const open: Open[] = [{ last: -1, isMoved: false, lead: [] }];
  for (const { token, item, move } of gameItems(game)) {
    const top = open[open.length - 1]!;
    if (move >= 0) {
      lines.push(numbers.of(lineOf(tree.movePrevious[move]!), item));
      const led = top.lead.every(isMovable) ? lines[move] : lineOf(tree.movePrevious[move]!);
      records.push(`${lines[move]} move`, ...top.lead.map((leadItem) => `${led} ${leadItem}`));
      top.last = move;
      top.isMoved = true;
      top.lead = [];
    } else if (kinds[token] === OPEN_PAREN) {
      open.push({ last: top.isMoved ? tree.movePrevious[top.last]! : top.last, isMoved: false, lead: [] });
    } else if (kinds[token] === CLOSE_PAREN) {
      if (open.length > 1) open.pop();
      for (const leadItem of top.lead) records.push(`${lineOf(top.last)} ${leadItem}`);
    } else if (open.length > 1 && !top.isMoved) top.lead.push(item);
    else if (kinds[token] !== RESULT || open.length > 1) records.push(`${lineOf(top.last)} ${item}`);
  }
  return records.sort();
}
