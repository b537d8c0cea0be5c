import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { taskPart } from '../../../src/cli/search/trace-rows-run.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (name: string): string => path.join(folder, name);
const read = (name: string): string => fs.readFileSync(at(name), 'utf8');

interface Row {
  readonly prompt: string;
  readonly target: string;
  readonly meta: { readonly id: string; readonly index: number; readonly task: string; readonly split?: string };
}
const rowsIn = (name: string): Row[] =>
  read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const write = (...args: readonly string[]) => cli(['trace', '--write', ...args], { cwd: folder });
const COUNTDOWN = ['sos', '--world', 'countdown', '--search', 'bfs'] as const;

describe('trace FILE --write', () => {
  it('writes the traces of files in another dialect, with the same verdicts, and says which has no words for them', async () => {
    const maze = path.resolve('samples/maze.trace');
    const verdicts = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await cli(['trace', ...args, '--json'], { cwd: folder });
      return (JSON.parse(stdout) as { traces: { verdict: string }[] }).traces.map(({ verdict }) => verdict);
    };
    const { status, stderr } = await cli(['trace', maze, '--write', 'tags', '--out', 'tags.trace'], { cwd: folder });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(read('tags.trace'), /^<task /);
    assert.deepEqual(await verdicts('tags.trace'), await verdicts(maze));
    const one = await cli(['trace', maze, '--write', 'sos', '--number', '1'], { cwd: folder });
    assert.equal(one.status, 2);
    assert.match(one.stderr, /maze\.trace:1: trace 1 has no words in sos: maze is none of its worlds/);
    const refused = await cli(['trace', 'tags.trace', '--write', 'jsonl', '--out', 'tags.trace'], { cwd: folder });
    assert.equal(refused.status, 2);
  });
});

describe('trace --write mav', () => {
  for (const world of ['connect_four', 'hex5'])
    it(`writes reference traces of ${world}, which its checks find right`, async () => {
      const args = ['--world', world, '--count', '2', '--seed', '3', '--breadth', '2', '--out', `${world}.mav`];
      const made = await write('mav', ...args);
      assert.equal(made.status, 0, made.stderr);
      assert.equal(read(`${world}.mav`).match(/^Minimax breadth=2 depth=1$/gm)?.length, 2);
      const checked = await cli(['check', `${world}.mav`], { cwd: folder });
      assert.equal(checked.status, 0, checked.stdout);
      const { stdout } = await cli(['trace', `${world}.mav`, '--stats', '--json'], { cwd: folder });
      const { traces } = JSON.parse(stdout) as { traces: { figures: { nodes: number; myopia: unknown } }[] };
      assert.deepEqual(
        traces.map(({ figures }) => [figures.nodes, figures.myopia !== null]),
        [
          [3, true],
          [3, true],
        ],
      );
    });

  it('says where it has no words', async () => {
    const other = await write('mav', '--world', 'countdown');
    assert.deepEqual([other.status, other.stderr.includes('MAV has no words for countdown')], [2, true]);
    const rows = await write('mav', '--world', 'chess', '--out', 'rows.jsonl');
    assert.match(rows.stderr, /statelens mav dataset writes rows/);
    const file = path.resolve('samples/countdown.trace');
    const converted = await cli(['trace', file, '--write', 'mav'], { cwd: folder });
    assert.equal(converted.status, 2);
    assert.match(converted.stderr, /countdown\.trace:1: trace 1 has no words in mav: countdown is none of its worlds/);
  });
});

