import { type Explanation, pddlExample, tableExample, walkExample } from './explanation.ts';

/** Explanations of walks, PDDL and tables. */
export const WORLDS_EXPLANATIONS = {
  WALK_BYTE_ORDER_MARK: {
    text: 'A byte order mark at the start, which some tools read as text.',
    example: walkExample('\uFEFFworld othello', 'd3'),
  },
  WALK_ENCODING: {
    text: 'As [`PGN_ENCODING`](#pgn_encoding).',
    untested: 'it is found in bytes',
  },
  WALK_NO_WORLD: {
    text: 'What stands above the first `world` line belongs to no world.',
    example: walkExample('d3 c5', 'world othello', 'd3 c5'),
  },
  WALK_UNKNOWN_WORLD: {
    text:
      'The name after `world` is no built-in [world](worlds.md) and no file, or is missing. Fixes offer ' +
      'similar names.',
    example: walkExample('world otello', 'd3'),
  },
  WALK_BAD_WORLD: {
    text:
      'The world is a file that cannot be read (relative to the folder of the walk) or has an error, or a ' +
      'started program that failed. A server in a browser reads no files.',
    example: walkExample('world door.csv', 'open'),
  },
  WALK_PROGRAM: {
    text:
      'The world is a program, and a file never starts one: its walk is not checked. `--world` with the same ' +
      'words does, or _Start World Program…_ ([programs](worlds.md#programs)).',
    example: walkExample('world process:python3 counter.py', 'up'),
  },
  WALK_BAD_START: {
    text:
      'The text after `start` is not a state of the world, so the walk is not replayed and its predictions are ' +
      'not scored. Write the state as the world prints it, or omit the line.',
    example: walkExample('world s3', 'start 1 2', '(12)'),
  },
  WALK_STRAY_START: {
    text: 'A second `start` line, or one below an action.',
    example: walkExample('world s3', '(12)', 'start 1 2 3', '(23)'),
  },
  WALK_ILLEGAL_ACTION: {
    text:
      'An action that is not legal in the state after the actions before it, with the reason. What follows in ' +
      'the walk is not checked. Fixes offer legal actions with nearly the same name.',
    example: walkExample('world boxes', 'put(apple,1) move(apple,2,3)'),
  },
  WALK_BAD_PSTATE: {
    text: 'A prediction is `# pstate LABEL STATE` (`?`: no state).',
    example: walkExample('world s3', '(12)', '# pstate gpt-4o'),
  },
  WALK_BAD_STATE: {
    text: 'A predicted text that is no state of the world. Reported by `statelens check --predictions` only.',
    untested: 'it is reported on request',
  },
  WALK_DUPLICATE_LABEL: {
    text: 'Two predictions at one place have the same label. The fix gives the second one the next free number.',
    example: walkExample('world s3', '(12)', '# pstate gpt-4o 2 1 3', '# pstate gpt-4o 1 2 3'),
  },
  PDDL_ENCODING: {
    text: 'As [`PGN_ENCODING`](#pgn_encoding).',
    untested: 'it is found in bytes',
  },
  PDDL_PAREN: {
    text:
      'A parenthesis has no partner, or something is outside of `(define …)`: usually a `)` was written too ' +
      'early.',
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?r) :effect (lit ?r)))))',
    ),
  },
  PDDL_NESTING: {
    text: 'Lists inside of lists more than 64 deep are not read. Write the formula flat: `(and A B C)`.',
    example: pddlExample('(define (domain deep)', `${'('.repeat(64)}${')'.repeat(65)}`),
  },
  PDDL_STRUCTURE: {
    text:
      'A part is missing, misplaced or malformed: an unknown section, an action without name or effect, a ' +
      'negation of two atoms.',
    example: pddlExample('(define (domain light) (:predicate (lit ?r)))'),
  },
  PDDL_UNSUPPORTED: {
    text:
      'PDDL beyond STRIPS with `:typing`, `:negative-preconditions` and `:equality`. A planner may read the ' +
      'file; StateLens opens no world of it. Lower the severity where files are for other tools.',
    example: pddlExample('(define (domain light) (:requirements :strips :conditional-effects))'),
  },
  PDDL_NAME: {
    text: 'Names consist of letters, digits, `-`, `_`, `.` and `+`.',
    example: pddlExample('(define (domain light) (:predicates (lit, ?r)))'),
  },
  PDDL_DUPLICATE: {
    text: 'A type, predicate, constant, object, action or parameter is declared twice.',
    example: pddlExample('(define (domain light) (:predicates (lit ?r) (lit ?r ?s)))'),
  },
  PDDL_UNKNOWN_TYPE: {
    text: 'A type is not among the `:types` of the domain.',
    example: pddlExample('(define (domain light) (:types room) (:predicates (lit ?r - rom)))'),
  },
  PDDL_UNKNOWN_PREDICATE: {
    text: 'A predicate is not among the `:predicates` of the domain.',
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?r) :effect (light ?r)))',
    ),
  },
  PDDL_UNKNOWN_OBJECT: {
    text: 'A name is no object of the problem and no constant of the domain.',
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in hall) :effect (lit ?r)))',
    ),
  },
  PDDL_UNBOUND: {
    text: 'A variable is not among the parameters of its action.',
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?room) :effect (lit ?r)))',
    ),
  },
  PDDL_ARITY: {
    text: 'An atom has more or fewer arguments than its predicate was declared with.',
    example: pddlExample(
      '(define (domain light) (:predicates (in ?r) (lit ?r))',
      '  (:action switch :parameters (?r) :precondition (in ?r ?r) :effect (lit ?r)))',
    ),
  },
  PDDL_WRONG_TYPE: {
    text:
      'An argument has a type that its predicate does not take. Pass another one, or give the types a common ' +
      'parent.',
    example: pddlExample(
      '(define (domain light) (:types room lamp) (:predicates (lit ?r - room))',
      '  (:action switch :parameters (?l - lamp) :effect (lit ?l)))',
    ),
  },
  PDDL_NO_DOMAIN: {
    text:
      'No valid `.pddl` file beside the problem defines the domain that it names, so only the form of the ' +
      'problem is checked. An open domain counts as edited; a server in a browser knows only open files.',
    example: pddlExample('(define (problem house) (:domain light) (:init (lit hall)))'),
  },
  PDDL_BUDGET: {
    text:
      'The world has more than 20,000 atoms that can change, 20,000 ground actions or 3,000,000 tried ' +
      'bindings, or its text more than 2,000,000 characters. Use fewer objects or narrower types.',
    untested: 'it takes a large world',
  },
  TABLE_ENCODING: {
    text: 'The file is not in UTF-8; it is read as Windows-1252, or in the encoding that its first bytes name.',
    untested: 'it is found in bytes',
  },
  TABLE_SYNTAX: {
    text:
      'A line has too many or too few values, the first line does not name the columns, or JSON has another ' +
      'form than that of a table.',
    example: tableExample('state,action,next', 'shut,open'),
  },
  TABLE_NAME: {
    text:
      'A state or an action has no name, an action has a space in its name, or a state of a JSON table is not ' +
      'among its `states`.',
    example: tableExample('state,action,next', 'shut,go in,ajar'),
  },
  TABLE_CONFLICT: {
    text: 'The automaton must be deterministic: an action leads to one state, and a state has one observation.',
    example: tableExample('state,action,next', 'shut,open,ajar', 'shut,open,gone'),
  },
  TABLE_BUDGET: {
    text: 'More than 10,000 states, 512 actions, or 4,000,000 pairs. Use a [program](worlds.md#programs) instead.',
    untested: 'it takes a large table',
  },
} as const satisfies Record<string, Explanation>;
