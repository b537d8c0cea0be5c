import type { Automaton } from '../base/automaton.ts';
import { connectFour } from '../games/connect-four/connect-four.ts';
import { hexCellName } from '../games/hex/cell-name.ts';
import { hex } from '../games/hex/hex.ts';
import { readStones } from '../games/stones.ts';
import { othello, othelloCellName } from '../worlds/othello/othello.ts';
import type { OthelloState } from '../worlds/othello/state.ts';
import { mavChess } from './chess-states.ts';
import { type ActionSpelling, discActions, type MavGame, PLAIN_ACTIONS } from './game.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './syntax.ts';

const none = (): readonly never[] => [];

/** A game whose states are stones on a board. */
function stoneGame<State extends { readonly cells: string; readonly side: string }>(
  automaton: Automaton<State>,
  squareName: (index: number, board: string) => string,
  spelling: ActionSpelling = PLAIN_ACTIONS,
): MavGame<State> {
  return {
    automaton,
    isAssumed: true,
    hasFen: false,
    read(text) {
      const parsed = automaton.parse(text);
      if (parsed.ok) {
        const { value } = parsed;
        return { error: undefined, state: value, others: none, fields: this.fieldsOf(value) };
      }
      const stones = readStones(text);
      const fields = stones.ok
        ? { board: stones.value.cells, side: stones.value.side }
        : { board: undefined, side: undefined };
      return { error: parsed.error, state: undefined, others: none, fields };
    },
    write: (state) => automaton.print(state),
    fieldsOf: ({ cells, side }) => ({ board: cells, side }),
    squareName,
    ...spelling,
  };
}

const discGame = (discs: MavDialect['discs']) =>
  stoneGame(connectFour, (index) => `column ${index % 7}, row ${6 - Math.floor(index / 7)}`, discActions(discs));
const hexGame = stoneGame(hex, (index, { length }) => hexCellName(index, Math.round(Math.sqrt(length))));

const othelloGame: MavGame<OthelloState> = {
  ...stoneGame(othello.automaton, (index, { length }) => othelloCellName(index, length)),
  firstStones: 4,
  moverCanLose: true,
  drawText: 'draw: equal discs',
  refusals: { pass: 'only who can turn over no disc passes', empty: 'no disc would be turned over' },
};

const lenient = { chess: mavChess(false, false), chess960: mavChess(true, false) };
const strict = { chess: mavChess(false, true), chess960: mavChess(true, true) };
const discs = { player: discGame('player'), digit0: discGame('digit0'), digit1: discGame('digit1') };

/** Names that `game=` may have; a MAV game is looked up by them alone. */
export const MAV_GAMES = ['chess', 'chess960', 'connect_four', 'hex', 'othello'] as const;
export type MavGameName = (typeof MAV_GAMES)[number];

/** The name of a game, written in any case and in other common spellings; undefined when it is none. */
export function mavGameName(name: string): MavGameName | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain === 'fisherrandom' || plain === 'fischerrandom') return 'chess960';
  return MAV_GAMES.find((id) => id.replace('_', '') === plain);
}

/** The game of a name (`mavGameName`); undefined when there is none. The same game for equal dialects. */
export function mavGame(name: string, dialect: MavDialect = PUBLISHED_DIALECT): MavGame<unknown> | undefined {
  switch (mavGameName(name)) {
    case 'chess':
      return (dialect.strictMeta ? strict : lenient).chess;
    case 'chess960':
      return (dialect.strictMeta ? strict : lenient).chess960;
    case 'connect_four':
      return discs[dialect.discs];
    case 'hex':
      return hexGame;
    case 'othello':
      return othelloGame;
    default:
      return undefined;
  }
}
