import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { DatasetFiles, datasetNames } from '../../../src/cli/mav/dataset-files.ts';
import { runDataset, type SourceBlock, splitOf } from '../../../src/cli/mav/dataset-run.ts';
import { JOB_TABLE } from '../../../src/compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../../src/compute/jobs/jobs.ts';
import { Pool } from '../../../src/compute/pool/pool.ts';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { inThread } from '../../../src/compute/worker/in-thread.ts';
import { err, ok } from '../../../src/core/base/result.ts';
import { knownGame } from '../../../src/core/mav/author/position.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../../src/core/mav/value-source.ts';
import { CLUSTER_RULES } from '../../../src/core/notation/clusters/game-clusters.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { findingsOf, madeUpValues } from '../mav/author-support.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (name: string): string => path.join(folder, name);
const read = (name: string): string => fs.readFileSync(at(name), 'utf8');

const BLOCKS: readonly SourceBlock[] = [
  { source: 'discs', block: { kind: 'random', game: 'connect_four', hexSize: 4, from: 0, count: 3 } },
  { source: 'discs', block: { kind: 'random', game: 'connect_four', hexSize: 4, from: 3, count: 3 } },
  { source: 'hex', block: { kind: 'random', game: 'hex', hexSize: 4, from: 0, count: 5 } },
];

/** Values that are made up; of one position in ten there are none, and the engine may die. */
function fakeSource(diesAfter = Number.POSITIVE_INFINITY): ValueSource {
  let asked = 0;
  return {
    label: 'made up',
    games: ['connect_four', 'hex'],
    values({ game, state }) {
      asked++;
      if (asked > diesAfter) return Promise.resolve(err({ code: 'failed', message: 'the engine died' }));
      const parsed = knownGame(game).automaton.parse(state);
      assert.ok(parsed.ok);
      const none = state.split('x').length % 10 === 3;
      return Promise.resolve(
        none ? err({ code: 'bad-position', message: 'no' }) : ok(madeUpValues(game, parsed.value, 5)),
      );
    },
    dispose: () => Promise.resolve(),
  };
}

