import assert from 'node:assert/strict';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { EVENT_FIELDS, EVENT_NAMES } from '../../../src/core/traces/dialects/event-names.ts';
import { readDialectFile } from '../../../src/core/traces/own/own-dialect.ts';

// Own dialects with words for all that a search says: lines, tags and JSON Lines.

/** A line: words before its first field, the fields that it always has, and those that it may have, each after a word. */
interface Line {
  readonly event: string;
  readonly head: string;
  readonly first?: string;
  readonly more?: Readonly<Record<string, string>>;
  /** Choices of these that come together; one of each. Default: all. */
  readonly choices?: readonly (readonly string[])[];
  /** Field after a colon at the end. */
  readonly last?: string;
}

const LINES: readonly Line[] = [
  {
    event: 'task',
    head: 'search',
    first: 'algorithm',
    more: { heuristic: 'by', breadth: 'width', depth: 'depth', goal: 'for', start: 'from' },
    choices: [
      ['start', 'start goal'],
      ['', 'heuristic'],
      ['', 'breadth'],
      ['', 'depth'],
    ],
    last: 'world',
  },
  {
    event: 'generate',
    head: 'new',
    first: 'id',
    more: { parent: 'below', action: 'after', cost: 'g', heuristic: 'h' },
    choices: [
      ['', 'parent action'],
      ['', 'cost', 'heuristic', 'cost heuristic'],
    ],
    last: 'state',
  },
  { event: 'visit', head: 'look at', first: 'node' },
  {
    event: 'close',
    head: 'done with',
    first: 'node',
    more: { cost: 'g', heuristic: 'h' },
    choices: [['', 'cost', 'cost heuristic']],
  },
  { event: 'abandon', head: 'drop', first: 'node', last: 'reason' },
  { event: 'goal', head: 'yes', first: 'node' },
  { event: 'no-goal', head: 'no', first: 'node' },
  { event: 'unsolvable', head: 'there is no way' },
  { event: 'value', head: 'worth of', first: 'node', last: 'value' },
  { event: 'best', head: 'best at', first: 'node', more: { action: 'is' }, last: 'value' },
  { event: 'choose', head: 'so', last: 'actions' },
  { event: 'note', head: '--', last: 'text' },
];

const WORDS: ReadonlySet<string> = new Set(['algorithm', 'id', 'node']);

/** Returns the rules of a line: its pattern once for each choice of its fields, which have a template each. */
function rulesOf({ event, head, first, more = {}, last, choices = [[Object.keys(more).join(' ')]] }: Line): object[] {
  const fields = Object.entries(more);
  const group = (field: string): string => `(?<${field}>${WORDS.has(field) ? '\\S+' : '.+?'})`;
  const pattern = [
    head,
    ...(first === undefined ? [] : [` ${group(first)}`]),
    ...fields.map(([field, word]) => `(?:; ${word} ${group(field)})?`),
    ...(last === undefined ? [] : [`(?: := (?<${last}>.*))?`]),
  ].join('');
  const chosen = choices.reduce<string[]>(
    (all, one) => all.flatMap((before) => one.map((names) => `${before} ${names}`)),
    [''],
  );
  return chosen.flatMap((names) => {
    const own = fields.filter(([field]) => names.split(' ').includes(field));
    const start = `${head}${first === undefined ? '' : ` {${first}}`}${own.map(([field, word]) => `; ${word} {${field}}`).join('')}`;
    // Programs and problems of tests are not named.
    const ends = last === undefined ? [''] : event === 'task' ? ['', ` := {${last}}`] : [` := {${last}}`];
    const separator = event === 'choose' ? { separator: ', then ' } : {};
    return ends.map((end) => ({ event, pattern, write: `${start}${end}`, ...separator }));
  });
}

function dialectOf(file: object): TraceDialect {
  const read = readDialectFile(JSON.stringify(file));
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.error));
  return read.value;
}

const renamed = (names: readonly string[], prefix: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${prefix}${name.replaceAll(/[^a-z]/gi, '').toLowerCase()}`, name]));

/** Own dialects of the three forms, with words of their own for everything. */
export const OWN_DIALECTS: readonly TraceDialect[] = [
  dialectOf({ id: 'own-lines', lines: LINES.flatMap(rulesOf) }),
  dialectOf({
    id: 'own-tags',
    form: 'tags',
    events: renamed(EVENT_NAMES, 'my'),
    fields: renamed(EVENT_FIELDS, 'its'),
  }),
  dialectOf({
    id: 'own-json',
    form: 'jsonl',
    events: renamed(EVENT_NAMES, 'my'),
    fields: renamed(EVENT_FIELDS, 'its'),
  }),
];
