import { plural } from '../../../base/text/counts.ts';
import type { Range, TextEdit } from '../../../base/text/range.ts';
import { isBlacks, numberText } from '../move-numbers.ts';
import type { WholeGame } from '../replay.ts';
import { GLYPH, kindBits, MOVE, MOVE_MARK, MOVE_NUMBER, NAG, NULL_MOVE, SUFFIX, WHITESPACE } from '../tokens.ts';
import { tokenRange } from '../tree.ts';
import type { RankedCandidate } from './candidate-ranking.ts';
import type { LineChange } from './search.ts';
import { fitsPlace, type LineEntry, missingBefore, type WrittenLine } from './written-line.ts';

/** Kinds of tokens after which Black's move needs no number. */
const BEFORE_MOVE = kindBits(MOVE, NULL_MOVE, SUFFIX, NAG, GLYPH, MOVE_MARK, MOVE_NUMBER);

/** Returns the edits of a change, in offsets of the game's text; `words` are those of its steps. */
export function lineChangeEdits(
  game: WholeGame,
  line: WrittenLine,
  change: LineChange,
  words: readonly string[],
): TextEdit[] {
  return new Editor(game, line).edits(change, words);
}

class Editor {
  readonly #game: WholeGame;
  readonly #line: WrittenLine;
  readonly #isNumbered: boolean;

  constructor(game: WholeGame, line: WrittenLine) {
    this.#game = game;
    this.#line = line;
    this.#isNumbered = line.entries.some(({ numbers }) => numbers.length > 0);
  }

