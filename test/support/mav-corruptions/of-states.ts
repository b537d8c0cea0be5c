import { type Corruption, changed, IMPOSSIBLE, otherSide, PLAYED, PREVIOUS, STATE, withCells } from './corruption.ts';
import type { Original } from './originals.ts';

const of = 'tracked';
const isChess = ({ game }: Original): boolean => game === 'chess' || game === 'chess960';
const filled = (cells: readonly string[]): number => cells.findIndex((cell) => /[^.kK]/.test(cell));
const empty = (cells: readonly string[]): number => cells.lastIndexOf('.');
const put = (cells: readonly string[], at: number, piece: string): string[] =>
  cells.map((cell, i) => (i === at ? piece : cell));
const piece = (original: Original): string => (isChess(original) ? 'n' : 'x');
const onState = (nth: number, change: (line: string) => string | undefined) => (text: string) =>
  changed(text, STATE, change, nth);
const lineOf = (text: string, which: RegExp, nth = 0): string =>
  text.split('\n').filter((line) => which.test(line))[nth] ?? '';

/** Mistakes in the state after the previous action, in the last state, and in what they come from. */
export const OF_STATES: readonly Corruption[] = [
  {
    name: 'a piece that is forgotten',
    of,
    apply: onState(0, (line) => withCells(line, (cells) => put(cells, filled(cells), '.'))),
    code: /^MAV_WRONG_STATE$|^MAV_BAD_STATE$/,
    at: STATE,
    words: /1 square wrong \(.* empty, true \w\)|not a state/,
  },
  {
    name: 'a piece that is made up',
    of,
    apply: (text, original) =>
      onState(0, (line) => withCells(line, (cells) => put(cells, empty(cells), piece(original))))(text),
    code: /^MAV_WRONG_STATE$|^MAV_BAD_STATE$/,
    at: STATE,
    words: /1 square wrong \(.* true empty\)|not a state/,
  },
  {
    name: 'a piece on another square',
    of,
    apply: onState(0, (line) =>
      withCells(line, (cells) => put(put(cells, filled(cells), '.'), empty(cells), cells[filled(cells)] ?? '')),
    ),
    code: /^MAV_WRONG_STATE$|^MAV_BAD_STATE$/,
    at: STATE,
    words: /2 squares wrong|not a state/,
  },
  {
    name: 'a cell too few',
    of,
    apply: onState(0, (line) => withCells(line, (cells) => cells.slice(1))),
    code: /^MAV_BAD_STATE$/,
    at: STATE,
    words: /not a state: .*(?:cells|board)/,
  },
  {
    name: 'a cell too many',
    of,
    apply: onState(0, (line) => withCells(line, (cells) => [...cells, '.'])),
    code: /^MAV_BAD_STATE$/,
    at: STATE,
    words: /not a state: .*(?:cells|board)/,
  },
  {
    name: 'a cell that is no piece',
    of,
    apply: onState(0, (line) => withCells(line, (cells) => put(cells, 0, 'z'))),
    code: /^MAV_BAD_STATE$/,
    at: STATE,
    words: /not a state/,
  },
  {
    name: 'the other side to move',
    of,
    apply: onState(0, otherSide),
    code: /^MAV_WRONG_STATE$|^MAV_BAD_STATE$/,
    at: STATE,
    words: /side to move \w, true \w|not a state: .*(?:turn|move|stones)/,
  },
  {
    name: 'a side to move that is none',
    of,
    apply: onState(0, (line) => line.replace(/ [wbxo] \|\|/, ' q ||')),
    code: /^MAV_BAD_STATE$/,
    at: STATE,
    words: /not a state/,
  },
  {
    name: 'the previous state in place of the next one',
    of,
    apply: (text) => onState(0, () => lineOf(text, PREVIOUS).replace('%prev_state', '%state'))(text),
    code: /^MAV_WRONG_STATE$/,
    at: STATE,
    words: /not the state after \w+: it is the state before it/,
  },
  {
    name: 'a move number that is not true',
    of,
    apply: (text, original) =>
      isChess(original) ? onState(0, (line) => line.replace(/\d\|\|\]$/, '9||]'))(text) : undefined,
    code: /^MAV_WRONG_FIELD$/,
    at: STATE,
    words: /fullmove number 9, true \d/,
  },
  {
    name: 'a castling right that is lost',
    of,
    apply: (text, original) =>
      isChess(original) ? onState(0, (line) => line.replace(/\|(\d)1/, '|$10'))(text) : undefined,
    code: /^MAV_WRONG_FIELD$/,
    at: STATE,
    words: /castling rights \w+, true \w+/,
  },
  {
    name: 'a castling right that is lost at the end',
    of,
    apply: (text, original) =>
      isChess(original) ? onState(1, (line) => line.replace(/\|(\d)1/, '|$10'))(text) : undefined,
    code: /^MAV_WRONG_FIELD$/,
    at: STATE,
    words: /castling rights \w+, true \w+/,
  },
  {
    name: 'an illegal previous action',
    of,
    apply: (text, { game }) => changed(text, PLAYED, () => `[%prev_action ${IMPOSSIBLE[game]?.replace('o', 'x')}]`),
    code: /^MAV_PREVIOUS_ACTION$/,
    at: PLAYED,
    words: /is not legal in the previous state/,
  },
  {
    name: 'a last state with a piece too many',
    of,
    apply: (text, original) =>
      onState(1, (line) => withCells(line, (cells) => put(cells, empty(cells), piece(original))))(text),
    code: /^MAV_WRONG_FINAL_STATE$|^MAV_BAD_STATE$/,
    at: STATE,
    words: /1 square wrong|not a state/,
  },
  {
    name: 'a last state with the other side to move',
    of,
    apply: onState(1, otherSide),
    code: /^MAV_WRONG_FINAL_STATE$|^MAV_BAD_STATE$/,
    at: STATE,
    words: /side to move \w, true \w|not a state/,
  },
  {
    name: 'a last state as the one before',
    of,
    apply: (text) => onState(1, () => lineOf(text, STATE))(text),
    code: /^MAV_WRONG_FINAL_STATE$/,
    at: STATE,
    words: /not the state after \w+: it is the state before it/,
  },
  {
    name: 'a last state that another action leads to',
    of: 'top',
    apply: (text, { otherEnd }) => changed(text, STATE, () => otherEnd, 1),
    code: /^MAV_WRONG_FINAL_STATE$/,
    at: STATE,
    words: /not the state after \w+: \d squares wrong/,
  },
  {
    name: 'a last state that cannot be read',
    of,
    apply: onState(1, (line) => withCells(line, (cells) => cells.slice(2))),
    code: /^MAV_BAD_STATE$/,
    at: STATE,
    words: /not a state/,
  },
];
