import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Outcome } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { leagueCurves, leagueSvg } from '../../../src/core/league/curves.ts';
import { leagueHtml, leagueJson, leagueMarkdown } from '../../../src/core/league/league-exports.ts';
import {
  differingOption,
  gameLine,
  type LeagueHeader,
  leagueHeaderLine,
  readLeague,
} from '../../../src/core/league/league-file.ts';
import type { GameRecord } from '../../../src/core/league/play-game.ts';
import { makeSchedule } from '../../../src/core/league/schedule.ts';
import { computeLeague } from '../../../src/core/league/standings.ts';
import { expectedShare, uniform } from './simulated.ts';

const PLAYERS = ['m:a/raw', 'm:a/search:10', 'm:a/search:100', 'm:a/internal:3x1', 'rollouts:50', 'random'];
const STRENGTHS = [0, 80, 220, 90, -60, -300];

const headerOf = (openings: number, players: readonly string[] = PLAYERS): LeagueHeader => ({
  game: 'connect_four',
  hexSize: 0,
  seed: 3,
  openings,
  openingPlies: 4,
  maxPlies: 100,
  pairings: 0,
  players: [...players],
  settings: { form: 'state', reuse: true },
});

/** Games that were drawn by chance between players of known strengths. */
function gamesOf(openings: number, seed = 1): GameRecord[] {
  const random = seeded(seed);
  return makeSchedule(PLAYERS, openings).map((game): GameRecord => {
    const share = expectedShare(
      STRENGTHS[PLAYERS.indexOf(game.first)] ?? 0,
      STRENGTHS[PLAYERS.indexOf(game.second)] ?? 0,
    );
    const chance = uniform(random);
    const result: Outcome = chance < 0.1 ? '1/2-1/2' : chance < 0.1 + 0.9 * share ? '1-0' : '0-1';
    const side = { answers: 10, calls: 25 };
    return { ...game, result, end: 'rules', actions: [], sides: [side, side] };
  });
}

describe('the table of a league', () => {
  it('adds up: points, games, answers, and the games between every two players', () => {
    const records = gamesOf(15);
    const league = computeLeague(headerOf(15), records);
    assert.deepEqual([league.games, league.scheduled, league.unpaired], [450, 450, 0]);
    for (const { games, wins, draws, losses, share, answers, callsPerMove } of league.rows) {
      assert.equal(games, 150);
      assert.equal(wins + draws + losses, games);
      assert.equal(share, (wins + draws / 2) / games);
      assert.deepEqual([answers, callsPerMove], [1500, 2.5]);
    }
    assert.equal(
      league.rows.reduce((sum, { wins }) => sum + wins, 0),
      league.rows.reduce((sum, { losses }) => sum + losses, 0),
    );
    assert.equal(league.pairs.length, 15);
    for (const { openings, wins, draws, losses } of league.pairs)
      assert.deepEqual([openings, wins + draws + losses], [15, 30]);
    const elos = league.rows.map(({ elo }) => elo ?? Number.NaN);
    assert.deepEqual(
      elos,
      [...elos].sort((a, b) => b - a),
    );
    assert.ok(Math.abs(elos.reduce((sum, one) => sum + one, 0)) < 1e-6, 'the mean is 0');
    assert.equal(league.rows[0]?.player, 'm:a/search:100');
    assert.equal(league.rows.at(-1)?.player, 'random');
  });

  it('is the same whatever the order of the games, and whichever comes twice', () => {
    const records = gamesOf(12);
    const table = JSON.stringify(computeLeague(headerOf(12), records));
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (order) => {
        assert.equal(JSON.stringify(computeLeague(headerOf(12), order)), table);
      }),
      { numRuns: 10 },
    );
  });

  it('leaves out games without the one with swapped sides, and says how many', () => {
    const records = gamesOf(12);
    const league = computeLeague(headerOf(12), records.slice(0, 101));
    assert.deepEqual([league.games, league.unpaired], [100, 1]);
    assert.match(leagueMarkdown(league), /1 game without the one with swapped colors is left out/);
    // of other players and openings
    assert.equal(computeLeague(headerOf(5, PLAYERS.slice(0, 2)), records).games, 10);
  });

  it('counts answers that are no legal action for the side that gave them', () => {
    const records = gamesOf(12).map((record): GameRecord => {
      if (record.first === 'random') return { ...record, result: '0-1', end: 'illegal' };
      return record.second === 'random' ? { ...record, result: '1-0', end: 'unreadable' } : record;
    });
    const { rows, ends } = computeLeague(headerOf(12), records);
    const random = rows.find(({ player }) => player === 'random');
    assert.deepEqual([random?.illegal, random?.unreadable, random?.standing], [60, 60, 'below']);
    assert.ok(rows.every(({ player, illegal, unreadable }) => player === 'random' || illegal + unreadable === 0));
    assert.deepEqual([ends.illegal, ends.unreadable], [60, 60]);
    assert.match(leagueMarkdown(computeLeague(headerOf(12), records)), /90\.00 % of 1,200/);
  });

  it('may be measured from a player', () => {
    const league = computeLeague(headerOf(12), gamesOf(12), [{ player: 'random', elo: 500 }]);
    const random = league.rows.find(({ player }) => player === 'random');
    assert.deepEqual([random?.elo, random?.none], [500, 'anchor']);
    assert.match(leagueMarkdown(league), /random is set to 500\./);
  });

  it('has no intervals with fewer than ten openings, and says so', () => {
    const league = computeLeague(headerOf(9), gamesOf(9));
    assert.ok(league.rows.every(({ low, high }) => low === null && high === null));
    assert.ok(league.pairs.every(({ low, high }) => low === null && high === null));
    assert.match(leagueMarkdown(league), /none: fewer than 10 openings/);
    assert.ok(computeLeague(headerOf(10), gamesOf(10)).rows.every(({ low, high }) => low !== null && high !== null));
  });
});

