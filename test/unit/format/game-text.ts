import fc from 'fast-check';
import { afterMove, legalMoves } from '../../../src/core/games/chess/chess.ts';
import { FULLMOVES, TURN } from '../../../src/core/games/chess/frame.ts';
import { moveName } from '../../../src/core/games/chess/moves.ts';
import { printSan } from '../../../src/core/games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN, parseChess } from '../../../src/core/games/chess/state.ts';

const STARTS = [INITIAL_FEN, INITIAL_FEN, INITIAL_FEN, 'r3k2r/1P4p1/8/3pP3/8/8/1p4P1/R3K2R b KQkq - 3 41'];
const COMMENTS = [
  '{ a remark }', '{}', '{ }', '{tight}', '{  wide  }', '{ two\nlines }', '{ a\n\n  paragraph }', '{ [%clk 0:01:02] }', '{[%eval 0.3] [%clk 1:02:03]}',
  '{ [%pfen gpt-4o 8/8/8/8/8/8/8/8 w - - 0 1] }', '{[%pfen a@b#2 ?]}', '{ good [%csl Ga1,Rb2] and a very long remark that does not fit into what is left of the line it stands in }',
  '{ (not a variation) 1-0 [Event "x"] }', '{ % no escape }', '{ \u00e9\u2026\ud83d\ude00 }', '{ [%cal Ga1a2,\nGb1b2] }', '; to the end', '; with } a brace', '; with { a brace', ';',
]; // biome-ignore format: a list
const GLYPHS = ['', '', '', '', '!', '?!', ' !?', ' $1', ' $14 $36', '!!!', ' \u00b1', ' +-', ' =', '$3', '! ?'];
const TAGS = [
  '[Event "a"]', '[Site "b"]', '[White "C, D"]', '[Black "E"]', '[Date "2025.01.02"]', '[Round "?"]', '[Annotator "x"]', '[ECO  "A00" ]', '[WhiteElo "2000"]',
  '[Note "a \\"quoted\\" \\\\ one"]', '[Path "C:\\x"]', '[Annotator "y"]',
]; // biome-ignore format: a list
const TAG_GAPS = [
  '\n',
  '\n',
  '\n',
  '\n',
  '\n\n',
  ' ',
  '  \n',
  '\n{ about a tag }\n',
  ' ; behind a tag\n',
  '\n%escaped\n',
];
const GAPS = [' ', ' ', ' ', ' ', '\n', '  ', '\t', ' \n', '\n  ', '\n\n', '\n%escape line\n'];
const RESULTS = ['1-0', '0-1', '1/2-1/2', '*', '\u00bd-\u00bd', ''];

/** Numbers that decide one thing after another; 0 when they have run out. */
class Choices {
  #at = 0;
  readonly #numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  below(n: number): number {
    return (this.#numbers[this.#at++] ?? 0) % n;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  get isOver(): boolean {
    return this.#at >= this.#numbers.length;
  }
}

export interface GameForm {
  /** Moves in other spellings, missing and wrong numbers. */
  readonly loose: boolean;
}

/** The text of a legal game with nested variations, comments of all kinds, glyphs and tags. */
function gameOf(choices: Choices, { loose }: GameForm): string {
  const fen = choices.of(STARTS);
  const parsed = parseChess(fen, false);
  if (!parsed.ok) throw new Error(parsed.error);
  let text = '';
  const tagCount = choices.below(5);
  const tags = Array.from({ length: tagCount }, () => choices.of(TAGS));
  if (fen !== INITIAL_FEN) tags.push(`[FEN "${fen}"]`, '[SetUp "1"]');
  for (const tag of tags) text += tag + choices.of(TAG_GAPS);
  const result = choices.of(RESULTS);
  return `${text}\n${lineText(choices, parsed.value, 0, loose)}${gap(choices)}${result}`;
}

const gap = (choices: Choices): string => choices.of(GAPS);

function comment(choices: Choices): string {
  if (choices.below(4) !== 0) return '';
  const text = choices.of(COMMENTS);
  return gap(choices) + text + (text.startsWith(';') ? '\n' : '');
}

function lineText(choices: Choices, from: ChessState, depth: number, loose: boolean): string {
  let text = depth === 0 ? '' : comment(choices);
  let state = from;
  let needsNumber = true;
  const plies = 1 + choices.below(depth === 0 ? 40 : 6);
  for (let i = 0; i < plies && !(choices.isOver && i > 0); i++) {
    const moves = legalMoves(state);
    if (moves.length === 0) break;
    const move = moves[choices.below(moves.length)];
    const extra = comment(choices);
    text += moveText(choices, state, move, needsNumber, loose) + extra;
    needsNumber = extra !== '';
    const variations = depth < 4 ? Math.max(0, choices.below(8) - 5) : 0;
    for (let v = 0; v < variations; v++) {
      text += `${gap(choices)}(${lineText(choices, state, depth + 1, loose)})${comment(choices)}`;
      needsNumber = true;
    }
    state = afterMove(state, move);
  }
  return text + (depth === 0 ? '' : comment(choices));
}

function moveText(choices: Choices, { words }: ChessState, move: number, needsNumber: boolean, loose: boolean): string {
  const san = printSan(words, 0, move);
  const other = choices.of([san.replace(/[+#]/, ''), san.replaceAll('O', '0'), moveName(move)]);
  const spelled = loose && choices.below(4) === 0 ? other : san;
  const number = loose && choices.below(6) === 0 ? 7 : words[FULLMOVES];
  const isBlack = words[TURN] === 1;
  const isBare = loose ? choices.below(3) === 0 : isBlack && !needsNumber;
  const written = isBare ? '' : `${number}${isBlack ? '...' : '.'}${choices.of([' ', '', ' '])}`;
  return `${gap(choices)}${written}${spelled}${choices.of(GLYPHS)}`;
}

/** Texts of one to three games with nested variations, comments of all kinds, glyphs, tags and line ends. */
export const gamesText = (form: GameForm): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.array(fc.noBias(fc.nat(0xffff)), { minLength: 1, maxLength: 300, size: 'max' }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([games, lineEnd]) =>
      games
        .map((numbers) => gameOf(new Choices(numbers), form))
        .join('\n\n')
        .replaceAll('\n', lineEnd),
    );

/** The text of one game. */
export const gameText = (form: GameForm): fc.Arbitrary<string> =>
  fc
    .array(fc.noBias(fc.nat(0xffff)), { minLength: 100, maxLength: 400, size: 'max' })
    .map((numbers) => gameOf(new Choices(numbers), form));

/** Texts with pieces cut out or doubled, so that anything may be wrong with them. */
export const brokenText = (): fc.Arbitrary<string> =>
  fc
    .tuple(gamesText({ loose: true }), fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.boolean()), { maxLength: 6 }))
    .map(([text, cuts]) =>
      cuts.reduce((broken, [place, length, isDoubled]) => {
        const at = place % (broken.length + 1);
        const piece = broken.slice(at, at + length);
        return broken.slice(0, at) + (isDoubled ? piece + piece : '') + broken.slice(at + length);
      }, text),
    );
