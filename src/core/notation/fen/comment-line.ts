/**
 * True if a line of a FEN or EPD file whose first character that is not white space stands at `at` is a comment: `#`,
 * or as test suites have them `;` and `//`.
 */
export const startsComment = (text: string, at: number): boolean =>
  text[at] === '#' || text[at] === ';' || (text[at] === '/' && text[at + 1] === '/');
