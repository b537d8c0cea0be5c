import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { unifiedDiff } from '../../../src/core/base/text/unified-diff.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const inFolder = (name: string): string => path.join(folder, name);
const put = (name: string, text: string): void => writeFileSync(inFolder(name), text);
const read = (name: string): string => readFileSync(inFolder(name), 'utf8');
const run = (...args: string[]) => cli(['check', ...args], { cwd: folder });
/** On a terminal, with answers. */
const asked = (answers: string, ...args: string[]) =>
  cli(['check', ...args], { cwd: folder, input: answers, isTTY: true, env: { NO_COLOR: '1' } });

const TAGS = '[Event "a"]\n[Result "*"]\n\n';
const GOOD = `${TAGS}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n`;
/** Castling with zeros, which is safe to fix, and a wrong square, which is not. */
const BAD = GOOD.replace('O-O', '0-0').replace('Bb5', 'Bb6');
/** A capture sign where nothing is captured: another move may have been meant. */
const DOUBTFUL = GOOD.replace('Nc6', 'Nxc6');

describe('statelens check --fix', () => {
  it('prints the text with its safe fixes, and says what is left', async () => {
    put('a.pgn', GOOD.replace('O-O', '0-0') + BAD);
    const { status, stdout, stderr } = await run('a.pgn', '--fix');
    assert.equal(stdout, GOOD + BAD);
    assert.equal(
      stderr,
      'statelens: 1 finding fixed in 1 file: PGN_CASTLING_FORM 1\nstatelens: 1 finding left: PGN_ILLEGAL_MOVE 1\n',
    );
    assert.equal(status, 1);
    assert.equal((await run('a.pgn', '--fix', '--fail-on', 'never')).status, 0);
    assert.deepEqual(await cli(['check', '-', '--fix', 'safe'], { input: GOOD }), {
      status: 0,
      stdout: GOOD,
      stderr: 'statelens: 0 findings fixed in 0 files\n',
    });
  });

  it('says which finding holds it back where nothing is fixed', async () => {
    put('a.pgn', GOOD + BAD);
    const { stdout, stderr } = await run('a.pgn', '--fix');
    assert.equal(stdout, GOOD + BAD);
    const [none, held, left] = stderr.split('\n');
    assert.equal(none, 'statelens: 0 findings fixed in 0 files');
    const lines = GOOD.split('\n').length - 1;
    const at = new RegExp(
      `^statelens: a\\.pgn:(\\d+):\\d+ holds it back: PGN_ILLEGAL_MOVE, illegal move .*; no fix of it is certain$`,
    );
    assert.ok(Number(at.exec(held ?? '')?.[1]) > lines, held);
    assert.equal(left, 'statelens: 1 finding left: PGN_ILLEGAL_MOVE 1');
  });

  it('takes a word behind it that is no kind of fixes for a file', async () => {
    put('a.pgn', GOOD.replace('O-O', '0-0'));
    put('b.pgn', BAD);
    put('c.pgn', GOOD.replace('O-O', 'o-o'));
    for (const args of [
      ['--fix', 'a.pgn'],
      ['--fix', 'safe', 'a.pgn'],
      ['--fix', '--', 'a.pgn'],
    ]) {
      const { status, stdout, stderr } = await run(...args);
      assert.deepEqual([status, stdout], [0, GOOD], stderr);
    }
    const both = await run('--fix', 'a.pgn', 'c.pgn', '--dry-run');
    assert.match(both.stderr, /2 findings would be fixed in 2 files/);
    assert.equal((await run('--fix', 'all', 'b.pgn')).stdout, GOOD);
    assert.deepEqual(
      await cli(['check', '--fix', '-'], { input: GOOD }),
      await cli(['check', '-', '--fix'], { input: GOOD }),
    );
    const { status, stderr } = await run('--fix', 'sfae', 'a.pgn');
    assert.equal(status, 2);
    assert.match(stderr, /sfae/);
  });

  it('takes preferred repairs of moves and other first fixes where all are wanted', async () => {
    put('a.pgn', BAD + DOUBTFUL);
    const { status, stdout } = await run('a.pgn', '--fix', 'all');
    assert.equal(stdout, GOOD + GOOD);
    assert.equal(status, 0);
  });

  it('never chooses among repairs, and leaves signs that contradict the moves of a game with a mistake', async () => {
    // two knights can go to d2; x says that the game is another
    const text = `${TAGS}1. Nf3 dx5 2. d3 d4 3. Nd2 e5 *\n\n`.replace('dx5', 'd5').replace('2. d3', '2. dxd3');
    put('a.pgn', text);
    const { status, stdout, stderr } = await run('a.pgn', '--fix', 'all');
    assert.equal(stdout, text);
    assert.match(stderr, /3 with fixes to choose from: use --interactive/);
    assert.equal(status, 1);
  });

  it('makes no fix twice that leaves its finding as it was', async () => {
    for (const text of ['1. e4 e5 [diagram "x\n', `1. e4 ${'(1. d4 '.repeat(5000)}`]) {
      put('stuck.pgn', text);
      const { stdout, stderr } = await run('stuck.pgn', '--fix', 'all');
      assert.ok(stdout.length <= text.length + 10, `${stdout.length}`);
      assert.doesNotMatch(stderr, /[1-9]\d+ findings fixed/);
    }
    put('open.pgn', '1. e4 (1. d4 (1. c4 (1. b4 *\n');
    // where they end is a guess
    assert.match((await run('open.pgn', '--fix', 'all')).stderr, /3 findings left: PGN_UNCLOSED_PAREN 3;/);
  });

  it('skips findings that are off', async () => {
    put('a.pgn', GOOD.replace('O-O', '0-0'));
    const { stdout } = await run('a.pgn', '--fix', '--severity', 'PGN_CASTLING_FORM=off');
    assert.equal(stdout, read('a.pgn'));
  });

  it('writes in place, keeps the old file, and never overwrites that', async () => {
    mkdirSync(inFolder('games'), { recursive: true });
    put('games/a.pgn', BAD);
    put('games/b.pgn', GOOD);
    put('games/c.fen', '8/8/8/8/8/8/8/K1k5  w - - 0 1\n');
    const { status } = await run('games', '--fix', 'all', '--in-place');
    assert.equal(status, 0);
    assert.deepEqual([read('games/a.pgn'), read('games/a.pgn.orig')], [GOOD, BAD]);
    assert.equal(read('games/b.pgn'), GOOD);
    assert.ok(!existsSync(inFolder('games/b.pgn.orig')), 'unchanged files have no copy');
    put('games/a.pgn', BAD);
    const again = await run('games', '--fix', '--in-place');
    assert.equal(again.status, 2);
    assert.match(again.stderr, /a\.pgn\.orig exists: it may be the only way back/);
    assert.deepEqual([read('games/a.pgn'), read('games/a.pgn.orig')], [BAD, BAD]);
  });

  it('keeps the encoding of a file', async () => {
    const text = GOOD.replace('O-O', '0-0').replace('"a"', '"Jos\u00e9"');
    writeFileSync(inFolder('latin.pgn'), Buffer.from(text, 'latin1'));
    await run('latin.pgn', '--fix', '--out', 'out.pgn');
    assert.deepEqual(readFileSync(inFolder('out.pgn')), Buffer.from(text.replace('0-0', 'O-O'), 'latin1'));
  });

  for (const [order, swap] of [
    ['little', (bytes: Buffer) => bytes],
    ['big', (bytes: Buffer) => bytes.swap16()],
  ] as const) {
    it(`keeps the byte order mark of UTF-16, ${order}-endian, which is no finding`, async () => {
      const wide = (text: string): Buffer => swap(Buffer.from(`\uFEFF${text}`, 'utf16le'));
      writeFileSync(inFolder(`${order}.pgn`), wide(GOOD.replace('O-O', '0-0').replace('"a"', '"\u041a\ud800"')));
      const found = await run(`${order}.pgn`);
      assert.doesNotMatch(found.stdout, /BYTE_ORDER_MARK/);
      assert.match(found.stdout, /:4:\d+: warning PGN_CASTLING_FORM/);
      const { stderr } = await run(`${order}.pgn`, '--fix', '--in-place');
      assert.doesNotMatch(stderr, /Latin-1/);
      assert.deepEqual(readFileSync(inFolder(`${order}.pgn`)), wide(GOOD.replace('"a"', '"\u041a\ud800"')));
      await cli(['format', `${order}.pgn`, '--in-place'], { cwd: folder });
      assert.deepEqual(readFileSync(inFolder(`${order}.pgn`)).subarray(0, 2), wide(''));
    });
  }

  it('shows what it would do as a diff, and changes nothing', async () => {
    put('a.pgn', GOOD + BAD + GOOD);
    const { status, stdout, stderr } = await run('a.pgn', '--fix', 'all', '--dry-run');
    assert.equal(
      stdout,
      `--- a.pgn\n+++ a.pgn\n@@ -6,7 +6,7 @@\n [Event "a"]\n [Result "*"]\n \n-${BAD.split('\n')[3]}\n+${GOOD.split('\n')[3]}\n \n [Event "a"]\n [Result "*"]\n`,
    );
    assert.match(stderr, /2 findings would be fixed in 1 file: PGN_CASTLING_FORM 1, PGN_ILLEGAL_MOVE 1/);
    assert.equal(status, 1);
    assert.equal(read('a.pgn'), GOOD + BAD + GOOD);
    put('b.pgn', GOOD);
    assert.deepEqual(await run('b.pgn', '--fix', '--dry-run'), {
      status: 0,
      stdout: '',
      stderr: 'statelens: 0 findings would be fixed in 0 files\n',
    });
  });

  it('refuses options that contradict each other', async () => {
    put('a.pgn', GOOD);
    put('b.pgn', GOOD);
    for (const [args, message] of [
      [['a.pgn', '--dry-run'], /--dry-run requires --fix or --interactive/],
      [['a.pgn', '--in-place'], /--in-place requires --fix/],
      [['a.pgn', '--out', 'c.pgn'], /--out requires --fix/],
      [['a.pgn', '--fix', '--dry-run', '--out', 'c.pgn'], /writes nothing/],
      [['a.pgn', '--fix', '--format', 'json'], /--format cannot be used with fixes/],
      [['a.pgn', 'b.pgn', '--fix'], /more than one file requires --in-place/],
      [['-', '--fix', '--in-place'], /standard input cannot be written in place/],
      [['a.pgn', '--interactive'], /requires a terminal/],
      [['a.pgn', '--fix', '--out', 'a.pgn'], /is the input/],
    ] as const) {
      const { status, stderr } = await run(...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, message);
    }
  });
});

