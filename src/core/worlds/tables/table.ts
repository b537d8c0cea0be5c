import { type Automaton, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { World } from '../world.ts';
import { futuresOf } from './futures.ts';
import { readCsvTable } from './read-csv.ts';
import { readJsonTable } from './read-json.ts';
import type { Table, TableFault } from './table-draft.ts';

/** A state of a table by its number. */
export type TableState = number;

function automatonOf(id: string, { states, actions, next, observed }: Table): Automaton<TableState> {
  const numbers = new Map(states.map((name, state) => [name, state]));
  const actionNumbers = new Map(actions.map((name, action) => [name, action]));
  const seen = new Map<string, number>();
  const shown = states.map((_, state) => {
    const text = observed?.[state] ?? '';
    const number = seen.get(text) ?? seen.size;
    seen.set(text, number);
    return number;
  });
  const futures = futuresOf(next, actions.length, shown);
  const legal = (state: TableState | Sink): readonly string[] =>
    state === SINK ? [] : actions.filter((_, action) => next[state * actions.length + action] >= 0);
  return {
    id,
    parse(text): Result<TableState, string> {
      const state = numbers.get(text.trim());
      return state === undefined ? err(`the table has no state ${text.trim()}`) : ok(state);
    },
    print: (state) => states[state],
    legal,
    step(state, action): TableState | Sink {
      const number = actionNumbers.get(action);
      const to = state === SINK || number === undefined ? -1 : next[state * actions.length + number];
      return to < 0 ? SINK : to;
    },
    // a state without actions ends a walk; nobody wins
    outcome: (state) => (legal(state).length === 0 ? '1/2-1/2' : undefined),
    key: (state) => String(futures[state]),
    ...(observed !== undefined && { observe: (state: TableState) => observed[state] }),
  };
}

/** Reads a table, as JSON where it begins with a brace, else as CSV. */
export const readTable = (text: string): Result<Table, readonly TableFault[]> =>
  /^\s*\{/.test(text.slice(0, 1000)) ? readJsonTable(text) : readCsvTable(text);

/**
 * The world of a table: a deterministic automaton as CSV (`readCsvTable`) or JSON (`readJsonTable`), an action that a state does not list leading to the sink.
 * Else what is wrong with it, and where.
 *
 * @param name of the world, as in reports
 */
export function tableWorld(name: string, text: string): Result<World<TableState>, readonly TableFault[]> {
  const read = readTable(text);
  if (!read.ok) return read;
  const { states } = read.value;
  return ok({
    name,
    title: name,
    automaton: automatonOf(name, read.value),
    start: 0,
    stateForm: 'the name of a state of the table',
    actionForm: 'the name of an action of the table',
    part: 'state',
    parts: (state) => new Map([['state', states[state]]]),
    whyNot: (state, action) =>
      read.value.actions.includes(action) ? `${states[state]} has no action ${action}` : 'it is no action of the table',
  });
}
