import type { HexState } from './hex.ts';

/** Neighbours of a cell. */
export const NEIGHBOURS = 6;

/**
 * A board with a rim: a row above and below, a column left and right, so that no neighbour has to be looked for at the edge.
 * Cell (row, column) of the board is cell (row + 1) * width + column + 1 here.
 */
export interface HexTopology {
  readonly size: number;
  /** `size` + 2. */
  readonly width: number;
  /** What to add to a cell for its neighbours. */
  readonly steps: Int32Array;
  /** Cells of the board in the order of its text. */
  readonly cells: Int32Array;
}

const TOPOLOGIES = new Map<number, HexTopology>();

/** The topology of a size; there are few, and they are kept. */
export function hexTopology(size: number): HexTopology {
  const known = TOPOLOGIES.get(size);
  if (known !== undefined) return known;
  const width = size + 2;
  const cells = Int32Array.from(
    { length: size * size },
    (_, cell) => (Math.floor(cell / size) + 1) * width + (cell % size) + 1,
  );
  const made = { size, width, cells, steps: Int32Array.of(-1, 1, -width, 1 - width, width, width - 1) };
  TOPOLOGIES.set(size, made);
  return made;
}

export const EMPTY = 0;
export const CROSS = 1;
export const RING = 2;

/** The stones of a state on the board with a rim. */
export function rimmedBoard({ cells, size }: HexState): Uint8Array {
  const topology = hexTopology(size);
  const board = new Uint8Array(topology.width ** 2);
  for (let i = 0; i < cells.length; i++)
    board[topology.cells[i]] = cells[i] === 'x' ? CROSS : cells[i] === 'o' ? RING : EMPTY;
  return board;
}

/** Walks along stones of one player, again and again over boards of one size. */
export class HexWalker {
  readonly #topology: HexTopology;
  /** The walk that saw a cell last. */
  readonly #seen: Int32Array;
  readonly #open: Int32Array;
  #walk = 0;

  constructor(topology: HexTopology) {
    this.#topology = topology;
    this.#seen = new Int32Array(topology.width ** 2);
    this.#open = new Int32Array(topology.width ** 2);
  }

  /** Whether the stones of a player join its edges: top and bottom for `CROSS`, left and right for `RING`. */
  isJoined(board: Uint8Array, player: number): boolean {
    const { size, width, steps } = this.#topology;
    const seen = this.#seen;
    const open = this.#open;
    const walk = ++this.#walk;
    const along = player === CROSS ? 1 : width;
    const first = width + 1;
    let count = 0;
    for (let i = 0; i < size; i++) {
      const cell = first + i * along;
      if (board[cell] !== player) continue;
      seen[cell] = walk;
      open[count++] = cell;
    }
    while (count > 0) {
      const cell = open[--count];
      const reached = player === CROSS ? cell >= size * width : cell % width === size;
      if (reached) return true;
      for (let i = 0; i < NEIGHBOURS; i++) {
        const next = cell + steps[i];
        if (board[next] !== player || seen[next] === walk) continue;
        seen[next] = walk;
        open[count++] = next;
      }
    }
    return false;
  }

  /** The empty cells, in the order of the text, with which a player who has not joined its edges joins them. */
  joiningCells(board: Uint8Array, player: number): number[] {
    const [fromFirst, fromLast] = [this.#reach(board, player, false), this.#reach(board, player, true)];
    return Array.from(this.#topology.cells).filter((cell) => fromFirst.has(cell) && fromLast.has(cell));
  }

  /** Empty cells that lie on an edge of a player or beside stones that hang together with it. */
  #reach(board: Uint8Array, player: number, fromLast: boolean): Set<number> {
    const { size, width, steps } = this.#topology;
    const along = player === CROSS ? 1 : width;
    const across = player === CROSS ? width : 1;
    const first = width + 1 + (fromLast ? (size - 1) * across : 0);
    const inside = (cell: number): boolean =>
      cell >= width && cell < (size + 1) * width && cell % width > 0 && cell % width <= size;
    const reached = new Set<number>();
    const stones = new Set<number>();
    const visit = (cell: number): void => {
      if (board[cell] === EMPTY) reached.add(cell);
      else if (board[cell] === player) stones.add(cell);
    };
    for (let i = 0; i < size; i++) visit(first + i * along);
    // a set goes on with what is added while it is walked
    for (const cell of stones) for (const step of steps) if (inside(cell + step)) visit(cell + step);
    return reached;
  }
}
