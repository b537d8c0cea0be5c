import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { fingerprint } from '../../../src/core/base/text/hash.ts';
import { type PlayerMethod, playerLabel } from '../../../src/core/league/players.ts';
import {
  type Choice,
  internalPrompt,
  type LeaguePlayer,
  readTraceDecision,
  searchSeat,
  type Turn,
} from '../../../src/core/league/seats.ts';
import { randomLine } from '../../../src/core/mav/author/game-line.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { MAV_GAMES, type MavGameName } from '../../../src/core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../../src/core/mav/values.ts';
import { referenceTrace } from '../../../src/core/search/reference-trace.ts';
import { rolloutModel } from '../../../src/core/search/rule-models.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import { leaguePlayer } from '../../../src/models/league-players.ts';
import { type Model, OFFLINE_CAPABILITIES } from '../../../src/models/model.ts';
import { MAV_RAW } from '../../../src/models/prompts/templates.ts';
import { REFERENCE } from '../../../src/models/sources/reference.ts';
import { NEVER_ABORTED } from '../search/scripted-model.ts';

/** Values that differ from position to position, and are the same each time. */
const VALUES: ValueSource = {
  label: 'a hash',
  games: MAV_GAMES,
  values: ({ game, state }) => {
    const { automaton } = knownGame(game);
    const parsed = automaton.parse(state);
    assert.ok(parsed.ok);
    const win = (action: string): number => Number.parseInt(fingerprint(state + action).slice(0, 6), 16) / 0x1000000;
    const actions = automaton.legal(parsed.value).map((action) => ({ action, win: win(action) }));
    actions.sort((a, b) => b.win - a.win);
    return Promise.resolve({ ok: true, value: { actions, outcome: undefined, kind: 'exact' } });
  },
  dispose: () => Promise.resolve(),
};

function turnOf(game: MavGameName, seed = 5, most = 6): Turn {
  const { states, actions } = randomLine(game, seeded(seed), { hexSize: 4, most });
  const state = states.at(-1);
  const { automaton } = knownGame(game);
  return { game, state, start: automaton.print(states[0]), text: automaton.print(state), actions };
}

/** A model that says the same to everything. */
const saying = (text: string): Model => ({
  label: 'test:model',
  capabilities: () => Promise.resolve({ ok: true, value: OFFLINE_CAPABILITIES }),
  complete: () => Promise.resolve({ ok: true, value: { text, finishReason: 'stop' } }),
});

const reference = (): Model => {
  const opened = REFERENCE.open('rules', { values: () => VALUES });
  assert.ok(opened.ok);
  return opened.value;
};

function playerOf(method: PlayerMethod, game: MavGameName, model: Model = reference(), isReused = true): LeaguePlayer {
  const made = leaguePlayer(method, {
    game,
    clock: systemClock,
    search: DEFAULT_SEARCH,
    asking: {
      scoring: 'written',
      fallback: 'stop',
      topLogprobs: 20,
      form: 'state',
      dialect: PUBLISHED_DIALECT,
      template: MAV_RAW,
      settings: {},
    },
    isReused,
    openModel: () => ({ ok: true, value: model }),
    openValues: () => VALUES,
    playEngine: () => ({ ok: false, error: 'no engine' }),
  });
  assert.ok(made.ok, made.ok ? '' : made.error);
  assert.equal(made.value.label, playerLabel(method));
  return made.value;
}

const played = (method: PlayerMethod, turn: Turn, model?: Model): Promise<Choice> =>
  playerOf(method, turn.game, model).sit(1).move(turn, NEVER_ABORTED);

const MODEL = 'test:model';

