import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import {
  BLOCKS_DOMAIN,
  blocksProblem,
  parseBlocksName,
  SOKOBAN_LEVEL,
  sokobanProblem,
  sokobanWorld,
} from '../../../src/core/worlds/pddl/built-in-domains.ts';
import { readDomain } from '../../../src/core/worlds/pddl/domain.ts';
import { type PddlWorld, pddlWorld } from '../../../src/core/worlds/pddl/pddl-world.ts';
import { randomWalk, replayActions } from '../../../src/core/worlds/random-walk.ts';

function blocks(n: number): PddlWorld {
  const world = parseBlocksName(`blocks${n}`);
  assert.ok(world?.ok);
  return world.value;
}

/** All states that are reached from the start, and the least number of actions to a goal. */
function explored({ automaton, start, isGoal }: PddlWorld): { states: number; least: number | undefined } {
  const seen = new Set([automaton.print(start)]);
  let least: number | undefined;
  let level = [start];
  for (let depth = 0; level.length > 0; depth++) {
    if (least === undefined && level.some((state) => isGoal(state))) least = depth;
    const next = [];
    for (const state of level)
      for (const action of automaton.legal(state)) {
        const to = automaton.step(state, action);
        assert.ok(to !== SINK);
        const text = automaton.print(to);
        if (!seen.has(text)) next.push(to);
        seen.add(text);
      }
    level = next;
  }
  return { states: seen.size, least };
}

/** Faults as text:line:column and message, both from 1. */
function faultsOf(domain: string, problem: string): string[] {
  const read = pddlWorld('world', domain, problem);
  assert.ok(!read.ok);
  return read.error.map(({ in: where, offset, message }) => {
    const before = (where === 'domain' ? domain : problem).slice(0, offset).split('\n');
    return `${where}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${message}`;
  });
}

describe('blocks', () => {
  it('have as many states as there are sets of towers, with the hand empty or holding a block', () => {
    // sets of lists (OEIS A000262), and for each block in the hand those of the others
    const towers = [1, 1, 3, 13, 73, 501];
    for (const n of [1, 2, 3, 4, 5]) assert.equal(explored(blocks(n)).states, towers[n] + n * towers[n - 1], `${n}`);
  });

  it('reach their goal by an optimal plan, which takes two actions for each block that is not the lowest', () => {
    for (const n of [2, 3, 4]) assert.equal(explored(blocks(n)).least, 2 * (n - 1));
    const world = blocks(3);
    const plan = ['pick-up(b)', 'stack(b,c)', 'pick-up(a)', 'stack(a,b)'];
    const line = replayActions(world, plan);
    assert.equal(line.illegal, undefined);
    assert.deepEqual(line.states.map(world.isGoal), [false, false, false, false, true]);
    assert.deepEqual(replayActions(world, ['pick-up(b)', 'stack(b,c)', 'pick-up(c)']).illegal, {
      at: 2,
      action: 'pick-up(c)',
    });
  });

  it('read states in any order and refuse what is no atom', () => {
    const { automaton } = blocks(2);
    const read = automaton.parse(' (ontable b)(CLEAR  a), (on a b)\n(handempty) ');
    assert.ok(read.ok);
    assert.equal(automaton.print(read.value), '(clear a) (handempty) (on a b) (ontable b)');
    assert.deepEqual(automaton.legal(read.value), ['unstack(a,b)']);
    const errors = ['(on a c)', '(clear a) (clear a)', 'clear a', '', '(clear a) x', '((on a b)'].map((text) => {
      const result = automaton.parse(text);
      return result.ok ? 'read' : result.error;
    });
    assert.deepEqual(errors, [
      'there is no atom (on a c); did you mean (on a a)?',
      '(clear a) is listed twice',
      'clear a is no list of atoms such as (on a b)',
      'no atoms',
      'x is no list of atoms such as (on a b)',
      '( is no list of atoms such as (on a b)',
    ]);
    const empty = automaton.parse('()');
    assert.ok(empty.ok);
    assert.deepEqual([automaton.print(empty.value), automaton.legal(empty.value)], ['()', []]);
    assert.equal(automaton.outcome(empty.value), '1/2-1/2');
  });
});

