import type { ComparedGame } from './compared-games.ts';

/** A world without comparisons of its own, by its name. */
export type ComparedWorld = `world:${string}`;

/** By whose rules states are compared. */
export type Compared = ComparedGame | ComparedWorld;

export const comparedWorld = (name: string): ComparedWorld => `world:${name}`;

export const isComparedWorld = (compared: string): compared is ComparedWorld => compared.startsWith('world:');

/** The name of a compared world; undefined for a game. */
export const nameOfWorld = (compared: Compared): string | undefined =>
  isComparedWorld(compared) ? compared.slice('world:'.length) : undefined;
