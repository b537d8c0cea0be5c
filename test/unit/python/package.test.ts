import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { NOTEBOOK_MIME, readNotebookOutput } from '../../../src/protocol/notebook-output.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { blocksOf } from '../docs/pages.ts';

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const NO_QUEEN = 'rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed';
const env = {
  ...process.env,
  PYTHONPATH: path.resolve('python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
  STATELENS_COMMAND: `'${process.execPath}' '${path.resolve('dist/cli.mjs')}'`,
};

/** Runs Python, and returns what it printed. */
function python(args: readonly string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}): string {
  const run = spawnSync('python3', args, { encoding: 'utf8', env, ...options });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  return run.stdout;
}

describe('the Python package', { skip }, () => {
  const version = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];

  it('has the version of the command', () => {
    const { version: own } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
    assert.equal(version(fs.readFileSync('python/pyproject.toml', 'utf8'), /^version = "(.*)"$/m), own);
    assert.equal(version(fs.readFileSync('python/src/statelens/__init__.py', 'utf8'), /^__version__ = "(.*)"$/m), own);
  });

  itLong('passes its own tests', () => {
    const run = spawnSync('python3', ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'python', '-t', 'python'], {
      encoding: 'utf8',
      env,
    });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stderr, /Ran \d\d tests/);
    assert.doesNotMatch(run.stderr, /Warning|Exception ignored/);
  });

  itLong('is shown by the sample and by the examples of the page', (context) => {
    const printed = python(['samples/statelens_client.py']).trimEnd().split('\n');
    assert.deepEqual([printed.length, printed[0]?.slice(0, 5), printed[2]?.slice(0, 5)], [4, '1.00 ', '0.00 ']);
    assert.match(printed[3] ?? '', /^gpt-4o: sees no black queen on d8 · p_1 0\.95 · r_1 1\.00 · edit 1$/);
    const shown = blocksOf('docs/integrate.md').filter(({ language }) => language === 'python');
    assert.ok(shown.length >= 3);
    const { folder, remove } = temporaryFolder();
    context.after(remove);
    // Scores are kept beside a run.
    fs.cpSync('samples', folder, { recursive: true });
    for (const { lines, line } of shown) {
      const expected = lines.flatMap((text) => /# → (.*)$/.exec(text)?.[1] ?? []);
      const out = python(['-c', lines.join('\n')], { cwd: folder });
      assert.deepEqual(
        out.split('\n').filter((text) => text !== ''),
        expected,
        `docs/integrate.md:${line}`,
      );
    }
  });

  itLong('gives notebooks a comparison with what VS Code shows, and a line and a table for all others', () => {
    const script = `
import json
from statelens import StateLens
with StateLens(depth=2) as lens:
    for one in [lens.compare('gpt-4o', moves='1. e4', answer='I think ${NO_QUEEN}.'), lens.compare(moves='e4 e4', predicted='')]:
        print(json.dumps(one._repr_mimebundle_()))`;
    const [shown, failed] = python(['-c', script])
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(Object.keys(shown ?? {}).sort(), [NOTEBOOK_MIME, 'text/html', 'text/plain']);
    const read = readNotebookOutput(JSON.stringify(shown?.[NOTEBOOK_MIME]));
    assert.ok(read.ok);
    const { label, variant, truth, predicted, p } = read.value;
    assert.deepEqual([label, variant, truth, predicted, p?.length], ['gpt-4o', 'chess', AFTER_E4, NO_QUEEN, 2]);
    const none = readNotebookOutput(JSON.stringify(failed?.[NOTEBOOK_MIME]));
    assert.ok(!none.ok);
    assert.match(none.error, /^The states were not compared: half-move 2, e4, cannot be played/);
  });

  const canBuild = 'import pip, setuptools\nif int(setuptools.__version__.split(".")[0]) < 71: import wheel';
  const builds = skip === false && spawnSync('python3', ['-c', canBuild]).status === 0;
  const reason = builds ? false : 'pip, or setuptools 71 or setuptools with wheel, is not installed';
  itLong('is installed by pip, typed', { skip: reason }, (context) => {
    const { folder, remove } = temporaryFolder();
    context.after(remove);
    fs.cpSync('python', path.join(folder, 'python'), { recursive: true });
    const offline = ['--no-index', '--no-build-isolation', '--no-deps', '--disable-pip-version-check', '--quiet'];
    python(['-m', 'pip', 'install', ...offline, '--target', path.join(folder, 'site'), path.join(folder, 'python')]);
    assert.ok(fs.existsSync(path.join(folder, 'site/statelens/py.typed')));
    const script = `from statelens import StateLens\nprint(StateLens(depth=1).reward('1. e4', '${AFTER_E4}'))`;
    const site = { ...env, PYTHONPATH: path.join(folder, 'site') };
    assert.equal(python(['-c', script], { env: site, cwd: folder }), '1.0\n');
  });
});