describe('statelens check --interactive', () => {
  it('asks about each fix that is not safe', async () => {
    put('ask.pgn', BAD + DOUBTFUL);
    const { stderr } = await asked('?\ny\nn\n', 'ask.pgn', '--interactive', '--in-place');
    assert.match(stderr, /ask\.pgn:4:24: error PGN_ILLEGAL_MOVE: illegal move 3\. Bb6/);
    assert.match(stderr, / {2}1 {2}3\.Bb5 \(not Bb6\): all 5 moves behind it are legal \(preferred\)\n/);
    assert.match(stderr, /a number chooses a fix/);
    assert.equal(read('ask.pgn'), GOOD + DOUBTFUL);
    assert.equal(read('ask.pgn.orig'), BAD + DOUBTFUL);
  });

  it('takes a number, and asks nothing after q or the end of its input', async () => {
    const two = `${TAGS}1. Nf3 d5 2. d3 d4 3. Nd2 e5 *\n\n`;
    put('q.pgn', two + BAD);
    assert.equal(
      (await asked('2\nq\n', 'q.pgn', '--interactive', '--out', 'q2.pgn')).stderr.match(/fix it\?/g)?.length,
      2,
    );
    assert.equal(read('q2.pgn'), two.replace('Nd2', 'Nfd2') + BAD);
    put('end.pgn', GOOD.replace('O-O', '0-0') + BAD);
    const ended = await asked('', 'end.pgn', '--interactive', '--dry-run');
    assert.match(ended.stdout, /^\+.*O-O/m);
    assert.doesNotMatch(ended.stdout, /^\+.*Bb6/m);
    assert.equal(read('end.pgn'), GOOD.replace('O-O', '0-0') + BAD);
  });
});

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** A text with a unified diff applied, as `patch` does it. */
function patched(text: string, diff: string): string {
  const old = linesOf(text);
  const now: string[] = [];
  let at = 0;
  const lines = linesOf(diff.replaceAll('\n\\ No newline at end of file\n', '\u0000\n')).slice(2);
  for (const line of lines) {
    const content = line.slice(1).replace('\u0000\n', '');
    const start = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/.exec(line);
    if (start !== null) {
      const from = Number(start[1]) - (start[2] === '0' ? 0 : 1);
      now.push(...old.slice(at, from));
      at = from;
      assert.equal(now.length, Number(start[3]) - (start[4] === '0' ? 0 : 1), 'the place in the new text');
    } else if (line.startsWith('+')) now.push(content);
    else {
      assert.equal(old[at++], content, 'the line in the old text');
      if (line.startsWith(' ')) now.push(content);
    }
  }
  return [...now, ...old.slice(at)].join('');
}

describe('a unified diff', () => {
  it('is what patch needs to make the new text', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\n'), { maxLength: 30 });
    const pieces = fc.array(fc.record({ before: text, after: text, same: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(pieces, fc.boolean(), (all, isOpen) => {
        const parts = all.map(({ before, after, same }, i) => {
          const tail = isOpen && i === all.length - 1 ? 'end' : '';
          return { before: before.join('') + tail, after: (same ? before : after).join('') + tail };
        });
        const [old, now] = [parts.map((p) => p.before).join(''), parts.map((p) => p.after).join('')];
        const diff = [...unifiedDiff(parts, { before: 'x', after: 'x' })].join('');
        if (old === now) {
          assert.equal(diff, '');
          return;
        }
        assert.equal(patched(old, diff), now, diff);
      }),
      { numRuns: 300 },
    );
  });
});
