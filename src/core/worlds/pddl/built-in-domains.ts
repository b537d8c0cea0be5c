import { err, ok, type Result } from '../../base/result.ts';
import { labelCell, levelCell, type Scene, type SceneCell, type World } from '../world.ts';
import { type PddlState, type PddlWorld, pddlWorld } from './pddl-world.ts';

/** Blocks on a table and a hand that holds one (the four-operator domain of the first International Planning Competitions). */
export const BLOCKS_DOMAIN = `(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
  (:action pick-up
    :parameters (?x)
    :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
  (:action put-down
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
  (:action unstack
    :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
`;

/** Returns the problem of n blocks: all on the table, to be stacked in the order of the alphabet. */
export function blocksProblem(blocks: number): string {
  const names = Array.from({ length: blocks }, (_, i) => String.fromCharCode(97 + i));
  const start = names.map((name) => `(ontable ${name}) (clear ${name})`);
  const goal = names.slice(1).map((name, i) => `(on ${names[i]} ${name})`);
  return `(define (problem blocks-${blocks}) (:domain blocks)
  (:objects ${names.join(' ')})
  (:init ${start.join(' ')} (handempty))
  (:goal (and ${goal.join(' ')})))
`;
}

const USUAL = 4;
const MAX_BLOCKS = 20;

/** Returns the world of a name: `blocks`, or with a number as in `blocks6`. Undefined for other names. */
export function parseBlocksName(name: string): Result<PddlWorld, string> | undefined {
  const found = /^blocks(\d+)?$/.exec(name);
  if (found === null) return undefined;
  const blocks = Number(found[1] ?? USUAL);
  if (blocks < 1 || blocks > MAX_BLOCKS) return err(`there are 1 to ${MAX_BLOCKS} blocks, not ${blocks}`);
  const world = pddlWorld(name, BLOCKS_DOMAIN, blocksProblem(blocks));
  return world.ok ? world : err(world.error.map(({ message }) => message).join('; '));
}

/** Sokoban: the player pushes one box at a time, in a straight line onto a free cell. */
const SOKOBAN_DOMAIN = `(define (domain sokoban)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell)
  (:predicates
    (next ?from ?to - cell)
    (line ?from ?over ?to - cell)
    (player ?at - cell)
    (box ?at - cell))
  (:action move
    :parameters (?from ?to - cell)
    :precondition (and (player ?from) (next ?from ?to) (not (box ?to)))
    :effect (and (not (player ?from)) (player ?to)))
  (:action push
    :parameters (?from ?over ?to - cell)
    :precondition (and (player ?from) (next ?from ?over) (line ?from ?over ?to) (box ?over) (not (box ?to)))
    :effect (and (not (player ?from)) (player ?over) (not (box ?over)) (box ?to))))
`;

const DIRECTIONS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** The usual signs of levels: wall, floor, box, player, goal, box on a goal, player on a goal. */
const SIGNS = '# $@.*+';

/**
 * Returns the problem of a level in the usual signs (`#` wall, `@` player, `$` box, `.` goal, `*` and `+` box and
 * player on a goal). Cells are named `b3`: columns are letters, rows numbers from the top.
 *
 * @returns an error with the fault of the level if it is invalid
 */
export function sokobanProblem(name: string, level: readonly string[]): Result<string, string> {
  const cells = new Map<string, string>();
  for (const [y, row] of level.entries())
    for (const [x, sign] of Array.from(row).entries()) {
      if (!SIGNS.includes(sign)) return err(`${sign} is no sign of a level; expected one of ${SIGNS}`);
      if (x >= 26) return err('a level has at most 26 columns');
      if (sign !== '#') cells.set(cellName(x, y), sign);
    }
  const places = (signs: string): string[] =>
    [...cells].filter(([, sign]) => signs.includes(sign)).map(([cell]) => cell);
  const [players, boxes, goals] = [places('@+'), places('$*'), places('.*+')];
  if (players.length !== 1) return err(`a level has one player, not ${players.length}`);
  if (boxes.length === 0 || boxes.length !== goals.length)
    return err(`a level has as many boxes as goals, not ${boxes.length} and ${goals.length}`);
  const facts: string[] = [];
  for (const y of level.keys())
    for (const x of Array.from(level[y]).keys())
      for (const [dx, dy] of DIRECTIONS) {
        const [from, over, to] = [0, 1, 2].map((n) => cellName(x + n * dx, y + n * dy));
        if (!cells.has(from) || !cells.has(over)) continue;
        facts.push(`(next ${from} ${over})`);
        if (cells.has(to)) facts.push(`(line ${from} ${over} ${to})`);
      }
  const atoms = (predicate: string, at: readonly string[]): string =>
    at.map((cell) => `(${predicate} ${cell})`).join(' ');
  return ok(`(define (problem ${name}) (:domain sokoban)
  (:objects ${[...cells.keys()].join(' ')} - cell)
  (:init ${atoms('player', players)} ${atoms('box', boxes)}
    ${facts.join('\n    ')})
  (:goal (and ${atoms('box', goals)})))
`);
}

const cellName = (x: number, y: number): string => `${String.fromCharCode(97 + x)}${y + 1}`;

/** Two boxes in a room with a wall in the middle. */
export const SOKOBAN_LEVEL = [
  '#######', //
  '#  .  #',
  '# $#  #',
  '#  $. #',
  '#  @  #',
  '#######',
];

