import fc from 'fast-check';
import { afterMove, legalMoves } from '../../../src/core/games/chess/chess.ts';
import { FULLMOVES, TURN } from '../../../src/core/games/chess/frame.ts';
import { printSan } from '../../../src/core/games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN, parseChess } from '../../../src/core/games/chess/state.ts';

const COMMENTS = ['{ a comment }', '{tight}', '{ (1. e4) }', '{ [%clk 0:01:00] }', '{ [%pfen m ?] }'];
const GLYPHS = ['', '', '', '', ' $1', '!', '?!', ' $14', ' $6 $18'];

/** Takes numbers for as long as there are any; then 0. */
type Dice = (sides: number) => number;

interface Style {
  readonly space: string;
  /** `12...` before every move of Black's. */
  readonly always: boolean;
  readonly lineEnd: string;
}

/** A line from a position on, with variations at most `depth` deep. */
function line(from: ChessState, length: number, depth: number, { space, always, lineEnd }: Style, dice: Dice): string {
  const parts: string[] = [];
  let state = from;
  let apart = true;
  for (let i = 0; i < length; i++) {
    const moves = legalMoves(state);
    if (moves.length === 0) break;
    const move = moves[dice(moves.length)];
    const san = printSan(state.words, 0, move);
    // The result would have to say who has won.
    if (san.endsWith('#')) break;
    const black = state.words[TURN] === 1;
    const number = black && !apart && !always ? '' : `${state.words[FULLMOVES]}${black ? '...' : '.'}${space}`;
    parts.push(`${number}${san}${GLYPHS[dice(GLYPHS.length)]}`);
    apart = false;
    const comment = (): void => {
      apart = true;
      const said = COMMENTS[dice(COMMENTS.length)];
      parts.push(dice(4) === 0 ? `; ${said}${lineEnd}` : dice(4) === 0 ? lineEnd + said : said);
    };
    if (dice(4) === 0) comment();
    if (depth > 0 && dice(3) === 0) {
      apart = true;
      parts.push(`(${line(state, 1 + dice(3), depth - 1, { space, always, lineEnd }, dice)})`);
      if (dice(3) === 0) comment();
    }
    state = afterMove(state, move);
  }
  // A blank line ends the game for tools that read by line, and is a finding.
  return parts
    .join(dice(6) === 0 ? lineEnd : ' ')
    .replaceAll(`${lineEnd} `, lineEnd)
    .replace(/(?:\r?\n){2,}/g, lineEnd);
}

/** A game with comments of all kinds, glyphs and variations, that has no diagnostics. */
export const gameText = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.nat(), { minLength: 4, maxLength: 120, size: 'max' }),
      fc.record({
        space: fc.constantFrom(' ', ''),
        always: fc.boolean(),
        lineEnd: fc.constantFrom('\n', '\r\n'),
      }),
      fc.constantFrom(INITIAL_FEN, 'r3k2r/1P4p1/8/8/8/8/1p4P1/R3K2R b KQkq - 0 20'),
    )
    .map(([numbers, style, fen]) => {
      let at = 0;
      const dice: Dice = (sides) => (numbers[at++] ?? 0) % sides;
      const start = parseChess(fen, false);
      if (!start.ok) throw new Error(start.error);
      const { lineEnd } = style;
      const tags = fen === INITIAL_FEN ? [] : ['[SetUp "1"]', `[FEN "${fen}"]`];
      const before = dice(4) === 0 ? `{ first }${lineEnd}` : '';
      const movetext = line(start.value, dice(14), 2, style, dice);
      const head = ['[White "A"]', '[Result "*"]', ...tags, '', ''].join(lineEnd);
      return `${head}${before}${movetext}${movetext === '' ? '' : ' '}*${lineEnd}`.replaceAll(`${lineEnd} `, lineEnd);
    });
