import { readStones } from '../games/stones.ts';
import { BOARD_COLORS, escapeXml } from './board-svg.ts';

/** The games that are played with stones on a board. */
export const STONE_GAMES = ['connect_four', 'hex', 'othello'] as const;

/** A board of one of these games. Cells are as in `StoneFrame`: row by row, the top row first, `.`, `x` or `o`. */
export interface StoneBoard {
  readonly kind: (typeof STONE_GAMES)[number];
  /** 42 cells in seven columns, or those of a square board; others are drawn as far as they fill whole rows. */
  readonly cells: string;
  /** Index of the cell that was played last. */
  readonly last?: number | undefined;
  /** Indices of wrong cells, marked by a dashed frame, in text by brackets. */
  readonly wrong?: readonly number[];
}

interface Shape {
  readonly columns: number;
  readonly rows: number;
}

const CONNECT_FOUR_COLUMNS = 7;
/** Maximum size: columns of Hex and Othello are letters. */
const LARGEST = 26;

function findShape({ kind, cells }: StoneBoard): Shape {
  const columns =
    kind === 'connect_four'
      ? CONNECT_FOUR_COLUMNS
      : Math.min(LARGEST, Math.max(1, Math.floor(Math.sqrt(cells.length))));
  return { columns, rows: Math.min(LARGEST, Math.floor(cells.length / columns)) };
}

/** Returns the name of a column: digits from 0 on in Connect Four, as in its actions; letters elsewhere. */
const columnName = (kind: StoneBoard['kind'], column: number): string =>
  kind === 'connect_four' ? String(column) : String.fromCharCode(0x61 + column);

/** Returns the board as lines of plain text; each row of Hex is shifted by half a cell against the one above. */
export function stoneTextBoard(board: StoneBoard): string[] {
  const { kind, cells, last, wrong = [] } = board;
  const { columns, rows } = findShape(board);
  const marked = new Set(wrong);
  const [isHex, hasRows] = [kind === 'hex', kind !== 'connect_four'];
  const names = Array.from({ length: columns }, (_, column) => ` ${columnName(kind, column)} `).join('');
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    let line = hasRows ? `${' '.repeat(isHex ? row : 0)}${String(row + 1).padStart(2)} ` : '';
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const content = cells[cell];
      line += marked.has(cell) ? `[${content}]` : cell === last ? `(${content})` : ` ${content} `;
    }
    lines.push(line);
  }
  return hasRows ? [`   ${names}`.trimEnd(), ...lines] : [...lines, names.trimEnd()];
}

/** Blue and orange, which everyone can distinguish; `x` also has a cross and `o` a ring. */
export const STONE_COLORS = { x: '#0072b2', o: '#d55e00' } as const;
const RADIUS = 16;
const UNIT = 40;
/** Distance between rows of hexagons, and half the height of one. */
const HEX_ROW = (UNIT * Math.sqrt(3)) / 2;
const HEX_HALF = UNIT / Math.sqrt(3);
const MARGIN = 24;

export interface StoneBoardOptions extends StoneBoard {
  /** Width in pixels of the longer side. Default 240. */
  readonly size?: number;
  /** Text for screen readers. */
  readonly title: string;
}

/** Returns the board as a separate SVG text, without scripts, styles or external references. */
export function stoneBoardSvg(options: StoneBoardOptions): string {
  const { kind, size = 240, title } = options;
  const shape = findShape(options);
  const drawn = DRAWINGS[kind](options, shape);
  const { width, height, body } = drawn;
  const scale = size / Math.max(width, height);
  const label = escapeXml(title);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" ` +
    `viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-label="${label}"><title>${label}</title>${body}</svg>`
  );
}

