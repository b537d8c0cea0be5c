import { err, ok, type Result } from '../../base/result.ts';
import { plural } from '../../base/text/counts.ts';

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
export const MAX_SIDE = 400;
/** Maximum number of faults that are reported. */
const MAX_FAULTS = 20;

/** A word with two numbers after it. */
export interface TokenPlace {
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
export const mazeSizeText = ({ width, height }: Maze): string =>
  width * height === 1 ? plural(1, 'cell') : `${width} x ${height} cells`;
