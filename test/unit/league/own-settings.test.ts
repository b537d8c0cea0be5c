import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { leagueCurves, leagueSvg } from '../../../src/core/league/curves.ts';
import { playerLabel, readPlayer, withOwn } from '../../../src/core/league/players.ts';
import { computeLeague, type LeagueRow } from '../../../src/core/league/standings.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import { leaguePlayer } from '../../../src/models/league-players.ts';
import { type Model, OFFLINE_CAPABILITIES, type TokenLogprob } from '../../../src/models/model.ts';
import { MAV_RAW } from '../../../src/models/prompts/templates.ts';
import { NEVER_ABORTED } from '../search/scripted-model.ts';

/** A value as a token: its bucket, with the chances of others in its place. */
const bucket = (written: number, chances: Readonly<Record<number, number>>): TokenLogprob => ({
  token: `<ctrl${written}>`,
  logprob: Math.log(chances[written] ?? 1e-9),
  top: Object.entries(chances).map(([other, chance]) => ({ token: `<ctrl${other}>`, logprob: Math.log(chance) })),
});
const word = (token: string): TokenLogprob => ({ token, logprob: 0, top: [] });

/** Written: x1 is best. Likeliest buckets: x2. Expectation: x3. */
const ANSWER: readonly TokenLogprob[] = [
  word('[%top_all x1'),
  word(':'),
  bucket(60, {
    60: 0.3,
    1: 0.4,
    2: 0.3,
  }),
  word(' x2'),
  word(':'),
  bucket(20, {
    20: 0.1,
    50: 0.5,
    1: 0.4,
  }),
  word(' x3'),
  word(':'),
  bucket(40, {
    40: 0.5,
    45: 0.3,
    44: 0.2,
  }),
  word(']\n[%best_action x1]\n'),
];

const MODEL: Model = {
  label: 'test:model',
  capabilities: () => Promise.resolve({ ok: true, value: { ...OFFLINE_CAPABILITIES, topLogprobs: 20 } }),
  complete: ({ settings }) =>
    Promise.resolve({
      ok: true,
      value: {
        text: ANSWER.map(({ token }) => token).join(''),
        finishReason: 'stop',
        usage: { inputTokens: 100, outputTokens: 11 },
        ...((settings.topLogprobs ?? 0) > 0 && { logprobs: ANSWER }),
      },
    }),
};

const choose = (player: string, scoring: 'written' | 'max' | 'mean' = 'written') => {
  const method = readPlayer(player);
  assert.ok(method.ok, method.ok ? '' : method.error);
  const made = leaguePlayer(method.value, {
    game: 'connect_four',
    clock: systemClock,
    search: DEFAULT_SEARCH,
    asking: {
      scoring,
      fallback: 'stop',
      topLogprobs: 20,
      form: 'state',
      dialect: PUBLISHED_DIALECT,
      template: MAV_RAW,
      settings: {},
    },
    isReused: true,
    openModel: () => ({ ok: true, value: MODEL }),
    openValues: () => assert.fail('no values'),
    playEngine: () => ({ ok: false, error: 'no engine' }),
  });
  assert.ok(made.ok);
  const { automaton } = knownGame('connect_four');
  const state = EMPTY_CONNECT_FOUR;
  const text = automaton.print(state);
  return made.value.sit(1).move({ game: 'connect_four', state, start: text, text, actions: [] }, NEVER_ABORTED);
};

