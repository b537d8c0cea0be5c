import { err, ok, type Result } from '../../base/result.ts';

/** The kinds of what can be wrong with a table; the table of diagnostics says more of each. */
export type TableCode = 'TABLE_SYNTAX' | 'TABLE_NAME' | 'TABLE_CONFLICT' | 'TABLE_BUDGET';

/** What is wrong with a table, and where in its text (UTF-16 offsets). */
export interface TableFault {
  readonly code: TableCode;
  readonly offset: number;
  readonly end: number;
  readonly message: string;
}

/** A value of a table as it is written, with its place: the end is that of the written text. */
export interface TableValue {
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

/** Faults beyond these are not collected. */
const MAX_FAULTS = 20;
const MAX_STATES = 10_000;
/** As many as the metrics have room for in one state. */
const MAX_ACTIONS = 512;
const MAX_CELLS = 4_000_000;

/** Where a fault of the table as a whole is shown. */
const WHOLE = { offset: 0, end: 1 };

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

  fault(code: TableCode, { offset, end }: Omit<TableValue, 'text'>, message: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ code, offset, end: Math.max(end, offset), message });
  }

  /** The number of a state, which it gets when it is first named; undefined where it has no name, or there are too many. */
  state(value: TableValue): number | undefined {
    const name = value.text;
    const known = this.#states.get(name);
    if (known !== undefined) return known;
    if (name === '') this.fault('TABLE_NAME', value, 'a state has no name');
    else if (this.#names.length === MAX_STATES) this.#full(value, `a table has at most ${MAX_STATES} states`);
    else {
      this.#states.set(name, this.#names.length);
      this.#next.push(new Map());
      return this.#names.push(name) - 1;
    }
    return undefined;
  }

  transition(from: number, value: TableValue, to: number): void {
    const action = value.text;
    if (action === '' || /\s/.test(action)) {
      const message = action === '' ? 'an action has no name' : `the name of an action has no spaces: ${action}`;
      this.fault('TABLE_NAME', value, message);
      return;
    }
    const number = this.#actions.get(action) ?? this.#actions.size;
    if (number === MAX_ACTIONS) {
      this.#full(value, `a table has at most ${MAX_ACTIONS} actions`);
      return;
    }
    this.#actions.set(action, number);
    const row = this.#next[from];
    const known = row.get(number);
    if (known !== undefined && known !== to) {
      const [state, one, other] = [from, known, to].map((index) => this.#names[index]);
      this.fault('TABLE_CONFLICT', value, `${action} leads from ${state} to ${one} and to ${other}`);
    }
    row.set(number, to);
  }

  observe(state: number, value: TableValue): void {
    const { text } = value;
    const known = this.#observed.get(state);
    if (known !== undefined && known !== text)
      this.fault('TABLE_CONFLICT', value, `in ${this.#names[state]} both ${known} and ${text} are observed`);
    this.#observed.set(state, text);
  }

  /** The table, or its faults, at least one. */
  finish(): Result<Table, readonly TableFault[]> {
    const states = this.#names;
    const actions = [...this.#actions.keys()];
    if (states.length === 0 && this.#faults.length === 0) this.fault('TABLE_SYNTAX', WHOLE, 'the table has no states');
    if (states.length * actions.length > MAX_CELLS)
      this.fault('TABLE_BUDGET', WHOLE, `a table has at most ${MAX_CELLS} pairs of a state and an action`);
    if (this.#faults.length > 0) return err(this.#faults);
    const next = new Int32Array(states.length * actions.length).fill(-1);
    for (const [state, row] of this.#next.entries())
      for (const [action, to] of row) next[state * actions.length + action] = to;
    const observed = this.#observed.size === 0 ? undefined : states.map((_, i) => this.#observed.get(i) ?? '');
    return ok({ states, actions, next, observed });
  }

  #full(value: TableValue, message: string): void {
    if (!this.#isFull) this.fault('TABLE_BUDGET', value, message);
    this.#isFull = true;
  }
}
