import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const write = (name: string, content: string): void => writeFileSync(path.join(folder, name), content);
const games = (...args: readonly string[]) => cli(['games', ...args], { cwd: folder });
const hashOf = (name: string): string => createHash('sha256').update(read(name)).digest('hex');

const MOVES = ['1. e4 e5 2. Nf3', '1. d4 d5', '1. c4', '1. e4 e5 2. Nf3', '1. Ke2'];
write('games.pgn', MOVES.map((moves, i) => `[White "W, ${i}"]\n[WhiteElo "${2000 + i}"]\n\n${moves} *\n\n`).join(''));
write('train.pgn', '1. d4 d5 *\n');

describe('statelens games --format', () => {
  it('writes rows of games or positions, by the name of the output', async () => {
    await games('games.pgn', '--out', 'g.jsonl');
    const rows = jsonLines(read('g.jsonl'));
    assert.equal(rows.length, 5);
    assert.deepEqual([rows[1]?.['file'], rows[1]?.['game'], rows[1]?.['uci']], ['games.pgn', 2, 'd2d4 d7d5']);
    await games('games.pgn', '--where', 'white contains 1', '--rows', 'positions', '--out', 'p.csv');
    const lines = read('p.csv').trimEnd().split('\r\n');
    assert.equal(lines[0], 'file,game,ply,fen,san,uci,nextSan,nextUci,clock,eval,mate,result');
    assert.equal(lines.length, 4);
    assert.equal(
      lines[2],
      'games.pgn,2,1,rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1,d4,d2d4,d5,d7d5,,,,*',
    );
    const { stdout } = await games('games.pgn', '--where', 'white.elo = 2001', '--format', 'csv');
    assert.match(stdout, /^file,game,event,[\w,]+\r\ngames\.pgn,2,,,,,"W, 1",,2001,,/);
    await games('games.pgn', '--where', 'not legal', '--out', 'e.epd');
    assert.equal((await cli(['check', 'e.epd'], { cwd: folder })).status, 0);
    assert.match(read('e.epd'), /^rnbqkbnr\S+ w KQkq - hmvc 0; fmvn 1; id "games\.pgn game 5 ply 0";\n$/);
  });

  it('replaces what it wrote, and nothing of another kind', async () => {
    assert.equal((await games('games.pgn', '--out', 'g.jsonl')).status, 0);
    assert.equal((await games('games.pgn', '--out', 'p.csv')).status, 0);
    assert.match((await games('games.pgn', '--format', 'pgn', '--out', 'p.csv')).stderr, /another kind/);
  });
});

describe('statelens games --plies', () => {
  it('writes rows of some positions alone', async () => {
    const plies = async (...args: readonly string[]): Promise<unknown[]> => {
      const { stdout } = await games('games.pgn', ...args, '--format', 'jsonl', '--rows', 'positions');
      return jsonLines(stdout).map((row) => row['ply']);
    };
    const all = await plies();
    assert.deepEqual(
      await plies('--plies', 'every:2'),
      all.filter((ply) => Number(ply) % 2 === 0 && ply !== 0),
    );
    assert.deepEqual(new Set(await plies('--plies', 'ply:0,1')), new Set([0, 1]));
    const { stdout } = await games('games.pgn', '--plies', 'ply:0', '--format', 'epd');
    assert.ok(
      stdout.split('\n').every((line) => line === '' || line.endsWith(' ply 0";')),
      stdout,
    );
  });

  it('writes prompts as mav make does', async () => {
    const commands = ['--commands', '%prev_FEN %prev_action %FEN'];
    const made = await cli(['mav', 'make', 'games.pgn', '--plies', 'every:1', ...commands], { cwd: folder });
    assert.equal((await games('games.pgn', '--plies', 'every:1', ...commands, '--format', 'mav')).stdout, made.stdout);
    assert.ok(made.stdout.length > 100);
    await games('games.pgn', ...commands, '--out', 'p.mav', '--manifest');
    await games('--from', 'p.manifest.json', '--out', 'again.mav');
    assert.equal(read('again.mav'), made.stdout, 'the start has no move before it');
  });

  it('needs positions', async () => {
    for (const [pattern, ...args] of [
      [/--plies requires positions/, '--plies', 'ends'],
      [/--plies requires positions/, '--plies', 'ends', '--format', 'csv'],
      [/--commands requires --format mav/, '--commands', '%state %FEN'],
      [/It must be ends/, '--plies', 'x', '--format', 'epd'],
    ] as const) {
      const { status, stderr } = await games('games.pgn', ...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, pattern);
    }
  });
});

