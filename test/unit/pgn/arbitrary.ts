import fc from 'fast-check';

const PIECES = [
  'e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'O-O', '0-0-0', 'exd5', 'e8=Q#', 'Z0', '--', '1.', '1...', '12', '...', '$1', '!?', '*', '1-0', '1/2-1/2',
  '(', ')', '{', '}', '{ a comment }', '; to the end', '%escape', '<', '>', '"', '[', ']', '\\', '[Event "x"]', '[Result "1-0"]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]',
  '[A "b', '{ [%pfen gpt-4o ?] }', '{[%pfen a@b#2 8/8/8/8/8/8/8/8 w - - 0 1]}', '[%pfen', 'e.p.', '+-', '±', 'stray', 'caf\u00e9', '\uFFFD', '\u0000', '\uFEFF', 'ï»¿', '%',
]; // biome-ignore format: a list
const GAPS = ['', ' ', ' ', ' ', '\n', '\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\t', '  ', ' \n', '\v', '\u00a0'];

/** Text made of pieces of PGN in any order. */
export const pgnText = (): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...GAPS)), { maxLength: 40 })
    .map((parts) => parts.map(([piece, gap]) => piece + gap).join(''));
