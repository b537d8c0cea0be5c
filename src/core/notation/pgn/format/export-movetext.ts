import { FRAME } from '../../../games/chess/frame.ts';
import { printSan } from '../../../games/chess/san-print.ts';
import { formFaults } from '../check/san-form.ts';
import { commentWords, holdsPredictions } from '../comment-commands.ts';
import { evaluationSigns, isLooseNumber, isRedundantMark } from '../game-meaning.ts';
import { canPrecedeMove, gameNumbering, isBlacks, type Numbering, numberText, ownCount } from '../move-numbers.ts';
import { signNag } from '../nags.ts';
import type { WholeGame } from '../replay.ts';
import {
  CLOSE_PAREN,
  COMMENT,
  ESCAPE,
  GLYPH,
  LINE_COMMENT,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  OPEN_PAREN,
  RESERVED,
  RESULT,
  STRAY,
  SUFFIX,
  WHITESPACE,
} from '../tokens.ts';
import { tokenEnd } from '../tree.ts';
import { standardResult } from '../words.ts';
import { findDoubts, type MoveDoubts } from './doubtful-moves.ts';

/** Returns the movetext of a game in export format, from token `from` on, without a final line end. */
export function exportMovetext(game: WholeGame, from: number, lineEnd: string): string {
  return new MovetextPrinter(game, lineEnd).print(from);
}

class MovetextPrinter {
  readonly #game: WholeGame;
  readonly #numbering: Numbering | undefined;
  readonly #doubt: MoveDoubts | undefined;
  readonly #out: LineWriter;
  /** True if Black's move needs its number: at the start of a line, and after anything other than glyphs. */
  #interrupted = true;
  #move = 0;
  /** The last move of each open line, the innermost last; -1 for none. */
  #lines: number[] = [-1];
  /** True if the previous token was omitted. */
  #leftOut = false;
  /** The last token that was written; -1: none. */
  #before = -1;
  /** Up to this token, numbers belong to the move of `#owner`. */
  #ownedUntil = -1;
  #owner = -1;

  constructor(game: WholeGame, lineEnd: string) {
    this.#game = game;
    const numbering = gameNumbering(game.replay.start, game.tags);
    const shift = ownCount(game.text, game.replay);
    this.#numbering = numbering && { ...numbering, first: numbering.first + shift };
    this.#doubt = findDoubts(game.text, game.replay);
    this.#out = new LineWriter(lineEnd);
  }

