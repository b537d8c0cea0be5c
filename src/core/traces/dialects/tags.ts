import type { Range } from '../../base/text/range.ts';
import type { TraceDialect } from '../dialect.ts';
import type { ReadTrace, Span, TraceEvent } from '../events.ts';
import { eventFromFields, eventToFields, isSilent, meansNoParent, type WrittenEvent } from './event-fields.ts';
import {
  COMMON_NAMES,
  type EventField,
  type EventName,
  LIST_FIELDS,
  type OwnNames,
  type Vocabulary,
} from './event-names.ts';
import {
  decodedSpan,
  decodeEntities,
  encodeAll,
  encodeAttribute,
  encodeContent,
  encodeListWord,
  type MarkupTag,
  readMarkup,
} from './markup.ts';
import { listSpans, TraceBuilder } from './text-lines.ts';

const LISTS: ReadonlySet<string> = new Set(LIST_FIELDS);

/** The field that the text of an element is. */
const CONTENT: Readonly<Record<EventName, EventField | undefined>> = {
  task: undefined,
  generate: 'state',
  visit: 'node',
  close: 'node',
  abandon: 'reason',
  goal: 'node',
  'no-goal': 'node',
  unsolvable: 'node',
  value: 'value',
  best: 'action',
  exhausted: undefined,
  choose: 'actions',
  note: 'text',
};

/** Elements around a whole trace or a part of it, which say nothing by themselves. */
const WRAPPERS = new Set(['trace', 'search', 'tree', 'think', 'thinking', 'reasoning', 'nodes', 'events']);

/**
 * Elements: `<node id="1" parent="0" action="up">STATE</node>`, `<visit node="1"/>`, `<goal node="1"/>`,
 * `<choose>up left</choose>`. Names are read as in `event-names.ts`, attributes in any order; text outside of elements
 * is a note.
 */
export const TAGS: TraceDialect = {
  id: 'tags',
  title: 'Tags: an element for each event',
  recognize: (head) => recognizeTags(head, COMMON_NAMES),
  starts: (line, before) => startsTaggedTrace(line, before, COMMON_NAMES),
  partedByBlankLines: false,
  read: (text) => readTagEvents('tags', text, COMMON_NAMES),
  write: (events) => writeTags(events),
};

/** Returns how sure it is that a text has elements of events. */
export function recognizeTags(head: string, names: Vocabulary): number {
  const known = readMarkup(head).tags.filter(
    ({ name, form }) => form !== 'close' && names.eventNamed(name) !== undefined,
  );
  if (known.some(({ name, attributes }) => isNode(name, names) && attributes.length > 0)) return 0.95;
  return known.some(({ attributes }) => attributes.length > 0) ? 0.6 : 0;
}

const isNode = (name: string, names: Vocabulary): boolean =>
  ['generate', 'task'].includes(names.eventNamed(name) ?? '');

/**
 * Returns true if the line begins with a task, with an element around a whole trace, or with a root after an event of
 * another trace.
 */
export function startsTaggedTrace(line: string, before: string | undefined, names: Vocabulary): boolean {
  const name = firstTag(line);
  const event = name === undefined ? undefined : names.eventNamed(name);
  if (name === 'trace' || event === 'task') return before === undefined || firstTag(before) !== 'trace';
  if (event !== 'generate' || before === undefined) return false;
  const last = /^\s*<\/?([A-Za-z][\w.-]*)/.exec(before)?.[1]?.toLowerCase();
  const [tag] = readMarkup(line).tags;
  const fields = new Map(
    tag?.attributes.map(({ name: own, value }) => [names.fieldNamed('generate', own), value.text] as const),
  );
  const isRoot = /^(?:0|root)$/i.test(fields.get('id') ?? '') && !fields.has('parent') && !fields.has('action');
  return isRoot && last !== undefined && !['task', undefined].includes(names.eventNamed(last));
}

/** Returns the name of the tag that opens a line, in lower case. */
const firstTag = (line: string): string | undefined =>
  /^\s*<([A-Za-z][\w.-]*)(?=[\s/>])/.exec(line)?.[1]?.toLowerCase();

/** Reads elements with the names of a vocabulary. @param dialect id of the dialect */
export function readTagEvents(dialect: string, text: string, names: Vocabulary): ReadTrace {
  const { tags, cut } = readMarkup(text);
  const reader = new TagReader(text, tags, names);
  const found = reader.read();
  if (cut !== undefined) found.skip(text, cut);
  found.isCut ||= cut !== undefined;
  return found.finish(dialect);
}

