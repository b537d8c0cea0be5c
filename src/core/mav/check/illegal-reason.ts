import { FRAME, roleAt } from '../../games/chess/frame.ts';
import { moveName } from '../../games/chess/moves.ts';
import { ILLEGAL } from '../../games/chess/san.ts';
import { playLoose, readLoose } from '../../games/chess/san-loose.ts';
import { moveReason } from '../../games/chess/san-reason.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { squareOffBoard } from '../../notation/pgn/words.ts';
import type { MavPosition } from './example-model.ts';

const KING = 5;
/** Castling as king moves, with the castling words of SAN. */
const CASTLINGS: Readonly<Record<string, string>> = { e1g1: 'O-O', e8g8: 'O-O', e1c1: 'O-O-O', e8c8: 'O-O-O' };

/**
 * Returns the reason why an action is illegal, as for a PGN: `the knight on g1 cannot move to f5 that way`; undefined
 * if unknown.
 *
 * @param action in the game's spelling; illegal in all of the position's states
 */
export function illegalReason(position: MavPosition, action: string): string | undefined {
  const { game } = position;
  if (game.hasFen) return chessReason(position.state as ChessState, action);
  if (action === 'pass' && game.refusals !== undefined) return game.refusals.pass;
  return game.automaton.id === 'connect_four' ? discReason(position, action) : cellReason(position, action);
}

/** Returns `: the knight on g1 cannot move to f5 that way`; '' if the reason is unknown. */
export function illegalReasonSuffix(position: MavPosition, action: string): string {
  const reason = illegalReason(position, action);
  return reason === undefined ? '' : `: ${reason}`;
}

/** A chess action in its published form, in any case. */
const PLAIN = /^[a-h][1-8][a-h][1-8][nbrq]?$/i;

/**
 * Returns the legal action that another notation means: `g1f3` for `Nf3`, `e2e4` for `e2-e4`; undefined if it means
 * none.
 *
 * @param written as it stands in the text
 */
export function intendedAction({ game, state, sure }: MavPosition, written: string): string | undefined {
  const loose = !game.hasFen || PLAIN.test(written) ? undefined : readLoose(written);
  if (loose === undefined) return undefined;
  const words = new Int32Array(2 * FRAME);
  words.set((state as ChessState).words.subarray(0, FRAME));
  const move = playLoose(words, 0, FRAME, loose);
  const name = move === ILLEGAL ? '' : moveName(move);
  return sure.has(name) ? name : undefined;
}

/** Returns the reason why a written action is not legal: its meaning in another notation, or the rule. */
export function refusalReason(position: MavPosition, written: string): string {
  const meant = intendedAction(position, written);
  const { game, state } = position;
  return meant === undefined
    ? `${written} is not legal here${illegalReasonSuffix(position, game.normal(written, game.mover(state)))}`
    : `${written} is not the notation of actions, in which this move is ${meant}`;
}

/** A square of an action that does not exist. */
const OFF_BOARD = /^(?:[a-h][1-8])?((?:[i-z]\d|[a-h][09]))/;

function chessReason({ words }: ChessState, action: string): string | undefined {
  const off = squareOffBoard(action) ?? OFF_BOARD.exec(action)?.[1];
  if (off !== undefined) return `there is no square ${off}`;
  const castling = CASTLINGS[action];
  const source = action.charCodeAt(0) - 97 + 8 * (action.charCodeAt(1) - 49);
  // Only pawns are promoted.
  if (action.length > 4 && PLAIN.test(action) && roleAt(words, 0, source) > 0)
    return 'only a pawn becomes another piece';
  const isCastling = castling !== undefined && roleAt(words, 0, source) === KING;
  const move = readLoose(isCastling ? castling : action);
  return move === undefined ? undefined : moveReason(words, 0, move).message;
}

function discReason({ fields, game }: MavPosition, action: string): string | undefined {
  const [, player, column] = /^([xo])?(\d+)$/.exec(action) ?? [];
  if (column === undefined || Number(column) > 6) return `there is no such column`;
  if (player !== undefined && player !== fields.side) return `it is ${fields.side}'s turn`;
  const full = fields.board?.charAt(Number(column)) !== '.';
  return full ? `the column of ${game.spell(action)} is full` : undefined;
}

function cellReason({ fields, game }: MavPosition, action: string): string | undefined {
  const { board = '' } = fields;
  for (let index = 0; index < board.length; index++) {
    if (game.squareName(index, board) !== action) continue;
    const stone = board.charAt(index);
    if (stone !== '.') return `${action} holds a stone of ${stone}`;
    return game.refusals?.empty;
  }
  return 'there is no such cell';
}