/** Sokoban without PDDL: player and boxes as places in the rows. */
function plainSokoban(level: readonly string[]): { states: number; least: number | undefined } {
  const cells = level.flatMap((row, y) => Array.from(row, (sign, x) => ({ sign, at: `${x} ${y}` })));
  const floor = new Set(cells.filter(({ sign }) => sign !== '#').map(({ at }) => at));
  const of = (signs: string): string[] => cells.filter(({ sign }) => signs.includes(sign)).map(({ at }) => at);
  const goals = of('.*+').sort().join();
  const keyOf = (player: string, boxes: readonly string[]): string => `${player}:${[...boxes].sort().join()}`;
  let queue = [{ player: of('@+')[0], boxes: of('$*') }];
  const seen = new Set(queue.map(({ player, boxes }) => keyOf(player, boxes)));
  let least: number | undefined;
  for (let depth = 0; queue.length > 0; depth++) {
    if (least === undefined && queue.some(({ boxes }) => [...boxes].sort().join() === goals)) least = depth;
    const next: typeof queue = [];
    for (const { player, boxes } of queue)
      for (const [dx, dy] of [
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ]) {
        const [x, y] = player.split(' ').map(Number);
        const [to, behind] = [`${x + dx} ${y + dy}`, `${x + 2 * dx} ${y + 2 * dy}`];
        if (!floor.has(to)) continue;
        if (boxes.includes(to) && (!floor.has(behind) || boxes.includes(behind))) continue;
        const after = boxes.map((box) => (box === to ? behind : box));
        if (seen.has(keyOf(to, after))) continue;
        seen.add(keyOf(to, after));
        next.push({ player: to, boxes: after });
      }
    queue = next;
  }
  return { states: seen.size, least };
}

describe('sokoban', () => {
  const levels = [SOKOBAN_LEVEL, ['#####', '#@$.#', '#####'], ['######', '#.   #', '# $$ #', '#  @.#', '######']];
  it('has the states and the shortest solution of a plain implementation, and can be solved', () => {
    for (const level of levels) {
      const world = sokobanWorld('sokoban', level);
      assert.ok(world.ok);
      const plain = plainSokoban(level);
      assert.deepEqual(explored(world.value), plain);
      assert.ok(plain.least !== undefined && plain.least > 0);
    }
  });

  it('is drawn as its level', () => {
    const world = sokobanWorld('sokoban', SOKOBAN_LEVEL);
    assert.ok(world.ok && world.value.draw !== undefined);
    const { cells, columns } = world.value.draw(world.value.start);
    const rows = SOKOBAN_LEVEL.map((_, y) =>
      cells
        .slice(y * columns, (y + 1) * columns)
        .map(({ glyph, tone }) => (tone === 'dark' ? '#' : glyph || ' '))
        .join(''),
    );
    assert.deepEqual(
      rows,
      SOKOBAN_LEVEL.map((row) => row.replaceAll('.', ' ')),
    );
  });

  it('refuses levels that are none', () => {
    const errors = [['@$'], ['$.'], ['@$.x']]
      .map((level) => sokobanProblem('x', level))
      .map((read) => (read.ok ? '' : read.error));
    assert.deepEqual(errors, [
      'a level has as many boxes as goals, not 1 and 0',
      'a level has one player, not 0',
      'x is no sign of a level; expected one of # $@.*+',
    ]);
  });
});

/** A domain as data, for an interpreter that knows nothing of grounding. */
interface RawLiteral {
  readonly predicate: number;
  readonly args: readonly number[];
  readonly isTrue: boolean;
}
interface Raw {
  readonly arities: readonly number[];
  readonly actions: readonly { params: number; pre: readonly RawLiteral[]; effect: readonly RawLiteral[] }[];
  readonly objects: number;
  readonly init: readonly { predicate: number; args: readonly number[] }[];
}

