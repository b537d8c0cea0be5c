import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { cli, shell } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const GAME = '[Event "Jos\u00e9"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *\n';
const BYTES: Readonly<Record<string, Buffer>> = {
  'utf-8': Buffer.from(GAME),
  'utf-8 with a byte order mark': Buffer.from(`\uFEFF${GAME}`),
  'utf-16': Buffer.from(`\uFEFF${GAME}`, 'utf16le'),
  'utf-16 big-endian': Buffer.from(`\uFEFF${GAME}`, 'utf16le').swap16(),
  'utf-16 with half a character': Buffer.from(`\uFEFF${GAME.replace('J', '\ud800')}`, 'utf16le'),
  'latin-1': Buffer.from(GAME, 'latin1'),
  'line ends CR LF': Buffer.from(GAME.replaceAll('\n', '\r\n')),
};

const inFolder = (name: string): string => path.join(folder, name);
const run = (...args: string[]) => cli(args, { cwd: folder });

/** With the baseline, which answers at once. */
const predict = (...args: readonly string[]) => run('predict', '--model', 'baseline:naive-tracker', ...args);

describe('predict, strip: files keep every byte that is not theirs', () => {
  const names = Object.keys(BYTES).map((name) => `${name}.pgn`);
  const contents = () => names.map((name) => readFileSync(inFolder(name)));
  for (const [name, bytes] of Object.entries(BYTES)) writeFileSync(inFolder(`${name}.pgn`), bytes);

  itLong('in place, whatever the encoding and the line ends', async () => {
    assert.equal((await predict(...names, '--plies', 'every:2', '--in-place')).status, 0);
    contents().forEach((bytes, i) => assert.ok(bytes.length > (Object.values(BYTES)[i]?.length ?? 0)));
    assert.equal(jsonLines((await run('score', ...names, '-m', '1')).stdout).length, 2 * names.length);
    assert.equal((await run('predictions', 'remove', ...names, '--in-place')).status, 0);
    assert.deepEqual(contents(), Object.values(BYTES));
  });

  itLong('on standard output', () => {
    for (const name of names.filter((_, i) => i % thoroughly(1, 3) === 0)) {
      assert.equal(shell(`$CLI strip "${name}" > out.pgn`, folder).status, 0);
      assert.deepEqual(readFileSync(inFolder('out.pgn')), readFileSync(inFolder(name)));
    }
  });
});

