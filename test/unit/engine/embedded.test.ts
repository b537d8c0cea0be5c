import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { chess, chess960 } from '../../../src/core/games/chess/chess.ts';
import type { ChessVariant } from '../../../src/core/games/chess/chess-variants.ts';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import type { ValueSource } from '../../../src/core/mav/values.ts';
import { openValueSource } from '../../../src/engine/node-value-source.ts';
import { itLong } from '../../support/thorough.ts';

const never = new AbortController().signal;
const open = (depth: number, jobs = 1): ValueSource =>
  openValueSource({ bundle: import.meta.url, clock: systemClock, depth, jobs });

async function valuesOf(source: ValueSource, state: string, game: MavGameName = 'chess'): Promise<PositionValues> {
  const result = await source.values({ game, state }, never);
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  return result.value;
}

/** The moves of two openings, one position after each. */
function line(moves: string): string[] {
  const start = chess.parse('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  assert.ok(start.ok);
  let state = start.value;
  return moves.split(' ').map((move) => {
    const next = chess.step(state, move);
    assert.ok(typeof next !== 'symbol', move);
    state = next;
    return chess.print(state);
  });
}

const POSITIONS = [
  ...line('e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'),
  ...line('d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8'),
];

describe('the engine that is carried along', () => {
  const source = open(6);
  after(() => source.dispose());

  itLong('finds a mate in one, and mates in more moves behind it', async () => {
    const { actions, kind } = await valuesOf(source, '7k/5K2/8/6Q1/8/8/8/8 w - - 0 1');
    assert.equal(kind, 'engine');
    const [best, ...others] = actions;
    assert.equal(best.win, 1);
    assert.ok(['g5g7', 'g5h5', 'g5h6', 'g5h4'].includes(best.action), best.action);
    const after = chess.parse('7k/5K2/8/6Q1/8/8/8/8 w - - 0 1');
    assert.ok(after.ok);
    const mated = chess.step(after.value, best.action);
    assert.ok(typeof mated !== 'symbol');
    assert.equal(chess.outcome(mated), '1-0');
    assert.ok(others.every(({ win }) => win >= 0 && win <= 1));
  });

  itLong('values every legal move, each once, the best first', async () => {
    assert.equal(POSITIONS.length, 20);
    for (const state of POSITIONS) {
      const { actions } = await valuesOf(source, state);
      const parsed = chess.parse(state);
      assert.ok(parsed.ok);
      assert.deepEqual(actions.map(({ action }) => action).sort(), [...chess.legal(parsed.value)].sort());
      for (let i = 1; i < actions.length; i++) assert.ok(actions[i - 1].win >= actions[i].win);
    }
  });

  it('castles in Chess960 by taking the own rook, and in chess as ever', async () => {
    const state = '4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1';
    const names = async (game: ChessVariant) =>
      (await valuesOf(source, state, game)).actions.map(({ action }) => action).sort();
    const shuffled = chess960.parse(state);
    assert.ok(shuffled.ok);
    const in960 = await names('chess960');
    assert.deepEqual(in960, [...chess960.legal(shuffled.value)].sort());
    assert.ok(in960.includes('e1h1') && in960.includes('e1a1'));
    const plain = await names('chess');
    assert.ok(plain.includes('e1g1') && plain.includes('e1c1'));
    assert.ok(!plain.includes('e1h1'));
  });

  it('refuses a position by its own words, and goes on with the next', async () => {
    const crowded = await source.values({ game: 'chess', state: 'k7/8/8/8/NNNNNNN1/NNNNNNNN/8/K7 w - - 0 1' }, never);
    assert.ok(!crowded.ok);
    assert.equal(crowded.error.code, 'bad-position');
    assert.match(crowded.error.message, /Too many pieces/);
    assert.equal((await valuesOf(source, POSITIONS[0])).actions.length, 20);
  });

  it('is called by its name and depth', () => {
    assert.match(source.label, /^Stockfish 19.*, depth 6$/);
  });
});

describe('searches of the engine that is carried along', () => {
  itLong('stop when they are cancelled, and the engine is there for the next', async () => {
    const source = open(40);
    const controller = new AbortController();
    const cancelled = source.values({ game: 'chess', state: POSITIONS[9] }, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 600));
    controller.abort();
    const result = await cancelled;
    assert.ok(!result.ok);
    assert.equal(result.error.code, 'cancelled');
    // A mate in one with few moves is quickly searched to any depth.
    const { actions } = await valuesOf(source, '7k/5KP1/8/8/8/8/8/8 b - - 0 1');
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['h8h7'],
    );
    await source.dispose();
  });

  itLong('find the same values in any order, with any number of engines', async () => {
    const states = POSITIONS.slice(4, 8);
    const run = async (jobs: number, all: readonly string[]) => {
      const source = open(5, jobs);
      const values = await Promise.all(all.map(async (state) => [state, (await valuesOf(source, state)).actions]));
      await source.dispose();
      return Object.fromEntries(values) as Record<string, unknown>;
    };
    const [one, two] = [await run(1, states), await run(2, [...states].reverse())];
    assert.deepEqual(one, two);
  });
});
