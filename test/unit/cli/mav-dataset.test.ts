import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import {
  type DatasetCounts,
  DatasetFiles,
  datasetNames,
  type GameFigures,
} from '../../../src/cli/mav/dataset-files.ts';
import { planSplit, runDataset, type SourceBlock } from '../../../src/cli/mav/dataset-run.ts';
import { JOB_TABLE } from '../../../src/compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../../src/compute/jobs/jobs.ts';
import { Pool } from '../../../src/compute/pool/pool.ts';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { inThread } from '../../../src/compute/worker/job-runner.ts';
import { err, ok } from '../../../src/core/base/result.ts';
import { textLines } from '../../../src/core/languages/positions.ts';
import type { DatasetOptions, Transition } from '../../../src/core/mav/author/dataset.ts';
import { knownGame, positionId } from '../../../src/core/mav/author/prompt-position.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../../src/core/mav/values.ts';
import { CLUSTER_RULES } from '../../../src/core/notation/game-clusters.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
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
function fakeSource(diesAfter = Number.POSITIVE_INFINITY, hasGaps = true): ValueSource {
  let asked = 0;
  return {
    label: 'made up',
    games: ['connect_four', 'hex'],
    values({ game, state }) {
      asked++;
      if (asked > diesAfter) return Promise.resolve(err({ code: 'failed', message: 'the engine died' }));
      const parsed = knownGame(game).automaton.parse(state);
      assert.ok(parsed.ok);
      const none = hasGaps && state.split('x').length % 10 === 3;
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
  more: Partial<DatasetOptions> = {},
  sources = BLOCKS,
) {
  const pool = new Pool<Jobs>({
    transport: inThread(JOB_TABLE, systemClock, setImmediate),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
  const files = await DatasetFiles.open(datasetNames(at(`${name}.jsonl`)), true, true, resume);
  const blocks = async function* () {
    yield* sources;
  };
  const options = {
    seed: 2,
    plies: 'every:2',
    hasValues: source !== undefined,
    forms: 'mixed' as const,
    order: 'random' as const,
    dialect: PUBLISHED_DIALECT,
    ...more,
  };
  const division = { share: 0.4, rules: CLUSTER_RULES };
  const split = await planSplit({ blocks: blocks(), options }, division, pool, new AbortController().signal);
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
      const asMav = lines[0].map(({ prompt, target, meta }) => {
        const { source, index, ply } = meta as { source: string; index: number; ply: number };
        return `# ${source} game ${index + 1} ply ${ply}\n${String(prompt)}${String(target)}`;
      });
      assert.equal(asMav.join('\n'), bytes[2]);
    });

    it(`of ${kind} say what they hold of each game, as it stands in the files`, () => {
      assert.ok('examples' in outcome);
      const lines = bytes.slice(0, 2).flatMap(jsonLines) as {
        prompt: string;
        target: string;
        meta: { game: string };
      }[];
      for (const game of ['connect_four', 'hex'] as const) {
        const own = lines.filter(({ meta }) => meta.game === game);
        const values = (target: string): number => target.match(/\S+:<ctrl\d+>/g)?.length ?? 0;
        const sum = (some: typeof own, of: (line: (typeof own)[number]) => number): number =>
          some.reduce((all, line) => all + of(line), 0);
        const kindOf = (some: typeof own) => ({
          examples: some.length,
          actionValues: sum(some, ({ target }) => values(target)),
          promptCharacters: sum(some, ({ prompt }) => prompt.length),
          targetCharacters: sum(some, ({ target }) => target.length),
        });
        const valued = own.filter(({ target }) => values(target) > 0);
        const figures: GameFigures | undefined = outcome.byGame[game];
        assert.deepEqual(figures?.kinds.states, kindOf(own.filter((line) => !valued.includes(line))));
        assert.deepEqual(figures.kinds.values, kind === 'values' ? kindOf(valued) : undefined);
        assert.equal(figures.actionValues, kindOf(own).actionValues);
        assert.equal(figures.positions, own.length, 'one example per position');
      }
      assert.deepEqual(Object.keys(outcome.byGame).sort(), ['connect_four', 'hex']);
    });

    itLong(`of ${kind} go on wherever they were cut, with the same bytes`, async () => {
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

describe('traces in datasets', async () => {
  const mixed = { traces: { share: 0.4, breadths: [2, 3], depths: [1, 2] } };
  const never = new AbortController().signal;
  const { outcome } = await make('traces', false, fakeSource(), never, mixed);
  const bytes = PARTS.map((part) => read(`traces${part}`));
  interface DatasetLine {
    readonly prompt: string;
    readonly target: string;
    readonly meta: {
      readonly game: MavGameName;
      readonly trace?: { readonly breadth: number; readonly depth: number };
    };
  }
  const linesOf = (text: string): DatasetLine[] => jsonLines(text) as unknown as DatasetLine[];
  const lines = bytes.slice(0, 2).map(linesOf);

  it('have their share, are right, and are counted once each by their shape', () => {
    assert.ok('examples' in outcome);
    assert.deepEqual(
      bytes.slice(2).flatMap((text) => findingsOf(text).filter((one) => !one.startsWith('TRACE_CHANGED'))),
      [],
    );
    const traces = lines.flat().filter(({ meta }) => meta.trace !== undefined);
    const share = (traces.length + outcome.shared) / (lines.flat().length + outcome.shared);
    assert.ok(share > 0.25 && share < 0.55, String(share));
    for (const { prompt, meta } of traces)
      assert.ok(
        prompt.startsWith(
          `Minimax breadth=${meta.trace?.breadth} depth=${meta.trace?.depth}\nEvaluation for node: <root>\n<mav`,
        ),
      );
    assert.equal(outcome.traces.length, 4, 'all shapes');
    for (const { breadth, depth, examples } of outcome.traces)
      assert.equal(
        examples,
        traces.filter(({ meta }) => meta.trace?.breadth === breadth && meta.trace.depth === depth).length,
      );
    const counted = Object.values(outcome.byGame).reduce((sum, { kinds }) => sum + (kinds.traces?.examples ?? 0), 0);
    assert.equal(counted, traces.length);
    const plain = Object.values(outcome.transitions).reduce((sum, count) => sum + count, 0);
    assert.equal(plain + traces.length, outcome.examples.train + outcome.examples.test);
  });

  itLong('hold no position of the other part, wherever it stands in them', async () => {
    // short lines of many games: their openings, and what traces look at beyond them, meet again and again
    const openings = { traces: { share: 0.5, breadths: [3, 6], depths: [2] }, plies: 'ply:1,2,3,4,5' };
    const valued = fakeSource(Number.POSITIVE_INFINITY, false);
    const block = { kind: 'random', game: 'connect_four', hexSize: 4, from: 0, count: 80 } as const;
    const games = [{ source: 'discs', block }];
    const { outcome: made } = await make('openings', false, valued, never, openings, games);
    const parts = ['openings.jsonl', 'openings.test.jsonl'].map((name) => linesOf(read(name)));
    const shown = parts.map((some) => {
      const ids = new Set<string>();
      for (const { prompt, target, meta } of some) {
        const { automaton } = knownGame(meta.game);
        const add = (state: unknown): void => void ids.add(positionId(meta.game, state));
        if (meta.trace === undefined)
          for (const one of textLines(prompt, 'mav')) {
            assert.ok('line' in one);
            one.line.states.forEach(add);
          }
        else
          for (const [, text] of (prompt + target).matchAll(/^\[%(?:prev_)?state (.*)\]$/gm)) {
            const parsed = automaton.parse(text);
            assert.ok(parsed.ok);
            add(parsed.value);
          }
      }
      return ids;
    });
    assert.ok('examples' in made);
    assert.ok(shown[0].size > 100 && shown[1].size > 30, `${shown[0].size} and ${shown[1].size}`);
    assert.deepEqual(
      [...shown[1]].filter((id) => shown[0].has(id)),
      [],
    );
    assert.equal(made.overlap, 0);
    const traces = parts.map((part) => part.filter(({ meta }) => meta.trace !== undefined).length);
    assert.ok(traces[0] > 5 && traces[1] > 0, traces.join(' and '));
    const whole = PARTS.map((part) => read(`openings${part}`));
    for (const [i, part] of PARTS.entries())
      fs.writeFileSync(
        at(`reopened${part}`),
        whole[i].slice(0, Math.floor(whole[i].length * (i % 2 === 0 ? 0.8 : 0.5))),
      );
    assert.deepEqual((await make('reopened', true, valued, never, openings, games)).outcome, made);
    assert.deepEqual(
      PARTS.map((part) => read(`reopened${part}`)),
      whole,
    );
  });

  it('go on wherever they were cut, with the same bytes and counts', async () => {
    for (let cut = 0; cut < 10; cut++) {
      const name = `traces-${cut}`;
      for (const [i, part] of PARTS.entries()) {
        const text = Buffer.from(bytes[i]);
        fs.writeFileSync(
          at(name + part),
          text.subarray(0, Math.floor((text.length * ((cut * 37 + i * 31) % 101)) / 100)),
        );
      }
      assert.deepEqual(await make(name, true, fakeSource(), never, mixed), { outcome, unmet: 0 });
      assert.deepEqual(
        PARTS.map((part) => read(name + part)),
        bytes,
      );
    }
  });

  it('leave plain examples as they are without traces, and order their lists alike', async () => {
    const all = new Set(linesOf(read('values.jsonl')).map(({ prompt, target }) => prompt + target));
    const plain = lines[0].filter(({ meta }) => meta.trace === undefined);
    const known = plain.filter(({ prompt, target }) => all.has(prompt + target));
    assert.ok(known.length > 0.8 * plain.length, `${known.length} of ${plain.length}`);
    await make('by-value', false, fakeSource(), never, { ...mixed, order: 'value' });
    for (const { target, meta } of linesOf(read('by-value.jsonl'))) {
      if (meta.trace === undefined) continue;
      for (const [, list] of target.matchAll(/^\[%top_all (?!invalid)(.*)\]$/gm)) {
        const values = [...list.matchAll(/ctrl(\d+)/g)].map(([, value]) => Number(value));
        assert.deepEqual(
          values,
          [...values].sort((a, b) => b - a),
        );
      }
    }
  });

  it('have their positions counted by an overlap', async () => {
    const json = (await cli(['mav', 'overlap', at('traces.jsonl'), at('traces.jsonl'), '--json'])).stdout;
    const { all } = JSON.parse(json) as { all: { n: number; known: number } };
    const nodes = lines[0].reduce((sum, { target }) => sum + (target.match(/^Evaluation for node/gm)?.length ?? 0), 0);
    assert.ok(all.n > nodes && all.known === all.n, json);
  });

  it('need values, and shapes of a size', async () => {
    const refused = async (...more: string[]): Promise<string> => {
      const { status, stderr } = await cli([
        'mav',
        'dataset',
        '--random',
        'hex:1',
        '-o',
        at('no.jsonl'),
        '--traces',
        '0.4',
        ...more,
      ]);
      assert.equal(status, 2);
      return stderr;
    };
    assert.match(await refused(), /--traces requires --values engine/);
    const valued = ['--values', 'engine', '--trace-breadth'];
    assert.match(await refused(...valued, '5', '--trace-depth', '3'), /depth 3 with breadth 5 is left out/);
    assert.match(await refused(...valued, '4', '--trace-depth', '8'), /more than 20000 nodes/);
    assert.match(await refused(...valued, '2,x'), /whole number/i);
  });

  itLong('have the same bytes whatever the number of threads', async () => {
    for (const jobs of ['1', '2']) {
      const sources = ['--random', 'hex:6', '--hex-size', '3', '--test', '0.3', '--values', 'engine', '--engines', '1'];
      const shape = ['--traces', '0.5', '--trace-breadth', '2', '--trace-depth', '1,2', '--jobs', jobs];
      const { status, stderr } = await cli([
        'mav',
        'dataset',
        ...sources,
        ...shape,
        '--mav',
        '-o',
        at(`threads-${jobs}.jsonl`),
      ]);
      assert.equal(status, 0, stderr);
    }
    assert.match(read('threads-1.jsonl'), /Minimax breadth=2 depth=2/);
    for (const part of [...PARTS, '.manifest.json']) assert.equal(read(`threads-1${part}`), read(`threads-2${part}`));
  });
});

describe('statelens mav dataset', () => {
  const [games, hex, boards, limit] = thoroughly([15, 40, 600, 300], [5, 10, 150, 100]);
  const all = fs.readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8').split(/(?=^\[Event )/m);
  fs.writeFileSync(at('games.pgn'), all.slice(0, games).join(''));
  const sources = [at('games.pgn'), '--random', `hex:${hex}`, '--hex-size', '5', '--random-boards', String(boards)];
  const args = (out: string, ...more: string[]): string[] =>
    ['mav', 'dataset', ...sources, '--test', '0.2', '--seed', '5', '--mav', '-o', at(out)].concat(more);

  itLong('gives the same bytes with one thread and with several', async () => {
    const one = await cli(args('one.jsonl', '--jobs', '1'));
    const three = await cli(args('three.jsonl', '--jobs', '3'));
    assert.deepEqual([one.status, three.status], [0, 0], one.stderr + three.stderr);
    for (const part of [...PARTS, '.manifest.json']) assert.ok(read(`one${part}`) === read(`three${part}`), part);
    assert.match(
      one.stderr,
      new RegExp(`examples, \\d+ test examples, .*of ${games + hex + boards} games and records`),
    );
    const { recipe, counts } = JSON.parse(read('one.manifest.json')) as {
      recipe: { seed: number; files: { sha256: string }[] };
      counts: { examples: { train: number } };
    };
    assert.equal(recipe.seed, 5);
    assert.match(recipe.files[0].sha256, /^[0-9a-f]{64}$/);
    assert.equal(jsonLines(read('one.jsonl')).length, counts.examples.train);
    assert.equal((await cli(['check', at('one.mav'), at('one.test.mav'), '--fail-on', 'info'])).status, 0);
  });

  itLong(
    'draws rare transitions more often where it is balanced, whatever the number of threads and wherever it was cut',
    async () => {
      const limited = (out: string, ...more: string[]): string[] =>
        args(out, '--limit', String(limit), '--balance', ...more);
      for (const [name, jobs] of [
        ['even', '1'],
        ['three', '3'],
      ] as const) {
        const { status, stderr } = await cli(limited(`${name}.jsonl`, '--jobs', jobs, '--overwrite'));
        assert.equal(status, 0, stderr);
        assert.match(stderr, /not drawn/);
      }
      for (const part of [...PARTS, '.manifest.json']) assert.ok(read(`even${part}`) === read(`three${part}`), part);
      const counts = (name: string) => (JSON.parse(read(`${name}.manifest.json`)) as { counts: DatasetCounts }).counts;
      const { transitions, examples, undrawn } = counts('even');
      const share = (of: DatasetCounts['transitions'], kind: Transition): number =>
        (of[kind] ?? 0) / Object.values(of).reduce((a, b) => a + b, 0);
      assert.equal(examples.train + examples.test, limit);
      assert.equal(
        Object.values(transitions).reduce((a, b) => a + b, 0),
        limit,
      );
      const all = counts('one');
      assert.equal(all.undrawn, 0);
      assert.ok(undrawn > limit, String(undrawn));
      for (const kind of ['castling', 'promotion', 'check', 'end'] as const)
        assert.ok(
          share(transitions, kind) > 1.3 * share(all.transitions, kind),
          `${kind} ${JSON.stringify(transitions)}`,
        );
      assert.ok(share(transitions, 'quiet') < share(all.transitions, 'quiet'));
      const manifest = JSON.parse(read('even.manifest.json')) as object;
      fs.writeFileSync(at('clipped.manifest.json'), JSON.stringify({ ...manifest, counts: null }));
      const half = (part: string): string => read(part).slice(0, read(part).length / 2);
      fs.writeFileSync(at('clipped.jsonl'), half('even.jsonl'));
      fs.writeFileSync(at('clipped.test.jsonl'), half('even.test.jsonl'));
      assert.equal((await cli(limited('clipped.jsonl', '--continue'))).status, 0);
      for (const part of [...PARTS, '.manifest.json']) assert.ok(read(`even${part}`) === read(`clipped${part}`), part);
      const without = await cli(args('none.jsonl', '--balance'));
      assert.equal(without.status, 2);
      assert.match(without.stderr, /--balance requires --limit/);
    },
  );

  itLong(
    'writes over nothing, goes on with the same recipe alone, and has nothing to do when all is there',
    async () => {
      const text = read('one.jsonl');
      assert.match((await cli(args('one.jsonl'))).stderr, /already exists; use --continue/);
      assert.match((await cli(args('one.jsonl', '--continue'))).stderr, /is already complete/);
      const other = await cli([...args('one.jsonl', '--continue'), '--plies', 'ends']);
      assert.equal(other.status, 2);
      assert.match(other.stderr, /belongs to another dataset: options differ/);
      assert.match((await cli(args('none.jsonl', '--continue'))).stderr, /there is nothing to continue/);
      assert.equal(read('one.jsonl'), text);
      const ordered = await cli(args('ordered.jsonl', '--order', 'square'));
      assert.equal(ordered.status, 2);
      assert.match(ordered.stderr, /--order square requires --values engine/);
      const few = await cli([...args('one.jsonl', '--overwrite'), '--limit', '50']);
      assert.equal(few.status, 0);
      const lines = jsonLines(read('one.jsonl')).length + jsonLines(read('one.test.jsonl')).length;
      assert.equal(lines, 50);
    },
  );
});

describe('statelens mav dataset --test', () => {
  itLong('shares no position between the parts, whatever games are cut from one, and states it', async () => {
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
    assert.match((await cli(['mav', 'overlap', at('train.pgn'), at('test.pgn')])).stdout, /^ all +7 +2 +3 +0\.429$/m);
  });

  it('lists the positions of the test that the training set has, and where both have them', async () => {
    fs.writeFileSync(at('train.pgn'), '[Event "x"]\n\n1. a3 *\n\n[Event "y"]\n\n1. e4 e5 2. Nf3 Nc6 *\n');
    fs.writeFileSync(at('test.pgn'), '[Event "a"]\n\n1. d4 *\n\n[Event "b"]\n\n1. Nf3 Nc6 2. e4 e5 *\n');
    const overlap = (...args: readonly string[]) => cli(['mav', 'overlap', at('train.pgn'), at('test.pgn'), ...args]);
    assert.match((await overlap()).stderr, /1 position of the test in the training set; --list-positions prints them/);
    const { stdout, stderr } = await overlap('--list-positions');
    const state = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
    const { known } = JSON.parse((await overlap('--list-positions', '--json')).stdout) as {
      known: Record<string, unknown>[];
    };
    assert.equal(known.length, 1);
    const [{ state: shown, ...place } = {}] = known;
    const trained = { file: at('train.pgn'), item: 1, ply: 4 };
    assert.deepEqual(place, { file: at('test.pgn'), item: 1, ply: 4, move: 3, trained });
    assert.equal(String(shown).split(' ')[0], state.split(' ')[0]);
    assert.ok(
      stdout.endsWith(`${at('test.pgn')}, item 1, ply 4: ${String(shown)} (also ${at('train.pgn')}, item 1, ply 4)\n`),
      stdout,
    );
    assert.doesNotMatch(stderr, /--list/);
    assert.ok(!('known' in JSON.parse((await overlap('--json')).stdout)));
  });

  it('has an interval over independent games where there are ten, and says how many there are', async () => {
    fs.writeFileSync(at('train.pgn'), '1. e4 e5 2. Nf3 Nc6 *\n');
    // each game twice: the second time cut
    const games = Array.from({ length: 12 }, (_, i) => {
      const first = 'abcdefgh'[i % 8] ?? '';
      const knights = 'Nf6 Ng1 Ng8 Nf3 '.repeat(3).trim().split(' ');
      const moves = [`${first}${i < 8 ? 3 : 4}`, 'Nf6', 'Nf3', 'Ng8', 'Ng1', ...knights, 'h6', 'Nc3'];
      const all = i === 0 ? ['e4', 'e5', 'Nf3', 'Nc6'] : moves;
      return [all, all.slice(0, -1)].map((some) => `[Event "${i}"]\n\n${some.join(' ')} *\n\n`).join('');
    });
    fs.writeFileSync(at('test.pgn'), games.join(''));
    const { stdout, stderr } = await cli(['mav', 'overlap', at('train.pgn'), at('test.pgn'), '--json']);
    const { all } = JSON.parse(stdout) as {
      all: { n: number; known: number; clusters: number; low: number; high: number };
    };
    assert.equal(all.clusters, 12);
    assert.ok(all.low < all.known / all.n && all.known / all.n < all.high, stdout);
    assert.match(stderr, /12 independent games in the test set$/m);
    const few = await cli(['mav', 'overlap', at('train.pgn'), at('train.pgn')]);
    assert.match(few.stderr, /1 independent game in the test set; fewer than ten give no interval/);
    assert.doesNotMatch(few.stdout, /\[/);
  });

  itLong('reads datasets', async () => {
    const { stdout } = await cli(['mav', 'overlap', at('three.jsonl'), at('three.jsonl'), '--json']);
    const { all } = JSON.parse(stdout) as { all: { n: number; known: number } };
    assert.ok(all.n > 20 && all.known === all.n);
  });
});