describe('statelens predict', () => {
  it('asks at the plies of the plan', async () => {
    writeFileSync(inFolder('plan.pgn'), GAME);
    const plies = async (...args: string[]) => {
      const { status } = await predict('plan.pgn', ...args, '--out', 'planned.pgn');
      assert.equal(status, 0);
      return jsonLines((await run('score', 'planned.pgn', '-m', '1')).stdout).map(({ ply }) => ply);
    };
    assert.deepEqual(await plies(), [4]);
    assert.deepEqual(await plies('--plies', 'every:1'), [1, 2, 3, 4]);
    assert.deepEqual(await plies('--plies', 'every:3'), [3]);
    assert.deepEqual(await plies('--plies', 'ply:0,3,9'), [0, 3]);
  });

  it('asks about the moves that were played, however they are written', async () => {
    for (const moves of ['1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6', '1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6']) {
      writeFileSync(inFolder('letters.pgn'), `${moves} *\n`);
      const { stderr } = await run('predict', 'letters.pgn', '--model', 'reference:rules', '--out', 'asked.pgn');
      assert.match(stderr, /1 prediction of reference:rules written\n/, moves);
      assert.match(readFileSync(inFolder('asked.pgn'), 'utf8'), /r1bqkbnr\/1ppp1ppp\/p1B5\//);
    }
  });

  it('writes what the baseline says', async () => {
    writeFileSync(inFolder('plan.pgn'), GAME);
    await run('predict', 'plan.pgn', '--model', 'baseline:lag-1', '--out', 'lag.pgn');
    const [line = {}] = jsonLines((await run('score', 'lag.pgn', '-m', '1')).stdout);
    assert.deepEqual([line['label'], line['verdict']], ['baseline:lag-1', 'squares']);
    assert.deepEqual((line['lag'] as { pliesEarlier: number }).pliesEarlier, 1);
  });

  it('skips what is already present, unless told to replace it', async () => {
    writeFileSync(inFolder('again.pgn'), GAME);
    await predict('again.pgn', '--in-place');
    const once = readFileSync(inFolder('again.pgn'), 'utf8');
    assert.match((await predict('again.pgn', '--in-place')).stderr, /0 predictions .* 1 already present/);
    assert.equal(readFileSync(inFolder('again.pgn'), 'utf8'), once);
    assert.match(
      (await predict('again.pgn', '--in-place', '--replace')).stderr,
      /1 prediction of baseline:naive-tracker written/,
    );
    assert.equal(readFileSync(inFolder('again.pgn'), 'utf8'), once);
  });

  itLong('asks the learned model, and only up to a move that cannot be played', async () => {
    const { stdout, stderr } = await cli(['predict', '-'], { input: '1. e4 e5 2. Ke3 *\n' });
    assert.match(stderr, /1 game cut at a move that cannot be played/);
    assert.match(stdout, /1\. e4 e5\s+\{ \[%pfen builtin:mav-small [^\]]+\] \}\s+2\. Ke3 \*/);
  });

  it('refuses models and plans that do not exist', async () => {
    for (const args of [
      ['--model', 'gpt-9'],
      ['--plies', 'never'],
      ['--plies', 'every:0'],
    ]) {
      const { status, stderr } = await run('predict', 'plan.pgn', ...args);
      assert.equal(status, 2);
      assert.match(stderr, /^statelens: [^\n]+\n$/);
    }
  });
});

describe('statelens predictions remove', () => {
  it('takes out one label and leaves the others', async () => {
    writeFileSync(inFolder('two.pgn'), GAME);
    await predict('two.pgn', '--in-place');
    await run('predict', 'two.pgn', '--model', 'baseline:start-position', '--in-place');
    const { stdout, stderr } = await run('predictions', 'remove', 'two.pgn', '--label', 'baseline:start-position');
    assert.match(stderr, /two\.pgn: 1 prediction removed/);
    assert.ok(!stdout.includes('start-position'));
    assert.ok(stdout.includes('naive-tracker'));
  });
});

describe('writing files', () => {
  it('replaces the file behind a symbolic link and keeps its mode', async () => {
    writeFileSync(inFolder('real.pgn'), GAME);
    chmodSync(inFolder('real.pgn'), 0o640);
    symlinkSync('real.pgn', inFolder('link.pgn'));
    assert.equal((await predict('link.pgn', '--in-place')).status, 0);
    assert.ok(readFileSync(inFolder('real.pgn'), 'utf8').includes('%pfen'));
    assert.equal(statSync(inFolder('real.pgn')).mode & 0o777, 0o640);
  });

  it('leaves no temporary file behind when it cannot write', async () => {
    mkdirSync(inFolder('target'), { recursive: true });
    writeFileSync(inFolder('game.pgn'), GAME);
    const { status, stderr } = await run('predictions', 'remove', 'game.pgn', '--out', 'target');
    assert.equal(status, 2);
    assert.equal(stderr, 'statelens: cannot write target: it is a folder, not a file\n');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('says in one line that the disk is full', async () => {
    const { status, stderr } = await run('predictions', 'remove', 'game.pgn', '--out', '/dev/full');
    assert.equal(status, 3);
    assert.equal(stderr, 'statelens: cannot write /dev/full: the disk is full\n');
  });

  it('refuses contradictions before it reads anything', async () => {
    for (const args of [
      ['game.pgn', 'real.pgn'],
      ['game.pgn', '--in-place', '--out', 'x.pgn'],
      ['-', '--in-place'],
    ]) {
      const { status, stderr } = await run('predictions', 'remove', ...args);
      assert.equal(status, 2);
      assert.match(stderr, /^statelens: [^\n]+\n$/);
    }
  });
});
