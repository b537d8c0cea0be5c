import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const GAMES = '[Event "a"]\r\n\r\n1. e4 e5 2. Nf3 *\r\n\r\n[Event "b"]\r\n\r\n1. d4 d5 *\r\n';
const MODEL = ['--model', 'baseline:lag-1', '--plies', 'every:1'];

/** Runs over standard input in a new folder; what is there then. */
async function given(name: string, input: string | Buffer, ...args: readonly string[]) {
  const cwd = path.join(folder, name);
  fs.mkdirSync(cwd, { recursive: true });
  const done = await cli(['run', '--games', '-', ...MODEL, ...args], { cwd, input });
  const files = fs.readdirSync(cwd, { recursive: true, encoding: 'utf8' }).sort();
  return { ...done, cwd, files };
}

describe('statelens run --games -', () => {
  it('keeps the games beside the run, so that it is resumed without them', async () => {
    const { cwd, files, status, stderr } = await given('beside', GAMES, '--out', 'sub/m.run.jsonl');
    assert.equal(status, 0, stderr);
    const [, copy = ''] = files;
    assert.match(copy, /^sub\/games-[0-9a-f]{12}\.pgn$/);
    assert.deepEqual(files, ['sub', copy, 'sub/m.run.jsonl']);
    assert.equal(fs.readFileSync(path.join(cwd, copy), 'utf8'), GAMES);
    assert.ok(stderr.includes(`the games of standard input are kept in ${copy}, which resume reads\n`));
    const run = path.join(cwd, 'sub/m.run.jsonl');
    const whole = fs.readFileSync(run, 'utf8').split('\n');
    fs.writeFileSync(run, whole.slice(0, 3).join('\n'));
    const resumed = await cli(['resume', run], { cwd: folder });
    assert.equal(resumed.status, 0, resumed.stderr);
    assert.match(resumed.stderr, /5 of 5 samples/);
  });

  it('resumes when the same games come again, and begins another run for others', async () => {
    const first = await given('again', GAMES);
    assert.equal(first.status, 0, first.stderr);
    const second = await given('again', GAMES);
    assert.deepEqual(second.files, first.files);
    assert.match(second.stderr, /resuming after 5 answers/);
    assert.equal((await given('again', '1. c4 *\n')).files.length, first.files.length + 2);
    assert.ok(first.files.includes('.statelens/.gitignore'));
  });

  it('reads walks, and games that are compressed', async () => {
    const walks = await given('walks', 'world s5\n\n(12) (23) (34)\n');
    assert.equal(walks.status, 0, walks.stderr);
    assert.ok(walks.files.some((name) => name.endsWith('.walk')));
    const packed = await given('packed', gzipSync(GAMES));
    assert.match(packed.stderr, /5 of 5 samples/);
  });

  it('leaves nothing of a dry run, of no games, and of games that are too short', async () => {
    const dry = await given('dry', GAMES, '--dry-run');
    assert.match(dry.stdout, /5 positions of 2 games/);
    assert.deepEqual(dry.files, []);
    const none = await given('none', '');
    assert.deepEqual([none.status, none.files], [2, []]);
    assert.match(none.stderr, /standard input is empty/);
    const short = await given('short', GAMES, '--plies', 'every:50', '--out', 'm.run.jsonl');
    assert.deepEqual([short.status, short.files], [2, []]);
  });
});
