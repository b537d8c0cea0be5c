import * as v from 'valibot';
import { parseJson } from '../../base/text/json-items.ts';
import type { Range } from '../../base/text/range.ts';
import { originalSpec, type WorldSpec } from '../../worlds/world-spec.ts';
import { worldSpecSchema } from '../../worlds/world-spec-schema.ts';
import {
  ALGORITHMS,
  type Algorithm,
  type NodeReference,
  type NumberSpan,
  type Span,
  type TraceEvent,
} from '../events.ts';
import type { EventField, EventName } from './event-names.ts';
import { rangeHull } from './text-lines.ts';

/** Fields of an event with their words; a list has any number of them, every other field one. */
export type EventFields = ReadonlyMap<EventField, readonly Span[]>;

/** An event of named fields, and the fields whose words do not fit them. */
export interface BuiltEvent {
  readonly event: TraceEvent;
  readonly unread: readonly Range[];
}

/** Returns the event of a name and its fields. Fields that the event does not have are left out. */
export function eventFromFields(name: EventName, range: Range, fields: EventFields): BuiltEvent {
  const unread: Range[] = [];
  const word = (field: EventField): Span | undefined => fields.get(field)?.[0];
  const checked = <T>(field: EventField, read: (text: string) => T | undefined): T | undefined => {
    const span = word(field);
    const value = span && read(span.text);
    if (span !== undefined && value === undefined) unread.push(span.range);
    return value;
  };
  const number = (field: EventField): NumberSpan | undefined => {
    const value = checked(field, readNumber);
    const at = word(field)?.range;
    return value === undefined || at === undefined ? undefined : { value, range: at };
  };
  const node = referenceFrom(word('node'), fields.get('path'), word('state'), range);
  const at = node && { node };
  const event = ((): TraceEvent => {
    switch (name) {
      case 'task':
        return {
          kind: 'task',
          range,
          world: checked('world', readWorld),
          ...defined({
            start: word('start'),
            goal: word('goal'),
            algorithm: checked('algorithm', readAlgorithm),
            breadth: number('breadth'),
            depth: number('depth'),
            heuristic: word('heuristic')?.text,
          }),
        };
      case 'generate':
        return {
          kind: 'generate',
          range,
          ...defined({
            id: word('id'),
            parent: referenceFrom(word('parent'), fields.get('parentPath'), word('parentState'), range),
            action: word('action'),
            result: number('result'),
            state: word('state'),
            goal: word('goal'),
            cost: number('cost'),
            heuristic: number('heuristic'),
            value: number('value'),
          }),
        };
      case 'visit':
        return { kind: 'visit', range, node: node ?? { range }, ...defined({ goal: word('goal') }) };
      case 'close':
        return {
          kind: 'close',
          range,
          node: node ?? { range },
          ...defined({ cost: number('cost'), heuristic: number('heuristic') }),
        };
      case 'abandon':
        return { kind: 'abandon', range, ...at, ...defined({ reason: word('reason') }) };
      case 'choose':
        return { kind: 'choose', range, ...defined({ actions: fields.get('actions'), states: fields.get('states') }) };
      case 'note':
        return { kind: 'note', range, ...at, ...defined({ text: word('text') }) };
      default:
        return {
          kind: 'claim',
          range,
          claim: name,
          ...at,
          ...defined({ value: number('value'), action: word('action'), goal: word('goal') }),
        };
    }
  })();
  return { event, unread };
}

/** An event as the words of its fields, as `eventFromFields` reads them. */
export interface WrittenEvent {
  readonly name: EventName;
  readonly fields: ReadonlyMap<EventField, readonly string[]>;
}

