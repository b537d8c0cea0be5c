import { plural } from '../../base/text/counts.ts';
import { type Mark, predictionMarks } from '../../board/marks.ts';
import { differingCells, isStoneGame, playedCell, type StoneBoard } from '../../board/stone-board.ts';
import { actionSan, describeTurn } from '../../games/chess/chess.ts';
import type { ChessState } from '../../games/chess/state.ts';
import type { StoneFrame } from '../../games/stones.ts';
import type { MavPosition } from '../check/example-model.ts';
import type { MavGame, StateFields } from '../games.ts';
import { boardToPlacement } from '../native-chess.ts';

/** A board of one of the games, with marks. */
export type MavBoard =
  | {
      readonly kind: 'chess';
      readonly fen: string;
      readonly lastMove: readonly [string, string] | null;
      readonly marks: readonly Mark[];
    }
  | StoneBoard;

/** Casts a state: games with FENs have chess states, the others stones (`games.ts`). */
const asChess = (state: unknown): ChessState => state as ChessState;
const asStones = (state: unknown): StoneFrame => state as StoneFrame;

const stoneKind = ({ automaton }: MavGame<unknown>): StoneBoard['kind'] =>
  isStoneGame(automaton.id) ? automaton.id : 'connect_four';

/** Returns the board of a state; `action` is the one that led there from `before`. */
export function stateBoard(
  game: MavGame<unknown>,
  state: unknown,
  { before, action }: { readonly before?: unknown; readonly action?: string } = {},
): MavBoard {
  if (game.hasFen) {
    const found = /^([a-h][1-8])([a-h][1-8])/.exec(action ?? '');
    const lastMove = found === null ? null : ([found[1] ?? '', found[2] ?? ''] as const);
    return { kind: 'chess', fen: game.automaton.print(state), lastMove, marks: [] };
  }
  const { cells } = asStones(state);
  const last = before === undefined ? undefined : playedCell(asStones(before).cells, cells);
  return { kind: stoneKind(game), cells, last };
}

/** Returns the board of a written state, valid or not, with its errors marked; undefined without a board. */
export function printedBoard(game: MavGame<unknown>, said: StateFields, truth?: unknown): MavBoard | undefined {
  const { board, side = 'w' } = said;
  if (board === undefined || board === '') return undefined;
  if (!game.hasFen) {
    const wrong = truth === undefined ? [] : differingCells(asStones(truth).cells, board);
    return { kind: stoneKind(game), cells: board, wrong };
  }
  const fen = `${boardToPlacement(board)} ${side}`;
  const marks = truth === undefined ? [] : predictionMarks(game.automaton.print(truth), fen);
  return { kind: 'chess', fen, lastMove: null, marks };
}

/** Returns the display name of a side. */
export const sideName = (side: string | undefined): string =>
  side === 'w' ? 'White' : side === 'b' ? 'Black' : (side ?? 'the side to move');

/** Returns the display name of the side to move. */
export const moverName = ({ game, state }: MavPosition): string => sideName(game.fieldsOf(state).side);

/**
 * Returns the side to move and the number of legal moves, or the result of the game: `Black to move, 33 legal moves`.
 */
export function positionText(position: MavPosition): string {
  const { game, state, sure, possible } = position;
  const more = possible.size - sure.size;
  const open = more === 0 ? '' : `, and ${more} more by rights that the state does not specify`;
  if (game.hasFen) return describeTurn(asChess(state)) + open;
  const outcome = game.automaton.outcome(state);
  if (outcome === '1/2-1/2') return game.drawText ?? 'draw: the board is full';
  if (outcome !== undefined) return `${outcome === '1-0' ? 'x' : 'o'} has won`;
  return `${moverName(position)} to move, ${plural(sure.size, 'legal action')}`;
}

/** Returns an action in players' notation, `13...f5`; unchanged in games without one, and if it is illegal. */
export function actionName(position: MavPosition, action: string): string {
  if (!position.game.hasFen) return action;
  for (const state of position.states()) {
    const san = actionSan(asChess(state), action);
    if (san !== undefined) return san;
  }
  return action;
}
