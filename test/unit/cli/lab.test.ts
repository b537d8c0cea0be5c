import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readLab, unitLine } from '../../../src/core/lab/lab-file.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const SMALL = ['--histories', '12', '--length', '10', '--budget', '60', '--seed', '3'];
const world = (name: string, model: string, ...args: string[]) => cli(['lab', name, '--model', model, ...args]);

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  try {
    await use(folder);
  } finally {
    remove();
  }
}

const unitsIn = (file: string): string[] => {
  const read = readLab(fs.readFileSync(file, 'utf8'));
  assert.ok(read.ok, read.ok ? '' : read.error);
  return read.value.units.map(unitLine).sort();
};

/** A table with six states, of which 2 and 5 have one future. */
const TABLE = ['state,action,next', 'a,x,b', 'a,y,c', 'b,x,a', 'b,z,c', 'c,y,d', 'd,x,a', 'd,z,e', 'e,y,d', ''].join(
  '\n',
);

/** The example of docs/implicit.md: it follows the table but forgets that z is illegal in a. */
const PYTHON = `import json, sys
NEXT = {"a": {"x": "b", "y": "c"}, "b": {"x": "a", "z": "c"}, "c": {"y": "d"}, "d": {"x": "a", "z": "e"}, "e": {"y": "d"}}
for line in sys.stdin:
    request = json.loads(line)
    state = "a"
    for action in request["history"]:
        state = NEXT.get(state, {}).get(action)
    legal = list(NEXT.get(state, {})) + (["z"] if state == "a" else [])
    probs = {action: 1 / len(legal) for action in legal}
    print(json.dumps({"id": request["id"], "probs": probs, "state": state or ""}), flush=True)
`;

