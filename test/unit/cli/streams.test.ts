import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LineIndex } from '../../../src/core/base/text/lines.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { formatPieces } from '../../../src/core/languages/format.ts';
import { annotate, predictionsIn, removePredictions } from '../../../src/core/languages/predictions.ts';
import { makeLabel } from '../../../src/core/notation/predictions/prediction.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

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
  applyEdits(text, removePredictions(text, 'pgn', label === undefined ? {} : { label }).edits);

describe('files that are read in blocks', () => {
  before(() => {
    for (const [name, encode] of Object.entries(ENCODINGS)) writeFileSync(inFolder(name), encode(ANNOTATED));
    writeFileSync(inFolder('plain.pgn'), PLAIN);
    writeFileSync(inFolder('packed.pgn.gz'), gzipSync(ANNOTATED));
    writeFileSync(inFolder('cut.pgn.gz'), gzipSync(ANNOTATED).subarray(0, 8000));
  });

  itLong('are formatted and stripped as in one piece, whatever their encoding', async () => {
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      assert.equal((await run('format', name, '--out', 'formatted.pgn', '--overwrite')).status, 0);
      assert.deepEqual(bytesOf('formatted.pgn'), encode(formatted(ANNOTATED, 'gentle')), name);
      assert.equal(
        (await run('predictions', 'remove', name, '--label', 'other', '--out', 'stripped.pgn', '--overwrite')).status,
        0,
      );
      assert.deepEqual(bytesOf('stripped.pgn'), encode(stripped(ANNOTATED, 'other')), name);
    }
    assert.equal((await run('format', 'utf-8.pgn', '--style', 'export')).stdout, formatted(ANNOTATED, 'export'));
    const piped = await cli(['predictions', 'remove', '-'], { input: Buffer.from(ANNOTATED) });
    assert.equal(piped.stdout, PLAIN);
    assert.match(piped.stderr, /<stdin>: 300 predictions removed/);
  });

  itLong('are kept up to the first change, and not written without one', async () => {
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

  itLong('have the scores that they have in one piece, with the same places', async () => {
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

  itLong('are read from archives, which are not written in place', async () => {
    assert.equal((await run('predictions', 'remove', 'packed.pgn.gz')).stdout, PLAIN);
    assert.equal((await run('predictions', 'remove', 'packed.pgn.gz', '--out', 'plain.pgn')).status, 0);
    const [packed, plain] = await Promise.all(
      ['packed.pgn.gz', 'utf-8.pgn'].map((name) => run('score', name, '-m', '1', '--no-conditional', '--jobs', '1')),
    );
    assert.equal(packed?.stdout.replaceAll('packed.pgn.gz', 'utf-8.pgn'), plain?.stdout);
    const refused = await run('predictions', 'remove', 'packed.pgn.gz', '--in-place');
    assert.deepEqual([refused.status, refused.stdout], [2, '']);
    assert.match(refused.stderr, /packed\.pgn\.gz is compressed and cannot be written in place; use --out/);
    assert.match((await run('check', 'packed.pgn.gz', '--fail-on', 'never')).stderr, /1 file/);
  });

  it('are not written in part when an archive is cut off', async () => {
    for (const args of [
      ['predictions', 'remove'],
      ['format'],
      ['score'],
      ['mav', 'make'],
      ['predictions', 'remove', '--out', 'new.pgn'],
    ]) {
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

  it('chooses the games of annotations', async () => {
    writeFileSync(inFolder('bare.pgn'), PLAIN);
    const run1 = ['run', '--games', 'bare.pgn', '--model', 'baseline:start-position', '--where', 'elo >= 2495'];
    assert.equal((await run(...run1, '--out', 'chosen.run.jsonl', '--cache', 'cache')).status, 0);
    const args = ['annotate', 'chosen.run.jsonl', '--in', 'bare.pgn', '--out', 'few.pgn', '--where', 'elo >= 2498'];
    assert.match((await run(...args)).stderr, /4 predictions written, 6 for games that --where leaves out/);
    assert.deepEqual(
      predictionsIn(bytesOf('few.pgn').toString(), 'pgn').map(({ game }) => game),
      [1498, 1499, 2998, 2999],
    );
  });

  itLong('chooses the games of a run, which goes on with the same ones', async () => {
    writeFileSync(inFolder('bare.pgn'), PLAIN);
    writeFileSync(inFolder('bare.pgn.gz'), gzipSync(PLAIN));
    const options = ['--model', 'baseline:start-position', '--plies', 'ply:2,4', '--cache', 'cache'];
    const args = (games: string, where: string) =>
      ['run', '--games', games, '--where', where, '--out', `${games}.run.jsonl`].concat(options);
    for (const games of ['bare.pgn', 'bare.pgn.gz']) {
      assert.equal((await run(...args(games, 'elo in 2497..2498'), '--max-requests', '3')).status, 3);
      const stopped = jsonLines(bytesOf(`${games}.run.jsonl`).toString());
      assert.equal(stopped.length, 4);
      assert.equal((await run('resume', `${games}.run.jsonl`, '--max-requests', '100')).status, 0);
      const [header, ...samples] = jsonLines(bytesOf(`${games}.run.jsonl`).toString());
      const { plan, games: named } = header as { plan: { where: string; tasks: number }; games: { count: number } };
      assert.deepEqual([plan.where, plan.tasks, named.count], ['elo in 2497..2498', 8, 3000]);
      assert.deepEqual(
        samples.filter(({ kind }) => kind === 'sample').map(({ game, ply }) => [game, ply]),
        [1497, 1498, 2997, 2998].flatMap((game) => [2, 4].map((ply) => [game, ply])),
      );
      const other = await run(...args(games, 'elo = 2497'));
      assert.equal(other.status, 2);
      assert.match(other.stderr, /belongs to a different run \(.*where.* differ\)/);
    }
  });

  it('stands in an experiment, and says there what is wrong', async () => {
    writeFileSync(inFolder('bare.pgn'), PLAIN);
    const experiment = (where: string): void =>
      writeFileSync(
        inFolder('experiment.jsonc'),
        JSON.stringify({ games: 'bare.pgn', where, models: ['baseline:start-position'] }),
      );
    experiment('elo = 2499');
    assert.match((await run('run', 'experiment.jsonc', '--dry-run')).stdout, /2 positions of 2 games/);
    experiment('elo >');
    const { status, stderr } = await run('run', 'experiment.jsonc', '--dry-run');
    assert.deepEqual(
      [status, /^statelens: experiment\.jsonc:1:29: where, column \d+: [^\n]+\n$/.test(stderr)],
      [2, true],
      stderr,
    );
    const flag = await run('run', '--games', 'bare.pgn', '--where', 'elo >', '--dry-run');
    assert.deepEqual([flag.status, /--where, column \d+: [^\n]+\n {2}elo >\n {2} *\^/.test(flag.stderr)], [2, true]);
    assert.match(
      (await run('run', 'experiment.jsonc', '--where', 'elo > 1')).stderr,
      /--where cannot be combined with an/,
    );
  });

  itLong('chooses the games of a dataset, by their number in the file, and stands in its manifest', async () => {
    writeFileSync(inFolder('bare.pgn'), PLAIN);
    writeFileSync(inFolder('bare.pgn.gz'), gzipSync(PLAIN));
    for (const games of ['bare.pgn', 'bare.pgn.gz']) {
      const args = ['mav', 'dataset', games, '--plies', 'ply:1', '--per-position', '9', '--jobs', '1', '--overwrite'];
      const made = await run(...args, '--where', 'elo >= 2498', '--out', 'data.jsonl');
      assert.equal(made.status, 0, made.stderr);
      assert.match(made.stderr, /2,996 of the games and records left out: not chosen by the expression/);
      const places = jsonLines(bytesOf('data.jsonl').toString()).map(({ meta }) => (meta as { index: number }).index);
      assert.deepEqual(places, [1498, 1499, 2998, 2999].slice(0, places.length));
      assert.ok(places.length > 0);
      const manifest = JSON.parse(bytesOf('data.manifest.json').toString()) as {
        recipe: { options: { where: string } };
      };
      assert.equal(manifest.recipe.options.where, 'elo >= 2498');
    }
    const fen = await run('mav', 'dataset', 'states.fen', '--where', 'elo > 1', '--out', 'fen.jsonl');
    assert.deepEqual([fen.status, /--where chooses games of PGN files/.test(fen.stderr)], [2, true]);
  });
});
