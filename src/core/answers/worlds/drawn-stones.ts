import { type Range, range } from '../../base/text/range.ts';
import { type RespelledState, skipForward } from './world-line.ts';

/** Signs of empty cells. */
const EMPTY = new Set(Array.from('.·-_*+:□⬜▢0').concat('', '--', 'empty', 'null', 'None', 'E'));
/** Signs of the first player's stones and of the second's, with the words for them; a board uses one pair. */
const PAIRS: readonly { readonly x: string; readonly o: string; readonly isDisc?: true; readonly isOpen?: true }[] = [
  { x: 'xX✕✖×❌', o: 'oO⭕' },
  { x: 'bB●⚫', o: 'wW○⚪', isDisc: true },
  // conventions differ on which of these moves first
  { x: 'rR🔴', o: 'yYbB🟡🔵', isOpen: true },
  { x: '1', o: '2', isOpen: true },
];
/** Fewest and most rows and columns of a board. */
const LEAST = 3;
const MOST = 19;
/** Maximum length of a row. */
const MAX_ROW = 160;
/** Characters before and after a board that may name the player to move. */
const BEFORE = 160;
const AFTER = 260;

const PLAYER = String.raw`["'\x60*(]{0,3}(black|white|[xo]|●|○|⚫|⚪)["'\x60*)]{0,3}(?:[ ]?\([^()\n]{0,12}\))?`;
const SIDE = new RegExp(
  [
    String.raw`(?<![a-z])(?:side|player|colou?r|disc)?[ _-]{0,2}(?:to[ _-](?:move|play)|next(?:[ _-](?:player|to[ _-]move|turn))?|turn|current[ _-](?:player|turn))["'\x60*]{0,3}[ ]{0,2}(?:[:=]|is)[ ]{0,2}${PLAYER}(?![a-z])`,
    String.raw`(?<![a-z])${PLAYER}(?:['’]s)?[ ]{1,3}(?:(?:is|has|player|the)[ ]){0,2}(?:to[ ](?:move|play|go)|moves(?: next)?\b|plays(?: next)?\b|turn\b|next\b)`,
    String.raw`(?<![a-z])(?:for|place|put|mark)[ ]your[ ](?:next[ ])?${PLAYER}(?![a-z])`,
  ].join('|'),
  'giu',
);
/** A legend that gives signs another meaning. */
const OTHER_LEGEND =
  /(?<![a-z])["'`]?(?:[x●⚫]["'`]?[ ]{0,2}(?:=|:|is|for|\()[ ]{0,2}(?:white|light)|[o○⚪]["'`]?[ ]{0,2}(?:=|:|is|for|\()[ ]{0,2}(?:black|dark))/iu;

/** A row of another board: its words are no longer about this one. */
const ROW = /\n[ \t>]*(?:[^|\n]{0,12}\|[^|\n]{0,12}\|[^\n]{0,120}|(?:[.xob·_-][ \t]?){3,19})(?=\n|$)/i;

interface Row {
  readonly cells: readonly string[];
  readonly start: number;
  readonly end: number;
  /** True for bars with spaces alone between them: a row without stones, or a rule. */
  readonly isBlank?: boolean;
}

/**
 * Finds the boards of stones that a text draws row by row, or lists as an array, with the player to move that the words
 * near them name.
 */
export function* findDrawnStones(text: string, lines: readonly Range[]): Generator<RespelledState> {
  let rows: Row[] = [];
  for (const line of withoutRowNames(text, lines)) {
    const row = rowAt(text, line);
    const last = rows.at(-1);
    if (row !== undefined && last !== undefined && row.cells.length === last.cells.length) rows.push(row);
    else if (row !== undefined) {
      yield* readRows(text, rows);
      rows = [row];
    } else if (!isBetweenRows(text, line)) {
      yield* readRows(text, rows);
      rows = [];
    }
  }
  yield* readRows(text, rows);
}

/** Returns lines without the letters that name their rows, A to C at least, before cells with bars between them. */
function withoutRowNames(text: string, lines: readonly Range[]): readonly Range[] {
  if (!text.includes('|')) return lines;
  const named = lines.filter((line) => !isBetweenRows(text, line));
  const starts = new Map<number, number>();
  let next = 0;
  let names: Range[] = [];
  for (const line of named) {
    const [all = '', name = ''] =
      NAMED_ROW.exec(text.slice(line.start, Math.min(line.end, line.start + MAX_ROW))) ?? [];
    if (name !== String.fromCharCode(65 + next)) [next, names] = [0, []];
    if (name !== String.fromCharCode(65 + next)) continue;
    next++;
    names.push(range(line.start, line.start + all.length));
    if (next >= LEAST) for (const { start, end } of names) starts.set(start, end);
  }
  return starts.size === 0 ? lines : lines.map(({ start, end }) => range(starts.get(start) ?? start, end));
}

/** A letter before a row with bars. */
const NAMED_ROW = /^[ \t]*([A-I])[ \t]+(?=[^|\n]{0,6}\|)/;

/** Reads a board with its rows of bars alone as rows without stones, and as rules. */
function* readRows(text: string, rows: readonly Row[]): Generator<RespelledState> {
  const filled = rows.filter(({ isBlank }) => isBlank !== true);
  if (filled.length < rows.length && filled.length > 0)
    for (const state of readBoard(text, rows)) if (state.text !== undefined) yield state;
  yield* readBoard(text, filled);
}

/** Returns true for lines between rows: rules, and names of columns. */
const isBetweenRows = (text: string, { start, end }: Range): boolean =>
  end - start <= MAX_ROW && /^[\s|+\-=_:─┼├┤┌┐└┘┬┴[\]]*$/.test(text.slice(start, end));

function rowAt(text: string, { start, end }: Range): Row | undefined {
  if (end - start > MAX_ROW || end - start < LEAST) return undefined;
  const boxed = BOXED.exec(text.slice(start, end))?.[1];
  if (boxed !== undefined) {
    const cells = Array.from(boxed).filter((_, i) => i % 2 === 0);
    if (cells.length >= LEAST && cells.length <= MOST)
      return {
        cells: cells.map((cell) => cell.trim()),
        start,
        end,
        ...(boxed.trim() === '' && { isBlank: true }),
      };
  }
  const line = text
    .slice(start, end)
    .replace(/^[ \t>]*(?:row|rank)?[ ]?\d{1,2}(?:[:.)|]|[ \t]+\|)?(?=[ \t"'[|])/i, '')
    .replace(/[ \t|]+\d{1,2}[ \t]*$/, '')
    .replace(/["'`,[\]]+/g, ' ')
    .trim();
  const within = line.replace(/^\||\|$/g, '').trim();
  // an empty cell at an end has a bar on one side
  const inner = within.split(/[|\s]+/).length < LEAST && line.split('|').length === LEAST ? line : within;
  const parts = inner.includes('|') ? inner.split('|').map((cell) => cell.trim()) : inner.split(/\s+/);
  const cells = parts.length === 1 ? Array.from(inner) : parts;
  if (cells.length < LEAST || cells.length > MOST || !cells.every((cell) => EMPTY.has(cell) || isStone(cell)))
    return undefined;
  // bars, dashes and spaces alone draw a rule
  if (/[^\s|+\-=_:]/.test(line)) return { cells, start, end };
  return /^[\s|]+$/.test(line) && line.includes('|') ? { cells, start, end, isBlank: true } : undefined;
}

