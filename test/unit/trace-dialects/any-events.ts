import fc from 'fast-check';
import type { Range } from '../../../src/core/base/text/range.ts';
import { eventToFields, isSilent } from '../../../src/core/traces/dialects/event-fields.ts';
import type { ReadTrace, TraceEvent } from '../../../src/core/traces/events.ts';

const NOWHERE: Range = { start: 0, end: 0 };

/** Words of all kinds: plain actions, states over several lines, signs that dialects use themselves, spaces at the ends. */
export const anyWord: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'up',
    'e2e4',
    'put(apple,1)',
    '54-46=8',
    '0,0,1',
    '17:[39, 3, 8]',
    '2 1',
    '####\n# @#\n####',
    'a\n\nb',
  ),
  fc.constantFrom(
    '-> x',
    'a -> b',
    '"',
    "''",
    '<b>',
    '</node>',
    '&lt;',
    '[',
    '(x',
    'x)',
    ',',
    ' ',
    '',
    'null',
    '#',
    '{}',
    '\\',
  ),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

const span = anyWord.map((text) => ({ text, range: NOWHERE }));
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true }))
  .map((value) => ({ value: value === 0 ? 0 : value, range: NOWHERE }));
const spans = fc.array(span, { maxLength: 4 });

/** Returns records with any of the fields. */
const some = <T extends object>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const node = some({ id: anyWord, path: spans, state: span })
  .filter((fields) => Object.keys(fields).length > 0)
  .map((fields) => ({ range: NOWHERE, ...fields }));

const world = fc.constantFrom(
  undefined,
  { kind: 'named', name: 's5[(12),(12345)]' } as const,
  { kind: 'named', name: 'countdown 23 46 10 -> 59' } as const,
  { kind: 'level', name: 'maze', text: 'start 0 0 goal 1 1 "x" <y>\n' } as const,
  { kind: 'renamed', seed: 3, world: { kind: 'named', name: 'cube' } } as const,
);

const CLAIMS = ['goal', 'no-goal', 'unsolvable', 'value', 'best', 'exhausted'] as const;

const shapes: fc.Arbitrary<object>[] = [
  fc
    .tuple(
      world,
      some({
        start: span,
        goal: span,
        algorithm: fc.constantFrom('dfs', 'bfs', 'beam', 'astar', 'minimax'),
        breadth: number,
        depth: number,
        heuristic: anyWord,
      }),
    )
    .map(([own, rest]) => ({ kind: 'task', world: own, ...rest })),
  some({
    id: span,
    parent: node,
    action: span,
    result: number,
    state: span,
    goal: span,
    cost: number,
    heuristic: number,
    value: number,
  }).map((fields) => ({ kind: 'generate', ...fields })),
  fc.tuple(node, some({ goal: span })).map(([own, rest]) => ({ kind: 'visit', node: own, ...rest })),
  fc
    .tuple(node, some({ cost: number, heuristic: number }))
    .map(([own, rest]) => ({ kind: 'close', node: own, ...rest })),
  some({ node, reason: span }).map((fields) => ({ kind: 'abandon', ...fields })),
  fc
    .tuple(fc.constantFrom(...CLAIMS), some({ node, value: number, action: span, goal: span }))
    .map(([claim, fields]) => ({ kind: 'claim', claim, ...fields })),
  some({ actions: spans, states: spans }).map((fields) => ({ kind: 'choose', ...fields })),
  fc.tuple(span, some({ node })).map(([text, fields]) => ({ kind: 'note', text, ...fields })),
];

/** Any event, its ranges empty. */
export const anyEvent = fc.oneof(...shapes).map((fields) => ({ range: NOWHERE, ...fields }) as TraceEvent);

/** Returns what events say, without their ranges: their names with the words of their fields. */
export const meaningOf = (events: readonly TraceEvent[]): unknown[] =>
  events.flatMap((event) => {
    if (isSilent(event)) return [];
    const { name, fields } = eventToFields(event);
    return [[name, ...fields]];
  });

/** Returns the words of a text that are in no event and not said to be unread; empty if nothing is lost. */
export function lostText(text: string, { events, unread }: ReadTrace): string {
  const kept = new Uint8Array(text.length);
  for (const { start, end } of [...events.map(({ range }) => range), ...unread]) kept.fill(1, start, end);
  return Array.from(text.split(''), (c, i) => (kept[i] === 1 ? '' : c))
    .join('')
    .trim();
}
