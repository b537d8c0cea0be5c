import { type Compared, nameOfWorld } from '../metrics/compared.ts';
import { ownWorldNamed } from '../worlds/own-worlds.ts';
import type { Scene } from '../worlds/scene.ts';
import { stoneWorld } from '../worlds/stone-worlds.ts';
import type { World } from '../worlds/world.ts';
import type { SceneMark } from './scene-svg.ts';

/** A state of a world as it is drawn, with what differs from another one marked. */
export interface WorldBoard {
  readonly scene: Scene;
  readonly marks: readonly SceneMark[];
  /** The names of parts that differ, in the order of the text, those that no picture shows as well. */
  readonly wrong: readonly string[];
}

/** The built-in world that states are compared by; undefined for games, which are compared as such, for worlds of chess, and for files. */
export function worldOf(compared: Compared): World<unknown> | undefined {
  const name = nameOfWorld(compared);
  if (name === undefined) return undefined;
  const found = ownWorldNamed(name);
  return found?.ok === true ? found.value : stoneWorld(name);
}

/**
 * The picture of a state; undefined for a text that is no state, and for a world without pictures.
 *
 * @param other the state that it is compared with; null for none
 * @param role what the state is: on the true board corners point out what the prediction has wrong
 */
export function worldBoard(
  world: World<unknown> | undefined,
  state: string,
  other: string | null,
  role: 'true' | 'predicted',
): WorldBoard | undefined {
  const read = world?.automaton.parse(state);
  if (world?.draw === undefined || read?.ok !== true) return undefined;
  const scene = world.draw(read.value);
  const against = other === null ? undefined : world.automaton.parse(other);
  if (against?.ok !== true) return { scene, marks: [], wrong: [] };
  const [parts, others] = [world.parts(read.value), world.parts(against.value)];
  const wrong = [...others].flatMap(([part, content]) => (parts.get(part) === content ? [] : [part]));
  return { scene, marks: marksOf(scene, world.draw(against.value), wrong, role), wrong };
}

function marksOf(scene: Scene, other: Scene, wrong: readonly string[], role: 'true' | 'predicted'): SceneMark[] {
  const glyphs = glyphsOf(scene);
  const actuals = glyphsOf(other);
  return wrong.flatMap((part): SceneMark[] => {
    const [glyph, actual = ''] = [glyphs.get(part), actuals.get(part)];
    if (glyph === undefined) return [];
    if (role === 'true') return [{ part, kind: 'outline' }];
    if (glyph === '') return [{ part, kind: 'missing', actual }];
    return actual === '' ? [{ part, kind: 'invented' }] : [{ part, kind: 'other', actual }];
  });
}

const glyphsOf = ({ cells }: Scene): Map<string, string> =>
  new Map(cells.flatMap(({ part, glyph }) => (part === undefined ? [] : [[part, glyph] as const])));
