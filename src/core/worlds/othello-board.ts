import type { Arena } from '../base/automaton.ts';
import { countBits, opponent, type Player, type StoneFrame } from '../games/stones.ts';

/** Returns the bit of a cell of the text, by its index: rows of eight bits, for every size of board. */
export const cellBit = (cell: number, size: number): number => 8 * Math.floor(cell / size) + (cell % size);

export const hasBit = (bit: number, low: number, high: number): boolean =>
  bit < 32 ? ((low >>> bit) & 1) === 1 : ((high >>> (bit - 32)) & 1) === 1;

/** Discs as two words of 32 bits. */
export interface Discs {
  readonly low: number;
  readonly high: number;
}

/** A position of Othello: the side to move, and the discs of that player and of the other (see `discWords`). */
export class OthelloState implements StoneFrame {
  readonly side: Player;
  readonly size: number;
  readonly ownLow: number;
  readonly ownHigh: number;
  readonly otherLow: number;
  readonly otherHigh: number;
  #cells: string | undefined;

  constructor(side: Player, size: number, own: Discs, other: Discs) {
    this.side = side;
    this.size = size;
    this.ownLow = own.low;
    this.ownHigh = own.high;
    this.otherLow = other.low;
    this.otherHigh = other.high;
  }

  /** One character a cell, row by row from the top. */
  get cells(): string {
    this.#cells ??= this.cellsOf(this.side);
    return this.#cells;
  }

  /** Returns the cells with the discs of the player to move as `own`. */
  cellsOf(own: Player): string {
    const other = opponent(own);
    let cells = '';
    for (let cell = 0; cell < this.size * this.size; cell++) {
      const bit = cellBit(cell, this.size);
      cells += hasBit(bit, this.ownLow, this.ownHigh) ? own : hasBit(bit, this.otherLow, this.otherHigh) ? other : '.';
    }
    return cells;
  }

  /** Returns the same board with the other player to move. */
  passed(): OthelloState {
    const own = { low: this.otherLow, high: this.otherHigh };
    return new OthelloState(opponent(this.side), this.size, own, { low: this.ownLow, high: this.ownHigh });
  }
}

/** The action of a pass, after those of the cells 0 to 63. */
export const PASS = 64;

/** Words of a state: discs of the player to move, those of the other, and, once they are known, the legal cells. */
const OWN = 0;
const OTHER = 2;
const PLACES = 4;
const KNOWN = 6;
const WORDS = 7;

/**
 * Knowledge about the legal cells of a state: nothing, the cells alone, or also that the player must pass, or that the
 * game is over.
 */
const UNKNOWN = 0;
const OPEN = 1;
const PASSES = 2;
const OVER = 3;

/**
 * Positions of Othello by handle. The colors of the players change no future, since names of cells do not name the
 * player.
 */
export class OthelloArena implements Arena<OthelloState> {
  legalA = 0;
  legalB = 0;
  readonly maxLegal = 64;
  readonly #name: (action: number) => string;
  readonly #boardLow: number;
  readonly #boardHigh: number;
  #words = new Int32Array(64 * WORDS);

  /** @param name returns the name of an action by its number: 8 r + c, or `PASS` */
  constructor(boardLow: number, boardHigh: number, name: (action: number) => string) {
    this.#boardLow = boardLow;
    this.#boardHigh = boardHigh;
    this.#name = name;
  }

