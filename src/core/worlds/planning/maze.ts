import { type Automaton, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { plural } from '../../base/text/counts.ts';
import { labelCell, levelCell, type Scene, type SceneCell, type World } from '../world.ts';

/** A fault of the text of a level, with its offset. */
export interface LevelFault {
  readonly message: string;
  readonly offset: number;
}

/** A maze: cells `x + y * width`, counted from 0. */
export interface Maze {
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly goal: number;
  /** 1 for each cell that is a wall. */
  readonly walls: Uint8Array;
  /** True if the text states the size. */
  readonly isSized: boolean;
}

/** Maximum number of columns and of rows. */
const MAX_SIDE = 400;
/** Maximum number of faults that are reported. */
const MAX_FAULTS = 20;

/** A word with two numbers after it. */
interface TokenPlace {
  readonly word: string;
  readonly x: number;
  readonly y: number;
  readonly offset: number;
}

/**
 * Reads words that are each followed by two numbers below `MAX_SIDE`, the token form of Searchformer (Lehnert et al.
 * 2024): `start 1 5 wall 0 0`.
 *
 * @param known the words that are allowed
 */
export function readTokenPlaces(
  text: string,
  known: readonly string[],
): { readonly places: readonly TokenPlace[]; readonly faults: LevelFault[] } {
  const tokens = Array.from(text.matchAll(/\S+/g), (found) => ({ text: found[0], offset: found.index }));
  const places: TokenPlace[] = [];
  const faults: LevelFault[] = [];
  for (let i = 0; i < tokens.length && faults.length < MAX_FAULTS; ) {
    const { text: word, offset } = tokens[i++];
    if (!known.includes(word)) {
      faults.push({ message: `${word} is none of the words ${known.join(', ')}`, offset });
      continue;
    }
    const numbers: number[] = [];
    while (numbers.length < 2 && /^\d{1,6}$/.test(tokens[i]?.text ?? '')) numbers.push(Number(tokens[i++].text));
    const [x, y] = numbers;
    const most = word === 'size' ? MAX_SIDE : MAX_SIDE - 1;
    if (numbers.length < 2) faults.push({ message: `after ${word} stand two numbers, x and y`, offset });
    else if (Math.max(x, y) > most) faults.push({ message: `numbers after ${word} are at most ${most}`, offset });
    else places.push({ word, x, y, offset });
  }
  return { places, faults };
}

const ONCE = ['size', 'start', 'goal'] as const;
const WORDS = [...ONCE, 'wall'];

/**
 * Reads a maze: `start x y goal x y wall x y …`, in any order, with `size width height` before it or not. A cell is a
 * wall only if that is stated. Without a size the maze is a square that has all coordinates of the text, since the
 * mazes of Searchformer are squares whose size the text does not state. The error is the faults in the order of the
 * text.
 */
export function readMaze(text: string): Result<Maze, readonly LevelFault[]> {
  const { places, faults } = readTokenPlaces(text, WORDS);
  const single = new Map<string, TokenPlace>();
  for (const place of places) {
    if (place.word === 'wall') continue;
    if (single.has(place.word)) faults.push({ message: `${place.word} comes twice`, offset: place.offset });
    else single.set(place.word, place);
  }
  const [size, start, goal] = ONCE.map((word) => single.get(word));
  const cells = places.filter(({ word }) => word !== 'size');
  const side = cells.reduce((most, { x, y }) => Math.max(most, x + 1, y + 1), 1);
  const [width, height] = size === undefined ? [side, side] : [size.x, size.y];
  const walls = new Uint8Array(width * height);
  for (const { word, x, y, offset } of cells) {
    if (x >= width || y >= height)
      faults.push({ message: `cell ${x} ${y} is outside of the ${width} x ${height} cells`, offset });
    else if (word === 'wall') walls[x + y * width] = 1;
  }
  for (const place of [start, goal])
    if (place !== undefined && walls[place.x + place.y * width] === 1)
      faults.push({ message: `the ${place.word} is a wall`, offset: place.offset });
  for (const word of ['start', 'goal'])
    if (!single.has(word) && faults.length === 0) faults.push({ message: `the maze has no ${word}`, offset: 0 });
  if (faults.length > 0 || start === undefined || goal === undefined)
    return err(faults.sort((a, b) => a.offset - b.offset).slice(0, MAX_FAULTS));
  return ok({
    width,
    height,
    start: start.x + start.y * width,
    goal: goal.x + goal.y * width,
    walls,
    isSized: size !== undefined,
  });
}

/** Returns the text of a maze with its size, as `readMaze` reads it; walls by column, as in the data of Searchformer. */
export function printMaze({ width, height, start, goal, walls }: Maze): string {
  const cell = (at: number): string => `${at % width} ${Math.floor(at / width)}`;
  const words = [`size ${width} ${height}`, `start ${cell(start)}`, `goal ${cell(goal)}`];
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) if (walls[x + y * width] === 1) words.push(`wall ${x} ${y}`);
  return words.join(' ');
}

