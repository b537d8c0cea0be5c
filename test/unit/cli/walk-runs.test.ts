import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readWalks } from '../../../src/core/notation/walk/read-walk.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const S5 = 'world s5\n(12) (23) (34)\n';
const WALKS = `${S5}
world s5
start 2 1 3 4 5
(12) (45)
# pstate baseline:lag-1 2 1 3 4 5
(99) (12)
`;
const TABLE = 'state,action,next\nopen,close,shut\nshut,open,open\n';
const MIXED = `${S5}
world tables/door.csv
close open close

world chess
e2e4 e7e5 g1f3

world nowhere
go
`;

interface Sample {
  readonly kind: string;
  readonly id: string;
  readonly game: number;
  readonly ply: number;
  readonly variant: string;
  readonly startFen?: string;
  readonly moves: readonly string[];
  readonly trueFen: string;
  readonly extraction: { readonly fen: string } | null;
}

async function inFolder(files: Readonly<Record<string, string>>, work: (folder: string) => Promise<void>) {
  const { folder, remove } = temporaryFolder();
  try {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    await work(folder);
  } finally {
    remove();
  }
}

const linesOf = (file: string) =>
  fs
    .readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const samplesOf = (file: string): Sample[] => linesOf(file).filter(({ kind }) => kind === 'sample');

/** Runs a file of walks and returns the samples. */
async function ran(folder: string, ...args: string[]): Promise<Sample[]> {
  const run = await cli(['run', ...args, '--out', 'o.run.jsonl'], { cwd: folder });
  assert.equal(run.status, 0, run.stderr);
  return samplesOf(path.join(folder, 'o.run.jsonl'));
}

/** What is right behind so many actions, by the automaton alone. */
function replayed(world: string, start: string | undefined, actions: readonly string[]): string {
  const found = findWorld(world);
  assert.ok(found.ok);
  const { automaton } = found.value;
  let state = start === undefined ? found.value.start : undefined;
  if (start !== undefined) {
    const parsed = automaton.parse(start);
    assert.ok(parsed.ok);
    state = parsed.value;
  }
  for (const action of actions) state = automaton.step(state, action);
  return automaton.print(state);
}

