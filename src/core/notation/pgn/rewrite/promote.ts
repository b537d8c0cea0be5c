import { firstLineEnding } from '../../../base/text/line-ending.ts';
import { readChunk } from '../document.ts';
import { linesIn } from '../format/spacing.ts';
import { gameItems } from '../game-meaning.ts';
import { isBlacks, type Numbering, numberingOf, numberText } from '../numbering.ts';
import { type WholeGame, wholeGame } from '../replay.ts';
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
} from '../tokens.ts';
import { tokenEnd, tokenRange, VARIATION } from '../tree.ts';
import {
  type Alternatives,
  alternativesOf,
  before,
  hasEscape,
  isClosed,
  numberStart,
  ownResult,
} from './alternatives.ts';
import { inParens, joined, NOTHING, type Piece, piece } from './pieces.ts';

/**
 * The text of a game in which a variation and the line that it varies have changed places: the moves of the variation
 * continue the line, and the line is in parentheses in place of the variation. Applied twice at the same place, it
 * gives the same game again. All comments, glyphs and inner variations stay with their moves; a comment before the
 * first move of the variation is moved after it.
 *
 * @param game the only one of its text
 * @param node a variation of its tree
 * @returns undefined if that is impossible: something in the game is unclosed, the variation has no move or its own
 *   result, or an escape line is in the way
 */
export function promoteVariation(game: WholeGame, node: number): string | undefined {
  const { text, replay } = game;
  const { tree } = replay;
  if (tree.nodeKind[node] !== VARIATION || !isClosed(tree)) return undefined;
  const first = tree.moveNode.indexOf(node);
  const varied = variedMove(game, node);
  if (first < 0 || varied < 0 || ownResult(tree, node, tree.nodeFirst[node]!) >= 0) return undefined;
  const line = alternativesOf(game, varied);
  const other = alternativesOf(game, first);
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
  a.length === b.length && a.every((one, i) => one === b[i]);

/** The move that a variation varies: the last of the line around it; -1 if none precedes it. */
export function variedMove({ replay: { tree } }: WholeGame, node: number): number {
  let varied = -1;
  for (let m = 0; m < tree.moveToken.length && tree.moveToken[m]! < tree.nodeFirst[node]!; m++)
    if (tree.moveNode[m] === tree.nodeParent[node]) varied = m;
  return varied;
}

/** True if Black's move after a token needs no number. */
export const isPlain = (kind: number | undefined): boolean =>
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
    this.#numbering = number < 0 ? undefined : numberingOf(game.replay.start, game.tags);
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
    const old = joined([...this.#own(line, true, lineLead), this.#rest(line, true)], this.#lineEnd);
    const variations = [...line.variations];
    variations.splice(at, 1, inParens(old, line.variations[at]?.gap ?? '', this.#lineEnd), ...other.variations);
    const fixed = lead === undefined ? piece(text, tree, tree.nodeFirst[this.#node]! + 1, other.first) : NOTHING;
    const needsNumber = fixed.text !== '' || !isPlain(tree.chunk.kinds[before(tree, from)]);
    const all = joined(
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
   * The comments before the first move of a variation, which refer to it: in another line they would be read as
   * comments of the previous move. Undefined if anything else is there, or commands, which refer to the position.
   */
  #lead(node: number, { first }: Alternatives): Piece | undefined {
    const { text, replay } = this.#game;
    const { tree } = replay;
    const { kinds } = tree.chunk;
    for (let t = tree.nodeFirst[node]! + 1; t < first; t++) {
      if (isTrivia(kinds[t]!)) continue;
      const { start, end } = tokenRange(tree, t);
      if ((kinds[t] !== COMMENT && kinds[t] !== LINE_COMMENT) || text.slice(start, end).includes('[%'))
        return undefined;
    }
    return piece(text, tree, tree.nodeFirst[node]! + 1, first);
  }

  /** The end of the text of a line. */
  #endOf({ end, move }: Alternatives): number {
    const { tree } = this.#game.replay;
    let last = end - 1;
    while (last > tree.moveToken[move]! && isTrivia(tree.chunk.kinds[last]!)) last--;
    return tokenEnd(tree.chunk, last);
  }

  /** A move with its number, its glyphs and comments; comments from before it come first. */
  #own(line: Alternatives, needsNumber: boolean, lead: Piece = NOTHING): Piece[] {
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
        : joined(
            [piece(text, tree, token, split), { ...lead, gap: ' ' }, piece(text, tree, split, end)],
            this.#lineEnd,
          );
    return [{ ...head, text: this.#number(move, first, needsNumber) + head.text, gap: ' ' }, ...own.slice(1)];
  }

  /**
   * The moves after a move, with or without its variations between them: without them Black's move directly after it
   * has no number.
   */
  #rest({ rest, next, end, own }: Alternatives, isDirect: boolean): Piece {
    const { text, replay } = this.#game;
    const { tree } = replay;
    if (next < 0) return piece(text, tree, rest, end);
    const numberAt = numberStart(this.#game, next);
    const comments = piece(text, tree, rest, numberAt);
    const needsNumber = !isDirect || comments.text !== '' || own.some((one) => /[{;]/.test(one.text));
    const moves = piece(text, tree, tree.moveToken[next]!, end);
    const { gap } = piece(text, tree, numberAt, end);
    return joined(
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

/** True if an item before a move may also follow it: commands refer to the position there. */
const isMovable = (item: string): boolean => item.startsWith('comment ') && !item.includes('[%');

/** Numbers for lines of moves, shared by the games being compared. */
class LineNumbers {
  readonly #numbers = new Map<string, number>();

  /** The number of the line that continues another (0: the start) with a move. */
  of(line: number, move: string): number {
    const key = `${line} ${move}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/**
 * The content of a game for each line of moves, sorted: the moves that continue it, and the glyphs, comments and other
 * words after it. It does not depend on where variations are. Comments before the first move of a variation count as
 * those of that move, unless one of them has commands. The result of the game is omitted.
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
      records.push(`${lines[move]} move`, ...top.lead.map((one) => `${led} ${one}`));
      top.last = move;
      top.isMoved = true;
      top.lead = [];
    } else if (kinds[token] === OPEN_PAREN) {
      open.push({ last: top.isMoved ? tree.movePrevious[top.last]! : top.last, isMoved: false, lead: [] });
    } else if (kinds[token] === CLOSE_PAREN) {
      if (open.length > 1) open.pop();
      for (const one of top.lead) records.push(`${lineOf(top.last)} ${one}`);
    } else if (open.length > 1 && !top.isMoved) top.lead.push(item);
    else if (kinds[token] !== RESULT || open.length > 1) records.push(`${lineOf(top.last)} ${item}`);
  }
  return records.sort();
}
