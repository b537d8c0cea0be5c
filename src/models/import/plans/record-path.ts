import { asFields, type Fields, isFields } from '../../json-fields.ts';
import { messageIn } from '../logs/foreign-fields.ts';
import type { ForeignSample } from '../logs/log-format.ts';
import { decidePlan } from './decide-plan.ts';
import type { FieldMap } from './plan-text.ts';

/** Limit of the tried lists. */
const MAX_PATHS = 12;
/** Number of records of a list on which a plan is tried. */
const MAX_RECORDS = 60;

/**
 * Returns the row of a record: the record itself, its conversation, or the row wrapped by the rows API of the Hugging Face hub.
 */
export function unwrapRow(value: unknown): unknown {
  if (isConversation(value)) return { messages: value };
  const { row, row_idx: index } = asFields(value);
  return isFields(row) && index !== undefined ? row : value;
}

/**
 * Returns the path of the records in some values: the values themselves if a plan fits them; else the list in them with the most records
 * that a plan fits. If none fits, returns the nearest one, so that its reader can report what it lacks.
 */
export function locateRecords(values: readonly unknown[], map: FieldMap): RecordPath {
  const own: RecordPath = [];
  const isTable = values.length > 1;
  const first = rated(values, own, map);
  if (isTable && first.rank === FITS) return own;
  const lists = listPaths(values).slice(0, MAX_PATHS);
  let best = { path: own, ...first };
  for (const path of lists) {
    const next = rated(values, path, map);
    // A plan that takes the fields of one member of a map for those of a record reads only that member.
    const isMore = next.count > best.count && (best.path !== own || next.rank < FITS || path.at(-1) === ANY);
    if (next.rank > best.rank || (next.rank === best.rank && isMore)) best = { path, ...next };
  }
  return best.path;
}

/**
 * Rank of a plan that fits. Below it: 2 needs a decision of the user, 1 has a position but no answer, 0 has nothing.
 */
const FITS = 3;

function rated(
  values: readonly unknown[],
  path: RecordPath,
  map: FieldMap,
): { readonly rank: number; readonly count: number } {
  const samples: ForeignSample[] = [];
  let count = 0;
  for (const value of values)
    for (const record of recordsAt(value, path, '')) {
      const row = unwrapRow(record.value);
      if (!isFields(row)) continue;
      count++;
      if (samples.length < MAX_RECORDS)
        samples.push({ place: record.place, row, messages: [], answer: null, targets: [], metadata: {}, kept: {} });
    }
  if (samples.length === 0) return { rank: -1, count };
  const plan = decidePlan(samples, map);
  if (plan.ok) return { rank: FITS, count };
  return { rank: plan.error.choices.length > 0 ? 2 : plan.error.hasPosition === true ? 1 : 0, count };
}

/** A step of a path to records: a key, any key, or every element of a list. */
export type Step = string | typeof ANY | typeof EACH;
const ANY: unique symbol = Symbol('any key');
export const EACH: unique symbol = Symbol('each element');
/** Path of records in a value; empty for the value itself. */
export type RecordPath = readonly Step[];

/** A record with its location in its value and the facts around it, apart from the lists that hold it. */
export interface LocatedRecord {
  readonly value: unknown;
  readonly place: string;
}

/** Limit of the values examined in search of lists. */
const MAX_SEEN = 50_000;
const DEEPEST = 10;
/** Limit of the facts that a record inherits from the objects around it. */
const MAX_ABOVE = 20;
const MAX_ABOVE_LENGTH = 200;
/** Keys of parts of a data set, which name no model. */
const PARTS =
  /^(?:train|test|dev|valid|validation|eval|all|data|results?|items?|rows?|records?|samples?|examples?|positions?|games?|moves?|runs?|entries|logs?)$/i;

/** Returns a path for display: `results[]`, `*.results[]`; `the value` if it is empty. */
export function pathText(path: RecordPath): string {
  let text = '';
  for (const step of path)
    if (step === EACH) text += '[]';
    else text += `${text === '' ? '' : '.'}${step === ANY ? '*' : step}`;
  return text;
}

interface LocatedList {
  readonly steps: RecordPath;
  readonly list: readonly unknown[];
}

/**
 * Returns the paths of the lists and maps of objects in some values, those with the most objects first; messages of conversations are no
 * records.
 */
export function listPaths(values: readonly unknown[]): readonly RecordPath[] {
  const groups = new Map<string, LocatedList[]>();
  for (const found of listsIn(values)) {
    const shape = found.steps.map((step) => (step === EACH ? '[]' : '.')).join('');
    const key = `${shape} ${lastKey(found.steps)}`;
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [found]);
    else same.push(found);
  }
  const bySignature = new Map<string, LocatedList[]>();
  for (const [key, lists] of groups) {
    const first = lists.find(({ list }) => list.length > 0)?.list[0];
    const signature = `${key.slice(0, key.indexOf(' '))} ${Object.keys(asFields(first)).sort().join(' ')}`;
    const alike = bySignature.get(signature);
    if (alike === undefined) bySignature.set(signature, lists);
    else for (const list of lists) alike.push(list);
  }
  const count = (lists: readonly LocatedList[]): number => lists.reduce((sum, { list }) => sum + list.length, 0);
  return [...bySignature.values()].sort((a, b) => count(b) - count(a)).map(commonPath);
}

