import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

interface Sample {
  readonly id: string;
  readonly game: number;
  readonly ply: number;
  readonly variant: string;
  readonly startFen?: string;
  readonly moves: readonly string[];
  readonly trueFen: string;
  readonly raw: string;
  readonly extraction: { readonly fen: string } | null;
}

const linesOf = (file: string): { kind: string }[] =>
  fs
    .readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const samplesOf = (file: string): Sample[] =>
  linesOf(file).filter((line) => line.kind === 'sample') as unknown as Sample[];

/** A sample without what differs from one asking to the next. */
const said = ({ id, moves, trueFen, raw }: Sample) => ({ id, moves, trueFen, raw });

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  try {
    await work(folder);
  } finally {
    remove();
  }
}

/** Runs walks and returns the samples. */
async function ran(folder: string, out: string, ...args: string[]): Promise<Sample[]> {
  const run = await cli(['run', ...args, '--out', out], { cwd: folder });
  assert.equal(run.status, 0, run.stderr);
  return samplesOf(path.join(folder, out));
}

interface SeriesJson {
  readonly name: string;
  readonly all: Readonly<Record<string, { readonly value: number }>> & {
    readonly p: readonly { readonly value: number }[];
    readonly r: readonly { readonly value: number }[];
  };
  readonly trajectories?: { readonly walks: number; readonly everyPly: boolean; readonly allRight: { value: number } };
  readonly losses?: { readonly cases: readonly Readonly<Record<string, unknown>>[] };
}

/** Names in cases of losses, which are others in another run: the file, the games and the action. */
const NAMES: ReadonlySet<string> = new Set(['file', 'games', 'san']);

/** Series without these names. */
const unnamed = (all: readonly SeriesJson[]): SeriesJson[] =>
  all.map(({ losses, ...series }) => {
    const cases = losses?.cases.map((one) =>
      Object.fromEntries(Object.entries(one).filter(([name]) => !NAMES.has(name))),
    );
    return { ...series, ...(losses && cases && { losses: { ...losses, cases } }) };
  });

async function reported(folder: string, file: string, ...args: string[]): Promise<SeriesJson[]> {
  const report = await cli(['report', file, '--format', 'json', '--no-keep', ...args], { cwd: folder });
  assert.equal(report.status, 0, report.stderr);
  return JSON.parse(report.stdout).series;
}

