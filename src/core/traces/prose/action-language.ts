import type { ActionMention, PlayerIndex } from './mention.ts';

/**
 * Names of the actions of a world as people and models write them in sentences. States are those of the automaton of
 * the world that the language was made for.
 */
export interface ActionLanguage {
  /**
   * Finds the actions that a text names, in its order; also places that may be actions, such as `e4`. Linear in the
   * length of the text.
   */
  find(text: string): ActionMention[];
  /** Returns the legal action of a state that a mention names; undefined if there is none, or more than one. */
  resolve(state: unknown, mention: ActionMention): string | undefined;
  /** Returns true if a mention names several legal actions of a state. */
  isAmbiguous(state: unknown, mention: ActionMention): boolean;
  /** Returns the player to move; undefined in worlds without players. */
  sideToMove(state: unknown): PlayerIndex | undefined;
  /** Returns the number of the move that a state waits for; undefined in worlds that count none. */
  moveNumber(state: unknown): number | undefined;
  /** Returns the reason why a mention is illegal in a state, as a clause; undefined if there is no specific one. */
  whyNot(state: unknown, mention: ActionMention): string | undefined;
  /** Returns true if a mention may describe the state instead: `Nf3` where a knight stands on f3. */
  describes(state: unknown, mention: ActionMention): boolean;
  /** Returns the same state with the other player to move, if there is one. */
  passed(state: unknown): unknown;
  /** True if actions take cells or columns: `takes e5` is then an action, not a capture on e5. */
  readonly takesCells: boolean;
  /** Words that name each player: `white`, `x`. */
  readonly players: readonly [readonly string[], readonly string[]] | undefined;
}
