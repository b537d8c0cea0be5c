import { err, ok, type Result } from '../base/result.ts';
import { gameWorld } from './games.ts';
import { ownWorldNamed } from './own-worlds.ts';
import type { World } from './world.ts';

/** The worlds that have a name, for messages; `s5` and `boxes` stand for others with other numbers. */
export const WORLD_NAMES =
  'chess, chess960, connect_four, hex (other sizes as in hex7), othello, othello6, s5 (s2 to s9, with generators as in s5[(12),(12345)]), cube, boxes (as in boxes4x6), blocks (as in blocks4), sokoban';

/** Names to choose from, one a kind of world and usual size. */
export const COMMON_WORLD_NAMES: readonly string[] =
  'othello othello6 chess chess960 connect_four hex s5 cube boxes blocks sokoban'.split(' ');

/** The built-in world of a name, or why there is none. */
export function worldNamed(name: string): Result<World<unknown>, string> {
  const game = gameWorld(name);
  if (game !== undefined) return ok(game);
  return ownWorldNamed(name) ?? err(`unknown world ${name}; expected ${WORLD_NAMES}`);
}
