import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { readLab } from '../../../src/core/lab/lab-file.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { followModel, writeModel } from '../../support/tiny-model.ts';

/** The model follows rank with file, and file with king, where the world wants the queen; behind the queen it ends. */
const TABLE = 'state,action,next\na,rank,b\nb,file,c\nc,queen,d\nd,rank,b\nd,king,b\n';
/** Of the word that follows for sure: its logit is 8, those of the other five are 0. */
const SURE = Math.exp(8) / (Math.exp(8) + 5);
const REST = 1 / (Math.exp(8) + 5);
const close = (value: number, wanted: number): void =>
  assert.ok(Math.abs(value - wanted) < 1e-6, `${value}, not ${wanted}`);

describe('statelens lab over an ONNX model of a folder', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  writeModel(path.join(folder, 'tiny'), followModel());
  fs.writeFileSync(path.join(folder, 'three.csv'), TABLE);
  const world = async (...args: string[]) => {
    const model = ['--model', 'onnx:tiny', '--prompt', 'x {actions}', '--length', '4'];
    const run = await cli(['lab', 'three.csv', ...model, ...args, '--json'], { cwd: folder });
    assert.equal(run.status, 0, run.stderr);
    return JSON.parse(run.stdout);
  };

  itLong('has the probabilities of the tokens that the model gives, at every position', async () => {
    const { legality, printed } = await world('--measure', 'legality', '--histories', '2');
    const [all] = legality;
    assert.equal(all.positions, 8);
    // right behind x and rank, wrong behind file, and without an action behind queen, where two of the four words are legal
    close(all.mass.value, (SURE + SURE + REST + 2 * REST) / 4);
    close(all.top.value, (1 + 1 + 0 + 1 / 2) / 4);
    assert.equal(printed, undefined);
  });

  it('is attacked, and the failing history is a walk that ends with its illegal action', async () => {
    const { attacks } = await world('--measure', 'attack', '--histories', '4', '--budget', '20', '--walk', 'tiny.walk');
    for (const row of attacks.filter(({ attacks: number }: { attacks: number }) => number > 0)) {
      assert.equal(row.found.value, 1, row.strategy);
      assert.deepEqual([row.shortest.history, row.shortest.action], [['rank', 'file'], 'king']);
    }
    const text = fs.readFileSync(path.join(folder, 'tiny.walk'), 'utf8');
    assert.match(text, /^world three\.csv\nrank file king\n$/m);
    const { stdout } = await cli(['check', 'tiny.walk'], { cwd: folder });
    assert.match(stdout, /WALK_ILLEGAL_ACTION: king is not legal: c has no action king/);
  });

  it('continues two histories of one state alike exactly where their last words are the same', async () => {
    const args = ['--measure', 'compression', '--histories', '12', '--epsilon', '0.5', '--out', 'tiny.lab.jsonl'];
    await world(...args, '--length', '10');
    const read = readLab(fs.readFileSync(path.join(folder, 'tiny.lab.jsonl'), 'utf8'));
    assert.ok(read.ok);
    const seen = new Set<number>();
    for (const unit of read.value.units) {
      assert.ok(unit.measure === 'compression' && !unit.sampled);
      assert.equal(unit.same, unit.first.at(-1) === unit.second.at(-1) ? 1 : 0);
      seen.add(unit.same);
    }
    assert.equal(seen.size, 2);
  });
});
