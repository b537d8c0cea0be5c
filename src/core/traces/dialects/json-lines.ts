import type { Range } from '../../base/text/range.ts';
import type { TraceDialect } from '../dialect.ts';
import type { ReadTrace, Span, TraceEvent } from '../events.ts';
import { eventFromFields, eventToFields, isSilent, meansNoParent } from './event-fields.ts';
import {
  COMMON_NAMES,
  type EventField,
  type EventName,
  LIST_FIELDS,
  NUMBER_FIELDS,
  type OwnNames,
  type Vocabulary,
} from './event-names.ts';
import { type LocatedMember, type LocatedValue, readLocatedJson } from './located-json.ts';
import { listSpans, TraceBuilder, textSpan, traceLines, trimRange } from './text-lines.ts';

const LISTS: ReadonlySet<string> = new Set(LIST_FIELDS);
const NUMBERS: ReadonlySet<string> = new Set([...NUMBER_FIELDS, 'heuristic']);
/** Fields of which a node without `event` has at least two. */
const NODE_FIELDS: ReadonlySet<string> = new Set(['id', 'parent', 'parentPath', 'parentState', 'action', 'state']);
/** Names of the field that says which event a line is. */
const EVENT_KEYS = ['event', 'type', 'kind'];

/**
 * One object a line: `{"event": "generate", "id": "1", "parent": "0", "action": "up", "state": "…"}`. Names are read as
 * in `event-names.ts`; an object without `event` is a node if it has an id, an action or a state.
 */
export const JSON_LINES: TraceDialect = {
  id: 'jsonl',
  title: 'JSON Lines: an object for each event',
  recognize: (head) => recognizeJson(head, COMMON_NAMES),
  starts: (line, before) => startsJsonTrace(line, before, COMMON_NAMES),
  partedByBlankLines: true,
  read: (text) => readJsonLines('jsonl', text, COMMON_NAMES),
  write: (events) => writeJsonLines(events),
};

/** Returns how sure it is that a text begins with objects of events, by the first one that is no note. */
export function recognizeJson(head: string, names: Vocabulary): number {
  for (const line of traceLines(head)) {
    const range = trimRange(head, line);
    if (range === undefined) continue;
    if (head[range.start] !== '{') return 0;
    const read = readLocatedJson(head, range);
    // The head of a long line is cut off.
    if ('fault' in read) return read.fault.isCut && EVENT_START.test(head.slice(range.start, range.end)) ? 0.6 : 0;
    const name = eventName(read.value, names);
    if (name === undefined) return 0;
    if (name !== 'note') return hasEventKey(read.value) ? 1 : 0.6;
  }
  return 0;
}