/** Returns the world of a level. */
export function sokobanWorld(name: string, level: readonly string[]): Result<PddlWorld, string> {
  const problem = sokobanProblem(name, level);
  if (!problem.ok) return problem;
  const world = pddlWorld(name, SOKOBAN_DOMAIN, problem.value);
  if (!world.ok) return err(world.error.map(({ message }) => message).join('; '));
  return ok({ ...world.value, draw: (state) => makeScene(world.value, level, state) });
}

function makeScene(
  world: PddlWorld,
  level: readonly string[],
  state: PddlState,
): ReturnType<NonNullable<World<PddlState>['draw']>> {
  const parts = world.parts(state);
  const cells = level.flatMap((row, y) =>
    Array.from(row, (sign, x) => {
      const cell = cellName(x, y);
      const hasBox = parts.get(`(box ${cell})`) === 'true';
      const hasPlayer = parts.get(`(player ${cell})`) === 'true';
      const part = hasPlayer ? `(player ${cell})` : `(box ${cell})`;
      const glyph = hasPlayer ? '@' : hasBox ? '$' : '';
      const ground = sign === '#' ? 'wall' : '.*+'.includes(sign) ? 'target' : 'floor';
      return levelCell(x, y, ground, glyph, sign === '#' ? undefined : part);
    }),
  );
  return { columns: Math.max(...level.map((row) => row.length)), rows: level.length, cells };
}

/** Atoms of a text, with their words. */
const ATOM = /\(\s*[^\s()]+([^()]*)\)/g;

/** A fault of the text, with its offset. */
interface BlocksFault {
  readonly message: string;
  readonly offset: number;
}

/**
 * Returns the world of a task with blocks, `(on a b) (ontable b) (clear a) (handempty) -> (on b a)`: the atoms that are
 * true at the start, and those of the goal, also negated as in PDDL. The blocks are those that the atoms name. The
 * error is the faults with their offsets.
 */
export function readBlocksLevel(name: string, text: string): Result<World<PddlState>, readonly BlocksFault[]> {
  const arrow = text.indexOf('->');
  if (arrow < 0) return err([{ message: 'expected START -> GOAL, both as atoms such as (on a b)', offset: 0 }]);
  const blocks = new Set<string>();
  for (const [, words = ''] of text.matchAll(ATOM))
    for (const word of words.trim().toLowerCase().split(/\s+/)) if (word !== '') blocks.add(word);
  const head = `(define (problem task) (:domain blocks) (:objects ${[...blocks].join(' ')}) (:init `;
  const middle = ') (:goal (and ';
  const world = pddlWorld(name, BLOCKS_DOMAIN, `${head}${text.slice(0, arrow)}${middle}${text.slice(arrow + 2)})))`);
  if (world.ok) return ok(titled(world.value, blocks.size));
  return err(
    world.error.map(({ message, offset }) => {
      const inStart = offset - head.length;
      const at = inStart < arrow ? inStart : inStart - middle.length + '->'.length;
      return { message, offset: Math.min(Math.max(0, at), text.length) };
    }),
  );
}

const titled = (world: PddlWorld, blocks: number): PddlWorld => ({
  ...world,
  title: `Blocks, ${blocks} of them, to ${world.goal?.title ?? 'no goal'}`,
  draw: (state) => blocksScene(world.parts(state), blocks),
});

/** A block as an atom places it: on another one, on the table, or in the hand. */
const PLACE = /^\((on|ontable|holding) (\S+?)(?: (\S+))?\)$/;

/** Word below the block in the hand. */
const HAND = 'hand';

/**
 * Draws the stacks of a state of Blocks World side by side above the table, and the block in the hand on the left.
 *
 * @param parts the atoms with their truth
 * @param size number of blocks: the height of the picture
 */
function blocksScene(parts: ReadonlyMap<string, string>, size: number): Scene {
  const onTable: { readonly block: string; readonly part: string }[] = [];
  const above = new Map<string, { readonly block: string; readonly part: string }[]>();
  let held: SceneCell | undefined;
  for (const [part, truth] of parts) {
    const [, place = '', block = '', below = ''] = (truth === 'true' && PLACE.exec(part)) || [];
    if (place === 'holding') held = blockCell(0, size - 1, block, part);
    else if (place === 'ontable') onTable.push({ block, part });
    else if (place === 'on') above.set(below, [...(above.get(below) ?? []), { block, part }]);
  }
  const cells: SceneCell[] = held === undefined ? [] : [held, labelCell(0, size, HAND)];
  const first = held === undefined ? 0 : 1;
  for (const [i, { block, part }] of onTable.entries()) {
    const column = first + i;
    cells.push(levelCell(column, size, 'wall', ''), blockCell(column, size - 1, block, part));
    // A wrong state may have two blocks on one, or a circle: each place is drawn once.
    for (let [top, row] = [block, size - 2]; row >= 0; row--) {
      const [next] = above.get(top) ?? [];
      if (next === undefined) break;
      cells.push(blockCell(column, row, next.block, next.part));
      top = next.block;
    }
  }
  return { columns: Math.max(1, first + onTable.length), rows: size + 1, cells };
}

const blockCell = (column: number, row: number, glyph: string, part: string): SceneCell => ({
  column,
  row,
  part,
  glyph,
  tone: 'light',
});
