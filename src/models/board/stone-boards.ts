import { err, ok } from '../../core/base/result.ts';
import {
  connectFourLayout,
  hexLayout,
  OUTSIDE,
  othelloLayout,
  PASS_CELLS,
  readStone,
  type StoneLayout,
  type StoneSize,
  stoneCodes,
} from '../../core/games/stone-codes.ts';
import { countStones, hexCellName, opponent, type Player, printStones, readStones } from '../../core/games/stones.ts';
import { actionSpelling, type MavGameName } from '../../core/mav/game-names.ts';
import type { BoardGame, BoardPair, BoardState } from './board-game.ts';

/** A board of stones as its text gives it. No rule is applied: a disc may float. */
export interface StonePosition extends BoardState {
  readonly side: Player;
  readonly size: StoneSize;
}

/** Differences between games of stones. */
interface StoneKind {
  readonly name: MavGameName;
  readonly layout: StoneLayout;
  /** Returns the cell of an action in the automaton's spelling, by its index in the text; `pass`; undefined for other text. */
  cellOf(action: string, size: StoneSize): number | 'pass' | undefined;
  /** Returns that spelling; undefined for a cell that names no action. */
  actionAt(cell: number, size: StoneSize, side: Player): string | undefined;
  /** Returns what no position of the game can have, each as a sentence without its period. */
  doubts(cells: string, size: StoneSize): readonly string[];
  /** Winner where nothing is legal: the side that moved last, on a full board perhaps nobody, or the side with more stones. */
  readonly winner: 'last' | 'last-unless-full' | 'more-stones';
}

const MARKS = 7;

const length = ({ rows, columns }: StoneSize): number => rows * columns;

/** Returns the network's cells in the order of the text. */
const cellOrder = (layout: StoneLayout, { size, side }: Omit<StonePosition, 'codes'>): number[] =>
  Array.from({ length: length(size) }, (_, cell) => layout.at(cell, size, side));

/** Returns the cells of a position as text. */
const textCells = (layout: StoneLayout, position: StonePosition): string =>
  cellOrder(layout, position)
    .map((seen) => readStone(position.codes[seen] ?? OUTSIDE, position.side) ?? '.')
    .join('');

/** Returns the position with its stones, as the other side sees it. */
function turned(layout: StoneLayout, position: StonePosition): StonePosition {
  const side = opponent(position.side);
  const cells = textCells(layout, position);
  return { ...position, side, codes: stoneCodes({ cells }, side, layout, position.size) };
}

/** Returns the cell of an action by its index in the text, a pass last. */
const textCell = (layout: StoneLayout, { from, to }: BoardPair, position: StonePosition): number =>
  from === to ? cellOrder(layout, position).indexOf(from) : length(position.size);

/** Returns an action as the automaton spells it; empty for a pair of cells that names none. */
function actionName(kind: StoneKind, pair: BoardPair, position: StonePosition): string {
  const { size, side } = position;
  if (pair.from !== pair.to)
    return kind.cellOf('pass', size) === 'pass' && pair.from === PASS_CELLS.from && pair.to === PASS_CELLS.to
      ? 'pass'
      : '';
  const cell = textCell(kind.layout, pair, position);
  return cell < 0 ? '' : (kind.actionAt(cell, size, side) ?? '');
}

