import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BalancePlanner, divideQuotas, QuotaDraw } from '../../../src/core/mav/author/balance.ts';
import {
  BALANCE,
  classifyTransition,
  type DatasetExample,
  TRANSITIONS,
  type Transition,
} from '../../../src/core/mav/author/dataset.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';

function transition(game: MavGameName, state: string, action: string): Transition {
  const { automaton } = knownGame(game);
  const parsed = automaton.parse(state);
  assert.ok(parsed.ok);
  const before = { state: parsed.value, action };
  return classifyTransition({ game, state: automaton.step(parsed.value, action), before });
}

describe('the kind of a transition', () => {
  it('is the rarest of what a move does', () => {
    for (const [kind, fen, move] of [
      ['enPassant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6'],
      ['promotion', 'r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1', 'b7a8q'],
      ['castling', '5k2/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1'],
      ['end', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8'],
      ['end', 'k7/8/1K6/8/8/8/8/2Q5 w - - 0 1', 'c1c7'],
      ['check', 'r3k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8'],
      ['capture', 'r3k3/8/8/8/8/8/P7/R3K3 b - - 0 1', 'a8a2'],
      ['quiet', '4k3/8/8/8/8/8/P7/R3K3 w - - 0 1', 'a2a4'],
    ] as const)
      assert.equal(transition('chess', fen, move), kind, `${fen} ${move}`);
    assert.equal(transition('chess960', '1k6/8/8/8/8/8/8/4K1R1 w G - 0 1', 'e1g1'), 'castling');
    assert.equal(transition('hex', 'x || x . . o ||', 'a2'), 'end');
    assert.equal(transition('hex', 'x || . . . . ||', 'a2'), 'quiet');
  });

  it('has shares that are the whole', () => {
    assert.equal(
      TRANSITIONS.reduce((sum, kind) => sum + BALANCE[kind], 0),
      100,
    );
  });
});

describe('quotas', () => {
  it('are by weight, and what a scarce kind cannot fill goes to the others', () => {
    const of = (counts: Record<string, number>, total: number) =>
      Object.fromEntries(divideQuotas(new Map(Object.entries(counts)), (kind) => (kind === 'rare' ? 20 : 40), total));
    assert.deepEqual(of({ rare: 100, a: 100, b: 100 }, 100), { rare: 20, a: 40, b: 40 });
    assert.deepEqual(of({ rare: 4, a: 100, b: 100 }, 100), { rare: 4, a: 48, b: 48 });
    assert.deepEqual(of({ rare: 4, a: 10, b: 100 }, 100), { rare: 4, a: 10, b: 86 });
    assert.deepEqual(of({ rare: 4, a: 10, b: 20 }, 100), { rare: 4, a: 10, b: 20 });
  });

  it('are whole numbers whose sum is the total or all there is, none above what there is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 9 })), { maxLength: 8 }),
        fc.nat(300),
        (kinds, total) => {
          const available = new Map(kinds.map(([count], i) => [String(i), count]));
          const quotas = divideQuotas(available, (kind) => kinds[Number(kind)][1], total);
          const sum = (counts: Iterable<number>): number => [...counts].reduce((a, b) => a + b, 0);
          assert.equal(sum(quotas.values()), Math.min(total, sum(available.values())));
          for (const [kind, quota] of quotas)
            assert.ok(Number.isInteger(quota) && quota >= 0 && quota <= (available.get(kind) ?? 0));
        },
      ),
    );
  });

  it('are drawn exactly, each item as likely as the others', () => {
    const times = Array.from({ length: 10 }, () => 0);
    for (let seed = 0; seed < 3000; seed++) {
      const draw = new QuotaDraw(new Map([['a', 10]]), new Map([['a', 3]]), seed);
      const drawn = times.map(() => draw.isDrawn('a'));
      assert.equal(drawn.filter(Boolean).length, 3);
      for (const [i, isDrawn] of drawn.entries()) if (isDrawn) times[i]++;
    }
    for (const count of times) assert.ok(Math.abs(count - 900) < 120, times.join(' '));
  });

  it('give each game its part of a dataset', () => {
    const planner = new BalancePlanner();
    const add = (game: MavGameName, kind: Transition, count: number): void => {
      for (let i = 0; i < count; i++) planner.add({ game, transition: kind } as DatasetExample);
    };
    add('chess', 'quiet', 500);
    add('chess', 'capture', 200);
    add('chess', 'promotion', 50);
    add('hex', 'quiet', 240);
    add('hex', 'end', 10);
    const draw = planner.draw(200, 1);
    const drawn = (kind: Parameters<typeof draw.isDrawn>[0], count: number): number =>
      Array.from({ length: count }, () => draw.isDrawn(kind)).filter(Boolean).length;
    const chess = [drawn('chess quiet', 500), drawn('chess capture', 200), drawn('chess promotion', 50)];
    const hex = [drawn('hex quiet', 240), drawn('hex end', 10)];
    // 150 and 50; of chess 30 : 20 : 8, of Hex 30 : 5
    assert.deepEqual(chess, [78, 51, 21]);
    assert.deepEqual(hex, [43, 7]);
  });

  it('leave traces their share, whatever kinds of transitions there are', () => {
    const planner = new BalancePlanner(0.4);
    const add = (one: Partial<DatasetExample>, count: number): void => {
      for (let i = 0; i < count; i++) planner.add({ game: 'hex', ...one } as DatasetExample);
    };
    const trace = { breadth: 2, depth: 1, form: 'state', state: '' } as const;
    add({ transition: 'none', trace }, 100);
    add({ transition: 'quiet' }, 200);
    add({ transition: 'end' }, 2);
    const draw = planner.draw(100, 1);
    const drawn = (kind: Parameters<typeof draw.isDrawn>[0], count: number): number =>
      Array.from({ length: count }, () => draw.isDrawn(kind)).filter(Boolean).length;
    assert.deepEqual([drawn('hex trace', 100), drawn('hex quiet', 200), drawn('hex end', 2)], [40, 58, 2]);
  });
});