/** Returns the size of a maze in words: `6 x 6 cells`. */
const mazeSizeText = ({ width, height }: Maze): string =>
  width * height === 1 ? plural(1, 'cell') : `${width} x ${height} cells`;

/** Moves with the change of x and y; y counts upwards, and the order is that in which Searchformer lists neighbors. */
const MOVES = [
  { name: 'up', dx: 0, dy: 1 },
  { name: 'down', dx: 0, dy: -1 },
  { name: 'left', dx: -1, dy: 0 },
  { name: 'right', dx: 1, dy: 0 },
] as const;

const NAMES = MOVES.map(({ name }) => name);

/** Lists of legal moves by their bits: bit i is `MOVES[i]`. */
const LISTS: readonly (readonly string[])[] = Array.from({ length: 16 }, (_, bits) =>
  NAMES.filter((_name, i) => (bits & (1 << i)) !== 0),
);

/** Number of a free cell, `x + y * width`. */
export type MazeCell = number;

/** A walk through a maze, one cell up, down, left or right at a time. */
class MazeAutomaton implements Automaton<MazeCell> {
  readonly id: string;
  readonly maxLegal = MOVES.length;
  readonly #maze: Maze;
  /** Bits of the legal moves of each cell. */
  readonly #open: Uint8Array;

