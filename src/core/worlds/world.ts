import type { Automaton } from '../base/automaton.ts';
import type { Scene } from './scene.ts';

/**
 * A world: an automaton, where walks through it start, and what people and reports have to know of its texts. Names of
 * actions hold no white space, so that a walk is a line of them.
 */
export interface World<State> {
  /** As in `--world`; the id of the automaton. */
  readonly name: string;
  readonly title: string;
  readonly automaton: Automaton<State>;
  readonly start: State;
  /** What the text of a state looks like, and what actions are called: sentences for help and prompts. */
  readonly stateForm: string;
  readonly actionForm: string;
  /** What a part of a state is called, and the parts with their content, in the order of the text; equal states have equal parts. */
  readonly part: string;
  parts(state: State): ReadonlyMap<string, string>;
  /** Why an action is not legal in a state, as a clause without a period (`cell c4 is taken`); undefined where nothing better is known than that. */
  whyNot?(state: State, action: string): string | undefined;
  /** A picture of the state; a world without one is shown as text. */
  draw?(state: State): Scene;
}
