import { TREE_STATUSES, type TreeStatus } from '../tree-status.ts';
import type { NodeLook } from './picture.ts';
import { placeInBand, type ValueBand, WHOLE_BAND } from './value-band.ts';

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
