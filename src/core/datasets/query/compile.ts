import { FRAME } from '../../games/chess/frame.ts';
import type { FrameTest } from '../../games/chess/position-patterns.ts';
import type { GameFacts } from '../game-facts.ts';
import { comparisonWith, type Field, type FieldValue, fieldNamed, fieldTag, NEEDS, type Need } from './fields.ts';
import { readBoardTest } from './parse.ts';
import type { Operator, Query, ValueSpan } from './syntax.ts';

type ValueTest = (value: FieldValue) => boolean;

/** Test of games. */
export interface GameTest {
  readonly test: (game: GameFacts) => boolean;
  /** Parts of a game to read in the worst case. */
  readonly need: Need;
  /** Tags that the expression names itself. */
  readonly tags: readonly string[];
}

/** Test of an absent value: every comparison is false. */
const NEVER: GameTest = { test: () => false, need: 'tags', tags: [] };

/**
 * Compiles an expression that `parseQuery` returned. The cheaper parts of `and` and `or` come first: positions are
 * computed only where tags and moves leave the answer open.
 */
export function compileQuery(query: Query): GameTest {
  switch (query.kind) {
    case 'and':
    case 'or':
      return joined(query.parts.map(compileQuery), query.kind === 'and');
    case 'not': {
      const { test, need, tags } = compileQuery(query.part);
      return { test: (game) => !test(game), need, tags };
    }
    case 'is':
      return ofField(query.field, (field) => field.is ?? valuesTest(field, (value) => value !== 0));
    case 'compare':
      return ofField(query.field, (field) => compared(field, query.operator, query.value));
    case 'fields':
      return ofFields(query.field, query.other, query.operator);
    case 'in':
      return ofField(query.field, (field) => valuesTest(field, inSpans(field, query.spans)));
    case 'match': {
      const pattern = new RegExp(query.pattern, query.flags);
      return ofField(query.field, (field) => valuesTest(field, (value) => pattern.test(String(value))));
    }
    case 'board': {
      const read = readBoardTest(query.test, query.text);
      return read.ok ? { test: (game) => reaches(game, read.value), need: 'positions', tags: [] } : NEVER;
    }
  }
}

function joined(tests: readonly GameTest[], isAnd: boolean): GameTest {
  const order = [...tests].sort((a, b) => NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need));
  return {
    test: isAnd ? (game) => order.every(({ test }) => test(game)) : (game) => order.some(({ test }) => test(game)),
    need: order.at(-1)?.need ?? 'tags',
    tags: tests.flatMap(({ tags }) => tags),
  };
}

function ofField(name: string, testOf: (field: Field) => GameTest['test']): GameTest {
  const field = fieldNamed(name);
  if (field === undefined) return NEVER;
  const tag = fieldTag(field.name);
  return { test: testOf(field), need: field.need, tags: tag === undefined ? [] : [tag] };
}

/** Returns a test of two fields: each value of the first with each of the second, where both are present. */
function ofFields(name: string, otherName: string, operator: Operator): GameTest {
  const [field, other] = [fieldNamed(name), fieldNamed(otherName)];
  if (field === undefined || other === undefined) return NEVER;
  const kind = field.kind === 'tag' ? other.kind : field.kind;
  const tags = [field, other].flatMap((one) => fieldTag(one.name) ?? []);
  const need = NEEDS.indexOf(field.need) > NEEDS.indexOf(other.need) ? field.need : other.need;
  const test: GameTest['test'] = (game) => {
    const values = other.read(game).filter((value) => value !== undefined);
    const passes = (value: FieldValue): boolean => compared({ ...field, kind }, operator, String(value))(game);
    return values.length > 0 && (other.all === true ? values.every(passes) : values.some(passes));
  };
  return { test, need, tags };
}

/** Returns a test of the values of a field: all of them must be present and pass, or one. */
const valuesTest = ({ read, all }: Field, test: ValueTest): GameTest['test'] =>
  all === true
    ? (game) => read(game).every((value) => value !== undefined && test(value))
    : (game) => read(game).some((value) => value !== undefined && test(value));

function compared(field: Field, operator: Operator, value: string): GameTest['test'] {
  const { equal, less, more, least, most } = comparisonWith(field.kind, value);
  switch (operator) {
    case '=':
      return valuesTest(field, equal);
    case '!=': {
      // Present, and not equal: an absent value is not unequal either.
      const isEqual = valuesTest(field, equal);
      const isPresent = valuesTest(field, () => true);
      return (game) => isPresent(game) && !isEqual(game);
    }
    case '<':
      return valuesTest(field, less);
    case '<=':
      return valuesTest(field, most);
    case '>':
      return valuesTest(field, more);
    case '>=':
      return valuesTest(field, least);
    case 'contains': {
      const part = value.toLowerCase();
      return valuesTest(field, (own) => String(own).toLowerCase().includes(part));
    }
  }
}

function inSpans({ kind }: Field, spans: readonly ValueSpan[]): ValueTest {
  const tests = spans.map(({ from, to }): ValueTest => {
    if (from !== undefined && from === to) return comparisonWith(kind, from).equal;
    const least = from === undefined ? undefined : comparisonWith(kind, from).least;
    const most = to === undefined ? undefined : comparisonWith(kind, to).most;
    return (value) => least?.(value) !== false && most?.(value) !== false;
  });
  return (value) => tests.some((test) => test(value));
}

/** Returns true if a position of the main line passes a test, the start included. */
function reaches(game: GameFacts, test: FrameTest): boolean {
  const known = test.target === undefined ? undefined : game.comesTo(test.target);
  if (known !== undefined) return known;
  const { start, frames } = game.replay;
  if (start.state === undefined) return false;
  if (test(frames, 0)) return true;
  return game.playedLine.some((move) => test(frames, (move + 1) * FRAME));
}

/** Returns the number of plies before the wanted position; undefined where no position fits. */
export type PositionFinder = (game: GameFacts) => number | undefined;

/**
 * Returns a finder of the position that an expression is about: the first on the main line that passes its first test
 * of positions outside of `not`. Undefined for an expression without one.
 */
export function positionFinder(query: Query): PositionFinder | undefined {
  const tests = boardTests(query);
  if (tests.length === 0) return undefined;
  return (game) => {
    const { start, frames } = game.replay;
    if (start.state === undefined) return undefined;
    const moves = [-1, ...game.playedLine];
    for (const test of tests) {
      const ply = moves.findIndex((move) => test(frames, (move + 1) * FRAME));
      if (ply >= 0) return ply;
    }
    return undefined;
  };
}

function boardTests(query: Query): readonly FrameTest[] {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.flatMap(boardTests);
  if (query.kind !== 'board') return [];
  const read = readBoardTest(query.test, query.text);
  return read.ok ? [read.value] : [];
}
