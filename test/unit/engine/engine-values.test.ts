import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Result } from '../../../src/core/base/result.ts';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import { referenceValues } from '../../../src/core/mav/check/engine-values.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource, ValueSourceFault } from '../../../src/core/mav/values.ts';
import { type EngineValueOptions, EngineValues } from '../../../src/engine/engine-values.ts';
import { combineValueSources } from '../../../src/engine/value-sources.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { answer, engine, type Manners, type Script, type ScriptedEngine, scripted } from './scripted-engine.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** Positions with few moves. */
const FEW = ['k7/8/K7/8/8/8/8/7R w - - 0 1', '7k/8/7K/8/8/8/8/R7 w - - 0 1', '7k/8/8/8/8/8/6PP/7K w - - 0 1'];
const never = new AbortController().signal;

interface Stage {
  readonly program: ScriptedEngine;
  readonly clock: ManualClock;
  readonly source: ValueSource;
  readonly ask: (
    state: string,
    game?: MavGameName,
    signal?: AbortSignal,
  ) => Promise<Result<PositionValues, ValueSourceFault>>;
  readonly good: (state: string, game?: MavGameName) => Promise<PositionValues>;
}

function stage(script: Script | Manners = {}, options: Partial<EngineValueOptions> = {}): Stage {
  const program = scripted(typeof script === 'function' ? script : engine(script));
  const clock = new ManualClock();
  const source = new EngineValues({ program, clock, ...options });
  const ask: Stage['ask'] = (state, game = 'chess', signal = never) => source.values({ game, state }, signal);
  return {
    program,
    clock,
    source,
    ask,
    good: async (state, game) => {
      const result = await ask(state, game);
      assert.ok(result.ok, result.ok ? '' : result.error.message);
      return result.value;
    },
  };
}

const failure = (result: Result<PositionValues, ValueSourceFault>): ValueSourceFault => {
  assert.ok(!result.ok);
  return result.error;
};
/** Lets everything happen that needs no time. */
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};
const searches = ({ program }: Stage): string[] => program.sent.filter((line) => line.startsWith('go '));