/** Makes a dataset as the command does; gives what came out. */
async function make(
  name: string,
  resume: boolean,
  source: ValueSource | undefined,
  signal = new AbortController().signal,
) {
  const pool = new Pool<Jobs>({
    transport: inThread(JOB_TABLE, systemClock, setImmediate),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
  const files = await DatasetFiles.open(datasetNames(at(`${name}.jsonl`)), true, true, resume);
  const blocks = async function* () {
    yield* BLOCKS;
  };
  const options = { seed: 2, plies: 'every:2', hasValues: source !== undefined, dialect: PUBLISHED_DIALECT };
  const division = { share: 0.4, rules: CLUSTER_RULES };
  const split = await splitOf({ blocks: blocks(), options }, division, pool, new AbortController().signal);
  const run = {
    blocks: blocks(),
    options,
    split,
    perPosition: 1,
    source,
    window: 3,
    limit: Number.POSITIVE_INFINITY,
    onExample: () => {},
  };
  const outcome = await runDataset(run, pool, files, signal).finally(() => files.close());
  await pool.dispose();
  return { outcome, unmet: files.unmet };
}

const PARTS = ['.jsonl', '.test.jsonl', '.mav', '.test.mav'];

describe('datasets', async () => {
  for (const [kind, source] of [
    ['states', () => undefined],
    ['values', fakeSource],
  ] as const) {
    const { outcome } = await make(kind, false, source());
    const bytes = PARTS.map((part) => read(kind + part));

    it(`of ${kind} hold right examples, each once, of two disjoint sets of games`, () => {
      assert.ok('examples' in outcome);
      const { examples, games, unvalued } = outcome;
      assert.equal(games, 11);
      assert.ok(examples.train >= 20 && examples.test >= 10, `${examples.train} and ${examples.test}`);
      assert.equal(unvalued > 0, kind === 'values');
      assert.deepEqual(findingsOf(bytes[2]), []);
      assert.deepEqual(findingsOf(bytes[3]), []);
      const lines = bytes.slice(0, 2).map(jsonLines);
      assert.deepEqual(
        lines.map((some) => some.length),
        [examples.train, examples.test],
      );
      const metas = lines
        .flat()
        .map(({ meta }) => meta as { id: string; source: string; index: number; split: string });
      assert.equal(new Set(metas.map(({ id }) => id)).size, metas.length);
      const games2 = (split: string): string[] =>
        metas.filter((m) => m.split === split).map((m) => `${m.source} ${m.index}`);
      const test = new Set(games2('test'));
      assert.ok(games2('train').every((game) => !test.has(game)));
      assert.equal(new Set([...games2('train'), ...test]).size, 11);
      assert.equal(lines[0].map(({ prompt, target }) => `${String(prompt)}${String(target)}`).join('\n'), bytes[2]);
    });

    it(`of ${kind} go on wherever they were cut, with the same bytes`, async () => {
      for (let cut = 0; cut < 12; cut++) {
        const name = `${kind}-${cut}`;
        for (const [i, part] of PARTS.entries()) {
          const text = Buffer.from(bytes[i]);
          const length = Math.floor((text.length * ((cut * 7919 + i * 31) % 101)) / 100);
          // a part of a file that is not there yet, one that is empty, one that is cut in a line
          if (cut !== 0 || i % 2 === 0)
            fs.writeFileSync(at(name + part), text.subarray(0, cut === 1 ? text.length : length));
        }
        const again = await make(name, true, source());
        assert.deepEqual(again, { outcome, unmet: 0 });
        assert.deepEqual(
          PARTS.map((part) => read(name + part)),
          bytes,
        );
      }
    });
  }

  it('stop where the engine dies, and go on behind it', async () => {
    const died = await make('died', false, fakeSource(17));
    assert.deepEqual(died.outcome, { why: 'the engine died' });
    assert.ok(read('died.jsonl').length > 0);
    const on = await make('died', true, fakeSource());
    assert.ok('examples' in on.outcome);
    assert.deepEqual(
      PARTS.map((part) => read(`died${part}`)),
      PARTS.map((part) => read(`values${part}`)),
    );
  });

  it('keep what is done when they are interrupted', async () => {
    const controller = new AbortController();
    const source = fakeSource();
    let asked = 0;
    const stopping: ValueSource = {
      ...source,
      values(position, signal) {
        if (++asked === 12) controller.abort();
        return source.values(position, signal);
      },
    };
    const stopped = await make('stopped', false, stopping, controller.signal);
    assert.deepEqual(stopped.outcome, { why: 'interrupted' });
    const whole = read('values.jsonl');
    assert.ok(read('stopped.jsonl').length < whole.length && whole.startsWith(read('stopped.jsonl')));
    await make('stopped', true, fakeSource());
    assert.equal(read('stopped.jsonl'), whole);
  });

  it('notice examples of another dataset', async () => {
    fs.writeFileSync(at('other.jsonl'), read('values.jsonl').replace(/"id":"\w{16}"/, '"id":"0000000000000000"'));
    const { unmet } = await make('other', true, undefined);
    assert.ok(unmet > 0);
  });
});

describe('statelens mav dataset', () => {
  const PGN = 'test/fixtures/lichess-2025-05-excerpt.pgn';
  const sources = [PGN, '--random', 'hex:40', '--hex-size', '5', '--random-boards', '600'];
  const args = (out: string, ...more: string[]): string[] =>
    ['mav', 'dataset', ...sources, '--test', '0.2', '--seed', '5', '--mav', '-o', at(out)].concat(more);

  it('gives the same bytes with one thread and with several', async () => {
    const one = await cli(args('one.jsonl', '--jobs', '1'));
    const three = await cli(args('three.jsonl', '--jobs', '3'));
    assert.deepEqual([one.status, three.status], [0, 0], one.stderr + three.stderr);
    for (const part of [...PARTS, '.manifest.json']) assert.ok(read(`one${part}`) === read(`three${part}`), part);
    assert.match(one.stderr, /examples, \d+ test examples, .*of 655 games and records/);
    const { recipe, counts } = JSON.parse(read('one.manifest.json')) as {
      recipe: { seed: number; files: { sha256: string }[] };
      counts: { examples: { train: number } };
    };
    assert.equal(recipe.seed, 5);
    assert.match(recipe.files[0].sha256, /^[0-9a-f]{64}$/);
    assert.equal(jsonLines(read('one.jsonl')).length, counts.examples.train);
    assert.equal((await cli(['check', at('one.mav'), at('one.test.mav'), '--fail-on', 'info'])).status, 0);
  });

  it('writes over nothing, goes on with the same recipe alone, and has nothing to do when all is there', async () => {
    const text = read('one.jsonl');
    assert.match((await cli(args('one.jsonl'))).stderr, /already exists; use --resume to continue/);
    assert.match((await cli(args('one.jsonl', '--resume'))).stderr, /is already complete/);
    const other = await cli([...args('one.jsonl', '--resume'), '--plies', 'ends']);
    assert.equal(other.status, 2);
    assert.match(other.stderr, /belongs to another dataset: options differ/);
    assert.match((await cli(args('none.jsonl', '--resume'))).stderr, /there is nothing to resume/);
    assert.equal(read('one.jsonl'), text);
    const few = await cli([...args('one.jsonl', '--overwrite'), '--limit', '50']);
    assert.equal(few.status, 0);
    const lines = jsonLines(read('one.jsonl')).length + jsonLines(read('one.test.jsonl')).length;
    assert.equal(lines, 50);
  });
});

describe('statelens mav dataset --test', () => {
  it('shares no position between the parts, whatever games are cut from one, and states it', async () => {
    const [one, other] = fs.readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8').split(/(?=^\[Event )/m);
    const moves = (game: string): string[] =>
      (game.split('\n\n')[1] ?? '')
        .replaceAll(/\{[^}]*\}|\d+\.+|1-0|0-1|1\/2-1\/2/g, ' ')
        .trim()
        .split(/\s+/);
    const cut = [moves(one), moves(other)].flatMap((all) =>
      Array.from({ length: 12 }, (_, i) => `[Event "cut"]\n\n${all.slice(0, 3 * i + 2).join(' ')} *\n`),
    );
    fs.writeFileSync(at('cut.pgn'), cut.join('\n'));
    const made = await cli(['mav', 'dataset', at('cut.pgn'), '-o', at('cut.jsonl'), '--test', '0.4', '--seed', '1']);
    assert.equal(made.status, 0, made.stderr);
    assert.match(made.stderr, /with positions of the training set left out of the test set/);
    const overlap = await cli(['mav', 'overlap', at('cut.jsonl'), at('cut.test.jsonl'), '--json']);
    const { all } = JSON.parse(overlap.stdout) as { all: { n: number; known: number } };
    assert.ok(all.n > 20 && all.known === 0, overlap.stdout);
    const { counts } = JSON.parse(read('cut.manifest.json')) as { counts: Record<string, Record<string, unknown>> };
    assert.deepEqual([counts.overlap, counts.split.clusters], [0, { train: 1, test: 1 }]);
    assert.deepEqual(counts.examples, counts.positions);
    assert.ok(Number(counts.actions.played) > 20 && counts.actions.played === counts.actions.different);
    const more = ['--per-position', '3', '--overwrite'];
    await cli(['mav', 'dataset', at('cut.pgn'), '-o', at('cut.jsonl'), ...more]);
    const lines = jsonLines(read('cut.jsonl')).length;
    assert.ok(lines > Number(counts.positions.train) * 1.5, `${lines}`);
  });

  it('says why no test set is possible where all games are cut from one', async () => {
    const odd = '1. a3 h6 2. b3 g6 3. c3 f6 4. d3 e6 5. e3 d6 6. f3';
    fs.writeFileSync(at('one.pgn'), `${odd} *\n\n${odd} c6 7. g3 *\n\n${odd} c6 7. h4 *\n`);
    const args2 = ['mav', 'dataset', at('one.pgn'), '-o', at('none.jsonl'), '--test', '0.4', '--overwrite'];
    const { status, stderr } = await cli(args2);
    assert.equal(status, 2);
    assert.match(stderr, /no test set is possible: all games share positions beyond the opening/);
    assert.equal((await cli([...args2, '--opening-plies', '40'])).status, 0);
  });
});

describe('statelens mav overlap', () => {
  it('counts the positions of a test that the training set has, by move number', async () => {
    fs.writeFileSync(at('train.pgn'), '1. e4 e5 2. Nf3 Nc6 *\n');
    // The first two positions are known, and the last one is reached in another order; d4 d5 are not.
    fs.writeFileSync(at('test.pgn'), '[Event "a"]\n\n1. e4 e5 2. d4 *\n\n[Event "b"]\n\n1. Nf3 Nc6 2. e4 e5 *\n');
    const { status, stdout } = await cli(['mav', 'overlap', at('train.pgn'), at('test.pgn'), '--json']);
    assert.equal(status, 0);
    const { trained, all, byMove } = JSON.parse(stdout) as {
      trained: number;
      all: { n: number; known: number; rate: number };
      byMove: { move: number; n: number; known: number }[];
    };
    assert.equal(trained, 4);
    assert.deepEqual([all.n, all.known], [7, 3]);
    // after 1. e4, after 1... e5; then the fourth ply of the second game, before move 3
    assert.deepEqual(
      byMove.map(({ move, n, known }) => [move, n, known]),
      [[1, 2, 1], [2, 4, 1], [3, 1, 1]],
    ); // biome-ignore format: triples
    assert.match(
      (await cli(['mav', 'overlap', at('train.pgn'), at('test.pgn')])).stdout,
      /^ all +7 +3 +0\.429 \[0\.158, 0\.750\]$/m,
    );
  });

  it('reads datasets', async () => {
    const { stdout } = await cli(['mav', 'overlap', at('three.jsonl'), at('three.jsonl'), '--json']);
    const { all } = JSON.parse(stdout) as { all: { n: number; known: number } };
    assert.ok(all.n > 20 && all.known === all.n);
  });
});
