/** A whole number with its digits in groups: `10,000`. */
export const groupDigits = (value: number): string => value.toLocaleString('en-US');
