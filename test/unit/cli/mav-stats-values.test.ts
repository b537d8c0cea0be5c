import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

interface Values {
  readonly n: number;
  readonly signed: { readonly mean: number };
  readonly tau: { readonly mean: number; readonly low: number | null };
  readonly best: { readonly rate: number };
  readonly proved: { readonly n: number; readonly contradicted: number };
  readonly habit: string | null;
}

/** Statistics with values of a file of positions of Connect Four that are soon over, which the solver knows. */
async function statsOf(name: string, text: string) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  const { status, stdout, stderr } = await cli(['mav', 'stats', file, '--values', 'engine', '--json']);
  assert.equal(status, 0, stderr);
  const { groups } = JSON.parse(stdout) as { groups: { clusters: number; values: Values }[] };
  assert.ok(groups[0]);
  return { file, ...groups[0], stderr };
}

describe('statelens mav stats --values engine', () => {
  it('scores values by source games, from prompts to answers, and names those of the other side', async () => {
    const make = [
      'mav',
      'make',
      '--random',
      'connect_four:250',
      '--plies',
      'ply:33,34',
      '--commands',
      '%state %top_all %best_action',
    ];
    const { stdout: prompts } = await cli(make);
    const answered = await cli(['mav', 'answer', '-'], { input: prompts });
    assert.equal(answered.status, 0, answered.stderr);
    const right = await statsOf('right.mav', answered.stdout);
    const { values } = right;
    const games = new Set(prompts.match(/^# .* (?=ply)/gm)).size;
    assert.ok(games >= 10 && games < (prompts.match(/^<mav/gm) ?? []).length);
    assert.equal(right.clusters, games);
    assert.deepEqual([values.signed.mean, values.tau.mean, values.best.rate, values.habit], [0, 1, 1, null]);
    assert.ok(values.proved.n === values.n && values.n > 40 && values.proved.contradicted === 0);
    assert.notEqual(values.tau.low, null);

    const turned = answered.stdout.replace(/<ctrl(\d+)>/g, (_, bucket) => `<ctrl${65 - Number(bucket)}>`);
    const other = await statsOf('turned.mav', turned);
    assert.equal(other.values.tau.mean, -1);
    assert.match(other.stderr, /connect_four: values look like the other side's/);
    assert.ok(other.values.proved.contradicted > 0);

    const checked = await cli(['check', other.file, '--engine', '--format', 'json']);
    const codes = (checked.stdout.match(/"code":"?\s*"?([A-Z_]+)/g) ?? []).map((one) => /[A-Z_]{4,}/.exec(one)?.[0]);
    assert.deepEqual(
      codes.filter((code) => code?.startsWith('MAV_VALUE')),
      ['MAV_VALUE_HABIT'],
    );
    assert.equal(checked.status, 1);
  });

  it('says that values are not compared where no source is asked for', async () => {
    const text = `# game: 1\n<mav game=connect_four> %state %top_1 </mav>\n[%state x || ${'. '.repeat(42)}||]\n[%top_1 x3:<ctrl64>]\n`;
    const file = path.join(folder, 'bare.mav');
    fs.writeFileSync(file, text);
    const { stderr } = await cli(['mav', 'stats', file]);
    assert.match(stderr, /values were not compared: --values engine does so/);
  });
});
