import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JOB_TABLE } from '../../../src/compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../../src/compute/jobs/jobs.ts';
import { Pool } from '../../../src/compute/pool/pool.ts';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { inThread } from '../../../src/compute/worker/job-runner.ts';
import { err, ok } from '../../../src/core/base/result.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { emptyHex, hex } from '../../../src/core/games/hex/hex.ts';
import type { ValuedPosition } from '../../../src/core/mav/values.ts';
import { openValueSource } from '../../../src/engine/node-value-source.ts';
import {
  combineValueSources,
  connectFourValueSource,
  hexValueSource,
  jobValueSources,
} from '../../../src/engine/value-sources.ts';
import { quietly } from '../../support/connect-four.ts';

const openPool = () =>
  new Pool<Jobs>({
    transport: inThread(JOB_TABLE, systemClock, setImmediate),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
const NEVER = new AbortController().signal;

/** A position of some thirty stones. */
const LATE = quietly([3, 3, 3, 2, 3, 2, 2, 4, 1, 0, 1, 0, 6, 6, 5, 5, 6, 4, 4, 0, 1, 2, 6, 0, 5, 5, 4, 1, 2, 0, 1]);
const late: ValuedPosition = { game: 'connect_four', state: connectFour.print(LATE) };
const open: ValuedPosition = { game: 'hex', state: hex.print(emptyHex(4)) };

describe('values that jobs compute', () => {
  it('come from a pool, exact for Connect Four and estimated for Hex and Othello', async () => {
    const pool = openPool();
    const source = combineValueSources(jobValueSources(pool, { playouts: 300, seed: 5 }));
    assert.deepEqual(source.games, ['connect_four', 'hex', 'othello']);
    assert.equal(
      source.label,
      'Connect Four solver, exact; random playouts, estimate, N 300, seed 5; random playouts, estimate, N 300, seed 5; the last moves solved',
    );
    const solved = await source.values(late, NEVER);
    assert.ok(solved.ok);
    assert.equal(solved.value.kind, 'exact');
    assert.deepEqual(solved.value.actions.map(({ action }) => action).sort(), connectFour.legal(LATE));
    const estimated = await source.values(open, NEVER);
    assert.ok(estimated.ok);
    assert.deepEqual([estimated.value.kind, estimated.value.actions.length], ['estimate', 16]);
    const chess = await source.values({ game: 'chess', state: '' }, NEVER);
    assert.ok(!chess.ok && chess.error.code === 'no-source');
    await source.dispose();
    await pool.dispose();
  });

  it('stand beside those of the chess engine, and end with them', async () => {
    const pool = openPool();
    const source = openValueSource({ bundle: 'file:///none/cli.mjs', clock: systemClock, runner: pool });
    assert.deepEqual(source.games, ['chess', 'chess960', 'connect_four', 'hex', 'othello']);
    const values = await source.values(open, NEVER);
    assert.ok(values.ok && values.value.kind === 'estimate');
    await source.dispose();
    const after = await pool.run('hex-values', { state: open.state });
    assert.ok(!after.ok && after.error.code === 'COMPUTE_DISPOSED');
  });

  it('are computed once for the same position, however it is written', async () => {
    const pool = openPool();
    let runs = 0;
    const source = hexValueSource((input, options) => {
      runs++;
      return pool.run('hex-values', input, options);
    });
    const first = await source.values(open, NEVER);
    const again = await source.values({ ...open, state: open.state.replaceAll(' . ', ' .  ') }, NEVER);
    assert.deepEqual(again, first);
    assert.equal(runs, 1);
    await pool.dispose();
  });

  it('keep no more positions than asked for', async () => {
    const asked: string[] = [];
    const source = connectFourValueSource(
      ({ state }) => {
        asked.push(state);
        return Promise.resolve(ok({ actions: [], outcome: undefined, kind: 'exact' }));
      },
      { cacheEntries: 1 },
    );
    const other = { ...late, state: connectFour.print(EMPTY_CONNECT_FOUR) };
    for (const position of [late, other, other, late]) await source.values(position, NEVER);
    assert.deepEqual(asked, [late.state, other.state, late.state]);
  });

  it('end when they are cancelled, and the next position is solved as ever', async () => {
    const pool = openPool();
    const source = connectFourValueSource((input, options) => pool.run('connect-four-values', input, options));
    // the second move's position takes minutes
    const long = { ...late, state: connectFour.print(quietly([3, 0])) };
    const controller = new AbortController();
    const waiting = source.values(long, controller.signal);
    setImmediate(() => setImmediate(() => controller.abort()));
    const stopped = await waiting;
    assert.ok(!stopped.ok && stopped.error.code === 'cancelled');
    assert.ok((await source.values(late, NEVER)).ok);
    const aborted = await source.values(late, controller.signal);
    assert.ok(!aborted.ok && aborted.error.code === 'cancelled');
    await pool.dispose();
  });

  it('are left out where they would take too long, and others are found', async () => {
    const pool = openPool();
    const source = combineValueSources(jobValueSources(pool, { limits: { outcomesOnly: true, maxPositions: 50_000 } }));
    const long = { ...late, state: connectFour.print(quietly([3, 0])) };
    for (let i = 0; i < 2; i++)
      assert.deepEqual(
        await source.values(long, NEVER),
        err({ code: 'too-long', message: 'Connect Four solver, exact: this position would take too long' }),
      );
    const found = await source.values(late, NEVER);
    assert.ok(found.ok && found.value.kind === 'exact');
    await pool.dispose();
  });

  it('tell how far they are', async () => {
    const pool = openPool();
    const told: number[] = [];
    const onProgress = (done: number, total: number) => told.push(done / total);
    const source = hexValueSource((input, options) => pool.run('hex-values', input, options), { onProgress });
    assert.ok((await source.values(open, NEVER)).ok);
    assert.ok(told.length > 0 && told.every((share) => share > 0 && share <= 1));
    await pool.dispose();
  });

  it('refuse what is no position, and pass on a fault', async () => {
    const broken = connectFourValueSource(() => Promise.resolve(err({ code: 'X', message: 'the worker died' })));
    const bad = await broken.values({ ...late, state: 'x || . ||' }, NEVER);
    assert.ok(!bad.ok && bad.error.code === 'bad-position' && /1 cells/.test(bad.error.message));
    const died = await broken.values(late, NEVER);
    assert.deepEqual(died, err({ code: 'failed', message: 'the worker died' }));
    await broken.dispose();
    const after = await broken.values(late, NEVER);
    assert.ok(!after.ok && after.error.code === 'cancelled');
  });

  it('of a game that is over are none, with its result', async () => {
    const pool = openPool();
    const [source] = jobValueSources(pool);
    const over = quietly([0, 1, 0, 1, 0, 1]);
    const won = connectFour.step(over, 'x0');
    const result = await source.values({ ...late, state: connectFour.print(won as typeof over) }, NEVER);
    assert.deepEqual(result, ok({ actions: [], outcome: '1-0', kind: 'exact' }));
    await pool.dispose();
  });
});
