import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

/** Test files as they are bundled: name to text. */
const FILES = {
  'good/one': `it('passes', () => {}); it('has no browser', { skip: 'no browser' }, () => {});`,
  'good/two': `describe('a suite', () => { it('passes', (t) => t.diagnostic('took a note')); });`,
  'bad/diff': `describe('a suite', () => { it('differs', () => assert.deepEqual({ a: [1, 2] }, { a: [1, 3] })); });`,
  'bad/cause': `it('throws', () => { throw new TypeError('outer', { cause: new Error('inner') }); });`,
  'bad/hook': `describe('hooked', () => { before(() => { throw new Error('no stage'); }); it('waits', () => {}); });`,
  'bad/missing': `import './nowhere.mjs';`,
  'leaves/exit': `it('leaves', () => process.exit(0));`,
  'late/late': `it('is early', () => { setTimeout(() => { throw new Error('too late'); }, 20); });
    it('waits', () => new Promise((resolve) => setTimeout(resolve, 200)));`,
};
const HEAD = `import assert from 'node:assert/strict'; import { before, describe, it } from 'node:test';\n`;

const { folder, remove } = temporaryFolder();
const fileOf = (name: string) => path.join(folder, `${name.replace('/', '-')}.mjs`);

/** Runs the files of these folders as the tests of the project are run. */
function run(...folders: string[]): { readonly status: number | null; readonly stdout: string } {
  const names = Object.keys(FILES);
  const groups = folders.map((name) => ({ folder: name, names: names.filter((file) => file.startsWith(`${name}/`)) }));
  const script = `import { runTests } from './test/runner/run-tests.mjs';
    const fileOf = (name) => ${JSON.stringify(folder)} + '/' + name.replace('/', '-') + '.mjs';
    process.exitCode = await runTests(${JSON.stringify(groups)}, { jobs: 2, fileOf, command: 'node test/run.mjs' });`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

/** The counts of the closing lines. */
const countsOf = (stdout: string) =>
  Object.fromEntries([...stdout.matchAll(/^# (\w+) (\d+)$/gm)].map(([, name, count]) => [name, Number(count)]));

describe('the runner of the tests', () => {
  before(() => {
    for (const [name, text] of Object.entries(FILES)) fs.writeFileSync(fileOf(name), HEAD + text);
  });
  after(remove);

  it('prints a line for a folder that passes, what was skipped, and the counts', () => {
    const { status, stdout } = run('good');
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^✔ good +3 +\d+\.\d s\n {4}a suite › passes › took a note\n/);
    assert.match(stdout, /\nskipped\n {2}has no browser: no browser\n/);
    const { tests, suites, pass, fail, cancelled, skipped } = countsOf(stdout);
    assert.deepEqual(
      { tests, suites, pass, fail, cancelled, skipped },
      { tests: 3, suites: 1, pass: 2, fail: 0, cancelled: 0, skipped: 1 },
    );
    assert.match(stdout, /\n2 passed, 0 failed, 1 skipped\n$/);
  });

  it('shows each failure with its place, its differences, its cause and how to run it again', () => {
    const { status, stdout } = run('good', 'bad');
    assert.equal(status, 1);
    assert.match(stdout, /^✖ bad +\d+ .* 5 failed$/m);
    assert.match(
      stdout,
      /✖ \d\. a suite › differs\n {4}\S+bad-diff\.mjs:2:29\n[^✖]*\+ +2\n +- +3\n[^✖]*node test\/run\.mjs bad\/diff bad\/cause bad\/hook bad\/missing\n/,
    );
    assert.match(stdout, /TypeError: outer\n[^✖]*caused by Error: inner\n/);
    assert.match(stdout, /✖ \d\. hooked\n[^✖]*Error: no stage\n/);
    assert.match(stdout, /✖ \d\. \S+bad-missing\.mjs is loaded\n[^✖]*Cannot find module '\S+nowhere\.mjs'/);
    const { pass, fail, cancelled, skipped } = countsOf(stdout);
    assert.deepEqual({ pass, fail, cancelled, skipped }, { pass: 2, fail: 3, cancelled: 1, skipped: 1 });
    assert.match(stdout, /\n2 passed, 4 failed, 1 skipped\n$/);
  });

  itLong('fails when a process ends before its tests, or not well', () => {
    const { status, stdout } = run('leaves', 'late', 'good');
    assert.equal(status, 1);
    assert.match(stdout, /✖ \d\. leaves\/exit\n\n {4}its process ended with 0 before its tests did/);
    assert.match(stdout, /✖ \d\. late\/late\n\n {4}its process ended with 1;[^✖]*too late/);
    assert.match(stdout, /\n4 passed, 2 failed, 1 skipped\n$/);
  });
});

describe('test files', () => {
  it('set no seed of their own, which would be that of all files in their process', () => {
    const setting = fs
      .readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .filter((name) => fs.readFileSync(path.join('test', name), 'utf8').includes(['fc', 'configureGlobal'].join('.')));
    assert.deepEqual(setting, []);
  });
});
