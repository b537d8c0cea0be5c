/** A circle on a square, or an arrow between two, as in comments of games. */
export interface Drawing {
  /** `G` green, `R` red, `Y` yellow, `B` blue; other letters as they are written. */
  readonly color: string;
  readonly from: string;
  /** Target of an arrow; undefined for a circle. */
  readonly to: string | undefined;
}

/** Maximum number of drawings that are read from one value or drawn on one board. */
export const MAX_DRAWINGS = 64;

/**
 * Reads the circles and arrows of the values of `[%csl]` (`Ge4,Rd5`) and `[%cal]` (`Ge2e4`); entries of another form
 * are left out, and repeated entries count once.
 */
export function readDrawings(values: readonly string[]): Drawing[] {
  const found = new Map<string, Drawing>();
  for (const value of values) {
    for (const [, color = '', from = '', to] of value
      .slice(0, 1000)
      .matchAll(/([A-Za-z])([a-h][1-8])([a-h][1-8])?(?=[\s,;]|$)/g)) {
      if (found.size === MAX_DRAWINGS) return [...found.values()];
      const drawing = { color: color.toUpperCase(), from, to: to === from ? undefined : to };
      found.set(`${drawing.color}${from}${drawing.to ?? ''}`, drawing);
    }
  }
  return [...found.values()];
}

/** Stroke of a color: each has its own dash, so that it is recognizable without color. */
interface Pen {
  readonly stroke: string;
  /** SVG's `stroke-dasharray`; empty for a whole line. */
  readonly dash: string;
}

const PENS: Readonly<Record<string, Pen>> = {
  G: { stroke: '#15781b', dash: '' },
  R: { stroke: '#a01020', dash: '12 7' },
  Y: { stroke: '#b77900', dash: '3 9' },
  B: { stroke: '#003088', dash: '14 7 1 7' },
};

/** Pen of all other colors, which bear their letter. */
const OTHER: Pen = { stroke: '#5a4a7a', dash: '' };

/** Names of the colors, for screen readers. */
const NAMES: Readonly<Record<string, string>> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** Describes drawings: `green arrow e2 e4, red circle d5`. */
export const drawingsText = (drawings: readonly Drawing[]): string =>
  drawings
    .map(({ color, from, to }) => {
      const name = Object.hasOwn(NAMES, color) ? NAMES[color] : color;
      return to === undefined ? `${name} circle ${from}` : `${name} arrow ${from} ${to}`;
    })
    .join(', ');

/** Lookup of the center of a square, in the units of the board. */
export type SquareCenter = (square: string) => readonly [number, number] | undefined;

/** Returns the shape of a drawing on the board, with a white line below it so that it is visible on any square. */
export function drawingShape({ color, from, to }: Drawing, middle: SquareCenter): string {
  const a = middle(from);
  const b = to === undefined ? undefined : middle(to);
  if (a === undefined || (to !== undefined && b === undefined)) return '';
  const isKnown = Object.hasOwn(PENS, color);
  const { stroke, dash } = (isKnown ? PENS[color] : undefined) ?? OTHER;
  const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
  const line = (shape: string, width: number): string =>
    `<g fill="none" stroke-linecap="round" opacity=".85"><g stroke="#fff" stroke-width="${width + 2}" opacity=".7">${shape}</g>` +
    `<g stroke="${stroke}" stroke-width="${width}"${dashes}>${shape}</g></g>`;
  if (b === undefined) {
    return (
      line(`<circle cx="${a[0]}" cy="${a[1]}" r="19.5"/>`, 3) +
      (isKnown ? '' : letter(color, a[0] + 15, a[1] - 11, stroke))
    );
  }
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [x, y] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  // the head ends in the center of the target, the shaft where the head begins
  const at = (along: number, aside: number): string =>
    `${round(b[0] - along * x - aside * y)} ${round(b[1] - along * y + aside * x)}`;
  const shaft = `<path d="M${round(a[0])} ${round(a[1])}L${at(17, 0)}"/>`;
  const head = `<path d="M${at(2, 0)}L${at(19, 9)}L${at(19, -9)}z" fill="${stroke}" stroke="#fff" stroke-width="1"/>`;
  return line(shaft, 5) + head + (isKnown ? '' : letter(color, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, stroke));
}

const round = (value: number): number => Math.round(10 * value) / 10;

const letter = (text: string, x: number, y: number, color: string): string =>
  `<circle cx="${x}" cy="${y}" r="8" fill="#fff" stroke="${color}"/>` +
  `<text x="${x}" y="${y + 4}" font-family="sans-serif" font-size="11" text-anchor="middle">${text}</text>`;
