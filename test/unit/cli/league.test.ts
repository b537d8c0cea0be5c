import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gameLine, readLeague, type StoredLeague } from '../../../src/core/league/league-file.ts';
import { leagueOpenings } from '../../../src/core/league/opening-book.ts';
import { type GameRecord, replaysAsStored } from '../../../src/core/league/play-game.ts';
import { cli, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const LADDER = ['--player', 'random', '--player', 'rollouts:8', '--player', 'reference:2'];
const SMALL = ['league', ...LADDER, '--openings', '10', '--seed', '4'];

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  try {
    await use(folder);
  } finally {
    remove();
  }
}

const stored = (file: string): StoredLeague => {
  const read = readLeague(fs.readFileSync(file, 'utf8'));
  assert.ok(read.ok, read.ok ? '' : read.error);
  return read.value;
};

interface Json {
  readonly games: number;
  readonly scheduled: number;
  readonly ratings: readonly {
    readonly player: string;
    readonly elo: number | null;
    readonly low: number | string | null;
    readonly illegal: number;
    readonly unreadable: number;
    readonly answers: number;
    readonly callsPerMove: number;
  }[];
}

describe('statelens league', () => {
  itLong('prints a table with intervals, and the same one for the same seed', async () => {
    const [first, again, other] = [
      await cli(SMALL),
      await cli([...SMALL, '--concurrency', '3']),
      await cli([...SMALL.slice(0, -1), '5']),
    ];
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^Connect Four, 10 openings of 4 random plies \(seed 4\), 3 players, 60 games\n/);
    assert.match(first.stdout, /\nreference:2 +\d+ +−?\d+ to −?\d+ +40 /);
    assert.match(first.stdout, /\nGames ended: 60 by the rules\.\n/);
    assert.equal(again.stdout, first.stdout);
    assert.notEqual(other.stdout, first.stdout);
  });

  itLong(
    'continues its file after it was cut off anywhere, to the table of a league that was never stopped',
    async () => {
      await inFolder(async (folder) => {
        const file = path.join(folder, 'four.league.jsonl');
        const whole = await cli([...SMALL, '--out', file, '--json']);
        assert.equal(whole.status, 0, whole.stderr);
        const text = fs.readFileSync(file, 'utf8');
        const games = stored(file).games.map(gameLine).sort();
        assert.equal(games.length, 60);
        const header = text.indexOf('\n') + 1;
        for (const share of [0, 0.001, 0.3, 0.77, 0.999]) {
          fs.writeFileSync(file, text.slice(0, header + Math.floor(share * (text.length - header))));
          const continued = await cli([...SMALL, '--out', file, '--json']);
          assert.equal(continued.status, 0, continued.stderr);
          assert.equal(continued.stdout, whole.stdout, `cut at ${share}`);
          assert.deepEqual(stored(file).games.map(gameLine).sort(), games);
        }
        // by the options of the file
        fs.writeFileSync(file, text.slice(0, text.length / 2));
        const resumed = await cli(['league', '--resume', file, '--json']);
        assert.equal(resumed.stdout, whole.stdout, resumed.stderr);
      });
    },
  );

  it('may be continued with more players and openings, and with no other option', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'four.league.jsonl');
      const begun = ['league', '--player', 'random', '--player', 'reference:1', '--seed', '2', '--out', file];
      assert.equal((await cli([...begun, '--openings', '3'])).status, 0);
      const more = await cli(['league', '--resume', file, '--openings', '5', '--player', 'reference:2', '--json']);
      assert.equal(more.status, 0, more.stderr);
      assert.equal((JSON.parse(more.stdout) as Json).games, 30);
      const fresh = await cli([...begun.slice(0, -2), '--openings', '5', '--player', 'reference:2', '--json']);
      assert.equal(more.stdout, fresh.stdout);
      const drawn = await cli(['league', '--resume', file, '--pairings', '2', '--openings', '9', '--json']);
      assert.equal((JSON.parse(drawn.stdout) as Json).games, 36, drawn.stderr);
      assert.match((await cli(['league', '--resume', file])).stdout, /, 3 players, 2 pairings an opening, 36 games\n/);
      await cli(['league', '--resume', file, '--pairings', '0', '--openings', '5']);
      const { header } = stored(file);
      assert.deepEqual([header.openings, header.players], [9, ['random', 'reference:1', 'reference:2']]);
      const refused = await cli(['league', '--resume', file, '--seed', '3']);
      assert.equal(refused.status, 2);
      assert.match(refused.stderr, /cannot be continued: it was played with --seed 2, not 3; use another --out/);
      const searched = await cli(['league', '--resume', file, '-c', '3']);
      assert.match(searched.stderr, /it was played with --exploration 1\.5, not 3/);
    });
  });

  it('has the same table when it is continued, by its anchor, which another may replace', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'four.league.jsonl');
      const begun = ['league', '--player', 'random', '--player', 'reference:1', '--openings', '3', '--json'];
      const whole = await cli([...begun, '--anchor', 'random=250', '--out', file]);
      assert.equal(whole.status, 0, whole.stderr);
      const resume = ['league', '--resume', file, '--json'];
      assert.equal((await cli(resume)).stdout, whole.stdout);
      const other = await cli([...resume, '--anchor', 'reference:1']);
      assert.deepEqual(stored(file).header.anchors, [{ player: 'reference:1', elo: 0 }]);
      assert.equal((await cli(resume)).stdout, other.stdout);
      assert.notEqual(other.stdout, whole.stdout);
    });
  });

  it('plays games again whose line does not fit their actions', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'four.league.jsonl');
      const begun = ['league', '--player', 'random', '--player', 'reference:1', '--openings', '2', '--out', file];
      const whole = await cli([...begun, '--json']);
      const [head = '', ...lines] = fs.readFileSync(file, 'utf8').trim().split('\n');
      for (const [name, changed] of Object.entries<(game: GameRecord) => object>({
        result: ({ result }) => ({ result: result === '1-0' ? '0-1' : '1-0' }),
        'an action': ({ actions }) => ({ actions: ['x9', ...actions.slice(1)] }),
        'too few actions': ({ actions }) => ({ actions: actions.slice(0, -1) }),
        'too many': ({ actions }) => ({ actions: [...actions, 'x0'] }),
        end: () => ({ end: 'unreadable' }),
        answers: ({ sides }) => ({ sides: [{ ...sides[0], answers: 99 }, sides[1]] }),
        nobody: () => ({ first: 'nobody' }),
      })) {
        const game = JSON.parse(lines[0] ?? '') as GameRecord;
        const wrong = JSON.stringify({ ...game, ...changed(game) });
        fs.writeFileSync(file, `${[head, wrong, ...lines.slice(1)].join('\n')}\n`);
        const { stdout, stderr } = await cli(['league', '--resume', file, '--json']);
        const said =
          name === 'nobody' ? /1 game of players or openings that the league does not have/ : /1 damaged line/;
        assert.match(stderr, said, name);
        assert.equal(stdout, whole.stdout, name);
      }
      assert.equal((await cli(['league', '--resume', file])).stderr.includes('damaged'), false);
    });
  });

  it('takes games as they are that an illegal or unreadable answer ended', async () => {
    for (const [end, said] of [
      ['illegal', 'x9'],
      ['unreadable', 'no list of actions: I resign'],
    ] as const) {
      const header = { game: 'connect_four', hexSize: 0, seed: 1, plies: 4 } as const;
      const [opening] = leagueOpenings(header, 1);
      assert.ok(opening);
      const sides = [
        { answers: 1, calls: 1 },
        { answers: 0, calls: 0 },
      ] as const;
      const record = { opening: 0, first: 'a', second: 'b', result: '0-1', end, said, actions: [], sides } as const;
      const rules = { game: 'connect_four', maxPlies: 100, seed: 1 } as const;
      assert.equal(await replaysAsStored(record, opening, rules), true);
      assert.equal(await replaysAsStored({ ...record, result: '1-0' }, opening, rules), false);
    }
  });

  itLong('has a quick league with intervals, to which players are added, and which is not played twice', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'quick.league.jsonl');
      const openings = thoroughly(12, 2);
      const fewer = thoroughly([], ['--openings', String(openings)]);
      const args = ['league', '--quick', '--game', 'connect_four', ...fewer, '--player', 'rollouts:2'];
      const written = ['--out', file, '--json'];
      const first = await cli([...args, ...written]);
      assert.equal(first.status, 0, first.stderr);
      const { games, ratings } = JSON.parse(first.stdout) as Json;
      assert.equal(games, openings * 3 * 2);
      assert.deepEqual(ratings.map(({ player }) => player).sort(), [
        ...['internal:2x1', 'raw', 'search:8'].map((way) => `builtin:mav-small/${way}`),
        'random',
        'rollouts:2',
      ]);
      // fewer than ten openings have no intervals
      assert.equal(
        ratings.some(({ low }) => low !== null),
        openings >= 10,
      );
      const size = fs.statSync(file).size;
      assert.equal((await cli([...args, ...written])).stdout, first.stdout);
      assert.equal(fs.statSync(file).size, size);
    });
  });

  it('keeps its games on Ctrl-C, says how to go on, and has the status 3', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'four.league.jsonl');
      const controller = new AbortController();
      const args = ['league', '--player', 'random', '--player', 'rollouts:30', '--openings', '400', '--out', file];
      const running = cli([...args, '--json'], { signal: controller.signal });
      while (!fs.existsSync(file) || stored(file).games.length < 5)
        await new Promise((resolve) => setTimeout(resolve, 20));
      controller.abort();
      const { status, stdout, stderr } = await running;
      assert.equal(status, 3);
      assert.match(stderr, /interrupted; continue with --resume .*four\.league\.jsonl/);
      const { games, scheduled } = JSON.parse(stdout) as Json;
      assert.ok(games >= 4 && games < scheduled);
      assert.equal(fs.existsSync(`${file}.lock`), false);
    });
  });

  itLong('survives a kill: the games that were over are there, and are not played again', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'four.league.jsonl');
      const args = ['league', '--player', 'random', '--player', 'rollouts:20', '--openings', '12', '--out', file];
      const child = startProcess(args);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      while (!fs.existsSync(file) || fs.readFileSync(file, 'utf8').split('\n').length < 6)
        await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill('SIGKILL');
      await gone;
      const before = stored(file).games;
      const continued = await cli([...args, '--json']);
      assert.equal(continued.status, 0, continued.stderr);
      assert.deepEqual(stored(file).games.slice(0, before.length), before);
      assert.equal(continued.stdout, (await cli([...args.slice(0, -2), '--json'])).stdout);
    });
  });

  itLong(
    'lets models play raw, by external and by internal search; an untrained one loses by what it writes',
    async () => {
      const players = ['raw', 'search:4', 'search:4:model', 'internal:2x1'].flatMap((way) => [
        '--player',
        `reference:rules/${way}`,
      ]);
      const tiny = ['--player', 'onnx:test/fixtures/mav-tiny/raw'];
      const args = ['league', ...players, ...tiny, '--openings', '1', '--opening-plies', '30', '--json'];
      const { status, stdout, stderr } = await cli(args);
      assert.equal(status, 0, stderr);
      const { games, ratings } = JSON.parse(stdout) as Json;
      assert.equal(games, 20);
      for (const { player, illegal, unreadable, answers, callsPerMove } of ratings) {
        const isTiny = player.startsWith('onnx:');
        assert.equal(illegal + unreadable, isTiny ? answers : 0, player);
        if (player.endsWith('/raw') || player.includes('/internal')) assert.equal(callsPerMove, 1);
      }
    },
  );

  it('plays chess, Chess960 and Hex, too', async () => {
    for (const [game, size] of [
      ['chess', []],
      ['chess960', []],
      ['hex', ['--hex-size', '4']],
    ] as const) {
      const limit = game === 'hex' ? [] : ['--max-plies', '16'];
      const args = ['league', '--game', game, ...size, ...limit, '--player', 'random', '--player', 'rollouts:1'];
      const { status, stdout, stderr } = await cli([...args, '--openings', '1']);
      assert.equal(status, 0, stderr);
      assert.match(stdout, game === 'hex' ? /^Hex 4×4, 1 opening of 2 random plies/ : /^Chess(?:960)?, 1 opening/);
      if (game === 'chess') assert.match(stdout, /drawn at the ply limit of 16/);
    }
  });

  itLong('writes a page and curves, and prints Markdown', async () => {
    await inFolder(async (folder) => {
      const [html, svg] = [path.join(folder, 'l.html'), path.join(folder, 'l.svg')];
      const args = [
        'league',
        '--player',
        'rollouts:2',
        '--player',
        'rollouts:12',
        '--player',
        'random',
        '--openings',
        '10',
      ];
      const { status, stdout, stderr } = await cli([...args, '--html', html, '--svg', svg, '--markdown']);
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^# League\n\nConnect Four, .*\n\n\*\*Elo, results and legal answers\*\*\n\n\| player \|/);
      assert.match(fs.readFileSync(html, 'utf8'), /<title>StateLens league<\/title>/);
      assert.match(fs.readFileSync(svg, 'utf8'), /^<svg [^>]*>\n<title>Elo against budget: Connect Four/);
      const none = await cli([
        'league',
        '--player',
        'rollouts:2',
        '--player',
        'random',
        '--openings',
        '1',
        '--svg',
        svg,
      ]);
      assert.match(none.stderr, /no curve to write to .*l\.svg/);
      // a page may replace a page, but no other file
      assert.equal((await cli([...args.slice(0, 5), '--openings', '1', '--html', html])).status, 0);
      assert.match((await cli([...args, '--html', svg])).stderr, /is a file of another kind/);
      assert.match((await cli([...args, '--out', svg])).stderr, /is a file of another kind/);
    });
  });

  it('warns of the exact solver where a move takes it minutes', async () => {
    // drawn at the limit before anybody moves
    const args = ['league', '--player', 'reference', '--player', 'random', '--openings', '1', '--max-plies', '4'];
    const early = await cli(args);
    assert.equal(early.status, 0);
    assert.match(early.stderr, /takes minutes a move before ply 8; --opening-plies 8 begins behind it/);
    const late = await cli([...args.slice(0, -1), '8', '--opening-plies', '8']);
    assert.equal(late.stderr, '');
  });

  it('says what a league needs', async () => {
    const refusal = async (...args: string[]): Promise<string> => {
      const { status, stderr } = await cli(['league', ...args]);
      assert.equal(status, 2, stderr);
      return stderr;
    };
    assert.match(await refusal(), /a league requires two --player options or more/);
    assert.match(await refusal('--player', 'nobody'), /"nobody" is no player: expected random, rollouts:N/);
    assert.match(await refusal(...LADDER, '--anchor', 'rollouts:9'), /--anchor rollouts:9 does not play/);
    assert.match(await refusal(...LADDER, '--game', 'hex'), /reference:2 is no player of Hex/);
    assert.match(
      await refusal(...LADDER, '--player', 'reference:20'),
      /a depth is from 1 to 14, and reference is exact/,
    );
    assert.match(await refusal(...LADDER, '--player', 'no:model/raw'), /unknown model "no:model"/);
    assert.match(await refusal(...LADDER, '--opening-plies', '60'), /there is no opening of 60 plies/);
    assert.match(await refusal('--resume', 'none.league.jsonl'), /cannot read none\.league\.jsonl/);
    const { status, stderr } = await cli([
      'league',
      '--player',
      'baseline:lag-1',
      '--player',
      'random',
      '--openings',
      '9',
    ]);
    assert.equal(status, 3);
    assert.match(stderr, /4 games could not be played to the end; gave up \(the last: baseline:lag-1\/raw: /);
  });
});
