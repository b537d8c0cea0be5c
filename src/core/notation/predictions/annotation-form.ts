import type { Range } from '../../base/text/range.ts';
import type { CommentCommand } from '../pgn/comment-commands.ts';
import { CLOSE_PAREN, MOVE, MOVE_NUMBER, NULL_MOVE, OPEN_PAREN, RESULT } from '../pgn/tokens.ts';
import type { CommentPrediction } from './pgn-predictions.ts';
import { type Annotation, type Label, makeLabel, type SameLabel } from './prediction.ts';
import { printCommand } from './prediction-syntax.ts';

/*
 * The forms in which predictions are written into movetext, so that removing them restores the original bytes. `|` is
 * a line end, `C` a comment on its own line, `a` the text before and `b` the text after.
 *
 *   a| C| 12... b   from `a b`   where b is Black's move: the number is required after a comment (PGN standard 8.2.2.2)
 *   a| C| b         from `a b`   where one space separates a and b, which is a move, number, result or parenthesis
 *   a| C b          from `ab`    otherwise; what separates a and b stays after C
 *   C| b            from `b`     at the start position, where b is the first token of the movetext and starts its line
 *
 * The second and the third form could look the same if a line end separates a and b; C is then written without inner
 * spaces: `{[%pfen ...]}`. Several predictions of one ply form one run of lines and share what follows the last.
 */

/** Returns a comment that contains only a prediction. */
export const printComment = (label: Label, fen: string | undefined, tight: boolean): string =>
  tight ? `{${printCommand(label, fen)}}` : `{ ${printCommand(label, fen)} }`;

/** Returns true if a comment of a run was written where no space became a line end. */
export const isTightComment = (text: string, commentStart: number): boolean => text.charAt(commentStart + 1) !== ' ';

/** Returns true if the comment `text[start, end)` contains only commands. */
export function holdsOnly(text: string, start: number, end: number, commands: readonly CommentCommand[]): boolean {
  let at = start + 1;
  for (const command of commands) {
    if (text.slice(at, command.start).trim() !== '') return false;
    at = command.end;
  }
  return text.slice(at, end - 1).trim() === '';
}

/** Returns the length of the line end at an offset, 0 if there is none. */
export function lineEndLength(text: string, at: number): number {
  const c = text.charCodeAt(at);
  if (c === 0x0a) return 1;
  return c !== 0x0d ? 0 : text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
}

/** Returns the length of the line end before an offset, 0 if there is none. */
export function lineEndBefore(text: string, at: number): number {
  const c = text.charCodeAt(at - 1);
  if (c === 0x0d) return 1;
  return c !== 0x0a ? 0 : text.charCodeAt(at - 2) === 0x0d ? 2 : 1;
}

/** Returns true if a place is the first of its line; a byte order mark before it does not count. */
export const startsLine = (text: string, at: number): boolean =>
  at === 0 || lineEndBefore(text, at) > 0 || text.charCodeAt(at - 1) === 0xfeff || (at === 3 && text.startsWith('ï»¿'));

/** Returns true for tokens before which a space may become a line end without changing their meaning. */
export const canStartLine = (kind: number): boolean =>
  kind === MOVE ||
  kind === NULL_MOVE ||
  kind === MOVE_NUMBER ||
  kind === RESULT ||
  kind === OPEN_PAREN ||
  kind === CLOSE_PAREN;

/** A number before Black's move, as written after a comment. */
const BLACK_NUMBER = /\d+\.\.\.(?![.…])/y;

/** Returns the length of a number such as `12...` at a place, 0 if there is none. */
export function blackNumberLength(text: string, at: number): number {
  BLACK_NUMBER.lastIndex = at;
  return BLACK_NUMBER.exec(text)?.[0].length ?? 0;
}

/** The existing labels of each position, and the labels being added. */
export class PositionLabels {
  readonly #ranges = new Map<string, Range | undefined>();

  constructor(found: readonly Pick<CommentPrediction, 'value' | 'range'>[]) {
    for (const { value, range } of found) {
      if (!this.#ranges.has(value.label.text)) this.#ranges.set(value.label.text, range);
    }
  }

  /**
   * Returns the label to write, or the range of the prediction to replace; undefined to skip it. A label that was
   * already taken in the same call is skipped, not replaced twice.
   */
  take(label: Label, sameLabel: SameLabel): Label | { readonly range: Range } | undefined {
    if (!this.#ranges.has(label.text)) {
      this.#ranges.set(label.text, undefined);
      return label;
    }
    if (sameLabel === 'replace') {
      const range = this.#ranges.get(label.text);
      this.#ranges.set(label.text, undefined);
      return range === undefined ? undefined : { range };
    }
    if (sameLabel === 'skip') return undefined;
    for (let n = 2; ; n++) {
      const numbered = makeLabel(label.model, label.template, n, label.note);
      if (this.#ranges.has(numbered.text)) continue;
      this.#ranges.set(numbered.text, undefined);
      return numbered;
    }
  }
}

/** Annotations of a text that is read game by game (record by record, walk by walk), by their indices. */
export class WaitingAnnotations {
  readonly #byGame = new Map<number, number[]>();
  readonly #placeless: number[] = [];

  constructor(annotations: readonly Pick<Annotation, 'game'>[]) {
    for (const [i, { game }] of annotations.entries()) {
      const list = this.#byGame.get(game);
      if (list === undefined) this.#byGame.set(game, [i]);
      else list.push(i);
    }
  }

  /** Takes the annotations of the game with a number; undefined if there are none. */
  take(game: number): readonly number[] | undefined {
    const taken = this.#byGame.get(game);
    this.#byGame.delete(game);
    return taken;
  }

  /** Notes that an annotation has no place in its game. */
  giveUp(index: number): void {
    this.#placeless.push(index);
  }

  /** Indices of the annotations that found no place, ascending; complete after the last game. */
  get missing(): readonly number[] {
    return [...this.#placeless, ...Array.from(this.#byGame.values()).flat()].sort((a, b) => a - b);
  }
}