describe('values of an engine', () => {
  it('are win probabilities by the formula of the paper, the best action first', async () => {
    const scores: Record<string, string> = { h1g1: 'cp 0', h2h3: 'cp 100', h2h4: 'cp -100' };
    const { good } = stage({ score: (move) => scores[move] ?? 'cp -2000' });
    const { actions, kind, outcome } = await good(FEW[2]);
    assert.equal(kind, 'engine');
    assert.equal(outcome, undefined);
    assert.deepEqual(
      actions.slice(0, 3).map(({ action }) => action),
      ['h2h3', 'h1g1', 'h2h4'],
    );
    // 50 + 50 (2 / (1 + e^(-0.00368208 cp)) - 1), in per cent
    assert.ok(Math.abs(actions[0].win - 0.591) < 0.0005, String(actions[0].win));
    assert.equal(actions[1].win, 0.5);
    assert.ok(Math.abs(actions[0].win + actions[2].win - 1) < 1e-12);
  });

  it('of mates are 1 and 0, a near one before a far one, and a near loss last', async () => {
    const scores: Record<string, string> = {
      h2h3: 'mate 5',
      h2h4: 'mate 2',
      g2g3: 'mate -1',
      g2g4: 'mate -7',
      h1g1: 'cp 900',
    };
    const { good } = stage({ score: (move) => scores[move] ?? 'error' });
    const { actions } = await good('7k/8/8/8/8/8/6PP/7K w - - 0 1');
    assert.deepEqual(
      actions.map(({ action, win }) => [action, win === 1 || win === 0 ? win : 'between']),
      [
        ['h2h4', 1],
        ['h2h3', 1],
        ['h1g1', 'between'],
        ['g2g4', 0],
        ['g2g3', 0],
      ],
    );
    // a mate is proved, a high score is not
    assert.deepEqual(
      referenceValues({ actions, outcome: undefined, kind: 'engine' }, PUBLISHED_DIALECT).map(({ proved }) => proved),
      ['win', 'win', undefined, 'loss', 'loss'],
    );
  });

  it('of finished games are told by the rules, without an engine', async () => {
    const it = stage();
    const mate = await it.good('R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1');
    assert.deepEqual(mate, { actions: [], outcome: '1-0', kind: 'exact' });
    assert.equal((await it.good('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')).outcome, '1/2-1/2');
    assert.equal(it.program.starts, 0);
  });

  it('come from the deepest line about a move; a bound does not replace a score', async () => {
    const { good } = stage({
      go(asked, voice) {
        const rest = answer(asked, () => 'cp -500');
        voice.say(
          ...rest.slice(0, -1),
          'info depth 9 multipv 1 score cp 0 pv h2h3 h8g8',
          'info depth 9 multipv 1 score cp 900 lowerbound pv h2h3',
          'info depth 10 multipv 1 score cp 900 upperbound pv h2h3',
          'info depth 10 multipv 2 score cp -90 lowerbound pv h1g1',
          'info depth 3 multipv 1 score cp 700 pv h2h3',
          ...rest.slice(-1),
        );
        return true;
      },
    });
    const [best] = (await good(FEW[2])).actions;
    assert.deepEqual(best, { action: 'h2h3', win: 0.5 });
  });

  it('are asked for all at once, or in as many searches as the engine needs', async () => {
    const wide = stage();
    assert.equal((await wide.good(START)).actions.length, 20);
    assert.deepEqual(searches(wide), ['go depth 8']);
    assert.ok(wide.program.sent.includes('setoption name MultiPV value 20'));
    const narrow = stage({ maxVariations: 8 });
    assert.equal((await narrow.good(START)).actions.length, 20);
    assert.equal(searches(narrow).length, 3);
    assert.deepEqual(new Set((await narrow.good(START)).actions.map(({ action }) => action)).size, 20);
  });

  it('are searched as far as is asked for, from an empty table, in the notation of the game', async () => {
    const it = stage({}, { limit: { nodes: 5000 }, threads: 99, hash: 64 });
    await it.good('4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1', 'chess960');
    const { sent } = it.program;
    assert.ok(sent.includes('setoption name Threads value 4'), 'in the range that the engine has');
    assert.ok(sent.includes('setoption name Hash value 64'));
    assert.ok(sent.includes('setoption name UCI_Chess960 value true'));
    assert.ok(sent.indexOf('ucinewgame') < sent.indexOf('go nodes 5000'));
    assert.equal(it.source.label, 'Plain 1.0, 5000 nodes');
    const { actions } = await it.good('4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1', 'chess960');
    assert.ok(actions.some(({ action }) => action === 'e1h1'));
  });

  it('are kept: a position is searched once, whatever its move number', async () => {
    const it = stage();
    const first = await it.good('7k/8/8/8/8/8/6PP/7K w - - 3 1');
    assert.equal(await it.good('7k/8/8/8/8/8/6PP/7K w - - 3 40'), first);
    assert.equal(searches(it).length, 1);
    await it.good('7k/8/8/8/8/8/6PP/7K w - - 90 1');
    assert.equal(searches(it).length, 2);
  });

  it('are kept up to a limit, the oldest forgotten', async () => {
    const it = stage({}, { cacheEntries: 2 });
    for (const state of [FEW[0], FEW[1], FEW[2], FEW[2], FEW[0]]) await it.good(state);
    assert.equal(searches(it).length, 4);
  });

  it('are not given for other games, or for what is no position; nothing of it reaches the engine', async () => {
    const it = stage();
    assert.equal(failure(await it.ask('', 'hex')).code, 'no-source');
    assert.equal(failure(await it.ask('no position')).code, 'bad-position');
    assert.equal(failure(await it.ask(`${START}\nquit`)).code, 'bad-position');
    assert.equal(it.program.starts, 0);
    await it.good(START.replace(' w ', '\nw\r\n'));
    assert.ok(it.program.sent.includes(`position fen ${START}`));
    assert.deepEqual(
      it.program.sent.filter((line) => /[\r\n]/.test(line)),
      [],
    );
  });
});