/** A row between two bars with a space after each cell but the last, where an empty cell is a space. */
const BOXED = /^[ \t]*\|((?:[xo ] )*[xo ])\|[ \t]*$/i;

const isStone = (cell: string): boolean =>
  Array.from(cell).length === 1 && PAIRS.some(({ x, o }) => x.includes(cell) || o.includes(cell));

/** Maximum length of an array. */
const MAX_ARRAY = 4000;
const CELL = /"([^"\n]{0,24})"|'([^'\n]{0,24})'|\b(null|None|0)\b/g;

/** Finds the boards of stones that are arrays of rows, each an array of cells or a text. */
export function* findStoneArrays(text: string): Generator<RespelledState> {
  let done = 0;
  for (const { index } of text.matchAll(/\[(?=\s{0,40}["'[])/g)) {
    if (index < done) continue;
    const rows: Row[] = [];
    const written = text.slice(index, index + MAX_ARRAY);
    const isNested = /^\[\s{0,40}\[/.test(written);
    const close = (isNested ? /\][\s,]{0,40}\]/ : /\]/).exec(written);
    if (close === null) continue;
    const end = index + close.index + close[0].length;
    for (const row of written.slice(1, close.index + 1).split(']')) {
      const cells = Array.from(row.matchAll(CELL), ([, double, single]) => double ?? single ?? '');
      const all = isNested
        ? [cells]
        : cells.map((cell) => (/\s/.test(cell) ? cell.trim().split(/\s+/) : Array.from(cell)));
      for (const one of all) if (one.length > 0) rows.push({ cells: one, start: index, end });
    }
    const width = rows[0]?.cells.length ?? 0;
    const isBoard =
      width >= LEAST &&
      width <= MOST &&
      rows.every(({ cells }) => cells.length === width && cells.every((cell) => EMPTY.has(cell) || isStone(cell)));
    if (!isBoard) continue;
    done = end;
    yield* readBoard(text, rows);
  }
}

/** Returns true for a stone that is no number. */
const isSign = (cell: string): boolean => isStone(cell) && !/\d/.test(cell);

/** Returns true for the nine cells of a small board with stones, the empty ones numbered, on one line. */
const isNumberedLine = (cells: readonly string[]): boolean =>
  cells.length === 9 &&
  cells.some(isSign) &&
  [0, 1].some((from) => cells.every((cell, i) => isSign(cell) || cell === String(i + from)));

/** Finds the boards whose empty cells are numbered row by row, from 1 or from 0, with bars or spaces between the cells. */
export function* findNumberedBoards(text: string, lines: readonly Range[]): Generator<RespelledState> {
  let rows: Row[] = [];
  const board = (): Row[] => {
    const cells = rows.flatMap((row) => row.cells);
    const first = [0, 1].find((from) => cells.every((cell, i) => isSign(cell) || Number(cell) === i + from));
    // numbers alone are a board only between bars
    const isBoard = cells.some(isSign) || text.slice(rows[0]?.start, rows[0]?.end).includes('|');
    const isNumbered = first !== undefined && isBoard && cells.some((cell) => !isSign(cell));
    return isNumbered
      ? rows.map((row) => ({ ...row, cells: row.cells.map((cell) => (isSign(cell) ? cell : '.')) }))
      : [];
  };
  for (const line of lines) {
    const words = text.slice(line.start, Math.min(line.end, line.start + MAX_ROW)).trim();
    const cells = words.includes('|') ? words.split('|').map((cell) => cell.trim()) : words.split(/\s+/);
    const isLine = isNumberedLine(cells);
    if (isLine) {
      yield* readBoard(text, board());
      rows = [0, 3, 6].map((from) => ({ cells: cells.slice(from, from + 3), start: line.start, end: line.end }));
      yield* readBoard(text, board());
      rows = [];
    } else if (cells.length >= LEAST && cells.every((cell) => isSign(cell) || /^\d{1,3}$/.test(cell)))
      rows.push({ cells, start: line.start, end: line.end });
    else if (!isBetweenRows(text, line)) {
      yield* readBoard(text, board());
      rows = [];
    }
  }
  yield* readBoard(text, board());
}

function* readBoard(text: string, rows: readonly Row[]): Generator<RespelledState> {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || rows.length < LEAST || rows.length > MOST) return;
  const cells = rows.flatMap((row) => row.cells);
  const stones = cells.filter((cell) => !EMPTY.has(cell));
  const pair = PAIRS.find(({ x, o }) => stones.every((cell) => x.includes(cell) || o.includes(cell)));
  const at = range(skipForward(text, first.start, first.end, /\s/), last.end);
  // colors are names of players in square worlds with an even number of rows
  const isColored = pair?.isDisc !== true || isSquareAndEven(rows);
  const near = [
    text.slice(last.end, last.end + AFTER).split(ROW)[0] ?? '',
    text
      .slice(Math.max(0, first.start - BEFORE), first.start)
      .split(ROW)
      .at(-1) ?? '',
  ];
  const said = near.map(sidesIn).find((sides) => sides.size > 0);
  const [side] = said?.size === 1 ? said : [undefined];
  if (pair !== undefined && pair.isOpen !== true && isColored && !near.some((words) => OTHER_LEGEND.test(words))) {
    const drawn = cells.map((cell) => (EMPTY.has(cell) ? '.' : pair.x.includes(cell) ? 'x' : 'o')).join('');
    if (side !== undefined) {
      yield { range: at, text: `${side} || ${drawn} ||` };
      return;
    }
    const next = said === undefined && !isSquareAndEven(rows) ? nextByCount(drawn) : undefined;
    if (next !== undefined)
      yield {
        range: at,
        text: `${next} || ${drawn} ||`,
        doubt: 'The answer does not say who is to move; the number of stones does.',
      };
  }
  if (stones.length > 0) yield { range: at };
}

const isSquareAndEven = (rows: readonly Row[]): boolean =>
  rows.length === rows[0]?.cells.length && rows.length % 2 === 0;

/** Returns the player to move where both put down a stone in turn, x first; undefined for other numbers of stones. */
function nextByCount(drawn: string): 'x' | 'o' | undefined {
  const more = drawn.split('x').length - drawn.split('o').length;
  return more === 0 ? 'x' : more === 1 ? 'o' : undefined;
}

/** Returns the players of whom the words near a board say that they are to move. */
const sidesIn = (words: string): ReadonlySet<'x' | 'o'> =>
  new Set(
    Array.from(words.matchAll(SIDE), ([, ...named]) =>
      /^[xb●⚫]/iu.test(named.find((name) => name !== undefined) ?? '') ? 'x' : 'o',
    ),
  );
