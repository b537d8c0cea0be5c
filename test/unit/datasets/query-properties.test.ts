import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { compileQuery } from '../../../src/core/datasets/query/compile.ts';
import { FIELDS } from '../../../src/core/datasets/query/fields.ts';
import { parseQuery } from '../../../src/core/datasets/query/parse.ts';
import { type Operator, printQuery, type Query, type ValueSpan } from '../../../src/core/datasets/query/syntax.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';

const NUMBERS = FIELDS.filter(({ kind }) => kind === 'number').map(({ name }) => name);
const FLAGS = FIELDS.filter(({ kind }) => kind === 'flag').map(({ name }) => name);
const TEXTS = ['white', 'event', 'player', 'Annotator', 'tag.odd', 'Custom_1'];

const number = fc.integer({ min: -5, max: 3000 }).map(String);
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('and', 'in', '..', 'a..b', '"', '\\', '/x/', "it's", '1-0', '(x)', 'tag.Black'),
);
const spans = (value: fc.Arbitrary<string>): fc.Arbitrary<readonly ValueSpan[]> =>
  fc.array(
    fc.oneof(
      value.map((one) => ({ from: one, to: one })),
      fc
        .tuple(value, value)
        // a range of numbers that runs backward is refused
        .filter(([from, to]) => !(Number(from) > Number(to)))
        .map(([from, to]) => ({ from, to })),
      value.map((from) => ({ from })),
      value.map((to) => ({ to })),
    ),
    { minLength: 1, maxLength: 3 },
  );
const ORDER: readonly Operator[] = ['=', '!=', '<', '<=', '>', '>='];

const tests: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('is' as const), field: fc.constantFrom(...NUMBERS, ...FLAGS, ...TEXTS) }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom(...NUMBERS),
    operator: fc.constantFrom(...ORDER),
    value: number,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom(...TEXTS),
    operator: fc.constantFrom<Operator>(...ORDER, 'contains'),
    value: text,
  }),
  fc.record({
    kind: fc.constant('fields' as const),
    field: fc.constantFrom(...NUMBERS),
    operator: fc.constantFrom(...ORDER),
    other: fc.constantFrom(...NUMBERS),
  }),
  fc.record({
    kind: fc.constant('fields' as const),
    field: fc.constantFrom(...TEXTS),
    operator: fc.constantFrom(...ORDER),
    other: fc.constantFrom('tag.odd', 'tag.Black'),
  }),
  fc.record({ kind: fc.constant('in' as const), field: fc.constantFrom(...NUMBERS), spans: spans(number) }),
  fc.record({ kind: fc.constant('in' as const), field: fc.constantFrom(...TEXTS), spans: spans(text) }),
  fc.record({
    kind: fc.constant('match' as const),
    field: fc.constantFrom(...TEXTS),
    pattern: fc.constantFrom('a', '^x$', 'a\\/b', '[ab]+ c'),
    flags: fc.constantFrom('', 'i', 'iu'),
  }),
  fc.constant<Query>({ kind: 'board', test: 'line', text: '1. e4 e5' }),
  fc.constant<Query>({ kind: 'board', test: 'material', text: 'Q v r' }),
);

/** Expressions of `and`, `or` and `not` over some tests. */
const joined = (leaf: fc.Arbitrary<Query>): fc.Arbitrary<Query> =>
  fc.letrec<{ query: Query }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 4 },
      leaf,
      tie('query').map((part): Query => ({ kind: 'not', part })),
      fc.record({
        kind: fc.constantFrom<'and' | 'or'>('and', 'or'),
        parts: fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  })).query;

