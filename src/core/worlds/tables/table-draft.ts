import { err, ok, type Result } from '../../base/result.ts';

/** What is wrong with a table, and where in its text (UTF-16 offset). */
export interface TableFault {
  readonly offset: number;
  readonly message: string;
}

/** Faults beyond these are not collected. */
const MAX_FAULTS = 20;
const MAX_STATES = 10_000;
/** As many as the metrics have room for in one state. */
const MAX_ACTIONS = 512;
const MAX_CELLS = 4_000_000;

/** A table that was read: states and actions are numbers, in the order in which they came; the first state is the start. */
export interface Table {
  readonly states: readonly string[];
  readonly actions: readonly string[];
  /** `next[s * actions.length + a]`: the successor, or -1. */
  readonly next: Int32Array;
  /** What is observed in each state; undefined for a table that says nothing of it. */
  readonly observed: readonly string[] | undefined;
}

/** Collects the transitions of a table, and what is wrong with them. */
export class TableDraft {
  readonly #faults: TableFault[] = [];
  readonly #states = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #actions = new Map<string, number>();
  readonly #next: Map<number, number>[] = [];
  readonly #observed = new Map<number, string>();
  #isFull = false;

  fault(offset: number, message: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ offset, message });
  }

  /** The number of a state, which it gets when it is first named; undefined where it has no name, or there are too many. */
  state(name: string, offset: number): number | undefined {
    const known = this.#states.get(name);
    if (known !== undefined) return known;
    if (name === '') this.fault(offset, 'a state has no name');
    else if (this.#names.length === MAX_STATES) this.#full(offset, `a table has at most ${MAX_STATES} states`);
    else {
      this.#states.set(name, this.#names.length);
      this.#next.push(new Map());
      return this.#names.push(name) - 1;
    }
    return undefined;
  }

  transition(from: number, action: string, offset: number, to: number): void {
    if (action === '' || /\s/.test(action)) {
      this.fault(offset, action === '' ? 'an action has no name' : `the name of an action has no spaces: ${action}`);
      return;
    }
    const number = this.#actions.get(action) ?? this.#actions.size;
    if (number === MAX_ACTIONS) {
      this.#full(offset, `a table has at most ${MAX_ACTIONS} actions`);
      return;
    }
    this.#actions.set(action, number);
    const row = this.#next[from];
    const known = row.get(number);
    if (known !== undefined && known !== to) {
      const [state, one, other] = [from, known, to].map((index) => this.#names[index]);
      this.fault(offset, `${action} leads from ${state} to ${one} and to ${other}`);
    }
    row.set(number, to);
  }

  observe(state: number, text: string, offset: number): void {
    const known = this.#observed.get(state);
    if (known !== undefined && known !== text)
      this.fault(offset, `in ${this.#names[state]} both ${known} and ${text} are observed`);
    this.#observed.set(state, text);
  }

  /** The table, or its faults, at least one. */
  finish(): Result<Table, readonly TableFault[]> {
    const states = this.#names;
    const actions = [...this.#actions.keys()];
    if (states.length === 0 && this.#faults.length === 0) this.fault(0, 'the table has no states');
    if (states.length * actions.length > MAX_CELLS)
      this.fault(0, `a table has at most ${MAX_CELLS} pairs of a state and an action`);
    if (this.#faults.length > 0) return err(this.#faults);
    const next = new Int32Array(states.length * actions.length).fill(-1);
    for (const [state, row] of this.#next.entries())
      for (const [action, to] of row) next[state * actions.length + action] = to;
    const observed = this.#observed.size === 0 ? undefined : states.map((_, i) => this.#observed.get(i) ?? '');
    return ok({ states, actions, next, observed });
  }

  #full(offset: number, message: string): void {
    if (!this.#isFull) this.fault(offset, message);
    this.#isFull = true;
  }
}
