import { err, ok, type Result } from '../../base/result.ts';
import type { World } from '../world.ts';
import { blocksScene } from './blocks-scene.ts';
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
