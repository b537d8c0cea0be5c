import { labelCell, levelCell, type Scene, type SceneCell } from '../world.ts';

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
export function blocksScene(parts: ReadonlyMap<string, string>, size: number): Scene {
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
