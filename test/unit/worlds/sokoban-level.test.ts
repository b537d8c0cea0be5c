import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { SOKOBAN_LEVEL, sokobanWorld } from '../../../src/core/worlds/pddl/built-in-domains.ts';
import { readSokobanLevel, type SokobanState } from '../../../src/core/worlds/planning/sokoban.ts';
import { readSokoban } from '../../../src/core/worlds/planning/sokoban-level.ts';
import { replayActions } from '../../../src/core/worlds/random-walk.ts';
import { type PlanningWorld, solve } from '../../../src/core/worlds/solver.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { buildWorld, worldOption } from '../../../src/core/worlds/world-spec.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

function sokoban(text: string): World<SokobanState> & PlanningWorld<SokobanState> {
  const world = readSokobanLevel('sokoban', text);
  assert.ok(world.ok, text);
  assert.ok(world.value.goal !== undefined);
  return { ...world.value, goal: world.value.goal };
}

const SMALL = ['######', '#@ $.#', '# $  #', '#  . #', '######'].join('\n');

/** A room of 6 x 6 cells with walls, boxes and docks at random. */
function randomLevel(seed: number): string[] {
  const random = seeded(seed);
  const free = Array.from({ length: 16 }, (_, i) => [1 + (i % 4), 1 + Math.floor(i / 4)] as const);
  const rows = Array.from({ length: 6 }, (_, y) =>
    Array.from({ length: 6 }, (_, x) => (x % 5 === 0 || y % 5 === 0 ? '#' : ' ') as string),
  );
  for (const sign of Array.from('@$$..##')) {
    const [[x, y]] = free.splice(uniformInt(random, 0, free.length - 1), 1) as [readonly [number, number]];
    const row = rows[y];
    if (row !== undefined) row[x] = sign;
  }
  return rows.map((row) => row.join(''));
}

