import { countBits } from '../stones.ts';
import {
  type BitBoard,
  BOARD_HIGH,
  BOARD_LOW,
  BOTTOM_HIGH,
  BOTTOM_LOW,
  CELL_COUNT,
  CENTER_FIRST,
  COLUMN_COUNT,
  lineEndsHigh,
  lineEndsLow,
  mirroredHigh,
  mirroredLow,
  ROW_COUNT,
} from './bit-board.ts';

/** Number of stones from which boards are searched again each time: that is faster than a lookup in memory. */
const REMEMBERED = 32;

/** Columns from the center outwards: each one's word, and the bit of its lowest cell. */
const CENTER_COLUMNS = CENTER_FIRST.map((column) => ({
  high: column > 3,
  bits: ((1 << ROW_COUNT) - 1) << (7 * (column > 3 ? column - 4 : column)),
}));
const COLUMN_LOW = Int32Array.from(CENTER_COLUMNS, ({ high, bits }) => (high ? 0 : bits));
const COLUMN_HIGH = Int32Array.from(CENTER_COLUMNS, ({ high, bits }) => (high ? bits : 0));

/** Results of a node's search. */
const OPEN = -1;
const NO = 0;
const YES = 1;

/** Search that answers one question at a time: is the score of a position at least a target? See `NullWindowSearch`. */
export interface ScoreSearch {
  /** Number of positions entered since it was made. */
  readonly nodes: number;
  /** The last question's answer; undefined during the search. */
  readonly answer: boolean | undefined;
  /** Begins the search of a position in which the player to move cannot win immediately. */
  start(board: BitBoard, target: number): void;
  /** Continues the search until it has the answer or has entered about `budget` more positions. */
  run(budget: number): boolean | undefined;
}

/**
 * Answers one question about a position: is its score at least a target? It is alpha-beta with a null window, which
 * asks the opposite question of every child, so that a node is yes or no. The tree is walked with an explicit stack, so
 * the search can pause anywhere.
 *
 * A score is the number of stones that the winner has left, plus one: 1 for a win with the own last stone, 0 for a
 * draw, negative for a loss (Pascal Pons's convention). Quick wins score high.
 *
 * The search enters positions in which the player to move cannot win immediately. It tries only moves after which the
 * opponent cannot win immediately either, ordered by the number of cells that would then complete a line, center first.
 */
export class NullWindowSearch implements ScoreSearch {
  nodes = 0;
  readonly #table: BoundTable;
  /** The answer of the last search that ran to its end. */
  #answer = OPEN;
  /** By depth: the position, its target, the moves to be tried and the number of moves tried. */
  readonly #ownLow = new Int32Array(CELL_COUNT + 1);
  readonly #ownHigh = new Int32Array(CELL_COUNT + 1);
  readonly #allLow = new Int32Array(CELL_COUNT + 1);
  readonly #allHigh = new Int32Array(CELL_COUNT + 1);
  readonly #moveLow = new Int32Array(COLUMN_COUNT * (CELL_COUNT + 1));
  readonly #moveHigh = new Int32Array(COLUMN_COUNT * (CELL_COUNT + 1));
  readonly #threats = new Int32Array(COLUMN_COUNT);
  readonly #count = new Int32Array(CELL_COUNT + 1);
  readonly #tried = new Int32Array(CELL_COUNT + 1);
  #stones = 0;
  #target = 0;
  #depth = 0;

  constructor(table: BoundTable) {
    this.#table = table;
  }

  start(board: BitBoard, target: number): void {
    this.#ownLow[0] = board.ownLow;
    this.#ownHigh[0] = board.ownHigh;
    this.#allLow[0] = board.allLow;
    this.#allHigh[0] = board.allHigh;
    this.#stones = board.stones;
    this.#target = target;
    this.#depth = 0;
    this.#answer = this.#enter(0, target);
  }

  get answer(): boolean | undefined {
    return this.#answer === OPEN ? undefined : this.#answer === YES;
  }

  run(budget: number): boolean | undefined {
    const end = this.nodes + budget;
    while (this.#answer === OPEN && this.nodes < end) this.#next();
    return this.answer;
  }

  /** Plays the next move of the deepest node, and closes the nodes that this decides. */
  #next(): void {
    let depth = this.#depth;
    const at = COLUMN_COUNT * depth + this.#tried[depth]++;
    const low = this.#moveLow[at];
    const high = this.#moveHigh[at];
    const child = depth + 1;
    this.#ownLow[child] = this.#allLow[depth] ^ this.#ownLow[depth];
    this.#ownHigh[child] = this.#allHigh[depth] ^ this.#ownHigh[depth];
    this.#allLow[child] = this.#allLow[depth] | low;
    this.#allHigh[child] = this.#allHigh[depth] | high;
    let answer = this.#enter(child, this.#targetAt(child));
    if (answer === OPEN) {
      this.#depth = child;
      return;
    }
    for (; depth >= 0; depth--) {
      // a child that does not reach its target is a move that reaches the parent's
      if (answer === YES && this.#tried[depth] < this.#count[depth]) {
        this.#depth = depth;
        return;
      }
      answer = answer === NO ? YES : NO;
      const target = this.#targetAt(depth);
      if (this.#stones + depth < REMEMBERED) {
        const [low, high] = [this.#ownLow[depth] + this.#allLow[depth], this.#ownHigh[depth] + this.#allHigh[depth]];
        this.#table.put(low, high, answer === YES ? target : target - 1, answer === YES);
      }
    }
    this.#answer = answer;
  }

  #targetAt(depth: number): number {
    return (depth & 1) === 0 ? this.#target : 1 - this.#target;
  }

