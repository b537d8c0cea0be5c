import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const good = path.join(folder, 'good.pgn');
const bad = path.join(folder, 'bad.pgn');
fs.writeFileSync(good, '[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n');
fs.writeFileSync(bad, '[Result "1-0"]\n\n1. e4 e5 2. Ne3 1-0\n');

describe('--quiet', () => {
  it('prints results and no notes', async () => {
    const loud = await cli(['check', good]);
    assert.match(loud.stderr, /no findings|0 errors/);
    assert.deepEqual(await cli(['check', good, '--quiet']), { ...loud, stderr: '' });
    const findings = await cli(['check', bad, '--quiet']);
    assert.deepEqual([findings.status, findings.stderr], [1, '']);
    assert.match(findings.stdout, /no knight/);
  });

  it('prints notes and the reason if the command fails', async () => {
    const usage = await cli(['check', path.join(folder, 'missing.pgn'), '--quiet']);
    assert.equal(usage.status, 2);
    assert.match(usage.stderr, /cannot read/);
    const loud = await cli(['prompt', good, '--plies', 'ply:40']);
    assert.equal(loud.status, 3);
    assert.deepEqual(await cli(['prompt', good, '--plies', 'ply:40', '--quiet']), loud);
    assert.match(loud.stderr, /no matching position/);
  });

  it('asks no questions', async () => {
    const { status, stderr } = await cli(['check', bad, '--fix', '--interactive', '--quiet']);
    assert.equal(status, 2);
    assert.match(stderr, /--interactive/);
  });
});

describe('--json', () => {
  it('is short for --format json', async () => {
    for (const args of [
      ['check', bad],
      ['audit', bad],
    ]) {
      const [short, long] = [await cli([...args, '--json']), await cli([...args, '--format', 'json'])];
      assert.deepEqual(short, long);
      assert.ok(Array.isArray(JSON.parse(short.stdout)));
    }
  });

  it('contradicts another format', async () => {
    const { status, stderr } = await cli(['check', bad, '--json', '--format', 'sarif']);
    assert.deepEqual(
      [status, /--json is short for --format json, and --format sarif was given/.test(stderr)],
      [2, true],
    );
    assert.equal((await cli(['check', bad, '--json', '--format', 'json'])).status, 1);
  });
});

describe('--at, the former name of --plies', () => {
  it('works and is not listed', async () => {
    for (const args of [
      ['prompt', good],
      ['games', good, '--format', 'epd'],
    ]) {
      assert.deepEqual(await cli([...args, '--at', 'ply:1']), await cli([...args, '--plies', 'ply:1']));
      assert.doesNotMatch((await cli([...args.slice(0, 1), '--help'])).stdout, /--at\b/);
    }
  });

  it('is checked like --plies, and excludes --trace, too', async () => {
    assert.match((await cli(['prompt', good, '--at', 'never'])).stderr, /--at <plies>.*It must be/);
    assert.match((await cli(['predict', good, '--at', 'ends', '--trace', '4'])).stderr, /cannot be used with/);
  });

  it('names the expression for the length of games, which --plies stood for', async () => {
    const { status, stderr } = await cli(['games', good, '--plies', '20..']);
    assert.deepEqual([status, /--where "plies in 20\.\."/.test(stderr)], [2, true]);
    assert.match((await cli(['games', good, '--plies', '>=20'])).stderr, /--where "plies >=20"/);
    assert.equal((await cli(['games', good, '--where', 'plies in 3..', '--count'])).stdout, '1\n');
  });
});

describe('help', () => {
  it('lists the options of a command with many in groups, and those of a short one in one list', async () => {
    const { stdout } = await cli(['run', '--help']);
    const titles = [...stdout.matchAll(/^(\w[\w ]*):$/gm)].map(([, title]) => title);
    assert.deepEqual(titles.slice(0, 7), [
      'Arguments',
      'Input',
      'Model',
      'Scores',
      'Cost and limits',
      'Output',
      'Options',
    ]);
    assert.match((await cli(['merge', '--help'])).stdout, /^Options:\n(?: .*\n)*.*--partial/m);
  });
});
