import type { Automaton } from '../base/automaton.ts';

/**
 * A world: an automaton, the start of walks through it, and descriptions of its texts for people and reports. Names of
 * actions hold no white space, so that a walk is a line of them.
 */
export interface World<State> {
  /** Name in `--world`; the id of the automaton. */
  readonly name: string;
  readonly title: string;
  readonly automaton: Automaton<State>;
  readonly start: State;
  /** Form of the text of a state, and names of actions: sentences for help and prompts. */
  readonly stateForm: string;
  readonly actionForm: string;
  /**
   * Noun for a part of a state, and the parts with their content, in the order of the text; equal states have equal
   * parts.
   */
  readonly part: string;
  parts(state: State): ReadonlyMap<string, string>;
  /**
   * Returns the reason why an action is not legal in a state, as a clause without a period (`cell c4 is taken`);
   * undefined if there is no specific one.
   */
  whyNot?(state: State, action: string): string | undefined;
  /**
   * Returns true if a text describes the state in a notation that leaves out parts, so that `Automaton.parse` may refuse
   * it: traces of Searchformer do not write boxes that are on docks.
   */
  describes?(state: State, text: string): boolean;
  /** Draws the state; a world without pictures is shown as text. */
  draw?(state: State): Scene;
  /**
   * Draws a text that is no state, as far as it says where things are: a cell in a wall; undefined if it says nothing
   * that can be drawn.
   */
  drawText?(text: string): Scene | undefined;
  /** Goal of a search in it; none in a world without goals. */
  readonly goal?: Goal<State>;
  /** Estimates of the cost to the goal; the first one is the usual one. */
  readonly heuristics?: readonly Heuristic<State>[];
}

/** An estimate of the cost from a state to the goal. */
export interface Heuristic<State> {
  /** `manhattan`, `sum`. */
  readonly name: string;
  /** True if it is never above the cost of the cheapest way to the goal; infinite where there is none. */
  readonly isAdmissible?: true;
  estimate(state: State): number;
}

/** The goal of a world. */
export interface Goal<State> {
  /** The goal as a noun phrase: `59`, `cell 2 1`, `all boxes on goals`. */
  readonly title: string;
  reached(state: State): boolean;
  /** Cost of an action, 1 or more. Default: 1. */
  cost?(state: State, action: string): number;
  /**
   * Returns what `Automaton.key` lacks of a state: states with the same key that are equally far from the goal have the
   * same text. Left out where the key has all that the goal depends on.
   */
  key?(state: State): string;
  /** True if all plans from a state cost the same, so that each is a shortest one. */
  readonly isUniform?: true;
}

/** Fill of a cell of a picture; themes give each a color. `first` and `second` are the two players. */
export const SCENE_TONES = ['none', 'light', 'dark', 'first', 'second', 'accent'] as const;
export type SceneTone = (typeof SCENE_TONES)[number];

/** Ground of a cell of a level, which is drawn below the glyph by its shape, not by its color alone. */
export type SceneGround = 'wall' | 'floor' | 'target';

/** A cell of a picture: a square on a grid with at most one glyph. */
export interface SceneCell {
  /** Column from the left, from 0; rows of a board of Hex are shifted by half a cell each. */
  readonly column: number;
  /** Row from the top, from 0. */
  readonly row: number;
  /**
   * The part of the state (`World.parts`) that the cell shows, so that it can be marked if that is wrong; none for
   * labels.
   */
  readonly part?: string;
  /** A letter, a word or a symbol; empty for an empty cell. */
  readonly glyph: string;
  readonly tone: SceneTone;
  /** Missing outside of levels. On a ground `@` is a walker and `$` a box. */
  readonly ground?: SceneGround;
}

/** A picture of a state: cells on a grid, each at most once. The text of the state has all that it cannot show. */
export interface Scene {
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly SceneCell[];
}

/** Fills of grounds. */
const GROUND_TONES = { wall: 'dark', floor: 'light', target: 'accent' } as const;

/** Returns a cell of a level. @param glyph `@` for a walker, `$` for a box, empty for none */
export const levelCell = (
  column: number,
  row: number,
  ground: SceneGround,
  glyph: string,
  part?: string,
): SceneCell => ({
  column,
  row,
  ground,
  glyph,
  tone: GROUND_TONES[ground],
  ...(part !== undefined && { part }),
});

/** Returns a cell with a name of a row or a column. */
export const labelCell = (column: number, row: number, glyph: string): SceneCell => ({
  column,
  row,
  glyph,
  tone: 'none',
});

/** Look of a cell of a board of stones: `.` is empty. */
const STONES: Readonly<Record<string, { readonly glyph: string; readonly tone: SceneTone }>> = {
  x: { glyph: 'x', tone: 'first' },
  o: { glyph: 'o', tone: 'second' },
};

/**
 * Draws a board of stones whose columns are letters and whose rows are numbers from the top.
 *
 * @param cells one character a cell, row by row
 * @param nameOf returns the part that a cell shows
 */
export function stoneScene(cells: string, columns: number, nameOf: (cell: number) => string): Scene {
  const rows = Math.ceil(cells.length / columns);
  const letters = Array.from({ length: columns }, (_, i) => labelCell(i + 1, 0, String.fromCharCode(0x61 + i)));
  const numbers = Array.from({ length: rows }, (_, i) => labelCell(0, i + 1, String(i + 1)));
  const stones = Array.from(cells, (stone, cell): SceneCell => {
    const look = STONES[stone] ?? { glyph: '', tone: 'light' };
    return { column: 1 + (cell % columns), row: 1 + Math.floor(cell / columns), part: nameOf(cell), ...look };
  });
  return { columns: columns + 1, rows: rows + 1, cells: [...letters, ...numbers, ...stones] };
}

/** Draws a board whose stones fall: its columns are numbers from 0, as in actions, its rows from 1 at the bottom. */
export function columnScene(cells: string, columns: number, nameOf: (cell: number) => string): Scene {
  const board = stoneScene(cells, columns, nameOf);
  const labels = board.cells.map((cell) => {
    if (cell.part !== undefined) return cell;
    const { column, row } = cell;
    return labelCell(column, row, String(row === 0 ? column - 1 : board.rows - row));
  });
  return { ...board, cells: labels };
}