  /** Decides a node without a search, or lists its moves. */
  #enter(depth: number, target: number): number {
    this.nodes++;
    const stones = this.#stones + depth;
    const ownLow = this.#ownLow[depth];
    const ownHigh = this.#ownHigh[depth];
    const allLow = this.#allLow[depth];
    const allHigh = this.#allHigh[depth];
    const freeLow = BOARD_LOW ^ allLow;
    const freeHigh = BOARD_HIGH ^ allHigh;
    const lossLow = lineEndsLow(ownLow ^ allLow, ownHigh ^ allHigh) & freeLow;
    const lossHigh = lineEndsHigh(ownLow ^ allLow, ownHigh ^ allHigh) & freeHigh;
    let low = (allLow + BOTTOM_LOW) & BOARD_LOW;
    let high = (allHigh + BOTTOM_HIGH) & BOARD_HIGH;
    const forcedLow = low & lossLow;
    const forcedHigh = high & lossHigh;
    if ((forcedLow | forcedHigh) !== 0) {
      const several = (forcedLow & (forcedLow - 1)) | (forcedHigh & (forcedHigh - 1));
      const both = forcedLow !== 0 && forcedHigh !== 0;
      low = several !== 0 || both ? 0 : forcedLow;
      high = several !== 0 || both ? 0 : forcedHigh;
    }
    // nor below a cell where the opponent would win
    low &= ~(lossLow >> 1);
    high &= ~(lossHigh >> 1);
    if ((low | high) === 0 && stones < CELL_COUNT) return -((CELL_COUNT - stones) >> 1) >= target ? YES : NO;
    if (stones >= CELL_COUNT - 2) return target <= 0 ? YES : NO;
    if (target <= -((CELL_COUNT - 2 - stones) >> 1)) return YES;
    if (target > (CELL_COUNT - 1 - stones) >> 1) return NO;
    if (stones < REMEMBERED) {
      const known = this.#table.find(ownLow + allLow, ownHigh + allHigh, target);
      if (known !== OPEN) return known;
    }
    this.#count[depth] = this.#list(COLUMN_COUNT * depth, ownLow, ownHigh, freeLow, freeHigh, low, high);
    this.#tried[depth] = 0;
    return OPEN;
  }

  /** Writes moves from `at` on, the most promising first, and returns their number. */
  #list(
    at: number,
    ownLow: number,
    ownHigh: number,
    freeLow: number,
    freeHigh: number,
    movesLow: number,
    movesHigh: number,
  ): number {
    const threats = this.#threats;
    let count = 0;
    for (let i = 0; i < COLUMN_COUNT; i++) {
      const low = movesLow & COLUMN_LOW[i];
      const high = movesHigh & COLUMN_HIGH[i];
      if ((low | high) === 0) continue;
      const madeLow = ownLow | low;
      const madeHigh = ownHigh | high;
      const score =
        countBits(lineEndsLow(madeLow, madeHigh) & freeLow) + countBits(lineEndsHigh(madeLow, madeHigh) & freeHigh);
      let place = count++;
      for (; place > 0 && threats[place - 1] < score; place--) {
        threats[place] = threats[place - 1];
        this.#moveLow[at + place] = this.#moveLow[at + place - 1];
        this.#moveHigh[at + place] = this.#moveHigh[at + place - 1];
      }
      threats[place] = score;
      this.#moveLow[at + place] = low;
      this.#moveHigh[at + place] = high;
    }
    return count;
  }
}

/** Offset of bounds, which are -21 to 21. */
const OFFSET = 22;
const UPPER = 2 * OFFSET;
/** Number of bits of a key's high word. */
const KEY_BITS = 21;
const KEY_MASK = (1 << KEY_BITS) - 1;

/**
 * Proved bounds by position: a bound of its score, from below or above. A position and its mirror image are one. Keys
 * are whole (own stones plus all stones, 28 and 21 bits), so an entry never stands for another position; of two
 * positions in one slot the later one stays.
 */
export class BoundTable {
  readonly #slots: Int32Array;
  readonly #shift: number;

  /** @param bits log2 of the number of slots, 8 bytes each */
  constructor(bits: number) {
    this.#slots = new Int32Array(2 << bits);
    this.#shift = 32 - bits;
  }

  /** Returns 1 if the score is known to be at least `target`, 0 if it is known to be below, -1 otherwise. */
  find(low: number, high: number, target: number): number {
    const otherLow = mirroredLow(low, high);
    const otherHigh = mirroredHigh(low);
    const turn = otherLow < low || (otherLow === low && otherHigh < high);
    const keyLow = turn ? otherLow : low;
    const keyHigh = turn ? otherHigh : high;
    const at = this.#slotOf(keyLow, keyHigh);
    const word = this.#slots[at + 1];
    if (this.#slots[at] !== keyLow || (word & KEY_MASK) !== keyHigh) return -1;
    const code = word >> KEY_BITS;
    if (code === 0) return -1;
    if (code > UPPER) return code - UPPER - OFFSET < target ? 0 : -1;
    return code - OFFSET >= target ? 1 : -1;
  }

  put(low: number, high: number, bound: number, isLower: boolean): void {
    const otherLow = mirroredLow(low, high);
    const otherHigh = mirroredHigh(low);
    const turn = otherLow < low || (otherLow === low && otherHigh < high);
    const keyLow = turn ? otherLow : low;
    const keyHigh = turn ? otherHigh : high;
    const at = this.#slotOf(keyLow, keyHigh);
    this.#slots[at] = keyLow;
    this.#slots[at + 1] = keyHigh | ((bound + OFFSET + (isLower ? 0 : UPPER)) << KEY_BITS);
  }

  #slotOf(low: number, high: number): number {
    const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    return (Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> this.#shift) << 1;
  }
}