describe('statelens games --manifest', () => {
  const OPTIONS = ['--where', 'white contains "W"', '--unique', 'moves', '--not-in', 'train.pgn', '--set', 'Round=1'];

  it('describes sources, options, counts and output, and --from repeats them', async () => {
    const sampled = ['--sample', '2', '--by', 'plies:2', '--seed', '5'];
    assert.equal((await games('games.pgn', ...OPTIONS, ...sampled, '--out', 'm.pgn', '--manifest')).status, 0);
    const manifest: unknown = JSON.parse(read('m.manifest.json'));
    assert.ok(typeof manifest === 'object' && manifest !== null && 'version' in manifest);
    assert.deepEqual(
      { ...manifest, version: '' },
      {
        kind: 'games',
        schema: 1,
        version: '',
        sources: [{ file: 'games.pgn', sha256: hashOf('games.pgn') }],
        notIn: [{ file: 'train.pgn', sha256: hashOf('train.pgn') }],
        recipe: {
          where: 'white contains "W"',
          set: ['Round=1'],
          unique: 'moves',
          sample: '2',
          by: 'plies:2',
          seed: 5,
          format: 'pgn',
          rows: 'games',
        },
        complete: true,
        counts: { read: 5, chosen: 5, unique: 3, sampled: 2 },
        strata: [
          { name: '0', size: 2, sampled: 1, weight: 2 },
          { name: '2', size: 1, sampled: 1, weight: 1 },
        ],
        outputs: [{ file: 'm.pgn', sha256: hashOf('m.pgn') }],
      },
    );
    const again = await games('--from', 'm.manifest.json', '--out', 'again.pgn');
    assert.equal(again.status, 0, again.stderr);
    assert.equal(read('again.pgn'), read('m.pgn'));
    assert.equal((await games('--from', 'm.manifest.json')).stdout, read('m.pgn'));
  });

  it('finds the files beside it, from any folder', async () => {
    mkdirSync(path.join(folder, 'below'));
    assert.equal((await games('games.pgn', '--rows', 'positions', '--out', 'below/r.jsonl', '--manifest')).status, 0);
    const { status, stdout } = await cli(['games', '--from', 'r.manifest.json'], { cwd: path.join(folder, 'below') });
    assert.equal(status, 0);
    assert.equal(stdout, read('below/r.jsonl'));
  });

  it('is refused with other files, other options, and files that have changed', async () => {
    const refused = async (pattern: RegExp, ...args: readonly string[]) => {
      const { status, stderr } = await games(...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, pattern);
    };
    await refused(/leave out games\.pgn/, 'games.pgn', '--from', 'm.manifest.json');
    await refused(/leave out --seed/, '--from', 'm.manifest.json', '--seed', '5');
    await refused(/games\.pgn is no manifest/, '--from', 'games.pgn');
    await refused(/--manifest requires --out/, 'games.pgn', '--manifest');
    await refused(/missing required argument/);
    renameSync(path.join(folder, 'train.pgn'), path.join(folder, 'other.pgn'));
    await refused(/cannot read train\.pgn/, '--from', 'm.manifest.json');
    write('train.pgn', '1. a4 *\n');
    await refused(/train\.pgn is not the file of the manifest: its SHA-256 is/, '--from', 'm.manifest.json');
    await refused(/m\.manifest\.json is a file of another kind/, 'games.pgn', '--out', 'm.manifest.json');
  });

  it('of another version may give other bytes, and a note says so', async () => {
    write('train.pgn', read('other.pgn'));
    const wrong = read('m.manifest.json').replace(hashOf('m.pgn'), hashOf('games.pgn'));
    write('wrong.manifest.json', wrong);
    const { status, stderr } = await games('--from', 'wrong.manifest.json', '--out', 'x.pgn');
    assert.equal(status, 3);
    assert.match(stderr, /the output differs from m\.pgn of the manifest/);
  });
});
