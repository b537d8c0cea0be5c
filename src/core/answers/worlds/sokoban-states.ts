import { type Range, range } from '../../base/text/range.ts';
import { type RespelledState, skipForward } from './world-line.ts';

/** A cell by its column and row from 0. */
interface Cell {
  readonly x: number;
  readonly y: number;
}

/** The player and the boxes, and why they may not be the ones that are meant. */
interface Level {
  readonly player: Cell;
  readonly boxes: readonly Cell[];
  readonly doubt?: string;
}

const CELL = String.raw`(?:[a-z]\d{1,2}\b|[([<]\s?(?:x\s?=\s?|row |r\s?=\s?|column |col |c\s?=\s?)?\d{1,2}\s?[,;]\s?(?:y\s?=\s?|row |r\s?=\s?|column |col |c\s?=\s?)?\d{1,2}\s?[)\]>]|(?:row|column|col) \d{1,2},? (?:and )?(?:row|column|col) \d{1,2}|x\s?=\s?\d{1,2},? (?:and )?y\s?=\s?\d{1,2})`;
const PLAYER = String.raw`(?:the |my )?(?:player|worker|agent|keeper|pusher|warehouse (?:keeper|worker)|robot|sokoban)`;
const BOX = String.raw`(?:the |both |all |two |other |first |second |remaining |and ){0,3}(?:box|crate)(?:es|s)?(?: ?#?\d| [a-h](?=\s?(?:is|:|=|at)))?`;
const PLACE_NOUN = '(?:position|location|cell|coordinates?)s?';
const IS = '(?:is|are|stands?|sits?|lies?|moves? to|moved to|remains?|stays?)';
const AT = [
  String.raw`["'\x60*]{0,3}(?: ?\([^()\s]{1,2}\)| [@$])?["'\x60*]{0,3}(?:['’]s)?`,
  String.raw`(?: ${PLACE_NOUN}["'\x60*]{0,3} (?:is|are)(?: now)?\b`,
  String.raw`|(?: ${PLACE_NOUN})?["'\x60*]{0,3}(?: ${IS}\b)?(?: (?:now|still|currently|both|located|standing|placed))*(?: (?:at|on|in|to)\b| ?[:=]|(?= [a-z]\d)))`,
  String.raw`(?: (?:cell|position|square)s?)?["'\x60*\s:[]{0,4}`,
].join('');
const AND = String.raw`["'\x60*]{0,3}(?:\s?,\s?(?:and )?| and | & )["'\x60*]{0,3}`;
const SAID = new RegExp(`(?<![\\w])(?:(${PLAYER})|(${BOX}))${AT}(${CELL}(?:${AND}${CELL}){0,30})`, 'gi');
const CELLS = new RegExp(CELL, 'gi');
/** Text between two statements about one level, which may tell its targets. */
const BETWEEN =
  /^["'`*_)\]]{0,4}[\s;,.&*•|>_-]{0,12}(?:\d[.)] )?(?:(?:and|while|with|whereas) )?(?:(?:the )?(?:targets?|goals?|docks?|storage)\b[^\n;.]{0,60}[\s;,.&*•|>_-]{0,12})?$/i;
/** Words after a level by which it changes. */
const CHANGES =
  /^["'`*)\]]{0,4},? (?:and )?(?:then )?(?:(?:is|are|was|were|gets?|can|could|must|should|to|will|would|needs?|has|moves?)\b|push|go(?:es)? )/i;
/** Words that may place another box, and characters after a level in which they are looked for. */
const MORE = /^[^\n]*\b(?:rest|others?|remaining|unchanged|box|crate)\b/i;
const REACH = 60;
/** Words by which the row of a cell comes before its column. */
const ROW_FIRST = /\(row,? ?col|\brow \d{1,2},? (?:and )?col/i;
/** Maximum number of characters between two statements about one level. */
const MAX_GAP = 60;

/** Finds the player and the boxes of Sokoban in words, and in drawings of its level. */
export function* findSokobanStates(text: string, lines: readonly Range[]): Generator<RespelledState> {
  if (/box|crate/i.test(text)) yield* findSaid(text, ROW_FIRST.test(text));
  if (text.includes('#')) yield* findDrawn(text, lines);
}

function* findSaid(text: string, isRowFirst: boolean): Generator<RespelledState> {
  let players: string[] = [];
  let boxes: string[] = [];
  let at: Range | undefined;
  for (const { 0: said, 1: player, 3: cells = '', index } of text.matchAll(SAID)) {
    const isNext =
      at !== undefined &&
      index - at.end <= MAX_GAP &&
      BETWEEN.test(text.slice(at.end, index)) &&
      (player === undefined || players.length === 0);
    if (!isNext && at !== undefined) {
      yield* doubted(text, at, joinSaid(players, boxes, at, isRowFirst));
      [players, boxes, at] = [[], [], undefined];
    }
    at = range(at?.start ?? index, index + said.length);
    const found = cells.match(CELLS) ?? [];
    if (player === undefined) boxes.push(...found);
    else players.push(...found);
  }
  if (at !== undefined) yield* doubted(text, at, joinSaid(players, boxes, at, isRowFirst));
}

/** Yields states unless the words after them change them; in doubt if these may tell of another box. */
function* doubted(text: string, { end }: Range, states: Iterable<RespelledState>): Generator<RespelledState> {
  const after = text.slice(end, end + REACH);
  if (CHANGES.test(after)) return;
  const doubt = MORE.test(after) ? 'The words after the boxes may place another.' : undefined;
  for (const state of states) yield { ...(doubt !== undefined && { doubt }), ...state };
}

function* joinSaid(
  players: readonly string[],
  boxes: readonly string[],
  at: Range,
  isRowFirst: boolean,
): Generator<RespelledState> {
  const [player, ...more] = players;
  if (player === undefined || more.length > 0 || boxes.length === 0) return;
  const all = [player, ...boxes];
  if (all.every((cell) => /^[a-z]\d/i.test(cell))) {
    const [where = '', ...others] = all.map((cell) => cell.toLowerCase());
    yield {
      range: at,
      text: [`(player ${where})`, ...others.map((box) => `(box ${box})`)].join(' '),
      isExplicit: true,
    };
    return;
  }
  const isXY = all.every((cell) => /x\s?=|col/i.test(cell) && /y\s?=|row/i.test(cell));
  const isNamed = all.some((cell) => /[a-z]/i.test(cell));
  const read = all.map(readCell);
  const doubt = 'The answer does not say how the cells are counted.';
  const turned = read.map(({ x, y }) => ({ x: y, y: x }));
  const orders = isXY || isNamed ? [read] : isRowFirst ? [turned, read] : [read, turned];
  for (const [first, ...rest] of orders) {
    if (first === undefined) continue;
    const isPlain = all.every((cell) => /x\s?=/i.test(cell));
    for (const text of spellings({ player: first, boxes: rest })) yield { range: at, text, ...(!isPlain && { doubt }) };
  }
}

/** Reads a cell of two numbers: x or the column first, unless they are named. */
function readCell(cell: string): Cell {
  const [first = 0, second = 0] = (cell.match(/\d+/g) ?? []).map(Number);
  return /^\W?\s?r/i.test(cell) ? { x: second, y: first } : { x: first, y: second };
}

/** Returns the texts of a level as the worlds of Sokoban write them. */
function spellings({ player, boxes }: Level): string[] {
  const name = ({ x, y }: Cell): string => `${String.fromCharCode(97 + x)}${y + 1}`;
  return [
    [`worker ${player.x} ${player.y}`, ...boxes.map(({ x, y }) => `box ${x} ${y}`)].join(' '),
    [`(player ${name(player)})`, ...boxes.map((box) => `(box ${name(box)})`)].join(' '),
  ];
}

/** A row of a drawn level. */
const ROW = /^[ \t]{0,12}#[#@$.*+ _\-PXOS√]*#[ \t]*$/;
const LEAST = 3;
const MAX_ROWS = 40;

function* findDrawn(text: string, lines: readonly Range[]): Generator<RespelledState> {
  let rows: Range[] = [];
  for (const line of lines) {
    const isRow = line.end - line.start <= 80 && ROW.test(text.slice(line.start, line.end));
    const isNext = isRow && (rows.at(-1)?.end ?? -2) + 1 === line.start;
    if (!isNext) {
      yield* readLevel(text, rows);
      rows = [];
    }
    if (isRow) rows.push(line);
  }
  yield* readLevel(text, rows);
}

function* readLevel(text: string, rows: readonly Range[]): Generator<RespelledState> {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || rows.length < LEAST || rows.length > MAX_ROWS) return;
  const indent = Math.min(...rows.map(({ start, end }) => skipForward(text, start, end, /\s/) - start));
  const drawn = rows.map(({ start, end }) => Array.from(text.slice(start + indent, end).trimEnd()));
  // a space may part each two cells
  const isSpaced = drawn.every((row) => row.length % 2 === 1 && row.every((sign, i) => i % 2 === 0 || sign === ' '));
  const cells = drawn.flatMap((row, y) =>
    (isSpaced ? row.filter((_, i) => i % 2 === 0) : row).map((sign, x) => ({ sign, x, y })),
  );
  const isPlain = cells.every(({ sign }) => !/[PXOS√]/.test(sign));
  const players = cells.filter(({ sign }) => (isPlain ? /[@+]/ : /[PS]/).test(sign));
  const boxes = cells.filter(({ sign }) => (isPlain ? /[$*]/ : /[X√]/).test(sign));
  const [player] = players;
  if (player === undefined || players.length > 1 || boxes.length === 0) return;
  const doubt = isPlain ? undefined : 'The answer does not say what the signs of its drawing mean.';
  const at = range(skipForward(text, first.start, first.end, /\s/), last.end);
  for (const spelled of spellings({ player, boxes }))
    yield { range: at, text: spelled, ...(doubt !== undefined && { doubt }) };
}
