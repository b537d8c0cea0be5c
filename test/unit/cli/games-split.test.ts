import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { GameSplitter, readParts } from '../../../src/core/datasets/game-split.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';
import { games as recorded } from '../../support/pgn2fen.ts';
import { cli, shell } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const write = (name: string, content: string): void => writeFileSync(path.join(folder, name), content);
const games = (...args: readonly string[]) => cli(['games', ...args], { cwd: folder });

const factsOf = (text: string): GameFacts => new GameFacts(text, readChunk(text, 0), 0);

/** A figure of an object that was read. */
function valueOf(from: unknown, ...keys: readonly string[]): unknown {
  let value: unknown = from;
  for (const key of keys) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

describe('parts', () => {
  it('have names and shares that add up to 1', () => {
    assert.deepEqual(readParts('train=0.9, test=.1'), {
      ok: true,
      value: [
        { name: 'train', share: 0.9 },
        { name: 'test', share: 0.1 },
      ],
    });
    for (const [text, message] of [
      ['train=0.9,test=0.2', /add up to 1\.1/],
      ['train=0.5,Train=0.5', /two parts/],
      ['train', /such as/],
      ['a/b=0.5,c=0.5', /such as/],
      ['a=1', /such as/],
      ['a=0.5,b=0.5,', /such as/],
    ] as const) {
      const parts = readParts(text);
      assert.ok(!parts.ok, text);
      assert.match(parts.error, message);
    }
  });
});

describe('a division of games', () => {
  const ODD = 'a3 h6 b3 g6 c3 f6 d3 e6 e3 d6 f3 c6 g3 b6 h3 a6'.split(' ');
  const OTHER = 'h3 a6 g3 b6 f3 c6 e3 d6 d3 e6 c3 f6 b3 g6 a4 h5'.split(' ');
  const prefixes = (line: readonly string[]): string[] =>
    [16, 15, 14, 13, 12].map((n) => `${line.slice(0, n).join(' ')} *`);

  it('keeps the games of a cluster together, whatever their order', () => {
    const divide = (all: readonly string[], seed = 0) => {
      const splitter = new GameSplitter({ openingPlies: 10, openingLines: 50 });
      for (const one of all) splitter.add(factsOf(one));
      return splitter.divide(
        [
          { name: 'a', share: 0.5 },
          { name: 'b', share: 0.5 },
        ],
        seed,
      );
    };
    const all = [...prefixes(ODD), ...prefixes(OTHER)];
    const { partOf, figures } = divide(all);
    assert.equal(new Set(partOf.slice(0, 5)).size, 1);
    assert.notEqual(partOf[0], partOf[5]);
    assert.deepEqual(
      figures.map(({ games, clusters, known }) => [games, clusters, known]),
      [
        [5, 1, 0],
        [5, 1, 0],
      ],
    );
    assert.deepEqual(Array.from(divide([...all].reverse()).partOf), Array.from(partOf).reverse());
    const sides = new Set(Array.from({ length: 20 }, (_, seed) => divide(all, seed).partOf[0]));
    assert.equal(sides.size, 2, 'the seed decides');
    const variant = '[Variant "Bughouse"]\n\n1. e4 *';
    assert.deepEqual(new Set(divide([variant, variant, ...prefixes(ODD)]).partOf.slice(0, 2)).size, 1);
    assert.deepEqual(
      divide([]).figures.map((part) => part.games),
      [0, 0],
    );
  });
});

describe('statelens games --split-by', () => {
  const game = (white: string, moves: string): string => `[White "${white}"]\n\n${moves} *\n\n`;
  write('by.pgn', game('A', '1. e4') + game('B', '1. d4') + game('a', '1. c4'));

  it('writes a file for each number of games, or value', async () => {
    assert.equal((await games('by.pgn', '--split-by', '2', '--out', 'n.pgn', '--manifest')).status, 0);
    assert.equal(read('n.1.pgn'), game('A', '1. e4') + game('B', '1. d4'));
    assert.equal(read('n.2.pgn'), game('a', '1. c4'));
    await games('by.pgn', '--split-by', 'white', '--out', 'w.jsonl');
    assert.deepEqual([read('w.A.jsonl').split('\n').length, read('w.B.jsonl').split('\n').length], [3, 2]);
    assert.equal((await games('--from', 'n.manifest.json', '--out', 'again.pgn')).status, 0);
    assert.equal(read('again.2.pgn'), read('n.2.pgn'));
  });

  it('leaves files that must stay, and no half-written ones', async () => {
    write('k.B.pgn', '8/8/8/8/8/8/8/8 w - - 0 1\n');
    const { status, stderr } = await games('by.pgn', '--split-by', 'white', '--out', 'k.pgn');
    assert.equal(status, 2);
    assert.match(stderr, /k\.B\.pgn is a file of another kind/);
    assert.equal(read('k.B.pgn'), '8/8/8/8/8/8/8/8 w - - 0 1\n');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('k.A') || name.startsWith('.')),
      [],
    );
    const many = Array.from({ length: 501 }, (_, i) => game(`P${i}`, '1. e4')).join('');
    write('many.pgn', many);
    const refused = await games('many.pgn', '--split-by', 'white', '--out', 'm.pgn');
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /more than 500 parts/);
  });
});