/** Returns the words of an event; references that name nothing are left out. */
export function eventToFields(event: TraceEvent): WrittenEvent {
  const fields = new Map<EventField, readonly string[]>();
  const put = (field: EventField, text: string | undefined): void => {
    if (text !== undefined) fields.set(field, [text]);
  };
  const list = (field: EventField, spans: readonly Span[] | undefined): void => {
    if (spans !== undefined)
      fields.set(
        field,
        spans.map(({ text }) => text),
      );
  };
  const number = (field: EventField, span: NumberSpan | undefined): void => put(field, span && String(span.value));
  const reference = (node: NodeReference | undefined): void => {
    put('node', nameOrNone(node?.id));
    list('path', node?.path);
    put('state', node?.state?.text);
  };
  switch (event.kind) {
    case 'task':
      put('world', event.world && writeWorld(event.world));
      put('start', event.start?.text);
      put('goal', event.goal?.text);
      put('algorithm', event.algorithm);
      number('breadth', event.breadth);
      number('depth', event.depth);
      put('heuristic', event.heuristic);
      return { name: 'task', fields };
    case 'generate':
      put('id', event.id?.text);
      put('parent', nameOrNone(event.parent?.id));
      list('parentPath', event.parent?.path);
      put('parentState', event.parent?.state?.text);
      put('action', event.action?.text);
      number('result', event.result);
      put('state', event.state?.text);
      put('goal', event.goal?.text);
      number('cost', event.cost);
      number('heuristic', event.heuristic);
      number('value', event.value);
      return { name: 'generate', fields };
    case 'choose':
      list('actions', event.actions);
      list('states', event.states);
      return { name: 'choose', fields };
    case 'claim':
      reference(event.node);
      number('value', event.value);
      put('action', event.action?.text);
      put('goal', event.goal?.text);
      return { name: event.claim, fields };
    default:
      reference(event.node);
      if (event.kind === 'close') {
        number('cost', event.cost);
        number('heuristic', event.heuristic);
      } else if (event.kind === 'visit') put('goal', event.goal?.text);
      else if (event.kind === 'abandon') put('reason', event.reason?.text);
      else if (event.kind === 'note') put('text', event.text?.text);
      return { name: event.kind, fields };
  }
}

/** An empty name names no node. */
const nameOrNone = (id: string | undefined): string | undefined => (id === '' ? undefined : id);

/** Words in place of the parent of a root, unless they are written with escapes. */
const NO_PARENT = /^(?:none|null|nil|-1|-)$/i;

/** Returns true for a word that means that a node has no parent. */
export const meansNoParent = (word: string): boolean => NO_PARENT.test(word);

/** Returns true for a mark of a dialect that says nothing: other dialects have no words for it. */
export const isSilent = (event: TraceEvent): boolean => event.kind === 'note' && event.text === undefined;

function referenceFrom(
  id: Span | undefined,
  path: readonly Span[] | undefined,
  state: Span | undefined,
  event: Range,
): NodeReference | undefined {
  const name = id?.text === '' ? undefined : id;
  const ranges = [name, ...(path ?? []), state].flatMap((span) => (span === undefined ? [] : [span.range]));
  if (ranges.length === 0 && path === undefined) return undefined;
  return { range: ranges.length === 0 ? event : rangeHull(ranges), ...defined({ id: name?.text, path, state }) };
}

/** Returns the fields that have a value. */
function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

const NUMBER = /^[+-]?(?:\d{1,400}\.?\d{0,400}|\.\d{1,400})(?:e[+-]?\d{1,3})?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

function readNumber(text: string): number | undefined {
  const infinite = INFINITE.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** Other names of algorithms, without case, spaces and signs. */
const OTHER_ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  depthfirst: 'dfs',
  depthfirstsearch: 'dfs',
  breadthfirst: 'bfs',
  breadthfirstsearch: 'bfs',
  beamsearch: 'beam',
  a: 'astar',
  astarsearch: 'astar',
};

function readAlgorithm(text: string): Algorithm | undefined {
  const name = text.toLowerCase().replace(/[^a-z]/g, '');
  return ALGORITHMS.find((known) => known === name) ?? OTHER_ALGORITHMS[name];
}

/** Reads the name of a world, or its description in JSON. A trace never names a program: that would start it. */
function readWorld(text: string): WorldSpec | undefined {
  const name = text.trim();
  if (!name.startsWith('{')) return WORLD_NAME.test(name) ? { kind: 'named', name } : undefined;
  const parsed = v.safeParse(worldSpecSchema, parseJson(name));
  return parsed.success && originalSpec(parsed.output).kind !== 'process' ? parsed.output : undefined;
}

/** Names such as `blocks4`, and those with the text of their task: `countdown 23 46 10 -> 59`. */
const WORLD_NAME = /^[^\s{}](?:[^\r\n{}]{0,20000}[^\s{}])?$/;

const writeWorld = (world: WorldSpec): string =>
  world.kind === 'named' && WORLD_NAME.test(world.name) ? world.name : JSON.stringify(world);
