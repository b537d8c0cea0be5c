import type { Range } from '../../base/text/range.ts';
import type { TraceDialect } from '../dialect.ts';
import type { ReadTrace, Span, TraceEvent } from '../events.ts';
import { eventFromFields } from './event-fields.ts';
import { COMMON_NAMES, type EventField, type EventName, FIELDS_OF } from './event-names.ts';
import { LineCursor } from './line-words.ts';
import { rangeHull, TraceBuilder, textSpan, traceLines, trimRange } from './text-lines.ts';
import { writeLinTree } from './write-lintree.ts';

// LinTree (Kang et al. 2026, arXiv 2605.31492): lines of a search with pointers to parents, for Blocks World,
// navigation and Sokoban. What is public of the paper shows no literal trace, so these lines are made after its
// description: a step, the pointer to its parent, an action, a state.
//   Task: blocks4
//   Node 0: STATE                            the root has no pointer
//   Node 1 (parent: 0): ACTION -> STATE      also Step 1 (from step 0), [1] parent=0, 1 <- 0
//   Backtrack to 0 | Abandon 1: REASON | Goal reached 1 | No solution below 1 | Plan: ACTION, ACTION

const TASK_LINE =
  /(task|world|problem|environment|start|initial(?: state)?|goal(?: state)?|algorithm|search|breadth|beam|depth|heuristic)[ \t]{0,9}[:=](?=\s|$)/iy;

/** Words that begin a line about a node, or about the search. */
const STATEMENTS: readonly (readonly [RegExp, EventName])[] = [
  [/(?:goal (?:is )?reached|reached (?:the )?goal|solved)\b(?: (?:at|in))?/iy, 'goal'],
  [/(?:not (?:the|a) goal|goal not reached)\b(?: (?:at|in))?/iy, 'no-goal'],
  [/(?:no solution|unsolvable)\b(?: found)?(?: (?:below|at|from|in))?/iy, 'unsolvable'],
  [/value\b(?: of)?/iy, 'value'],
  [/best\b(?: action)?(?: (?:at|of|in))?/iy, 'best'],
  [/(?:exhausted|nothing (?:is )?left)\b/iy, 'exhausted'],
  [/(?:abandon(?:ing|ed)?|prun(?:e|ing|ed)|discard(?:ing|ed)?|dead end)\b(?: at)?/iy, 'abandon'],
  [
    /(?:backtrack(?:ing)?|return(?:ing)?|go(?:ing)? back|mov(?:e|ing)|visit(?:ing)?|expand(?:ing)?|select(?:ing)?)\b(?: to)?/iy,
    'visit',
  ],
  [/closed?\b/iy, 'close'],
  [/(?:plan|solution|answer|choose|chosen)\b/iy, 'choose'],
  [/note\b/iy, 'note'],
];

/** The field that stands after the colon of an event. */
const MAIN: Readonly<Partial<Record<EventName, EventField>>> = {
  abandon: 'reason',
  value: 'value',
  best: 'action',
  note: 'text',
};