describe('trace --write', () => {
  it('prints traces alone, which the same command reads back without a finding', async () => {
    const { status, stdout, stderr } = await write('lintree', '--world', 'maze', '--search', 'astar', '--count', '2');
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(stdout.match(/^Task: /gm)?.length, 2);
    fs.writeFileSync(at('two.trace'), stdout);
    const checked = await cli(['trace', 'two.trace'], { cwd: folder });
    assert.equal(checked.status, 0, checked.stdout);
  });

  it('writes rows by part with a manifest that has their hashes', async () => {
    const args = [...COUNTDOWN, '--count', '40', '--seed', '7', '--split', 'train=0.7,test=0.3', '--out', 'data.jsonl'];
    const { status, stderr } = await write(...args);
    assert.equal(status, 0, stderr);
    const manifest = JSON.parse(read('data.manifest.json'));
    assert.equal(manifest.kind, 'traces');
    assert.equal(manifest.recipe.seed, 7);
    assert.equal(manifest.counts.traces, 40);
    const [train, test] = ['data.train.jsonl', 'data.test.jsonl'].map(rowsIn) as [Row[], Row[]];
    assert.deepEqual(manifest.counts.parts, { train: train.length, test: test.length });
    assert.ok(train.length > test.length && test.length > 0);
    assert.equal(new Set([...train, ...test].map(({ meta }) => meta.id)).size, 40);
    const parts = [
      { name: 'train', share: 0.7 },
      { name: 'test', share: 0.3 },
    ];
    for (const { meta } of [...train, ...test]) assert.equal(taskPart(parts, meta.task, 7), meta.split);
    for (const { file, sha256 } of manifest.outputs)
      assert.equal(
        createHash('sha256')
          .update(fs.readFileSync(at(file)))
          .digest('hex'),
        sha256,
      );
    const again = await write(...args);
    assert.equal(again.status, 2);
    assert.match(again.stderr, /already exists; use --continue, or --overwrite/);
  });

  it('continues after any cut to the same bytes, and refuses to mix two datasets', async () => {
    const args = [...COUNTDOWN, '--count', '30', '--split', 'train=0.5,test=0.5', '--out', 'cut.jsonl'];
    assert.equal((await write(...args)).status, 0);
    const names = ['cut.train.jsonl', 'cut.test.jsonl'] as const;
    const whole = names.map(read);
    const manifest = JSON.parse(read('cut.manifest.json'));
    for (const kept of [0, 0.3, 0.8]) {
      const [train = '', test = ''] = whole;
      fs.writeFileSync(at(names[0]), train.slice(0, kept * train.length));
      fs.writeFileSync(at(names[1]), test.slice(0, 0.5 * test.length));
      fs.writeFileSync(at('cut.manifest.json'), JSON.stringify({ ...manifest, counts: null }));
      const { status, stderr } = await write(...args, '--continue');
      assert.equal(status, 0, stderr);
      assert.deepEqual(names.map(read), whole);
    }
    assert.match((await write(...args, '--continue')).stderr, /already complete/);
    const other = await write(...args, '--seed', '9', '--continue');
    assert.match(other.stderr, /belongs to another dataset: seed differ/);
  });

  it('an interruption leaves whole lines', async () => {
    const controller = new AbortController();
    const run = cli(['trace', '--write', ...COUNTDOWN, '--count', '40', '--out', 'stopped.jsonl'], {
      cwd: folder,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 30);
    const { status, stderr } = await run;
    if (status !== 0) assert.match(stderr, /incomplete: interrupted; use --continue/);
    assert.match(read('stopped.jsonl'), /^(?:\{.*\}\n)*$/);
  });

  it('writes Parquet with the same rows and flat fields of faults', async () => {
    const args = ['lintree', '--world', 'maze', '--search', 'astar', '--count', '6', '--faults', '1', '--out'];
    assert.equal((await write(...args, 'faults.parquet')).status, 0);
    assert.equal((await write(...args, 'faults.jsonl')).status, 0);
    const file = fs.readFileSync(at('faults.parquet'));
    const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
    const table = await parquetReadObjects({ file: buffer });
    const rows = rowsIn('faults.jsonl');
    assert.deepEqual(
      table.map(({ prompt, target }) => [prompt, target]),
      rows.map(({ prompt, target }) => [prompt, target]),
    );
    assert.ok(
      table.every(({ faultKind, faultRight }) => typeof faultKind === 'string' && typeof faultRight === 'string'),
    );
  });

  itLong('says how many tasks a world has if that is fewer', async () => {
    const few = await write('lintree', '--world', 'blocks', '--tasks', 'size=2', '--search', 'bfs', '--count', '45');
    assert.equal(few.status, 3);
    assert.match(few.stderr, /6 traces instead of 45: 5,000 draws gave no other task of blocks/);
  });

  it('says that a level is one task', async () => {
    const single = await write('sos', '--world', 'countdown 23 46 10 -> 59', '--count', '2');
    assert.equal(single.status, 2);
    assert.match(single.stderr, /is one task: --count 1, or a kind of tasks such as --world countdown/);
    const one = await write('sos', '--world', 'countdown 23 46 10 -> 59');
    assert.match(one.stdout, /^Current State: 59:\[23, 46, 10\], Operations: \[\]\n/);
  });

  it('refuses calls that cannot be meant', async () => {
    for (const [args, message] of [
      [['sos'], /--write requires --world/],
      [['sos', '--world', 'maze'], /Countdown alone/],
      [['lintree', '--world', 'connect_four'], /has no goal: --search minimax searches games/],
      [['sos', 'some.trace', '--fault-kinds', 'cut'], /--fault-kinds is for random tasks/],
      [['sos', 'nowhere.trace'], /nowhere\.trace/],
      [['sos', '--world', 'countdown', '--split', 'a=0.5,b=0.5'], /--split requires --out/],
      [['sos', '--world', 'countdown', '--continue', '--out', 'x.trace'], /--continue requires --out FILE.jsonl/],
      [['sos', '--world', 'countdown', '--tasks', 'sizes=3'], /sizes is none of size, target, walls, boxes, moves/],
      [['sos', '--world', 'countdown', '--faults', '2'], /must be a number from 0 to 1/],
      [['sos', '--world', 'countdown', '--fault-kinds', 'typo'], /Expected some of state, action/],
    ] as const) {
      const { status, stderr } = await write(...args);
      assert.equal(status, 2, args.join(' '));
      assert.match(stderr, message);
    }
  });
});
