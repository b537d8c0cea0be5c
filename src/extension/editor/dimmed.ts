/** Under this name it is remembered that predictions are dimmed. */
export const DIMMED = 'statelens.dimmed';
