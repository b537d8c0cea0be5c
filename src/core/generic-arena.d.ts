import { type Arena, type Automaton } from './automaton.ts';
/** An arena for any automaton: states in an array, action names and state keys numbered as they appear. */
export declare function genericArena<State>(automaton: Automaton<State>): Arena<State>;
//# sourceMappingURL=generic-arena.d.ts.map