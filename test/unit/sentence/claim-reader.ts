import assert from 'node:assert/strict';
import type { Board } from 'chessops/board';
import { Chess } from 'chessops/chess';
import { parseBoardFen, parseFen } from 'chessops/fen';
import type { Piece, Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import type { ChessVariant } from '../../../src/core/games/chess/chess-variants.ts';
import { type PlayedLine, type PlayedMove, squareAtEnd } from './played-line.ts';
import { checkText } from './text-claims.ts';

/** What a sentence is checked with: the line and the answer, nothing that the code under test worked out. */
export interface Facts {
  readonly variant: ChessVariant;
  readonly line: PlayedLine;
  readonly predicted: string | undefined;
  readonly raw: string | undefined;
  readonly finishReason: string | undefined;
}

const ROLE = '(pawn|knight|bishop|rook|queen|king)';
const COLOR = '(white|black)';
const SQUARE = '([a-h][1-8])';
const MOVE = String.raw`(\d+\.(?:\.\.)?\S+?)`;

const same = (a: Piece | undefined, b: Piece | undefined): boolean => a?.role === b?.role && a?.color === b?.color;

/** Checks every claim of a sentence; throws at the first that is not so. */
export class ClaimReader {
  readonly #line: PlayedLine;
  readonly #truth: Board;
  readonly #trueFields: readonly string[];
  readonly #predictedText: string;
  readonly #fields: readonly string[];
  readonly #facts: Facts;
  readonly #board: Board | undefined;
  /** Wrong squares that were named, or explained by a missed move. */
  readonly #covered = new Set<Square>();
  /** Parts of the text that were recognized. */
  claims = 0;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#line = facts.line;
    this.#truth = facts.line.boards.at(-1) ?? assert.fail();
    this.#trueFields = (facts.line.history.at(-1)?.fen ?? '').split(' ');
    this.#predictedText = facts.predicted ?? '';
    this.#fields = this.#predictedText.trim().split(/\s+/);
    this.#board = parseBoardFen(this.#fields[0] ?? '').unwrap(
      (board) => board,
      () => undefined,
    );
  }

  /** All claims of a sentence, one after the other. */
  read(sentence: string): void {
    const { raw, finishReason, predicted } = this.#facts;
    const text = checkText(sentence, { predicted, raw, finishReason, hasBoard: this.#board !== undefined });
    if (text !== undefined) {
      this.claims++;
      if (text.reason !== undefined) this.#reason(text.reason);
      return;
    }
    let covered = false;
    for (const part of sentence.split('; ')) {
      const more = /^(\d+) more squares? wrong$/.exec(part);
      if (more !== null) {
        covered = true;
        assert.equal(this.#wrong().length - this.#covered.size, Number(more[1]), part);
      } else assert.ok(this.#claim(part), `not understood: ${part}`);
      this.claims++;
    }
    if (!covered && !/^right|^exact/.test(sentence) && this.#board !== undefined) {
      assert.equal(this.#covered.size, this.#wrong().length, 'all wrong squares are named or explained');
    }
  }

  get #predicted(): Board {
    assert.ok(this.#board, 'a claim of a board that cannot be read');
    return this.#board;
  }

  #wrong(): Square[] {
    return Array.from({ length: 64 }, (_, s) => s).filter((s) => !same(this.#truth.get(s), this.#predicted.get(s)));
  }

  /** True if a wrong square's content was true in the line, and the index of the move that ended that. */
  #endOf(square: Square): number | undefined {
    const put = this.#predicted.get(square);
    for (let i = this.#line.boards.length - 1; i >= 0; i--) if (same(this.#line.boards[i]?.get(square), put)) return i;
    return undefined;
  }

  #cover(...squares: Square[]): void {
    const wrong = new Set(this.#wrong());
    for (const square of squares) if (wrong.has(square)) this.#covered.add(square);
  }

  /** A missed move: every wrong square that was true until it is explained. */
  #missed(word: string, needed?: (move: PlayedMove, index: number) => boolean): { move: PlayedMove; index: number } {
    const index = this.#line.moves.findIndex((move, i) => move.word === word && (needed?.(move, i) ?? true));
    const move = this.#line.moves[index];
    assert.ok(move, `no such move: ${word}`);
    const explained = this.#wrong().filter((s) => this.#endOf(s) === index);
    this.#cover(...explained);
    return { move, index };
  }

  /** Why a text is no state. */
  #reason(reason: string): void {
    const rank = /^rank (\d) has (\d+) squares?$/.exec(reason);
    if (rank !== null) {
      const text = (this.#fields[0] ?? '').split('/')[8 - Number(rank[1])] ?? '';
      let squares = 0;
      for (const c of text) squares += /\d/.test(c) ? Number(c) : 1;
      assert.equal(squares, Number(rank[2]), reason);
    }
    const ranks = /^(\d+) ranks instead of 8$/.exec(reason);
    if (ranks !== null) assert.equal((this.#fields[0] ?? '').split('/').length, Number(ranks[1]), reason);
    const kings = /^(white|black) has (no king|(\d+) kings)$/.exec(reason);
    if (kings !== null) {
      const color = kings[1] === 'white' ? 'white' : 'black';
      assert.equal(this.#predicted.king.intersect(this.#predicted[color]).size(), Number(kings[3] ?? 0), reason);
    }
    const pawn = /^(white|black) pawn on (\w\d)$/.exec(reason);
    if (pawn !== null) assert.equal(this.#at(this.#predicted, pawn[2])?.role, 'pawn', reason);
    const check = /^(white|black) is in check with (white|black) to move$/.exec(reason);
    if (check !== null) assert.equal(this.#fields[1], check[2] === 'white' ? 'w' : 'b');
  }

  #at(board: Board, square: string | undefined): Piece | undefined {
    return board.get(parseSquare(square ?? '') ?? assert.fail(square));
  }

  /** One claim; false if it is none that is known. */
  #claim(part: string): boolean {
    return this.#aboutWhole(part) || this.#aboutFields(part) || this.#aboutMoves(part) || this.#aboutPieces(part);
  }

  #aboutWhole(part: string): boolean {
    if (part === 'exact') {
      assert.equal(this.#predictedText.trim().replace(/\s+/g, ' '), this.#trueFields.join(' '));
      return true;
    }
    const shows = new RegExp(
      `^shows (?:the start position|the board after ${MOVE})(?:: missed (?:all|the last) (\\d+) pl(?:y|ies)|, (\\d+) plies ago, but (\\d+) squares? differs?)$`,
    ).exec(part);
    if (shows !== null) {
      const last = this.#line.boards.length - 1;
      const index = last - Number(shows[2] ?? shows[3]);
      assert.equal(this.#line.moves[index - 1]?.word, shows[1], part);
      const there = this.#line.boards[index] ?? assert.fail(part);
      const differ = Array.from({ length: 64 }, (_, s) => s).filter((s) => !same(there.get(s), this.#predicted.get(s)));
      assert.equal(differ.length, Number(shows[4] ?? 0), part);
      this.#cover(...this.#wrong());
      return true;
    }
    const opening = /^shows an opening position, (\d) pl(?:y|ies) from the start$/.exec(part);
    if (opening === null) return false;
    assert.ok(Number(opening[1]) >= 1 && Number(opening[1]) <= 4);
    this.#cover(...this.#wrong());
    return true;
  }

  #aboutFields(part: string): boolean {
    const right = /^right (board|position)(?:, (.*))?$/.exec(part);
    if (right !== null) {
      assert.deepEqual(this.#wrong(), [], part);
      if (right[1] === 'position') this.#samePosition();
      return right[2] === undefined || this.#fieldClaim(right[2]);
    }
    const reason = /^(?:impossible|not a valid FEN): (.*)$/.exec(part);
    if (reason !== null) {
      this.#reason(reason[1] ?? '');
      return true;
    }
    const cut = /^cut off after `…?(.*)`$/.exec(part);
    if (cut !== null) {
      assert.ok(this.#facts.finishReason === 'length' && this.#facts.raw?.trimEnd().endsWith(cut[1] ?? '?'));
      return true;
    }
    const clock = /^(halfmove|fullmove) (\S+), true (\S+)$/.exec(part);
    if (clock !== null) return this.#fieldClaim(`clocks differ: ${part}`);
    const also = /^also wrong: (.*)$/.exec(part);
    if (also === null) return false;
    for (const field of (also[1] ?? '').split(', ')) {
      const at = ['', 'side to move', 'castling rights', 'en passant square', 'clocks'].indexOf(field);
      assert.ok(at > 0, field);
      const isWrong = (i: number): boolean => this.#fields[i] !== this.#trueFields[i];
      assert.ok(this.#fields.length !== 6 || isWrong(at) || (at === 4 && isWrong(5)), part);
    }
    return true;
  }

  /** A right position: no castling right and no en passant capture more or less. */
  #samePosition(): void {
    const [a, b] = [this.#predictedText, this.#trueFields.join(' ')].map((fen) => {
      const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
      const passing = [...position.allDests()].filter(
        ([from, to]) => position.epSquare !== undefined && position.board.pawn.has(from) && to.has(position.epSquare),
      );
      return { turn: position.turn, rights: this.#rightsOf(fen), passing: passing.map(([from]) => from) };
    });
    assert.deepEqual(a, b);
  }

  #rightsOf(fen: string): string[] {
    const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    // `Q` means the outermost rook to chessops; in chess only that of the corner, with the king at home.
    const isHome = (color: 'white' | 'black', rook: Square): boolean =>
      this.#facts.variant === 'chess960' ||
      ([0, 7, 56, 63].includes(rook) && position.board.kingOf(color) === (color === 'white' ? 4 : 60));
    return (['white', 'black'] as const).flatMap((color) =>
      (['h', 'a'] as const).flatMap((side) => {
        const rook = position.castles.rook[color][side];
        return rook !== undefined && isHome(color, rook) ? [`${color} ${side}`] : [];
      }),
    );
  }

  #fieldClaim(text: string): boolean {
    if (text === 'wrong side to move') {
      assert.notEqual(this.#fields[1], this.#trueFields[1]);
      return true;
    }
    if (text === 'written differently') return true;
    const clocks = /^clocks differ: (halfmove|fullmove) (\S+), true (\S+)$/.exec(text);
    if (clocks !== null) {
      const at = clocks[1] === 'halfmove' ? 4 : 5;
      assert.deepEqual([this.#fields[at], this.#trueFields[at]], [clocks[2], clocks[3]]);
      return true;
    }
    const plain =
      /^(?:but )?(castling rights|en passant square) (\S+), true (\S+?)$/.exec(text) ??
      /^(castling rights|en passant square) (\S+) \(true: (\S+)\)(, without effect)$/.exec(text);
    if (plain !== null) {
      const at = plain[1] === 'castling rights' ? 2 : 3;
      const fields = [this.#fields[at], this.#trueFields[at]];
      const named = plain[4] === undefined ? fields : fields.map((field) => (field === '-' ? 'none' : field));
      assert.deepEqual(named, [plain[2], plain[3]]);
      if (plain[4] !== undefined) this.#samePosition();
      return true;
    }
    const castle = /^but thinks (.*?)(?:: missed that (\S+) ended it)?$/.exec(text);
    if (castle !== null && /castle/.test(text)) return this.#castling(castle[1] ?? '', castle[2]);
    const passant = /^but (?:does not see en passant on (\w\d)|thinks en passant on (\w\d) is possible)$/.exec(text);
    if (passant !== null) {
      const square = parseSquare(passant[1] ?? passant[2] ?? '');
      const text = passant[1] === undefined ? this.#predictedText : this.#trueFields.join(' ');
      const position = Chess.fromSetup(parseFen(text).unwrap()).unwrap();
      assert.ok(
        [...position.allDests()].some(
          ([from, to]) => position.board.pawn.has(from) && square !== undefined && to.has(square),
        ),
      );
      assert.equal(position.epSquare, square);
      assert.notEqual(this.#fields[3], this.#trueFields[3]);
      return true;
    }
    const reason = /^but (?:not a valid FEN|impossible): (.*)$/.exec(text);
    if (reason === null) return text.startsWith('but cut off after') && this.#facts.finishReason === 'length';
    this.#reason(reason[1] ?? '');
    return true;
  }

  #castling(text: string, word: string | undefined): boolean {
    const [has, lacks] = text.includes('cannot')
      ? [this.#trueFields.join(' '), this.#predictedText]
      : [this.#predictedText, this.#trueFields.join(' ')];
    const only = this.#rightsOf(has).filter((right) => !this.#rightsOf(lacks).includes(right));
    const named: string[] = [];
    for (const clause of text.split(' and ')) {
      const found = /^(White|Black|both sides) (?:can|cannot|can still) castle( kingside| queenside|)$/.exec(clause);
      assert.ok(found, clause);
      const colors = found[1] === 'both sides' ? ['white', 'black'] : [(found[1] ?? '').toLowerCase()];
      const sides = found[2] === ' kingside' ? ['h'] : found[2] === ' queenside' ? ['a'] : ['h', 'a'];
      named.push(...colors.flatMap((color) => sides.map((side) => `${color} ${side}`)));
    }
    assert.deepEqual(named.sort(), only.sort(), text);
    if (word === undefined) return true;
    const { index } = this.#missed(word, (_, i) => {
      const [before, after] = [this.#line.history[i]?.fen ?? '', this.#line.history[i + 1]?.fen ?? ''];
      return named.every((right) => this.#rightsOf(before).includes(right) && !this.#rightsOf(after).includes(right));
    });
    assert.ok(index >= 0);
    return true;
  }

  #aboutMoves(part: string): boolean {
    const still = new RegExp(
      `^thinks the (captured )?${ROLE} is still on ${SQUARE}: missed (that )?${MOVE}( moved it)?$`,
    ).exec(part);
    if (still !== null) return this.#still(still);
    const empty = new RegExp(`^thinks ${SQUARE} is still empty: missed ${MOVE}$`).exec(part);
    if (empty !== null) {
      const square = parseSquare(empty[1] ?? '') ?? assert.fail();
      const { index } = this.#missed(empty[2] ?? '', (_, i) => this.#endOf(square) === i);
      assert.ok(index >= 0 && this.#predicted.get(square) === undefined && this.#truth.get(square) !== undefined, part);
      return true;
    }
    const passant = new RegExp(
      `^thinks the pawn taken en passant is still on ${SQUARE}: missed that ${MOVE} took it$`,
    ).exec(part);
    if (passant !== null) {
      const square = parseSquare(passant[1] ?? '') ?? assert.fail();
      const { move } = this.#missed(passant[2] ?? '', (_, i) => this.#endOf(square) === i);
      assert.ok(
        move.enPassant && move.taken?.square === square && same(this.#predicted.get(square), move.taken.piece),
        part,
      );
      return true;
    }
    const behind = new RegExp(`^still has a ${ROLE} on ${SQUARE}, which ${MOVE} left$`).exec(part);
    if (behind !== null) {
      const square = parseSquare(behind[2] ?? '') ?? assert.fail();
      const { move, index } = this.#missed(behind[3] ?? '', (_, i) => this.#endOf(square) === i);
      const way = move.ways.find(({ from }) => from === square) ?? assert.fail(part);
      assert.equal(this.#predicted.get(square)?.role, behind[1]);
      const end = squareAtEnd(this.#line, index, way.from) ?? assert.fail(part);
      assert.ok(same(this.#predicted.get(end), this.#truth.get(end)), `${part}: it is where it belongs, too`);
      return true;
    }
    return this.#elsewhere(part);
  }

  #still([part, captured, role, name, , word, movedIt]: RegExpExecArray): boolean {
    const square = parseSquare(name ?? '') ?? assert.fail();
    const { move, index } = this.#missed(word ?? '', (_, i) => this.#endOf(square) === i);
    const put = this.#predicted.get(square);
    assert.equal(put?.role, role, part);
    assert.ok(!same(put, this.#truth.get(square)), part);
    assert.ok(same(this.#line.boards[index]?.get(square), put), `${part}: it was there before`);
    if (captured !== undefined) assert.equal(move.taken?.square, square, part);
    if (movedIt !== undefined) assert.ok(move.ways.length === 2 && move.ways[1]?.from === square, part);
    const [first] = move.ways;
    if (captured === undefined && movedIt === undefined && first?.from === square) {
      const end = squareAtEnd(this.#line, index, square);
      if (end !== undefined && this.#endOf(end) !== undefined) this.#cover(end);
    }
    return true;
  }

  #elsewhere(part: string): boolean {
    const took = new RegExp(`^took the ${ROLE} on ${SQUARE} for ${MOVE}, not the one on ${SQUARE}$`).exec(part);
    if (took !== null) {
      const [left, from] = [parseSquare(took[2] ?? '') ?? assert.fail(), parseSquare(took[4] ?? '') ?? assert.fail()];
      const { move, index } = this.#missed(took[3] ?? '', (_, i) => this.#endOf(from) === i);
      assert.equal(move.piece.role, took[1]);
      assert.equal(move.ways[0]?.from, from, part);
      assert.ok(same(this.#line.boards[index]?.get(left), move.piece) && same(this.#truth.get(left), move.piece), part);
      assert.ok(same(this.#predicted.get(from), move.piece) && !same(this.#predicted.get(left), move.piece), part);
      const end = squareAtEnd(this.#line, index, from) ?? assert.fail(part);
      assert.ok(same(this.#predicted.get(end), move.piece), part);
      this.#cover(left);
      return true;
    }
    const puts = new RegExp(`^puts the ${ROLE} on ${SQUARE} instead of ${SQUARE} \\(${MOVE}\\)$`).exec(part);
    if (puts !== null) {
      const [to, own] = [parseSquare(puts[2] ?? '') ?? assert.fail(), parseSquare(puts[3] ?? '') ?? assert.fail()];
      const { move } = this.#missed(puts[4] ?? '', (_, i) => this.#endOf(own) === i);
      assert.equal(move.ways[0]?.to, own, part);
      assert.equal(this.#truth.get(own)?.role, puts[1], part);
      assert.ok(
        same(this.#predicted.get(to), this.#truth.get(own)) && !same(this.#truth.get(to), this.#truth.get(own)),
        part,
      );
      assert.equal(this.#predicted.get(own), undefined, part);
      this.#cover(to);
      return true;
    }
    const put = new RegExp(`^sees no ${ROLE} on ${SQUARE}, where ${MOVE} put it$`).exec(part);
    if (put !== null) {
      const square = parseSquare(put[2] ?? '') ?? assert.fail();
      const { move, index } = this.#missed(put[3] ?? '', (_, i) => this.#endOf(square) === i);
      const way = move.ways.find(({ to }) => to === square) ?? assert.fail(part);
      assert.equal(squareAtEnd(this.#line, index, way.from), square, part);
      assert.equal(this.#truth.get(square)?.role, put[1], part);
      assert.equal(this.#predicted.get(square), undefined, part);
      return true;
    }
    const promoted = new RegExp(`^thinks the pawn on ${SQUARE} did not promote: missed ${MOVE}$`).exec(part);
    if (promoted === null) return false;
    const square = parseSquare(promoted[1] ?? '') ?? assert.fail();
    const move = this.#line.moves.find((one) => one.word === promoted[2] && one.ways[0]?.to === square);
    assert.ok(move?.promotes, part);
    assert.ok(
      this.#predicted.get(square)?.role === 'pawn' && this.#truth.get(square)?.color === move.piece.color,
      part,
    );
    this.#cover(square);
    return true;
  }

  #aboutPieces(part: string): boolean {
    const phantom = new RegExp(`^thinks there is a ${COLOR} ${ROLE} on ${SQUARE}$`).exec(part);
    if (phantom !== null) return this.#puts(phantom.slice(1, 3), phantom[3], true);
    const missing = new RegExp(`^sees no ${COLOR} ${ROLE} on ${SQUARE}$`).exec(part);
    if (missing !== null) return this.#stands(missing.slice(1, 3), missing[3], true);
    const two = new RegExp(`^thinks the ${COLOR} ${ROLE} is on ${SQUARE} and the ${COLOR} ${ROLE} on ${SQUARE}$`).exec(
      part,
    );
    if (two !== null) {
      this.#puts(two.slice(1, 3), two[3], true);
      this.#puts(two.slice(4, 6), two[6], true);
      this.#stands(two.slice(1, 3), two[6], true);
      return this.#stands(two.slice(4, 6), two[3], true);
    }
    const moved = new RegExp(`^thinks the ${COLOR} ${ROLE} on ${SQUARE} is on ${SQUARE}$`).exec(part);
    if (moved !== null) {
      this.#stands(moved.slice(1, 3), moved[3], true);
      return this.#puts(moved.slice(1, 3), moved[4], true);
    }
    const other = new RegExp(`^thinks the ${COLOR} ${ROLE} on ${SQUARE} is a (?:${COLOR} )?${ROLE}$`).exec(part);
    if (other === null) return false;
    this.#stands(other.slice(1, 3), other[3], true);
    return this.#puts([other[4] ?? other[1] ?? '', other[5] ?? ''], other[3], true);
  }

  /** The prediction has the piece on the square, the truth has not. */
  #puts([color, role]: string[], name: string | undefined, isWrong: boolean): boolean {
    const square = parseSquare(name ?? '') ?? assert.fail();
    const piece = this.#predicted.get(square);
    assert.deepEqual([piece?.color, piece?.role], [color, role]);
    assert.equal(!same(piece, this.#truth.get(square)), isWrong);
    this.#cover(square);
    return true;
  }

  /** The truth has the piece on the square, the prediction has not. */
  #stands([color, role]: string[], name: string | undefined, isWrong: boolean): boolean {
    const square = parseSquare(name ?? '') ?? assert.fail();
    const piece = this.#truth.get(square);
    assert.deepEqual([piece?.color, piece?.role], [color, role]);
    assert.equal(!same(piece, this.#predicted.get(square)), isWrong);
    this.#cover(square);
    return true;
  }
}
