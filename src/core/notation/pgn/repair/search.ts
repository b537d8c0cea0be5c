import { type Boards, SCRATCH } from './positions.ts';
import { fitsPlace, type MoveWord, missingBefore, readMoveWord, type WrittenLine } from './written-line.ts';

/** Largest distance of two swapped moves, in entries; the second one applies at the unplayable entry. */
const MAX_SWAP = 4;
const MAX_FAR_SWAP = 300;
/** Number of entries before a fault in which a missing pair is searched if a line has no numbers. */
const PAIR_PLACES = 6;
/** Fewest further playable moves that justify an edit if the line has another fault. */
const MIN_GAIN = 6;
/** Number of moves tried between two pauses. */
const SLICE = 2000;

/**
 * Searches the small edits of a line that make its whole rest playable: another move, one move or a pair more, one move
 * or a doubled pair fewer, two swapped, one word split into two. They may lie before the place where the line becomes
 * unplayable: a wrong move is often legal.
 */
export class Search {
  readonly found: RepairCandidate[] = [];
  /** The first unplayable entry; the number of entries if all are playable. */
  readonly broken: number;
  /** The moves of the entries before it, and the positions in the slots of the same number. */
  readonly moves: readonly number[];
  /** The last entry before which all numbers agree, and the first at which they do not; `to` is -1 if all agree. */
  readonly numbers: { readonly from: number; readonly to: number; readonly missing: number };
  /** The place down to which all edits were tried before the budget ran out; 0 if all were tried. */
  searchedFrom = 0;
  readonly #line: WrittenLine;
  readonly #boards: Boards;
  readonly #x: number;
  readonly #y: number;
  readonly #z: number;
  #left: number;
  /** Remaining budget at the next pause. */
  #pause: number;

  /** @param budget most moves that are tried */
  constructor(line: WrittenLine, boards: Boards, budget: number) {
    this.#line = line;
    this.#boards = boards;
    const count = line.entries.length;
    this.#x = count + 1;
    this.#y = count + 2;
    this.#z = count + SCRATCH;
    this.#left = budget;
    this.#pause = budget - SLICE;
    const moves: number[] = [];
    for (const { word } of line.entries) {
      const move = boards.playWord(moves.length, moves.length + 1, word);
      if (move < 0) break;
      moves.push(move);
    }
    this.moves = moves;
    this.broken = moves.length;
    this.numbers = numberFault(line);
  }

  get isWhole(): boolean {
    return this.broken === this.#line.entries.length;
  }

  /** True if there is something to repair. */
  get hasFault(): boolean {
    return !this.isWhole || this.numbers.to >= 0;
  }

  /** Searches, from the fault back; pauses every few thousand moves. */
  *run(): Generator<undefined, void> {
    const { from, to, missing } = this.numbers;
    const { broken, isWhole } = this;
    if (missing === 2) yield* this.#leftOut(from, Math.min(to, broken));
    if (!isWhole) this.#split(broken);
    const first = isWhole ? from : 0;
    for (let k = isWhole ? to : broken; k >= first; k--) {
      this.#fewer(k);
      this.#more(k);
      if (!isWhole) {
        this.#swapped(k);
        this.#other(k);
      }
      if (this.#left <= 0) {
        this.searchedFrom = k + 1;
        return;
      }
      if (this.#isDue()) yield;
    }
    const isUncounted = this.#line.entries.every(({ numbers }) => numbers.length === 0);
    if (isUncounted && !isWhole) yield* this.#leftOut(Math.max(0, broken - PAIR_PLACES), broken);
  }

  /** Tries to insert a missing pair of moves before one of the entries. */
  *#leftOut(from: number, to: number): Generator<undefined, void> {
    for (let k = to; k >= from; k--) {
      for (const move of this.#boards.legal(k)) {
        this.#pairs(k, move);
        if (this.#isDue()) yield;
      }
    }
  }

  #isDue(): boolean {
    if (this.#left > this.#pause) return false;
    this.#pause = this.#left - SLICE;
    return true;
  }

  /** Plays the entries from `next` on in a slot; returns the first unplayable one. */
  #played(slot: number, next: number): number {
    const { entries } = this.#line;
    let from = slot;
    for (let i = next; i < entries.length; i++) {
      const to = from === this.#y ? this.#z : this.#y;
      this.#left -= this.#boards.cost;
      if (this.#boards.playWord(from, to, entries[i]!.word) < 0) return i;
      from = to;
    }
    return entries.length;
  }

  #try(kind: ChangeKind, at: number, removed: number, steps: LineChange['steps'], slot: number): void {
    if (this.#left <= 0) return;
    const reached = this.#played(slot, at + removed);
    const isWhole = reached === this.#line.entries.length;
    if (isWhole || reached >= this.broken + MIN_GAIN)
      this.found.push({ change: { kind, at, removed, steps }, reached });
  }

  /** Tries to delete the entry, or a pair that is written twice. */
  #fewer(k: number): void {
    const { entries } = this.#line;
    if (k >= entries.length) return;
    this.#try('delete', k, 1, [], k);
    const isPairAt = (other: number): boolean =>
      entries[k + 1] !== undefined &&
      entries[other]?.word.text === entries[k]!.word.text &&
      entries[other + 1]?.word.text === entries[k + 1]!.word.text;
    if (isPairAt(k + 2) || isPairAt(k - 2)) this.#try('delete', k, 2, [], k);
  }