describe('positions that wait', () => {
  it('are searched in the order in which they came, as many at once as there are engines', async () => {
    let most = 0;
    const order: string[] = [];
    const open: (() => void)[] = [];
    const it = stage(
      {
        go(asked, voice) {
          order.push(asked.fen);
          open.push(() => voice.say(...answer(asked, () => 'cp 1')));
          most = Math.max(most, open.length);
          return true;
        },
      },
      { jobs: 2 },
    );
    // The script is that of one engine; positions are told apart by what it is asked at that time.
    const all = [it.ask(FEW[0]), it.ask(FEW[1]), it.ask(FEW[2])];
    await settled();
    assert.equal(open.length, 2);
    open.shift()?.();
    await settled();
    assert.equal(order.length, 3);
    for (const next of open.splice(0)) next();
    assert.equal((await Promise.all(all)).length, 3);
    assert.equal(most, 2);
    assert.deepEqual(order[2], FEW[2]);
    assert.equal(it.program.starts, 2);
  });

  it('are not searched twice when they are equal', async () => {
    const it = stage();
    const [a, b] = await Promise.all([it.good(START), it.good(START)]);
    assert.equal(a, b);
    assert.equal(searches(it).length, 1);
  });

  it('are dropped when they are cancelled', async () => {
    const it = stage();
    const controller = new AbortController();
    const first = it.ask(FEW[0]);
    const second = it.ask(FEW[1], 'chess', controller.signal);
    controller.abort();
    assert.equal(failure(await second).code, 'cancelled');
    assert.equal((await first).ok, true);
    assert.equal(searches(it).length, 1);
    assert.equal(failure(await it.ask(FEW[2], 'chess', controller.signal)).code, 'cancelled');
  });

  it('fail at once when the source is disposed of, and no engine is left', async () => {
    const it = stage({ go: () => true });
    const all = [it.ask(FEW[0]), it.ask(FEW[1])];
    await settled();
    await it.source.dispose();
    for (const result of await Promise.all(all)) assert.equal(failure(result).code, 'cancelled');
    assert.equal(it.program.running, 0);
    assert.equal(it.program.starts, 1);
    assert.equal(failure(await it.ask(FEW[2])).code, 'cancelled');
    assert.equal(it.clock.waiting, 0);
  });

  it('leave the engine to end when there are no more, and start it again', async () => {
    const it = stage({}, { idleMs: 60_000 });
    await it.good(FEW[0]);
    it.clock.pass(59_000);
    assert.equal(it.program.running, 1);
    it.clock.pass(2_000);
    await settled();
    assert.equal(it.program.running, 0);
    await it.good(FEW[1]);
    assert.equal(it.program.starts, 2);
  });
});

