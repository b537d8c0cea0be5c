import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const UNTIDY = '[White "Jos\u00e9"]\n[Event "e"]\n1.e4! e5 *';
const GENTLE = '[White "Jos\u00e9"]\n[Event "e"]\n\n1. e4! e5 *\n';
const EXPORT = '[Event "e"]\n[White "Jos\u00e9"]\n\n1. e4 $1 e5 *\n\n';
const run = (...args: string[]) => cli(['format', ...args], { cwd: folder });
const inFolder = (name: string): string => path.join(folder, name);

describe('statelens format', () => {
  it('prints the formatted text', async () => {
    writeFileSync(inFolder('a.pgn'), UNTIDY);
    assert.deepEqual(await run('a.pgn'), { status: 0, stdout: GENTLE, stderr: '' });
    assert.equal((await run('a.pgn', '--style', 'export')).stdout, EXPORT);
    assert.equal((await cli(['format', '-'], { input: UNTIDY })).stdout, GENTLE);
    assert.equal(readFileSync(inFolder('a.pgn'), 'utf8'), UNTIDY);
  });

  it('leaves what is not replayed as it is written', async () => {
    const text = '1. e4 e5 2. Nf3! 3. Bb5 a6 *\n\n12... Nf6 13. Nf3 *\n\n[Variant "Bughouse"]\n\n1A. e4 1a. e5 *\n\n';
    assert.equal((await cli(['format', '-', '--style', 'export'], { input: text })).stdout, text);
  });

  it('names the files that would change, with status 1', async () => {
    mkdirSync(inFolder('games'), { recursive: true });
    writeFileSync(inFolder('games/good.pgn'), GENTLE);
    writeFileSync(inFolder('games/good.fen'), '8/8/8/8/8/8/8/8 w - - 0 1\n');
    writeFileSync(inFolder('games/states.fen'), '8/8/8/8/8/8/8/8  w - - 0 1\n');
    assert.equal((await run('games/good.pgn', '--check')).status, 0);
    writeFileSync(inFolder('games/untidy.pgn'), UNTIDY);
    const { status, stdout, stderr } = await run('games', '--check');
    assert.equal(status, 1);
    assert.equal(stdout, 'games/states.fen\ngames/untidy.pgn\n');
    assert.match(stderr, /2 of 4 files would change/);
    assert.equal(readFileSync(inFolder('games/untidy.pgn'), 'utf8'), UNTIDY);
  });

  it('writes files back in their own encoding', async () => {
    writeFileSync(inFolder('latin.pgn'), Buffer.from(UNTIDY, 'latin1'));
    const { status, stdout, stderr } = await run('latin.pgn', 'a.pgn', '--write');
    assert.equal(status, 0);
    assert.equal(stdout, '');
    assert.match(stderr, /2 of 2 files changed/);
    assert.deepEqual(readFileSync(inFolder('latin.pgn')), Buffer.from(GENTLE, 'latin1'));
    assert.equal(readFileSync(inFolder('a.pgn'), 'utf8'), GENTLE);
    assert.match((await run('latin.pgn', 'a.pgn', '--in-place')).stderr, /0 of 2 files changed/);
  });

  it('formats MAV, and names files that are not', async () => {
    const printed = '<mav game=hex> %state %top_1 </mav>\n[%state x || . . x o ||]\n[%top_1 a1:<ctrl64>]\n';
    writeFileSync(inFolder('loose.mav'), printed.replace('hex>', 'hex').replace('%top_1 a1:', '%top 1  a1 : '));
    assert.deepEqual(await run('loose.mav'), { status: 0, stdout: printed, stderr: '' });
    assert.equal((await run('loose.mav', '--check')).status, 1);
    assert.equal((await run('loose.mav', '--in-place')).status, 0);
    assert.equal((await run('loose.mav', '--check')).status, 0);
  });

  it('refuses contradictions', async () => {
    for (const args of [
      ['--check', '--write'],
      ['--check', '--out', 'b.pgn'],
      ['--out', 'b.pgn', '--in-place'],
      ['--style', 'pretty'],
    ])
      assert.equal((await run('a.pgn', ...args)).status, 2, args.join(' '));
  });
});
