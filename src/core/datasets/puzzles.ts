import { err, ok, type Result } from '../base/result.ts';
import { plural } from '../base/text/counts.ts';
import { csvRows } from '../base/text/csv.ts';
import { chess } from '../games/chess/chess.ts';
import { printSan } from '../games/chess/san-print.ts';
import { type ChessState, parseChess } from '../games/chess/state.ts';
import { parseTypedMove } from '../games/chess/typed-move.ts';
import { printMovetext, printTag } from '../notation/pgn/print-movetext.ts';

/**
 * Columns of a puzzle's row that the reading needs. The table is that of the Lichess puzzle database
 * (database.lichess.org): `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags`.
 */
const NEEDED = ['PuzzleId', 'FEN', 'Moves', 'Rating'] as const;

/** A puzzle. FEN is the position before the opponent's move, which is the first: the position to solve follows it. */
export interface Puzzle {
  readonly id: string;
  readonly fen: string;
  /** The opponent's move and the solution, in SAN and in UCI. */
  readonly sans: readonly string[];
  readonly moves: readonly string[];
  /** All columns as written. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Returns the names of the columns of a table of puzzles by its first line; undefined for another text. */
export function puzzleColumns(line: string): readonly string[] | undefined {
  const [row] = csvRows(line, ',');
  const names = row?.fields.map((name) => name.trim()) ?? [];
  return NEEDED.every((name) => names.includes(name)) ? names : undefined;
}

const UCI = /^[a-h][1-8][a-h][1-8][qrbn]?$/;
/** Fewest moves: the opponent's, and one to find. */
const MIN_MOVES = 2;

/** Reads the row of a puzzle; the error states what is wrong with it. Its moves are played. */
export function readPuzzle(line: string, columns: readonly string[]): Result<Puzzle, string> {
  const [row] = csvRows(line, ',');
  if (row?.isClosed === false) return err('a quotation mark is never closed');
  const values = row?.fields ?? [];
  if (values.length !== columns.length)
    return err(`${plural(values.length, 'field')} where the first row has ${columns.length}`);
  const fields = new Map(columns.map((name, i) => [name, values[i]?.trim() ?? '']));
  const read = readPuzzleFields((name) => fields.get(name) ?? '');
  return read.ok ? ok({ ...read.value, fields }) : read;
}

/**
 * Reads a puzzle by its columns.
 *
 * @param fieldOf returns the text of a column, '' where it is missing
 */
export function readPuzzleFields(
  fieldOf: (name: (typeof NEEDED)[number]) => string,
): Result<Omit<Puzzle, 'fields'>, string> {
  const [id, fen, written, rating] = NEEDED.map((name) => fieldOf(name).trim()) as [string, string, string, string];
  if (id === '') return err('the PuzzleId is empty');
  if (!/^\d{1,5}$/.test(rating)) return err(`the Rating "${rating.slice(0, 20)}" is no number`);
  const start = parseChess(fen, false);
  if (!start.ok) return err(`the FEN is not a position: ${start.error}`);
  const moves = written.split(' ').filter((move) => move !== '');
  if (moves.length < MIN_MOVES)
    return err(`${plural(moves.length, 'move')} where a puzzle has the opponent's and one to find`);
  let state: ChessState = start.value;
  const sans: string[] = [];
  for (const [i, move] of moves.entries()) {
    const typed = UCI.test(move) ? parseTypedMove(state, move) : err('it is not in UCI');
    if (!typed.ok) return err(`move ${i + 1}, ${move.slice(0, 20)}, cannot be played: ${typed.error}`);
    sans.push(printSan(state.words, 0, typed.value));
    state = chess.step(state, move) as ChessState;
  }
  return ok({ id, fen, sans, moves });
}

/** Columns that are no tag of the game: they stand in tags of the standard, or in the moves. */
const ELSEWHERE: ReadonlySet<string> = new Set(['FEN', 'Moves', 'GameUrl']);

/** Returns a puzzle as a PGN game with its columns as tags; the position to solve is the one after the first ply. */
export function puzzleGame({ id, fen, sans, fields }: Puzzle): string {
  const tags: (readonly [string, string])[] = [
    ['Event', `Puzzle ${id}`],
    ['Site', fields.get('GameUrl') || '?'],
    ['Date', '????.??.??'],
    ['Round', '?'],
    ['White', '?'],
    ['Black', '?'],
    ['Result', '*'],
    ['SetUp', '1'],
    ['FEN', fen],
    ...[...fields].filter(([name, value]) => value !== '' && !ELSEWHERE.has(name) && /^[A-Za-z]\w*$/.test(name)),
  ];
  return `${tags.map(([name, value]) => printTag(name, value)).join('')}\n${printMovetext(fen, sans, '*')}\n`;
}

/** Row that is no puzzle. */
export interface PuzzleProblem {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly message: string;
}

/** Converts a table of puzzles that arrives in pieces to PGN, row by row. A malformed row is left out as a problem. */
export class PuzzleGames {
  readonly #onProblem: (problem: PuzzleProblem) => void;
  #columns: readonly string[] | undefined;
  #kept = '';
  #line = 0;

  /** @param onProblem called with each row that is left out */
  constructor(onProblem: (problem: PuzzleProblem) => void) {
    this.#onProblem = onProblem;
  }

  /** Returns the games of the rows that end in a piece. */
  push(piece: string): string {
    // Only the new piece is searched: a text without line ends stays linear.
    const end = piece.lastIndexOf('\n');
    if (end < 0) {
      this.#kept += piece;
      return '';
    }
    const text = this.#kept + piece.slice(0, end);
    this.#kept = piece.slice(end + 1);
    return this.#games(text);
  }

  /** Returns the game of the last row. */
  end(): string {
    const text = this.#kept;
    this.#kept = '';
    return text === '' ? '' : this.#games(text);
  }

  #games(text: string): string {
    let games = '';
    for (const line of text.split('\n')) {
      this.#line++;
      const row = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (this.#columns === undefined) {
        this.#columns = puzzleColumns(row.replace(/^\uFEFF/, '')) ?? [];
        continue;
      }
      if (row.trim() === '') continue;
      const puzzle = readPuzzle(row, this.#columns);
      if (puzzle.ok) games += puzzleGame(puzzle.value);
      else this.#onProblem({ line: this.#line, message: puzzle.error });
    }
    return games;
  }
}
