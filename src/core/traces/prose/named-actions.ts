import { type Automaton, SINK } from '../../base/automaton.ts';
import type { World } from '../../worlds/world.ts';
import type { ActionLanguage, ActionMention, MentionForm, PlayerIndex } from './mention.ts';

/** A cell as a text counts it: a pair of numbers, or a row and a column by their words. */
const COORDINATES =
  /(?<![A-Za-z0-9])(?:\((?<first>\d{1,2}), ?(?<second>\d{1,2})\)|\(?[Rr](?:ow)? ?(?<row>\d{1,2}),? (?:and )?[Cc](?:ol(?:umn)?)? ?(?<column>\d{1,2})\)?)(?![A-Za-z0-9])/g;

/** A cell that a text names by numbers; row and column from 0, undefined if the text does not tell how it counts. */
interface CellCoordinates {
  readonly start: number;
  readonly written: string;
  readonly place: { readonly row: number; readonly column: number } | undefined;
}

/** Manner in which a text counts the cells of a board. */
interface CellCounting {
  readonly rows: number;
  readonly columns: number;
  /** Number of the first row and the first column; undefined if the text does not tell. */
  readonly first: 0 | 1 | undefined;
  /** True if a pair of numbers is a row and a column; undefined if the text does not tell. */
  readonly isRowFirst: boolean | undefined;
}

/** Characters of a text in which it tells how it counts. */
const HEAD = 20_000;

