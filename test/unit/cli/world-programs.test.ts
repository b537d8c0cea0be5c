import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

/** A door as a program, which leaves a mark where it is started. */
const program = (mark: string): string => `
require('node:fs').writeFileSync(${JSON.stringify(mark)}, '');
const lines = require('node:readline').createInterface({ input: process.stdin });
const next = { shut: { open: 'ajar' }, ajar: { shut: 'shut', pull: 'wide' }, wide: { push: 'ajar' } };
lines.on('line', (line) => {
  const { id, op, state, text, action } = JSON.parse(line);
  const at = state ?? text;
  const reply =
    op === 'info' ? { protocol: 1, name: 'Door', start: 'shut', observes: false }
    : next[at] === undefined ? { error: 'no such door' }
    : op === 'parse' ? { state: at }
    : op === 'legal' ? { legal: Object.keys(next[at]) }
    : op === 'key' ? { key: at }
    : { state: next[at][action] ?? null };
  process.stdout.write(JSON.stringify({ id, ...reply }) + '\\n');
});
`;

describe('a program as a world on the command line', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  const place = (name: string): string => path.join(folder, name);
  /** A program of a name, and what names it as a world. */
  const door = (name: string) => {
    fs.writeFileSync(place(`${name}.cjs`), program(place(`${name}.started`)));
    return { world: `process:${process.execPath} ${place(`${name}.cjs`)}`, mark: place(`${name}.started`) };
  };

  itLong('is run over, resumed and reported on', async () => {
    const { world } = door('ran');
    const run = place('door.run.jsonl');
    const ran = await cli(['run', '--random', `${world}:4`, '--length', '5', '--model', 'reference:rules', '--model', 'baseline:lag-1', '--plies', 'every:1', '--out', place('both.run.jsonl')]); // biome-ignore format: a command
    assert.equal(ran.status, 2, 'two models cannot share a file');
    const one = await cli(['run', '--random', `${world}:4`, '--length', '5', '--model', 'reference:rules', '--plies', 'every:1', '--out', run, '--max-requests', '7']); // biome-ignore format: a command
    assert.match(one.stderr, /--world/, 'the command that resumes it names the program');
    const resumed = await cli(['resume', run, '--world', world, '--max-requests', '100']);
    assert.equal(resumed.status, 0, resumed.stderr);
    const shown = ['--world', world, '-m', '2', '--no-baselines', '--fail-under'];
    const report = await cli(['report', run, ...shown, 'exact=1,p=1,r=1']);
    assert.equal(report.status, 0, report.stderr);
    const lagging = place('lag.run.jsonl');
    await cli(['run', '--random', `${world}:4`, '--length', '5', '--model', 'baseline:lag-1', '--plies', 'every:1', '--out', lagging]); // biome-ignore format: a command
    const other = await cli(['report', lagging, ...shown, 'exact=0.01']);
    assert.equal(other.status, 1, 'each action changes the door');
  });

  it('is measured in the lab', async () => {
    const { world } = door('measured');
    const lab = await cli(['lab', world, '--model', 'baseline:oracle', '--measure', 'legality', '--histories', '5', '--length', '4', '--json']); // biome-ignore format: a command
    assert.equal(lab.status, 0, lab.stderr);
  });

  it('is the world of a walk only where the command line names it', async () => {
    const { world, mark } = door('walked');
    const file = place('a.walk');
    fs.writeFileSync(file, `world ${world}\nopen pull\n# pstate m wide\nlock\n`);
    const alone = await cli(['check', file]);
    assert.equal(alone.status, 0);
    assert.match(alone.stdout, /info WALK_PROGRAM: the world walked is a program, and no file starts one: --world /);
    const unscored = await cli(['score', file]);
    assert.match(jsonLines(unscored.stdout)[0]?.unscored as string, /is a program, and no file starts one/);
    assert.equal(fs.existsSync(mark), false, 'nothing was started');
    const named = await cli(['check', file, '--world', world]);
    assert.match(named.stdout, /4:1: error WALK_ILLEGAL_ACTION: lock is not legal here; legal: push/);
    const scored = await cli(['score', file, '--world', world, '-m', '2']);
    const [line] = jsonLines(scored.stdout);
    assert.deepEqual([line?.verdict, line?.p, line?.world], ['exact', [1, 1], world]);
    assert.ok(fs.existsSync(mark));
  });

  it('of an experiment runs where the command line names it, and only as a permission', async () => {
    const { world, mark } = door('tried');
    const experiment = place('tried.jsonc');
    fs.writeFileSync(
      experiment,
      JSON.stringify({ random: { world, count: 2, length: 3 }, models: ['reference:rules'], plies: 'every:1' }),
    );
    const out = place('tried.run.jsonl');
    const other = await cli(['run', experiment, '--world', 's5', '--out', out]);
    assert.deepEqual([other.status, /cannot be combined with an experiment file/.test(other.stderr)], [2, true]);
    const foreign = await cli(['run', experiment, '--world', door('other').world, '--out', out]);
    assert.deepEqual([foreign.status, /no file starts one/.test(foreign.stderr)], [2, true], foreign.stderr);
    assert.equal(fs.existsSync(mark), false);
    const ran = await cli(['run', experiment, '--world', world, '--out', out]);
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stderr, /6 of 6 samples of reference:rules/);
  });

  itLong('that fails while it is used ends a command with status 3 and its own message', async () => {
    const { world } = door('failing');
    const text = program(place('failing.started')).replace(
      "lines.on('line', (line) => {",
      "lines.on('line', (line) => { if (/\"legal\".*wide/.test(line)) { console.error('no way'); process.exit(7); }",
    );
    fs.writeFileSync(place('failing.cjs'), text);
    const file = place('failing.walk');
    fs.writeFileSync(file, `world ${world}\nopen pull push\n# pstate m ajar\n`);
    const why = 'the world failing ended with status 7: no way (it was restarted once)';
    for (const command of [['check'], ['check', '--predictions'], ['score']]) {
      const [name = '', ...options] = command;
      const failed = await cli([name, file, '--world', world, ...options]);
      assert.deepEqual([failed.status, failed.stderr.includes(why)], [3, true], `${name}: ${failed.stderr}`);
      assert.doesNotMatch(failed.stderr, /bug|internal error/);
    }
    const large = place('large.walk');
    fs.writeFileSync(large, `world s5\n${'(12) '.repeat(120_000)}\n`);
    const inThreads = await cli(['check', large, file, '--world', world, '--jobs', '2']);
    assert.deepEqual([inThreads.status, inThreads.stderr.includes(why)], [3, true], inThreads.stderr);
  });

  it('is no game of ours, whatever it is called', async () => {
    const { world } = door('chess');
    const file = place('chess.walk');
    fs.writeFileSync(file, `world ${world}\nopen pull\n# pstate m ajar\n`);
    const checked = await cli(['check', file, '--world', world]);
    assert.equal(checked.status, 0, checked.stdout + checked.stderr);
    const scored = await cli(['score', file, '--world', world, '-m', '2']);
    assert.equal(
      jsonLines(scored.stdout)[0]?.sentence,
      'thinks state is ajar, not wide',
      scored.stdout + scored.stderr,
    );
  });

  it('that another file names is not started by a report', async () => {
    const { world } = door('mine');
    const foreign = door('foreign');
    const run = place('mine.run.jsonl');
    await cli(['run', '--random', `${world}:2`, '--length', '2', '--model', 'baseline:lag-1', '--out', run]);
    const text = fs
      .readFileSync(run, 'utf8')
      .replaceAll('mine.cjs', 'foreign.cjs')
      .replaceAll(/"sum":"\w+"/g, '"sum":""');
    fs.writeFileSync(run, text);
    const report = await cli(['report', run]);
    assert.notEqual(report.status, 0);
    const resumed = await cli(['resume', run]);
    assert.equal(resumed.status, 2, resumed.stderr);
    const experiment = place('experiment.jsonc');
    fs.writeFileSync(
      experiment,
      JSON.stringify({ random: { world: foreign.world, count: 2 }, models: ['baseline:lag-1'] }),
    );
    const begun = await cli(['run', experiment]);
    assert.deepEqual([begun.status, /no file starts one/.test(begun.stderr)], [2, true], begun.stderr);
    assert.equal(fs.existsSync(foreign.mark), false);
  });
});
