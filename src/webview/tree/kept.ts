import * as v from 'valibot';
import { LAYOUTS } from './canvas-view.ts';

/** The view of the tree: one of the drawings, or a table. */
export const SHAPES = [...LAYOUTS, 'table'] as const;
export type TreeShape = (typeof SHAPES)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const schema = v.object({
  title: v.string(),
  selected: count,
  /** Simulations that are in the counts; null: all, also those to come. */
  at: v.nullable(count),
  /** Null: the default for the size of the tree. */
  shape: v.nullable(v.picklist(SHAPES)),
  flipped: v.boolean(),
  /** True if what is left without diverged nodes is shown. */
  withoutDiverged: v.optional(v.boolean(), false),
  /** Share of the width that the tree has, 0 to 1; null: the default of the page. */
  split: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
});

/** The page's state saved by VS Code: the place in the tree, and nothing of the tree itself. */
export type SavedState = v.InferOutput<typeof schema>;

export const FRESH: SavedState = {
  title: '',
  selected: 0,
  at: null,
  shape: null,
  flipped: false,
  withoutDiverged: false,
  split: null,
};

/** Reads the saved state; returns the initial one for anything else. */
export function readKept(value: unknown): SavedState {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : FRESH;
}

/** Time budgets and intervals, in milliseconds. */
export const PACE = {
  /** Time of a frame for reading and searching. */
  work: 10,
  /** The same while a file is loaded, when nobody waits for anything else. */
  loading: 80,
  /** Interval between drawings while a file is loaded. */
  loadingRedraw: 500,
  /** Interval between drawings while a search runs. */
  liveRedraw: 120,
} as const;
/** Most nodes of a tree that is drawn with boards. */
export const SMALL = 40;

/** The parts of the page's state. */
export const PARTS = [
  'source',
  'progress',
  'tree',
  'truth',
  'selection',
  'view',
  'status',
  'found',
  'values',
  'notice',
  'reference',
] as const;
export type Part = (typeof PARTS)[number];
