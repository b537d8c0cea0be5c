import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterMove, legalMoves } from '../../src/core/games/chess/chess.ts';
import { moveName } from '../../src/core/games/chess/moves.ts';
import { type ChessState, INITIAL_FEN, parseChess } from '../../src/core/games/chess/state.ts';
import { textLines } from '../../src/core/languages/positions.ts';

/** Shorter games teach openings alone. */
const LEAST_PLIES = 10;

/** The positions of a game, from its start to its end. */
export type GameStates = readonly ChessState[];

/** The start of a game, as a state. */
export function startOf(fen: string, chess960: boolean): ChessState {
  const parsed = parseChess(fen, chess960);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** The games of chess of a PGN as moves in UCI notation, one text a game, none twice. */
export function gamesOfPgn(text: string): string[] {
  const found = new Set<string>();
  for (const one of textLines(text, 'pgn')) {
    if ('skipped' in one || one.line.game !== 'chess' || one.line.actions.length < LEAST_PLIES) continue;
    found.add(one.line.actions.join(' '));
  }
  return [...found];
}

/** The games of a file as moves: of a PGN, or of lines that `games` wrote. */
export function gamesOfFile(file: string): string[] {
  const bytes = readFileSync(file);
  if (file.endsWith('.pgn')) return gamesOfPgn(bytes.toString('utf8'));
  const text = gunzipSync(bytes).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

/** Plays the moves of a game from the start of chess. */
export function playGame(line: string): GameStates {
  let state = startOf(INITIAL_FEN, false);
  const states = [state];
  for (const name of line.split(' ')) {
    const move = legalMoves(state).find((one) => moveName(one) === name);
    if (move === undefined) throw new Error(`${name} is not legal after ${states.length - 1} plies of: ${line}`);
    state = afterMove(state, move);
    states.push(state);
  }
  return states;
}
