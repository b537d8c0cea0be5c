import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LineIndex } from '../../../src/core/base/text/line-index.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { formatPieces } from '../../../src/core/languages/format.ts';
import { annotate, predictionsIn } from '../../../src/core/notation/predictions/annotate.ts';
import { strip } from '../../../src/core/notation/predictions/strip.ts';
import { makeLabel } from '../../../src/core/notation/predictions/types.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const inFolder = (name: string): string => path.join(folder, name);
const run = (...args: string[]) => cli(args, { cwd: folder });
const bytesOf = (name: string): Buffer => readFileSync(inFolder(name));

/** Games, so many that they are read in several blocks, with a prediction in every tenth. */
const PLAIN = Array.from({ length: 3000 }, (_, i) => {
  const elo = 1000 + (i % 1500);
  const tags = `[Event "Caf\u00e9 ${i}"]\n[WhiteElo "${elo}"]\n[BlackElo "${elo}"]\n[Result "*"]\n`;
  return `${tags}\n1.e4  e5 { a comment of some length that is there to fill the block } 2. Nf3 Nc6 3. Bb5 a6 *\n\n`;
}).join('');
const ANNOTATIONS = Array.from({ length: 300 }, (_, i) => ({
  game: 10 * i,
  ply: i % 4,
  label: makeLabel(i % 2 === 0 ? 'gpt-4o' : 'other'),
  fen: i % 3 === 0 ? undefined : 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
}));
const ANNOTATED = applyEdits(PLAIN, annotate(PLAIN, 'pgn', ANNOTATIONS).edits);

const ENCODINGS = {
  'utf-8.pgn': (text: string) => Buffer.from(text),
  'mark.pgn': (text: string) => Buffer.from(`\uFEFF${text}`),
  'utf-16.pgn': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'latin.pgn': (text: string) => Buffer.from(text, 'latin1'),
  'ends.pgn': (text: string) => Buffer.from(text.replaceAll('\n', '\r\n')),
};

const formatted = (text: string, style: 'gentle' | 'export'): string =>
  applyEdits(text, [...(formatPieces(text, 'pgn', { style }) ?? [])].flat());
const stripped = (text: string, label?: string): string =>
  applyEdits(text, strip(text, 'pgn', label === undefined ? {} : { label }).edits);

