import { type Automaton, type Outcome, SINK, type Sink } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { countBits, opponent, printStones, readStones } from '../games/stones.ts';
import {
  cellBit,
  discWords,
  findFlips,
  findLegalCells,
  hasBit,
  OthelloArena,
  OthelloState,
  PASS,
} from './othello-board.ts';
import { stoneScene, type World } from './world.ts';

/** The action of a player without a legal cell while the other has one. */
const PASS_NAME = 'pass';

/** Returns the name of a bit, `d3`: columns are letters from the left, rows numbers from the top. */
const bitName = (bit: number): string => `${String.fromCharCode(0x61 + (bit & 7))}${(bit >> 3) + 1}`;

/** Returns the name of a cell of the text, by its index on a board with `cells` cells. */
export const othelloCellName = (cell: number, cells: number): string =>
  bitName(cellBit(cell, Math.round(Math.sqrt(cells))));

const nameOf = (action: number): string => (action === PASS ? PASS_NAME : bitName(action));

/** Returns the words of a board with all of its cells set. */
function fullBoard(size: number): { low: number; high: number } {
  let [low, high] = [0, 0];
  for (let cell = 0; cell < size * size; cell++) {
    const bit = cellBit(cell, size);
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return { low, high };
}

/** Othello on a board of `size` rows and columns, 4, 6 or 8. */
class Othello implements Automaton<OthelloState> {
  readonly id: string;
  readonly size: number;
  readonly #board: { readonly low: number; readonly high: number };

  constructor(id: string, size: number) {
    this.id = id;
    this.size = size;
    this.#board = fullBoard(size);
  }

  /**
   * Reads any discs as a state, including those that no game leads to: a model that forgot one printed a board that can
   * be played on.
   */
  parse(text: string): Result<OthelloState, string> {
    const read = readStones(text);
    if (!read.ok) return read;
    const { side, cells } = read.value;
    const { size } = this;
    if (cells.length !== size * size) return err(`${cells.length} cells instead of ${size * size}`);
    const words = { x: [0, 0], o: [0, 0] };
    for (let cell = 0; cell < cells.length; cell++) {
      const disc = cells[cell];
      if (disc !== 'x' && disc !== 'o') continue;
      const bit = cellBit(cell, size);
      words[disc][bit >> 5] |= 1 << (bit & 31);
    }
    const [own, other] = [words[side], words[opponent(side)]];
    return ok(new OthelloState(side, size, { low: own[0], high: own[1] }, { low: other[0], high: other[1] }));
  }

  print(state: OthelloState): string {
    return printStones(state);
  }

  legal(state: OthelloState | Sink): readonly string[] {
    if (state === SINK) return [];
    const [low, high] = this.#places(state);
    if ((low | high) === 0) return this.#canMove(state.passed()) ? [PASS_NAME] : [];
    const names: string[] = [];
    for (let bit = 0; bit < 64; bit++) if (hasBit(bit, low, high)) names.push(bitName(bit));
    return names;
  }

  step(state: OthelloState | Sink, action: string): OthelloState | Sink {
    if (state === SINK) return SINK;
    const [low, high] = this.#places(state);
    if (action === PASS_NAME) {
      const passed = state.passed();
      return (low | high) === 0 && this.#canMove(passed) ? passed : SINK;
    }
    const found = /^([a-h])([1-8])$/.exec(action);
    const bit = found === null ? -1 : 8 * (Number(found[2]) - 1) + found[1].charCodeAt(0) - 0x61;
    if (bit < 0 || !hasBit(bit, low, high)) return SINK;
    const { side, ownLow, ownHigh, otherLow, otherHigh } = state;
    findFlips(bit, ownLow, ownHigh, otherLow, otherHigh);
    const [turnedLow, turnedHigh] = discWords;
    return new OthelloState(
      opponent(side),
      this.size,
      { low: otherLow & ~turnedLow, high: otherHigh & ~turnedHigh },
      {
        low: ownLow | turnedLow | (bit < 32 ? 1 << bit : 0),
        high: ownHigh | turnedHigh | (bit < 32 ? 0 : 1 << (bit - 32)),
      },
    );
  }

  /** Returns the result: the player with more discs wins. */
  outcome(state: OthelloState): Outcome | undefined {
    if (this.#canMove(state) || this.#canMove(state.passed())) return undefined;
    const { side, ownLow, ownHigh, otherLow, otherHigh } = state;
    const lead = countBits(ownLow) + countBits(ownHigh) - countBits(otherLow) - countBits(otherHigh);
    if (lead === 0) return '1/2-1/2';
    return lead > 0 === (side === 'x') ? '1-0' : '0-1';
  }

  /**
   * Returns the discs of the player to move and of the other: with the colors exchanged and the other to move, the same
   * cells can be taken.
   */
  key(state: OthelloState): string {
    return state.cellsOf('x');
  }

  /** Returns the reason why an action is not legal in a state in which others are. */
  whyNot(state: OthelloState, action: string): string {
    const other = opponent(state.side);
    const [low, high] = this.#places(state);
    if (action === PASS_NAME) return `${state.side} can take a cell, and passes only where there is none`;
    const found = /^([a-h])([1-8])$/.exec(action);
    const [column, row] = found === null ? [-1, -1] : [found[1].charCodeAt(0) - 0x61, Number(found[2]) - 1];
    if (found === null || column >= this.size || row >= this.size) return 'the board has no such cell';
    const cell = state.cells.charAt(row * this.size + column);
    if (cell !== '.') return `the cell is taken by ${cell}`;
    return (low | high) === 0
      ? `${state.side} can take no cell and must pass`
      : `${state.side} turns no disc of ${other} over there`;
  }

  arena(): OthelloArena {
    return new OthelloArena(this.#board.low, this.#board.high, nameOf);
  }

  #places({ ownLow, ownHigh, otherLow, otherHigh }: OthelloState): [number, number] {
    findLegalCells(ownLow, ownHigh, otherLow, otherHigh, this.#board.low, this.#board.high);
    return [discWords[0], discWords[1]];
  }

  #canMove(state: OthelloState): boolean {
    const [low, high] = this.#places(state);
    return (low | high) !== 0;
  }
}

/** Returns the start: `x` (black) to move, with the discs on the diagonal that rises to the right, as in d5 and e4. */
function startText(size: number): string {
  const middle = size / 2;
  const cells = Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const isMiddle = [row, column].every((at) => at === middle || at === middle - 1);
    return isMiddle ? (row === column ? 'o' : 'x') : '.';
  });
  return printStones({ side: 'x', cells: cells.join('') });
}

function othelloWorld(name: string, size: number, title: string): World<OthelloState> {
  const automaton = new Othello(name, size);
  const start = automaton.parse(startText(size));
  if (!start.ok) throw new Error(start.error);
  return {
    name,
    title,
    automaton,
    start: start.value,
    stateForm: `x or o (who is to move), then || cells ||: ${size * size} cells row by row from the top, each of . x o; x is black and moves first`,
    actionForm: 'the cell that is taken, such as d3 (columns are letters, rows numbers from the top); pass',
    part: 'cell',
    parts: ({ side, cells }) =>
      new Map([
        ...Array.from(
          cells,
          (disc, cell) => [othelloCellName(cell, cells.length), disc === '.' ? 'empty' : disc] as const,
        ),
        ['side', side] as const,
      ]),
    whyNot: (state, action) => automaton.whyNot(state, action),
    draw: ({ cells }) => stoneScene(cells, size, (cell) => othelloCellName(cell, cells.length)),
  };
}

/** Othello on the usual board. */
export const othello = othelloWorld('othello', 8, 'Othello');
/** Othello on six rows and columns, which is solved: the second player wins by four discs. */
export const othello6 = othelloWorld('othello6', 6, 'Othello 6x6');
