/** A number with its noun: `1 move`, `2,000 moves`; `many` where the plural is not the noun with an s. */
export const plural = (n: number, noun: string, many = `${noun}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? noun : many}`;