const RAW: fc.Arbitrary<Raw> = fc
  .record({
    arities: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
    objects: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ arities, objects }) => {
    const literal = (max: number): fc.Arbitrary<RawLiteral> =>
      fc.nat(arities.length - 1).chain((predicate) =>
        fc.record({
          predicate: fc.constant(predicate),
          args: fc.array(fc.nat(max), { minLength: arities[predicate], maxLength: arities[predicate] }),
          isTrue: fc.boolean(),
        }),
      );
    const action = fc.integer({ min: 1, max: 3 }).chain((params) =>
      fc.record({
        params: fc.constant(params),
        pre: fc.array(literal(params - 1), { maxLength: 3 }),
        effect: fc.array(literal(params - 1), { minLength: 1, maxLength: 3 }),
      }),
    );
    return fc.record({
      arities: fc.constant(arities),
      objects: fc.constant(objects),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      init: fc.array(literal(objects - 1), { maxLength: 8 }),
    });
  });

const written = (raw: Raw): [domain: string, problem: string] => {
  const literal = (one: RawLiteral, name: (arg: number) => string): string => {
    const atom = `(${[`p${one.predicate}`, ...one.args.map(name)].join(' ')})`;
    return one.isTrue ? atom : `(not ${atom})`;
  };
  const variable = (arg: number): string => `?v${arg}`;
  const predicates = raw.arities.map(
    (arity, i) => `(p${i} ${Array.from({ length: arity }, (_, n) => `?x${n}`).join(' ')})`,
  );
  const actions = raw.actions.map(
    ({ params, pre, effect }, i) =>
      `(:action a${i} :parameters (${Array.from({ length: params }, (_, n) => variable(n)).join(' ')})
      :precondition (and ${pre.map((one) => literal(one, variable)).join(' ')})
      :effect (and ${effect.map((one) => literal(one, variable)).join(' ')}))`,
  );
  const init = raw.init.map(({ predicate, args }) => literal({ predicate, args, isTrue: true }, (arg) => `o${arg}`));
  return [
    `(define (domain d) (:predicates ${predicates.join(' ')}) ${actions.join('\n')})`,
    `(define (problem p) (:domain d) (:objects ${Array.from({ length: raw.objects }, (_, n) => `o${n}`).join(' ')})
      (:init ${init.join(' ')}) (:goal (and)))`,
  ];
};