describe('statelens lab', () => {
  it('has help', async () => {
    const { status, stdout } = await cli(['lab', '--help']);
    assert.equal(status, 0);
    for (const option of ['--model', '--measure', '--epsilon', '--suffix', '--budget', '--failure', '--out'])
      assert.match(stdout, new RegExp(option));
  });

  itLong('prints all measures, as text, JSON, Markdown and a page, the same for the same seed', async () => {
    await inFolder(async (folder) => {
      const page = path.join(folder, 'lab.html');
      const text = await world('othello6', 'baseline:oracle', ...SMALL, '--html', page);
      assert.equal(text.status, 0, text.stderr);
      assert.match(text.stdout, /^Othello 6x6: what baseline:oracle implies, 12 units of each measure \(seed 3\)\n/);
      const exact = await world('othello6', 'baseline:uniform', ...SMALL, '--measure', 'legality', '--digits', '5');
      assert.match(exact.stdout, /0\.\d{5} \(0\.\d{5}–0\.\d{5}\)/);
      for (const title of [
        'Legality',
        'Printed and implied',
        'Compression',
        'Distinction',
        'Soundness under attack',
        'Brittleness',
      ])
        assert.match(text.stdout, new RegExp(`\\n${title}\\n`));
      assert.match(text.stdout, /\nall positions +120 +12 +1 \(0\.\d+–1\) +100 % \(\d+–100\)\n/);
      const again = await world('othello6', 'baseline:oracle', ...SMALL, '--concurrency', '1');
      assert.equal(again.stdout, text.stdout);
      const html = fs.readFileSync(page, 'utf8');
      assert.match(html, /<title>StateLens lab<\/title>/);
      assert.ok(!html.includes('<script'));
      const markdown = await world('othello6', 'baseline:oracle', ...SMALL, '--markdown');
      assert.match(markdown.stdout, /^# What a model implies\n/);
      const json = JSON.parse((await world('othello6', 'baseline:oracle', ...SMALL, '--json')).stdout);
      assert.deepEqual([json.kind, json.schema, json.units, json.wanted], ['lab', 1, 60, 60]);
      assert.deepEqual([json.legality[0].mass.value, json.compression[0].values.same.interval.value], [1, 1]);
      assert.ok(json.attacks.every((row: { readonly found: { readonly value: number } }) => row.found.value === 0));
    });
  });

  itLong(
    'continues its file after it was cut off anywhere, to the report of a lab that was never stopped',
    async () => {
      await inFolder(async (folder) => {
        const file = path.join(folder, 'hash.lab.jsonl');
        const args = [...SMALL, '--out', file, '--json'];
        const whole = await world('othello6', 'baseline:history-hash', ...args);
        assert.equal(whole.status, 0, whole.stderr);
        const text = fs.readFileSync(file, 'utf8');
        const units = unitsIn(file);
        assert.equal(units.length, 60);
        const header = text.indexOf('\n') + 1;
        for (const share of [0, 0.01, 0.5, 0.999]) {
          fs.writeFileSync(file, text.slice(0, header + Math.floor(share * (text.length - header))));
          const continued = await world('othello6', 'baseline:history-hash', ...args);
          assert.equal(continued.status, 0, continued.stderr);
          assert.equal(continued.stdout, whole.stdout, `cut at ${share}`);
          assert.deepEqual(unitsIn(file), units);
        }
        const more = await world('othello6', 'baseline:history-hash', ...args, '--histories', '13');
        assert.equal(more.status, 0, more.stderr);
        assert.equal(unitsIn(file).length, 65);
        const other = await world('othello6', 'baseline:history-hash', ...args, '--epsilon', '0.2');
        assert.equal(other.status, 2);
        assert.match(other.stderr, /cannot be continued: it was measured with epsilon 0.01, not 0.2/);
        assert.match(
          (await world('othello6', 'baseline:oracle', ...args)).stderr,
          /measured with model baseline:history-hash/,
        );
      });
    },
  );

  itLong(
    'writes failing histories as walks, also of a complete file, which check marks at the illegal action',
    async () => {
      await inFolder(async (folder) => {
        const [out, walk] = [path.join(folder, 'naive.lab.jsonl'), path.join(folder, 'naive.walk')];
        const args = ['--measure', 'attack', '--histories', '8', '--length', '20', '--budget', '300', '--out', out];
        const first = await world('chess', 'baseline:naive-tracker', ...args);
        assert.equal(first.status, 0, first.stderr);
        const again = await world('chess', 'baseline:naive-tracker', ...args, '--walk', walk);
        assert.equal(again.stdout, first.stdout);
        assert.match(again.stderr, /naive\.walk: \d walks written/);
        const text = fs.readFileSync(walk, 'utf8');
        const failing = text.match(/^world chess$/gm)?.length ?? 0;
        assert.ok(failing > 0);
        assert.equal(text.match(/^# pstate baseline:naive-tracker /gm)?.length, failing);
        const checked = await cli(['check', walk, '--format', 'json']);
        const codes = checked.stdout.match(/"code":"\w+"/g);
        assert.deepEqual(
          codes,
          Array.from({ length: failing }, () => '"code":"WALK_ILLEGAL_ACTION"'),
        );
      });
    },
  );

  it('names a table in its walks by its path from them', async () => {
    await inFolder(async (folder) => {
      fs.mkdirSync(path.join(folder, 'worlds'));
      fs.mkdirSync(path.join(folder, 'found'));
      fs.writeFileSync(path.join(folder, 'worlds', 'six.csv'), TABLE);
      const args = ['lab', 'worlds/six.csv', '--model', 'baseline:uniform', ...SMALL, '--out', 'u.lab.jsonl'];
      const run = await cli([...args, '--walk', 'found/u.walk'], { cwd: folder });
      assert.equal(run.status, 0, run.stderr);
      const text = fs.readFileSync(path.join(folder, 'found', 'u.walk'), 'utf8');
      assert.match(text, /^world \.\.\/worlds\/six\.csv$/m);
      const { stdout } = await cli(['check', 'found/u.walk'], { cwd: folder });
      assert.match(stdout, /WALK_ILLEGAL_ACTION/);
      assert.ok(!/BAD_WORLD|UNKNOWN/.test(stdout), stdout);
      const [header = ''] = fs.readFileSync(path.join(folder, 'u.lab.jsonl'), 'utf8').split('\n');
      assert.equal(JSON.parse(header).walkWorld, 'worlds/six.csv');
      const input = await cli([...args, '--walk', 'u.lab.jsonl'], { cwd: folder });
      assert.match(input.stderr, /u\.lab\.jsonl is the input u\.lab\.jsonl/);
    });
  });

  it('stops on Ctrl-C, also with a model of this process, and leaves a file of whole lines', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'stopped.lab.jsonl');
      const args = ['lab', 'othello6', '--model', 'baseline:oracle', '--measure', 'legality', '--out', file];
      const controller = new AbortController();
      const stop = setInterval(() => {
        if (fs.existsSync(file)) controller.abort();
      }, 5);
      const stopped = await cli([...args, '--histories', '20000'], { signal: controller.signal });
      clearInterval(stop);
      assert.equal(stopped.status, 3);
      assert.match(stopped.stderr, /incomplete; repeat the command to continue/);
      const read = readLab(fs.readFileSync(file, 'utf8'));
      assert.ok(read.ok && read.value.units.length < 20_000 && read.value.damaged === 0);
    });
  });

  for (const name of ['connect_four', 'hex5', 'othello'])
    itLong(`measures the bundled model in ${name} by the actions that it lists`, async () => {
      const args = ['--length', '4', '--histories', '2', '--seed', '1', '--measure', 'legality', '--json'];
      const { status, stdout, stderr } = await world(name, 'builtin:mav-small', ...args);
      assert.equal(status, 0, stderr);
      const { legality } = JSON.parse(stdout) as { legality: { mass: { value: number } }[] };
      const mass = legality[0]?.mass.value ?? 0;
      assert.ok(mass > 0.9, stdout.slice(0, 800));
    });

  itLong('refuses what gives no probabilities, and unknown words', async () => {
    assert.match((await world('chess', 'reference:rules')).stderr, /gives no probabilities of actions/);
    assert.match((await world('chess', 'baseline:nobody')).stderr, /unknown baseline nobody; expected oracle/);
    assert.match((await world('othello', 'baseline:naive-tracker')).stderr, /knows chess alone/);
    assert.match(
      (await world('chess', 'builtin:mav-small')).stderr,
      /asked about connect_four, hex and othello alone, not chess/,
    );
    assert.match((await world('chess', 'baseline:oracle', '--measure', 'beauty')).stderr, /beauty is no measure/);
    assert.match((await world('nowhere', 'baseline:oracle')).stderr, /unknown world nowhere/);
  });

  itLong('finds what a program in Python believes of a table', async (test) => {
    if (spawnSync('python3', ['--version']).status !== 0) {
      test.diagnostic('there is no python3');
      return;
    }
    await inFolder(async (folder) => {
      const [table, model] = [path.join(folder, 'six.csv'), path.join(folder, 'model.py')];
      fs.writeFileSync(table, TABLE);
      fs.writeFileSync(model, PYTHON);
      const { status, stdout, stderr } = await world(table, `jsonl:python3 ${model}`, ...SMALL, '--json');
      assert.equal(status, 0, stderr);
      const found = JSON.parse(stdout);
      // it prints the right state everywhere, and acts on a wrong one in a
      assert.equal(found.printed[0].share.value, 1);
      assert.ok(found.printed[0].mass.value < 1);
      assert.equal(found.compression[0].values.same.interval.value, 1);
      for (const row of found.attacks) {
        assert.ok(row.found === null || row.shortest !== null);
        if (row.shortest !== null) assert.deepEqual([row.shortest.history, row.shortest.action], [[], 'z']);
      }
      const broken = await world(table, `jsonl:python3 -c "print(1)"`, ...SMALL);
      assert.equal(broken.status, 3);
      assert.match(broken.stderr, /the model failed: jsonl:python3 -c "print\(1\)" wrote a line that is no answer: 1/);
    });
  });
});