describe('expressions, of any content', () => {
  it('read as they were printed', () => {
    fc.assert(
      fc.property(joined(tests), (query) => {
        const printed = printQuery(query);
        const read = parseQuery(printed);
        assert.ok(read.ok, read.ok ? '' : `${printed}: ${read.error.message}`);
        // records of fast-check have no prototype
        assert.deepEqual(read.value, JSON.parse(JSON.stringify(query)), printed);
      }),
      { numRuns: 2000 },
    );
  });

  it('of any text are read or refused with a place in it', () => {
    const word = fc.constantFrom(
      'elo',
      '>=',
      '(',
      ')',
      'and',
      'not',
      'in',
      '..',
      '1900',
      ',',
      '~',
      '/a/',
      '"',
      'line',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(' ')),
        ),
        (given) => {
          const read = parseQuery(given);
          if (read.ok) return;
          const { start, end } = read.error;
          assert.ok(start >= 0 && start <= end && end <= Math.max(1, given.length), `${given}: ${start} to ${end}`);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** A game as data, for a second opinion. */
interface Plain {
  readonly white: number | undefined;
  readonly black: number | undefined;
  readonly event: string | undefined;
  readonly plies: number;
  readonly comments: number;
}

const plainGames: fc.Arbitrary<Plain> = fc.record({
  white: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  black: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  event: fc.option(fc.constantFrom('a', 'b', 'ab'), { nil: undefined }),
  plies: fc.integer({ min: 0, max: 4 }),
  comments: fc.integer({ min: 0, max: 2 }),
});

function factsOf({ white, black, event, plies, comments }: Plain): GameFacts {
  const tag = (name: string, value: number | string | undefined) =>
    value === undefined ? '' : `[${name} "${value}"]\n`;
  const moves = ['e4', 'e5', 'Nf3', 'Nc6'].slice(0, plies).join(' ');
  const pgn = `${tag('WhiteElo', white)}${tag('BlackElo', black)}${tag('Event', event)}\n${moves} ${'{ x } '.repeat(comments)}*\n`;
  return new GameFacts(pgn, readChunk(pgn, 0), 0);
}

const small = fc.integer({ min: 0, max: 5 }).map(String);
const simpleTests: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('is' as const), field: fc.constantFrom('elo', 'event', 'plies', 'comments') }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom('elo', 'elo.either', 'elo.mean', 'white.elo', 'plies', 'comments'),
    operator: fc.constantFrom(...ORDER),
    value: small,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constant('event'),
    operator: fc.constantFrom<Operator>('=', '!=', 'contains'),
    value: fc.constantFrom('a', 'b', 'AB'),
  }),
  fc.record({ kind: fc.constant('in' as const), field: fc.constantFrom('elo', 'plies'), spans: spans(small) }),
);

const ORDERS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** What an expression says of a game, straight from its data. */
function oracle(query: Query, game: Plain): boolean {
  if ('parts' in query) {
    const answers = query.parts.map((part) => oracle(part, game));
    return query.kind === 'and' ? !answers.includes(false) : answers.includes(true);
  }
  if (query.kind === 'not') return !oracle(query.part, game);
  if (query.kind === 'match' || query.kind === 'board') throw new Error('not among the tests');
  const { white, black, event, plies, comments } = game;
  if (query.field === 'event') {
    if (event === undefined) return false;
    if (query.kind !== 'compare') return true;
    const value = query.value.toLowerCase();
    return query.operator === 'contains' ? event.includes(value) : (event === value) === (query.operator === '=');
  }
  const both = white === undefined || black === undefined ? [] : [white, black];
  const present = [white, black].filter((elo) => elo !== undefined);
  const values: Readonly<Record<string, readonly number[]>> = {
    elo: both,
    'elo.either': present,
    'elo.mean': both.length === 0 ? [] : [((white ?? 0) + (black ?? 0)) / 2],
    'white.elo': white === undefined ? [] : [white],
    plies: [plies],
    comments: [comments],
  };
  const own = values[query.field] ?? [];
  if (own.length === 0) return false;
  const quantified = (test: (value: number) => boolean) => (query.field === 'elo' ? own.every(test) : own.some(test));
  if (query.kind === 'is') return own.some((value) => value !== 0);
  if (query.kind === 'in')
    return quantified((value) =>
      query.spans.some(({ from = '-99', to = '99' }) => value >= Number(from) && value <= Number(to)),
    );
  if (query.kind === 'fields') throw new Error('has a test of its own');
  if (query.operator === '!=') return !quantified((value) => value === Number(query.value));
  const order = ORDERS[query.operator];
  return quantified((value) => order?.(value, Number(query.value)) ?? false);
}

describe('what an expression says of a game', () => {
  it('is what its data say', () => {
    fc.assert(
      fc.property(joined(simpleTests), fc.array(plainGames, { minLength: 1, maxLength: 5 }), (query, games) => {
        const { test } = compileQuery(query);
        for (const game of games)
          assert.equal(test(factsOf(game)), oracle(query, game), `${printQuery(query)} ${JSON.stringify(game)}`);
      }),
      { numRuns: 3000 },
    );
  });
});