  /** Tries to insert a missing move before the entry. */
  #more(k: number): void {
    for (const move of this.#boards.legal(k)) {
      this.#boards.playMove(k, this.#x, move);
      this.#try('insert', k, 0, [move], this.#x);
    }
  }

  /** Tries other moves in place of the entry. */
  #other(k: number): void {
    for (const move of this.#boards.legal(k)) {
      if (move === this.moves[k]) continue;
      this.#boards.playMove(k, this.#x, move);
      this.#try('replace', k, 1, [move], this.#x);
    }
  }

  /** Tries to insert two missing moves: this one and a second after it. */
  #pairs(k: number, move: number): void {
    this.#boards.playMove(k, this.#x, move);
    for (const second of this.#boards.legal(this.#x)) {
      this.#boards.playMove(this.#x, this.#y, second);
      this.#try('insert', k, 0, [move, second], this.#y);
    }
  }

  /** Tries to swap the entry with one of the next. */
  #swapped(k: number): void {
    const { entries } = this.#line;
    const most = k === this.broken ? MAX_FAR_SWAP : MAX_SWAP;
    for (let d = 1; d <= most && k + d < entries.length; d++) {
      const words = entries.slice(k, k + d + 1).map(({ word }) => word);
      const [first, last] = [words[0]!, words[d]!];
      if (first.text === last.text) continue;
      words[0] = last;
      words[d] = first;
      this.#tryWords('swap', k, d + 1, words);
    }
  }

  /** Tries to split the entry into two moves without a space between them. */
  #split(k: number): void {
    const text = this.#line.entries[k]?.word.text ?? '';
    for (let i = 2; i + 2 <= text.length; i++) {
      const words = [text.slice(0, i), text.slice(i)].map((part) => readMoveWord(part, this.#line.letters));
      this.#tryWords('split', k, 1, words);
    }
  }

  #tryWords(kind: ChangeKind, at: number, removed: number, words: readonly MoveWord[]): void {
    let from = at;
    for (const word of words) {
      const to = from === this.#y ? this.#z : this.#y;
      this.#left -= this.#boards.cost;
      if (this.#boards.playWord(from, to, word) < 0) return;
      from = to;
    }
    this.#try(kind, at, removed, words, from);
  }
}

/**
 * Returns the place where the numbers of a line first show that moves are missing or extra. A single wrong number
 * proves nothing.
 */
function numberFault({ entries, numbering }: WrittenLine): Search['numbers'] {
  let from = 0;
  for (let i = 0; i < entries.length; i++) {
    const [written] = entries[i]!.numbers.slice(-1);
    if (written === undefined) continue;
    if (fitsPlace(written, numbering, i)) {
      from = i;
      continue;
    }
    const missing = missingBefore(written, numbering, i);
    const next = entries.findIndex(({ numbers }, j) => j > i && numbers.length > 0);
    const following = next < 0 ? undefined : entries[next]!.numbers.at(-1);
    if (following !== undefined && missingBefore(following, numbering, next) !== missing) continue;
    return { from, to: i, missing };
  }
  return { from: 0, to: -1, missing: 0 };
}

/** Kinds of repairs of a line. */
type ChangeKind = 'replace' | 'insert' | 'delete' | 'swap' | 'split';

/** A small edit of a line: some of its entries are replaced by others. */
export interface LineChange {
  readonly kind: ChangeKind;
  /** First affected entry. */
  readonly at: number;
  readonly removed: number;
  /** Replacement: moves by number, or words. */
  readonly steps: readonly (number | MoveWord)[];
}

/** An edit that makes more of a line playable. */
export interface RepairCandidate {
  readonly change: LineChange;
  /** First entry that is still unplayable; the number of entries if all are playable. */
  readonly reached: number;
}
