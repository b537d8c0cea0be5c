import { err, ok, type Result, thrownMessage } from '../base/result.ts';
import { JsonScanner } from '../base/text/json-scanner.ts';

/** Codes of the faults of a table; the table of diagnostics describes each. */
export type TableCode = 'TABLE_SYNTAX' | 'TABLE_NAME' | 'TABLE_CONFLICT' | 'TABLE_BUDGET';

/** A fault of a table, with its range in the text (UTF-16 offsets). */
export interface TableFault {
  readonly code: TableCode;
  readonly offset: number;
  readonly end: number;
  readonly message: string;
}

/** A value of a table as it is written, with its range: the end is that of the written text. */
interface TableValue {
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

/** Maximum number of faults that are collected. */
const MAX_FAULTS = 20;
const MAX_STATES = 10_000;
/** Maximum number of actions of one state, the limit of the metrics. */
const MAX_ACTIONS = 512;
const MAX_CELLS = 4_000_000;

/** Range of a fault of the table as a whole. */
const WHOLE = { offset: 0, end: 1 };

/**
 * A parsed table: states and actions are numbers, in the order of their first appearance; the first state is the start.
 */
export interface Table {
  readonly states: readonly string[];
  readonly actions: readonly string[];
  /** `next[s * actions.length + a]`: the successor, or -1. */
  readonly next: Int32Array;
  /** The observation in each state; undefined for a table without observations. */
  readonly observed: readonly string[] | undefined;
}

/** Collector of the transitions of a table, and of their faults. */
class TableDraft {
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

  /**
   * Returns the number of a state, assigned when it is first named; undefined if it has no name, or there are too many.
   */
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

  /** Returns the table, or its faults, at least one. */
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

const COLUMNS = 'state,action,next';

/**
 * A value in quotation marks, as spreadsheets and R write them, with the comma after it; a doubled mark stands for a
 * single one.
 */
const QUOTED = /\s*("(?:[^"]|"")*")\s*(,|$)/y;
const PLAIN = /([^,]*)(,|$)/y;

/** Returns the values of a line, without the spaces and quotation marks around them. */
function splitValues(line: string, offset: number): TableValue[] {
  const values: TableValue[] = [];
  // an unclosed mark is searched for once a line
  let hasQuotes = line.includes('"');
  for (let at = 0, isLast = false; !isLast; ) {
    QUOTED.lastIndex = PLAIN.lastIndex = at;
    const isQuote = hasQuotes && /^\s*"/.test(line.slice(at, at + 80));
    const quoted = isQuote ? QUOTED.exec(line) : null;
    if (isQuote && quoted === null) hasQuotes = false;
    const [whole = '', written = '', comma = ''] = quoted ?? PLAIN.exec(line) ?? [];
    const text = written.trim();
    const start = offset + at + (quoted === null ? written.length - written.trimStart().length : whole.indexOf('"'));
    const name = quoted === null ? text : text.slice(1, -1).replaceAll('""', '"').trim();
    values.push({ text: name, offset: start, end: start + text.length });
    at += whole.length;
    isLast = comma === '';
  }
  return values;
}

/**
 * Reads a table as CSV: the header `state,action,next`, or `state,action,next,observed`, then a line for each
 * transition. The first state is the start. `observed` is the observation in `state`; once is enough. A line without
 * action and next only names a state. Values may stand in quotation marks; those with a comma must.
 */
export function readCsvTable(text: string): Result<Table, readonly TableFault[]> {
  const draft = new TableDraft();
  let offset = 0;
  let columns = 0;
  for (const line of text.split('\n')) {
    const values = splitValues(line, offset);
    const whole = { offset, end: offset + line.trimEnd().length };
    offset += line.length + 1;
    if (line.trim() === '') continue;
    if (columns === 0) {
      columns = values.length;
      const header = values.map((value) => value.text).join();
      if (header !== COLUMNS && header !== `${COLUMNS},observed`) {
        draft.fault('TABLE_SYNTAX', whole, `the first line must be ${COLUMNS} or ${COLUMNS},observed`);
        break;
      }
    } else if (values.length === columns) readLine(draft, values);
    else draft.fault('TABLE_SYNTAX', whole, `${values.length} values instead of ${columns}`);
  }
  return draft.finish();
}

function readLine(draft: TableDraft, [state, action, next, observed]: readonly TableValue[]): void {
  const from = draft.state(state);
  if (from === undefined) return;
  if (observed !== undefined && observed.text !== '') draft.observe(from, observed);
  if (action.text === '' && next.text === '') return;
  const to = draft.state(next);
  if (to !== undefined) draft.transition(from, action, to);
}

const FORM = 'a table is {"start": STATE, "states": {STATE: {ACTION: NEXT}}, "observed": {STATE: TEXT}}';

/** Maximum nesting of objects in a table: the table, its states, the actions of a state. */
const MAX_DEPTH = 3;

const NO_PLACE: TableValue = { text: '', offset: 0, end: 1 };

/**
 * Reads a table as JSON: `states` has for each state its actions with their successors. `start` names the start, by
 * default the first state. `observed`, which is optional, has the observations in states.
 */
export function readJsonTable(text: string): Result<Table, readonly TableFault[]> {
  const problem = findSyntaxError(text);
  const reader = new JsonTable();
  const scanner = new JsonScanner(reader);
  scanner.push(text);
  scanner.end();
  if (problem !== undefined && !reader.isBroken)
    return err([{ code: 'TABLE_SYNTAX', offset: 0, end: 1, message: problem }]);
  return reader.finish();
}

/** Returns the error of a strict reader of JSON; undefined for valid JSON. */
function findSyntaxError(text: string): string | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    return `the text is no JSON: ${thrownMessage(error)}`;
  }
}

