import { type Automaton, SINK, type Sink } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { readCsvTable, readJsonTable, type Table, type TableFault } from './table-files.ts';
import type { World } from './world.ts';

/** A state of a table by its number. */
export type TableState = number;

function makeAutomaton(id: string, { states, actions, next, observed }: Table): Automaton<TableState> {
  const numbers = new Map(states.map((name, state) => [name, state]));
  const actionNumbers = new Map(actions.map((name, action) => [name, action]));
  const seen = new Map<string, number>();
  const shown = states.map((_, state) => {
    const text = observed?.[state] ?? '';
    const number = seen.get(text) ?? seen.size;
    seen.set(text, number);
    return number;
  });
  const futures = futureClasses(next, actions.length, shown);
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

/** Reads a table, as JSON if it begins with a brace, otherwise as CSV. */
export const readTable = (text: string): Result<Table, readonly TableFault[]> =>
  /^\s*\{/.test(text.slice(0, 1000)) ? readJsonTable(text) : readCsvTable(text);

/**
 * Returns the world of a table: a deterministic automaton as CSV (`readCsvTable`) or JSON (`readJsonTable`); an action
 * that a state does not list leads to the sink. The error is the faults of the table.
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
    automaton: makeAutomaton(name, read.value),
    start: 0,
    stateForm: 'the name of a state of the table',
    actionForm: 'the name of an action of the table',
    part: 'state',
    parts: (state) => new Map([['state', states[state]]]),
    whyNot: (state, action) =>
      read.value.actions.includes(action) ? `${states[state]} has no action ${action}` : 'it is no action of the table',
  });
}

/**
 * Returns the classes of states of a table with the same future: equal numbers mean that the same sequences are legal,
 * with the same observation after each of their actions (Hopcroft's refinement, on a table with gaps: time n k log n).
 *
 * @param next for each state, for each of `actions` actions, the successor; -1 if the action is not legal
 * @param shown for each state, a number of its observation
 */
function futureClasses(next: Int32Array, actions: number, shown: ArrayLike<number>): Int32Array {
  const states = shown.length;
  const blocks = new Blocks(firstClasses(next, actions, shown));
  const { first, from } = predecessors(next, actions, states);
  const queue = Array.from({ length: blocks.count }, (_, block) => block);
  for (let block = queue.pop(); block !== undefined; block = queue.pop()) {
    const members = blocks.members(block);
    for (let action = 0; action < actions; action++) {
      for (const to of members) {
        const at = action * states + to;
        for (let i = first[at]; i < first[at + 1]; i++) blocks.mark(from[i]);
      }
      // the smaller half is split off, and only that needs another pass
      blocks.split((made) => queue.push(made));
    }
  }
  return blocks.of;
}

/** Returns classes by legal actions and by the observation after each. */
function firstClasses(next: Int32Array, actions: number, shown: ArrayLike<number>): Int32Array {
  const known = new Map<string, number>();
  const classes = new Int32Array(shown.length);
  for (let state = 0; state < shown.length; state++) {
    let text = '';
    for (let action = 0; action < actions; action++) {
      const to = next[state * actions + action];
      if (to >= 0) text += `${action} ${shown[to]} `;
    }
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    classes[state] = number;
  }
  return classes;
}

/**
 * Returns the states that an action a leads from to a state s: `from[i]` for i from `first[a * states + s]` to before
 * the next of `first`.
 */
function predecessors(next: Int32Array, actions: number, states: number): { first: Int32Array; from: Int32Array } {
  const first = new Int32Array(actions * states + 1);
  for (let i = 0; i < next.length; i++) if (next[i] >= 0) first[(i % actions) * states + next[i] + 1]++;
  for (let i = 0; i < actions * states; i++) first[i + 1] += first[i];
  const free = first.slice();
  const from = new Int32Array(first[actions * states]);
  for (let i = 0; i < next.length; i++)
    if (next[i] >= 0) from[free[(i % actions) * states + next[i]]++] = Math.floor(i / actions);
  return { first, from };
}

/** Partition of states into blocks that splits blocks of which only some members are marked. */
class Blocks {
  /** The block of each state. */
  readonly of: Int32Array;
  count: number;
  /** States, those of a block side by side, the marked ones first; and the index of each state. */
  readonly #states: Int32Array;
  readonly #at: Int32Array;
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #marked: number[] = [];
  readonly #touched: number[] = [];

  constructor(classes: Int32Array) {
    this.of = classes;
    this.#states = Int32Array.from(classes.keys()).sort((a, b) => classes[a] - classes[b]);
    this.#at = new Int32Array(classes.length);
    for (const [at, state] of this.#states.entries()) {
      this.#at[state] = at;
      const block = classes[state];
      this.#start[block] ??= at;
      this.#end[block] = at + 1;
      this.#marked[block] = 0;
    }
    this.count = this.#start.length;
  }

  members(block: number): Int32Array {
    return this.#states.slice(this.#start[block], this.#end[block]);
  }

  /** Marks a state, each at most once between two splits: one action leads from it to one state. */
  mark(state: number): void {
    const block = this.of[state];
    const marked = this.#marked[block]++;
    if (marked === 0) this.#touched.push(block);
    const to = this.#start[block] + marked;
    const at = this.#at[state];
    const other = this.#states[to];
    this.#states[to] = state;
    this.#states[at] = other;
    this.#at[other] = at;
    this.#at[state] = to;
  }

  split(onMade: (block: number) => void): void {
    for (const block of this.#touched) {
      const [start, end, marked] = [this.#start[block], this.#end[block], this.#marked[block]];
      this.#marked[block] = 0;
      if (marked === end - start) continue;
      const middle = start + marked;
      const made = this.count++;
      const isFront = marked <= end - middle;
      this.#start[made] = isFront ? start : middle;
      this.#end[made] = isFront ? middle : end;
      this.#start[block] = isFront ? middle : start;
      this.#end[block] = isFront ? end : middle;
      this.#marked[made] = 0;
      for (let i = this.#start[made]; i < this.#end[made]; i++) this.of[this.#states[i]] = made;
      onMade(made);
    }
    this.#touched.length = 0;
  }
}
