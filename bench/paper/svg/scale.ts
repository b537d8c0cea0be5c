/** Maps values of a domain to places on the page, linearly or by logarithm. */
export interface Scale {
  at(value: number): number;
  /** Values that get a label and a grid line. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Values that get a small mark only. */
  readonly minor: readonly number[];
}

type Span = readonly [from: number, to: number];

/** A linear scale with ticks at the given values. */
export function linear([low, high]: Span, [from, to]: Span, ticks: readonly number[]): Scale {
  return {
    at: (value) => from + ((value - low) / (high - low)) * (to - from),
    ticks: ticks.map((value) => ({ value, label: String(value) })),
    minor: [],
  };
}

/** A logarithmic scale with a tick at every power of ten in the domain. `plain` writes 100, not 10^2. */
export function logarithmic([low, high]: Span, [from, to]: Span, plain = false): Scale {
  const span = Math.log10(high / low);
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const powers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return {
    at: (value) => from + (Math.log10(value / low) / span) * (to - from),
    ticks: powers.map((power) => ({
      value: decimal(1, power),
      label: plain ? decimal(1, power).toLocaleString('en') : power === 0 ? '1' : `10^${power}`,
    })),
    minor: [first - 1, ...powers]
      .flatMap((power) => [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => decimal(digit, power)))
      .filter((value) => value > low && value < high),
  };
}

/** The number that is written so. Powers are not the same to the last bit in every version of V8. */
const decimal = (digit: number, power: number): number => Number(`${digit}e${power}`);