const namedIn = (series: readonly SeriesJson[], name: string): SeriesJson => {
  const found = series.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

const near = (value: number | undefined, wanted: number): void =>
  assert.ok(Math.abs((value ?? Number.NaN) - wanted) < 1e-9, `${value} is not ${wanted}`);

/**
 * p_m of two permutations by counting: of all sequences of swaps those that show the same item at place 1 after each action.
 * Nothing of it is the tool's.
 */
function countedP(truth: readonly string[], predicted: readonly string[], m: number): number {
  if (m === 0) return 1;
  let sum = 0;
  for (let at = 0; at + 1 < truth.length; at++) {
    const swapped = (items: readonly string[]): string[] => {
      const next = [...items];
      [next[at], next[at + 1]] = [items[at + 1] ?? '', items[at] ?? ''];
      return next;
    };
    const [a, b] = [swapped(truth), swapped(predicted)];
    if (a[0] === b[0]) sum += countedP(a, b, m - 1);
  }
  return sum / (truth.length - 1);
}

describe('statelens prompt and predict --world', () => {
  const walk = ['--world', 's5', '(12) (23)', '(34)'];

  it('print what is asked about a walk, with the key of renamed actions', async () => {
    const plain = await cli(['prompt', ...walk]);
    assert.equal(plain.status, 0, plain.stderr);
    assert.match(plain.stdout, /^--- s5, game 0, ply 3, walk-to-state\n/);
    assert.match(plain.stdout, /Start state: 1 2 3 4 5\nActions, in order: \(12\) \(23\) \(34\)\n/);
    const renamed = await cli(['prompt', ...walk, '--obfuscate', '--seed', '4', '--plies', 'ply:2', '--json']);
    const { messages, ply } = JSON.parse(renamed.stdout);
    const text: string = messages.at(-1).content;
    const key = new Map([...text.matchAll(/^(\w{8}) = (\S+)$/gm)].map(([, code, action]) => [code ?? '', action]));
    const actions = /Actions, in order: (.*)/.exec(text)?.[1]?.split(' ') ?? [];
    assert.deepEqual([ply, actions.map((code) => key.get(code))], [2, ['(12)', '(23)']]);
    assert.equal(key.size, 2);
  });

  it('print the states in a code, too, with its key', async () => {
    const plain = await cli(['prompt', ...walk, '--obfuscate', '--seed', '4']);
    const coded = await cli(['prompt', ...walk, '--obfuscate-states', '--seed', '4']);
    assert.equal(coded.status, 0, coded.stderr);
    const [, known = '', written = ''] = /^(abc\S+ 0\S+)\n(\S+ \S+)$/m.exec(coded.stdout) ?? [];
    const start = /Start state: (.*)/.exec(coded.stdout)?.[1] ?? '';
    const read = start.split('').map((sign) => (sign === ' ' ? sign : known.charAt(written.indexOf(sign))));
    assert.notEqual(start, '1 2 3 4 5');
    assert.equal(read.join(''), '1 2 3 4 5');
    const lineOf = (text: string) => /Actions, in order: .*/.exec(text)?.[0];
    assert.equal(lineOf(coded.stdout), lineOf(plain.stdout));
    assert.match((await cli(['prompt', 'a.pgn', '--obfuscate-states'])).stderr, /requires --world/);
  });

  it('print the states of a model with what is wrong in them', async () => {
    const lag = await cli(['predict', ...walk, '--plies', 'every:1', '--model', 'baseline:lag-1']);
    assert.equal(lag.status, 0, lag.stderr);
    assert.deepEqual(
      lag.stdout
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/))
        .slice(1),
      [
        ['1', '1 2 3 4 5', 'thinks place 1 is 1, not 2; thinks place 2 is 2, not 1'],
        ['2', '2 1 3 4 5', 'thinks place 2 is 1, not 3; thinks place 3 is 3, not 1'],
        ['3', '2 3 1 4 5', 'thinks place 3 is 1, not 4; thinks place 4 is 4, not 1'],
      ],
    );
    const oracle = await cli(['predict', ...walk, '--model', 'reference:rules']);
    assert.match(oracle.stdout, /3 {2}2 3 4 1 5 {2}exact/);
    const illegal = await cli(['predict', '--world', 'boxes', 'move(apple,1,2)', '--model', 'reference:rules']);
    assert.equal(illegal.status, 2);
    assert.match(illegal.stderr, /action 1, move\(apple,1,2\), is not legal/);
    const unable = await cli(['predict', ...walk, '--model', 'baseline:naive-tracker']);
    assert.equal(unable.status, 3);
    assert.match(unable.stderr, /1 request failed \(naive-tracker knows/);
  });
});

