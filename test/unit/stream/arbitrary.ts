import fc from 'fast-check';

/** Games and tags in any order, behind one another with and without blank lines. */
export const games = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          '[Event "a"]',
          '[Event "b"]\n[Result "1-0"]',
          '[Site "c"]',
          '[ Event "d"]',
          '1. e4 e5 2. Ke3',
          '1. d4 (1. c4',
          '{ open',
          '{ closed } 1-0',
          '; rest of the line [Event "x"]',
          '% escaped',
          '*',
          '1-0 1. e4',
          'stray',
          '\uFEFF',
          '[Event "open',
          '{ [%pfen gpt-4o ?] }',
          '{note [%pfen a@b#2 8/8/8/8/8/8/8/8 w - - 0 1]}',
          '1... e5 12... Nf6',
          '[Result "1-0"]\n\n1.e4  e5\n',
        ),
        fc.constantFrom(' ', '\n', '\n\n', '\r\n\r\n', '\r', '\n \n', '\r\n'),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.map(([part, gap]) => part + gap).join(''));

const FEN_LINES = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  '8/8/8 w - - 0 1',
  '# a comment',
  '# pfen gpt-4o 8/8/8/8/8/8/8/8 w - - 0 1',
  '# pfen',
  '',
  '  ',
  '\uFEFF8/8/8/8/8/8/8/8 w - - 0 1',
  'caf\u00e9',
];
/** Lines of FEN files in any order, with any line ends. */
export const fenText = (): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...FEN_LINES), fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 25 })
    .map((lines) => lines.map(([line, end]) => line + end).join(''));

const MAV_PIECES = [
  '<mav game=chess> %FEN %top_1 </mav>',
  '<mav game=chess %FEN',
  '[%FEN 8/8/8/8/8/8/8/K1k5 w - - 0 1]',
  '[%top_1 a1a2:<ctrl3>',
  '[%top_1 a1a2:<ctrl3>]',
  'Minimax breadth=2 depth=1',
  'Evaluation for node: <root>',
  'Decision for node: <root>',
  'Selecting: a1a2 : "<ctrl3>"',
  'Playing a1a2!',
  '# remark',
  'stray',
];
/** Parts of examples and traces in any order. */
export const mavText = (): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...MAV_PIECES), fc.constantFrom(' ', '\n', '\r\n', '\r', '\n\n')), {
      maxLength: 25,
    })
    .map((lines) => lines.map(([line, end]) => line + end).join(''));
