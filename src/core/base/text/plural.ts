/** A number with its noun: `1 move`, `2,000 moves`; `many` where the plural is not the noun with an s. */
export const plural = (n: number, noun: string, many = `${noun}s`): string => `${counted(n)} ${n === 1 ? noun : many}`;

/** Small numbers have no separators, and loading the code that sets them takes 20 ms. */
export const counted = (n: number): string =>
  Number.isInteger(n) && Math.abs(n) < 1000 ? String(n) : n.toLocaleString('en-US');
