import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const check = (...args: string[]) => cli(['check', ...args], { cwd: folder });

/** The engine of test/support knows this position alone: its first move is worth 0 centipawns, each next one 10 less. */
const KNOWN = 'k7/8/K7/8/8/8/8/7R w - - 0 1';
const example = (list: string, fen = KNOWN, k = 2): string =>
  `<mav game=chess> %FEN %top_${k} </mav>\n[%FEN ${fen}]\n[%top_${k} ${list}]\n\n`;
const four = (list: string): string =>
  `<mav game=connect_four> %state %top_1 </mav>\n[%state x || ${'. '.repeat(35)}x x x . o o o ||]\n[%top_1 ${list}]\n\n`;
const engine = (manner: string): string => {
  fs.copyFileSync('test/support/fake-uci.mjs', path.join(folder, `${manner}.mjs`));
  return `./${manner}.mjs`;
};
const GOOD = example('a6b6:<ctrl32> a6a5:<ctrl32>');
const APART = example('a6b6:<ctrl50> h1h8:<ctrl23>');
fs.writeFileSync(path.join(folder, 'good.mav'), GOOD);
fs.writeFileSync(path.join(folder, 'some.mav'), GOOD + APART + GOOD.replace('a6a5', 'a6a4'));

describe('statelens check --engine', () => {
  itLong('lists values and choices that are not those of the engine, each at its place', async () => {
    const { status, stdout, stderr } = await check('some.mav', '--format', 'json', '--engine', engine('normal'));
    assert.equal(stderr, '');
    assert.equal(status, 1);
    const findings = JSON.parse(stdout) as { code: string; game: number; range: { start: object }; message: string }[];
    assert.deepEqual(
      findings.map(({ code, game, range }) => [code, game, range.start]),
      [
        ['MAV_NOT_BEST', 1, { line: 6, character: 1 }],
        ['MAV_VALUE_APART', 1, { line: 6, character: 13 }],
        ['MAV_ILLEGAL_ACTION', 2, { line: 10, character: 22 }],
      ],
    );
    assert.match(findings[1].message, /^a6b6 has bucket 50, 18 from 32 by Fake 2, depth 8$/);
    assert.equal((await check('good.mav', '--engine', engine('normal'))).stdout, '');
  });

  itLong('takes no file for the path of the engine, wherever the option stands', async () => {
    fs.mkdirSync(path.join(folder, 'inner'), { recursive: true });
    // values of this game need no engine, which would have to start each time
    fs.writeFileSync(path.join(folder, 'four.mav'), four('x3:<ctrl33>'));
    fs.copyFileSync(path.join(folder, 'four.mav'), path.join(folder, 'inner', 'four.mav'));
    fs.copyFileSync(path.join(folder, 'four.mav'), path.join(folder, 'four.text'));
    const after = await check('four.mav', '--engine-depth', '1', '--engine');
    const before = await check('--engine-depth', '1', '--engine', 'four.mav');
    assert.deepEqual([before.status, before.stdout], [after.status, after.stdout]);
    assert.match(before.stdout, /^four\.mav:.*MAV_VALUE_APART/);
    const both = await check('--engine', 'four.mav', 'inner/four.mav', '--engine-depth', '1');
    assert.match(both.stderr, /in 2 files/);
    assert.match((await check('--engine', 'inner', '--engine-depth', '1')).stderr, /in 1 file/);
    // a name that says nothing is the engine's where there are files, and else a file
    const only = await check('--engine-depth', '1', '--engine', 'four.text', '--language', 'mav');
    assert.match(only.stderr, /in 1 file/);
    assert.match((await check('good.mav', '--engine', './nowhere')).stderr, /nowhere was not found/);
    const none = await check('--engine', './nowhere');
    assert.deepEqual([none.status, /missing required argument 'files'/.test(none.stderr)], [2, true]);
    assert.equal((await check()).status, 2);
  });

  itLong('allows as many buckets as are asked for, at the depth that is asked for', async () => {
    const args = ['some.mav', '--format', 'json', '--engine-depth', '3', '--engine', engine('normal')];
    assert.doesNotMatch((await check(...args, '--tolerance', '18')).stdout, /MAV_VALUE_APART/);
    assert.match((await check(...args, '--tolerance', '17')).stdout, /Fake 2, depth 3/);
    assert.equal((await check('good.mav', '--engine-depth', '0')).status, 2);
  });

  itLong('says why there are no values, still lists everything else, and exits with 3', async () => {
    const missing = await check('some.mav', '--engine', './nowhere');
    assert.equal(missing.status, 3);
    assert.match(missing.stdout, /MAV_ILLEGAL_ACTION/);
    assert.match(missing.stderr, /nowhere was not found\n.*3 of 3 lists could not be compared with an engine/);
    const dying = await check('good.mav', '--engine', engine('dies'));
    assert.equal(dying.status, 3);
    assert.match(dying.stderr, /Fake 2 ended with status 3: network file not found/);
    assert.equal((await check('good.mav', '--engine', engine('dies-once'))).status, 0);
  });

  it('holds Connect Four against its solver and Hex against playouts, and starts no engine for them', async () => {
    const hex = (list: string): string =>
      `<mav game=hex> %state %top_1 </mav>\n[%state x || x . . x . . . o o ||]\n[%top_1 ${list}]\n\n`;
    const all = [four('x3:<ctrl64>'), four('x3:<ctrl33>'), four('x0:<ctrl1>'), hex('a3:<ctrl64>'), hex('a3:<ctrl40>')];
    fs.writeFileSync(path.join(folder, 'others.mav'), all.join(''));
    const { stdout, stderr } = await check('others.mav', '--engine', './nowhere');
    assert.deepEqual(stdout.split('\n').slice(0, 4), [
      'others.mav:7:12: info MAV_VALUE_APART: x3 has bucket 33, 31 from 64 (a proved win) by Connect Four solver, exact',
      'others.mav:11:2: info MAV_NOT_BEST: not the best action by Connect Four solver, exact: x0 (1) is listed, x3 (64) is not',
      'others.mav:19:12: info MAV_VALUE_APART: a3 has bucket 40, 24 from 64 (a proved win) by random playouts, estimate, N 20000, seed 0',
      '',
    ]);
    assert.doesNotMatch(stderr, /nowhere/);
  });

  itLong('has an engine of its own', async () => {
    const mate = example('g5g7:<ctrl64>', '7k/5K2/8/6Q1/8/8/8/8 w - - 0 1', 1);
    fs.writeFileSync(path.join(folder, 'mate.mav'), mate + mate.replace('g5g7:<ctrl64>', 'g5g6:<ctrl64>'));
    const { stdout, stderr } = await check('mate.mav', '--engine-depth', '4');
    assert.match(stdout, /^mate\.mav:7:2: info MAV_NOT_BEST: not the best action by Stockfish 19.*, depth 4: .*g6/m);
    assert.doesNotMatch(stdout, /^mate\.mav:3:/m);
    assert.match(stderr, /2 files|1 file/);
  });
});
