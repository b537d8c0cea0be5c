/** A list of which the first are listed, and how many more there are. */
export interface BoundedList<T> {
  readonly items: readonly T[];
  /** Left out for want of room; missing where none is. */
  readonly more?: number;
}

export const bounded = <T>(all: readonly T[], most: number): BoundedList<T> => ({
  items: all.slice(0, most),
  ...(all.length > most ? { more: all.length - most } : {}),
});

/** A text of at most so many characters, on one line; what is cut away shows as `…`. */
export function excerpt(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** A score or share with so many digits as mean something. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export const roundedAll = (values: readonly number[]): number[] => values.map(rounded);

export const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value));