describe('a compiled problem', () => {
  it('does what an interpreter of its text does', () => {
    fc.assert(
      fc.property(RAW, fc.nat(), (raw, seed) => {
        const world = pddlWorld('world', ...written(raw));
        assert.ok(world.ok, JSON.stringify(world));
        const { automaton, start } = world.value;
        const changing = new Set(raw.actions.flatMap(({ effect }) => effect.map(({ predicate }) => predicate)));
        const atomOf = (predicate: number, objects: readonly number[]): string =>
          `(${[`p${predicate}`, ...objects.map((o) => `o${o}`)].join(' ')})`;
        let facts = new Set(raw.init.map(({ predicate, args }) => atomOf(predicate, args)));
        const legalIn = (): Map<string, Set<string>> => {
          const found = new Map<string, Set<string>>();
          for (const [i, { params, pre, effect }] of raw.actions.entries())
            for (let code = 0; code < raw.objects ** params; code++) {
              const bound = Array.from({ length: params }, (_, n) => Math.floor(code / raw.objects ** n) % raw.objects);
              const of = ({ predicate, args }: RawLiteral): string =>
                atomOf(
                  predicate,
                  args.map((arg) => bound[arg]),
                );
              if (!pre.every((one) => facts.has(of(one)) === one.isTrue)) continue;
              const next = new Set(facts);
              for (const one of effect) if (!one.isTrue) next.delete(of(one));
              for (const one of effect) if (one.isTrue) next.add(of(one));
              found.set(`a${i}(${bound.map((o) => `o${o}`).join(',')})`, next);
            }
          return found;
        };
        const random = seeded(seed);
        let state = start;
        for (let step = 0; step < 6; step++) {
          const text =
            [...facts]
              .filter((atom) => changing.has(Number(atom[2])))
              .sort()
              .join(' ') || '()';
          assert.equal(automaton.print(state), text);
          const again = automaton.parse(text);
          assert.ok(again.ok);
          assert.equal(automaton.key(again.value), automaton.key(state));
          const expected = legalIn();
          const legal = automaton.legal(state);
          assert.deepEqual([...legal].sort(), [...expected.keys()].sort());
          if (legal.length === 0) break;
          const action = legal[uniformInt(random, 0, legal.length - 1)];
          const next = automaton.step(state, action);
          assert.ok(next !== SINK);
          state = next;
          facts = expected.get(action) ?? new Set();
        }
        assert.equal(automaton.step(state, 'a9(o0)'), SINK);
      }),
      { numRuns: 500 },
    );
  });

  it('takes types, constants, equality and negative preconditions', () => {
    const domain = `(define (domain ferry) (:requirements :strips :typing :equality :negative-preconditions)
      (:types car - vehicle place vehicle)
      (:constants home - place)
      (:predicates (at ?v - vehicle ?p - place) (road ?a ?b - place))
      (:action drive :parameters (?c - car ?from ?to - place)
        :precondition (and (at ?c ?from) (not (= ?from ?to)) (not (road ?to ?from)))
        :effect (and (not (at ?c ?from)) (at ?c ?to)))
      (:action return :parameters (?c - car) :effect (at ?c home)))`;
    const problem = `(define (problem one) (:domain FERRY) (:objects red - car tram - vehicle shop park - place)
      (:init (at red home) (at tram shop) (road shop home)) (:goal (and (at red park) (not (at red home)))))`;
    const read = pddlWorld('ferry', domain, problem);
    assert.ok(read.ok, JSON.stringify(read));
    const { automaton, start, isGoal } = read.value;
    assert.deepEqual(automaton.legal(start), ['drive(red,home,park)', 'return(red)']);
    const parked = automaton.step(start, 'drive(red,home,park)');
    assert.ok(parked !== SINK);
    assert.deepEqual([isGoal(start), isGoal(parked)], [false, true]);
    assert.equal(automaton.print(parked), '(at red park) (at tram shop)');
    assert.equal(read.value.parts(parked).get('(at red home)'), 'false');
    // where the tram is changes nothing that can be done
    const moved = automaton.parse('(at red park) (at tram home) (road shop home)');
    assert.ok(moved.ok);
    assert.equal(automaton.key(moved.value), automaton.key(parked));
  });

  it('is the same for equal walks', () => {
    const walk = randomWalk(blocks(6), 100, seeded(3));
    assert.equal(walk.actions.length, 100);
    assert.equal(replayActions(blocks(6), walk.actions).illegal, undefined);
  });
});

