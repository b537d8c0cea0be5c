import type { World } from '../worlds/world.ts';
import type { Asker } from './asker.ts';
import { massOn, topLegal } from './next-actions.ts';
import type { PrintedUnit } from './unit-records.ts';

/** A position that a run asked about, and the state that the model printed there. */
export interface PrintedPlace {
  /** From the start of the world; legal. */
  readonly history: readonly string[];
  /** Undefined for an answer without a state. */
  readonly printed: string | undefined;
  /** Whose answer it is, as predictions in files name it. */
  readonly label?: string;
}

/** What a model holds legal where a run of it printed a state: what is printed is right if it has the future of the true state. */
export async function printedOf<State>(
  { automaton, start }: Pick<World<State>, 'automaton' | 'start'>,
  asker: Asker,
  { history, printed, label }: PrintedPlace,
): Promise<Omit<PrintedUnit, 'measure' | 'unit' | 'asked'>> {
  let state = start;
  for (const action of history) {
    const next = automaton.step(state, action);
    if (typeof next === 'symbol') throw new Error(`${action} is not legal behind ${history.join(' ')}`);
    state = next;
  }
  const legal = automaton.legal(state);
  if (legal.length === 0) return { history: [...history], plies: [] };
  const next = await asker.one(history);
  const said = printed === undefined ? undefined : automaton.parse(printed);
  const isRight = said?.ok === true && automaton.key(said.value) === automaton.key(state);
  return {
    history: [...history],
    plies: [
      {
        ply: history.length,
        mass: massOn(next, legal),
        top: topLegal(next, new Set(legal)),
        visits: 0,
        printed: isRight,
      },
    ],
    ...(label !== undefined && { label }),
    ...(printed !== undefined && { state: printed }),
  };
}
