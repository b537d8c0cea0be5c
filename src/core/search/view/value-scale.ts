/** The kinds of themes that values have colors for. */
export const SCHEMES = ['light', 'dark', 'contrast-light', 'contrast-dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

type Rgb = readonly [red: number, green: number, blue: number];

/** Colors of values that are bad, even and good for the side to move at the root, and of the text on them. */
interface SchemeColors {
  readonly bad: Rgb;
  readonly even: Rgb;
  readonly good: Rgb;
  readonly text: string;
}

/** Orange to blue, which people who confuse red and green tell apart. */
const COLORS: Readonly<Record<Scheme, SchemeColors>> = {
  light: { bad: [236, 139, 62], even: [240, 239, 236], good: [91, 160, 222], text: '#1b1b1b' },
  dark: { bad: [164, 77, 14], even: [62, 62, 66], good: [28, 100, 172], text: '#f4f4f4' },
  'contrast-light': { bad: [255, 190, 130], even: [255, 255, 255], good: [158, 205, 255], text: '#000000' },
  'contrast-dark': { bad: [166, 76, 0], even: [20, 20, 20], good: [0, 92, 178], text: '#ffffff' },
};

/** Steps of a scale; the middle one is 1/2. */
const STEPS = 65;

/** Values of good play lie about 1/2, so that there colors change faster: a difference from it is taken to this power. */
const CURVE = 0.75;

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
const mixed = (from: Rgb, to: Rgb, share: number): string =>
  `#${from.map((start, i) => hex(start + (to[i]! - start) * share)).join('')}`;

/** Colors of values, and of the text on any of them. */
export interface ValueScale {
  readonly text: string;
  /** Color of nodes without a value. */
  readonly none: string;
  /** From 0 to 1. */
  readonly steps: readonly string[];
}

/** The colors of a kind of theme, as `#rrggbb`; text on them has a contrast of 4.5 or more. */
export function valueScale(scheme: Scheme): ValueScale {
  const { bad, even, good, text } = COLORS[scheme];
  const half = (STEPS - 1) / 2;
  const steps = Array.from({ length: STEPS }, (_, i) =>
    mixed(even, i < half ? bad : good, (Math.abs(i - half) / half) ** CURVE),
  );
  return { text, none: mixed(even, even, 0), steps };
}

/** The color of a value for the side to move at the root, 0 to 1. */
export function colorOf({ steps, none }: ValueScale, value: number | undefined): string {
  if (value === undefined) return none;
  return steps[Math.round(Math.min(1, Math.max(0, value)) * (steps.length - 1))]!;
}
