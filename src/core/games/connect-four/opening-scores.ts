export const OPENING_PLY = 0;
export const OPENING_SCORES = 'F';