describe('statelens games on a full disk', () => {
  itLong('keeps whole games and a manifest to repeat the call', { skip: process.platform === 'win32' }, async () => {
    const all = Array.from({ length: 8000 }, (_, i) => `[Round "${i}"]\n\n1. e4 {${'x'.repeat(300)}} *\n\n`).join('');
    write('large.pgn', all);
    // blocks of 1 KB or 512 bytes: one megabyte and a half, or half of that
    const full = shell(`trap '' XFSZ; ulimit -f 2500; $CLI games large.pgn --out f.pgn --manifest`, folder);
    assert.equal(full.status, 3, full.stderr);
    assert.match(
      full.stderr,
      /[\d,]+ whole games kept in f\.partial\.pgn\n.*--from f\.partial\.manifest\.json --out f\.pgn/,
    );
    const kept = read('f.partial.pgn');
    assert.ok(kept.length > 1_000_000 && all.startsWith(kept) && kept.endsWith('} *\n\n'));
    assert.ok(!readdirSync(folder).includes('f.pgn') && !readdirSync(folder).includes('f.manifest.json'));
    assert.equal((await games('--from', 'f.partial.manifest.json', '--out', 'f.pgn')).status, 0);
    assert.equal(read('f.pgn'), all);
  });
});

describe('statelens games --split', () => {
  itLong('writes parts that share no position but openings, as mav overlap counts them', async () => {
    write('games.pgn', recorded('world-cup'));
    const split = ['--unique', 'moves', '--split', 'train=0.8,test=0.2', '--seed', '3', '--manifest'];
    const { status, stderr } = await games('games.pgn', ...split, '--out', 'd.pgn');
    assert.equal(status, 0, stderr);
    const manifest: unknown = JSON.parse(read('d.manifest.json'));
    const [train, test] = [valueOf(manifest, 'parts', '0'), valueOf(manifest, 'parts', '1')];
    const count = async (name: string): Promise<number> => Number((await games(name, '--count')).stdout);
    const sizes = [await count('d.train.pgn'), await count('d.test.pgn')];
    assert.deepEqual(sizes, [valueOf(train, 'games'), valueOf(test, 'games')]);
    const [first = 0, second = 0] = sizes;
    assert.ok(Math.abs(second / (first + second) - 0.2) < 0.02, String(sizes));
    assert.match(
      stderr,
      /train: \d+ games in \d+ clusters\n.*test: \d+ games in \d+ clusters; [\d.]+ % of their positions are openings/,
    );
    const overlap = await cli(['mav', 'overlap', 'd.train.pgn', 'd.test.pgn', '--json'], { cwd: folder });
    const all = valueOf(JSON.parse(overlap.stdout), 'all');
    assert.deepEqual([valueOf(all, 'n'), valueOf(all, 'known')], [valueOf(test, 'positions'), valueOf(test, 'known')]);
    const again = await games('--from', 'd.manifest.json', '--out', 'again.pgn');
    assert.equal(again.status, 0, again.stderr);
    assert.equal(read('again.test.pgn'), read('d.test.pgn'));
    assert.equal(read('again.train.pgn'), read('d.train.pgn'));
  });

  it('refuses what cannot be divided', async () => {
    const refused = async (pattern: RegExp, ...args: readonly string[]) => {
      const { status, stderr } = await games(...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, pattern);
    };
    write('one.pgn', '1. e4 *\n');
    await refused(/--split requires --out/, 'one.pgn', '--split', 'a=0.5,b=0.5');
    await refused(/--split requires --out, and files/, '-', '--split', 'a=0.5,b=0.5', '--out', 'x.pgn');
    await refused(/add up to 0\.9/, 'one.pgn', '--split', 'a=0.5,b=0.4', '--out', 'x.pgn');
    await refused(/cannot be used with option/, 'one.pgn', '--split', 'a=0.5,b=0.5', '--count');
    write('x.a.pgn', '1. e4 *\n');
    await refused(/x\.a\.pgn is the input/, 'x.a.pgn', '--split', 'a=0.5,b=0.5', '--out', 'x.pgn');
  });
});