interface BoardDrawing {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

/** Draws squares with lines between them, columns by letters and rows by numbers. */
function gridBoard(board: StoneBoard, { columns, rows }: Shape): BoardDrawing {
  const [width, height] = [MARGIN + columns * UNIT + 1, MARGIN + rows * UNIT + 1];
  let body = '';
  for (let cell = 0; cell < columns * rows; cell++) {
    const [x, y] = [MARGIN + (cell % columns) * UNIT, MARGIN + Math.floor(cell / columns) * UNIT];
    body += `<path fill="${drawGround(board, cell)}" stroke="${BOARD_COLORS.dark}" stroke-width="2" d="M${x} ${y}h${UNIT}v${UNIT}h-${UNIT}z"/>`;
    body += stone(board, cell, x + UNIT / 2, y + UNIT / 2);
  }
  const middle = (i: number): number => MARGIN + (i + 0.5) * UNIT;
  const names = [
    ...Array.from({ length: columns }, (_, i) => text(middle(i), 16, columnName(board.kind, i))),
    ...Array.from({ length: rows }, (_, i) => text(11, middle(i) + 5, String(i + 1))),
  ];
  return { width, height, body: body + label(names) };
}

function discBoard(board: StoneBoard, { columns, rows }: Shape): BoardDrawing {
  const [width, height] = [columns * UNIT, rows * UNIT];
  let body = `<path fill="${BOARD_COLORS.dark}" d="M0 0h${width}v${height}H0z"/>`;
  for (let cell = 0; cell < columns * rows; cell++) {
    const x = ((cell % columns) + 0.5) * UNIT;
    const y = (Math.floor(cell / columns) + 0.5) * UNIT;
    body += `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="${drawGround(board, cell)}"/>${stone(board, cell, x, y)}`;
  }
  const names = Array.from({ length: columns }, (_, column) =>
    text((column + 0.5) * UNIT, height + 17, String(column)),
  );
  return { width, height: height + MARGIN, body: body + label(names) };
}

function hexBoard(board: StoneBoard, { columns, rows }: Shape): BoardDrawing {
  const width = MARGIN + (columns + (rows - 1) / 2) * UNIT + 4;
  const height = MARGIN + (rows - 1) * HEX_ROW + 2 * HEX_HALF + 4;
  const center = (row: number, column: number): [number, number] => [
    MARGIN + (column + row / 2 + 0.5) * UNIT,
    MARGIN + row * HEX_ROW + HEX_HALF,
  ];
  let body = '';
  for (let cell = 0; cell < columns * rows; cell++) {
    const [x, y] = center(Math.floor(cell / columns), cell % columns);
    body += `<path fill="${drawGround(board, cell)}" stroke="${BOARD_COLORS.dark}" stroke-width="2" d="${hexagon(x, y)}"/>`;
    body += stone(board, cell, x, y);
  }
  // Each player's own edges have its color: x joins top and bottom.
  const edge = (player: 'x' | 'o', points: readonly (readonly [number, number])[]): string =>
    `<path fill="none" stroke="${STONE_COLORS[player]}" stroke-width="4" d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}"/>`;
  const along = (length: number, row: (i: number) => [number, number], sides: readonly [number, number][]) =>
    Array.from({ length }, (_, i) =>
      sides.map(([dx, dy]): [number, number] => [row(i)[0] + dx, row(i)[1] + dy]),
    ).flat();
  const [w, q, h] = [UNIT / 2, HEX_HALF / 2, HEX_HALF];
  body += edge('x', along(columns, (i) => center(0, i), [[-w, -q], [0, -h], [w, -q]])); // biome-ignore format: pairs
  body += edge('x', along(columns, (i) => center(rows - 1, i), [[-w, q], [0, h], [w, q]])); // biome-ignore format: pairs
  body += edge('o', along(rows, (i) => center(i, 0), [[-w, -q], [-w, q], [0, h]])); // biome-ignore format: pairs
  body += edge('o', along(rows, (i) => center(i, columns - 1), [[0, -h], [w, -q], [w, q]])); // biome-ignore format: pairs
  const names = Array.from({ length: columns }, (_, i) => text(center(0, i)[0] - UNIT / 4, 15, columnName('hex', i)));
  for (let row = 0; row < rows; row++) {
    const [x, y] = center(row, 0);
    names.push(text(x - UNIT / 2 - 12, y + 5, String(row + 1)));
  }
  return { width, height, body: body + label(names) };
}

const DRAWINGS: Readonly<Record<StoneBoard['kind'], (board: StoneBoard, shape: Shape) => BoardDrawing>> = {
  connect_four: discBoard,
  hex: hexBoard,
  othello: gridBoard,
};

const drawGround = ({ last }: StoneBoard, cell: number): string =>
  cell === last ? BOARD_COLORS.lastMove : BOARD_COLORS.light;

function hexagon(x: number, y: number): string {
  const [w, q, h] = [UNIT / 2, HEX_HALF / 2, HEX_HALF];
  const corners = [[0, -h], [w, -q], [w, q], [0, h], [-w, q], [-w, -q]] as const; // biome-ignore format: pairs
  return `M${corners.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`).join('L')}z`;
}

/** Draws a stone with its sign, and the dashed frame of a wrong cell. */
function stone({ cells, wrong = [] }: StoneBoard, cell: number, x: number, y: number): string {
  const content = cells[cell];
  let shape = '';
  if (content === 'x' || content === 'o') {
    shape = `<circle cx="${round(x)}" cy="${round(y)}" r="13" fill="${STONE_COLORS[content]}"/>`;
    const sign =
      content === 'x'
        ? `M${round(x - 5)} ${round(y - 5)}l10 10m0 -10l-10 10`
        : `M${round(x - 6)} ${round(y)}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0`;
    shape += `<path fill="none" stroke="#fff" stroke-width="2.5" d="${sign}"/>`;
  }
  if (wrong.includes(cell))
    shape += `<circle cx="${round(x)}" cy="${round(y)}" r="${RADIUS}" fill="none" stroke="#000" stroke-width="2.5" stroke-dasharray="5 4"/>`;
  return shape;
}

const text = (x: number, y: number, content: string): string =>
  `<text x="${round(x)}" y="${round(y)}">${content}</text>`;

/** Gray that is visible on a light and on a dark page. */
const label = (texts: readonly string[]): string =>
  `<g fill="#808080" font-family="sans-serif" font-size="15" text-anchor="middle">${texts.join('')}</g>`;

const round = (value: number): number => Math.round(value * 10) / 10;

/** A true and a predicted board of stones, with the cells that differ marked on both. */
export interface StonePair {
  readonly truth: StoneBoard;
  readonly predicted: StoneBoard;
  /** Indices of the cells that differ. Boards of different sizes have none in common. */
  readonly wrong: readonly number[];
}

/** Returns the boards of two states as they are written (`x || cells ||`); an empty one for a text without a board. */
export function stonePair(kind: StoneBoard['kind'], trueText: string, predictedText: string): StonePair {
  const [truth, predicted] = [readCells(trueText), readCells(predictedText)];
  const wrong = truth.length === predicted.length ? differingCells(truth, predicted) : [];
  return { truth: { kind, cells: truth, wrong }, predicted: { kind, cells: predicted, wrong }, wrong };
}

/** Returns the indices of the cells in which two boards of one size differ. */
export function differingCells(a: string, b: string): number[] {
  const found: number[] = [];
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) found.push(i);
  return found;
}

/** Returns true if the states of a game are stones, not FENs. */
export const isStoneGame = (game: string): game is StoneBoard['kind'] => STONE_GAMES.some((one) => one === game);

/**
 * Returns the cell that a stone was put on between two boards; undefined if there is none. Others may have changed with
 * it.
 */
export function playedCell(before: string, after: string): number | undefined {
  return differingCells(before, after).find((cell) => before[cell] === '.');
}

function readCells(text: string): string {
  const read = readStones(text);
  return read.ok ? read.value.cells : '';
}