/** Returns the board of a game of stones. */
function stoneBoard(kind: StoneKind): BoardGame<StonePosition> {
  const { layout, name } = kind;
  return {
    rows: layout.rows,
    columns: layout.columns,
    codes: layout.codes,
    marks: MARKS,
    read(text) {
      const read = readStones(text);
      if (!read.ok) return err(read.error);
      const { side, cells } = read.value;
      const size = layout.sizeOf(cells.length);
      if (size === undefined) return err(`the network has no board of ${cells.length} cells`);
      return ok({ codes: stoneCodes(read.value, side, layout, size), side, size, unread: [] });
    },
    write(position) {
      const cells = textCells(layout, position);
      const outside = cellOrder(layout, position).filter((seen) => position.codes[seen] === OUTSIDE).length;
      const doubts = kind.doubts(cells, position.size);
      return {
        text: printStones({ side: position.side, cells }),
        cells: `${position.side} || `.length,
        doubts: outside === 0 ? doubts : [...doubts, `${plural(outside, 'cell')} read as outside of the board`],
      };
    },
    actionOf(text, { size, side }, dialect) {
      const cell = kind.cellOf(actionSpelling(name, dialect).normal(text.trim(), side), size);
      if (cell === undefined) return undefined;
      if (cell === 'pass') return { ...PASS_CELLS, promotion: 0 };
      const seen = layout.at(cell, size, side);
      return { from: seen, to: seen, promotion: 0 };
    },
    nameOf(action, position, _, dialect) {
      const spelled = actionName(kind, action, position);
      return actionSpelling(name, dialect).spell(spelled);
    },
    actionsOf({ from, to }, position) {
      const isNamed = actionName(kind, { from, to }, position) !== '';
      return isNamed ? [{ from, to, promotion: 0 }] : [];
    },
    compare: (a, b, position) => textCell(layout, a, position) - textCell(layout, b, position),
    after: (position, _, codes) => turned(layout, { ...position, codes }),
    order: (position) => cellOrder(layout, position),
    letterOf: (code, { side }) => readStone(code, side) ?? '.',
    sideOf: ({ side }) => side,
    passed: (position) => turned(layout, position),
    outcome(position) {
      const cells = textCells(layout, position);
      const isOpen = kind.winner === 'last' || (kind.winner === 'last-unless-full' && cells.includes('.'));
      if (isOpen) return position.side === 'x' ? '0-1' : '1-0';
      const lead = kind.winner === 'more-stones' ? countStones(cells, 'x') - countStones(cells, 'o') : 0;
      if (lead === 0) return '1/2-1/2';
      return lead > 0 ? '1-0' : '0-1';
    },
  };
}

/** Returns the cell of a name of column letter and row number. */
function namedCell(name: string, { rows, columns }: StoneSize): number | undefined {
  const [, letter = '', row = ''] = /^([a-z])([1-9]\d?)$/.exec(name) ?? [];
  const column = letter.charCodeAt(0) - 0x61;
  return column < columns && Number(row) <= rows ? columns * (Number(row) - 1) + column : undefined;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the doubt that a side has more stones than turns. */
function turnDoubts(cells: string): readonly string[] {
  const lead = countStones(cells, 'x') - countStones(cells, 'o');
  if (lead === 0 || lead === 1) return [];
  return [`x has ${plural(countStones(cells, 'x'), 'stone')} and o ${countStones(cells, 'o')}`];
}

export const connectFourBoard = stoneBoard({
  name: 'connect_four',
  layout: connectFourLayout,
  cellOf(action, { columns }) {
    const column = /^[xo](\d)$/.exec(action)?.[1];
    return column !== undefined && Number(column) < columns ? Number(column) : undefined;
  },
  actionAt: (cell, { columns }, side) => (cell < columns ? `${side}${cell}` : undefined),
  doubts(cells, { columns }) {
    const floating = Array.from(cells, (_, cell) => cell).filter(
      (cell) => cells[cell] !== '.' && cells[cell + columns] === '.',
    ).length;
    return floating === 0
      ? turnDoubts(cells)
      : [...turnDoubts(cells), `${plural(floating, 'disc')} above an empty cell`];
  },
  winner: 'last-unless-full',
});

export const hexBoard = stoneBoard({
  name: 'hex',
  layout: hexLayout,
  cellOf: namedCell,
  actionAt: (cell, { columns }) => hexCellName(cell, columns),
  doubts: turnDoubts,
  winner: 'last',
});

export const othelloBoard = stoneBoard({
  name: 'othello',
  layout: othelloLayout,
  cellOf: (action, size) => (action === 'pass' ? 'pass' : namedCell(action, size)),
  actionAt: (cell, { columns }) => hexCellName(cell, columns),
  doubts(cells) {
    const stones = countStones(cells, 'x') + countStones(cells, 'o');
    return stones < 4 ? [`${plural(stones, 'disc')}, and a game begins with 4`] : [];
  },
  winner: 'more-stones',
});