describe('statelens run --games FILE.walk', () => {
  itLong('asks about the states of the walks at the plies of the plan, up to an action that is not legal', async () => {
    await inFolder({ 'a.walk': WALKS }, async (folder) => {
      const samples = await ran(folder, '--games', 'a.walk', '--plies', 'every:1', '--model', 'reference:rules');
      assert.deepEqual(
        samples.map(({ game, ply, variant }) => [game, ply, variant]),
        [
          [0, 1, 'world:s5'],
          [0, 2, 'world:s5'],
          [0, 3, 'world:s5'],
          [1, 1, 'world:s5'],
          [1, 2, 'world:s5'],
        ],
      );
      const { walks } = readWalks(WALKS);
      for (const { game, ply, moves, trueFen, extraction, startFen } of samples) {
        const walk = walks[game];
        assert.deepEqual(
          moves,
          walk?.actions.slice(0, ply).map(({ text }) => text),
        );
        assert.equal(startFen, walk?.start?.text ?? '1 2 3 4 5');
        assert.equal(trueFen, replayed('s5', startFen, moves));
        assert.equal(extraction?.fen, trueFen);
      }
      const report = await cli(['report', 'o.run.jsonl', '--format', 'json', '--no-keep'], { cwd: folder });
      const [series] = JSON.parse(report.stdout).series;
      assert.equal(series.name, 'reference:rules');
      assert.equal(series.all.exact.value, 1);
    });
  });

  it('chooses the walks of one world, and says which there are', async () => {
    await inFolder({ 'm.walk': MIXED, 'tables/door.csv': TABLE }, async (folder) => {
      const open = await cli(['run', '--games', 'm.walk', '--model', 'reference:rules', '--out', 'x'], { cwd: folder });
      assert.equal(open.status, 2);
      assert.match(open.stderr, /walks of s5, tables\/door\.csv, chess, nowhere.*choose one with --world/);
      const door = await ran(folder, '--games', 'm.walk', '--world', 'tables/door.csv', '--model', 'baseline:lag-1');
      assert.deepEqual(
        door.map(({ game, variant, trueFen, extraction }) => [game, variant, trueFen, extraction?.fen]),
        [[1, 'world:door', 'shut', 'open']],
      );
      const [{ plan, games }] = linesOf(path.join(folder, 'o.run.jsonl'));
      assert.deepEqual(plan.world, { kind: 'table', name: 'door', text: TABLE });
      assert.deepEqual(games, { file: 'm.walk', count: 4 });
      const other = await cli(['run', '--games', 'm.walk', '--world', 'cube', '--out', 'x'], { cwd: folder });
      assert.match(other.stderr, /m\.walk has no walk of cube; its walks are of s5/);
      const unknown = await cli(['run', '--games', 'm.walk', '--world', 'nowhere', '--out', 'x'], { cwd: folder });
      assert.match(unknown.stderr, /unknown world nowhere/);
      const where = ['run', '--games', 'm.walk', '--world', 's5', '--where', 'plies > 3', '--out', 'x'];
      assert.match((await cli(where, { cwd: folder })).stderr, /where chooses games of a PGN/);
    });
  });

  it('asks about walks of chess as about games', async () => {
    await inFolder({ 'm.walk': MIXED, 'tables/door.csv': TABLE }, async (folder) => {
      const [sample] = await ran(folder, '--games', 'm.walk', '--world', 'chess', '--model', 'baseline:naive-tracker');
      assert.deepEqual([sample?.game, sample?.variant, sample?.moves], [2, 'chess', ['e4', 'e5', 'Nf3']]);
      assert.equal(sample?.trueFen, replayed('chess', undefined, ['e2e4', 'e7e5', 'g1f3']));
    });
  });

  itLong('is reported with pictures of the states, or with their texts where a world has none', async () => {
    const hex = 'world hex3\na1 b2 c3\n';
    await inFolder({ 'h.walk': hex, 'd.walk': 'world door.csv\nclose\n', 'door.csv': TABLE }, async (folder) => {
      // baselines of a report are never among the worst answers
      const relabeled = async (file: string): Promise<string> => {
        await ran(folder, '--games', file, '--model', 'baseline:lag-1');
        const run = path.join(folder, 'o.run.jsonl');
        const text = fs
          .readFileSync(run, 'utf8')
          .replaceAll('baseline:lag-1', 'm')
          .replaceAll(/,"sum":"[^"]*"/g, '');
        fs.writeFileSync(run, text);
        const args = ['report', 'o.run.jsonl', '--format', 'html', '--no-keep', '--no-baselines'];
        const { stdout } = await cli(args, { cwd: folder });
        fs.rmSync(run);
        return stdout;
      };
      const drawn = /<img alt="State believed by m; wrong: c3, side"[^>]*src="data:image\/svg\+xml[^"]*"/;
      assert.match(await relabeled('h.walk'), drawn);
      assert.match(await relabeled('d.walk'), /<pre class="state-text">shut<\/pre><pre class="state-text">open<\/pre>/);
    });
  });

  it('is resumed from the file, which must be the same', async () => {
    await inFolder({ 'm.walk': MIXED, 'tables/door.csv': TABLE }, async (folder) => {
      const args = ['--games', 'm.walk', '--world', 'tables/door.csv', '--plies', 'every:1'];
      const whole = await ran(folder, ...args, '--model', 'reference:rules');
      const file = path.join(folder, 'o.run.jsonl');
      const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
      const kept = lines.filter((line) => !line.includes(`"id":"${whole[2]?.id}"`));
      assert.ok(kept.length < lines.length);
      fs.writeFileSync(file, `${kept.join('\n')}\n`);
      const resumed = await cli(['resume', 'o.run.jsonl'], { cwd: folder });
      assert.equal(resumed.status, 0, resumed.stderr);
      assert.deepEqual(
        samplesOf(file).map(({ id }) => id),
        whole.map(({ id }) => id),
      );
      fs.appendFileSync(path.join(folder, 'm.walk'), '\nworld s5\n(12)\n');
      const changed = await cli(['resume', 'o.run.jsonl'], { cwd: folder });
      assert.equal(changed.status, 2);
      assert.match(changed.stderr, /m\.walk is not the file that .* was created from/);
    });
  });

  it('is written back into the walks', async () => {
    await inFolder({ 'a.walk': WALKS, 'g.pgn': '1. e4 *\n' }, async (folder) => {
      await ran(folder, '--games', 'a.walk', '--plies', 'ply:1', '--model', 'baseline:start-position');
      const done = await cli(['annotate', 'o.run.jsonl', '--in', 'a.walk'], { cwd: folder });
      assert.equal(done.status, 0, done.stderr);
      assert.deepEqual(
        done.stdout.split('\n').filter((line) => line.includes('start-position')),
        ['# pstate baseline:start-position 1 2 3 4 5', '# pstate baseline:start-position 2 1 3 4 5'],
      );
      const pgn = await cli(['annotate', 'o.run.jsonl', '--in', 'g.pgn'], { cwd: folder });
      assert.match(pgn.stderr, /only a file of walks can hold/);
    });
  });

  it('becomes walks, those of renamed actions under their own names', async () => {
    await inFolder({ 'a.walk': WALKS }, async (folder) => {
      await ran(folder, '--games', 'a.walk', '--model', 'baseline:lag-1');
      const walks = await cli(['convert', 'o.run.jsonl', '--to', 'walk'], { cwd: folder });
      assert.equal(
        walks.stdout,
        `world s5
(12) (23) (34)
# pstate baseline:lag-1 2 3 1 4 5

world s5
start 2 1 3 4 5
(12) (45)
# pstate baseline:lag-1 1 2 3 4 5
`,
      );
      const random = ['run', '--random', 's5:2', '--length', '6', '--model', 'reference:rules'];
      const texts: string[] = [];
      for (const options of [
        ['--out', 'p.run.jsonl'],
        ['--obfuscate', '--out', 'q.run.jsonl'],
      ]) {
        await cli([...random, ...options], { cwd: folder });
        const { stdout } = await cli(['convert', options.at(-1) ?? '', '--to', 'walk'], { cwd: folder });
        texts.push(stdout);
        fs.writeFileSync(path.join(folder, 'c.walk'), stdout);
        const checked = await cli(['check', 'c.walk'], { cwd: folder });
        assert.equal(checked.status, 0, checked.stdout);
      }
      assert.ok(texts.every((text) => text.startsWith('world s5\n')));
    });
  });

  itLong('reads files of runs in which every world was called world', async () => {
    await inFolder({ 'a.walk': WALKS }, async (folder) => {
      const args = ['run', '--random', 's5:3', '--model', 'baseline:lag-1', '--out', 'o.run.jsonl'];
      assert.equal((await cli(args, { cwd: folder })).status, 0);
      const file = path.join(folder, 'o.run.jsonl');
      const report = async () => {
        const { stdout } = await cli(['report', 'o.run.jsonl', '--format', 'json', '--no-keep'], { cwd: folder });
        return JSON.parse(stdout);
      };
      const now = await report();
      const old = fs.readFileSync(file, 'utf8').replaceAll('"variant":"world:s5"', '"variant":"world"');
      // The checksums are of the new name.
      fs.writeFileSync(file, old.replaceAll(/,"sum":"[^"]*"/g, ''));
      assert.deepEqual((await report()).series, now.series);
      const markdown = await cli(['report', 'o.run.jsonl', '--no-keep'], { cwd: folder });
      assert.match(markdown.stdout, /\| places wrong \|/);
      assert.match(markdown.stdout, /\| correct places \|/);
      assert.match(markdown.stdout, /have wrong places/);
      assert.doesNotMatch(markdown.stdout, /wrong squares|squares wrong|correct squares/);
      assert.ok(now.worst.every(({ variant }: { variant: string }) => variant === 'world:s5'));
    });
  });
});