describe('statelens run --random', () => {
  it('asks about random walks, which the seed alone decides', async () => {
    await inFolder(async (folder) => {
      const args = ['--model', 'baseline:start-position', '--plies', 'every:7'];
      const first = await ran(folder, 'a.run.jsonl', '--random', 'othello:5', ...args);
      assert.equal(first.length, 25);
      assert.ok(first.every(({ variant, extraction, raw }) => variant === 'world:othello' && extraction?.fen === raw));
      const again = await ran(folder, 'b.run.jsonl', '--random', '5', '--world', 'othello', ...args);
      assert.deepEqual(again.map(said), first.map(said));
      const other = await ran(folder, 'c.run.jsonl', '--random', 'othello:5', '--seed', '1', ...args);
      assert.notDeepEqual(other.map(said), first.map(said));
      // a walk does not depend on how many there are, nor on where it is asked
      const more = await ran(folder, 'd.run.jsonl', '--random', 'othello:9', ...args);
      assert.deepEqual(more.map(said).slice(0, 25), first.map(said));
      const ends = await ran(folder, 'e.run.jsonl', '--random', 'othello:5', ...args.slice(0, 2), '--plies', 'ends');
      assert.deepEqual(
        ends.map(({ ply, moves }) => [ply, moves.slice(0, 35)]),
        first.filter(({ ply }) => ply === 35).map(({ moves }) => [40, moves]),
      );
    });
  });

  itLong('plays random games of chess as games: moves in SAN, boards, causes', async () => {
    await inFolder(async (folder) => {
      const args = ['--random', 'chess:12', '--length', '20', '--plies', 'every:5'];
      const samples = await ran(folder, 'a.run.jsonl', ...args, '--model', 'baseline:naive-tracker');
      assert.equal(samples.length, 48);
      assert.ok(samples.every(({ variant, startFen }) => variant === 'chess' && startFen === undefined));
      assert.ok(samples.some(({ moves }) => moves.some((san) => /^[NBRQK]/.test(san))));
      const [series] = await reported(folder, 'a.run.jsonl');
      assert.equal(series?.trajectories?.walks, 12);
      assert.equal(series?.trajectories?.everyPly, false);
      const oracle = await ran(folder, 'b.run.jsonl', ...args, '--model', 'reference:rules');
      assert.ok(oracle.every(({ raw, trueFen }) => raw === trueFen));
    });
  });

  itLong('of an oracle are right everywhere: p = r = 1, every walk whole', async () => {
    await inFolder(async (folder) => {
      for (const world of ['othello6', 's5', 'boxes', 'connect_four', 'chess960']) {
        const out = `${world}.run.jsonl`;
        const args = ['--random', `${world}:10`, '--length', '5', '--plies', 'every:1'];
        const samples = await ran(folder, out, ...args, '--model', 'reference:rules');
        assert.ok(samples.every(({ raw, trueFen }) => raw === trueFen));
        const series = namedIn(await reported(folder, out, '-m', '2', '--no-baselines'), 'reference:rules');
        for (const { value } of [...series.all.p, ...series.all.r]) assert.equal(value, 1, world);
        assert.equal(series.trajectories?.everyPly, true);
        assert.equal(series.trajectories.allRight.value, 1);
      }
    });
  });

  itLong('of the start position score as counting sequences does', async () => {
    await inFolder(async (folder) => {
      const args = ['--random', 's4:15', '--length', '6', '--plies', 'every:2', '--model', 'baseline:start-position'];
      const samples = await ran(folder, 'a.run.jsonl', ...args);
      const series = namedIn(await reported(folder, 'a.run.jsonl', '-m', '3'), 'baseline:start-position');
      const start = ['1', '2', '3', '4'];
      // Walks that begin alike ask the same prompt, which counts once.
      const prompts = [...new Map(samples.map((sample) => [sample.moves.join(' '), sample])).values()];
      assert.ok(prompts.length < samples.length);
      for (const [i, { value }] of series.all.p.entries()) {
        const all = prompts.map(({ trueFen }) => countedP(trueFen.split(' '), start, i + 1));
        near(value, all.reduce((sum, one) => sum + one, 0) / all.length);
      }
      const right = prompts.filter(({ trueFen }) => trueFen === '1 2 3 4').length;
      near(series.all['exact']?.value, right / prompts.length);
      const whole = Array.from({ length: 15 }, (_, game) => samples.filter((one) => one.game === game)).filter((walk) =>
        walk.every(({ trueFen }) => trueFen === '1 2 3 4'),
      );
      near(series.trajectories?.allRight.value, whole.length / 15);
    });
  });

  it('resume after a kill at any byte: nothing lost, nothing twice, without any file but the run', async () => {
    await inFolder(async (folder) => {
      const table = path.join(folder, 'door.csv');
      fs.writeFileSync(
        table,
        'state,action,next\nshut,open,ajar\najar,shut,shut\nshut,lock,locked\nlocked,unlock,shut\n',
      );
      const args = ['--random', 'door.csv:6', '--plies', 'every:4', '--model', 'baseline:lag-1', '--obfuscate'];
      const whole = await ran(folder, 'a.run.jsonl', ...args);
      assert.equal(whole.length, 60);
      fs.rmSync(table);
      const file = path.join(folder, 'a.run.jsonl');
      const bytes = fs.readFileSync(file);
      const header = bytes.indexOf(10) + 1;
      for (const cut of [header, header + 7, Math.floor(bytes.length / 2), bytes.length - 3]) {
        fs.writeFileSync(file, bytes.subarray(0, cut));
        const resumed = await cli(['resume', 'a.run.jsonl'], { cwd: folder });
        assert.equal(resumed.status, 0, resumed.stderr);
        const samples = samplesOf(file);
        assert.deepEqual(new Set(samples.map(({ id }) => id)).size, 60);
        assert.deepEqual(samples.map(said).sort(byId), whole.map(said).sort(byId));
      }
    });
  });

  it('in shards are the same walks, and merge into the whole', async () => {
    await inFolder(async (folder) => {
      const args = ['--random', 'boxes:7', '--plies', 'every:10', '--model', 'baseline:random-walk'];
      const whole = await ran(folder, 'whole.run.jsonl', ...args);
      for (const part of [1, 2]) await ran(folder, `part${part}.run.jsonl`, ...args, '--shard', `${part}/2`);
      const merge = await cli(['merge', 'part1.run.jsonl', 'part2.run.jsonl', '--out', 'merged.run.jsonl'], {
        cwd: folder,
      });
      assert.equal(merge.status, 0, merge.stderr);
      const merged = samplesOf(path.join(folder, 'merged.run.jsonl'));
      assert.deepEqual(merged.map(said).sort(byId), whole.map(said).sort(byId));
      const other = await cli(['run', ...args, '--seed', '3', '--out', 'whole.run.jsonl'], { cwd: folder });
      assert.equal(other.status, 2);
      assert.match(other.stderr, /belongs to a different run \(.*seed/);
    });
  });

  itLong('under other names have the same states and scores, and a key in the prompt', async () => {
    await inFolder(async (folder) => {
      const args = ['--random', 'othello6:10', '--length', '12', '--plies', 'every:4', '--model', 'baseline:lag-2'];
      const known = await ran(folder, 'known.run.jsonl', ...args);
      const renamed = await ran(folder, 'renamed.run.jsonl', ...args, '--obfuscate');
      assert.deepEqual(
        renamed.map(({ trueFen, raw }) => [trueFen, raw]),
        known.map(({ trueFen, raw }) => [trueFen, raw]),
      );
      const names = new Set(known.flatMap(({ moves }) => moves));
      assert.ok(renamed.every(({ moves }) => moves.every((code) => /^[a-z0-9]{8}$/.test(code) && !names.has(code))));
      const [one, other] = [await reported(folder, 'known.run.jsonl'), await reported(folder, 'renamed.run.jsonl')];
      assert.deepEqual(
        unnamed(other),
        unnamed(one).map((series) => ({
          ...series,
          files: series.name === 'baseline:lag-2' ? ['renamed.run.jsonl'] : ['baselines'],
        })),
      );
    });
  });

  itLong(
    'with their states in a code are asked in it, and have the states and scores that they have without',
    async () => {
      await inFolder(async (folder) => {
        for (const model of ['baseline:lag-2', 'reference:rules']) {
          const args = ['--random', 'boxes2x3:10', '--length', '12', '--plies', 'every:4', '--model', model];
          const known = await ran(folder, 'known.run.jsonl', ...args, '--obfuscate');
          const coded = await ran(folder, 'coded.run.jsonl', ...args, '--obfuscate-states');
          const states = (samples: typeof known) =>
            samples.map(({ trueFen, extraction }) => [trueFen, extraction?.fen]);
          assert.deepEqual(states(coded), states(known));
          assert.ok(coded.every(({ raw }, i) => raw !== known[i]?.raw));
          const [one, other] = [await reported(folder, 'known.run.jsonl'), await reported(folder, 'coded.run.jsonl')];
          const figures = (all: typeof one) => unnamed(all).map((series) => ({ ...series, files: [] }));
          assert.deepEqual(figures(other), figures(one));
          for (const name of ['known', 'coded']) fs.rmSync(path.join(folder, `${name}.run.jsonl`));
        }
      });
    },
  );

  itLong('are reported with pictures of their states, with baselines of worlds beside a model', async () => {
    await inFolder(async (folder) => {
      const args = ['--random', 'othello6:10', '--plies', 'every:8', '--model', 'reference:rules'];
      await ran(folder, 'a.run.jsonl', ...args);
      const series = await reported(folder, 'a.run.jsonl', '-m', '2');
      assert.deepEqual(series.map(({ name }) => name).sort(), [
        'baseline:lag-1',
        'baseline:random-walk',
        'baseline:start-position',
        'reference:rules',
      ]);
      // a position behind the last action is wrong each time: a disc was put
      assert.equal(namedIn(series, 'baseline:lag-1').all['exact']?.value, 0);
      await ran(folder, 'b.run.jsonl', ...args.slice(0, 4), '--model', 'baseline:lag-1');
      // worst answers are those of models
      const file = path.join(folder, 'b.run.jsonl');
      const renamed = fs
        .readFileSync(file, 'utf8')
        .replaceAll('baseline:lag-1', 'other')
        .replace(/,"sum":"\w+"/g, '');
      fs.writeFileSync(file, renamed);
      const html = await cli(['report', 'b.run.jsonl', '--format', 'html', '-m', '2'], { cwd: folder });
      assert.equal(html.status, 0, html.stderr);
      assert.match(html.stdout, /Whole walks/);
      assert.match(html.stdout, /<img alt="State believed by other; wrong: [a-f][1-6]/);
      assert.match(html.stdout, /statelens compare --world (?:"|&quot;|&#34;)othello6/);
      assert.doesNotMatch(html.stdout, /<img alt="Board/);
      const md = await cli(['report', 'b.run.jsonl', '-m', '2'], { cwd: folder });
      assert.doesNotMatch(md.stdout, /castling \| en passant \| halfmove|Stale share/);
      for (const format of ['csv', 'junit']) {
        const other = await cli(['report', 'b.run.jsonl', '--format', format, '-m', '2'], { cwd: folder });
        assert.equal(other.status, 0, other.stderr);
      }
    });
  });

  it('say what they would ask, and what is wrong', async () => {
    await inFolder(async (folder) => {
      const run = (...args: string[]) => cli(['run', ...args], { cwd: folder });
      const dry = await run('--random', 's5:4', '--plies', 'every:10', '--model', 'openai:x', '--dry-run');
      assert.equal(dry.status, 0, dry.stderr);
      assert.match(dry.stdout, /16 requests/);
      const wrong: [RegExp, ...string[]][] = [
        [/unknown world chequers/, '--random', 'chequers:3'],
        [/requires a world/, '--random', '3'],
        [/--random names a world, and so does --world/, '--random', 's5:3', '--world', 's4'],
        [/cannot be combined with --games/, '--random', 's5:3', '--games', 'x.pgn'],
        [/--where chooses games/, '--random', 's5:3', '--where', 'elo > 1'],
        [/require --random/, '--games', 'x.pgn', '--length', '3'],
        [
          /unknown prompt template "pgn-to-fen"; expected walk-to-state/,
          '--random',
          's5:3',
          '--template',
          'pgn-to-fen',
        ],
        [/WORLD:COUNT/, '--random', 's5:0'],
      ];
      for (const [message, ...args] of wrong) {
        const { status, stderr } = await run(...args, '--model', 'baseline:lag-1', '--out', 'x.run.jsonl');
        assert.equal(status, 2, args.join(' '));
        assert.match(stderr, message);
      }
      const walks = await run('--random', 's5:2', '--model', 'baseline:lag-1', '--out', 'w.run.jsonl');
      assert.equal(walks.status, 0);
      fs.writeFileSync(path.join(folder, 'games.pgn'), '1. e4 *\n');
      const annotated = await cli(['annotate', 'w.run.jsonl', '--in', 'games.pgn'], { cwd: folder });
      assert.equal(annotated.status, 2);
      assert.match(annotated.stderr, /walks of a world, which only a file of walks can hold/);
      // what knows chess alone says so, sample by sample, and no answer is made up
      const tracker = await run('--random', 's5:2', '--model', 'baseline:naive-tracker', '--out', 'y.run.jsonl');
      assert.equal(tracker.status, 3);
      assert.match(fs.readFileSync(path.join(folder, 'y.run.jsonl'), 'utf8'), /"unsupported-task"/);
    });
  });

  it('stand in experiments as well', async () => {
    await inFolder(async (folder) => {
      const experiment = {
        random: { world: 's5', count: 3, length: 5 },
        models: ['reference:rules', 'baseline:lag-1'],
      };
      fs.writeFileSync(path.join(folder, 'walks.jsonc'), JSON.stringify({ ...experiment, plies: { every: 1 } }));
      const run = await cli(['run', 'walks.jsonc'], { cwd: folder });
      assert.equal(run.status, 0, run.stderr);
      const runs = fs
        .readdirSync(path.join(folder, '.statelens', 'runs'))
        .filter((name) => name.endsWith('.run.jsonl'));
      assert.equal(runs.length, 2);
      for (const name of runs) assert.equal(samplesOf(path.join(folder, '.statelens', 'runs', name)).length, 15);
    });
  });
});

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
