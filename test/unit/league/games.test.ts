import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { leagueOpenings } from '../../../src/core/league/opening-book.ts';
import { DrawRules, type GameRecord, playGame } from '../../../src/core/league/play-game.ts';
import { gameKey, makeSchedule } from '../../../src/core/league/schedule.ts';
import { type Choice, type LeaguePlayer, randomSeat, shallowSeat, type Turn } from '../../../src/core/league/seats.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { lacksMaterial } from '../../../src/core/mav/check/example-model.ts';
import { MAV_GAMES, type MavGameName } from '../../../src/core/mav/game-names.ts';
import { NEVER_ABORTED } from '../search/scripted-model.ts';

const player = (label: string, move: (turn: Turn) => Choice): LeaguePlayer => ({
  label,
  sit: () => ({ move: (turn) => Promise.resolve(move(turn)) }),
});
const RANDOM: LeaguePlayer = { label: 'random', sit: randomSeat };
/** Plays a list of actions, each when it is its turn. */
const scripted = (label: string, actions: readonly string[]): LeaguePlayer =>
  player(label, ({ actions: played }) => ({ kind: 'action', action: actions[played.length] ?? 'none', calls: 1 }));

async function play(
  game: MavGameName,
  players: readonly [LeaguePlayer, LeaguePlayer],
  { actions = [], maxPlies = 400, start }: { actions?: readonly string[]; maxPlies?: number; start?: string } = {},
): Promise<GameRecord> {
  const [opening] = leagueOpenings({ game, hexSize: 5, seed: 1, plies: 0 }, 1);
  assert.ok(opening);
  const scheduled = { opening: 0, first: players[0].label, second: players[1].label };
  const rules = { game, maxPlies, seed: 1 };
  const begun = { start: start ?? opening.start, actions };
  const record = await playGame(scheduled, begun, players, rules, NEVER_ABORTED);
  assert.ok(!('fault' in record), 'fault' in record ? record.fault : '');
  return record;
}

describe('the openings of a league', () => {
  it('are legal, different and go on, and more of them begin with the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MAV_GAMES), fc.nat(1000), fc.integer({ min: 1, max: 6 }), (game, seed, plies) => {
        const plan = { game, hexSize: 5, seed, plies };
        const openings = leagueOpenings(plan, 6);
        const { automaton } = knownGame(game);
        const keys = openings.map(({ start, actions }) => {
          const parsed = automaton.parse(start);
          assert.ok(parsed.ok);
          let state: unknown = parsed.value;
          for (const action of actions) {
            assert.ok(automaton.legal(state).includes(action));
            state = automaton.step(state, action);
          }
          assert.equal(automaton.outcome(state), undefined);
          assert.equal(actions.length, plies);
          return automaton.key(state);
        });
        assert.equal(new Set(keys).size, openings.length);
        assert.deepEqual(leagueOpenings(plan, 3), openings.slice(0, 3));
      }),
      { numRuns: 60 },
    );
  });

  it('are as many as there are where a game has fewer', () => {
    assert.equal(leagueOpenings({ game: 'connect_four', hexSize: 5, seed: 1, plies: 1 }, 50).length, 7);
    assert.equal(leagueOpenings({ game: 'chess', hexSize: 5, seed: 1, plies: 0 }, 50).length, 1);
  });
});

describe('the schedule of a league', () => {
  it('has every opening between every two players with both colors, opening after opening', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.nat(6), (count, openings) => {
        const players = Array.from({ length: count }, (_, i) => `p${i}`);
        const games = makeSchedule(players, openings);
        assert.equal(games.length, openings * count * (count - 1));
        assert.equal(new Set(games.map(gameKey)).size, games.length);
        for (const { opening, first, second } of games) {
          assert.notEqual(first, second);
          assert.ok(games.some((one) => one.opening === opening && one.first === second && one.second === first));
        }
        assert.deepEqual(
          games.map(({ opening }) => opening),
          games.map(({ opening }) => opening).sort((a, b) => a - b),
        );
        // a player has both sides equally often
        for (const one of players)
          assert.equal(
            games.filter(({ first }) => first === one).length,
            games.filter(({ second }) => second === one).length,
          );
      }),
    );
  });
});

describe('drawn pairings', () => {
  it('are so many pairs an opening with both colors, others from opening to opening, and all of them when there are fewer', () => {
    const players = ['a', 'b', 'c', 'd', 'e'];
    const games = makeSchedule(players, 200, { pairings: 3, seed: 7 });
    assert.equal(games.length, 200 * 3 * 2);
    const met = new Map<string, number>();
    for (const { opening, first, second } of games) {
      assert.ok(games.some((one) => one.opening === opening && one.first === second && one.second === first));
      met.set(first + second, (met.get(first + second) ?? 0) + 1);
    }
    // 60 times each is expected
    assert.equal(met.size, 20);
    for (const [pair, times] of met) assert.ok(times > 35 && times < 90, `${pair} ${times}`);
    assert.deepEqual(makeSchedule(players, 4, { pairings: 10, seed: 7 }), makeSchedule(players, 4));
    const more = new Set(makeSchedule(players, 200, { pairings: 5, seed: 7 }).map(gameKey));
    assert.ok(
      games.every((game) => more.has(gameKey(game))),
      'more pairings have the fewer among them',
    );
    assert.notDeepEqual(makeSchedule(players, 20, { pairings: 3, seed: 8 }), games.slice(0, 120));
  });
});

