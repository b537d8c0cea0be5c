import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { readTree } from '../../../src/core/search/read-tree.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const SAMPLES = ['countdown.trace', 'maze.trace'];
for (const name of SAMPLES) fs.copyFileSync(path.join('samples', name), path.join(folder, name));
const at = (name: string): string => path.join(folder, name);
const run = (...args: readonly string[]) => cli(['trace', ...args], { cwd: folder });

interface Group {
  readonly by: string;
  readonly value: string;
  readonly traces: number;
  readonly tasks: number;
  readonly figures: Readonly<
    Record<string, { readonly n: number; readonly mean: number; readonly low: number | null }>
  >;
}

describe('statelens trace --stats', () => {
  it('prints figures of each trace, of all, and of what distinguishes them, and exits with 0', async () => {
    const { status, stdout } = await run(...SAMPLES, '--stats');
    assert.equal(status, 0);
    assert.match(stdout, /^countdown\.trace:21 +9 +2 +0\.88 +0\.25 +no +yes +yes$/m);
    assert.match(stdout, /^right states +0\.97$/m);
    assert.match(stdout, /^4 traces of 4 tasks \(fewer than ten: no intervals\)$/m);
    assert.match(stdout, /^by world +traces/m);
    assert.match(stdout, /^countdown +2 +2 +0\.94/m);
  });

  it('prints the figures of traces of MAV, with the errors of their own checks', async () => {
    const { status, stdout } = await run(path.resolve('samples/traces.mav'), '--stats', '--json');
    assert.equal(status, 0);
    const { traces } = JSON.parse(stdout) as { traces: { figures: Record<string, unknown> }[] };
    const { nodes, depth, breadth, rightStates, firstError, myopia } = traces[0]?.figures ?? {};
    assert.deepEqual([nodes, depth, breadth, rightStates], [4, 1, [1, 3], 1]);
    assert.deepEqual(firstError, { code: 'TRACE_DECISION_LIST', node: null, offset: 1745, token: 221 });
    assert.deepEqual(myopia, { explainedBy: 'both', withoutWrong: 'g3g6' });
    assert.deepEqual(
      traces.slice(1).map(({ figures }) => figures['firstError']),
      [null, null],
    );
  });

  it('prints the same as JSON, with all figures of each trace', async () => {
    const { stdout } = await run(...SAMPLES, '--stats', '--json');
    const { schema, traces, groups } = JSON.parse(stdout);
    assert.equal(schema, 1);
    assert.deepEqual(
      [traces.length, traces[1].world, traces[1].figures.firstError.code],
      [4, 'countdown', 'TRACE_ARITHMETIC'],
    );
    const [all, ...others] = groups as Group[];
    assert.deepEqual([all?.by, all?.value, all?.traces, all?.tasks], ['all', '', 4, 4]);
    assert.deepEqual(
      [all?.figures['clean']?.n, all?.figures['clean']?.mean, all?.figures['clean']?.low],
      [4, 0.75, null],
    );
    assert.deepEqual([...new Set(others.map(({ by }) => by))], ['world', 'dialect', 'length']);
  });

  it('counts tasks, not traces, for intervals, and groups records by their model', async () => {
    const [clean, slip] = fs.readFileSync('samples/countdown.trace', 'utf8').split('\n\n');
    const records = Array.from({ length: 24 }, (_, i) => ({
      model: i % 2 === 0 ? 'a' : 'b',
      text: i % 2 === 0 ? clean : slip,
    }));
    fs.writeFileSync(at('runs.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const { stdout } = await run('runs.jsonl', '--stats', '--json');
    const groups: Group[] = JSON.parse(stdout).groups;
    assert.deepEqual(
      groups
        .filter(({ by }) => by === 'all' || by === 'model')
        .map(({ value, traces, tasks, figures }) => [
          value,
          traces,
          tasks,
          figures['clean']?.mean,
          figures['clean']?.low,
        ]),
      [
        ['', 24, 2, 0.5, null],
        ['a', 12, 1, 1, null],
        ['b', 12, 1, 0, null],
      ],
    );
    const many = await run(path.resolve('test/fixtures/traces/astar-tokens.json'), '--stats', '--json');
    const [all] = JSON.parse(many.stdout).groups as Group[];
    assert.ok(all !== undefined && (all.tasks < 10 || all.figures['rightStates']?.low !== null));
  });

  it('writes a row for each trace as Parquet, CSV and JSON Lines, alike', async () => {
    for (const ending of ['parquet', 'csv', 'jsonl']) {
      const { status, stdout, stderr } = await run(...SAMPLES, '--out', `rows.${ending}`);
      assert.deepEqual([status, stdout], [0, ''], stderr);
      assert.match(stderr, new RegExp(`rows\\.${ending}: 4 rows`));
    }
    const file = await asyncBufferFromFile(at('rows.parquet'));
    const lines = fs
      .readFileSync(at('rows.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(await parquetReadObjects({ file }), lines);
    assert.deepEqual(
      [lines[1].trace, lines[1].line, lines[1].clean, lines[1].solved, lines[1].nodes],
      [2, 21, false, true, 9],
    );
    const { schema } = await parquetMetadataAsync(file);
    const types = new Map(schema.map(({ name, type, converted_type }) => [name, converted_type ?? type]));
    assert.deepEqual(
      ['world', 'line', 'clean', 'rightStates'].map((name) => types.get(name)),
      ['UTF8', 'INT32', 'BOOLEAN', 'DOUBLE'],
    );
    const [head = '', ...rows] = fs.readFileSync(at('rows.csv'), 'utf8').trim().split('\r\n');
    assert.deepEqual([head.split(','), rows.length], [Object.keys(lines[0]), 4]);
    assert.equal((await run(...SAMPLES, '--out', 'rows.csv')).status, 0, 'rows replace rows');
    fs.writeFileSync(at('mine.csv'), 'a,b\n1,2\n');
    const other = await run(...SAMPLES, '--out', 'mine.csv');
    assert.deepEqual([other.status, /mine\.csv is a file of another kind/.test(other.stderr)], [2, true]);
    assert.match(
      (await run(...SAMPLES, '--out', 'rows.xlsx')).stderr,
      /rows\.xlsx cannot be written: its ending must be \.parquet, \.csv, \.jsonl/,
    );
  });
});

describe('statelens trace --tree', () => {
  it('writes the tree of a trace of any dialect, with what is wrong', async () => {
    const { status, stderr } = await run('countdown.trace', '--number', '2', '--tree', 'slip.mcts.jsonl');
    assert.equal(status, 0);
    assert.match(stderr, /trace 2: Solves 37 from 18 12 31 .*12\+31=44/);
    const read = readTree(fs.readFileSync(at('slip.mcts.jsonl'), 'utf8'));
    assert.ok(read.ok);
    assert.equal(read.value.nodes.length, 9);
    const absent = await run('countdown.trace', '--number', '3', '--tree', 'none.mcts.jsonl');
    assert.deepEqual([absent.status, fs.existsSync(at('none.mcts.jsonl'))], [2, false]);
    assert.match(absent.stderr, /countdown\.trace has 2 traces; there is no trace 3/);
    assert.match((await run(...SAMPLES, '--tree', 'none.mcts.jsonl')).stderr, /--tree reads one file/);
  });
});

describe('statelens trace --dialect', () => {
  const DIALECT = {
    id: 'moves',
    world: 's5',
    lines: [
      { event: 'generate', pattern: '#(?<id>\\d+) <- (?<parent>\\d+) by (?<action>\\S+): (?<state>.*)' },
      { event: 'generate', pattern: '#(?<id>\\d+): (?<state>.*)' },
    ],
  };
  fs.writeFileSync(at('moves.dialect.json'), JSON.stringify(DIALECT));
  fs.writeFileSync(at('moves.txt'), '#1: 1 2 3 4 5\n#2 <- 1 by (12): 2 1 3 4 5\n#3 <- 2 by (12): 2 1 3 4 5\n');

  it('reads a format that a file describes', async () => {
    const { status, stdout, stderr } = await run('moves.txt', '--dialect', 'moves.dialect.json');
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^moves\.txt:1: trace 1 \(moves\): .*; 1 finding, the first at 3:18: /);
  });

  it('says where such a file is wrong', async () => {
    fs.writeFileSync(
      at('bad.dialect.json'),
      JSON.stringify({ ...DIALECT, lines: [{ event: 'generate', pattern: '(?<id>' }] }, undefined, 1),
    );
    const { status, stderr } = await run('moves.txt', '--dialect', 'bad.dialect.json');
    assert.equal(status, 2);
    assert.match(stderr, /bad\.dialect\.json:\d+:\d+: /);
    assert.match(
      (await run('moves.txt', '--dialect', 'absent.dialect.json')).stderr,
      /cannot read absent\.dialect\.json/,
    );
  });

  it('forces a dialect that is not detected, and a world that the text does not name', async () => {
    fs.writeFileSync(at('bare.txt'), 'Node 0: 1 2 3 4 5\nNode 1 (parent: 0): (12) -> 2 1 3 4 5\n');
    const bare = JSON.parse((await run('bare.txt', '--dialect', 'lintree', '--json')).stdout).traces[0];
    assert.deepEqual([bare.world, bare.figures.rightStates], [null, null]);
    const known = JSON.parse((await run('bare.txt', '--dialect', 'lintree', '--world', 's5', '--json')).stdout)
      .traces[0];
    assert.deepEqual([known.world, known.figures.rightStates], ['s5', 1]);
  });
});
