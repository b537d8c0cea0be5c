import { type Automaton, SINK, type Sink } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Scene, SceneTone, World } from './world.ts';

/**
 * For each of the eight corner positions, the corner in it and its twist: 3 times its number, plus 0, 1 or 2.
 */
export type Cube = readonly number[];

const FACES = 'URFDLB';

/**
 * The stickers of each corner position, first the one above or below, then clockwise, as face and number: URF UFL ULB
 * UBR DFR DLF DBL DRB.
 */
const STICKERS = [
  'U4 R1 F2', 'U3 F1 L2', 'U1 L1 B2', 'U2 B1 R2', 'D2 F4 R3', 'D1 L4 F3', 'D3 B4 L3', 'D4 R4 B3',
].map((names) => names.split(' ')); // biome-ignore format: a table

/** The letters of each corner in that order: the faces that it belongs to. */
const COLORS = STICKERS.map((names) => names.map((name) => name.charAt(0)).join(''));

/** The corner that never moves, since only the three faces without it turn: it fixes the cube as a whole. */
const HELD = 6;

/**
 * Clockwise quarter turns: the position that each position's new corner comes from, and its twist (Kociemba's numbers).
 */
const TURNS = {
  U: { from: [3, 0, 1, 2, 4, 5, 6, 7], twist: [0, 0, 0, 0, 0, 0, 0, 0] },
  R: { from: [4, 1, 2, 0, 7, 5, 6, 3], twist: [2, 0, 0, 1, 1, 0, 0, 2] },
  F: { from: [1, 5, 2, 3, 0, 4, 6, 7], twist: [1, 2, 0, 0, 2, 1, 0, 0] },
} as const;

const quarter = (cube: Cube, { from, twist }: (typeof TURNS)[keyof typeof TURNS]): Cube =>
  from.map((place, i) => {
    const corner = cube[place];
    return corner - (corner % 3) + ((corner + twist[i]) % 3);
  });

/** The actions, with the face that turns and the number of quarters. */
const ACTIONS: ReadonlyMap<string, { readonly face: keyof typeof TURNS; readonly quarters: number }> = new Map(
  (['U', 'R', 'F'] as const).flatMap((face) =>
    ['', '2', "'"].map((mark, i) => [`${face}${mark}`, { face, quarters: i + 1 }] as const),
  ),
);
const NAMES = [...ACTIONS.keys()];

/** Returns the letter of every sticker, by its name. */
function listStickers(cube: Cube): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [place, corner] of cube.entries()) {
    const colors = COLORS[Math.floor(corner / 3)];
    for (let i = 0; i < 3; i++) letters.set(STICKERS[place][(i + corner) % 3], colors.charAt(i));
  }
  return letters;
}

const NAMES_OF_STICKERS = Array.from(FACES).flatMap((face) => [1, 2, 3, 4].map((n) => `${face}${n}`));

function print(cube: Cube): string {
  const letters = listStickers(cube);
  const all = NAMES_OF_STICKERS.map((name) => letters.get(name) ?? '').join('');
  return Array.from(FACES, (_, face) => all.slice(4 * face, 4 * face + 4)).join(' ');
}

function parse(text: string): Result<Cube, string> {
  const faces = text.trim().split(/\s+/);
  if (faces.length !== 6 || faces.some((face) => !/^[URFDLB]{4}$/.test(face)))
    return err(`a state is six faces (${Array.from(FACES).join(' ')}) of four letters each, of ${FACES}`);
  const letterOf = (name: string): string => faces[FACES.indexOf(name.charAt(0))].charAt(Number(name.charAt(1)) - 1);
  const cube: number[] = [];
  let twists = 0;
  for (const names of STICKERS) {
    const letters = names.map(letterOf).join('');
    const where = names.join(' ');
    let twist = 0;
    while (twist < 3 && !COLORS.includes(letters.slice(twist) + letters.slice(0, twist))) twist++;
    if (twist === 3) return err(`no corner has ${letters}, as at ${where}`);
    const corner = COLORS.indexOf(letters.slice(twist) + letters.slice(0, twist));
    if (cube.some((other) => Math.floor(other / 3) === corner)) return err(`the corner ${COLORS[corner]} comes twice`);
    cube.push(3 * corner + twist);
    twists += twist;
  }
  if (cube[HELD] !== 3 * HELD)
    return err(`the corner ${COLORS[HELD]} must be at ${STICKERS[HELD].join(' ')}: it never moves`);
  if (twists % 3 !== 0) return err('a corner is twisted: no turns lead to it');
  return ok(cube);
}

const SOLVED: Cube = STICKERS.map((_, place) => 3 * place);

/**
 * The cube of two layers, turned by its faces U, R and F. Every turn is always legal; the observation is the four
 * stickers of the upper face. There are 7! 3^6 = 3,674,160 states: the corner between D, B and L never moves.
 */
const automaton: Automaton<Cube> = {
  id: 'cube',
  parse,
  print,
  legal: (state) => (state === SINK ? [] : NAMES),
  step(state: Cube | Sink, action): Cube | Sink {
    const turn = ACTIONS.get(action);
    if (state === SINK || turn === undefined) return SINK;
    let cube = state;
    for (let i = 0; i < turn.quarters; i++) cube = quarter(cube, TURNS[turn.face]);
    return cube;
  },
  outcome: () => undefined,
  observe: (state) => print(state).slice(0, 4),
  key: (state) => state.join(' '),
};

/** Faces in the net of the cube: the cell of each one's upper left sticker, and the fill of its letter. */
const NET: Readonly<Record<string, { readonly column: number; readonly row: number; readonly tone: SceneTone }>> = {
  U: { column: 2, row: 0, tone: 'light' },
  L: { column: 0, row: 2, tone: 'second' },
  F: { column: 2, row: 2, tone: 'accent' },
  R: { column: 4, row: 2, tone: 'first' },
  B: { column: 6, row: 2, tone: 'none' },
  D: { column: 2, row: 4, tone: 'dark' },
};

function draw(state: Cube): Scene {
  const letters = listStickers(state);
  return {
    columns: 8,
    rows: 6,
    cells: NAMES_OF_STICKERS.map((name) => {
      const { column, row } = NET[name.charAt(0)];
      const number = Number(name.charAt(1)) - 1;
      const glyph = letters.get(name) ?? '';
      return { column: column + (number % 2), row: row + (number >> 1), part: name, glyph, tone: NET[glyph].tone };
    }),
  };
}

export const cube: World<Cube> = {
  name: 'cube',
  title: '2x2 cube',
  automaton,
  start: SOLVED,
  stateForm: `the faces ${Array.from(FACES).join(' ')}, each as four letters row by row, a letter being the face that the sticker belongs to; solved: ${print(SOLVED)}`,
  actionForm: "a quarter turn clockwise of U, R or F; with ' the other way round, with 2 a half turn",
  part: 'sticker',
  parts: (state) => {
    const letters = listStickers(state);
    return new Map(NAMES_OF_STICKERS.map((name) => [name, letters.get(name) ?? '']));
  },
  whyNot: () => `it is none of the turns ${NAMES.join(' ')}`,
  draw,
};