describe('a game of a league', () => {
  it('ends by the rules, with the actions behind its opening and what both sides were asked', async () => {
    const moves = ['x0', 'o1', 'x0', 'o1', 'x0', 'o1', 'x0'];
    const record = await play('connect_four', [scripted('a', moves), scripted('b', moves)], { actions: ['x0'] });
    assert.deepEqual(record, {
      opening: 0,
      first: 'a',
      second: 'b',
      result: '1-0',
      end: 'rules',
      actions: moves.slice(1),
      sides: [
        { answers: 3, calls: 3 },
        { answers: 3, calls: 3 },
      ],
    });
  });

  it('is lost by an illegal action, and by an answer that names none', async () => {
    const illegal = await play('chess', [RANDOM, player('b', () => ({ kind: 'action', action: 'e2e4', calls: 1 }))]);
    assert.deepEqual(
      [illegal.result, illegal.end, illegal.said, illegal.sides[1].answers],
      ['1-0', 'illegal', 'e2e4', 1],
    );
    const unreadable = player('a', () => ({ kind: 'unreadable', text: 'x'.repeat(5000), reason: 'no list', calls: 1 }));
    const { result, end, said = '' } = await play('hex', [unreadable, RANDOM]);
    assert.deepEqual([result, end], ['0-1', 'unreadable']);
    assert.ok(said.startsWith('no list: xxx') && said.length < 400);
  });

  it('is drawn by the third repetition, fifty moves, lack of material, and the limit of plies', async () => {
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const long = Array.from({ length: 20 }, () => shuffle).flat();
    const ended = async (start: string, actions: readonly string[], maxPlies = 400): Promise<[string, number]> => {
      const {
        result,
        end,
        actions: played,
      } = await play('chess', [scripted('a', actions), scripted('b', actions)], {
        start,
        maxPlies,
      });
      assert.equal(result, '1/2-1/2');
      return [end, played.length];
    };
    const usual = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    assert.deepEqual(await ended(usual, long), ['repetition', 8]);
    assert.deepEqual(await ended(usual, long, 5), ['ply-limit', 5]);
    assert.deepEqual(await ended(usual.replace('0 1', '98 80'), long), ['fifty-moves', 2]);
    assert.deepEqual(await ended('8/8/4k3/8/8/3p4/3K4/8 w - - 0 1', ['d2d3']), ['material', 1]);
    // mate goes before the fifty moves
    const mate = await play('chess', [scripted('a', ['a1a8']), RANDOM], {
      start: '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 90',
    });
    assert.deepEqual([mate.result, mate.end], ['1-0', 'rules']);
  });

  it('is no game where a player gives no answer', async () => {
    const gone = player('gone', () => ({ kind: 'fault', message: 'the server is down' }));
    const rules = { game: 'hex', maxPlies: 100, seed: 1 } as const;
    const [opening] = leagueOpenings({ game: 'hex', hexSize: 5, seed: 1, plies: 1 }, 1);
    assert.ok(opening);
    const scheduled = { opening: 0, first: 'random', second: 'gone' };
    const ended = await playGame(scheduled, opening, [RANDOM, gone], rules, NEVER_ABORTED);
    assert.deepEqual(ended, { fault: 'the server is down', player: 'gone', isFinal: false });
  });

  it('is the same for the same seed, and another for another', async () => {
    const opening = leagueOpenings({ game: 'connect_four', hexSize: 5, seed: 1, plies: 2 }, 1)[0];
    assert.ok(opening);
    const scheduled = { opening: 0, first: 'a', second: 'b' };
    const pair = [RANDOM, { label: 'b', sit: (seed: number) => shallowSeat(2, seed) }] as const;
    const of = (seed: number) =>
      playGame(scheduled, opening, pair, { game: 'connect_four', maxPlies: 99, seed }, NEVER_ABORTED);
    assert.deepEqual(await of(4), await of(4));
    assert.notDeepEqual(await of(4), await of(5));
  });
});

describe('draws of chess', () => {
  it('by material need two sides that can never mate', () => {
    const board = (placed: Readonly<Record<number, string>>): string =>
      Array.from({ length: 64 }, (_, i) => placed[i] ?? (i === 0 ? 'k' : i === 63 ? 'K' : '.')).join('');
    assert.equal(lacksMaterial(board({})), true);
    assert.equal(lacksMaterial(board({ 10: 'N' })), true);
    assert.equal(lacksMaterial(board({ 10: 'b' })), true);
    assert.equal(lacksMaterial(board({ 10: 'b', 12: 'B' })), true, 'bishops on one color');
    assert.equal(lacksMaterial(board({ 10: 'b', 11: 'B' })), false, 'bishops on both colors');
    assert.equal(lacksMaterial(board({ 10: 'N', 30: 'n' })), false);
    for (const piece of 'pPqQrR') assert.equal(lacksMaterial(board({ 20: piece })), false, piece);
  });

  it('are none in games of stones', () => {
    const rules = new DrawRules('hex');
    const [opening] = leagueOpenings({ game: 'hex', hexSize: 5, seed: 1, plies: 0 }, 1);
    const parsed = knownGame('hex').automaton.parse(opening?.start ?? '');
    assert.ok(parsed.ok);
    for (let i = 0; i < 5; i++) assert.equal(rules.drawnAt(parsed.value), undefined);
  });
});
