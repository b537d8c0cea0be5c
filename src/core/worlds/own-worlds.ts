import { ok, type Result } from '../base/result.ts';
import { boxesNamed } from './boxes/boxes.ts';
import { cube } from './cube/cube.ts';
import { othello, othello6 } from './othello/othello.ts';
import { blocksNamed } from './pddl/blocks.ts';
import { SOKOBAN_LEVEL, sokobanWorld } from './pddl/sokoban.ts';
import { permutationsNamed } from './permutations/permutations.ts';
import type { World } from './world.ts';

/** The built-in world of a name that is no game with comparisons of its own; undefined for other names. */
export function ownWorldNamed(name: string): Result<World<unknown>, string> | undefined {
  switch (name) {
    case 'othello':
      return ok(othello as World<unknown>);
    case 'othello6':
      return ok(othello6 as World<unknown>);
    case 'sokoban':
      return sokobanWorld(name, SOKOBAN_LEVEL);
    case 'cube':
      return ok(cube as World<unknown>);
    default:
      return permutationsNamed(name) ?? boxesNamed(name) ?? blocksNamed(name);
  }
}