describe('players that ask a model', () => {
  it('play its best action raw, in every game', async () => {
    for (const game of MAV_GAMES) {
      const turn = turnOf(game);
      const values = await VALUES.values({ game, state: turn.text }, NEVER_ABORTED);
      assert.ok(values.ok);
      const choice = await played({ kind: 'raw', model: MODEL }, turn);
      assert.deepEqual(choice, { kind: 'action', action: values.value.actions[0]?.action, calls: 1 }, game);
      assert.deepEqual(await played({ kind: 'reference', depth: undefined }, turn), choice);
    }
  });

  it('play what its internal search decides, which is that of the reference trace', async () => {
    for (const game of MAV_GAMES) {
      const turn = turnOf(game);
      const shape = { breadth: 2, depth: 2, form: 'state', dialect: PUBLISHED_DIALECT } as const;
      const trace = await referenceTrace({ game, state: turn.text, source: VALUES, ...shape }, NEVER_ABORTED);
      assert.ok(trace.ok);
      const choice = await played({ kind: 'internal', model: MODEL, breadth: 2, depth: 2 }, turn);
      assert.deepEqual(choice, { kind: 'action', action: trace.value.playing, calls: 1 }, game);
    }
  });

  it('search with one request for the root and one a simulation', async () => {
    const turn = turnOf('connect_four');
    for (const world of ['rules', 'model'] as const) {
      const choice = await played({ kind: 'search', model: MODEL, simulations: 12, world }, turn);
      assert.equal(choice.kind, 'action');
      assert.ok(choice.kind === 'action' && choice.calls > 6 && choice.calls <= 13);
    }
  });

  it('play an illegal best action as it stands, raw; under the rules a search has legal ones alone', async () => {
    const turn = turnOf('connect_four', 1, 0);
    const answer = '[%top_all o3:<ctrl60> x2:<ctrl10>]\n[%best_action o3]\n';
    assert.deepEqual(await played({ kind: 'raw', model: MODEL }, turn, saying(answer)), {
      kind: 'action',
      action: 'o3',
      calls: 1,
    });
    const searched = await played(
      { kind: 'search', model: MODEL, simulations: 0, world: 'rules' },
      turn,
      saying(answer),
    );
    assert.ok(searched.kind === 'action' && searched.action.startsWith('x'));
  });

  it('have unreadable answers where the format is broken, and where the game is said to be over', async () => {
    const turn = turnOf('connect_four', 1, 0);
    for (const method of [
      { kind: 'raw', model: MODEL },
      { kind: 'search', model: MODEL, simulations: 4, world: 'rules' },
      { kind: 'search', model: MODEL, simulations: 4, world: 'model' },
      { kind: 'internal', model: MODEL, breadth: 2, depth: 1 },
    ] as const) {
      const choice = await played(method, turn, saying('I would rather not'));
      assert.equal(choice.kind, 'unreadable', playerLabel(method));
      assert.ok(choice.kind === 'unreadable' && choice.reason !== '' && choice.calls === 1);
    }
    const over = await played(
      { kind: 'raw', model: MODEL },
      turn,
      saying('[%top_all invalid : "1-0"]\n[%best_action invalid]\n'),
    );
    assert.ok(over.kind === 'unreadable' && over.reason.includes('1-0'), JSON.stringify(over));
  });

  it('have an unreadable answer where the model writes nothing', async () => {
    const choice = await played({ kind: 'raw', model: MODEL }, turnOf('hex'), saying(''));
    assert.deepEqual(choice, { kind: 'unreadable', text: '', reason: 'no list of actions', calls: 1 });
  });

  it('have no answer where the model fails: that is a fault, not a lost game', async () => {
    const gone: Model = {
      ...saying(''),
      complete: () =>
        Promise.resolve({ ok: false, error: { code: 'unavailable', message: 'the server is down', retryable: false } }),
    };
    for (const method of [
      { kind: 'raw', model: MODEL },
      { kind: 'search', model: MODEL, simulations: 4, world: 'rules' },
      { kind: 'internal', model: MODEL, breadth: 2, depth: 1 },
    ] as const)
      assert.deepEqual(await played(method, turnOf('hex'), gone), { kind: 'fault', message: 'the server is down' });
  });

  it('are none where the method does not fit the game', () => {
    const made = leaguePlayer({ kind: 'reference', depth: 3 }, {
      game: 'hex',
      openValues: () => VALUES,
      playEngine: () => ({ ok: false, error: 'no engine' }),
    } as unknown as Parameters<typeof leaguePlayer>[1]);
    assert.ok(!made.ok && made.error.includes('no player of Hex'));
  });
});

describe('a decision of an internal search', () => {
  it('is the action that it says it plays, else the one that its root selects', () => {
    const turn = turnOf('connect_four', 1, 0);
    const prompt = internalPrompt(turn, { breadth: 2, depth: 1, form: 'state', dialect: PUBLISHED_DIALECT });
    assert.match(prompt, /^Minimax breadth=2 depth=1\nEvaluation for node: <root>\n<mav game=connect_four>/);
    const list = '[%top_all x3:<ctrl40> x2:<ctrl30>]\n[%best_action x3]\n';
    const decided = `${list}Decision for node: <root>\nx3 : "<ctrl20>"\nx2 : "<ctrl35>"\nSelecting: x2 : "<ctrl35>"\n`;
    const of = (answer: string) => readTraceDecision(turn, prompt, answer, PUBLISHED_DIALECT);
    assert.deepEqual(of(`${decided}Playing x3!\n`), { action: 'x3' });
    assert.deepEqual(of(decided), { action: 'x2' });
    assert.deepEqual(of(list), { reason: 'the trace ends without a decision' });
  });
});

describe('a searching seat', () => {
  it('keeps its tree from move to move when it is told to: fewer requests, as many visits', async () => {
    const game = 'connect_four';
    const { automaton } = knownGame(game);
    const callsOf = async (isReused: boolean): Promise<number[]> => {
      const model = rolloutModel({ rollouts: 1, seed: 3, longest: 100 });
      const seat = searchSeat({
        model,
        settings: { ...DEFAULT_SEARCH, simulations: 80 },
        clock: systemClock,
        isReused,
      });
      let turn = turnOf(game, 1, 0);
      const calls: number[] = [];
      for (let i = 0; i < 4; i++) {
        const choice = await seat.move(turn, NEVER_ABORTED);
        assert.ok(choice.kind === 'action');
        calls.push(choice.calls);
        // the opponent answers in the middle
        const own = automaton.step(turn.state, choice.action);
        const reply = automaton.legal(own)[3];
        const state = automaton.step(own, reply);
        turn = { ...turn, state, text: automaton.print(state), actions: [...turn.actions, choice.action, reply] };
      }
      return calls;
    };
    const [kept, fresh] = [await callsOf(true), await callsOf(false)];
    assert.deepEqual(
      fresh.map((calls) => calls > 60),
      [true, true, true, true],
    );
    assert.equal(kept[0], fresh[0]);
    assert.ok(
      kept.slice(1).every((calls, i) => calls < (fresh[i + 1] ?? 0)),
      `${kept.join()} against ${fresh.join()}`,
    );
  });
});
