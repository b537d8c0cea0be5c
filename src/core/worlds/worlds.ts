import { err, ok, type Result } from '../base/result.ts';
import { boxesNamed } from './boxes/boxes.ts';
import { cube } from './cube/cube.ts';
import { gameWorld } from './games.ts';
import { othello, othello6 } from './othello/othello.ts';
import { blocksNamed } from './pddl/blocks.ts';
import { SOKOBAN_LEVEL, sokobanWorld } from './pddl/sokoban.ts';
import { permutationsNamed } from './permutations/permutations.ts';
import type { World } from './world.ts';

/** The worlds that have a name, for messages; `s5` and `boxes` stand for others with other numbers. */
export const WORLD_NAMES =
  'chess, chess960, connect_four, hex (other sizes as in hex7), othello, othello6, s5 (s2 to s9, with generators as in s5[(12),(12345)]), cube, boxes (as in boxes4x6), blocks (as in blocks4), sokoban';

/** The built-in world of a name, or why there is none. */
export function worldNamed(name: string): Result<World<unknown>, string> {
  switch (name) {
    case 'othello':
      return ok(othello as World<unknown>);
    case 'othello6':
      return ok(othello6 as World<unknown>);
    case 'cube':
      return ok(cube as World<unknown>);
    case 'sokoban':
      return sokobanWorld(name, SOKOBAN_LEVEL);
    default: {
      const game = gameWorld(name);
      if (game !== undefined) return ok(game);
      const found = permutationsNamed(name) ?? boxesNamed(name) ?? blocksNamed(name);
      return (
        (found as Result<World<unknown>, string> | undefined) ?? err(`unknown world ${name}; expected ${WORLD_NAMES}`)
      );
    }
  }
}
