// Names of events and their fields, as dialects with named parts write them: tags, JSON Lines, own dialects. Every
// other name that a reader accepts is in the tables of this file, and documented by them.

/** Kinds of events by one word each: claims are named by what they claim. */
export const EVENT_NAMES = [
  'task',
  'generate',
  'visit',
  'close',
  'abandon',
  'goal',
  'no-goal',
  'unsolvable',
  'value',
  'best',
  'exhausted',
  'choose',
  'note',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Fields that hold several words. */
export const LIST_FIELDS = ['path', 'parentPath', 'actions', 'states'] as const;
/** Fields that hold a number. */
export const NUMBER_FIELDS = ['breadth', 'depth', 'cost', 'value', 'result'] as const;
export const EVENT_FIELDS = [
  'world',
  'start',
  'goal',
  'algorithm',
  'heuristic',
  'id',
  'parent',
  'parentState',
  'action',
  'state',
  'node',
  'reason',
  'text',
  ...LIST_FIELDS,
  ...NUMBER_FIELDS,
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/** Fields that refer to the node of an event: by its name, by the actions from the root, by its state. */
const REFERENCE = ['node', 'path', 'state'] as const;

/** Fields of each event, in the order in which they are written. */
export const FIELDS_OF: Readonly<Record<EventName, readonly EventField[]>> = {
  task: ['world', 'start', 'goal', 'algorithm', 'breadth', 'depth', 'heuristic'],
  generate: [
    'id',
    'parent',
    'parentPath',
    'parentState',
    'action',
    'result',
    'state',
    'goal',
    'cost',
    'heuristic',
    'value',
  ],
  visit: [...REFERENCE, 'goal'],
  close: [...REFERENCE, 'cost', 'heuristic'],
  abandon: [...REFERENCE, 'reason'],
  goal: [...REFERENCE, 'value', 'action', 'goal'],
  'no-goal': [...REFERENCE, 'value', 'action', 'goal'],
  unsolvable: [...REFERENCE, 'value', 'action', 'goal'],
  value: [...REFERENCE, 'value', 'action', 'goal'],
  best: [...REFERENCE, 'action', 'value', 'goal'],
  exhausted: [...REFERENCE, 'value', 'action', 'goal'],
  choose: ['actions', 'states'],
  note: [...REFERENCE, 'text'],
};

/** Other names of events; all names are compared without case, `-`, `_` and spaces. */
export const OTHER_EVENT_NAMES: Readonly<Record<EventName, string>> = {
  task: 'problem puzzle',
  generate: 'node create created generated expand child add open push step',
  visit: 'move moveto goto backtrack return select current pop',
  close: 'closed expanded done',
  abandon: 'abandoned prune pruned discard cut deadend',
  goal: 'goalreached success solved',
  'no-goal': 'notgoal fail failed failure',
  unsolvable: 'nosolution unsolved',
  value: 'evaluate evaluation backup estimate',
  best: 'bestaction bestmove',
  exhausted: 'end empty',
  choose: 'plan answer decision chosen result solution',
  note: 'comment thought think text',
};

/** Other names of fields. A name with several meanings has the first one that the event has. */
export const OTHER_FIELD_NAMES: Readonly<Partial<Record<EventField, string>>> = {
  world: 'game domain environment env',
  start: 'initial initialstate startstate init state root',
  goal: 'goalstate target',
  algorithm: 'search searchalgorithm method strategy',
  breadth: 'beam beamwidth width branching',
  depth: 'maxdepth depthlimit limit',
  heuristic: 'h heuristicvalue hcost heuristicname',
  id: 'node nodeid name key index number step',
  parent: 'parentid parentnode from predecessor prev previous',
  parentPath: 'frompath',
  parentState: 'fromstate previousstate prevstate',
  action: 'move operator operation op by best',
  state: 'board position fen content observation resultingstate nextstate',
  result: 'equals',
  cost: 'g gcost pathcost',
  value: 'v score reward q eval',
  node: 'id nodeid name key target to at step',
  path: 'line prefix',
  reason: 'why because cause',
  actions: 'plan moves action move answer path',
  states: 'trajectory',
  text: 'comment content thought words',
};

/** Names that a dialect with named parts reads, by their meaning. */
export interface Vocabulary {
  eventNamed(word: string): EventName | undefined;
  fieldNamed(event: EventName, word: string): EventField | undefined;
}

/** Returns a name in the form in which names are compared. */
const plainName = (word: string): string => word.toLowerCase().replace(/[-_ ]/g, '');

const EVENTS = new Map<string, EventName>();
for (const name of EVENT_NAMES)
  for (const word of [plainName(name), ...OTHER_EVENT_NAMES[name].split(' ')])
    if (!EVENTS.has(word)) EVENTS.set(word, name);
// A name of an event is never another name of one that comes before it in the list.
for (const name of EVENT_NAMES) EVENTS.set(plainName(name), name);

const FIELDS = new Map<EventName, ReadonlyMap<string, EventField>>(
  EVENT_NAMES.map((event) => {
    const fields = new Map<string, EventField>(FIELDS_OF[event].map((field) => [plainName(field), field]));
    for (const field of FIELDS_OF[event])
      for (const word of OTHER_FIELD_NAMES[field]?.split(' ') ?? []) if (!fields.has(word)) fields.set(word, field);
    return [event, fields];
  }),
);

/** The names of this file. */
export const COMMON_NAMES: Vocabulary = {
  eventNamed: (word) => EVENTS.get(plainName(word)),
  fieldNamed: (event, word) => FIELDS.get(event)?.get(plainName(word)),
};

/** Returns the common names with further ones, which are compared as they are written and win over them. */
export function vocabularyWith(
  events: ReadonlyMap<string, EventName>,
  fields: ReadonlyMap<string, EventField>,
): Vocabulary {
  return {
    eventNamed: (word) => events.get(word) ?? COMMON_NAMES.eventNamed(word),
    fieldNamed: (event, word) => {
      const own = fields.get(word);
      return own !== undefined && FIELDS_OF[event].includes(own) ? own : COMMON_NAMES.fieldNamed(event, word);
    },
  };
}

/** Names under which an own dialect writes events and fields; others have the common ones. */
export interface OwnNames {
  readonly event?: ReadonlyMap<EventName, string>;
  readonly field?: ReadonlyMap<EventField, string>;
}
