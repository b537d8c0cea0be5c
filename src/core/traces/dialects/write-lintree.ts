import type { TraceEvent } from '../events.ts';
import { eventToFields, isSilent, type WrittenEvent } from './event-fields.ts';
import { type EventField, type EventName, LIST_FIELDS } from './event-names.ts';
import { quoteWord, writeList, writeRest, writeWord } from './line-words.ts';

const LISTS: ReadonlySet<string> = new Set(LIST_FIELDS);

/** Words at the start of a line, by event. */
const HEADS: Readonly<Record<EventName, string>> = {
  task: 'Task',
  generate: 'Node',
  visit: 'Visit',
  close: 'Close',
  abandon: 'Abandon',
  goal: 'Goal reached',
  'no-goal': 'Not the goal',
  unsolvable: 'No solution',
  value: 'Value',
  best: 'Best',
  exhausted: 'Exhausted',
  choose: 'Plan',
  note: 'Note',
};

/** Fields after the colon, by event; those of nodes are the action and the state. */
const MAIN: Readonly<Partial<Record<EventName, EventField>>> = {
  abandon: 'reason',
  value: 'value',
  best: 'action',
  choose: 'actions',
  note: 'text',
};

/** Writes events as lines of LinTree: `Node 1 (parent: 0): up -> STATE`. */
export const writeLinTree = (events: readonly TraceEvent[]): string =>
  events.flatMap((event) => (isSilent(event) ? [] : [`${writeLine(eventToFields(event))}\n`])).join('');

function writeLine(event: WrittenEvent): string {
  if (event.name === 'task') return writeTask(event);
  const fields = new Map(event.fields);
  const take = (field: EventField | undefined): readonly string[] | undefined => {
    const words = field && fields.get(field);
    if (field !== undefined) fields.delete(field);
    return words;
  };
  // A visit of no node has an empty name, so that the line is not read as prose.
  const isNameless =
    event.name === 'visit' && !['node', 'path', 'state'].some((field) => fields.has(field as EventField));
  const id = isNameless ? '' : take(event.name === 'generate' ? 'id' : 'node')?.[0];
  const main =
    event.name === 'generate'
      ? writeSteps(take('action')?.[0], take('state')?.[0], fields)
      : writeMain(event.name, take(MAIN[event.name]));
  const others = Array.from(fields, ([field, words]) => `${field}: ${writeField(field, words)}`);
  const group = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `${HEADS[event.name]}${id === undefined ? '' : ` ${writeId(id)}`}${group}${main}`;
}

function writeField(field: EventField, words: readonly string[]): string {
  const [word = ''] = words;
  if (LISTS.has(field)) return writeList(words);
  return field === 'parent' ? writeId(word) : writeWord(word);
}

function writeMain(name: EventName, words: readonly string[] | undefined): string {
  if (words === undefined) return '';
  const [word = ''] = words;
  return `: ${name === 'choose' ? writeList(words) : writeRest(word)}`;
}

/** An action or a state that would be read as several words. */
const DIVIDED = /(?:^|\s)(?:->|→|=>)(?:\s|$)|(?:^|[\s,;|])(?:resulting |new )?state\s*[:=]|^(?:action|move)\s*[:=]/i;

function writeSteps(
  action: string | undefined,
  state: string | undefined,
  fields: ReadonlyMap<EventField, unknown>,
): string {
  const isChild = fields.has('parent') || fields.has('parentPath') || fields.has('parentState');
  const write = (text: string): string => (DIVIDED.test(text) ? quoteWord(text) : writeRest(text));
  if (action === undefined && state === undefined) return '';
  if (state === undefined) return isChild ? `: ${write(action ?? '')}` : `: ${write(action ?? '')} ->`;
  if (action === undefined) return isChild || DIVIDED.test(state) ? `: -> ${write(state)}` : `: ${write(state)}`;
  return `: ${write(action)} -> ${write(state)}`;
}

/** Writes the name of a node; in quotation marks if it would be read as another one, or as none. */
function writeId(id: string): string {
  const isPlain = /^[A-Za-z0-9][\w+*/-]*(?:[.,][\w+*/-]+)*$/.test(id) && /\d|^[a-z]$/i.test(id);
  return isPlain && !/^(?:node|step|state|-1$)/i.test(id) ? id : quoteWord(id);
}

function writeTask({ fields }: WrittenEvent): string {
  const lines = [`Task:${fields.has('world') ? ` ${writeRest(fields.get('world')?.[0] ?? '')}` : ''}`];
  for (const [field, [word = '']] of fields)
    if (field !== 'world') lines.push(`${field.charAt(0).toUpperCase()}${field.slice(1)}: ${writeRest(word)}`);
  return lines.join('\n');
}