describe('a search that is cancelled', () => {
  it('is stopped, and the same engine searches the next position', async () => {
    let isStopped = false;
    const it = stage({
      first(line, voice) {
        if (line === 'stop') {
          isStopped = true;
          voice.say('info depth 4 multipv 1 score cp 7 pv a6b6', 'bestmove a6b6');
        }
        return line === 'stop';
      },
      go: (asked) => asked.fen === FEW[0],
    });
    const controller = new AbortController();
    const cancelled = it.ask(FEW[0], 'chess', controller.signal);
    await settled();
    controller.abort();
    assert.equal(failure(await cancelled).code, 'cancelled');
    assert.equal((await it.good(FEW[1])).actions.length > 0, true);
    assert.ok(isStopped);
    assert.equal(it.program.starts, 1);
  });

  it('ends an engine that does not stop', async () => {
    const it = stage({ go: (asked) => asked.fen === FEW[0] });
    const controller = new AbortController();
    const cancelled = it.ask(FEW[0], 'chess', controller.signal);
    await settled();
    controller.abort();
    assert.equal(failure(await cancelled).code, 'cancelled');
    const next = it.good(FEW[1]);
    await settled();
    assert.equal(it.program.starts, 1);
    it.clock.pass(3_000);
    assert.ok((await next).actions.length > 0);
    assert.equal(it.program.starts, 2);
    assert.equal(it.program.running, 1);
  });

  it('leaves no answer behind for the next one', async () => {
    const it = stage({
      first(line, voice) {
        // A second answer, before the barrier and behind it.
        if (line === 'isready') voice.say('bestmove a6b6', 'readyok', 'bestmove a6b6');
        return line === 'isready';
      },
      go(asked, voice) {
        voice.say('bestmove a6b6', ...answer(asked, () => 'cp 5'));
        return true;
      },
    });
    for (const state of FEW) assert.ok((await it.good(state)).actions.length > 2);
    assert.equal(searches(it).length, 3);
    assert.equal(it.program.starts, 1);
  });
});