  reserve(count: number): void {
    if (count * WORDS <= this.#words.length) return;
    const grown = new Int32Array(Math.max(count * WORDS, 2 * this.#words.length));
    grown.set(this.#words);
    this.#words = grown;
  }

  load(handle: number, { ownLow, ownHigh, otherLow, otherHigh }: OthelloState): void {
    this.#words.set([ownLow, ownHigh, otherLow, otherHigh, 0, 0, UNKNOWN], handle * WORDS);
  }

  copy(from: number, to: number): void {
    this.#words.copyWithin(to * WORDS, from * WORDS, (from + 1) * WORDS);
  }

  play(from: number, to: number, action: number): void {
    const words = this.#words;
    const [a, b] = [from * WORDS, to * WORDS];
    const [ownLow, ownHigh] = [words[a + OWN], words[a + OWN + 1]];
    const [otherLow, otherHigh] = [words[a + OTHER], words[a + OTHER + 1]];
    let [turnedLow, turnedHigh, putLow, putHigh] = [0, 0, 0, 0];
    if (action !== PASS) {
      findFlips(action, ownLow, ownHigh, otherLow, otherHigh);
      [turnedLow, turnedHigh] = discWords;
      if (action < 32) putLow = 1 << action;
      else putHigh = 1 << (action - 32);
    }
    words[b + OWN] = otherLow & ~turnedLow;
    words[b + OWN + 1] = otherHigh & ~turnedHigh;
    words[b + OTHER] = ownLow | turnedLow | putLow;
    words[b + OTHER + 1] = ownHigh | turnedHigh | putHigh;
    words[b + KNOWN] = UNKNOWN;
  }

  count(handle: number): number {
    const kind = this.#open(handle);
    if (kind !== OPEN) return kind === PASSES ? 1 : 0;
    const at = handle * WORDS + PLACES;
    return countBits(this.#words[at]) + countBits(this.#words[at + 1]);
  }

  legal(handle: number, out: Int32Array, at: number): number {
    const kind = this.#open(handle);
    if (kind === PASSES) out[at] = PASS;
    if (kind !== OPEN) return kind === PASSES ? 1 : 0;
    const from = handle * WORDS + PLACES;
    return list(this.#words[from], this.#words[from + 1], out, at);
  }

  common(a: number, b: number, out?: Int32Array, at = 0): number {
    this.legalA = this.count(a);
    this.legalB = this.count(b);
    const words = this.#words;
    const [from, other] = [a * WORDS, b * WORDS];
    const kind = words[from + KNOWN];
    if (kind !== words[other + KNOWN] || kind === OVER) return 0;
    if (kind === PASSES) {
      if (out !== undefined) out[at] = PASS;
      return 1;
    }
    const low = words[from + PLACES] & words[other + PLACES];
    const high = words[from + PLACES + 1] & words[other + PLACES + 1];
    return out === undefined ? countBits(low) + countBits(high) : list(low, high, out, at);
  }

  same(a: number, b: number): boolean {
    const words = this.#words;
    for (let i = 0; i < PLACES; i++) if (words[a * WORDS + i] !== words[b * WORDS + i]) return false;
    return true;
  }

  hashLow(handle: number): number {
    return this.#hash(handle, 0x9e3779b1);
  }

  hashHigh(handle: number): number {
    return this.#hash(handle, 0x85ebca6b);
  }

  /** Returns the difference of discs from the side of the player to move. */
  lead(handle: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    const own = countBits(words[at + OWN]) + countBits(words[at + OWN + 1]);
    return own - countBits(words[at + OTHER]) - countBits(words[at + OTHER + 1]);
  }

  actionName(action: number): string {
    return this.#name(action);
  }

  /** Finds the legal cells if they are not known, and returns the state of knowledge. */
  #open(handle: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    if (words[at + KNOWN] !== UNKNOWN) return words[at + KNOWN];
    const [ownLow, ownHigh] = [words[at + OWN], words[at + OWN + 1]];
    const [otherLow, otherHigh] = [words[at + OTHER], words[at + OTHER + 1]];
    findLegalCells(ownLow, ownHigh, otherLow, otherHigh, this.#boardLow, this.#boardHigh);
    words[at + PLACES] = discWords[0];
    words[at + PLACES + 1] = discWords[1];
    let kind = OPEN;
    if ((discWords[0] | discWords[1]) === 0) {
      findLegalCells(otherLow, otherHigh, ownLow, ownHigh, this.#boardLow, this.#boardHigh);
      kind = (discWords[0] | discWords[1]) === 0 ? OVER : PASSES;
    }
    words[at + KNOWN] = kind;
    return kind;
  }

  #hash(handle: number, factor: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    let hash = factor;
    for (let i = 0; i < PLACES; i++) {
      hash = Math.imul(hash ^ words[at + i], factor);
      hash ^= hash >>> 15;
    }
    return Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 13);
  }
}

/** Writes the set bits, from the lowest one. */
function list(low: number, high: number, out: Int32Array, at: number): number {
  let end = at;
  for (let rest = low; rest !== 0; rest &= rest - 1) out[end++] = 31 - Math.clz32(rest & -rest);
  for (let rest = high; rest !== 0; rest &= rest - 1) out[end++] = 63 - Math.clz32(rest & -rest);
  return end - at;
}

/*
 * Discs of Othello in two words of 32 bits: bit 8 r + c is the cell in row r and column c, both from 0, the four upper
 * rows in the low word. Boards of six rows use the upper left corner. Results are left in `discWords`, so that nothing
 * is allocated.
 */

/** The two words of the last result of `findLegalCells` and `findFlips`. */
export const discWords = new Int32Array(2);

/** Columns b to g, in a word: the cells between the ends of a line along a row or a diagonal. */
const INNER = 0x7e7e7e7e;

/**
 * Steps to the next cell towards higher bits: right, down left, down, down right; each also stands for its opposite.
 */
const STEPS = [1, 7, 8, 9] as const;
/** Maximum number of discs between two others. */
const BETWEEN = 6;

/**
 * Finds the cells that the player with `own` may take: empty ones from which a line of the other's discs leads to an
 * own one.
 */
export function findLegalCells(
  ownLow: number,
  ownHigh: number,
  otherLow: number,
  otherHigh: number,
  boardLow: number,
  boardHigh: number,
): void {
  let [low, high] = [0, 0];
  for (const step of STEPS) {
    const back = 32 - step;
    const mask = step === 8 ? -1 : INNER;
    const [throughLow, throughHigh] = [otherLow & mask, otherHigh & mask];
    let upLow = (ownLow << step) & throughLow;
    let upHigh = ((ownHigh << step) | (ownLow >>> back)) & throughHigh;
    let downLow = ((ownLow >>> step) | (ownHigh << back)) & throughLow;
    let downHigh = (ownHigh >>> step) & throughHigh;
    for (let i = 1; i < BETWEEN; i++) {
      upHigh |= ((upHigh << step) | (upLow >>> back)) & throughHigh;
      upLow |= (upLow << step) & throughLow;
      downLow |= ((downLow >>> step) | (downHigh << back)) & throughLow;
      downHigh |= (downHigh >>> step) & throughHigh;
    }
    low |= (upLow << step) | (downLow >>> step) | (downHigh << back);
    high |= (upHigh << step) | (upLow >>> back) | (downHigh >>> step);
  }
  discWords[0] = low & boardLow & ~(ownLow | otherLow);
  discWords[1] = high & boardHigh & ~(ownHigh | otherHigh);
}

/** Finds the discs that a disc of the player with `own` on an empty cell turns over: none if it may not be placed. */
export function findFlips(cell: number, ownLow: number, ownHigh: number, otherLow: number, otherHigh: number): void {
  const putLow = cell < 32 ? 1 << cell : 0;
  const putHigh = cell < 32 ? 0 : 1 << (cell - 32);
  let [low, high] = [0, 0];
  for (const step of STEPS) {
    const back = 32 - step;
    const mask = step === 8 ? -1 : INNER;
    const [throughLow, throughHigh] = [otherLow & mask, otherHigh & mask];
    let upLow = (putLow << step) & throughLow;
    let upHigh = ((putHigh << step) | (putLow >>> back)) & throughHigh;
    let downLow = ((putLow >>> step) | (putHigh << back)) & throughLow;
    let downHigh = (putHigh >>> step) & throughHigh;
    for (let i = 1; i < BETWEEN; i++) {
      upHigh |= ((upHigh << step) | (upLow >>> back)) & throughHigh;
      upLow |= (upLow << step) & throughLow;
      downLow |= ((downLow >>> step) | (downHigh << back)) & throughLow;
      downHigh |= (downHigh >>> step) & throughHigh;
    }
    // an own disc after the last one closes the line
    if ((((upLow << step) & ownLow) | (((upHigh << step) | (upLow >>> back)) & ownHigh)) !== 0) {
      low |= upLow;
      high |= upHigh;
    }
    if (((((downLow >>> step) | (downHigh << back)) & ownLow) | ((downHigh >>> step) & ownHigh)) !== 0) {
      low |= downLow;
      high |= downHigh;
    }
  }
  discWords[0] = low;
  discWords[1] = high;
}