describe('levels of Sokoban', () => {
  it('have the successors and the shortest plans of the problem in PDDL', () => {
    const kinds = new Set<string>();
    for (const level of [SOKOBAN_LEVEL, ...Array.from({ length: 25 }, (_, seed) => randomLevel(seed))]) {
      const own = sokoban(level.join('\n'));
      const pddl = sokobanWorld('sokoban', level);
      assert.ok(pddl.ok);
      const letters = (text: string): string =>
        text.replace(/(\d+) (\d+)/g, (_, x, y) => `${String.fromCharCode(97 + Number(x))}${Number(y) + 1}`);
      const atoms = (state: SokobanState): string =>
        letters(own.automaton.print(state))
          .replace('worker', 'player')
          .split(/ (?=[a-z]{2})/)
          .map((atom) => `(${atom})`)
          .sort()
          .join(' ');
      const seen = new Set([own.automaton.key(own.start)]);
      for (const open = [own.start]; open.length > 0 && seen.size < 300; ) {
        const state = open.shift() as SokobanState;
        const other = pddl.value.automaton.parse(atoms(state));
        assert.ok(other.ok, atoms(state));
        const expected: string[] = pddl.value.automaton.legal(other.value).map((action) => {
          const next = pddl.value.automaton.step(other.value, action);
          return next === SINK ? '' : pddl.value.automaton.print(next);
        });
        const found: string[] = [];
        for (const action of ['up', 'down', 'left', 'right']) {
          const next = own.automaton.step(state, action);
          assert.equal(own.whyNot?.(state, action) === undefined, next !== SINK);
          assert.equal(own.automaton.legal(state).includes(action), next !== SINK);
          if (next === SINK) continue;
          found.push(atoms(next));
          assert.deepEqual(own.automaton.parse(own.automaton.print(next)), { ok: true, value: next });
          if (!seen.has(own.automaton.key(next))) open.push(next);
          seen.add(own.automaton.key(next));
        }
        assert.deepEqual(found.sort(), expected.sort());
      }
      const { goal } = pddl.value;
      assert.ok(goal !== undefined);
      const [fast, plain] = [solve(own, own.start), solve({ automaton: pddl.value.automaton, goal }, pddl.value.start)];
      assert.equal(fast.kind, plain.kind, level.join('\n'));
      kinds.add(fast.kind);
      if (fast.kind !== 'solved' || plain.kind !== 'solved') continue;
      assert.equal(fast.cost, plain.cost, level.join('\n'));
      assert.equal(own.goal.reached(replayActions(own, fast.actions).states.at(-1) as SokobanState), true);
      assert.ok((own.heuristics?.[0]?.estimate(own.start) ?? 0) <= fast.cost);
    }
    assert.deepEqual(kinds, new Set(['solved', 'unsolvable']));
  });

  it('are read from their signs and from the tokens of Searchformer', () => {
    const tokens = 'worker 1 1 box 2 2 box 3 1 dock 3 3 dock 4 1';
    const walls = SMALL.split('\n').flatMap((row, y) =>
      Array.from(row, (sign, x) => (sign === '#' ? ` wall ${x} ${y}` : '')),
    );
    const [rows, words] = [readSokoban(SMALL), readSokoban(tokens + walls.join(''))];
    assert.ok(rows.ok);
    assert.deepEqual(words, rows);
    assert.deepEqual(readSokoban(`; a level\n\n${SMALL.replaceAll(' ', '-')}\r\n`), rows);
    const world = sokoban(SMALL);
    assert.equal(world.automaton.print(world.start), 'worker 1 1 box 3 1 box 2 2');
    assert.equal(world.title, 'Sokoban on 6 x 5 cells with 2 boxes');
  });

  it('are named in one line', () => {
    const spec = { kind: 'level', name: 'sokoban', text: `${SMALL}\n` } as const;
    const name = worldOption(spec);
    assert.equal(name, 'sokoban ######/#@-$.#/#-$--#/#--.-#/######');
    const [level, named] = [buildWorld(spec), findWorld(name)];
    assert.ok(level.ok && named.ok);
    assert.deepEqual(named.value.start, level.value.start);
    const indented = worldOption({ ...spec, text: ' ####\n##@.#\n# $ #\n#####' });
    assert.equal(indented, 'sokoban -####/##@.#/#-$-#/#####');
    assert.ok(findWorld(indented).ok);
    assert.equal(worldOption({ kind: 'level', name: 'maze', text: 'start 0 0\n goal 1 1' }), 'maze start 0 0 goal 1 1');
  });

  it('understand states without the boxes on docks where these are clear', () => {
    const world = sokoban(SMALL);
    const solved = world.automaton.parse('worker 1 1');
    assert.deepEqual(solved.ok && world.automaton.print(solved.value), 'worker 1 1 box 4 1 box 3 3');
    assert.deepEqual(world.automaton.parse('worker 1 1 box 2 2'), { ok: false, error: '1 box instead of 2' });
    const state = world.automaton.parse('worker 1 1 box 2 2 box 4 1');
    assert.ok(state.ok);
    const texts = [
      'worker 1 1 box 2 2',
      'box 4 1 worker 1 1 box 2 2',
      'worker 1 1',
      'worker 1 2 box 2 2',
      'worker 1 1 box 3 3 box 2 2',
      'nothing',
    ];
    assert.deepEqual(
      texts.map((text) => world.describes?.(state.value, text)),
      [true, true, false, false, false, false],
    );
  });

  it('say why a move is not legal', () => {
    const world = sokoban(SMALL);
    const reasons = [
      ['worker 1 1 box 3 1 box 2 2', 'up', 'cell 1 0 is a wall'],
      ['worker 3 1 box 4 1 box 2 2', 'right', 'the box at 4 1 cannot be pushed: cell 5 1 is a wall'],
      ['worker 1 2 box 2 2 box 3 2', 'right', 'the box at 2 2 cannot be pushed: another one is behind it'],
      ['worker 1 2 box 2 2 box 3 2', 'push', 'moves are up, down, left, right'],
    ] as const;
    for (const [text, action, reason] of reasons) {
      const state = world.automaton.parse(text);
      assert.ok(state.ok, text);
      assert.equal(world.whyNot?.(state.value, action), reason);
    }
    for (const [text, reason] of [
      ['worker 0 0 box 3 1 box 2 2', 'the worker at 0 0 is in a wall'],
      ['worker 3 1 box 3 1 box 2 2', 'two objects are at 3 1'],
      ['box 3 1 box 2 2', 'a state has one worker, not 0'],
      ['worker 9 1 box 3 1 box 2 2', 'the worker at 9 1 is outside of the level'],
    ] as const)
      assert.deepEqual(world.automaton.parse(text), { ok: false, error: reason });
  });

  it('with faults are refused, each fault with its place', () => {
    const faults = [
      ['###\n#$.\n', 0, 'the level has no worker'],
      ['@@$.', 1, 'a level has one worker'],
      ['@$', 0, 'the level has fewer docks than boxes, 0 for 1'],
      ['@ .', 0, 'the level has no box'],
      ['@$?.', 2, '? is no sign of a level; expected one of # $@.*+'],
      ['worker 0 0 box 1 0 dock 2 0 wall 1 0', 11, 'the box at 1 0 is in a wall'],
    ] as const;
    for (const [text, offset, message] of faults) {
      const read = readSokoban(text);
      assert.deepEqual(read.ok ? [] : read.error[0], { offset, message }, text);
    }
  });

  it('are drawn as their signs', () => {
    const world = sokoban(SMALL);
    const scene = world.draw?.(world.start);
    const signs = scene?.cells.map(({ glyph, tone }) =>
      tone === 'dark' ? '#' : glyph || (tone === 'accent' ? '.' : ' '),
    );
    assert.equal(signs?.join(''), SMALL.replaceAll('\n', ''));
  });
});