  print(from: number): string {
    const { text, replay } = this.#game;
    const { chunk, offset } = replay.tree;
    const { kinds, starts } = chunk;
    // true if the tokens omitted since the last written one touched it
    let wasTouching = true;
    for (let t = from; t < kinds.length; t++) {
      const kind = kinds[t]!;
      if (kind === WHITESPACE) continue;
      const written = text.slice(offset + starts[t]!, offset + tokenEnd(chunk, t));
      const before = this.#before;
      const touches: boolean = wasTouching && (this.#leftOut || kinds[t - 1] !== WHITESPACE) && before >= 0;
      const glued: boolean = before === OPEN_PAREN || (touches && (isUnknown(kind) || isUnknown(before)));
      this.#leftOut = !this.#token(kind, t, written, glued, touches);
      wasTouching = this.#leftOut ? touches : true;
      if (!this.#leftOut) this.#before = kind;
    }
    return this.#out.end();
  }

  /** Returns true if the move is not replayed, or may not be the one that was played: its line stays as written. */
  #isDoubtful(move: number): boolean {
    return move >= 0 && this.#doubt?.moves[move] === 1;
  }

  /** Writes a token; false if it is omitted. */
  #token(kind: number, t: number, written: string, glued: boolean, touches: boolean): boolean {
    const out = this.#out;
    const { kinds } = this.#game.replay.tree.chunk;
    const isDoubtful = this.#isDoubtful(this.#lines[this.#lines.length - 1]!);
    switch (kind) {
      case MOVE:
      case NULL_MOVE:
        this.#writeMove(t, written, glued);
        return true;
      case MOVE_NUMBER:
        if (!isLooseNumber(kinds, t, written) && this.#isReplaced(t)) return false;
        out.write(written, { glued: glued || (touches && this.#before === MOVE_NUMBER) });
        return true;
      case MOVE_MARK:
        if (!isDoubtful && isRedundantMark(this.#game.replay, t, written)) return false;
        break;
      case SUFFIX:
      case GLYPH: {
        const nag = isDoubtful ? undefined : signNag(written);
        if (nag !== undefined) out.write(`$${nag}`, { glued });
        else out.write(written, { glued: glued || (kind === SUFFIX && this.#before === MOVE) });
        return true;
      }
      case NAG:
        out.write(written, { glued });
        return true;
      case OPEN_PAREN:
        this.#lines.push(-1);
        break;
      case CLOSE_PAREN:
        if (this.#lines.length > 1) this.#lines.pop();
        break;
      default:
    }
    this.#interrupted = true;
    if (kind === COMMENT) this.#writeComment(written.slice(1, -1), glued);
    else if (kind === LINE_COMMENT) this.#writeLineComment(written, glued, isDoubtful);
    else if (kind === ESCAPE) out.write(written, { starts: true, ends: true });
    else if (kind === RESULT) out.write(isDoubtful ? written : (standardResult(written) ?? written), { glued });
    else out.write(written, { glued: glued || kind === CLOSE_PAREN, inside: /^[%[]/.test(written) });
    return true;
  }

  /** Returns true if the move after a number is written with the number of its position; other numbers are kept. */
  #isReplaced(t: number): boolean {
    if (this.#numbering === undefined) return false;
    const { tree } = this.#game.replay;
    const { kinds } = tree.chunk;
    if (t > this.#ownedUntil) {
      let next = t;
      while (next < kinds.length && canPrecedeMove(kinds[next]!)) next++;
      this.#ownedUntil = next;
      this.#owner = tree.moveToken[this.#move] === next ? this.#move : -1;
    }
    return this.#owner >= 0 && !this.#isDoubtful(this.#owner);
  }

  #writeMove(t: number, written: string, glued: boolean): void {
    const { replay } = this.#game;
    const { tree } = replay;
    const move = tree.moveToken[this.#move] === t ? this.#move++ : -1;
    if (move >= 0) this.#lines[this.#lines.length - 1] = move;
    if (move < 0 || this.#isDoubtful(move)) {
      this.#out.write(written, { glued });
      return;
    }
    let isGlued = glued;
    if (this.#numbering !== undefined) {
      const ply = tree.movePly[move]!;
      if (this.#interrupted || !isBlacks(this.#numbering, ply)) {
        this.#out.write(numberText(this.#numbering, ply), { glued });
        isGlued = false;
      }
    }
    this.#interrupted = false;
    this.#out.write(this.#spelled(move, written), { glued: isGlued });
  }

  /**
   * Returns a move in export format. In a line with doubtful moves, signs that contradict the board stay: they may show
   * the mistake.
   */
  #spelled(move: number, written: string): string {
    const { replay } = this.#game;
    if (replay.moves[move]! < 0 || evaluationSigns(written) !== '') return written;
    const san = printSan(replay.frames, (replay.tree.movePrevious[move]! + 1) * FRAME, replay.moves[move]!);
    if (this.#doubt?.lines.has(replay.tree.moveNode[move]!) !== true) return san;
    return formFaults(written, san, replay.letters).some(({ isEvidence }) => isEvidence) ? written : san;
  }

  /** Writes a comment, wrapped between words; a prediction has its own line (`predictions/annotation-form.ts`). */
  #writeComment(inner: string, glued: boolean): void {
    const words = commentWords(inner);
    const open = /^\s/.test(inner) ? '{ ' : '{';
    const close = /\s$/.test(inner) ? ' }' : '}';
    if (words.length === 0) this.#out.write(inner === '' ? '{}' : '{ }', { glued });
    else if (holdsPredictions(inner)) {
      this.#out.write(open + words.join(' ') + close, { starts: true, ends: true });
    } else {
      words.forEach((word, i) => {
        const first = i === 0;
        const whole = (first ? open : '') + word + (i === words.length - 1 ? close : '');
        this.#out.write(whole, { glued: first && glued, inside: word.startsWith('%') && !first });
      });
    }
  }

  /** Writes a `;` comment as a brace comment, unless it contains braces or must stay unchanged. */
  #writeLineComment(written: string, glued: boolean, isDoubtful: boolean): void {
    if (isDoubtful || /[{}]/.test(written)) this.#out.write(written.trimEnd(), { glued, ends: true });
    else this.#writeComment(` ${written.slice(1).trim()} `, glued);
  }
}

const isUnknown = (kind: number): boolean => kind === STRAY || kind === RESERVED;

/** Maximum characters of a line of movetext in export format (PGN standard 8.2.1). */
const WIDTH = 79;

/** The placement of a word in its line. */
interface WordPlace {
  /** Touches the word before it. */
  readonly glued?: boolean;
  /** Starts a line. */
  readonly starts?: boolean;
  /** Nothing follows it on its line. */
  readonly ends?: boolean;
  /** Never the first word of a line unless `first` is set. */
  readonly inside?: boolean;
}

/** Fills lines with as many words as fit. */
class LineWriter {
  readonly #lineEnd: string;
  #lines: string[] = [];
  #line = '';
  /** Adjoining words that are not placed yet. */
  #run = '';
  #isInside = false;

  constructor(lineEnd: string) {
    this.#lineEnd = lineEnd;
  }

  write(word: string, { glued = false, starts = false, ends = false, inside = false }: WordPlace = {}): void {
    if (glued && !starts && this.#run !== '') this.#run += word;
    else {
      this.#place();
      if (starts) this.#break();
      this.#run = word;
      this.#isInside = inside;
    }
    if (!ends) return;
    this.#place();
    this.#break();
  }

  /** Returns all lines, without a line end after the last. */
  end(): string {
    this.#place();
    this.#break();
    return this.#lines.join(this.#lineEnd);
  }

  #place(): void {
    const run = this.#run;
    this.#run = '';
    if (run === '') return;
    const hasRoom = this.#line.length + 1 + run.length <= WIDTH;
    if (this.#line !== '' && !this.#isInside && !hasRoom) this.#break();
    const lead = this.#line === '' ? '' : `${this.#line} `;
    // a command that spans several lines
    const last = Math.max(run.lastIndexOf('\n'), run.lastIndexOf('\r'));
    if (last < 0) this.#line = lead + run;
    else {
      this.#lines.push((lead + run.slice(0, last)).replace(/\r$/, ''));
      this.#line = run.slice(last + 1);
    }
  }

  #break(): void {
    if (this.#line !== '') this.#lines.push(this.#line);
    this.#line = '';
  }
}
