import { err, ok, type Result } from '../../base/result.ts';
import { type LevelFault, readTokenPlaces } from './maze.ts';

/** A level of Sokoban: cells are `x + y * width`, y counts from the top. */
export interface SokobanLevel {
  readonly width: number;
  readonly height: number;
  /** 1 for each cell that is a wall. */
  readonly walls: Uint8Array;
  /** 1 for each cell where a box belongs. */
  readonly docks: Uint8Array;
  readonly worker: number;
  /** Cells of the boxes in ascending order. */
  readonly boxes: readonly number[];
}

/** An object of a level, with the offset at which the text has it. */
interface Placed {
  readonly word: 'worker' | 'box' | 'dock' | 'wall';
  readonly x: number;
  readonly y: number;
  readonly offset: number;
}

/** Signs of the usual form of levels (XSB), each with what is on its cell. */
const SIGNS: ReadonlyMap<string, readonly Placed['word'][]> = new Map([
  ['#', ['wall']],
  ['@', ['worker']],
  ['+', ['worker', 'dock']],
  ['$', ['box']],
  ['*', ['box', 'dock']],
  ['.', ['dock']],
  [' ', []],
  ['-', []],
  ['_', []],
]);

/** End of a row; in one line, as in the name of a world, rows end with `/`. */
const ROW_END = /[\n/]/;

/** Maximum number of columns and of rows of a level. */
const MAX_LEVEL = 100;
/** Maximum number of faults that are reported. */
const MAX_FAULTS = 20;

/**
 * Reads a level: rows in the usual signs (`#` wall, `@` worker, `$` box, `.` dock, `*` and `+` box and worker on a dock;
 * a line after `;` is a comment; rows may also end with `/`), or the tokens of Searchformer, `worker x y box x y dock x y wall x y …`. The error is
 * the faults in the order of the text.
 */
export function readSokoban(text: string): Result<SokobanLevel, readonly LevelFault[]> {
  const { objects, faults } = isInTokens(text) ? readTokens(text) : readRows(text);
  return faults.length > 0 ? err(faults.slice(0, MAX_FAULTS)) : makeLevel(objects);
}

const isInTokens = (text: string): boolean => /[A-Za-z]/.test(text.replace(/^;.*$/gm, ''));

/** Returns the text of a level in one line: rows end with `/`, and `-` is floor. */
export const sokobanLine = (text: string): string =>
  isInTokens(text)
    ? text.trim().replace(/\s+/g, ' ')
    : text
        .split(ROW_END)
        .filter((row) => row.trim() !== '' && !row.startsWith(';'))
        .map((row) => row.trimEnd().replaceAll(' ', '-'))
        .join('/');

interface ReadObjects {
  readonly objects: Placed[];
  readonly faults: LevelFault[];
}

function readTokens(text: string): ReadObjects {
  const { places, faults } = readTokenPlaces(text, ['worker', 'box', 'dock', 'wall']);
  return { objects: places.map((place) => ({ ...place, word: place.word as Placed['word'] })), faults };
}

function readRows(text: string): ReadObjects {
  const objects: Placed[] = [];
  const faults: LevelFault[] = [];
  let start = 0;
  let y = 0;
  for (const line of text.split(ROW_END)) {
    const row = line.trimEnd();
    // blank lines above the level are no rows of it
    if (!row.startsWith(';') && (row !== '' || y > 0)) {
      for (let x = 0; x < row.length && faults.length < MAX_FAULTS; x++) {
        const signs = SIGNS.get(row.charAt(x));
        const offset = start + x;
        if (signs === undefined)
          faults.push({ message: `${row.charAt(x)} is no sign of a level; expected one of # $@.*+`, offset });
        else for (const word of signs) objects.push({ word, x, y, offset });
      }
      y++;
    }
    start += line.length + 1;
  }
  return { objects, faults };
}

function makeLevel(objects: readonly Placed[]): Result<SokobanLevel, readonly LevelFault[]> {
  const width = objects.reduce((most, { x }) => Math.max(most, x + 1), 1);
  const height = objects.reduce((most, { y }) => Math.max(most, y + 1), 1);
  if (Math.max(width, height) > MAX_LEVEL)
    return err([{ message: `a level has at most ${MAX_LEVEL} columns and rows`, offset: 0 }]);
  const [walls, docks, taken] = [0, 0, 0].map(() => new Uint8Array(width * height));
  const faults: LevelFault[] = [];
  const boxes: number[] = [];
  const workers: number[] = [];
  for (const { word, x, y, offset } of objects) {
    const cell = x + y * width;
    if (word === 'wall') walls[cell] = 1;
    else if (word === 'dock') docks[cell] = 1;
    else if (taken[cell] === 1) faults.push({ message: `two objects are at ${x} ${y}`, offset });
    else {
      taken[cell] = 1;
      (word === 'box' ? boxes : workers).push(cell);
      if (word === 'worker' && workers.length > 1) faults.push({ message: 'a level has one worker', offset });
    }
  }
  for (const { word, x, y, offset } of objects)
    if (word !== 'wall' && walls[x + y * width] === 1)
      faults.push({ message: `the ${word} at ${x} ${y} is in a wall`, offset });
  const count = docks.reduce((sum, dock) => sum + dock, 0);
  if (workers.length === 0) faults.push({ message: 'the level has no worker', offset: 0 });
  if (boxes.length === 0) faults.push({ message: 'the level has no box', offset: 0 });
  if (count < boxes.length)
    faults.push({ message: `the level has fewer docks than boxes, ${count} for ${boxes.length}`, offset: 0 });
  if (faults.length > 0) return err(faults.sort((a, b) => a.offset - b.offset).slice(0, MAX_FAULTS));
  return ok({ width, height, walls, docks, worker: workers[0], boxes: boxes.sort((a, b) => a - b) });
}
