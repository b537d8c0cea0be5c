import { type Automaton, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { plural } from '../../base/text/counts.ts';
import { levelCell, type Scene, type SceneCell, type World } from '../world.ts';
import { type LevelFault, readTokenPlaces } from './maze.ts';
import { readSokoban, type SokobanLevel } from './sokoban-level.ts';

/** Cells of the worker and of the boxes, these in ascending order. */
export interface SokobanState {
  readonly worker: number;
  readonly boxes: readonly number[];
}

/** Moves of the worker, in the order in which Searchformer tries them; y counts from the top. */
const MOVES = [
  { name: 'up', dx: 0, dy: -1 },
  { name: 'down', dx: 0, dy: 1 },
  { name: 'left', dx: -1, dy: 0 },
  { name: 'right', dx: 1, dy: 0 },
] as const;

const NAMES: readonly string[] = MOVES.map(({ name }) => name);

/** Sokoban with the four moves of the worker, which push the box in front of it. */
class Sokoban implements Automaton<SokobanState> {
  readonly id: string;
  readonly maxLegal = MOVES.length;
  readonly #level: SokobanLevel;
  /** The neighbor of each cell in each direction, at `4 * cell + direction`; -1 for a wall and beyond the level. */
  readonly #next: Int32Array;

  constructor(id: string, level: SokobanLevel) {
    this.id = id;
    this.#level = level;
    const { width, height, walls } = level;
    this.#next = Int32Array.from({ length: MOVES.length * width * height }, (_, i) => {
      const { dx, dy } = MOVES[i % MOVES.length];
      const cell = Math.floor(i / MOVES.length);
      const [x, y] = [(cell % width) + dx, Math.floor(cell / width) + dy];
      return x < 0 || y < 0 || x >= width || y >= height || walls[x + y * width] === 1 ? -1 : x + y * width;
    });
  }

  /** Reads the worker and the boxes in any order. Boxes on docks may be left out if it is clear on which they are. */
  parse(text: string): Result<SokobanState, string> {
    const { places, faults } = readTokenPlaces(text, ['worker', 'box']);
    if (faults.length > 0) return err(faults[0].message);
    const { width, height, walls } = this.#level;
    const taken = new Set<number>();
    for (const { word, x, y } of places) {
      const cell = x + y * width;
      if (x >= width || y >= height) return err(`the ${word} at ${x} ${y} is outside of the level`);
      if (walls[cell] === 1) return err(`the ${word} at ${x} ${y} is in a wall`);
      if (taken.has(cell)) return err(`two objects are at ${x} ${y}`);
      taken.add(cell);
    }
    const cellsOf = (wanted: string): number[] =>
      places.filter(({ word }) => word === wanted).map(({ x, y }) => x + y * width);
    const workers = cellsOf('worker');
    if (workers.length !== 1) return err(`a state has one worker, not ${workers.length}`);
    const boxes = this.#completed(cellsOf('box'), workers[0]);
    return boxes.ok ? ok({ worker: workers[0], boxes: boxes.value.sort((a, b) => a - b) }) : boxes;
  }

  /** Adds the boxes that are not listed. Searchformer lists only those that are on no dock. */
  #completed(listed: number[], worker: number): Result<number[], string> {
    const { boxes, docks } = this.#level;
    const missing = boxes.length - listed.length;
    if (missing === 0) return ok(listed);
    const free: number[] = [];
    for (const [cell, dock] of docks.entries())
      if (dock === 1 && cell !== worker && !listed.includes(cell)) free.push(cell);
    return missing > 0 && missing === free.length
      ? ok([...listed, ...free])
      : err(`${plural(listed.length, 'box', 'boxes')} instead of ${boxes.length}`);
  }

  print({ worker, boxes }: SokobanState): string {
    return [`worker ${this.cellText(worker)}`, ...boxes.map((box) => `box ${this.cellText(box)}`)].join(' ');
  }

  /** Returns true if a text has the worker and boxes of the state, perhaps without some that are on docks. */
  isDescribed({ worker, boxes }: SokobanState, text: string): boolean {
    const { places, faults } = readTokenPlaces(text, ['worker', 'box']);
    const { width, docks } = this.#level;
    const listed = (word: string): number[] =>
      places.filter((place) => place.word === word && place.x < width).map(({ x, y }) => x + y * width);
    const [workers, found] = [listed('worker'), new Set(listed('box'))];
    const isComplete = workers.length + found.size === places.length;
    if (faults.length > 0 || !isComplete || workers.length !== 1 || workers[0] !== worker) return false;
    return [...found].every((box) => boxes.includes(box)) && boxes.every((box) => found.has(box) || docks[box] === 1);
  }

  cellText(cell: number): string {
    const { width } = this.#level;
    return `${cell % width} ${Math.floor(cell / width)}`;
  }

  legal(state: SokobanState | Sink): readonly string[] {
    return state === SINK ? [] : NAMES.filter((_, direction) => this.#isOpen(state, direction));
  }

  #isOpen({ worker, boxes }: SokobanState, direction: number): boolean {
    const to = this.#next[MOVES.length * worker + direction];
    if (to < 0) return false;
    if (!boxes.includes(to)) return true;
    const behind = this.#next[MOVES.length * to + direction];
    return behind >= 0 && !boxes.includes(behind);
  }

  step(state: SokobanState | Sink, action: string): SokobanState | Sink {
    const direction = NAMES.indexOf(action);
    if (state === SINK || direction < 0 || !this.#isOpen(state, direction)) return SINK;
    const worker = this.#next[MOVES.length * state.worker + direction];
    if (!state.boxes.includes(worker)) return { worker, boxes: state.boxes };
    const behind = this.#next[MOVES.length * worker + direction];
    const boxes = state.boxes.map((box) => (box === worker ? behind : box)).sort((a, b) => a - b);
    return { worker, boxes };
  }

  /** Returns a draw for a worker that cannot move, which ends a walk; nobody wins. */
  outcome(state: SokobanState): '1/2-1/2' | undefined {
    return this.legal(state).length === 0 ? '1/2-1/2' : undefined;
  }

  key({ worker, boxes }: SokobanState): string {
    return `${worker} ${boxes.join(' ')}`;
  }

  whyNot({ worker, boxes }: SokobanState, action: string): string | undefined {
    const direction = NAMES.indexOf(action);
    if (direction < 0) return `moves are ${NAMES.join(', ')}`;
    const { dx, dy } = MOVES[direction];
    const to = this.#next[MOVES.length * worker + direction];
    if (to < 0) return `cell ${this.#besideText(worker, dx, dy)}`;
    if (!boxes.includes(to)) return undefined;
    const behind = this.#next[MOVES.length * to + direction];
    if (behind < 0) return `the box at ${this.cellText(to)} cannot be pushed: cell ${this.#besideText(to, dx, dy)}`;
    return boxes.includes(behind)
      ? `the box at ${this.cellText(to)} cannot be pushed: another one is behind it`
      : undefined;
  }

  #besideText(cell: number, dx: number, dy: number): string {
    const { width, height } = this.#level;
    const [x, y] = [(cell % width) + dx, Math.floor(cell / width) + dy];
    const isInside = x >= 0 && y >= 0 && x < width && y < height;
    return `${x} ${y} is ${isInside ? 'a wall' : 'outside of the level'}`;
  }

  isReached({ boxes }: SokobanState): boolean {
    return boxes.every((box) => this.#level.docks[box] === 1);
  }

  /**
   * Returns the sum of the distances of the boxes that are on no dock to the nearest dock without a box, the heuristic
   * of Searchformer; infinite if walls keep one of them from moving in both directions. It is never above the number of
   * moves: the ways of boxes that leave a dock to others are no shorter.
   */
  estimate({ boxes }: SokobanState): number {
    const { width, docks } = this.#level;
    let sum = 0;
    for (const box of boxes) {
      if (docks[box] === 1) continue;
      if (this.#isStuck(box)) return Number.POSITIVE_INFINITY;
      let least = Number.POSITIVE_INFINITY;
      for (let dock = 0; dock < docks.length; dock++) {
        if (docks[dock] === 0 || boxes.includes(dock)) continue;
        const rows = Math.abs(Math.floor(dock / width) - Math.floor(box / width));
        least = Math.min(least, Math.abs((dock % width) - (box % width)) + rows);
      }
      sum += least;
    }
    return sum;
  }

  /** Returns true if a box can never move: a wall is beside it both ways. */
  #isStuck(box: number): boolean {
    const [up, down, left, right] = MOVES.map((_, direction) => this.#next[MOVES.length * box + direction] < 0);
    return (up || down) && (left || right);
  }

  contentOf({ worker, boxes }: SokobanState, cell: number): 'worker' | 'box' | 'empty' {
    if (cell === worker) return 'worker';
    return boxes.includes(cell) ? 'box' : 'empty';
  }
}

const GLYPHS = { worker: '@', box: '$', empty: '' } as const;

/** @param contentOf returns what is in a cell: on a wall, of a text that is no state, too */
function draw(
  automaton: Sokoban,
  { width, height, walls, docks }: SokobanLevel,
  contentOf: (cell: number) => keyof typeof GLYPHS,
): Scene {
  const cells = Array.from(walls, (wall, cell): SceneCell => {
    const glyph = GLYPHS[contentOf(cell)];
    const ground = wall === 1 ? 'wall' : docks[cell] === 1 ? 'target' : 'floor';
    const part = wall === 1 && glyph === '' ? undefined : automaton.cellText(cell);
    return levelCell(cell % width, Math.floor(cell / width), ground, glyph, part);
  });
  return { columns: width, rows: height, cells };
}

/** Draws the worker and the boxes of a text that is no state; undefined if it has none inside of the level. */
function drawText(automaton: Sokoban, level: SokobanLevel, text: string): Scene | undefined {
  const { places } = readTokenPlaces(text, ['worker', 'box']);
  const things = new Map<number, 'worker' | 'box'>();
  for (const { word, x, y } of places)
    if (x < level.width && y < level.height) things.set(x + y * level.width, word === 'worker' ? 'worker' : 'box');
  return things.size === 0 ? undefined : draw(automaton, level, (cell) => things.get(cell) ?? 'empty');
}

/** Returns the world of the text of a level (`readSokoban`), or the faults of the text. */
export function readSokobanLevel(name: string, text: string): Result<World<SokobanState>, readonly LevelFault[]> {
  const read = readSokoban(text);
  if (!read.ok) return read;
  const level = read.value;
  const automaton = new Sokoban(name, level);
  const start = { worker: level.worker, boxes: level.boxes };
  const floor = Array.from(level.walls.keys()).filter((cell) => level.walls[cell] === 0);
  return ok({
    name,
    title: `Sokoban on ${level.width} x ${level.height} cells with ${plural(level.boxes.length, 'box', 'boxes')}`,
    automaton,
    start,
    stateForm: `the cells of the worker and of every box as x and y from 0, such as ${automaton.print(start)}; x counts from the left, y from the top`,
    actionForm: 'up, down, left or right: the worker moves by one cell and pushes the box that is there',
    part: 'cell',
    parts: (state) => new Map(floor.map((cell) => [automaton.cellText(cell), automaton.contentOf(state, cell)])),
    whyNot: (state, action) => automaton.whyNot(state, action),
    describes: (state, text) => automaton.isDescribed(state, text),
    draw: (state) => draw(automaton, level, (cell) => automaton.contentOf(state, cell)),
    drawText: (text) => drawText(automaton, level, text),
    goal: { title: 'all boxes on docks', reached: (state) => automaton.isReached(state) },
    heuristics: [{ name: 'docks', isAdmissible: true, estimate: (state) => automaton.estimate(state) }],
  });
}
