import * as v from 'valibot';
import { originalSpec, type WorldSpec } from '../worlds/world-spec.ts';
import { worldSpecSchema } from '../worlds/world-spec-schema.ts';
import type { ComparedGame } from './compared-games.ts';

/** World without its own comparisons, by its name, or by its description as JSON. */
export type ComparedWorld = `world:${string}`;

/** Rules by which states are compared. */
export type ComparisonRules = ComparedGame | ComparedWorld;

/** Returns the rules of a world by its name. */
export const comparedWorld = (name: string): ComparedWorld => `world:${name}`;

/** Returns true for a world without its own comparisons, false for a game. */
export const isComparedWorld = (compared: string): compared is ComparedWorld => compared.startsWith('world:');

/** Returns the name of a compared world; undefined for a game. */
export const comparedWorldName = (compared: ComparisonRules): string | undefined =>
  isComparedWorld(compared) ? compared.slice('world:'.length) : undefined;

/** Returns the rules of a described world, whose text is in them. */
export const worldRules = (spec: WorldSpec): ComparedWorld =>
  comparedWorld(spec.kind === 'named' ? spec.name : JSON.stringify(spec));

/** Returns the world of a name, or of a description as JSON; undefined for a program, which no data may start. */
export function describedWorld(name: string): WorldSpec | undefined {
  if (!name.startsWith('{')) return { kind: 'named', name };
  try {
    const read = v.safeParse(worldSpecSchema, JSON.parse(name));
    return read.success && originalSpec(read.output).kind !== 'process' ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** Word for a part of a position of chess; comparisons of other states have their own word (`World.part`). */
export const SQUARE = 'square';

/** Word for a part of a state where several worlds have different words. */
export const ANY_PART = 'part';

/** Returns the common word for the parts of some states; undefined stands for squares, and no words for squares as well. */
export function commonPart(words: Iterable<string | undefined>): string {
  const [first = SQUARE, ...others] = new Set(Array.from(words, (word) => word ?? SQUARE));
  return others.length === 0 ? first : ANY_PART;
}
