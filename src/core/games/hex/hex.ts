import { type Automaton, type Outcome, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { opponent, type Player, printStones, readStones, withStone } from '../stones.ts';
import { HexArena } from './arena.ts';
import { hexCellName } from './cell-name.ts';

/** The usual board. */
export const HEX_SIZE = 11;
/** Columns are letters. */
const LARGEST = 26;

/** A position: cells row by row, the top row first, on a board of `size` times `size`, and who won already. */
export interface HexState {
  readonly size: number;
  readonly side: Player;
  readonly cells: string;
  readonly winner: Player | undefined;
}

/** The six neighbours of a cell: beside, above, above right, below, below left. */
const STEPS = [[0, -1], [0, 1], [-1, 0], [-1, 1], [1, 0], [1, -1]] as const; // biome-ignore format: pairs

/**
 * Whether the stones of `player` that hang together with those at `seeds` touch both of its edges: top and bottom for `x`,
 * left and right for `o`.
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

/** The cells of a player's first edge. */
const edge = (size: number, player: Player): number[] =>
  Array.from({ length: size }, (_, i) => (player === 'x' ? i : i * size));

function parse(text: string): Result<HexState, string> {
  const read = readStones(text);
  if (!read.ok) return read;
  const { side, cells } = read.value;
  const size = Math.round(Math.sqrt(cells.length));
  if (size < 1 || size * size !== cells.length) return err(`${cells.length} cells are no square board`);
  if (size > LARGEST) return err(`a board of ${size} times ${size} is larger than ${LARGEST} times ${LARGEST}`);
  const winner = (['x', 'o'] as const).find((player) => isChain(cells, size, player));
  return ok({ size, side, cells, winner });
}

/** Whether a player's stones join its two edges. They never do for both: the one's chain is the other's wall. */
function isChain(cells: string, size: number, player: Player): boolean {
  return edge(size, player).some((cell) => cells[cell] === player && connects(cells, size, player, [cell]));
}

/** The cell of a name; -1 when the board has none of that name. */
function cellOf(name: string, size: number): number {
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
    const cell = cellOf(action, size);
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

/** An empty board, `x` to move. */
export const emptyHex = (size = HEX_SIZE): HexState => ({
  size,
  side: 'x',
  cells: '.'.repeat(size * size),
  winner: undefined,
});
