import { messageOf } from '../../base/message-of.ts';
import { err, type Result } from '../../base/result.ts';
import { JsonScanner } from '../../base/text/json-scanner.ts';
import { type Table, TableDraft, type TableFault, type TableValue } from './table-draft.ts';

const FORM = 'a table is {"start": STATE, "states": {STATE: {ACTION: NEXT}}, "observed": {STATE: TEXT}}';

/** Objects in a table are nested no deeper: the table, its states, the actions of a state. */
const MAX_DEPTH = 3;

const NO_PLACE: TableValue = { text: '', offset: 0, end: 1 };

/**
 * Reads a table as JSON: `states` has for each state its actions with their successors. `start` names the start; without it that is
 * the first state. `observed` has what is seen in states, and may be left out.
 */
export function readJsonTable(text: string): Result<Table, readonly TableFault[]> {
  const problem = syntaxOf(text);
  const reader = new JsonTable();
  const scanner = new JsonScanner(reader);
  scanner.push(text);
  scanner.end();
  if (problem !== undefined && !reader.isBroken)
    return err([{ code: 'TABLE_SYNTAX', offset: 0, end: 1, message: problem }]);
  return reader.finish();
}

/** What a strict reader of JSON says; undefined for JSON. */
function syntaxOf(text: string): string | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    return `the text is no JSON: ${messageOf(error)}`;
  }
}

/** The text of a JSON string that was written so. */
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

/** A transition, whose successor may stand below it. */
interface Step {
  readonly from: number;
  readonly action: TableValue;
  readonly next: TableValue;
}

/** Takes the tokens of a table. States get their numbers as they stand, the start first. */
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
    // a state may be called 3, and an observation, too
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