describe('the file of a league', () => {
  it('is read as it was written, without the line that was cut off', () => {
    const header = headerOf(2);
    const records = gamesOf(2);
    const text = leagueHeaderLine(header) + records.map(gameLine).join('');
    const whole = readLeague(text);
    assert.deepEqual(whole, { ok: true, value: { header, games: records, damaged: 0, foreign: 0 } });
    const cut = readLeague(text.slice(0, -20));
    assert.ok(cut.ok);
    assert.deepEqual([cut.value.games.length, cut.value.damaged], [records.length - 1, 1]);
    const twice = readLeague(text + gameLine({ ...records[0], result: '0-1' }));
    assert.ok(twice.ok);
    assert.deepEqual(twice.value.games, records, 'the first record of a game counts');
  });

  it('keeps its anchors, also the one of a file of version 1, and counts games of players and openings that it does not have', () => {
    const anchor = { player: 'random', elo: 500 };
    const header = { ...headerOf(2), anchors: [anchor] };
    const { anchors: _, ...rest } = header;
    const old = readLeague(leagueHeaderLine({ ...rest, anchor } as LeagueHeader));
    assert.deepEqual(old.ok && old.value.header, header);
    const [game] = gamesOf(2);
    assert.ok(game);
    const strange = [
      { ...game, opening: 2 },
      { ...game, second: 'nobody' },
      { ...game, first: 'nobody' },
    ];
    const read = readLeague(leagueHeaderLine(header) + [...gamesOf(2), ...strange].map(gameLine).join(''));
    assert.ok(read.ok);
    assert.deepEqual([read.value.header, read.value.foreign, read.value.damaged], [header, 3, 0]);
    assert.deepEqual(read.value.games, gamesOf(2));
    const anchored = computeLeague(headerOf(2), gamesOf(2), [anchor]);
    assert.deepEqual(computeLeague(read.value.header, read.value.games), { ...anchored, header });
  });

  it('of an older version has all pairings', () => {
    const read = readLeague(leagueHeaderLine(headerOf(1)).replace('"pairings":0,', ''));
    assert.ok(read.ok);
    assert.equal(read.value.header.pairings, 0);
  });

  it('is refused where it is another or a newer one', () => {
    const refusal = (text: string): string => {
      const read = readLeague(text);
      return read.ok ? '' : read.error;
    };
    const line = leagueHeaderLine(headerOf(1));
    assert.match(refusal(''), /not the file of a league/);
    assert.match(refusal(line.replace('statelens-league', 'statelens-mcts')), /not the file of a league/);
    assert.match(refusal(line.replace('"version":2', '"version":3')), /a newer StateLens wrote it \(version 3/);
    assert.match(refusal(line.replace('"seed":3', '"seed":"x"')), /its header is damaged: seed/);
  });

  it('may get more players and openings, and nothing else', () => {
    const stored = headerOf(5);
    assert.equal(differingOption(stored, { ...headerOf(9), players: ['random', 'reference'] }), undefined);
    assert.equal(differingOption(stored, { ...stored, seed: 4 })?.option, 'seed');
    const settings = { ...stored.settings, form: 'FEN' };
    assert.deepEqual(differingOption(stored, { ...stored, settings }), {
      option: 'form',
      stored: 'state',
      wanted: 'FEN',
    });
    assert.equal(differingOption(stored, { ...stored, settings: { ...stored.settings, depth: 3 } })?.stored, 'unset');
  });
});

describe('curves of Elo against budget', () => {
  const league = computeLeague(headerOf(20), gamesOf(20));

  it('begin with the raw action, one line a model and method, as far as there are two points', () => {
    const curves = leagueCurves(league);
    assert.deepEqual(
      curves.map(({ title, chart }) => [title, chart.categories, chart.lines.map(({ name }) => name)]),
      [
        ['External search.', ['0', '10', '100'], ['m:a']],
        ['Internal search.', ['raw', '3×1'], ['m:a']],
      ],
    );
    const [line] = curves[0]?.chart.lines ?? [];
    const eloOf = (player: string) => league.rows.find((row) => row.player === player)?.elo;
    assert.deepEqual(
      line?.points.map((point) => point?.value),
      [eloOf('m:a/raw'), eloOf('m:a/search:10'), eloOf('m:a/search:100')],
    );
    assert.deepEqual(leagueCurves(computeLeague(headerOf(20, ['random', 'rollouts:50']), gamesOf(20))), []);
  });

  it('are drawn with their intervals, and said in words beside', () => {
    const svg = leagueSvg(league) ?? '';
    const row = league.rows.find(({ player }) => player === 'm:a/search:100');
    assert.ok(row?.elo !== undefined && row.elo !== null && row.low !== null && row.high !== null);
    const numbers = `100: ${Math.round(row.elo)} (${Math.round(row.low)} to ${Math.round(row.high)})`.replaceAll(
      '-',
      '−',
    );
    for (const text of [svg, leagueHtml(league, 'test'), leagueMarkdown(league).replaceAll('\\', '')])
      assert.ok(text.includes(numbers), numbers);
    assert.equal(svg.match(/class="whisker"/g)?.length, 2);
    assert.ok(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'));
    assert.equal(svg.includes('<script'), false);
  });
});

describe('exports of a league', () => {
  it('as a page load and run nothing, whatever players are called', () => {
    const players = ['x:<script>alert(1)</script>/raw', 'random'];
    const games = gamesOf(12)
      .filter(({ first, second }) => [first, second].every((one) => one === 'random' || one === 'rollouts:50'))
      .map((game) => {
        const renamed = (one: string): string => (one === 'random' ? one : players[0]);
        return { ...game, first: renamed(game.first), second: renamed(game.second) };
      });
    const league = computeLeague(headerOf(12, players), games);
    assert.equal(league.games, 24);
    const html = leagueHtml(league, 'statelens 1');
    assert.match(
      html,
      /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/,
    );
    assert.equal(html.includes('<script'), false);
    assert.match(html, /x:&#60;script/);
    assert.doesNotMatch(html, /\b(?:src|href)=/);
    assert.doesNotMatch(leagueMarkdown(league), /(?<!\\)</);
  });

  it('as JSON have numbers for all that the tables say, and words for ends that are infinite', () => {
    const games = gamesOf(12).map(
      (game): GameRecord =>
        game.first === 'random' || game.second === 'random'
          ? { ...game, result: game.first === 'random' ? '0-1' : '1-0' }
          : game,
    );
    const once = games.findIndex(({ first, second }) => first === 'random' && second === 'rollouts:50');
    games[once] = { ...games[once], result: '1-0' };
    const json = JSON.parse(JSON.stringify(leagueJson(computeLeague(headerOf(12), games)))) as Record<string, unknown>;
    assert.deepEqual([json['schema'], json['kind'], json['games']], [2, 'league', 360]);
    const ratings = json['ratings'] as { player: string; elo: number; low: unknown; high: unknown }[];
    const random = ratings.find(({ player }) => player === 'random');
    assert.equal(random?.low, '-unbounded');
    assert.equal(typeof random?.high, 'number');
  });
});
