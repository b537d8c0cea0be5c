import { dialectExample, type Explanation, pddlExample, tableExample, walkExample } from './explanation.ts';

/** Explanations of walks, PDDL, tables and dialect files. */
export const WORLDS_EXPLANATIONS = {
  WALK_BYTE_ORDER_MARK: {
    example: walkExample('\uFEFFworld othello', 'd3'),
  },
  WALK_ENCODING: {
    untested: 'it is found in bytes',
  },
  WALK_NO_WORLD: {
    example: walkExample('d3 c5', 'world othello', 'd3 c5'),
  },
  WALK_UNKNOWN_WORLD: {
    example: walkExample('world otello', 'd3'),
  },
  WALK_BAD_WORLD: {
    text: 'Or a started program failed. Paths are relative to the walk. A server in a browser reads no files.',
    example: walkExample('world door.csv', 'open'),
  },
  WALK_PROGRAM: {
    text:
      'A file never starts one. `--world` with the same words does, or _Start World Program…_ ' +
      '([programs](worlds.md#programs)).',
    example: walkExample('world process:python3 counter.py', 'up'),
  },
  WALK_BAD_START: {
    text: 'The walk is not replayed.',
    example: walkExample('world s3', 'start 1 2', '(12)'),
  },
  WALK_STRAY_START: {
    example: walkExample('world s3', '(12)', 'start 1 2 3', '(23)'),
  },
  WALK_ILLEGAL_ACTION: {
    example: walkExample('world boxes', 'put(apple,1) move(apple,2,3)'),
  },
  WALK_BAD_PSTATE: {
    example: walkExample('world s3', '(12)', '# pstate gpt-4o'),
  },
  WALK_BAD_STATE: {
    text: 'With `statelens check --predictions` only.',
    untested: 'it is reported on request',
  },
  WALK_DUPLICATE_LABEL: {
    example: walkExample('world s3', '(12)', '# pstate gpt-4o 2 1 3', '# pstate gpt-4o 1 2 3'),
  },
  PDDL_ENCODING: {
    untested: 'it is found in bytes',
  },
  PDDL_PAREN: {
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?r) :effect (lit ?r)))))',
    ),
  },
  PDDL_NESTING: {
    example: pddlExample('(define (domain deep)', `${'('.repeat(64)}${')'.repeat(65)}`),
  },
  PDDL_STRUCTURE: {
    example: pddlExample('(define (domain light) (:predicate (lit ?r)))'),
  },
  PDDL_UNSUPPORTED: {
    text: 'StateLens opens no world of it.',
    example: pddlExample('(define (domain light) (:requirements :strips :conditional-effects))'),
  },
  PDDL_NAME: {
    example: pddlExample('(define (domain light) (:predicates (lit, ?r)))'),
  },
  PDDL_DUPLICATE: {
    example: pddlExample('(define (domain light) (:predicates (lit ?r) (lit ?r ?s)))'),
  },
  PDDL_UNKNOWN_TYPE: {
    example: pddlExample('(define (domain light) (:types room) (:predicates (lit ?r - rom)))'),
  },
  PDDL_UNKNOWN_PREDICATE: {
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?r) :effect (light ?r)))',
    ),
  },
  PDDL_UNKNOWN_OBJECT: {
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in hall) :effect (lit ?r)))',
    ),
  },
  PDDL_UNBOUND: {
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?room) :effect (lit ?r)))',
    ),
  },
  PDDL_ARITY: {
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?r ?r) :effect (lit ?r)))',
    ),
  },
  PDDL_WRONG_TYPE: {
    text: 'Pass another one, or give both types a common parent.',
    example: pddlExample(
      '(define (domain light) (:types room lamp) (:predicates (lit ?r - room))',
      '  (:action switch :parameters (?l - lamp) :effect (lit ?l)))',
    ),
  },
  PDDL_NO_DOMAIN: {
    text: 'Only the form of the problem is checked.',
    example: pddlExample('(define (problem house) (:domain light) (:init (lit hall)))'),
  },
  PDDL_BUDGET: {
    text:
      'Budgets are 20,000 atoms that can change, 20,000 ground actions, 3,000,000 tried bindings and 2,000,000 ' +
      'characters. Use fewer objects or narrower types.',
    untested: 'it takes a large world',
  },
  TABLE_ENCODING: {
    untested: 'it is found in bytes',
  },
  TABLE_SYNTAX: {
    example: tableExample('state,action,next', 'shut,open'),
  },
  TABLE_NAME: {
    text: 'Or a state of JSON that is not among its `states`.',
    example: tableExample('state,action,next', 'shut,go in,ajar'),
  },
  TABLE_CONFLICT: {
    example: tableExample('state,action,next', 'shut,open,ajar', 'shut,open,gone'),
  },
  TABLE_BUDGET: {
    text: 'Use a [program](worlds.md#programs).',
    untested: 'it takes a large table',
  },
  DIALECT_ENCODING: {
    untested: 'it is found in bytes',
  },
  DIALECT_JSON: {
    example: dialectExample('{ "id": "moves", "lines": [{ "event": "note" "pattern": ".*" }] }'),
  },
  DIALECT_FIELD: {
    example: dialectExample('{ "id": "moves", "lines": [{ "event": "nod", "pattern": "(?<state>.*)" }] }'),
  },
  DIALECT_PATTERN: {
    text: 'There is no lookaround or backreference, and counts multiply to at most 1,000 steps.',
    example: dialectExample('{ "id": "m", "lines": [{ "event": "note", "pattern": "((?<text>.{1,60}){1,60}" }] }'),
  },
  DIALECT_GROUP: {
    text: 'Rename it, use it in `fields`, or write `(?:…)`.',
    example: dialectExample('{ "id": "moves", "lines": [{ "event": "generate", "pattern": "(?<name>.*)" }] }'),
  },
} as const satisfies Record<string, Explanation>;
