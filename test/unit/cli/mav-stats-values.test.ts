import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

interface Values {
  readonly n: number;
  readonly signed: { readonly mean: number };
  readonly tau: { readonly mean: number; readonly low: number | null };
  readonly best: { readonly rate: number };
  readonly proved: { readonly n: number; readonly contradicted: number };
  readonly habit: string | null;
  readonly calibration: readonly {
    readonly from: number;
    readonly to: number;
    readonly n: number;
    readonly said: number;
    readonly source: number;
  }[];
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
  itLong('scores values by source games, from prompts to answers, and names those of the other side', async () => {
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
    const drawn = path.join(folder, 'turned.html');
    const table = await cli(['mav', 'stats', other.file, '--values', 'engine', '--html', drawn, '--digits', '4']);
    assert.equal(table.status, 0, table.stderr);
    const page = fs.readFileSync(drawn, 'utf8');
    // the plot for readers who do not see it, its two lines by name and mark, and all of it as a table
    assert.match(page, /<svg [^>]*role="img" aria-label="Win probability by bucket: [^"]*; 0\.\d{4} apart on average"/);
    for (const name of ['as the values say (calibrated)', 'by the source'])
      assert.ok(page.includes(`</svg>${name}</li>`));
    assert.match(page, /stroke-dasharray/);
    const bins = other.values.calibration;
    assert.ok(bins.length >= 2 && bins.some(({ said, source }) => Math.abs(said - source) > 0.5));
    for (const { from, to, n, said, source } of bins) {
      const numbers = `${said.toFixed(4)}</td><td>${source.toFixed(4)}</td>`;
      assert.ok(page.includes(`<th scope="row">${from}–${to}</th><td>${n}</td><td>${numbers}`), `${from} to ${to}`);
      assert.ok(page.includes(`buckets ${from}–${to} say ${said.toFixed(4)}, are ${source.toFixed(4)}`));
      assert.match(table.stdout, new RegExp(`buckets ${from} to ${to}: ${n} +say [01]\\.\\d{4} +are [01]\\.\\d{4}`));
    }
    assert.doesNotMatch(page, /<script|style="|https?:\/\/(?!www\.w3\.org)/);
    const refused = await cli(['mav', 'stats', other.file, '--html', path.join(folder, 'a.pdf')]);
    assert.match(refused.stderr, /its ending must be \.html or \.htm/);
    const plain = path.join(folder, 'plain.html');
    await cli(['mav', 'stats', other.file, '--html', plain]);
    assert.doesNotMatch(fs.readFileSync(plain, 'utf8'), /Calibration/);
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

  it('compares values with those of a file: MAV, or a dataset with prompts and targets', async () => {
    const boards = ['x || . . . . ||', 'x || x . . o ||'];
    const ask = (i: number): string => `<mav game=hex> %state %top_all </mav>\n[%state ${boards[i]}]\n`;
    const lists = [
      '[%top_all a1:<ctrl40> b1:<ctrl20> a2:<ctrl20> b2:<ctrl30>]\n',
      '[%top_all b1:<ctrl64> a2:<ctrl1>]\n',
    ];
    const text = (change: (list: string) => string): string =>
      lists.map((list, i) => `# game: ${i}\n${ask(i)}${change(list)}\n`).join('');
    const right = path.join(folder, 'right-lists.mav');
    const dataset = path.join(folder, 'right-lists.jsonl');
    const answers = path.join(folder, 'answers.mav');
    fs.writeFileSync(
      right,
      text((list) => list),
    );
    fs.writeFileSync(dataset, lists.map((target, i) => `${JSON.stringify({ prompt: ask(i), target })}\n`).join(''));
    fs.writeFileSync(
      answers,
      text((list) => list.replaceAll(/ctrl(\d+)/g, (_, n) => `ctrl${Math.max(1, Number(n) - 1)}`)),
    );
    for (const reference of [right, dataset]) {
      const { stdout, stderr } = await cli(['mav', 'stats', answers, '--reference', reference, '--json']);
      const { groups } = JSON.parse(stdout) as { groups: { values: Values }[] };
      const values = groups[0]?.values;
      assert.ok(values, stderr);
      assert.deepEqual([values.n, values.signed.mean, values.tau.mean, values.best.rate], [6, -5 / 6, 1, 1]);
      assert.doesNotMatch(stderr, /not compared/);
    }
    const both = await cli(['mav', 'stats', answers, '--reference', right, '--values', 'engine']);
    assert.equal(both.status, 2);
    assert.match(both.stderr, /--reference and --values engine are two sources of the same values/);
    const none = await cli(['mav', 'stats', right, '--reference', answers, '--table']);
    assert.equal(none.status, 0);
    assert.match(none.stdout, /value error in buckets, signed +- +\+0\.83 of 6/);
  });

  it('says that values are not compared where no source is asked for', async () => {
    const text = `# game: 1\n<mav game=connect_four> %state %top_1 </mav>\n[%state x || ${'. '.repeat(42)}||]\n[%top_1 x3:<ctrl64>]\n`;
    const file = path.join(folder, 'bare.mav');
    fs.writeFileSync(file, text);
    const { stderr } = await cli(['mav', 'stats', file]);
    assert.match(stderr, /values were not compared: --values engine does so/);
  });
});
