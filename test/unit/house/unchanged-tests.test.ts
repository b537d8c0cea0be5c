import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const runner = (file: string): string => pathToFileURL(path.resolve('test/runner', file)).href;
const GROUP = path.resolve('test/runner/group.mjs');
const write = (name: string, text: string): void => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
  // It was there before the tests began, whatever the resolution of the clock.
  const before = new Date(Date.now() - 60_000);
  fs.utimesSync(path.join(folder, name), before, before);
};

/** A project of one test, which reads a file, looks for another, lists a folder and starts a program, in a thread and a process. */
function project(body = ''): void {
  fs.rmSync(folder, { recursive: true, force: true });
  write('data/a.txt', 'a');
  write('thread.txt', 'thread');
  write('thread.mjs', "import { readFileSync } from 'node:fs'; readFileSync('thread.txt');");
  write('child.txt', 'child');
  write('src/a.ts', '// the source');
  write('dist/part.mjs', '// of the program');
  write('dist/program.mjs', "import fs from 'node:fs'; import './part.mjs'; fs.readFileSync('child.txt');");
  write('package-lock.json', '{}');
  write(
    'out/one.mjs',
    `import { readdirSync, existsSync, promises } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    import { it } from 'node:test';
    it('reads', async () => {
      existsSync('missing.txt');
      for (const name of readdirSync('data')) await promises.readFile('data/' + name);
      spawnSync(process.execPath, ['dist/program.mjs']);
      await once(new Worker('./thread.mjs'), 'exit');
      ${body}
    });`,
  );
}

/** Runs the tests of the project: those that are not as they were when they passed. */
function run(): { readonly ran: number; readonly text: string } {
  const script = `import { PassedTests } from ${JSON.stringify(runner('unchanged.mjs'))};
    import { runGroups } from ${JSON.stringify(runner('processes.mjs'))};
    import { spawnSync } from 'node:child_process';
    // The runner gives each run a folder of its own in the environment.
    process.env.STATELENS_CACHE = String(Math.random());
    const metafile = { outputs: { 'out/one.mjs': { imports: [], inputs: { 'src/a.ts': {} } } } };
    const passed = new PassedTests(metafile, (name) => 'out/' + name + '.mjs');
    const isUnchanged = passed.isUnchanged('one');
    if (!isUnchanged) {
      const env = passed.environment('out/trace');
      const { status, stdout } = spawnSync(process.execPath, [${JSON.stringify(GROUP)}, 'out/one.mjs'], { env, encoding: 'utf8' });
      console.log(stdout);
      if (status === 0) passed.keep(['one'], 'out/trace');
      else passed.forget(['one']);
    }
    console.log(isUnchanged ? 'RAN 0' : 'RAN 1');`;
  fs.rmSync(path.join(folder, 'out/trace'), { force: true });
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', STATELENS_TRACE: '', NODE_TEST_CONTEXT: '' },
  });
  const [, ran] = /^RAN (\d)$/m.exec(stdout) ?? [];
  assert.ok(ran !== undefined, stderr);
  return { ran: Number(ran), text: stdout };
}

describe('a test file that passed', () => {
  beforeEach(() => project());

  itLong('is left out until something changes that it consists of, reads, looks for, lists or starts', () => {
    assert.equal(run().ran, 1);
    for (const [name, text] of [
      ['src/a.ts', '// another source'],
      ['data/a.txt', 'b'],
      ['data/new.txt', 'one more'],
      ['missing.txt', 'is there'],
      ['dist/part.mjs', '// another part'],
      ['child.txt', 'what the program reads'],
      ['thread.txt', 'what the thread reads'],
      ['package-lock.json', '{ "a": 1 }'],
    ] as const) {
      assert.equal(run().ran, 0, `before ${name}`);
      write(name, text);
      assert.equal(run().ran, 1, name);
    }
    write('elsewhere.txt', 'nobody reads this');
    assert.equal(run().ran, 0);
  });

  itLong('is run again after it failed', () => {
    run();
    project("throw new Error('fails');");
    write('src/a.ts', '// fails');
    assert.deepEqual([run().ran, run().ran], [1, 1]);
  });

  it('has not passed with a file that was changed while it ran', () => {
    project("(await import('node:fs')).writeFileSync('data/a.txt', 'changed meanwhile');");
    assert.deepEqual([run().ran, run().ran], [1, 1]);
  });
});