describe('statelens predict FILE.walk', () => {
  it('writes predictions behind the actions, of each walk in its world, and skips those that are there', async () => {
    await inFolder({ 'a.walk': WALKS, 'm.walk': MIXED, 'tables/door.csv': TABLE }, async (folder) => {
      const args = ['--model', 'baseline:lag-1', '--plies', 'every:1'];
      const done = await cli(['predict', 'a.walk', ...args], { cwd: folder });
      assert.equal(done.status, 0, done.stderr);
      assert.match(done.stderr, /4 predictions of baseline:lag-1 written, 1 already present, 1 walk cut at an action/);
      assert.equal(
        done.stdout,
        `world s5
(12) 
# pstate baseline:lag-1 1 2 3 4 5
(23) 
# pstate baseline:lag-1 2 1 3 4 5
(34)
# pstate baseline:lag-1 2 3 1 4 5

world s5
start 2 1 3 4 5
(12) 
# pstate baseline:lag-1 2 1 3 4 5
(45)
# pstate baseline:lag-1 2 1 3 4 5
(99) (12)
`,
      );
      const mixed = await cli(['predict', 'm.walk', '--model', 'reference:rules', '--in-place'], { cwd: folder });
      assert.match(mixed.stderr, /3 predictions .* written, 1 walk of an unknown world or start left out/);
      const score = await cli(['score', 'm.walk'], { cwd: folder });
      const scored = score.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        scored.map(({ variant, verdict }) => [variant, verdict]),
        [
          ['s5', 'exact'],
          ['door', 'exact'],
          ['chess', 'exact'],
        ],
      );
      const trace = await cli(['predict', 'a.walk', '--trace', '4'], { cwd: folder });
      assert.match(trace.stderr, /--trace requires games of a PGN/);
    });
  });
});
