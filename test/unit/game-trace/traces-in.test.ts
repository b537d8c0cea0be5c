import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { err, ok } from '../../../src/core/base/result.ts';
import { gameTraces } from '../../../src/core/evaluation/game-trace/game-traces.ts';
import { timelineChart } from '../../../src/core/evaluation/game-trace/timeline-text.ts';
import type { Model, StateTask } from '../../../src/models/model.ts';
import { plannedTargets } from '../../../src/models/predict/pgn-targets.ts';
import { traceGames } from '../../../src/models/predict/trace-game.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { openModel } from '../../../src/models/sources/registry.ts';

const GAME = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n';
const NEVER = new AbortController().signal;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Knows the position up to a ply, then says the start position; `fails` at some plies. */
const forgetful = (until: number, fails: readonly number[] = []): Model => {
  const truth = openModel('reference:rules');
  assert.ok(truth.ok);
  return {
    ...truth.value,
    label: 'forgetful',
    complete: (request, signal) => {
      const { length } = (request.task as StateTask).moves;
      if (fails.includes(length)) return Promise.resolve(err({ code: 'timeout', message: 'late', retryable: false }));
      if (length <= until) return truth.value.complete(request, signal);
      return Promise.resolve(ok({ text: START, finishReason: 'stop' as const }));
    },
  };
};
const games = () =>
  [...plannedTargets(GAME, (length) => Array.from({ length: length + 1 }, (_, ply) => ply))].map(({ places }) => ({
    places,
    known: new Map<number, boolean>(),
  }));
const options = { template: DEFAULT_TEMPLATE, nameTemplate: false, settings: {}, concurrency: 2, clock: systemClock };

describe('tracing a game with a model', () => {
  it('asks every k-th position, then around the change', async () => {
    const rounds: number[] = [];
    const { answered } = await traceGames(forgetful(6), games(), 4, options, NEVER, (asked) => rounds.push(asked));
    assert.deepEqual(
      answered.map(({ asked }) => asked.place.ply).sort((a, b) => a - b),
      [4, 6, 7, 8, 10],
    );
    assert.deepEqual(rounds, [3, 1, 1]);
  });

  it('does not ask what is known, and ends at a fault with what it has', async () => {
    const [game] = games();
    assert.ok(game);
    const known = new Map([
      [4, true],
      [8, false],
      [10, false],
    ]);
    const { answered, faults } = await traceGames(forgetful(6, [7]), [{ ...game, known }], 4, options, NEVER);
    assert.deepEqual(
      answered.map(({ asked }) => asked.place.ply),
      [6],
    );
    assert.deepEqual([...faults], [['late', 1]]);
  });
});

describe('the traces of a text', () => {
  const exact = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
  const text =
    `1. e4 { [%pfen m ${START}] } e5 { [%pfen m ${exact}] [%pfen other ${exact}] } 2. Nf3 { [%pfen m ${exact}] } ` +
    `(2. d4 { [%pfen m ${exact}] }) 2... Nc6 *\n`;

  it('say where a label lost the position on the main line', () => {
    const [trace, ...others] = gameTraces(text);
    assert.equal(others.length, 0);
    assert.deepEqual([trace?.game, trace?.label], [0, 'm']);
    assert.equal(trace?.says, 'first lost after 1.e4 (ply 1); recovered at 2; lost again at 3');
    assert.deepEqual(
      trace?.points.map(({ ply, move, knows, stale, p }) => ({ ply, move, knows, stale, p })),
      [
        { ply: 1, move: '1.e4', knows: false, stale: 2, p: undefined },
        { ply: 2, move: '1...e5', knows: true, stale: 0, p: undefined },
        { ply: 3, move: '2.Nf3', knows: false, stale: 2, p: undefined },
      ],
    );
    assert.equal(gameTraces(text, 2)[0]?.points[1]?.p, 1);
  });

  it('have a position whose castling field or clocks differ without effect, and not one that allows other moves', () => {
    const [trace] = gameTraces(
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ' +
        '4. Ba4 { [%pfen m r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 7 9] } Nf6 ' +
        '5. O-O { [%pfen m r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b KQkq - 3 5] } Be7 ' +
        '6. Re1 { [%pfen m r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQR1K1 b - - 5 6] } *\n',
    );
    assert.deepEqual(
      trace?.points.map(({ knows }) => knows),
      [true, true, false],
    );
    assert.equal(trace?.says, 'first lost after 6.Re1 (ply 10 to 11)');
  });

  it('are drawn as timelines with what each place says, and nothing that runs or loads', () => {
    const svg = timelineChart(gameTraces(text, 4), 4, 'game.pgn <1>');
    assert.match(svg, /^<svg .*<title>game\.pgn &#60;1&#62;<\/title>/);
    assert.match(svg, /m: first lost after 1\.e4 \(ply 1\); recovered at 2; lost again at 3/);
    assert.match(svg, /<title>1\.\.\.e5 \(ply 2\): known, 100 % of the board right, p4 1\.00<\/title>/);
    assert.equal(svg.match(/<title>lost at ply/g)?.length, 2);
    assert.doesNotMatch(svg, /<script|href|style=|NaN|undefined/);
  });
});
