/** NAGs of the signs that have one meaning (PGN standard 8.2.3.8 and 10); others are kept as they are written. */
const NUMBERS: Readonly<Record<string, number>> = {
  '!': 1,
  '?': 2,
  '!!': 3,
  '??': 4,
  '!?': 5,
  '?!': 6,
  '∞': 13,
  '⩲': 14,
  '+=': 14,
  '+/=': 14,
  '⩱': 15,
  '=+': 15,
  '=/+': 15,
  '±': 16,
  '+/-': 16,
  '∓': 17,
  '-/+': 17,
  '+-': 18,
  '-+': 19,
};

/** The NAG that a suffix (`!?`) or an evaluation sign (`±`) stands for; undefined when it stands for none, or for more than one. */
export const nagOfSign = (sign: string): number | undefined =>
  Object.hasOwn(NUMBERS, sign) ? NUMBERS[sign] : undefined;
