/** The first items of a list, and the number of the others. */
export interface BoundedList<T> {
  readonly items: readonly T[];
  /** Number of omitted items; absent if there are none. */
  readonly more?: number;
}

export const bounded = <T>(all: readonly T[], most: number): BoundedList<T> => ({
  items: all.slice(0, most),
  ...(all.length > most ? { more: all.length - most } : {}),
});

/** Shortens a text to one line of at most this many characters; omitted text shows as `…`. */
export function excerpt(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Rounds a score or share to four decimal places. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export const roundedAll = (values: readonly number[]): number[] => values.map(rounded);

export const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value));
