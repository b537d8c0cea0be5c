/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** How a chip looks: CSS colors; `border` is drawn where contrast is wanted. */
export interface ChipColors {
  readonly background: string;
  readonly foreground: string;
  readonly border: string | undefined;
}

/** The kinds of themes that VS Code has. */
export type ThemeKind = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/** From lost over even to won: orange, gray, blue, which stay apart for every kind of color vision. */
interface Ramp {
  readonly stops: readonly [Rgb, Rgb, Rgb];
  readonly ink: string;
}
const RAMPS: Readonly<Record<'dark' | 'light', Ramp>> = {
  dark: {
    stops: [
      [156, 66, 10],
      [74, 74, 78],
      [26, 95, 180],
    ],
    ink: '#ffffff',
  },
  light: {
    stops: [
      [255, 190, 138],
      [226, 226, 230],
      [158, 200, 255],
    ],
    ink: '#1a1a1a',
  },
};
/** Bright on black and deep on white. */
const EDGES: Readonly<Record<'highContrast' | 'highContrastLight', Ramp>> = {
  highContrast: {
    stops: [
      [255, 154, 87],
      [200, 200, 200],
      [110, 180, 255],
    ],
    ink: '#ffffff',
  },
  highContrastLight: {
    stops: [
      [143, 54, 0],
      [80, 80, 80],
      [0, 72, 160],
    ],
    ink: '#000000',
  },
};

/** The colors of a win probability, 0 to 1: hue is the value, and the text on it can be read. */
export function chipColors(heat: number, theme: ThemeKind): ChipColors {
  if (theme === 'dark' || theme === 'light') {
    const { stops, ink } = RAMPS[theme];
    return { background: css(between(stops, heat)), foreground: ink, border: undefined };
  }
  const { stops, ink } = EDGES[theme];
  return { background: 'transparent', foreground: ink, border: css(between(stops, heat)) };
}

function between([low, middle, high]: Ramp['stops'], heat: number): Rgb {
  const [from, to, share] = heat < 0.5 ? [low, middle, 2 * heat] : [middle, high, 2 * heat - 1];
  const mix = (i: 0 | 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * share);
  return [mix(0), mix(1), mix(2)];
}

const css = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
