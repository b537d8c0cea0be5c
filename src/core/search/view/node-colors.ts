import type { BackupSettings } from '../backup.ts';
import type { SearchNode } from '../tree.ts';
import { TREE_STATUSES, type TreeStatus } from '../tree-status.ts';
import { countVisits, isSeen, valueAtRoot } from './node-values.ts';
import type { NodeLook } from './picture.ts';

/** Range of values over which colors are spread, 0 to 1. */
export interface ValueBand {
  readonly low: number;
  readonly high: number;
}

export const WHOLE_BAND: ValueBand = { low: 0, high: 1 };

/** Widest band over which colors are spread: in wider ones the usual colors differ enough. */
const WIDEST = 0.4;
/** Narrowest band: colors of a narrower one would show differences that mean nothing. */
const NARROWEST = 0.03;
/** Least share of the visits of a node whose value counts, and the number of nodes that are read. */
const LEAST_SHARE = 0.01;
const MOST_NODES = 2000;

/**
 * Returns the band of the values of a tree, rounded outward to 0.01, where they lie so close together that their colors
 * would look the same; otherwise the whole range. Nodes with less than 1 % of the visits do not count.
 */
export function valueBand(root: SearchNode, rule: BackupSettings): ValueBand {
  const least = Math.max(1, LEAST_SHARE * countVisits(root));
  let [low, high] = [1, 0];
  const open: SearchNode[] = [root];
  for (let read = 0; read < MOST_NODES; read++) {
    const node = open.pop();
    if (node === undefined) break;
    const value = valueAtRoot(node, root, rule);
    if (value !== undefined) [low, high] = [Math.min(low, value), Math.max(high, value)];
    if (node.isLeaf) continue;
    for (const child of node.children)
      if (child !== undefined && isSeen(child) && countVisits(child) >= least) open.push(child);
  }
  if (!(high - low >= NARROWEST && high - low <= WIDEST)) return WHOLE_BAND;
  return { low: Math.max(0, Math.floor(100 * low) / 100), high: Math.min(1, Math.ceil(100 * high) / 100) };
}

export const isSameBand = (a: ValueBand, b: ValueBand): boolean => a.low === b.low && a.high === b.high;

/** Returns true if a band is less than the whole range. */
export const isSpread = (band: ValueBand): boolean => !isSameBand(band, WHOLE_BAND);

/** Returns a value's place in a band, 0 to 1. */
const placeInBand = (value: number, { low, high }: ValueBand): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));

/** Kinds of themes with their own colors of values. */
export const SCHEMES = ['light', 'dark', 'contrast-light', 'contrast-dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Colors of values that are bad, even and good for the side to move at the root, of statuses, and of the text on them.
 * An open node has the color of an even value.
 */
interface SchemeColors {
  readonly bad: Rgb;
  readonly even: Rgb;
  readonly good: Rgb;
  readonly text: string;
  readonly statuses: Readonly<Record<Exclude<TreeStatus, 'open'>, Rgb>>;
}

/** Orange to blue, which people who confuse red and green can distinguish. */
const COLORS: Readonly<Record<Scheme, SchemeColors>> = {
  light: {
    bad: [236, 139, 62],
    even: [240, 239, 236],
    good: [91, 160, 222],
    text: '#1b1b1b',
    statuses: {
      closed: [196, 216, 236],
      pruned: [205, 203, 199],
      goal: [142, 205, 146],
      claimed: [245, 214, 104],
      wrong: [241, 150, 128],
      unlinked: [211, 189, 233],
    },
  },
  dark: {
    bad: [164, 77, 14],
    even: [62, 62, 66],
    good: [28, 100, 172],
    text: '#f4f4f4',
    statuses: {
      closed: [45, 74, 104],
      pruned: [88, 86, 84],
      goal: [30, 98, 48],
      claimed: [112, 84, 0],
      wrong: [146, 46, 28],
      unlinked: [94, 60, 128],
    },
  },
  'contrast-light': {
    bad: [255, 190, 130],
    even: [255, 255, 255],
    good: [158, 205, 255],
    text: '#000000',
    statuses: {
      closed: [210, 228, 248],
      pruned: [222, 222, 222],
      goal: [176, 230, 178],
      claimed: [255, 230, 130],
      wrong: [255, 180, 165],
      unlinked: [230, 210, 250],
    },
  },
  'contrast-dark': {
    bad: [166, 76, 0],
    even: [20, 20, 20],
    good: [0, 92, 178],
    text: '#ffffff',
    statuses: {
      closed: [20, 50, 86],
      pruned: [66, 66, 66],
      goal: [0, 84, 24],
      claimed: [98, 74, 0],
      wrong: [136, 30, 10],
      unlinked: [84, 42, 124],
    },
  },
};

/** Number of steps of a scale; the middle one is 1/2. */
const STEPS = 65;

/** Exponent of the difference from 1/2: values of good play are near 1/2, so colors change faster there. */
const CURVE = 0.75;

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
const mixed = (from: Rgb, to: Rgb, share: number): string =>
  `#${from.map((start, i) => hex(start + (to[i]! - start) * share)).join('')}`;

/** Colors of values, and of the text on any of them. */
export interface ValueScale {
  readonly text: string;
  /** Color of nodes without a value. */
  readonly none: string;
  /** Colors from the low end of the band to the high one. */
  readonly steps: readonly string[];
  readonly band: ValueBand;
  readonly statuses: Readonly<Record<TreeStatus, string>>;
}

/** Returns the colors of a kind of theme, as `#rrggbb`; text on them has a contrast of 4.5 or more. */
export function valueScale(scheme: Scheme): ValueScale {
  const { bad, even, good, text, statuses } = COLORS[scheme];
  const half = (STEPS - 1) / 2;
  const steps = Array.from({ length: STEPS }, (_, i) =>
    mixed(even, i < half ? bad : good, (Math.abs(i - half) / half) ** CURVE),
  );
  const own = { open: even, ...statuses };
  const color = (status: TreeStatus): string => mixed(own[status], own[status], 0);
  const colors = Object.fromEntries(TREE_STATUSES.map((status) => [status, color(status)]));
  return {
    text,
    none: mixed(even, even, 0),
    steps,
    band: WHOLE_BAND,
    statuses: colors as Record<TreeStatus, string>,
  };
}

/** Returns the color of a value for the side to move at the root, 0 to 1. */
export function getValueColor({ steps, none, band }: ValueScale, value: number | undefined): string {
  if (value === undefined) return none;
  return steps[Math.round(placeInBand(value, band) * (steps.length - 1))]!;
}

/** Returns the color of a node: that of its status, or of its value. */
export const getLookColor = (scale: ValueScale, { status, value }: Pick<NodeLook, 'status' | 'value'>): string =>
  status === undefined ? getValueColor(scale, value) : scale.statuses[status];