  edits({ kind, at, removed }: LineChange, words: readonly string[]): TextEdit[] {
    const entries = this.#line.entries.slice(at, at + removed);
    switch (kind) {
      case 'replace':
        return [{ range: this.#word(entries[0]!), newText: words[0] ?? '' }];
      case 'split':
        return [{ range: this.#word(entries[0]!), newText: this.#numbered(at, words, false) }];
      case 'swap': {
        const [first, last] = [this.#word(entries[0]!), this.#word(entries[removed - 1]!)];
        return [
          { range: first, newText: words[0] ?? '' },
          { range: last, newText: words[removed - 1] ?? '' },
        ];
      }
      case 'insert':
        return [this.#inserted(at, words)];
      case 'delete':
        return entries.map((entry, i) => this.#deleted(entry, at, i === removed - 1 ? at + removed : -1));
    }
  }

  #range(token: number): Range {
    return tokenRange(this.#game.replay.tree, token);
  }

  #word({ token, last }: LineEntry): Range {
    return { start: this.#range(token).start, end: this.#range(last).end };
  }

  /** Returns moves from a place of the line on, with numbers before those of White. */
  #numbered(at: number, words: readonly string[], first = true): string {
    return words
      .map((word, i) => {
        const isBlack = ((this.#line.numbering.turn + at + i) & 1) === 1;
        return isBlack || !this.#isNumbered || (i === 0 && !first) ? word : `${this.#number(at + i)}${word}`;
      })
      .join(' ');
  }

  /** Returns the number before a place of the line in the line's style: `12. ` or `12.`. */
  #number(place: number): string {
    const { numbering, entries } = this.#line;
    const numbered = entries.find(({ numbers }) => numbers.length > 0);
    const isGlued =
      numbered !== undefined &&
      this.#range(numbered.token).start === this.#range(numbered.token - 1).end &&
      this.#game.replay.tree.chunk.kinds[numbered.token - 1] === MOVE_NUMBER;
    return `${numberText(numbering, place + 1)}${isGlued ? '' : ' '}`;
  }

  #inserted(at: number, words: readonly string[]): TextEdit {
    const { entries, numbering } = this.#line;
    const next = entries[at]!;
    const place = at + words.length;
    // A number before a missing move belongs to the first of the inserted moves.
    const own = next.numbers.filter((number) => fitsPlace(number, numbering, at));
    const isWhite = ((numbering.turn + place) & 1) === 0;
    const tail = this.#isNumbered && isWhite && next.numbers.length === own.length ? ` ${this.#number(place)}` : '';
    const [last] = own.slice(-1);
    if (last !== undefined) {
      const start = this.#endOfNumber(last.token);
      const gap = this.#number(place).endsWith(' ') ? ' ' : '';
      const gapAfter = tail === '' && !/\s/.test(this.#game.text.charAt(start)) ? ' ' : '';
      const newText = gap + this.#numbered(at, words, false) + tail.trimEnd() + gapAfter;
      return { range: { start, end: start }, newText };
    }
    const { start } = this.#range(next.numbers[0]?.token ?? next.token);
    const isBlack = ((numbering.turn + at) & 1) === 1;
    const lead = isBlack && this.#needsNumber(start) ? this.#number(at) : '';
    return { range: { start, end: start }, newText: `${lead}${this.#numbered(at, words)}${tail || ' '}` };
  }

  /** Returns the end of a number, including separate dots. */
  #endOfNumber(token: number): number {
    const { kinds } = this.#game.replay.tree.chunk;
    let last = token;
    for (let t = token + 1; kinds[t] === WHITESPACE || kinds[t] === MOVE_NUMBER; t++) {
      const { start, end } = this.#range(t);
      if (kinds[t] === WHITESPACE) continue;
      if (!/^[.…]+$/.test(this.#game.text.slice(start, end))) break;
      last = t;
    }
    return this.#range(last).end;
  }

  /** Returns true if Black's move at an offset needs its number: something other than a move precedes it. */
  #needsNumber(offset: number): boolean {
    const { tree } = this.#game.replay;
    const { kinds } = tree.chunk;
    let t = kinds.length - 1;
    while (t >= 0 && (this.#range(t).start >= offset || kinds[t] === WHITESPACE)) t--;
    return this.#isNumbered && (t < 0 || ((1 << kinds[t]!) & BEFORE_MOVE) === 0);
  }

  /** @param next the entry after the last deleted one, which takes its place; -1 for the others */
  #deleted({ token, last: own, numbers }: LineEntry, at: number, next: number): TextEdit {
    const { kinds } = this.#game.replay.tree.chunk;
    const { entries, numbering } = this.#line;
    const follower = entries[next];
    const keepsNumber =
      follower !== undefined &&
      follower.numbers.length === 0 &&
      numbers.length > 0 &&
      numbers.every((number) => fitsPlace(number, numbering, at));
    let last = own;
    while (kinds[last + 1] === SUFFIX) last++;
    const first = keepsNumber ? token : (numbers[0]?.token ?? token);
    const isSpaced = kinds[last + 1] === WHITESPACE;
    if (isSpaced) last++;
    return { range: { start: this.#range(first).start, end: this.#range(last).end }, newText: '' };
  }
}

/** Returns `12.` or `12...` before a place of a line. */
export const placeNumber = ({ numbering }: WrittenLine, place: number): string => numberText(numbering, place + 1);

/** Returns the description and the proof of a repair: `12.Rfe1 (not Rde1): all 41 moves behind it are legal`. */
export function repairTitle(
  line: WrittenLine,
  { change, reached, words, contradictions, isWhole }: RankedCandidate,
): string {
  const what = describeChange(line, change, words);
  const { entries } = line;
  const first = change.at + change.removed;
  const count = reached - first;
  const shift = change.steps.length - change.removed;
  const proof = isWhole
    ? count === 0
      ? 'no move follows it'
      : count === 1
        ? 'the move behind it is legal'
        : `all ${count} moves behind it are legal`
    : `the next ${plural(count, 'move')} can be played, up to ${placeNumber(line, reached + shift)}${entries[reached]!.word.text}`;
  const doubt =
    contradictions === 0
      ? ''
      : `; ${plural(contradictions, 'number or sign', 'numbers or signs')} contradict${contradictions === 1 ? 's' : ''} it`;
  return `${what}: ${proof}${doubt}`;
}

/** Returns the description of a change: `12.Rfe1 (not Rde1)`, `Insert 12...Nf6`. */
function describeChange(line: WrittenLine, { kind, at, removed }: LineChange, words: readonly string[]): string {
  const { entries, numbering } = line;
  const text = (i: number): string => entries[i]!.word.text;
  const named = (place: number, all: readonly string[]): string =>
    all
      .map((word, i) => (i > 0 && isBlacks(numbering, place + i + 1) ? word : `${placeNumber(line, place + i)}${word}`))
      .join(' ');
  switch (kind) {
    case 'replace':
    case 'split':
      return `${named(at, words)} (not ${text(at)})`;
    case 'insert':
      return `Insert ${named(at, words)}`;
    case 'delete': {
      const all = entries.slice(at, at + removed).map(({ word }) => word.text);
      // By its own number, if it has one.
      const own = entries[at]!.numbers.at(-1);
      return `Delete ${named(own === undefined ? at : at + missingBefore(own, numbering, at), all)}`;
    }
    case 'swap':
      return `Swap ${named(at, [text(at)])} and ${named(at + removed - 1, [text(at + removed - 1)])}`;
  }
}