/** Returns how a text counts the cells of a board of this size. */
function readCellCounting(text: string, rows: number, columns: number): CellCounting {
  const head = text.slice(0, HEAD);
  const isColumnFirst = /\(? ?c(?:ol(?:umn)?)?s?, ?r(?:ow)?s?\b|\(x, ?y\)/i.test(head);
  const isRowFirst = /\(? ?r(?:ow)?s?, ?c(?:ol(?:umn)?s?)?\b/i.test(head) ? true : isColumnFirst ? false : undefined;
  const told = /\b([01])[- ]?(?:based|indexed)\b|\b(?:rows?|columns?)\D{0,24}\b([01]) ?(?:to|through|-|–) ?\d/i.exec(
    head,
  );
  const named = told?.[1] ?? told?.[2];
  if (named !== undefined) return { rows, columns, first: named === '0' ? 0 : 1, isRowFirst };
  const numbers = Array.from(head.matchAll(COORDINATES), ({ groups = {} }) => [
    Number(groups.first ?? groups.row),
    Number(groups.second ?? groups.column),
  ]).flat();
  const first = numbers.includes(0) ? 0 : numbers.includes(Math.max(rows, columns)) ? 1 : undefined;
  return { rows, columns, first, isRowFirst };
}

/** Finds the cells that a text names by numbers; those that are not on the board are left out. */
function findCoordinates(text: string, { rows, columns, first, isRowFirst }: CellCounting): CellCoordinates[] {
  const cells: CellCoordinates[] = [];
  for (const { 0: written, index: start, groups = {} } of text.matchAll(COORDINATES)) {
    const isWords = groups.row !== undefined;
    if (first === undefined || !(isWords || isRowFirst !== undefined)) {
      cells.push({ start, written, place: undefined });
      continue;
    }
    const one = Number(groups.first ?? groups.row) - first;
    const other = Number(groups.second ?? groups.column) - first;
    const [row, column] = isWords || isRowFirst === true ? [one, other] : [other, one];
    if (row >= 0 && column >= 0 && row < rows && column < columns)
      cells.push({ start, written, place: { row, column } });
  }
  return cells;
}

/** Text of a mention that may be two columns or cells, since the text does not tell how it counts them. */
export const UNCERTAIN = '?';
/** Number of states whose actions are the vocabulary of a world. */
const STATES = 200;
/** Number of names of a vocabulary. */
const MAX_NAMES = 20_000;
const CELL = /^[a-z]\d{1,2}$/;
const DISC = /^[xo]\d{1,2}$/;

/** Returns the actions of the first states of a world, breadth first. */
function vocabulary(automaton: Automaton<unknown>, start: unknown): Set<string> {
  const names = new Set<string>();
  const states: unknown[] = [start];
  for (let i = 0; i < states.length && names.size < MAX_NAMES; i++) {
    const state = states[i];
    for (const action of automaton.legal(state)) {
      if (names.has(action) && i > 0) continue;
      names.add(action);
      const next = states.length < STATES ? automaton.step(state, action) : SINK;
      if (next !== SINK) states.push(next);
    }
  }
  return names;
}

const sideOf = (automaton: Automaton<unknown>, state: unknown): PlayerIndex | undefined => {
  const side = /^([xo]) \|\|/.exec(automaton.print(state))?.[1];
  return side === undefined ? undefined : side === 'x' ? 0 : 1;
};

/** Returns the parts that languages of worlds without a notation for people have in common. */
function plainLanguage(
  world: World<unknown>,
  find: ActionLanguage['find'],
  nameAt: (state: unknown, mention: ActionMention) => string,
): ActionLanguage {
  const { automaton } = world;
  const sides = new WeakMap<object, PlayerIndex | 'none'>();
  return {
    find,
    resolve(state, mention) {
      const name = nameAt(state, mention);
      return automaton.step(state, name) === SINK ? undefined : name;
    },
    isAmbiguous: () => false,
    sideToMove(state) {
      if (typeof state !== 'object' || state === null) return sideOf(automaton, state);
      let side = sides.get(state);
      if (side === undefined) {
        side = sideOf(automaton, state) ?? 'none';
        sides.set(state, side);
      }
      return side === 'none' ? undefined : side;
    },
    whyNot: (state, mention) => world.whyNot?.(state, nameAt(state, mention)),
    moveNumber: () => undefined,
    describes: () => false,
    passed: () => undefined,
    takesCells: true,
    players: [
      ['x', 'black'],
      ['o', 'white'],
    ],
  };
}

const mentionOf = (
  start: number,
  written: string,
  text: string,
  form: MentionForm,
  side?: PlayerIndex,
): ActionMention => ({
  range: { start, end: start + written.length },
  start,
  text,
  form,
  ...(side !== undefined && { side }),
});

/** Finds cells such as `d3` or `row 1, column 4`, and `pass`. */
function cellsIn(text: string, counting: CellCounting): ActionMention[] {
  const named = Array.from(
    text.matchAll(/(?<![A-Za-z0-9/])(?:[A-Za-z]\d{1,2}|pass)(?![A-Za-z0-9/])/g),
    ({ 0: word, index }) => mentionOf(index, word, word.toLowerCase(), 'bare'),
  );
  const counted = findCoordinates(text, counting).map(({ start, written, place }) =>
    mentionOf(
      start,
      written,
      place === undefined ? UNCERTAIN : `${String.fromCharCode(0x61 + place.column)}${place.row + 1}`,
      'bare',
    ),
  );
  return counted.length === 0 ? named : [...named, ...counted].sort((a, b) => a.start - b.start);
}

/** Returns the size of the board that has cells of these names. */
function boardSize(names: ReadonlySet<string>): { readonly rows: number; readonly columns: number } {
  let [rows, columns] = [0, 0];
  for (const name of names) {
    if (!CELL.test(name)) continue;
    columns = Math.max(columns, name.charCodeAt(0) - 0x60);
    rows = Math.max(rows, Number(name.slice(1)));
  }
  return { rows, columns };
}

const COLUMN =
  /(?<![A-Za-z0-9])(?:(?<name>[xo]\d{1,2})|[Cc]ol(?:umn)?[ -]?(?<column>\d{1,2})|(?<side>[XOxo]) ?(?:→|->) ?(?<drop>\d{1,2})|(?<=(?:answer|move|choice|action|decision)[:=] {0,3}[*_`"']{0,3})(?<last>\d{1,2})(?=[*_`"'.]{0,4}\s*(?:\n|$)))(?![A-Za-z0-9])/g;

/**
 * Finds columns: `x3`, `column 3`.
 *
 * @param first number of the first column of a text; undefined if it does not tell
 */
function columnsIn(text: string, first: 0 | 1 | undefined): ActionMention[] {
  return Array.from(text.matchAll(COLUMN), ({ 0: written, index, groups: { name, column, side, drop, last } = {} }) => {
    if (name !== undefined) return mentionOf(index, written, name, 'name', name.startsWith('x') ? 0 : 1);
    const player = side === undefined ? undefined : /x/i.test(side) ? 0 : 1;
    const counted = Number(column ?? drop ?? last);
    return mentionOf(index, written, first === undefined ? UNCERTAIN : String(counted - first), 'bare', player);
  });
}

/**
 * Returns the number of the first column as a text counts, 0 or 1; undefined if it does not tell.
 *
 * @param columns number of columns of the board
 */
function firstColumn(text: string, columns: number): 0 | 1 | undefined {
  const told = new RegExp(
    String.raw`\b(?:([01])(?: ?(?:to|through|-|–|\.\.) ?)(?:${columns - 1}|${columns})|(?:from|at|with) ([01])|([01])[- ](?:based|indexed))\b`,
    'g',
  );
  for (const [whole, range, from, based] of text.slice(0, 20_000).matchAll(told)) {
    const first = range ?? from ?? based;
    if (range !== undefined && !whole.endsWith(String(range === '0' ? columns - 1 : columns))) continue;
    return first === '0' ? 0 : 1;
  }
  if (new RegExp(String.raw`\bcol(?:umn)?s?[ -]?${columns}\b`, 'i').test(text)) return 1;
  if (/\bcol(?:umn)?s?[ -]?0\b/i.test(text)) return 0;
  const middle =
    /\bcent(?:er|re|ral) column,? \(?(?:is )?(?:column )?(\d)|\bcolumn (\d),? \(?(?:is )?(?:in )?the cent(?:er|re)/i.exec(
      text,
    );
  const center = Number(middle?.[1] ?? middle?.[2] ?? Number.NaN);
  if (columns % 2 === 1 && center === (columns - 1) / 2) return 0;
  return columns % 2 === 1 && center === (columns + 1) / 2 ? 1 : undefined;
}

const CALL = String.raw`[A-Za-z][\w-]*\([^()\s]{0,60}(?:, ?[^()\s]{1,40}){0,8}\)|\([a-z][\w-]*(?: [\w-]{1,40}){1,8}\)`;
const TOKEN = new RegExp(
  `(?<![A-Za-z0-9])(?:(${CALL})|(\\(\\d{2,9}\\)|[A-Za-z][\\w-]{0,40}(?:['’](?![A-Za-z]))?))(?![A-Za-z0-9])`,
  'g',
);

/** Returns `stack(b,c)` for it, for `stack(b, c)` and for `(stack b c)`. */
function callName(written: string): string {
  if (!written.startsWith('(')) return written.replace(/\s/g, '');
  const [name = '', ...objects] = written.slice(1, -1).split(' ');
  return `${name}(${objects.join(',')})`.toLowerCase();
}

/** Finds the names of a vocabulary; of calls also those with other objects. */
function namesIn(text: string, names: ReadonlySet<string>, functors: ReadonlySet<string>): ActionMention[] {
  const found: ActionMention[] = [];
  for (const { 0: written, 1: call, 2: word = '', index } of text.matchAll(TOKEN)) {
    if (call !== undefined) {
      const name = callName(call);
      if (functors.has(name.slice(0, name.indexOf('(')))) found.push(mentionOf(index, written, name, 'name'));
      continue;
    }
    const name = word.replace('’', "'");
    if (names.has(name)) found.push(mentionOf(index, written, name, 'bare'));
  }
  return found;
}

/**
 * Returns the language of the actions of a world without a notation for people: columns, cells, or names.
 *
 * @param start the state in which the search begins
 * @param counted number of the first column, if the caller knows it
 */
export function namedActions(world: World<unknown>, start: unknown, text: string, counted?: 0 | 1): ActionLanguage {
  const { automaton } = world;
  const names = vocabulary(automaton, start);
  const every = (form: RegExp): boolean =>
    names.size > 0 && [...names].every((name) => name === 'pass' || form.test(name));
  if (every(DISC)) {
    const columns = 1 + Math.max(...Array.from(names, (name) => Number(name.slice(1))));
    const first = counted ?? firstColumn(text, columns);
    const nameAt = (state: unknown, { form, text: column }: ActionMention): string =>
      form === 'name' || column === UNCERTAIN ? column : `${sideOf(automaton, state) === 1 ? 'o' : 'x'}${column}`;
    return plainLanguage(world, (within) => columnsIn(within, first), nameAt);
  }
  const asWritten = (_: unknown, { text: name }: ActionMention): string => name;
  if (every(CELL)) {
    const { rows, columns } = boardSize(names);
    const counting = readCellCounting(text, rows, columns);
    return plainLanguage(world, (within) => cellsIn(within, counting), asWritten);
  }
  const calls = [...names].filter((name) => name.includes('('));
  const functors = new Set(calls.map((name) => name.slice(0, name.indexOf('('))));
  return plainLanguage(world, (within) => namesIn(within, names, functors), asWritten);
}