  constructor(id: string, maze: Maze) {
    this.id = id;
    this.#maze = maze;
    this.#open = Uint8Array.from(maze.walls, (_, cell) => {
      const [x, y] = [cell % maze.width, Math.floor(cell / maze.width)];
      return MOVES.reduce(
        (bits, { dx, dy }, i) => (this.obstacle(x + dx, y + dy) === undefined ? bits | (1 << i) : bits),
        0,
      );
    });
  }

  /** Returns the reason why a cell cannot be entered, as a clause. */
  obstacle(x: number, y: number): string | undefined {
    const { width, height, walls, isSized } = this.#maze;
    if (x >= 0 && y >= 0 && x < width && y < height)
      return walls[x + y * width] === 1 ? `cell ${x} ${y} is a wall` : undefined;
    const size = mazeSizeText(this.#maze);
    const extent = isSized || x < 0 || y < 0 ? `the maze has ${size}` : `without a size, the maze has ${size}`;
    return `cell ${x} ${y} is outside: ${extent}`;
  }

  parse(text: string): Result<MazeCell, string> {
    const words = text.trim().split(/\s+/);
    if (words.length !== 2 || words.some((word) => !/^\d{1,6}$/.test(word)))
      return err('a cell is written as two numbers, x and y, such as 2 1');
    const [x, y] = words.map(Number);
    const obstacle = this.obstacle(x, y);
    return obstacle === undefined ? ok(x + y * this.#maze.width) : err(obstacle);
  }

  print(cell: MazeCell): string {
    const { width } = this.#maze;
    return `${cell % width} ${Math.floor(cell / width)}`;
  }

  legal(cell: MazeCell | Sink): readonly string[] {
    return cell === SINK ? [] : LISTS[this.#open[cell]];
  }

  step(cell: MazeCell | Sink, action: string): MazeCell | Sink {
    const move = NAMES.indexOf(action as (typeof NAMES)[number]);
    if (cell === SINK || move < 0 || (this.#open[cell] & (1 << move)) === 0) return SINK;
    return cell + MOVES[move].dx + MOVES[move].dy * this.#maze.width;
  }

  /** Returns a draw for a cell between walls, which ends a walk; nobody wins. */
  outcome(cell: MazeCell): '1/2-1/2' | undefined {
    return this.#open[cell] === 0 ? '1/2-1/2' : undefined;
  }

  /** Returns the cell: only cells between equal walls that no way joins have the same future. */
  key(cell: MazeCell): string {
    return String(cell);
  }

  whyNot(cell: MazeCell, action: string): string | undefined {
    const move = MOVES.find(({ name }) => name === action);
    if (move === undefined) return `moves are ${NAMES.join(', ')}`;
    const { width } = this.#maze;
    return this.obstacle((cell % width) + move.dx, Math.floor(cell / width) + move.dy);
  }
}

/** Returns a cell of a text, perhaps in a wall; undefined for one outside of the maze, and for other texts. */
function cellOfText({ width, height }: Maze, text: string): number | undefined {
  const [, x = Number.NaN, y = Number.NaN] = /^\s*(\d{1,6})\s+(\d{1,6})\s*$/.exec(text)?.map(Number) ?? [];
  return x < width && y < height ? x + y * width : undefined;
}

/** Draws a maze with the numbers of its columns below it and those of its rows on the left, row 0 at the bottom. */
function draw({ width, height, walls, goal }: Maze, player: number): Scene {
  const columns = Array.from({ length: width }, (_, x) => labelCell(x + 1, height, String(x)));
  const rows = Array.from({ length: height }, (_, y) => labelCell(0, height - 1 - y, String(y)));
  const cells = Array.from(walls, (wall, cell): SceneCell => {
    const [column, row] = [1 + (cell % width), height - 1 - Math.floor(cell / width)];
    const ground = wall === 1 ? 'wall' : cell === goal ? 'target' : 'floor';
    return cell === player ? levelCell(column, row, ground, '@', 'cell') : levelCell(column, row, ground, '');
  });
  return { columns: width + 1, rows: height + 1, cells: [...rows, ...columns, ...cells] };
}

/** Returns the world of a maze. */
export function mazeWorld(name: string, maze: Maze): World<MazeCell> {
  const automaton = new MazeAutomaton(name, maze);
  const { width, goal, start } = maze;
  const goalText = automaton.print(goal);
  const [goalX, goalY] = [goal % width, Math.floor(goal / width)];
  return {
    name,
    title: `Maze of ${mazeSizeText(maze)}, ${automaton.print(start)} to ${goalText}`,
    automaton,
    start,
    stateForm: `the cell as x and y from 0, such as ${automaton.print(start)}; x counts from the left, y from the bottom`,
    actionForm: 'up, down, left or right, one cell; up adds 1 to y',
    part: 'cell',
    parts: (cell) => new Map([['cell', automaton.print(cell)]]),
    whyNot: (cell, action) => automaton.whyNot(cell, action),
    draw: (cell) => draw(maze, cell),
    drawText(text) {
      const cell = cellOfText(maze, text);
      return cell === undefined ? undefined : draw(maze, cell);
    },
    goal: { title: `cell ${goalText}`, reached: (cell) => cell === goal },
    heuristics: [
      {
        name: 'manhattan',
        isAdmissible: true,
        estimate: (cell) => Math.abs((cell % width) - goalX) + Math.abs(Math.floor(cell / width) - goalY),
      },
    ],
  };
}

/** Returns the world of the text of a maze (`readMaze`), or the faults of the text. */
export function readMazeLevel(name: string, text: string): Result<World<MazeCell>, readonly LevelFault[]> {
  const maze = readMaze(text);
  return maze.ok ? ok(mazeWorld(name, maze.value)) : maze;
}
