/** A word of a FEN for a message: quoted and shortened. */
export const quotedWord = (word: string): string => JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);