class TagReader {
  readonly #text: string;
  readonly #tags: readonly MarkupTag[];
  readonly #names: Vocabulary;
  /** Index of the closing tag of each opening one. */
  readonly #closing: ReadonlyMap<number, number>;
  readonly #closes = new Set<number>();
  /** Ids of the nodes around the current tag, with the index of their closing tags. */
  readonly #around: { readonly id: Span | undefined; readonly until: number }[] = [];
  readonly #found = new TraceBuilder();
  #unclosed = 0;

  constructor(text: string, tags: readonly MarkupTag[], names: Vocabulary) {
    this.#text = text;
    this.#tags = tags;
    this.#names = names;
    this.#closing = matchTags(tags);
    for (const close of this.#closing.values()) this.#closes.add(close);
  }

  read(): TraceBuilder {
    const text = this.#text;
    this.#note({ start: 0, end: this.#tags[0]?.range.start ?? text.length });
    for (let i = 0; i < this.#tags.length; ) {
      const tag = this.#tags[i];
      if (tag === undefined) break;
      while (this.#around.length > 0 && (this.#around.at(-1)?.until ?? 0) <= i) this.#around.pop();
      const name = tag.form === 'open' || tag.form === 'empty' ? this.#names.eventNamed(tag.name) : undefined;
      if (name !== undefined) {
        i = this.#element(i, tag, name);
        continue;
      }
      // A closing tag belongs to a wrapper, or to a node with others in it.
      const isEnd = this.#closes.has(i) && this.#names.eventNamed(tag.name) !== undefined;
      if (WRAPPERS.has(tag.name) || isEnd) this.#found.add({ kind: 'note', range: tag.range });
      else this.#found.skip(text, tag.range);
      this.#note(tag.text);
      i++;
    }
    const last = this.#found.events.at(-1);
    this.#found.isCut = this.#unclosed === 1 && last?.range.end === text.trimEnd().length && this.#lastIsOpen();
    return this.#found;
  }

  #lastIsOpen(): boolean {
    const last = this.#tags.length - 1;
    return this.#tags[last]?.form === 'open' && !this.#closing.has(last);
  }

  #note(range: Range | undefined): void {
    if (range === undefined || this.#text.slice(range.start, range.end).trim() === '') return;
    const span = decodedSpan(this.#text, range);
    this.#found.add({ kind: 'note', range, text: span });
  }

  /** Reads the element of an event; returns the index of the next tag. */
  #element(i: number, tag: MarkupTag, name: EventName): number {
    const text = this.#text;
    const fields = new Map<EventField, readonly Span[]>();
    for (const { name: word, value } of tag.attributes) {
      const field = this.#names.fieldNamed(name, word);
      const written = text.slice(value.range.start, value.range.end);
      if (field === undefined || fields.has(field) || (field === 'parent' && meansNoParent(written))) continue;
      fields.set(field, this.#words(field, value));
    }
    const close = this.#closing.get(i);
    const content = CONTENT[name];
    const notes: Range[] = [];
    let end = tag.range.end;
    if (tag.form === 'open' && tag.text !== undefined) {
      const isRead = content !== undefined && !fields.has(content) && this.#fits(content, tag.text);
      if (isRead && (close !== undefined || content !== 'node')) {
        fields.set(content, this.#words(content, decodedSpan(text, tag.text)));
        end = tag.text.end;
      } else notes.push(tag.text);
    }
    let next = i + 1;
    const until = close ?? 0;
    while (next < until) {
      const last = this.#child(next, name, fields, notes);
      if (last === undefined) break;
      end = this.#tags[last]?.range.end ?? end;
      next = last + 1;
    }
    const isWhole = close === next;
    if (isWhole) end = this.#tags[close]?.range.end ?? end;
    if (tag.form === 'empty' && tag.text !== undefined) notes.push(tag.text);
    if (tag.form === 'open' && close === undefined && content !== undefined && content !== 'node') this.#unclosed++;
    this.#implyParent(name, fields);
    const { event, unread } = eventFromFields(name, { start: tag.range.start, end }, fields);
    this.#found.add(event);
    for (const range of unread) this.#found.skip(text, range);
    for (const range of notes) this.#note(range);
    if (isWhole) {
      this.#note(this.#tags[close]?.text);
      return close + 1;
    }
    if (name === 'generate' && close !== undefined) this.#around.push({ id: fields.get('id')?.[0], until: close });
    return next;
  }

  /** Returns true if the text of an element can be the field. */
  #fits(field: EventField, range: Range): boolean {
    const words = this.#text.slice(range.start, range.end);
    return field === 'node' ? !/\s/.test(words) : field !== 'value' || Number.isFinite(Number(words));
  }

  #words(field: EventField, value: Span): readonly Span[] {
    if (!LISTS.has(field)) return [value];
    return listSpans(this.#text, value.range, ',').map((span) => ({ ...span, text: decodeEntities(span.text) }));
  }

  /** Reads an element that is a field of the one around it: `<state>…</state>`; returns the index of its last tag. */
  #child(i: number, event: EventName, fields: Map<EventField, readonly Span[]>, notes: Range[]): number | undefined {
    const tag = this.#tags[i];
    if (tag?.form !== 'open' || this.#closing.get(i) !== i + 1) return undefined;
    const plural = event === 'choose' ? `${tag.name}s` : tag.name;
    const field = this.#names.fieldNamed(event, plural) ?? this.#names.fieldNamed(event, tag.name);
    if (field === undefined || (this.#names.eventNamed(tag.name) === 'generate' && tag.name === 'node'))
      return undefined;
    const place = tag.text ?? { start: tag.range.end, end: tag.range.end };
    const before = fields.get(field);
    if (before !== undefined && !LISTS.has(field)) return undefined;
    fields.set(field, [...(before ?? []), ...this.#words(field, decodedSpan(this.#text, place))]);
    const after = this.#tags[i + 1]?.text;
    if (after !== undefined) notes.push(after);
    return i + 1;
  }

  /** A node within another one is its child, unless it says something else. */
  #implyParent(event: EventName, fields: Map<EventField, readonly Span[]>): void {
    const id = this.#around.at(-1)?.id;
    const says = fields.has('parent') || fields.has('parentPath') || fields.has('parentState');
    if (event === 'generate' && id !== undefined && !says) fields.set('parent', [id]);
  }
}

/** Returns the index of the closing tag of each opening one, by index; linear for any nesting. */
function matchTags(tags: readonly MarkupTag[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  const counts = new Map<string, number>();
  for (const [i, { name, form }] of tags.entries()) {
    if (form === 'open') {
      open.push(i);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } else if (form === 'close' && (counts.get(name) ?? 0) > 0) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        const own = tags[last]?.name ?? '';
        counts.set(own, (counts.get(own) ?? 1) - 1);
        if (own !== name) continue;
        closing.set(last, i);
        break;
      }
    }
  }
  return closing;
}

/** Writes events as elements, one a line. @param own names of an own dialect */
export function writeTags(events: readonly TraceEvent[], own: OwnNames = {}): string {
  return events.flatMap((event) => (isSilent(event) ? [] : [`${writeElement(eventToFields(event), own)}\n`])).join('');
}

function writeElement({ name, fields }: WrittenEvent, own: OwnNames): string {
  const tag = own.event?.get(name) ?? (name === 'generate' ? 'node' : name);
  const nameOf = (field: EventField): string => own.field?.get(field) ?? field;
  const attributes: string[] = [];
  const children: string[] = [];
  let content = '';
  for (const [field, words] of fields) {
    const [word = ''] = words;
    const isContent =
      field === CONTENT[name] && (name === 'generate' || name === 'abandon' || name === 'note' || name === 'choose');
    const list = words.map(encodeListWord).join(' ');
    if (isContent && (LISTS.has(field) ? list : word) !== '') content = LISTS.has(field) ? list : encodeContent(word);
    else if (name === 'task' && (field === 'start' || field === 'goal') && word !== '')
      children.push(`<${nameOf(field)}>${encodeContent(word)}</${nameOf(field)}>`);
    else {
      const isEscaped = field === 'parent' && meansNoParent(word);
      const value = LISTS.has(field) ? list : isEscaped ? encodeAll(word) : encodeAttribute(word);
      attributes.push(` ${nameOf(field)}="${value}"`);
    }
  }
  const inside = content + children.join('');
  return inside === '' ? `<${tag}${attributes.join('')}/>` : `<${tag}${attributes.join('')}>${inside}</${tag}>`;
}
