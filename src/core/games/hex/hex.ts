import { type Arena, type Automaton, type Outcome, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { hexCellName, opponent, type Player, printStones, readStones, withStone } from '../stones.ts';

/*
 * Boards of Hex as rows of bits: bit c of word r is the cell of column c in row r. Arrays hold several boards, so each
 * function takes the index of a board's first row.
 */

/** Number of rows of the largest board. */
const MAX_ROWS = 26;

/** Buffer for a growing set of cells. */
const REACH = new Int32Array(MAX_ROWS);

/**
 * Adds the connected stones to a set, until there are none left.
 *
 * @param reach the set, from index 0 on
 * @param stones the board whose stones are followed, from `at` on
 */
function flood(reach: Int32Array, stones: Int32Array, at: number, size: number): void {
  for (let changed = true, down = true; changed; down = !down) {
    changed = false;
    for (let i = 0; i < size; i++) {
      const row = down ? i : size - 1 - i;
      const own = stones[at + row];
      const before = reach[row];
      let bits = before | (touched(reach, row, size) & own);
      for (let grown = bits; ; bits = grown) {
        grown = bits | (((bits << 1) | (bits >> 1)) & own);
        if (grown === bits) break;
      }
      if (bits === before) continue;
      reach[row] = bits;
      changed = true;
    }
  }
}

/** Returns the cells of a row that touch cells of a set in the rows above and below. */
function touched(reach: Int32Array, row: number, size: number): number {
  const above = row === 0 ? 0 : reach[row - 1];
  const below = row === size - 1 ? 0 : reach[row + 1];
  return above | (above >> 1) | below | (below << 1);
}

/** Returns true if the chain of a stone touches both edges: top and bottom, or left and right. */
function joins(
  stones: Int32Array,
  at: number,
  size: number,
  row: number,
  column: number,
  isVertical: boolean,
): boolean {
  REACH.fill(0, 0, size);
  REACH[row] = 1 << column;
  flood(REACH, stones, at, size);
  if (isVertical) return REACH[0] !== 0 && REACH[size - 1] !== 0;
  let all = 0;
  for (let i = 0; i < size; i++) all |= REACH[i];
  return (all & 1) !== 0 && (all & (1 << (size - 1))) !== 0;
}

/**
 * Returns true if a player can join its edges with at most this many more stones, if the other one never moves.
 *
 * @param own, other the first rows of the player's stones and of the other's, in the same array
 */
function canJoin(
  boards: Int32Array,
  own: number,
  other: number,
  size: number,
  isVertical: boolean,
  stones: number,
): boolean {
  const full = size === 32 ? -1 : (1 << size) - 1;
  const lastColumn = 1 << (size - 1);
  for (let row = 0; row < size; row++) REACH[row] = boards[own + row] & (isVertical ? (row === 0 ? full : 0) : 1);
  flood(REACH, boards, own, size);
  for (let used = 0; ; used++) {
    let last = isVertical ? REACH[size - 1] : 0;
    if (!isVertical) for (let row = 0; row < size; row++) last |= REACH[row] & lastColumn;
    if (last !== 0) return true;
    if (used === stones) return false;
    // one more stone on any empty cell that touches the reached cells, or on the first edge
    let above = 0;
    for (let row = 0; row < size; row++) {
      const here = REACH[row];
      const below = row === size - 1 ? 0 : REACH[row + 1];
      const edge = isVertical ? (row === 0 ? full : 0) : 1;
      const near = (here << 1) | (here >> 1) | above | (above >> 1) | below | (below << 1) | edge;
      REACH[row] = here | (near & full & ~(boards[own + row] | boards[other + row]));
      above = here;
    }
    flood(REACH, boards, own, size);
  }
}

/** Default size of the board. */
export const HEX_SIZE = 11;
/** Maximum size: columns are letters. */
const LARGEST = 26;

/** A position: cells row by row, the top row first, on a board of `size` times `size`, and its winner, if any. */
export interface HexState {
  readonly size: number;
  readonly side: Player;
  readonly cells: string;
  readonly winner: Player | undefined;
}

/** The six neighbors of a cell: beside, above, above right, below, below left. */
const STEPS = [[0, -1], [0, 1], [-1, 0], [-1, 1], [1, 0], [1, -1]] as const; // biome-ignore format: pairs

/**
 * Returns true if the stones of `player` that are connected with those at `seeds` touch both of its edges: top and
 * bottom for `x`, left and right for `o`.
 */
function connects(cells: string, size: number, player: Player, seeds: readonly number[]): boolean {
  const seen = new Uint8Array(cells.length);
  const open = seeds.filter((cell) => cells[cell] === player);
  for (const cell of open) seen[cell] = 1;
  let first = false;
  let last = false;
  while (open.length > 0) {
    const cell = open.pop() as number;
    const row = Math.floor(cell / size);
    const column = cell % size;
    const along = player === 'x' ? row : column;
    first ||= along === 0;
    last ||= along === size - 1;
    if (first && last) return true;
    for (const [down, right] of STEPS) {
      const r = row + down;
      const c = column + right;
      const next = r * size + c;
      if (r < 0 || c < 0 || r >= size || c >= size || seen[next] === 1 || cells[next] !== player) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  return false;
}

/** Returns the cells of a player's first edge. */
const edge = (size: number, player: Player): number[] =>
  Array.from({ length: size }, (_, i) => (player === 'x' ? i : i * size));

function parse(text: string): Result<HexState, string> {
  const read = readStones(text);
  if (!read.ok) return read;
  const { side, cells } = read.value;
  const size = Math.round(Math.sqrt(cells.length));
  if (size < 1 || size * size !== cells.length) return err(`${cells.length} cells do not form a square board`);
  if (size > LARGEST) return err(`a ${size}×${size} board is larger than ${LARGEST}×${LARGEST}`);
  const winner = (['x', 'o'] as const).find((player) => isChain(cells, size, player));
  return ok({ size, side, cells, winner });
}

/**
 * Returns true if a player's stones join its two edges. They never do for both: the chain of one is the wall of the
 * other.
 */
function isChain(cells: string, size: number, player: Player): boolean {
  return edge(size, player).some((cell) => cells[cell] === player && connects(cells, size, player, [cell]));
}

/** Returns the cell of a name; -1 if the board has none of that name. */
function parseCell(name: string, size: number): number {
  const found = /^([a-z])([1-9]\d?)$/.exec(name);
  if (found === null) return -1;
  const column = found[1].charCodeAt(0) - 0x61;
  const row = Number(found[2]) - 1;
  return column < size && row < size ? row * size + column : -1;
}

/** Hex without the swap rule. `x` moves first and joins top and bottom, `o` left and right; actions are cells. */
export const hex: Automaton<HexState> = {
  id: 'hex',
  parse,
  print: printStones,
  legal(state) {
    if (state === SINK || state.winner !== undefined) return [];
    const names: string[] = [];
    for (let cell = 0; cell < state.cells.length; cell++)
      if (state.cells[cell] === '.') names.push(hexCellName(cell, state.size));
    return names;
  },
  step(state, action): HexState | Sink {
    if (state === SINK || state.winner !== undefined) return SINK;
    const { size, side } = state;
    const cell = parseCell(action, size);
    if (cell < 0 || state.cells[cell] !== '.') return SINK;
    const cells = withStone(state.cells, cell, side);
    const won = connects(cells, size, side, [cell]);
    return { size, side: opponent(side), cells, winner: won ? side : undefined };
  },
  /** A full board has a winner, so there are no draws. */
  outcome: ({ winner }): Outcome | undefined => (winner === undefined ? undefined : winner === 'x' ? '1-0' : '0-1'),
  key: ({ side, cells }) => side + cells,
  arena: () => new HexArena(),
};

/** Returns an empty board, `x` to move. */
export const emptyHex = (size = HEX_SIZE): HexState => ({
  size,
  side: 'x',
  cells: '.'.repeat(size * size),
  winner: undefined,
});

/**
 * Words of a state: its size, the side to move (0 for `x`), whether it is over, empty cells, hashes; then the rows of
 * both players.
 */
const SIZE = 0;
const SIDE = 1;
const OVER = 2;
const EMPTY = 3;
const HASH = 4;
const ROWS = 6;
const WORDS = ROWS + 2 * MAX_ROWS;

/**
 * Number of bits of a column in an action: action 32 r + c is the cell of row r and column c, on boards of every size.
 */
const COLUMN_BITS = 5;
const COLUMN = (1 << COLUMN_BITS) - 1;

/** Positions of Hex by handle, of boards of any size. */
class HexArena implements Arena<HexState> {
  legalA = 0;
  legalB = 0;
  readonly maxLegal = MAX_ROWS ** 2;
  #words = new Int32Array(16 * WORDS);

  reserve(count: number): void {
    if (count * WORDS <= this.#words.length) return;
    const grown = new Int32Array(Math.max(count * WORDS, 2 * this.#words.length));
    grown.set(this.#words);
    this.#words = grown;
  }

  load(handle: number, { size, side, cells, winner }: HexState): void {
    const words = this.#words;
    const at = handle * WORDS;
    words.fill(0, at, at + WORDS);
    words[at + SIZE] = size;
    words[at + OVER] = winner === undefined ? 0 : 1;
    words[at + EMPTY] = cells.length;
    words[at + HASH] = mixed(size, LOW);
    words[at + HASH + 1] = mixed(size, HIGH);
    for (let cell = 0; cell < cells.length; cell++)
      if (cells[cell] !== '.') this.#put(at, Math.floor(cell / size), cell % size, cells[cell] === 'x' ? 0 : 1);
    if (side === 'o') this.#turn(at);
  }

  copy(from: number, to: number): void {
    this.#words.copyWithin(to * WORDS, from * WORDS, (from + 1) * WORDS);
  }

  play(from: number, to: number, action: number): void {
    const words = this.#words;
    const at = to * WORDS;
    this.copy(from, to);
    const [row, column, player, size] = [action >> COLUMN_BITS, action & COLUMN, words[at + SIDE], words[at + SIZE]];
    this.#put(at, row, column, player);
    this.#turn(at);
    if (joins(words, at + ROWS + player * MAX_ROWS, size, row, column, player === 0)) words[at + OVER] = 1;
  }

  count(handle: number): number {
    const at = handle * WORDS;
    return this.#words[at + OVER] === 1 ? 0 : this.#words[at + EMPTY];
  }

  legal(handle: number, out: Int32Array, at: number): number {
    return this.count(handle) === 0 ? 0 : this.#shared(handle, handle, out, at);
  }

  common(a: number, b: number, out?: Int32Array, at = 0): number {
    this.legalA = this.count(a);
    this.legalB = this.count(b);
    return this.legalA === 0 || this.legalB === 0 ? 0 : this.#shared(a, b, out, at);
  }

  same(a: number, b: number): boolean {
    const words = this.#words;
    const [from, other] = [a * WORDS, b * WORDS];
    if (words[from + SIZE] !== words[other + SIZE] || words[from + SIDE] !== words[other + SIDE]) return false;
    for (let row = ROWS; row < WORDS; row++) if (words[from + row] !== words[other + row]) return false;
    return true;
  }

  /**
   * Returns true if an action removes its own cell from the legal ones and nothing else: while no player can have
   * joined its edges.
   */
  onlyShrinks(a: number, b: number, plies: number): boolean {
    return this.#goesOn(a, plies - 1) && (a === b || this.#goesOn(b, plies - 1));
  }

  hashLow(handle: number): number {
    return this.#words[handle * WORDS + HASH];
  }

  hashHigh(handle: number): number {
    return this.#words[handle * WORDS + HASH + 1];
  }

  actionName(action: number): string {
    const [row, column] = [action >> COLUMN_BITS, action & COLUMN];
    return hexCellName(row * MAX_ROWS + column, MAX_ROWS);
  }

  /** Returns true if no sequence of this many plies ends the game. */
  #goesOn(handle: number, plies: number): boolean {
    const words = this.#words;
    const at = handle * WORDS;
    if (words[at + OVER] === 1) return false;
    const size = words[at + SIZE];
    for (let player = 0; player < 2; player++) {
      const stones = (plies + (player === words[at + SIDE] ? 1 : 0)) >> 1;
      const own = at + ROWS + player * MAX_ROWS;
      const other = at + ROWS + (1 - player) * MAX_ROWS;
      if (stones > 0 && canJoin(words, own, other, size, player === 0, stones)) return false;
    }
    return true;
  }

  /** Returns the cells that are empty on both boards. */
  #shared(a: number, b: number, out: Int32Array | undefined, start: number): number {
    const words = this.#words;
    const [from, other] = [a * WORDS, b * WORDS];
    const size = Math.min(words[from + SIZE], words[other + SIZE]);
    const full = (1 << size) - 1;
    let end = start;
    for (let row = 0; row < size; row++) {
      const [x, o] = [from + ROWS + row, other + ROWS + row];
      let bits = full & ~(words[x] | words[x + MAX_ROWS] | words[o] | words[o + MAX_ROWS]);
      for (; bits !== 0; bits &= bits - 1) {
        if (out !== undefined) out[end] = (row << COLUMN_BITS) | (31 - Math.clz32(bits & -bits));
        end++;
      }
    }
    return end - start;
  }

  #put(at: number, row: number, column: number, player: number): void {
    const words = this.#words;
    words[at + ROWS + player * MAX_ROWS + row] |= 1 << column;
    words[at + EMPTY]--;
    // keys below MAX_ROWS + 1 are those of sizes
    const key = ((1 + player * MAX_ROWS + row) << COLUMN_BITS) + column;
    words[at + HASH] ^= mixed(key, LOW);
    words[at + HASH + 1] ^= mixed(key, HIGH);
  }

  #turn(at: number): void {
    const words = this.#words;
    words[at + SIDE] = 1 - words[at + SIDE];
    words[at + HASH] ^= LOW;
    words[at + HASH + 1] ^= HIGH;
  }
}

const LOW = 0x9e3779b1 | 0;
const HIGH = 0x85ebca6b | 0;

/** Returns the pseudo-random number of a key. */
function mixed(key: number, factor: number): number {
  let z = Math.imul(key + 1, factor);
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return z ^ (z >>> 15);
}