const lastKey = (steps: RecordPath): string => [...steps].reverse().find((step) => typeof step === 'string') ?? '';

/** Returns the path of several lists: a key if all share it, any key if they differ. */
function commonPath(lists: readonly LocatedList[]): RecordPath {
  const [first] = lists;
  return (first?.steps ?? []).map((step, i) => (lists.every(({ steps }) => steps[i] === step) ? step : ANY));
}

function* listsIn(values: readonly unknown[]): Generator<LocatedList> {
  const open: { readonly value: unknown; readonly steps: RecordPath }[] = values
    .map((value) => ({ value, steps: [] as RecordPath }))
    .reverse();
  for (let seen = 0; open.length > 0 && seen < MAX_SEEN; seen++) {
    const next = open.pop();
    if (next === undefined || next.steps.length > DEEPEST) continue;
    const { value, steps } = next;
    if (Array.isArray(value)) {
      const objects = (value as unknown[]).filter(isFields);
      if (objects.length === 0 || isConversation(objects) || isChoices(objects)) continue;
      const inner: RecordPath = [...steps, EACH];
      yield { steps: inner, list: objects };
      for (const item of objects.slice(0, MAX_SEEN).reverse()) open.push({ value: item, steps: inner });
    } else if (isFields(value)) {
      if (isMap(value)) yield { steps: [...steps, ANY], list: Object.values(value) };
      const members = Object.entries(value).slice(0, MAX_SEEN).reverse();
      for (const [key, member] of members)
        if (typeof member === 'object' && member !== null) open.push({ value: member, steps: [...steps, key] });
    }
  }
}

/** Returns true for an object whose members are records by their names: two or more objects with the same keys. */
function isMap(fields: Fields): boolean {
  const members = Object.values(fields).slice(0, MAX_SEEN);
  const [first] = members;
  if (members.length < 2 || !isFields(first)) return false;
  const keys = Object.keys(first);
  return (
    keys.length > 1 && members.every((member) => isFields(member) && keys.every((key) => Object.hasOwn(member, key)))
  );
}

/** Returns true for the messages of one conversation, in order. */
export function isConversation(value: unknown): boolean {
  if (!Array.isArray(value) || !isFields(value[0])) return false;
  const first = messageIn(value[0]);
  return ('role' in first && ('content' in first || 'parts' in first)) || ('from' in first && 'value' in first);
}

/** Returns true for the choices of an API. */
const isChoices = ([first]: readonly Fields[]): boolean =>
  first !== undefined && (('message' in first && 'index' in first) || ('content' in first && 'finishReason' in first));

/** Returns the facts from the key under which a record's list is stored, if it may be the name of a model. */
export const keyFacts = (key: string): Fields => (key === '' || PARTS.test(key) ? {} : { model: key });

/** Returns a record with the facts around it. */
const within = (value: unknown, above: Fields): unknown =>
  isFields(value) && Object.keys(above).length > 0 ? { ...value, above } : value;

/**
 * Yields the records at a path of a value, in order. Members of lists of other kinds are skipped.
 *
 * @param around facts from the objects around the value
 */
export function* recordsAt(
  value: unknown,
  path: RecordPath,
  place: string,
  around: Fields = {},
): Generator<LocatedRecord> {
  if (path.length === 0) {
    yield { value: within(value, around), place };
    return;
  }
  const open: { value: unknown; at: number; place: string; above: Fields }[] = [{ value, at: 0, place, above: around }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: now, at, place: where, above } = next;
    const step = path[at];
    if (step === undefined) {
      yield { value: within(now, above), place: where };
      continue;
    }
    if (step === EACH) {
      if (!Array.isArray(now)) continue;
      for (let i = now.length - 1; i >= 0; i--)
        open.push({ value: now[i] as unknown, at: at + 1, place: `${where}[${i}]`, above });
      continue;
    }
    if (!isFields(now)) continue;
    const facts = { ...above, ...scalarFields(now) };
    const keys = step === ANY ? Object.keys(now) : Object.hasOwn(now, step) ? [step] : [];
    for (const key of keys.reverse()) {
      open.push({
        value: now[key],
        at: at + 1,
        place: where === '' ? key : `${where}.${key}`,
        // The key of a record is its name, that of a list the name of the model that answered in it.
        above: step !== ANY ? facts : at === path.length - 1 ? { ...facts, id: key } : { ...keyFacts(key), ...facts },
      });
    }
  }
}

/** Returns the short texts and numbers of an object that contains records, such as the model of a file. */
function scalarFields(fields: Fields): Fields {
  const short = Object.entries(fields).filter(
    ([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_ABOVE_LENGTH),
  );
  return Object.fromEntries(short.slice(0, MAX_ABOVE));
}