describe('files that are read in blocks', () => {
  before(() => {
    for (const [name, encode] of Object.entries(ENCODINGS)) writeFileSync(inFolder(name), encode(ANNOTATED));
    writeFileSync(inFolder('plain.pgn'), PLAIN);
    writeFileSync(inFolder('packed.pgn.gz'), gzipSync(ANNOTATED));
    writeFileSync(inFolder('cut.pgn.gz'), gzipSync(ANNOTATED).subarray(0, 8000));
  });

  it('are formatted and stripped as in one piece, whatever their encoding', async () => {
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      assert.equal((await run('format', name, '--out', 'formatted.pgn', '--overwrite')).status, 0);
      assert.deepEqual(bytesOf('formatted.pgn'), encode(formatted(ANNOTATED, 'gentle')), name);
      assert.equal((await run('strip', name, '--label', 'other', '--out', 'stripped.pgn', '--overwrite')).status, 0);
      assert.deepEqual(bytesOf('stripped.pgn'), encode(stripped(ANNOTATED, 'other')), name);
    }
    assert.equal((await run('format', 'utf-8.pgn', '--style', 'export')).stdout, formatted(ANNOTATED, 'export'));
    const piped = await cli(['strip', '-'], { input: Buffer.from(ANNOTATED) });
    assert.equal(piped.stdout, PLAIN);
    assert.match(piped.stderr, /<stdin>: 300 predictions removed/);
  });

  it('are kept up to the first change, and not written without one', async () => {
    const late = `${formatted(PLAIN, 'gentle')}[Event "late"]\n\n1.e4   *\n`;
    writeFileSync(inFolder('late.pgn'), late);
    assert.match((await run('format', 'late.pgn', '--in-place')).stderr, /1 of 1 file changed/);
    assert.equal(bytesOf('late.pgn').toString(), late.replace('1.e4   *', '1. e4 *'));
    const { ino, mtimeMs } = statSync(inFolder('late.pgn'));
    assert.match((await run('format', 'late.pgn', '--in-place')).stderr, /0 of 1 file changed/);
    const again = statSync(inFolder('late.pgn'));
    assert.deepEqual([again.ino, again.mtimeMs], [ino, mtimeMs]);
    assert.equal((await run('format', 'late.pgn', '--check')).status, 0);
    assert.equal((await run('format', 'plain.pgn', '--check')).status, 1);
  });

  it('have the scores that they have in one piece, with the same places', async () => {
    const { stdout, status } = await run('score', 'ends.pgn', '-m', '1', '--no-conditional', '--jobs', '1');
    assert.equal(status, 0);
    const text = ANNOTATED.replaceAll('\n', '\r\n');
    const lines = new LineIndex(text);
    assert.deepEqual(
      jsonLines(stdout).map(({ line, game, ply, label }) => ({ line, game, ply, label })),
      predictionsIn(text, 'pgn').map(({ range, game, ply, label }) => ({
        line: lines.positionAt(range.start).line,
        game,
        ply,
        label: label.text,
      })),
    );
  });

  it('are read from archives, which are not written in place', async () => {
    assert.equal((await run('strip', 'packed.pgn.gz')).stdout, PLAIN);
    assert.equal((await run('strip', 'packed.pgn.gz', '--out', 'plain.pgn')).status, 0);
    const [packed, plain] = await Promise.all(
      ['packed.pgn.gz', 'utf-8.pgn'].map((name) => run('score', name, '-m', '1', '--no-conditional', '--jobs', '1')),
    );
    assert.equal(packed?.stdout.replaceAll('packed.pgn.gz', 'utf-8.pgn'), plain?.stdout);
    const refused = await run('strip', 'packed.pgn.gz', '--in-place');
    assert.deepEqual([refused.status, refused.stdout], [2, '']);
    assert.match(refused.stderr, /packed\.pgn\.gz is compressed and cannot be written in place; use --out/);
    assert.match((await run('check', 'packed.pgn.gz', '--fail-on', 'never')).stderr, /1 file/);
  });

  it('are not written in part when an archive is cut off', async () => {
    for (const args of [['strip'], ['format'], ['score'], ['mav', 'make'], ['strip', '--out', 'new.pgn']]) {
      const { status, stdout, stderr } = await run(...args, 'cut.pgn.gz');
      assert.deepEqual([status, stdout], [3, ''], args.join(' '));
      assert.match(stderr, /^statelens: cut\.pgn\.gz: the archive is cut off after \d[\d,]* bytes\n$/);
    }
    assert.ok(!readdirSync(folder).some((name) => name.startsWith('new') || name.endsWith('.tmp')));
    const checked = await run('check', 'cut.pgn.gz', '--fail-on', 'never');
    assert.equal(checked.status, 3);
    assert.match(checked.stderr, /the archive is cut off after [\d,]+ bytes; what is before that was checked/);
  });
});

describe('--where', () => {
  before(() => {
    writeFileSync(inFolder('games.pgn'), ANNOTATED);
    writeFileSync(inFolder('states.fen'), '8/8/8/8/8/8/8/8 w - - 0 1\n');
  });

  it('chooses the games whose predictions are scored, by their number in the file', async () => {
    const args = ['score', 'games.pgn', '--where', 'elo >= 2490', '-m', '1', '--no-conditional', '--jobs', '1'];
    const { stdout, stderr, status } = await run(...args);
    assert.equal(status, 0);
    assert.deepEqual(
      jsonLines(stdout).map(({ game }) => game),
      [1490, 2990],
    );
    assert.match(stderr, /2 of 300 games with predictions chosen/);
  });

  it('chooses the games of prompts, by their number in the file', async () => {
    const { stdout, stderr } = await run('mav', 'make', 'games.pgn', '--comments', '--where', 'elo in 2498..2499');
    assert.deepEqual(
      stdout.match(/^#.*/gm),
      [1499, 1500, 2999, 3000].map((n) => `# games.pgn game ${n} ply 6`),
    );
    assert.match(stderr, /4 of 3,?000 games chosen/);
  });

  it('is refused for other languages, for malformed expressions, and names tags that are absent', async () => {
    for (const args of [
      ['score', 'states.fen'],
      ['mav', 'make', 'states.fen'],
    ]) {
      const { status, stderr } = await run(...args, '--where', 'elo > 1');
      assert.equal(status, 2);
      assert.match(stderr, /--where chooses games of PGN files, and states\.fen is a FEN file/);
      const malformed = await run(...args, '--where', 'elo >');
      assert.equal(malformed.status, 2);
      assert.match(malformed.stderr, /--where, column \d+: [^\n]+\n {2}elo >\n {2} *\^/);
    }
    const { stderr } = await run('mav', 'make', 'games.pgn', '--where', 'tag.Nothing = 1');
    assert.match(stderr, /0 of 3,?000 games chosen\n.*no game has the tag Nothing/);
  });
});