describe('settings of one player', () => {
  it('are read as they are printed, in one order, and refused with what they may be', () => {
    const label = (text: string): string => {
      const read = readPlayer(text);
      return read.ok ? playerLabel(read.value) : read.error;
    };
    assert.equal(label('a:b/search:8,exploration=2.0,scoring=mean'), 'a:b/search:8,scoring=mean,exploration=2');
    assert.equal(label('a:b/raw,scoring=max'), 'a:b/raw,scoring=max');
    assert.equal(label('rollouts:9,exploration=0.5'), 'rollouts:9,exploration=0.5');
    assert.match(label('a:b/raw,exploration=2'), /NAME is one of scoring, fallback, top-logprobs, form; found "expl/);
    assert.match(label('rollouts:9,scoring=max'), /NAME is one of exploration/);
    assert.match(label('a:b/search:8,scoring=best'), /scoring must be written, or max, or mean/);
    assert.match(label('a:b/search:8,k=2,k=3'), /k is set twice/);
    assert.match(label('a:b/internal:3x1,k=2'), /an internal search has no settings/);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.constantFrom('written', 'max', 'mean'), (c, scoring) => {
        const text = `a:b/search:3:model,scoring=${scoring},exploration=${c}`;
        assert.equal(label(text), text);
      }),
    );
  });

  it('replace those of the league, and nothing else', () => {
    const method = readPlayer('a:b/search:8,scoring=mean,exploration=2');
    assert.ok(method.ok && method.value.kind === 'search');
    assert.deepEqual(withOwn({ ...DEFAULT_SEARCH }, method.value.own), { ...DEFAULT_SEARCH, exploration: 2 });
    assert.deepEqual(withOwn({ scoring: 'written', form: 'state' }, method.value.own), {
      scoring: 'mean',
      form: 'state',
    });
  });

  it('decide the raw action: written, the likeliest bucket, or the expectation', async () => {
    for (const [player, scoring, action] of [
      ['test:model/raw', 'written', 'x1'],
      ['test:model/raw', 'max', 'x2'],
      ['test:model/raw', 'mean', 'x3'],
      ['test:model/raw,scoring=mean', 'max', 'x3'],
      ['test:model/search:0,scoring=max', 'written', 'x2'],
      ['test:model/raw,scoring=written', 'mean', 'x1'],
    ] as const) {
      const choice = await choose(player, scoring);
      assert.deepEqual(choice, { kind: 'action', action, calls: 1, tokens: 111 }, player);
    }
  });
});

describe('tokens a move', () => {
  const players = ['a:b/raw', 'a:b/search:4', 'a:b/internal:2x1', 'random'];
  const tokensOf = (player: string, opening: number): { readonly tokens?: number } =>
    player === 'random' || (player === 'a:b/internal:2x1' && opening === 3)
      ? {}
      : { tokens: 10 * [100, 450, 900][players.indexOf(player)] };
  const header = {
    game: 'connect_four' as const,
    hexSize: 0,
    seed: 1,
    openings: 12,
    openingPlies: 4,
    maxPlies: 99,
    pairings: 0,
    players,
    settings: {},
  };
  const records = (hasGap: boolean) =>
    Array.from({ length: 12 }, (_, opening) =>
      players.flatMap((first) =>
        players
          .filter((second) => second !== first)
          .map((second) => {
            const side = (player: string) => ({ answers: 10, calls: 10, ...tokensOf(player, hasGap ? opening : 0) });
            const isWon = (opening % 4 === 0) === players.indexOf(first) > players.indexOf(second);
            const result = isWon ? ('1-0' as const) : ('0-1' as const);
            return {
              opening,
              first,
              second,
              result,
              end: 'rules' as const,
              actions: [],
              sides: [side(first), side(second)] as const,
            };
          }),
      ),
    ).flat();
  const row = (rows: readonly LeagueRow[], player: string) => rows.find((one) => one.player === player);

  it('are means over all moves, and unknown where those of a game are', () => {
    const { rows } = computeLeague(header, records(true));
    assert.deepEqual(
      players.map((player) => row(rows, player)?.tokensPerMove),
      [100, 450, null, null],
    );
  });

  it('are an axis of the curves, on which a model has a line for each kind of search', () => {
    const league = computeLeague(header, records(false));
    const tokens = leagueCurves(league).find(({ title }) => title === 'Tokens.');
    assert.ok(tokens);
    assert.deepEqual(tokens.chart.categories, ['100', '450', '900']);
    assert.deepEqual(
      tokens.chart.lines.map(({ name, points }) => [name, points.map((point) => point !== undefined)]),
      [
        ['a:b', [true, true, false]],
        ['a:b, internal search', [true, false, true]],
      ],
    );
    const [first, middle, last] = tokens.chart.places ?? [];
    assert.deepEqual([first, last], [0, 1]);
    assert.ok(Math.abs((middle ?? 0) - Math.log(4.5) / Math.log(9)) < 1e-9);
    assert.match(leagueSvg(league) ?? '', />tokens a move</);
  });
});