describe('an engine that fails', () => {
  it('is started again once, and the position is searched again', async () => {
    const it = stage({
      go(_asked, voice) {
        if (voice.start === 1) voice.die('ended with status 1');
        return voice.start === 1;
      },
    });
    assert.ok((await it.good(FEW[0])).actions.length > 0);
    assert.equal(it.program.starts, 2);
  });

  it('fails a position with what happened when it dies again, and is not started for ever', async () => {
    const it = stage({
      go(_asked, voice) {
        voice.die('ended with status 139');
        return true;
      },
    });
    for (const state of FEW) {
      const { code, message } = failure(await it.ask(state));
      assert.equal(code, 'failed');
      assert.equal(message, 'Plain 1.0 ended with status 139');
    }
    assert.equal(it.program.starts, 6);
    assert.equal(failure(await it.ask(START)).code, 'failed');
    assert.equal(it.program.starts, 6);
  });

  it('fails at once when there is no such program', async () => {
    const it = stage((line, voice) => {
      if (line === 'uci') voice.die('was not found', true);
    });
    const all = await Promise.all(FEW.map((state) => it.ask(state)));
    for (const result of all) assert.deepEqual(failure(result), { code: 'failed', message: 'Scripted was not found' });
    assert.equal(it.program.starts, 1);
  });

  it('is given up when it does not greet', async () => {
    const it = stage(() => {});
    const asked = it.ask(FEW[0]);
    await settled();
    it.clock.pass(20_000);
    await settled();
    it.clock.pass(20_000);
    assert.match(failure(await asked).message, /did not answer within 20 s/);
    assert.equal(it.program.starts, 2);
    assert.equal(it.program.running, 0);
  });

  it('is asked whether it is there when it is quiet, and is waited for while it answers', async () => {
    let finish = (): void => {};
    const it = stage({
      go(asked, voice) {
        finish = () => voice.say(...answer(asked, () => 'cp 3'));
        return true;
      },
    });
    const asked = it.good(FEW[0]);
    for (let i = 0; i < 10; i++) {
      await settled();
      it.clock.pass(15_000);
    }
    await settled();
    finish();
    assert.ok((await asked).actions.length > 0);
    assert.equal(it.program.starts, 1);
    assert.ok(it.program.sent.filter((line) => line === 'isready').length > 3);
  });

  it('is ended when it hangs in a search', async () => {
    const searching = { is: false };
    const it = stage({
      first: (line) => line === 'isready' && searching.is,
      go(_asked, voice) {
        searching.is = voice.start === 1;
        return searching.is;
      },
    });
    const asked = it.good(FEW[0]);
    await settled();
    it.clock.pass(20_000);
    await settled();
    searching.is = false;
    it.clock.pass(20_000);
    assert.ok((await asked).actions.length > 0);
    assert.equal(it.program.starts, 2);
    assert.equal(it.program.running, 1);
  });

  it('is ended when it searches for ever', async () => {
    const it = stage({ go: () => true }, { patience: { answerMs: 100, quietMs: 1000, searchMs: 2500, stopMs: 100 } });
    const asked = it.ask(FEW[0]);
    for (let i = 0; i < 20; i++) {
      await settled();
      it.clock.pass(500);
    }
    assert.match(failure(await asked).message, /did not answer within 2.5 s/);
    assert.equal(it.program.running, 0);
  });

  it('may say what it likes besides', async () => {
    const it = stage({
      go(asked, voice) {
        const noise = [
          '',
          'info',
          'info depth',
          'info depth x score cp y pv',
          'info string bestmove a1a1',
          '\u0000\uffff',
        ];
        const wrong = ['info depth 99 multipv 1 score cp 9999 pv z9z9', 'info depth 99 score mate 1 pv e2e9 e7e5'];
        voice.say(...noise, ...wrong, ...answer(asked, () => 'cp 5'));
        return true;
      },
    });
    const { actions } = await it.good(START);
    assert.equal(actions.length, 20);
    assert.ok(actions.every(({ win }) => win < 0.51));
  });

  it('is told when it does not know some moves, or Chess960', async () => {
    const silent = stage({
      go(asked, voice) {
        const known = { ...asked, moves: asked.moves.filter((move) => move !== 'e2e4') };
        voice.say(...answer(known, () => 'cp 5'), 'info depth 1 score cp 1 pv a1a1', 'bestmove a1a1');
        return true;
      },
    });
    const { code, message } = failure(await silent.ask(START));
    assert.deepEqual([code, message], ['failed', 'Plain 1.0 gives no value for e2e4']);
    const plain = stage({ knowsChess960: false });
    assert.equal(failure(await plain.ask(START, 'chess960')).message, 'Plain 1.0 does not support Chess960');
    assert.ok((await plain.good(START)).actions.length === 20);
  });

  it('may refuse a position and end, which is no fault of its own', async () => {
    const it = stage({
      go(asked, voice) {
        if (asked.fen !== FEW[0]) return false;
        voice.say('info string CRITICAL ERROR: Command `` failed. Reason: Invalid FEN. Too many kings.');
        return true;
      },
    });
    for (let i = 0; i < 5; i++)
      assert.deepEqual(failure(await it.ask(FEW[0])), {
        code: 'bad-position',
        message: 'Plain 1.0 refuses: Invalid FEN. Too many kings.',
      });
    assert.ok((await it.good(FEW[1])).actions.length > 0);
  });
});

describe('several sources as one', () => {
  it('answer by game', async () => {
    const it = stage();
    let disposed = 0;
    const stones: ValueSource = {
      label: 'solver',
      games: ['connect_four', 'chess'],
      values: () => Promise.resolve({ ok: true, value: { actions: [], outcome: undefined, kind: 'exact' } }),
      dispose() {
        disposed++;
        return Promise.resolve();
      },
    };
    const both = combineValueSources([it.source, stones]);
    assert.deepEqual(both.games, ['chess', 'chess960', 'connect_four']);
    const values = await both.values({ game: 'connect_four', state: '' }, never);
    assert.ok(values.ok && values.value.kind === 'exact');
    const chess = await both.values({ game: 'chess', state: START }, never);
    assert.ok(chess.ok && chess.value.kind === 'engine');
    assert.equal(failure(await both.values({ game: 'hex', state: '' }, never)).code, 'no-source');
    assert.equal(both.label, 'Plain 1.0, depth 8; solver');
    await both.dispose();
    assert.equal(disposed, 1);
    assert.equal(it.program.running, 0);
  });
});
