/** Characters of one sample; what is longer is reported and passed over. */
export const MAX_PIECE = 1 << 26;
export const TOO_LONG = `longer than ${MAX_PIECE.toLocaleString('en-US')} characters`;
