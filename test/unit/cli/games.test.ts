import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FIELDS } from '../../../src/core/datasets/query/fields.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const inFolder = (name: string): string => path.join(folder, name);
const write = (name: string, content: string | Buffer): void => writeFileSync(inFolder(name), content);
const read = (name: string): string => readFileSync(inFolder(name), 'latin1');
const games = (...args: readonly string[]) => cli(['games', ...args], { cwd: folder });
const count = async (...args: readonly string[]): Promise<string> => (await games(...args, '--count')).stdout;

const game = (white: number, black: number, moves = '1. e4 e5'): string =>
  `[Event "E"]\n[WhiteElo "${white}"]\n[BlackElo "${black}"]\n\n${moves} *\n\n`;
const STRONG = game(2000, 1900, '1. d4 d5');
const MIXED = game(2000, 1500, '1. c4 c5');
const WEAK = game(1000, 1100);

describe('statelens games', () => {
  write('games.pgn', STRONG + WEAK + MIXED + STRONG);
  write('one.pgn', WEAK);

  it('counts the games for which an expression is true', async () => {
    assert.equal(await count('games.pgn'), '4\n');
    assert.equal(await count('games.pgn', '--where', 'elo >= 1900'), '2\n');
    assert.equal(await count('games.pgn', '--where', 'elo.either >= 1900 and plies = 2'), '3\n');
    assert.equal(await count('games.pgn', 'games.pgn'), '4\n', 'a file that is named twice is read once');
  });

  it('takes frequent tests as options, and all that are given must be true', async () => {
    assert.equal(await count('games.pgn', '--elo', '1900..'), '2\n');
    assert.equal(await count('games.pgn', '--elo', '..1900', '--where', 'plies >= 2'), '1\n');
    assert.equal(await count('games.pgn', '--where', 'white.elo = 2000 or mate', '--line', '1. c4'), '1\n');
    assert.equal(await count('games.pgn', '--event', 'e', '--player', 'none'), '0\n');
    const wrong = await games('games.pgn', '--eco', 'A00..', '--material', 'X v q', '--count');
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /^statelens: --material, column \d+: /);
  });

  it('fixes games before it chooses them', async () => {
    const castled = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Be7 6. Re1 b5 7. Bb3 d6 8. c3 0-0 *\n\n';
    const broken = castled.replace('3. Bb5', '3. Bb6');
    write('broken.pgn', castled + broken + WEAK);
    const fixed = castled.replaceAll('0-0', 'O-O');
    assert.equal(await count('broken.pgn', '--where', 'legal'), '2\n');
    assert.equal((await games('broken.pgn', '--fix', 'safe', '--where', 'legal')).stdout, fixed + WEAK);
    assert.equal((await games('broken.pgn', '--fix', 'all', '--where', 'legal')).stdout, fixed + fixed + WEAK);
  });

  it('counts what the tags of real games say', async () => {
    const file = path.resolve('samples/world-cup.pgn');
    const tags = readFileSync(file, 'utf8')
      .split(/^(?=\[Event )/m)
      .slice(1);
    const elo = (text: string, side: string): number => Number(new RegExp(`${side}Elo "(\\d+)"`).exec(text)?.[1] ?? 0);
    const both = tags.filter((text) => elo(text, 'White') >= 2600 && elo(text, 'Black') >= 2600).length;
    assert.ok(both > 0 && both < tags.length);
    assert.equal(await count(file, '--where', 'elo >= 2600'), `${both}\n`);
  });

  it('writes chosen games as they are, with a blank line between', async () => {
    const all = await games('games.pgn');
    assert.equal(all.stdout, STRONG + WEAK + MIXED + STRONG);
    assert.equal(all.stderr, 'statelens: 4 of 4 games chosen\n');
    assert.equal((await games('games.pgn', '--where', 'elo > 1800', '--out', 'strong.pgn')).status, 0);
    assert.equal(read('strong.pgn'), STRONG + STRONG);
    write('bare.pgn', '1. e4 *');
    write('returns.pgn', '1. e4 *\r\n');
    assert.equal(
      (await games('bare.pgn', 'returns.pgn', 'bare.pgn', 'games.pgn')).stdout.slice(0, 30),
      '1. e4 *\n\n1. e4 *\r\n\r\n[Event "E"',
    );
  });

  it('keeps every byte, whatever the encoding', async () => {
    const mixed = Buffer.concat([
      Buffer.from('\uFEFF[White "Jos\u00e9 \u2654"]\n\n1. e4 *\n\n'),
      Buffer.from('[White "Jos\u00e9 \u0080"]\r\n\r\n1. d4 *\r\n\r\n', 'latin1'),
      Buffer.from('[White "\u041a"]\n\n1. c4 {\u00bd} *\n'),
    ]);
    write('mixed.pgn', mixed);
    await games('mixed.pgn', '--out', 'all.pgn');
    assert.deepEqual(readFileSync(inFolder('all.pgn')), mixed);
    await games('mixed.pgn', '--where', 'white contains "Jos\u00e9"', '--out', 'jose.pgn');
    assert.deepEqual(readFileSync(inFolder('jose.pgn')), mixed.subarray(0, mixed.indexOf('[White "\u041a"')));
    write('wide.pgn', Buffer.from('\uFEFF[White "\u041a"]\n\n1. c4 *\n', 'utf16le'));
    assert.equal((await games('bare.pgn', 'wide.pgn')).stdout, '1. e4 *\n\n[White "\u041a"]\n\n1. c4 *\n');
  });

  it('guards the texts of CSV against formulas, and no moves', async () => {
    write('signs.pgn', '[White "-Foo"]\n[Black "=1+1"]\n\n1. -- e5 *\n');
    const [, row = ''] = (await games('signs.pgn', '--format', 'csv')).stdout.split('\r\n');
    const cells = row.split(',');
    assert.ok(cells.includes(' -Foo') && cells.includes(' =1+1') && cells.includes('-- e5'), row);
    const positions = (await games('signs.pgn', '--format', 'csv', '--rows', 'positions')).stdout;
    assert.match(positions, /,--,0000,e5,e7e5,/);
  });

  it('reads standard input, folders and gzip archives', async () => {
    const packed = gzipSync(STRONG + WEAK);
    assert.equal((await cli(['games', '-', '--count'], { cwd: folder, input: STRONG })).stdout, '1\n');
    assert.equal((await cli(['games', '-', '--count'], { cwd: folder, input: packed })).stdout, '2\n');
    const { folder: some, remove: removeSome } = temporaryFolder();
    try {
      writeFileSync(path.join(some, 'a.pgn.gz'), Buffer.concat([packed, gzipSync(MIXED)]));
      writeFileSync(path.join(some, 'b.pgn'), WEAK);
      writeFileSync(path.join(some, 'c.fen'), '8/8/8/8/8/8/8/8 w - - 0 1\n');
      assert.equal((await cli(['games', '.'], { cwd: some })).stdout, STRONG + WEAK + MIXED + WEAK);
    } finally {
      removeSome();
    }
  });

  it('takes patterns of files, and says when nothing fits', async () => {
    const { folder: some, remove: removeSome } = temporaryFolder();
    try {
      mkdirSync(path.join(some, 'deep'));
      writeFileSync(path.join(some, 'deep', 'b.pgn'), WEAK);
      writeFileSync(path.join(some, 'a.pgn'), STRONG);
      writeFileSync(path.join(some, '[x].pgn'), MIXED);
      const of = (...args: readonly string[]) => cli(['games', ...args], { cwd: some });
      assert.equal((await of('**/{a,b}.pgn')).stdout, STRONG + WEAK);
      assert.equal((await of('[x].pgn')).stdout, MIXED, 'a file with this name is no pattern');
      const none = await of('*.txt');
      assert.deepEqual([none.status, none.stderr], [2, 'statelens: no file matches *.txt\n']);
    } finally {
      removeSome();
    }
  });

  it('gives the whole games before the end of an archive that is cut off or damaged', async () => {
    const all = Array.from({ length: 200 }, (_, i) => game(i, 3 * i, `1. e4 {${Math.sin(i)}} e5`)).join('');
    const packed = gzipSync(all);
    write('cut.pgn.gz', packed.subarray(0, packed.length >> 1));
    const cut = await games('cut.pgn.gz');
    assert.equal(cut.status, 3);
    assert.match(
      cut.stderr,
      /cut\.pgn\.gz: the archive is cut off after [\d,]+ bytes; the games before that were read/,
    );
    assert.ok(cut.stdout.length > all.length / 4 && all.startsWith(cut.stdout) && cut.stdout.endsWith('*\n\n'));
    packed[packed.length - 5] ^= 1;
    write('damaged.pgn.gz', packed);
    const damaged = await games('damaged.pgn.gz', '--count');
    assert.equal(damaged.status, 3);
    assert.match(damaged.stderr, /the archive is damaged behind byte/);
  });

  const archives = path.resolve('test/fixtures/archives');
  const archive = (name: string): Buffer => readFileSync(path.join(archives, name));

  it('reads zstd and bzip2, frames and streams one after another too', async () => {
    const all = archive('games.pgn').toString();
    for (const name of ['games.pgn.zst', 'frames.pgn.zst', 'parallel.pgn.zst', 'games.pgn.bz2', 'streams.pgn.bz2']) {
      const { status, stdout } = await games(path.join(archives, name));
      assert.ok(status === 0 && stdout === all, name);
    }
    const twice = Buffer.concat([archive('games.pgn.bz2'), archive('games.pgn.bz2')]);
    assert.equal((await cli(['games', '-', '--count'], { cwd: folder, input: twice })).stdout, '600\n');
  });

  itLong('gives what came before where zstd or bzip2 is cut off, damaged or a bomb', async () => {
    const zstd = Buffer.concat([archive('games.pgn.zst'), archive('games.pgn.zst')]);
    const bzip2 = Buffer.concat([archive('games.pgn.bz2'), archive('games.pgn.bz2')]);
    const tried = async (name: string, bytes: Buffer): Promise<readonly unknown[]> => {
      write(name, bytes);
      const { status, stdout, stderr } = await games(name, '--count');
      return [status, stdout, /the archive (.+?)(?: \(|;|:)/.exec(stderr)?.[1] ?? /no game ends/.exec(stderr)?.[0]];
    };
    const damaged = (bytes: Buffer): Buffer => {
      const copy = Buffer.from(bytes);
      for (let i = 100; i < 160; i++) copy[copy.length - i] ^= 0x5a;
      return copy;
    };
    assert.deepEqual(await tried('c.zst', zstd.subarray(0, 9000)), [3, '299\n', 'is cut off after 9,000 bytes']);
    assert.deepEqual(await tried('c.bz2', bzip2.subarray(0, 9000)), [3, '299\n', 'is cut off after 9,000 bytes']);
    assert.equal((await tried('d.zst', damaged(zstd)))[0], 3);
    assert.deepEqual((await tried('d.bz2', damaged(bzip2))).slice(0, 2), [3, '299\n']);
    const blocks = ['bomb.pgn.zst', 'bomb.pgn.bz2'].map(archive);
    assert.deepEqual(await tried('b.zst', blocks[0] ?? Buffer.alloc(0)), [3, '0\n', 'no game ends']);
    assert.deepEqual(await tried('b.bz2', blocks[1] ?? Buffer.alloc(0)), [3, '0\n', 'was not read behind byte 79']);
  });

  it('refuses other archives with the command that unpacks them', async () => {
    write('x.pgn.xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1, 2]));
    const { status, stderr } = await games('x.pgn.xz', '--count');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /x\.pgn\.xz is compressed \(xz\); decompress it first: xz -dc x\.pgn\.xz \| statelens games -/,
    );
  });

  itLong('stops at a file without games, whatever its size unpacked', async () => {
    write('bomb.pgn.gz', gzipSync(Buffer.alloc(40_000_000, 0x7b)));
    const bomb = await games('bomb.pgn.gz', '--count');
    assert.equal(bomb.status, 3);
    assert.match(bomb.stderr, /no game ends within [\d,]+ characters/);
  });

  it('says when no game has a tag of the expression', async () => {
    const { stdout, stderr, status } = await games('games.pgn', '--where', 'not Curator', '--count');
    assert.deepEqual([stdout, status], ['4\n', 0]);
    assert.match(stderr, /no game has the tag Curator; an absent tag fits no comparison/);
  });
});

describe('statelens games, for datasets', () => {
  const lines = [
    '1. e4 e5 2. Nf3',
    '1. e4',
    '1. e4 e5 2. Nf3',
    '1. d4 {[%clk 1] good} d5',
    '1. Nf3 e5 2. e4',
    '1. d4 d5',
  ];
  const of = (moves: string): string => `[Event "E"]\n[Round "${moves.length}"]\n\n${moves} *\n\n`;
  write('lines.pgn', lines.map(of).join(''));
  write('train.pgn', of('1. d4 d5') + of('1. e4 e5'));
  const movesOf = (pgn: string): string[] => [...pgn.matchAll(/^(1\..*) \*$/gm)].map(([, moves = '']) => moves);
  const chosen = async (...args: readonly string[]) => movesOf((await games('lines.pgn', ...args)).stdout);

  it('leaves out equal games, and those of other files', async () => {
    assert.deepEqual(await chosen('--unique', 'moves'), [lines[0], lines[1], lines[3], lines[4]]);
    assert.deepEqual(await chosen('--unique', 'position'), [lines[0], lines[1], lines[3]]);
    assert.deepEqual(await chosen('--unique', 'prefix'), [lines[0], lines[3], lines[4]]);
    assert.deepEqual(await chosen('--not-in', 'train.pgn'), [lines[0], lines[1], lines[2], lines[4]]);
    assert.deepEqual(await chosen('--unique', 'prefix', '--not-in', 'train.pgn'), [lines[4]]);
    assert.deepEqual(await chosen('--unique', 'moves', '--max-plies', '1'), [
      '1. e4',
      '1. d4 {[%clk 1] good}',
      '1. Nf3',
    ]);
  });

  it('draws samples by seed, evenly over strata', async () => {
    assert.equal((await chosen('--sample', '3', '--seed', '7')).length, 3);
    assert.deepEqual(await chosen('--sample', '3', '--seed', '7'), await chosen('--sample', '3', '--seed', '7'));
    assert.deepEqual(await chosen('--sample', '9'), lines);
    const even = await chosen('--sample', '2', '--by', 'plies:3');
    assert.deepEqual(new Set(even.map((moves) => moves.includes('2.'))), new Set([false, true]));
    assert.ok((await chosen('--sample', '50%')).length < 6);
  });

  it('changes games', async () => {
    const { stdout } = await games(
      'lines.pgn',
      '--where',
      'clocks',
      '--drop',
      'clocks',
      '--tags',
      'round',
      '--set',
      'Site=x "y"',
    );
    assert.equal(stdout, '[Round "24"]\n[Site "x \\"y\\""]\n\n1. d4 { good} d5 *\n\n');
  });

  it('writes statistics as a page that loads and runs nothing', async () => {
    const { stdout, status } = await games(
      'games.pgn',
      '--where',
      'elo.max > 1 and plies < 9',
      '--stats',
      '--html',
      's.html',
    );
    assert.deepEqual([stdout, status], ['', 0]);
    const page = readFileSync(inFolder('s.html'), 'utf8');
    assert.ok(page.includes('<h1>4 games, 2.0 half-moves on average</h1>'));
    assert.ok(page.includes('<p class="quiet">games.pgn, elo.max &#62; 1 and plies &#60; 9</p>'));
    assert.ok(page.includes('<th scope="row">1800–1999</th><td>2</td><td>50.0 %</td>'));
    assert.ok(!/<script|https?:(?!\/\/www\.w3\.org)/.test(page));
    assert.equal((await games('games.pgn', '--html', 's.html')).status, 2);
    assert.equal((await games('games.pgn', '--stats', '--html', 's.html')).status, 0, 'a page replaces a page');
  });

  it('prints statistics', async () => {
    const { stdout } = await games('games.pgn', '--stats', '--json');
    assert.deepEqual(JSON.parse(stdout), {
      schema: 1,
      games: 4,
      plies: 8,
      elo: [
        { name: '1000–1199', games: 1 },
        { name: '1200–1399', games: 0 },
        { name: '1400–1599', games: 0 },
        { name: '1600–1799', games: 1 },
        { name: '1800–1999', games: 2 },
      ],
      length: [{ name: '0–19', games: 4 }],
      eco: [
        { name: 'A30–A39', games: 1 },
        { name: 'C20–C29', games: 1 },
        { name: 'D00–D09', games: 2 },
      ],
      result: [{ name: '*', games: 4 }],
    });
    assert.match(
      (await games('games.pgn', '--stats')).stdout,
      /^4 games, 2\.0 half-moves on average\n[\s\S]*1800–1999 +2 +50\.0 %/,
    );
    assert.match((await games('games.pgn', '--stats', '--where', 'elo > 9000')).stdout, /^0 games/);
  });

  it('refuses what does not fit together', async () => {
    const refused = async (pattern: RegExp, ...args: readonly string[]) => {
      const { status, stderr } = await cli(['games', ...args], { cwd: folder, input: STRONG });
      assert.equal(status, 2, stderr);
      assert.match(stderr, pattern);
    };
    await refused(/--unique prefix reads its input more than once/, '-', '--unique', 'prefix');
    await refused(/--by requires --sample with a number/, 'games.pgn', '--by', 'eco');
    await refused(/expected fields with widths/, 'games.pgn', '--sample', '3', '--by', 'ello');
    await refused(/a number of games, or a share/, 'games.pgn', '--sample', '0');
    await refused(/must be a list of comments/, 'games.pgn', '--drop', 'moves');
    await refused(/must be Tag=value/, 'games.pgn', '--set', 'Event');
    await refused(/FEN would change what the moves mean/, 'games.pgn', '--set', 'FEN=x');
    await refused(/--json requires --stats/, 'games.pgn', '--json');
    await refused(/cannot be used with option/, 'games.pgn', '--stats', '--count');
    await refused(/not standard input/, 'games.pgn', '--not-in', '-');
    await refused(/one\.pgn is the input/, 'games.pgn', '--not-in', 'one.pgn', '--out', 'one.pgn');
  });
});

describe('statelens games, called incorrectly', () => {
  write('states.fen', '8/8/8/8/8/8/8/8 w - - 0 1\n');

  it('points at the fault of an expression', async () => {
    const { stdout, stderr, status } = await games('one.pgn', '--where', 'plies > 3 and ello >= 1900', '--count');
    assert.deepEqual([stdout, status], ['', 2]);
    assert.equal(
      stderr,
      'statelens: --where, column 15: unknown field ello; did you mean elo?\n' +
        '  plies > 3 and ello >= 1900\n                ^^^^\n',
    );
  });

  it('refuses other files, and outputs that must stay', async () => {
    const refused = async (pattern: RegExp, ...args: readonly string[]) => {
      const { status, stderr } = await games(...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, pattern);
    };
    await refused(/states\.fen is a FEN file/, 'states.fen');
    await refused(/cannot read none\.pgn/, 'none.pgn');
    await refused(/one\.pgn is the input one\.pgn/, 'one.pgn', '--out', 'one.pgn');
    await refused(/a file of another kind/, 'one.pgn', '--out', 'states.fen');
    await refused(/'--count' cannot be used with option '--out/, 'one.pgn', '--count', '--out', 'x.pgn');
    await refused(/x\.pgn\.gz would not be compressed/, 'one.pgn', '--out', 'x.pgn.gz');
  });

  it('leaves an output as it was when a file cannot be read to its end', async () => {
    write('kept.pgn', MIXED);
    assert.equal((await games('one.pgn', 'states.fen', '--out', 'kept.pgn')).status, 2);
    assert.equal(read('kept.pgn'), MIXED);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('.')),
      [],
    );
  });
});

describe('docs/games.md', () => {
  it('names every field', () => {
    const page = readFileSync(path.resolve('docs/games.md'), 'utf8');
    assert.deepEqual(
      FIELDS.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``)),
      [],
    );
  });
});