const EVENT_START = /^\{\s*"(?:event|type|kind)"\s*:/;

/** Returns true if the line is the object of a task, or of a root after an event of another trace. */
export function startsJsonTrace(line: string, before: string | undefined, names: Vocabulary): boolean {
  const nameOf = (text: string): { readonly name: EventName | undefined; readonly value: LocatedValue } | undefined => {
    const range = trimRange(text, { start: 0, end: text.length });
    if (range === undefined || text[range.start] !== '{') return undefined;
    const read = readLocatedJson(text, range);
    return 'fault' in read ? undefined : { name: eventName(read.value, names), value: read.value };
  };
  // Most lines are neither, which is seen without reading them.
  if (names === COMMON_NAMES && !/\b(?:task|problem|puzzle|root|0)\b/i.test(line)) return false;
  const found = nameOf(line);
  if (found?.name !== 'generate' || before === undefined) return found?.name === 'task';
  const fields = new Map<EventField, readonly Span[]>();
  collectFields(line, 'generate', found.value, names, fields);
  const isChild = fields.has('parent') || fields.has('parentPath') || fields.has('parentState') || fields.has('action');
  return (
    !isChild &&
    /^(?:0|root)$/i.test(fields.get('id')?.[0]?.text ?? '') &&
    !['task', undefined].includes(nameOf(before)?.name)
  );
}

/** Reads JSON Lines with the names of a vocabulary. @param dialect id of the dialect */
export function readJsonLines(dialect: string, text: string, names: Vocabulary): ReadTrace {
  const found = new TraceBuilder();
  for (const line of traceLines(text)) {
    const range = trimRange(text, line);
    if (range === undefined) continue;
    const read = readLocatedJson(text, range);
    const name = 'value' in read ? eventName(read.value, names) : undefined;
    if ('fault' in read || name === undefined) {
      found.skip(text, range);
      found.isCut = 'fault' in read && read.fault.isCut && text.slice(line.end).trim() === '';
      continue;
    }
    const fields = new Map<EventField, readonly Span[]>();
    const strange = collectFields(text, name, read.value, names, fields);
    const { event, unread } = eventFromFields(name, range, fields);
    found.add(event);
    for (const place of [...strange, ...unread].sort((a, b) => a.start - b.start)) found.skip(text, place);
  }
  return found.finish(dialect);
}

const memberOf = (value: LocatedValue, keys: readonly string[]): LocatedValue | undefined =>
  value.kind === 'object' ? value.members.find(({ key }) => keys.includes(key.toLowerCase()))?.value : undefined;

const hasEventKey = (value: LocatedValue): boolean => memberOf(value, EVENT_KEYS)?.kind === 'text';

function eventName(value: LocatedValue, names: Vocabulary): EventName | undefined {
  if (value.kind !== 'object') return undefined;
  const named = memberOf(value, EVENT_KEYS);
  if (named?.kind === 'text') return names.eventNamed(named.value);
  const fields = new Set<EventField>();
  let isPlain = names !== COMMON_NAMES;
  for (const { key } of value.members) {
    const field = names.fieldNamed('generate', key);
    if (field !== undefined && NODE_FIELDS.has(field)) fields.add(field);
    isPlain ||= /^(?:id|node_?id|parent|parent_?id|action|state)$/i.test(key);
  }
  // Records of chats and data sets have a name and a content, which are no node.
  return fields.size > 1 && isPlain ? 'generate' : undefined;
}

/** Collects the fields of an object; returns the places of values that are none. */
function collectFields(
  text: string,
  event: EventName,
  value: LocatedValue,
  names: Vocabulary,
  fields: Map<EventField, readonly Span[]>,
): Range[] {
  const strange: Range[] = [];
  if (value.kind !== 'object') return strange;
  for (const { key, value: own } of value.members) {
    if (EVENT_KEYS.includes(key.toLowerCase()) && own.kind === 'text') continue;
    const field = names.fieldNamed(event, key);
    if (field === undefined || fields.has(field) || isNull(own)) continue;
    if (field === 'parent' && meansNoParent(text.slice(own.range.start, own.range.end))) continue;
    if (own.kind === 'text' && LISTS.has(field)) {
      fields.set(field, listSpans(text, own.range));
      continue;
    }
    const isStructure = own.kind === 'object' || (own.kind === 'list' && !LISTS.has(field));
    if (own.kind === 'object' && (field === 'node' || field === 'parent'))
      strange.push(...collectReference(field, own.members, fields));
    // A world is described by an object, and a state may be written as one: the world reads its text.
    else if (isStructure) fields.set(field, [textSpan(text, own.range)]);
    else {
      const spans = wordsOf(own);
      if (spans === undefined) strange.push(own.range);
      else fields.set(field, spans);
    }
  }
  return strange;
}

const REFERENCE_FIELDS: Readonly<Record<'node' | 'parent', Readonly<Record<string, EventField>>>> = {
  node: { id: 'node', path: 'path', state: 'state' },
  parent: { id: 'parent', path: 'parentPath', state: 'parentState' },
};

/** Collects `{"id": …, "path": […], "state": …}`, a reference to a node. */
function collectReference(
  of: 'node' | 'parent',
  members: readonly LocatedMember[],
  fields: Map<EventField, readonly Span[]>,
): Range[] {
  const strange: Range[] = [];
  for (const { key, value } of members) {
    const field = Object.hasOwn(REFERENCE_FIELDS[of], key) ? REFERENCE_FIELDS[of][key] : undefined;
    const spans = wordsOf(value);
    if (field !== undefined && spans !== undefined) fields.set(field, spans);
    else if (!isNull(value)) strange.push(value.range);
  }
  return strange;
}

const isNull = (value: LocatedValue): boolean => value.kind === 'literal' && value.value === 'null';

/** Returns the words of a plain value or of a list of them. */
function wordsOf(value: LocatedValue): readonly Span[] | undefined {
  if (value.kind === 'object') return undefined;
  if (value.kind !== 'list') return [{ range: value.range, text: value.value }];
  const spans: Span[] = [];
  for (const item of value.items) {
    if (item.kind === 'list' || item.kind === 'object') return undefined;
    spans.push({ range: item.range, text: item.value });
  }
  return spans;
}

/** Writes events as JSON Lines; numbers are numbers, lists are lists, and a world that is no name is an object. */
export function writeJsonLines(events: readonly TraceEvent[], own: OwnNames = {}): string {
  const lines: string[] = [];
  for (const event of events) {
    if (isSilent(event)) continue;
    const { name, fields } = eventToFields(event);
    const members = Array.from(fields, ([field, words]) => {
      const key = JSON.stringify(own.field?.get(field) ?? field);
      const value = JSON.stringify(jsonValue(name, field, words));
      return `${key}:${field === 'parent' && meansNoParent(words[0] ?? '') ? escapeFirst(value) : value}`;
    });
    lines.push(`{${[`"event":${JSON.stringify(own.event?.get(name) ?? name)}`, ...members].join(',')}}\n`);
  }
  return lines.join('');
}

/** Writes the first sign of a string with an escape, so that the word is not read as one with a meaning. */
const escapeFirst = (json: string): string => `"\\u${json.charCodeAt(1).toString(16).padStart(4, '0')}${json.slice(2)}`;

function jsonValue(event: EventName, field: EventField, words: readonly string[]): unknown {
  const [word = ''] = words;
  if (LISTS.has(field)) return words;
  if (field === 'world' && word.startsWith('{')) return JSON.parse(word) as unknown;
  const isNumber = NUMBERS.has(field) && !(event === 'task' && field === 'heuristic');
  return isNumber && Number.isFinite(Number(word)) ? Number(word) : word;
}
