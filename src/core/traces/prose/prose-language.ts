import type { World } from '../../worlds/world.ts';
import type { ActionLanguage } from './action-language.ts';
import { CHESS_ACTIONS } from './chess-actions.ts';
import { type NamedActions, namedActions } from './named-actions.ts';
import type { RootOptions } from './root.ts';

/** What a reader of prose knows of the task. */
export interface LanguageOptions extends RootOptions {
  /** Number of the first column where columns are counted. Default: what the text tells. */
  readonly firstColumn?: 0 | 1;
}

/** Returns true for worlds whose actions are moves of chess. */
export const hasChessMoves = ({ automaton }: World<unknown>): boolean =>
  automaton.id === 'chess' || automaton.id === 'chess960';

/** Returns how a text names the actions of a world; `start` is a state whose actions are known. */
export function languageFor(text: string, { world, firstColumn }: LanguageOptions, start: unknown): NamedActions {
  if (hasChessMoves(world)) return { language: CHESS_ACTIONS satisfies ActionLanguage, isUncertain: false };
  return namedActions(world, start, text, firstColumn);
}
