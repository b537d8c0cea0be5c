import { isChessVariant } from '../../games/chess/chess-variants.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import { CHESS_ACTIONS } from './chess-actions.ts';
import type { ActionLanguage } from './mention.ts';
import { namedActions } from './named-actions.ts';
import type { RootOptions } from './root.ts';

/** Facts that decide how a text names actions, and where its search begins. */
interface LanguageOptions extends RootOptions {
  /** Number of the first column where columns are counted. Default: what the text tells. */
  readonly firstColumn?: 0 | 1 | undefined;
}

/** Facts that a reader of searches in prose knows of the task. */
export interface ProseOptions extends LanguageOptions {
  /** Description of the world for the events. Default: its name. */
  readonly spec?: WorldSpec;
}

/** Returns true for worlds whose actions are moves of chess. */
export const hasChessMoves = ({ automaton }: World<unknown>): boolean => isChessVariant(automaton.id);

/**
 * Returns how a text names the actions of a world.
 *
 * @param start a state of the world: names are those of its actions and of the states after it
 */
export function languageFor(text: string, { world, firstColumn }: LanguageOptions, start: unknown): ActionLanguage {
  if (hasChessMoves(world)) return CHESS_ACTIONS;
  return namedActions(world, start, text, firstColumn);
}
