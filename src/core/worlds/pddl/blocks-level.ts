import { err, ok, type Result } from '../../base/result.ts';
import { labelCell, levelCell, type Scene, type SceneCell, type World } from '../world.ts';
import { BLOCKS_DOMAIN } from './built-in-domains.ts';
import { type PddlState, type PddlWorld, pddlWorld } from './pddl-world.ts';

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