describe('faults of PDDL', () => {
  const problem = blocksProblem(2);
  const cases: [what: string, domain: string, problem: string, faults: string[]][] = [
    [
      'a missing parenthesis',
      BLOCKS_DOMAIN.trimEnd().slice(0, -1),
      problem,
      ['domain:1:1: the ( is not closed; 1 ) missing at the end'],
    ],
    ['a parenthesis too many', `${BLOCKS_DOMAIN})`, problem, ['domain:20:1: a ) without its (']],
    [
      'an unknown predicate',
      BLOCKS_DOMAIN.replace('(and (clear ?x) (ont', '(and (claer ?x) (ont'),
      problem,
      ['domain:6:25: the predicate claer is not declared; did you mean clear?'],
    ],
    [
      'a wrong number of arguments',
      BLOCKS_DOMAIN,
      problem.replace('(ontable a)', '(ontable a b)'),
      ['problem:3:10: ontable takes 1 argument, not 2'],
    ],
    [
      'an unknown object',
      BLOCKS_DOMAIN,
      problem.replace('(on a b)', '(on a blok)'),
      ['problem:4:21: the object blok is not declared'],
    ],
    [
      'a variable that is no parameter',
      BLOCKS_DOMAIN.replace('(clear ?y))\n', '(clear ?z))\n'),
      problem,
      ['domain:14:44: ?z is not a parameter; did you mean ?x?'],
    ],
    [
      'an unsupported requirement',
      BLOCKS_DOMAIN.replace(':strips', ':strips :adl'),
      problem,
      [
        'domain:2:26: the requirement :adl is not supported; supported are :strips, :typing, :negative-preconditions, :equality',
      ],
    ],
    [
      'a conditional effect',
      BLOCKS_DOMAIN.replace('(and (not (holding ?x)) (clear', '(and (when (clear ?x) (holding ?x)) (clear'),
      problem,
      ['domain:11:18: a conditional effect (when) is not supported'],
    ],
    [
      'an unknown type',
      BLOCKS_DOMAIN.replace('(ontable ?x)', '(ontable ?x - blok)'),
      problem,
      ['domain:3:41: the type blok is not declared'],
    ],
    [
      'another domain',
      BLOCKS_DOMAIN,
      problem.replace('(:domain blocks)', '(:domain bricks)'),
      ['problem:1:37: the problem is of the domain bricks, not of blocks'],
    ],
    [
      'a problem for a domain',
      problem,
      problem,
      ['domain:1:9: this is a problem, not a domain', 'domain:1:29: a domain has no section :domain'],
    ],
    ['an empty text', '', problem, ['domain:1:1: the file must hold (define (domain NAME) …)']],
    ['a misspelled section', BLOCKS_DOMAIN.replace(':predicates', ':predicate'), problem, []],
  ];
  for (const [what, domain, text, faults] of cases)
    it(`name ${what}, and where`, () => {
      const found = faultsOf(domain, text);
      if (faults.length > 0) assert.deepEqual(found.slice(0, faults.length), faults);
      else assert.match(found[0], /domain:3:4: a domain has no section :predicate; did you mean :predicates\?/);
    });

  it('name the budget that a problem exceeds', () => {
    assert.match(
      faultsOf(
        BLOCKS_DOMAIN,
        blocksProblem(1).replace(
          '(:objects a)',
          `(:objects ${Array.from({ length: 200 }, (_, i) => `o${i}`).join(' ')} a)`,
        ),
      )[0] ?? '',
      /more than 20000 atoms can change; most are of the predicate on: the world is too large/,
    );
    const wide = `(define (domain d) (:predicates (p ?x)) (:action a :parameters (?a ?b ?c ?d ?e ?f) :precondition (and (p ?f)) :effect (not (p ?a))))`;
    const many = `(define (problem x) (:domain d) (:objects ${Array.from({ length: 40 }, (_, i) => `o${i}`).join(' ')}) (:init) (:goal (and)))`;
    assert.match(faultsOf(wide, many)[0] ?? '', /more than 20000 actions with their objects, the last of a/);
  });

  it('are found in any text without an exception, and each has its place in it', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      'define',
      'domain',
      ':types',
      ':action',
      'a',
      '?x',
      '-',
      'not',
      'and',
      '(:predicates (p ?x))',
      ':effect',
      'either',
      ';c\n',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (words) => {
        const text = words.join(' ');
        for (const { range } of readDomain(text).faults)
          assert.ok(range.start >= 0 && range.end <= Math.max(1, text.length));
      }),
      { numRuns: 500 },
    );
    assert.ok(readDomain('('.repeat(200_000)).faults.length < 200);
  });
});
