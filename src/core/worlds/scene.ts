/** How a cell of a picture is filled; themes give each a color. `first` and `second` are the two players. */
export const SCENE_TONES = ['none', 'light', 'dark', 'first', 'second', 'accent'] as const;
export type SceneTone = (typeof SCENE_TONES)[number];

/** A cell of a picture: a square on a grid with at most one glyph. */
export interface SceneCell {
  /** From the left, from 0; rows of a board of Hex stand half a cell apart. */
  readonly column: number;
  /** From the top, from 0. */
  readonly row: number;
  /** The part of the state (`World.parts`) that the cell shows, so that it can be marked where that is wrong; none for labels. */
  readonly part?: string;
  /** A letter, a word or a symbol; empty for an empty cell. */
  readonly glyph: string;
  readonly tone: SceneTone;
}

/** A picture of a state: cells on a grid, each at most once. What it cannot show is in the text of the state. */
export interface Scene {
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly SceneCell[];
}