const NODE = /(?:node|step|state)(?![a-z])[ \t_#-]{0,9}/iy;
const BARE_ID = /[\w+*/=-]+(?:[.,][\w+*/=-]+)*/y;
const BRACKETED_ID = /\[([\w.,-]{1,80})\]/y;
/** A number at the start of a line is a node only if a pointer follows. */
const NUMBER_ID = /#?(\d{1,9})(?=[ \t]{0,9}(?:<-|←|[([]?[ \t]{0,9}parent\b))/iy;
const POINTER = /(?:<-|←|from\b|parent\b[ \t]{0,9}[:=]?)[ \t]{0,9}/iy;
const ASSIGNMENT = /([a-z]\w{0,40})=(?!=)/iy;
const NO_PARENT = /^(?:none|null|nil|-|-1)$/i;
const ARROW = /(?:^|[ \t])(?:->|→|=>)(?=[ \t]|$)/;
const COLON = /[ \t]*[:|](?=\s|$)/y;
const COMMA = /[ \t]*,(?=\s)/y;
const ACTION_LABEL = /(?:action|move)[ \t]{0,9}[:=][ \t]{0,9}/iy;
const STATE_LABEL = /(?:^|[ \t,;|])(?:resulting |new )?state[ \t]{0,9}[:=]/i;
const END = /[ \t]*[.!]?/y;

export const LINTREE: TraceDialect = {
  id: 'lintree',
  title: 'LinTree: a line for each node, with a pointer to its parent',
  recognize: (head) =>
    /^[ \t]*(?:(?:node|step|state)[ \t_#-]{0,9}[\w"]|\[\w{1,20}\]|#?\d{1,9}[ \t]*(?:<-|←))[^\n]{0,30}?(?:\bparent\b|\bfrom\b|<-|←)/im.test(
      head,
    )
      ? 0.9
      : 0,
  starts: (line, before) =>
    /^[ \t]*(?:task|problem)[ \t]*[:=]/i.test(line) || (before !== undefined && ROOT.test(line) && isEventLine(before)),
  partedByBlankLines: false,
  read: (text) => new LinTreeReader(text).read(),
  write: writeLinTree,
};

/** A first node without a pointer, which begins a trace after an event of another one. */
const ROOT =
  /^[ \t]*(?:(?:node|step|state)[ \t_#-]{0,9}|\[|#)(?:0|root)\b(?![^\n]{0,200}\b(?:parent|from)\b|[^\n]{0,20}(?:<-|←))/i;
/** Returns true if a line is of a node, or a statement about one. */
function isEventLine(line: string): boolean {
  const range = trimRange(line, { start: 0, end: line.length });
  if (range === undefined) return false;
  const { events } = new LinTreeReader(line).read();
  return events.some(({ kind }) => kind !== 'task');
}

type Fields = Map<EventField, readonly Span[]>;

class LinTreeReader {
  readonly #text: string;
  readonly #found = new TraceBuilder();
  /** Lines of the task that is being read. */
  #task: { readonly fields: Fields; readonly ranges: Range[]; readonly notes: TraceEvent[] } | undefined;
  readonly #ids = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  read(): ReadTrace {
    for (const line of traceLines(this.#text)) {
      const range = trimRange(this.#text, line);
      if (range === undefined || this.#taskLine(range) || this.#comment(range)) continue;
      if (this.#node(range) || this.#statement(range)) continue;
      this.#found.skip(this.#text, range);
      const words = this.#text.slice(range.start, range.end);
      const isLast = this.#text.slice(line.end).trim() === '';
      this.#found.isCut = isLast && (/\([^)]*$|^[^"]*"[^"]*$/.test(words) || words.search(NODE_START) === 0);
    }
    this.#endTask();
    return this.#found.finish('lintree');
  }

  /** Reads a line that begins with `#` and white space. */
  #comment(range: Range): boolean {
    if (!/^#(?:\s|$)/.test(this.#text.slice(range.start, range.start + 2))) return false;
    const note: TraceEvent = { kind: 'note', range, text: textSpan(this.#text, range) };
    // Notes between the lines of a task stand after it.
    if (this.#task === undefined) this.#found.add(note);
    else this.#task.notes.push(note);
    return true;
  }

  #taskLine(range: Range): boolean {
    const cursor = new LineCursor(this.#text, range);
    const word = cursor.take(TASK_LINE)?.[1]?.toLowerCase().split(' ')[0];
    if (word === undefined) return false;
    const field = word === 'task' || word === 'problem' ? 'world' : COMMON_NAMES.fieldNamed('task', word);
    if (field === undefined) return false;
    if (word === 'task' || word === 'problem' || this.#task?.fields.has(field)) this.#endTask();
    this.#task ??= { fields: new Map(), ranges: [], notes: [] };
    this.#task.ranges.push(range);
    cursor.skipSpace();
    if (!cursor.isAtEnd) this.#task.fields.set(field, [cursor.rest()]);
    return true;
  }

  #endTask(): void {
    if (this.#task === undefined) return;
    const { fields, ranges, notes } = this.#task;
    this.#task = undefined;
    this.#add('task', rangeHull(ranges), fields);
    this.#found.add(...notes);
  }

  #add(name: EventName, range: Range, fields: Fields): true {
    if (name !== 'task') this.#endTask();
    const { event, unread } = eventFromFields(name, range, fields);
    this.#found.add(event);
    for (const place of unread) this.#found.skip(this.#text, place);
    return true;
  }

  #node(range: Range): boolean {
    const cursor = new LineCursor(this.#text, range);
    const fields: Fields = new Map();
    const isLabeled = cursor.take(NODE) !== undefined;
    const id = isLabeled ? nodeId(cursor) : unlabeledId(cursor);
    if (id === undefined && (!isLabeled || !/[(:[]/.test(this.#text.charAt(cursor.at)))) return false;
    if (id !== undefined) fields.set('id', [id]);
    this.#fields(cursor, 'generate', fields);
    const hasColon = cursor.take(COLON) !== undefined;
    cursor.skipSpace();
    const isChild = ['parent', 'parentPath', 'parentState'].some((field) => fields.has(field as EventField));
    const isTorn = /^\([^)]*$/.test(this.#text.slice(cursor.at, cursor.end)) && !hasColon;
    if (isTorn || (!hasColon && !isChild && !cursor.isAtEnd && !this.#seesStep(cursor))) return false;
    if (!cursor.isAtEnd) this.#steps(cursor, fields, isChild);
    if (id !== undefined) this.#ids.add(id.text);
    return this.#add('generate', range, fields);
  }

  /** Returns true before `action=`, `state=` or an arrow. */
  #seesStep(cursor: LineCursor): boolean {
    return /^(?:(?:action|move|state)[ \t]{0,9}[:=]|->|→|=>)/i.test(this.#text.slice(cursor.at, cursor.end));
  }

  /** Reads the action and the state of a node. */
  #steps(cursor: LineCursor, fields: Fields, isChild: boolean): void {
    const put = (field: EventField, span: Span): void => {
      if (span.text !== '' || this.#text[span.range.start - 1] === '"') fields.set(field, [span]);
    };
    const hasLabel = cursor.take(ACTION_LABEL) !== undefined;
    const start = cursor.at;
    const quoted = cursor.quoted();
    if (quoted === undefined || !cursor.isAtEnd) {
      const rest = this.#text.slice(cursor.at, cursor.end);
      const found = firstOf(STATE_LABEL.exec(rest), ARROW.exec(rest));
      if (found !== undefined) {
        const arrow = cursor.at + found.index;
        put('action', quoted ?? new LineCursor(this.#text, { start, end: arrow }).rest());
        cursor.at = arrow + found[0].length;
        put('state', cursor.rest());
        return;
      }
    }
    cursor.at = start;
    put(hasLabel || isChild ? 'action' : 'state', cursor.rest());
  }

  #statement(range: Range): boolean {
    const cursor = new LineCursor(this.#text, range);
    const name = STATEMENTS.find(([words]) => cursor.take(words) !== undefined)?.[1];
    if (name === undefined) return false;
    const fields: Fields = new Map();
    const main = MAIN[name];
    cursor.skipSpace();
    this.#reference(cursor, name, fields);
    this.#fields(cursor, name, fields);
    if (cursor.take(COLON) !== undefined) {
      cursor.skipSpace();
      if (name === 'choose') fields.set('actions', cursor.list() ?? cursor.words());
      else if (main !== undefined) fields.set(main, [cursor.rest()]);
      else if (!fields.has('node')) this.#reference(cursor, name, fields);
    }
    cursor.take(END);
    if (!cursor.isAtEnd || (name === 'visit' && fields.size === 0)) return false;
    return this.#add(name, range, fields);
  }

  /** Reads the name of the node that a statement is about. */
  #reference(cursor: LineCursor, name: EventName, fields: Fields): void {
    if (!FIELDS_OF[name].includes('node') || fields.has('node')) return;
    const start = cursor.at;
    cursor.take(NODE);
    const id = nodeId(cursor);
    if (id === undefined) cursor.at = start;
    else fields.set('node', [id]);
  }

  /** Reads fields in brackets, pointers, and assignments such as `g=3`, as far as they go. */
  #fields(cursor: LineCursor, name: EventName, fields: Fields): void {
    for (;;) {
      cursor.take(COMMA);
      cursor.skipSpace();
      const start = cursor.at;
      if (this.#group(cursor, name, fields)) continue;
      if (name === 'generate' && cursor.take(POINTER) !== undefined) {
        cursor.take(NODE);
        const at = cursor.at;
        const id = nodeId(cursor);
        if (id !== undefined) {
          this.#put('generate', 'parent', [id], this.#text[at] !== '"', fields);
          continue;
        }
      }
      cursor.at = start;
      const key = cursor.take(ASSIGNMENT)?.[1];
      const field = key === undefined ? undefined : COMMON_NAMES.fieldNamed(name, key);
      if (field === undefined || field === 'state' || field === 'action' || cursor.isAtEnd) {
        cursor.at = start;
        return;
      }
      const quoted = cursor.quoted();
      const words = quoted === undefined ? cursor.list() : [quoted];
      const bare = words ?? [wordAt(cursor)];
      this.#put(name, field, bare, words === undefined, fields);
    }
  }

  /** Reads `(parent: 1, g: 2)`, in either kind of brackets; false without moving if it is none. */
  #group(cursor: LineCursor, name: EventName, fields: Fields): boolean {
    const start = cursor.at;
    const close = { '(': ')', '[': ']' }[this.#text.charAt(start)];
    if (close === undefined) return false;
    cursor.at++;
    const found: { readonly key: string; readonly value: readonly Span[]; readonly isBare: boolean }[] = [];
    for (;;) {
      cursor.skipSpace();
      const pair = cursor.keyValue(close);
      if (pair === undefined) break;
      found.push(pair);
      cursor.skipSpace();
      if (this.#text[cursor.at] === ',' || this.#text[cursor.at] === ';') cursor.at++;
    }
    cursor.skipSpace();
    if (found.length === 0 || cursor.isAtEnd || this.#text[cursor.at] !== close) {
      cursor.at = start;
      return false;
    }
    cursor.at++;
    for (const { key, value, isBare } of found) {
      const field = COMMON_NAMES.fieldNamed(name, key);
      if (field !== undefined) this.#put(name, field, value, isBare, fields);
    }
    return true;
  }

  #put(name: EventName, field: EventField, value: readonly Span[], isBare: boolean, fields: Fields): void {
    const [word] = value;
    if (fields.has(field)) return;
    if (!isBare || word === undefined || (field !== 'parent' && field !== 'node')) {
      fields.set(field, value);
      return;
    }
    const id = withoutLabel(word);
    if (name === 'generate' && NO_PARENT.test(id.text)) return;
    // `parent: root` refers to the first node unless one has that name.
    if (id.text.toLowerCase() === 'root' && !this.#ids.has(id.text))
      fields.set(field === 'parent' ? 'parentPath' : 'path', []);
    else fields.set(field, [id]);
  }
}

/** Returns the match that comes first. */
function firstOf(a: RegExpExecArray | null, b: RegExpExecArray | null): RegExpExecArray | undefined {
  if (a === null || b === null) return a ?? b ?? undefined;
  return a.index <= b.index ? a : b;
}

const NODE_START = /^(?:node|step|\[\w)/i;

/** Returns a reference without the word before it: the `1` of `step 1`. */
function withoutLabel({ text, range }: Span): Span {
  const [label = ''] = /^(?:node|step|state)(?![a-z])[ \t_#-]{0,9}(?=\w)|^#(?=\w)/i.exec(text) ?? [];
  return { text: text.slice(label.length), range: { start: range.start + label.length, end: range.end } };
}

/** Takes an id: a quotation, or a word with a digit in it, one letter, or `root`. */
function nodeId(cursor: LineCursor): Span | undefined {
  const start = cursor.at;
  const quoted = cursor.quoted();
  if (quoted !== undefined) return quoted;
  const text = cursor.take(BARE_ID)?.[0];
  if (text !== undefined && isBareId(text)) return { text, range: { start, end: cursor.at } };
  cursor.at = start;
  return undefined;
}

const isBareId = (text: string): boolean => /\d|^[a-z]$|^root$/i.test(text);

function unlabeledId(cursor: LineCursor): Span | undefined {
  const start = cursor.at;
  const bracketed = cursor.take(BRACKETED_ID)?.[1];
  if (bracketed !== undefined) return { text: bracketed, range: { start: start + 1, end: cursor.at - 1 } };
  const number = cursor.take(NUMBER_ID)?.[1];
  return number === undefined
    ? undefined
    : { text: number, range: { start: cursor.at - number.length, end: cursor.at } };
}

/** Takes what stands before the next white space. */
function wordAt(cursor: LineCursor): Span {
  const start = cursor.at;
  const text = cursor.take(/[^\s,]+/y)?.[0] ?? '';
  return { text, range: { start, end: cursor.at } };
}
