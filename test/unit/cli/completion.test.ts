import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { SHELLS, type Shell } from '../../../src/cli/completion.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const scripts: Partial<Record<Shell, string>> = {};
for (const shell of SHELLS) {
  const { status, stdout } = await cli(['completion', shell]);
  assert.equal(status, 0);
  scripts[shell] = path.join(folder, `statelens.${shell}`);
  fs.writeFileSync(scripts[shell], stdout);
}

/** Runs a program of a shell; undefined if the shell is not installed. */
function run(shell: Shell, program: string): string | undefined {
  const { error, status, stdout, stderr } = spawnSync(shell, ['-c', program], { encoding: 'utf8', cwd: folder });
  if (error !== undefined) return undefined;
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

/** Completes the last of some words as an interactive bash does. */
const inBash = (...words: string[]): readonly string[] | undefined =>
  run(
    'bash',
    `source ${scripts.bash ?? ''}; COMP_WORDS=(statelens ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
     _statelens || true; echo "\${COMPREPLY[*]}"`,
  )
    ?.trim()
    .split(/\s+/);

const inFish = (line: string): readonly string[] | undefined =>
  run('fish', `source ${scripts.fish ?? ''}; complete -C'${line}'`)
    ?.trim()
    .split('\n')
    .map((entry) => entry.split('\t')[0] ?? '');

describe('statelens completion', () => {
  it('completes commands, subcommands, options and their values in bash', (t) => {
    if (inBash('') === undefined) return t.skip('there is no bash');
    assert.deepEqual(inBash('che'), ['check']);
    assert.deepEqual(inBash('mav', 'da'), ['dataset']);
    assert.deepEqual(inBash('mav', 'make', '--pl'), ['--plies']);
    assert.deepEqual(inBash('compare', '--method', 'in'), ['intermediate']);
    assert.deepEqual(inBash('score', '--tabl'), ['--table']);
    // Of a value without a list, files are left to the shell.
    assert.deepEqual(inBash('score', '--out', 'x'), ['']);
    assert.ok(inBash('')?.includes('completion'));
    return undefined;
  });

  it('completes them in fish', (t) => {
    if (inFish('statelens ') === undefined) return t.skip('there is no fish');
    assert.deepEqual(inFish('statelens che'), ['check']);
    assert.deepEqual(inFish('statelens mav da'), ['dataset']);
    assert.deepEqual(inFish('statelens compare --method in'), ['intermediate']);
    return undefined;
  });

  it('is accepted by zsh', (t) => {
    // _describe and _files belong to the completion system, which needs a terminal.
    const program = `compdef() { :; }; source ${scripts.zsh ?? ''}; typeset -f _statelens > /dev/null && echo defined`;
    const said = run('zsh', program);
    if (said === undefined) return t.skip('there is no zsh');
    assert.equal(said, 'defined\n');
    return undefined;
  });

  it('names every command, and no former one', () => {
    for (const shell of SHELLS) {
      const text = fs.readFileSync(scripts[shell] ?? '', 'utf8');
      for (const { name, isHidden = false } of COMMANDS)
        assert.equal(
          new RegExp(`\\b${name}\\b.*--help|-a ${name} `).test(text) || text.includes(`'${name}:`),
          !isHidden,
          name,
        );
    }
  });

  it('needs the name of a shell', async () => {
    const { status, stderr } = await cli(['completion', 'tcsh']);
    assert.equal(status, 2);
    assert.match(stderr, /Allowed choices are bash, zsh, fish/);
  });
});
