/** Line of values with their intervals. */
interface ValueLine {
  readonly points: readonly (
    | { readonly value: number; readonly low: number | null; readonly high: number | null }
    | undefined
  )[];
}

/** Values of a chart, and how they are scaled. */
export interface ScaledValues {
  readonly lines: readonly ValueLine[];
  /**
   * `log`: values of 0..1 by powers of ten. `unit`: 0..1. `signed`: down to where the values are, up to 1. `range`: any values, from below
   * the lowest to above the highest of them and of their intervals.
   */
  readonly scale: 'log' | 'unit' | 'signed' | 'range';
}

/** Axis of the values of a chart. */
export interface ChartAxis {
  /** Returns the height of a value on the axis, 0 at the lower edge to 1 at the upper one. */
  readonly share: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Values at or below it are drawn on the lower edge. */
  readonly least: number;
}

/** Lowest power of ten on a logarithmic axis. */
const MIN_POWER = -5;

const clamped = (share: number): number => Math.max(0, Math.min(1, share));

/** Returns the axis of the values of a chart. */
export function chartAxis({ scale, lines }: ScaledValues): ChartAxis {
  const values = lines.flatMap(({ points }) => points.flatMap((point) => (point === undefined ? [] : [point.value])));
  if (scale === 'log') {
    const least = Math.min(0.1, ...values.filter((value) => value > 0));
    const power = Math.max(MIN_POWER, Math.floor(Math.log10(least) + 1e-9));
    const powers = Array.from({ length: 1 - power }, (_, i) => power + i);
    return {
      share: (value) => clamped(value <= 0 ? 0 : 1 - Math.log10(value) / power),
      ticks: powers.map((p) => ({ value: Number(`1e${p}`), label: p === 0 ? '1' : Number(`1e${p}`).toFixed(-p) })),
      least: Number(`1e${power}`) * (1 - 1e-9),
    };
  }
  if (scale === 'range') return rangeAxis(lines);
  const low = scale === 'unit' ? 0 : Math.max(-1, Math.min(0, Math.floor(5 * Math.min(0, ...values)) / 5));
  const ticks = Array.from({ length: Math.round((1 - low) * 5) + 1 }, (_, i) => Math.round(low * 10 + 2 * i) / 10);
  return {
    share: (value) => clamped((value - low) / (1 - low)),
    ticks: ticks.map((value) => ({ value, label: value.toFixed(1).replace('-', '−') })),
    least: -Infinity,
  };
}

/** Approximate number of steps of an axis. */
const STEPS = 6;

/** Returns an axis over all values and the finite ends of their intervals, in steps of 1, 2 or 5 times a power of ten. */
function rangeAxis(lines: readonly ValueLine[]): ChartAxis {
  const ends = lines.flatMap(({ points }) =>
    points.flatMap((point) =>
      point === undefined ? [] : [point.value, point.low ?? point.value, point.high ?? point.value],
    ),
  );
  const finite = ends.filter(Number.isFinite);
  const [least, most] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const rough = Math.max(most - least, 1e-9) / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const span = Math.max(1, last - first) * step;
  return {
    share: (value) => clamped((value - first * step) / span),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => {
      const value = (first + i) * step;
      return { value, label: String(Number(value.toPrecision(12))).replace('-', '−') };
    }),
    least: Number.NEGATIVE_INFINITY,
  };
}
