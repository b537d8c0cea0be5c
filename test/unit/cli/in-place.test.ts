import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { ReplacedFile } from '../../../src/cli/io/replaced-file.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (...names: readonly string[]): string => path.join(folder, ...names);

const LONG = `1.e4   e5 {${'a long comment '.repeat(200_000)}} 2.Nf3 *\n`;
const PREDICTED = '1. e4 e5\n{ [%pfen m rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1] }\n2. Nf3 *\n';

/** Commands that write a file back: one that makes it longer, others that make it shorter or change a letter. */
const COMMANDS: readonly (readonly [string, string, readonly string[]])[] = [
  ['format', LONG, ['format', '--in-place']],
  ['format --write', '1.e4   e5   *\n', ['format', '--write', '--style', 'export']],
  ['predictions remove', PREDICTED, ['predictions', 'remove', '--in-place']],
  ['predict', '1. e4 e5 *\n', ['predict', '--model', 'baseline:start-position', '--in-place']],
  ['check --fix', '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n', ['check', '--fix', '--in-place']],
];

describe('a file that is written in place', () => {
  for (const [name, text, args] of COMMANDS)
    it(`keeps its other names, its inode, its mode and the link that leads to it: ${name}`, async () => {
      const place = fs.mkdtempSync(at('place-'));
      const [file = '', other = '', link = ''] = ['a.pgn', 'b.pgn', 'c.pgn'].map((one) => path.join(place, one));
      fs.writeFileSync(file, text);
      fs.linkSync(file, other);
      fs.symlinkSync('a.pgn', link);
      fs.chmodSync(file, 0o640);
      const before = fs.statSync(file);
      const { stderr, status } = await cli([...args, link], { cwd: place });
      assert.ok(status === 0 || status === 1, stderr);
      const changed = fs.readFileSync(file, 'utf8');
      assert.notEqual(changed, text);
      assert.equal(fs.readFileSync(other, 'utf8'), changed);
      const { ino, nlink, mode } = fs.statSync(file);
      assert.deepEqual([ino, nlink, mode], [before.ino, 2, before.mode]);
      assert.ok(fs.lstatSync(link).isSymbolicLink());
      const left = fs.readdirSync(place).filter((one) => !one.endsWith('.orig'));
      assert.deepEqual(left, ['a.pgn', 'b.pgn', 'c.pgn'], 'nothing is left beside it');
    });

  it('takes the predictions of a run by annotate, and is the input and the output then', async () => {
    const place = fs.mkdtempSync(at('annotate-'));
    const games = path.join(place, 'games.pgn');
    fs.writeFileSync(games, '1. e4 e5 *\r\n');
    fs.linkSync(games, path.join(place, 'other.pgn'));
    await cli(['run', '--games', games, '--model', 'baseline:start-position', '--out', 'm.run.jsonl'], { cwd: place });
    const annotate = (...args: string[]) => cli(['annotate', 'm.run.jsonl', ...args], { cwd: place });
    const { status, stdout, stderr } = await annotate('--in', 'games.pgn', '--in-place');
    assert.deepEqual([status, stdout], [0, ''], stderr);
    const text = fs.readFileSync(path.join(place, 'other.pgn'), 'utf8');
    assert.match(text, /\[%pfen baseline:start-position /);
    assert.doesNotMatch(text, /(?<!\r)\n/);
    assert.match((await annotate('--in', 'games.pgn', '--in-place', '--out', 'x.pgn')).stderr, /cannot be used with/);
    assert.match((await annotate('--in', '-', '--in-place')).stderr, /standard input cannot be written in place/);
  });

  it('is refused while the text of a write that was cut off stands beside it: nothing is lost', async () => {
    const file = at('cut.pgn');
    fs.writeFileSync(file, '1.e4   e5 *\n');
    fs.linkSync(file, at('cut-2.pgn'));
    fs.writeFileSync(`${file}.new`, 'the whole text');
    const { stderr, status } = await cli(['format', file, '--in-place']);
    assert.equal(status, 2);
    assert.match(
      stderr,
      /cut\.pgn\.new exists: it may hold the whole text of \S+cut\.pgn, if writing that was cut off/,
    );
    assert.equal(fs.readFileSync(file, 'utf8'), '1.e4   e5 *\n');
    assert.equal(fs.readFileSync(`${file}.new`, 'utf8'), 'the whole text');
  });

  it('stays as it was where its new text cannot be put beside it', () => {
    const file = at('watched.pgn');
    fs.writeFileSync(file, 'old text\n');
    fs.linkSync(file, at('watched-2.pgn'));
    const replaced = new ReplacedFile(file);
    replaced.write('new\n');
    // a folder in the way of the copy's name: the write fails before it touches the file
    fs.mkdirSync(`${file}.new`);
    assert.throws(() => replaced.commit(), /cannot write/);
    replaced.discard();
    fs.rmdirSync(`${file}.new`);
    assert.equal(fs.readFileSync(file, 'utf8'), 'old text\n');
    assert.deepEqual(
      fs.readdirSync(folder).filter((name) => name.includes('watched')),
      ['watched-2.pgn', 'watched.pgn'],
    );
  });
});
