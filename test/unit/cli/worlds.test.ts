import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const compare = (...args: string[]) => cli(['compare', ...args]);

describe('statelens compare --world', () => {
  it('compares states of a world where everything is legal by what is observed', async () => {
    const { status, stdout } = await compare('--world', 's5', '1 2 3 4 5', '2 1 3 4 5', '-m', '3', '--json');
    assert.equal(status, 0);
    const { p, r, method, verdict, squares, squaresRight, wrongSquares, sentence } = JSON.parse(stdout);
    // whichever swap comes first, another item is at place 1
    assert.equal(p[0], 0);
    assert.deepEqual(p, r);
    assert.deepEqual(
      { method, verdict, squares, squaresRight },
      { method: 'exact', verdict: 'squares', squares: 5, squaresRight: 3 },
    );
    assert.deepEqual(wrongSquares, ['1', '2']);
    assert.equal(sentence, 'thinks place 1 is 2, not 1; thinks place 2 is 1, not 2');
  });

  it('counts the sequences that show no difference', async () => {
    // items 4 and 5 exchanged: three swaps bring nothing of them to place 1
    const { stdout } = await compare('--world', 's5', '1 2 3 4 5', '1 2 3 5 4', '-m', '4', '--json');
    // (34) (23) (12) shows the difference at the third action; at the fourth so do 7 words, with one action more somewhere, or by item 5
    assert.deepEqual(JSON.parse(stdout).p, [1, 1, 63 / 64, 63 / 64 - 7 / 256]);
  });

  it('shows states as they are written, and says what is no state', async () => {
    const shown = await compare('--world', 'boxes2x2', '1: apple | 2: book', '1: | 2: apple book');
    assert.equal(shown.status, 0);
    assert.match(shown.stdout, /thinks item apple is box 2, not box 1/);
    assert.match(shown.stdout, /predicted {2}1: \| 2: apple book/);
    assert.match(shown.stdout, /moves lost \(\d\)/);
    assert.match(shown.stdout, /correct items +1 of 2/);
    const none = await compare('--world', 'cube', 'UUUU RRRR FFFF DDDD LLLL BBBB', 'UUUU RRRR');
    assert.match(none.stdout, /not a state: a state is six faces/);
    assert.match(none.stdout, /p and r are 0 by convention/);
  });

  it('says which worlds there are', async () => {
    const { status, stderr } = await compare('--world', 'go', 'a', 'b');
    assert.equal(status, 2);
    assert.match(stderr, /unknown world go; expected chess, .*othello/);
    assert.equal((await compare('--world', 's5', '--game', 'hex', 'a', 'b')).status, 2);
    assert.match((await compare('--world', 's12', 'a', 'b')).stderr, /2 to 9 items/);
  });

  it('takes a table of a file, and says where one is wrong', async () => {
    const { folder, remove } = temporaryFolder();
    const table = path.join(folder, 'door.csv');
    fs.writeFileSync(
      table,
      'state,action,next\nshut,open,ajar\najar,shut,shut\nlocked,unlock,shut\nbolted,unlock,shut\n',
    );
    const equal = await compare('--world', table, 'locked', 'bolted', '--json');
    assert.equal(equal.status, 0);
    const { p, r, wrongSquares } = JSON.parse(equal.stdout);
    assert.deepEqual({ p, r, wrongSquares }, { p: [1, 1, 1, 1], r: [1, 1, 1, 1], wrongSquares: ['state'] });
    const other = await compare('--world', table, 'shut', 'locked');
    assert.match(other.stdout, /thinks state is locked, not shut/);
    assert.match(other.stdout, /moves lost \(1\) +open/);
    fs.writeFileSync(table, 'state,action,next\nshut,open\nshut,go on,ajar\n');
    const { status, stderr } = await compare('--world', table, 'shut', 'shut');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /door\.csv:2:1: 2 values instead of 3; .*door\.csv:3:6: the name of an action has no spaces: go on/,
    );
    assert.equal((await compare('--world', path.join(folder, 'none.csv'), 'a', 'b')).status, 2);
    remove();
  });
});