/** Decodes the raw text of a JSON string. */
function decoded(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}

const value = (raw: string, at: number): TableValue => ({
  text: decoded(raw).trim(),
  offset: at,
  end: at + raw.length,
});

/** A transition, whose successor may be defined later. */
interface Step {
  readonly from: number;
  readonly action: TableValue;
  readonly next: TableValue;
}

/** Receiver of the tokens of a table. States are numbered in their order, the start first. */
class JsonTable {
  isBroken = false;
  readonly #draft = new TableDraft();
  /** The last key of each open object. */
  readonly #keys: TableValue[] = [];
  readonly #states: TableValue[] = [];
  readonly #steps: { readonly state: TableValue; readonly action: TableValue; readonly next: TableValue }[] = [];
  readonly #observed: { readonly state: TableValue; readonly seen: TableValue }[] = [];
  #start: TableValue | undefined;
  #hasStates = false;

  open(isArray: boolean): void {
    const within = this.#keys.map(({ text }) => text);
    const key = this.#keys.at(-1) ?? NO_PLACE;
    const isKnown =
      within.length === 0 || (within.length < MAX_DEPTH && ['states', 'observed'].includes(within[0] ?? ''));
    if (isArray) this.#draft.fault('TABLE_SYNTAX', key, `a list where none is expected; ${FORM}`);
    else if (!isKnown || (within.length === 2 && within[0] === 'observed'))
      this.#draft.fault('TABLE_SYNTAX', key, `an object where none is expected; ${FORM}`);
    else if (within.length === 1 && within[0] === 'states') this.#hasStates = true;
    else if (within.length === 2) this.#states.push(key);
    this.#keys.push(NO_PLACE);
  }

  close(): void {
    this.#keys.pop();
  }

  key(raw: string, at: number): void {
    const key = value(raw, at);
    this.#keys[this.#keys.length - 1] = key;
    if (this.#keys.length === 1 && !['start', 'states', 'observed'].includes(key.text))
      this.#draft.fault('TABLE_SYNTAX', key, `${key.text} is no part of a table; ${FORM}`);
  }

  string(raw: string, at: number): void {
    const [first, second, third] = this.#keys;
    const own = value(raw, at);
    if (this.#keys.length === 1 && first?.text === 'start') this.#start = own;
    else if (this.#keys.length === 2 && first?.text === 'observed' && second !== undefined)
      this.#observed.push({ state: second, seen: own });
    else if (this.#keys.length === 3 && first?.text === 'states' && second !== undefined && third !== undefined)
      this.#steps.push({ state: second, action: third, next: own });
    else this.#draft.fault('TABLE_SYNTAX', own, `a string where none is expected; ${FORM}`);
  }

  number(raw: string, at: number): void {
    // a state may be called 3, and so may an observation
    if (this.#keys.length > 1) this.string(raw, at);
    else this.#draft.fault('TABLE_SYNTAX', { offset: at, end: at + raw.length }, `a number is no part of a table`);
  }

  literal(raw: string, at: number): void {
    const place = { offset: at, end: at + raw.length };
    this.#draft.fault('TABLE_SYNTAX', place, `${raw} where the name of a state is expected; ${FORM}`);
  }

  broken(at: number, why: string): void {
    this.isBroken = true;
    if (at >= 0) this.#draft.fault('TABLE_SYNTAX', { offset: at, end: at + 1 }, why);
  }

  finish(): Result<Table, readonly TableFault[]> {
    const draft = this.#draft;
    if (!this.#hasStates && !this.isBroken) draft.fault('TABLE_SYNTAX', NO_PLACE, `there are no "states"; ${FORM}`);
    const declared = new Set(this.#states.map(({ text }) => text));
    const known = (state: TableValue): number | undefined => {
      if (declared.has(state.text) || state.text === '') return draft.state(state);
      draft.fault('TABLE_NAME', state, `the state ${state.text} is not among "states"`);
      return undefined;
    };
    if (this.#start !== undefined && !this.isBroken) known(this.#start);
    for (const state of this.#states) draft.state(state);
    const steps = this.#steps.flatMap(({ state, action, next }): Step[] => {
      const from = draft.state(state);
      return from === undefined ? [] : [{ from, action, next }];
    });
    for (const { from, action, next } of steps) {
      const to = known(next);
      if (to !== undefined) draft.transition(from, action, to);
    }
    for (const { state, seen } of this.#observed) {
      const at = known(state);
      if (at !== undefined) draft.observe(at, seen);
    }
    return draft.finish();
  }
}
