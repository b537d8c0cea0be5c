import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { type Automaton, genericArena, SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import { othello, othello6 } from '../../../src/core/worlds/othello.ts';
import type { OthelloState } from '../../../src/core/worlds/othello-board.ts';
import { thoroughly } from '../../support/thorough.ts';

const { automaton } = othello;
const state = (text: string, of: Automaton<OthelloState> = automaton): OthelloState => {
  const parsed = of.parse(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
};

/** The automaton without its own arena. */
const plain = (of: Automaton<OthelloState>): Automaton<OthelloState> => ({
  id: of.id,
  parse: (text) => of.parse(text),
  print: (one) => of.print(one),
  legal: (one) => of.legal(one),
  step: (one, action) => of.step(one, action),
  outcome: (one) => of.outcome(one),
  key: (one) => of.key(one),
});

/** Numbers of sequences of legal actions in an arena. */
function perft(of: Automaton<OthelloState>, start: OthelloState, depth: number): number {
  const arena = genericArena(of);
  arena.reserve(depth + 1);
  arena.load(0, start);
  const actions = Array.from({ length: depth }, () => new Int32Array(arena.maxLegal));
  const count = (handle: number): number => {
    if (handle === depth - 1) return arena.count(handle);
    const n = arena.legal(handle, actions[handle], 0);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      arena.play(handle, handle + 1, actions[handle][i]);
      sum += count(handle + 1);
    }
    return sum;
  };
  return count(0);
}

/** The rules by their words, on a grid of characters: an oracle without bits. */
function legalByWalking(text: string, size: number): string[] {
  const [side, cells] = [text[0], text.slice(5, -3).split(' ').join('')];
  const names: string[] = [];
  const takes = (own: string, row: number, column: number): boolean => {
    if (cells[row * size + column] !== '.') return false;
    const other = own === 'x' ? 'o' : 'x';
    for (let down = -1; down <= 1; down++)
      for (let right = -1; right <= 1; right++) {
        let [r, c, between] = [row + down, column + right, 0];
        const at = (): string | undefined =>
          r < 0 || c < 0 || r >= size || c >= size ? undefined : cells[r * size + c];
        while (at() === other) [r, c, between] = [r + down, c + right, between + 1];
        if (between > 0 && at() === own) return true;
      }
    return false;
  };
  const anywhere = (own: string): boolean =>
    Array.from(cells, (_, cell) => takes(own, Math.floor(cell / size), cell % size)).includes(true);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (takes(side, row, column)) names.push(`${'abcdefgh'[column]}${row + 1}`);
  return names.length > 0 || !anywhere(side === 'x' ? 'o' : 'x') ? names : ['pass'];
}

/** States of random games from the start, those at the end included. */
function* randomStates(games: number, of = othello): Generator<OthelloState> {
  const random = seeded(games);
  for (let game = 0; game < games; game++) {
    let at: OthelloState = of.start;
    for (;;) {
      yield at;
      const legal = of.automaton.legal(at);
      if (legal.length === 0) break;
      const next = of.automaton.step(at, legal[uniformInt(random, 0, legal.length - 1)]);
      assert.ok(next !== SINK);
      at = next;
    }
  }
}

describe('Othello', () => {
  it('has the published numbers of games', () => {
    const counts = thoroughly(
      [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
      [4, 12, 56, 244, 1396, 8200, 55092],
    );
    for (const [i, count] of counts.entries()) assert.equal(perft(automaton, othello.start, i + 1), count);
    assert.equal(perft(plain(automaton), othello.start, 5), 1396);
  });

  it('begins as books show it, and prints what it reads', () => {
    assert.deepEqual(automaton.legal(othello.start), ['d3', 'c4', 'f5', 'e6']);
    const after = automaton.step(othello.start, 'd3');
    assert.ok(after !== SINK);
    assert.equal(automaton.legal(after).join(' '), 'c3 e3 c5');
    for (const one of randomStates(3)) {
      const text = automaton.print(one);
      assert.equal(automaton.print(state(text)), text);
    }
  });

  for (const world of [othello, othello6])
    it(`allows what the words of the rules allow, to the end: ${world.name}`, () => {
      const size = world === othello ? 8 : 6;
      let passes = 0;
      for (const one of randomStates(thoroughly(200, 30), world)) {
        const legal = world.automaton.legal(one);
        assert.deepEqual(legal, legalByWalking(world.automaton.print(one), size));
        if (legal[0] === 'pass') passes++;
        const outcome = world.automaton.outcome(one);
        assert.equal(outcome === undefined, legal.length > 0);
        if (outcome === undefined) continue;
        const cells = world.automaton.print(one).slice(1);
        const lead = cells.split('x').length - cells.split('o').length;
        assert.equal(outcome, lead > 0 ? '1-0' : lead < 0 ? '0-1' : '1/2-1/2');
      }
      assert.ok(passes > 0);
    });

  it('refuses what is no state and no legal action', () => {
    for (const text of ['', 'x', 'z || . ||', 'x || . x ||', `w || ${'.'.repeat(64)} ||`])
      assert.equal(automaton.parse(text).ok, false, text);
    for (const action of ['', 'pass', 'a1', 'd4', 'i9', 'D3', 'd3 '])
      assert.equal(automaton.step(othello.start, action), SINK);
    assert.equal(automaton.step(SINK, 'd3'), SINK);
    assert.deepEqual(automaton.legal(SINK), []);
    assert.equal(othello6.automaton.step(othello6.start, 'a7'), SINK);
  });

  it('scores pairs as the generic arena does', () => {
    for (const world of [othello, othello6]) {
      const own = new AffordanceScorer(world.automaton);
      const generic = new AffordanceScorer(plain(world.automaton));
      const states = [...randomStates(4, world)];
      const random = seeded(7);
      for (let i = 0; i < thoroughly(120, 25); i++) {
        const a = states[uniformInt(random, 0, states.length - 1)];
        const at = uniformInt(random, 0, states.length - 1);
        const b = i % 3 === 0 ? states[at] : (states[states.indexOf(a) + 1] ?? states[at]);
        const options = { m: 3, method: 'exact' } as const;
        const [one, other] = [own.score(a, b, options), generic.score(a, b, options)];
        assert.ok(one.ok && other.ok);
        assert.deepEqual([one.value.p, one.value.r], [other.value.p, other.value.r]);
      }
    }
  });

  it('takes a board with colors exchanged and the other player to move for the same future', () => {
    const text = automaton.print(othello.start);
    const exchanged = Array.from(text, (c) => (c === 'x' ? 'o' : c === 'o' ? 'x' : c)).join('');
    assert.equal(automaton.key(state(exchanged)), automaton.key(othello.start));
    assert.deepEqual(automaton.legal(state(exchanged)), automaton.legal(othello.start));
  });
});
