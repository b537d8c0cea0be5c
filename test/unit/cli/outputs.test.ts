import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { keyRefused } from '../../../src/models/api-key.ts';
import { readEndpoint } from '../../../src/models/endpoint.ts';
import { isRunning } from '../../../src/models/node-files.ts';
import { CLI, type CliRun, cli, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (...parts: readonly string[]): string => path.join(folder, ...parts);
const run = (...args: readonly string[]): Promise<CliRun> =>
  cli(args, {
    cwd: folder,
    env: { OPENAI_API_KEY: '', OTHER_KEY: 'a-value-of-mine', ANTHROPIC_API_KEY: 'another-value' },
  });
const PGN = '[Event "a"]\n\n1. e4 e5 2. Nf3 *\n';

/** Files of all kinds, each written again. */
async function files(): Promise<Readonly<Record<string, string>>> {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(at('games.pgn'), PGN);
  fs.writeFileSync(at('other.pgn'), PGN.replace('"a"', '"b"'));
  fs.writeFileSync(at('notes.md'), '# Mine\n');
  fs.writeFileSync(at('data.json'), '{ "a": 1 }\n');
  fs.writeFileSync(at('page.html'), '<!doctype html><title>Mine</title>');
  fs.writeFileSync(at('main.ts'), 'export const a = 1;\n');
  const made = await run('run', '--games', 'games.pgn', '--model', 'baseline:naive-tracker', '--out', 'm.run.jsonl');
  assert.equal(made.status, 0, made.stderr);
  fs.copyFileSync(at('m.run.jsonl'), at('disguised.html'));
  fs.writeFileSync(
    at('log.jsonl'),
    `${JSON.stringify({ fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', answer: 'y', moves: 'e2e4' })}\n`,
  );
  fs.writeFileSync(at('prompts.mav'), '<mav game="chess">\n');
  const names = fs.readdirSync(folder).filter((name) => fs.statSync(at(name)).isFile());
  return Object.fromEntries(names.map((name) => [name, fs.readFileSync(at(name), 'latin1')]));
}

/** Decided in a few plies: its solver needs no time, and no engine starts. */
const FOUR = `x || ${'. '.repeat(35)}x x x . o o o ||`;

/** Commands with an output, which comes last, and what that output may replace. */
const COMMANDS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['annotate', 'm.run.jsonl', '--in', 'games.pgn', '--out'], ['other.pgn']],
  [['report', 'm.run.jsonl', '--jobs', '1', '-m', '1', '--no-keep', '--format', 'html', '--out'], []],
  [['report', 'm.run.jsonl', '--jobs', '1', '-m', '1', '--no-keep', '--format', 'json', '--out'], []],
  [['report', 'm.run.jsonl', '--jobs', '1', '-m', '1', '--no-keep', '--format', 'md', '--out'], []],
  [['format', 'games.pgn', '--out'], ['other.pgn']],
  [['predictions', 'remove', 'games.pgn', '--out'], ['other.pgn']],
  [['predict', 'games.pgn', '--model', 'baseline:naive-tracker', '--plies', 'ends', '--out'], ['other.pgn']],
  [['predict', 'games.pgn', '--model', 'baseline:naive-tracker', '--trace', '2', '--chart'], []],
  [['merge', 'm.run.jsonl', '-o'], []],
  [['search', FOUR, '--game', 'connect_four', '-M', '3', '-o'], []],
  [['trace', FOUR, '--game', 'connect_four', '--tree-depth', '1', '--breadth', '1', '--tree'], []],
  [['mav', 'dataset', 'games.pgn', '--out'], []],
  [['import', 'records', 'log.jsonl', '--truth', 'fen', '--answer', 'answer', '--moves', 'moves', '--out'], []],
];

describe('an output', () => {
  itLong('never replaces a run file, an input or a file of another kind', async () => {
    const before = await files();
    for (const [command, allowed] of COMMANDS)
      for (const name of Object.keys(before)) {
        if (allowed.includes(name)) continue;
        const { status, stderr } = await run(...command, name);
        assert.equal(status, 2, `${command.join(' ')} ${name}: ${stderr}`);
        assert.match(stderr, /is the input|is a run file|of another kind|already exists|is one of the shards/);
        for (const [file, text] of Object.entries(before))
          assert.equal(fs.readFileSync(at(file), 'latin1'), text, `${command.join(' ')} ${name} changed ${file}`);
      }
    assert.deepEqual(
      fs.readdirSync(folder).filter((name) => name.includes('tmp')),
      [],
    );
  });

  itLong('replaces what the same command wrote, and anything else but runs and inputs with --overwrite', async () => {
    const before = await files();
    for (const [command, allowed] of COMMANDS) {
      const out = allowed[0] ?? 'new.output';
      fs.rmSync(at('new.output'), { force: true });
      const first = await run(...command, out);
      assert.ok(first.status === 0 || first.status === 3, `${command.join(' ')}: ${first.stderr}`);
      const [name] = command;
      const isRun = name === 'merge' || name === 'import' || name === 'mav';
      const again = await run(...command, out);
      assert.equal(again.status === 2, isRun, `${command.join(' ')}: ${again.stderr}`);
      fs.writeFileSync(at('any.txt'), 'any text\n');
      const replaced = await run(...command, 'any.txt', '--overwrite');
      assert.ok(replaced.status === 0 || replaced.status === 3, `${command.join(' ')}: ${replaced.stderr}`);
      assert.notEqual(fs.readFileSync(at('any.txt'), 'utf8'), 'any text\n');
      if (name === 'merge' || name === 'import') continue;
      const isOfGames = name !== 'search' && name !== 'trace';
      for (const file of ['m.run.jsonl', 'disguised.html', ...(isOfGames ? ['games.pgn'] : [])]) {
        await run(...command, file, '--overwrite');
        assert.equal(fs.readFileSync(at(file), 'latin1'), before[file], `${command.join(' ')} ${file}`);
      }
      fs.rmSync(at('new.output'), { force: true });
    }
  });

  it('is its input under any name', async () => {
    await files();
    fs.symlinkSync('games.pgn', at('link.pgn'));
    fs.linkSync(at('games.pgn'), at('hard.pgn'));
    fs.symlinkSync('m.run.jsonl', at('link.html'));
    fs.mkdirSync(at('sub'));
    for (const name of ['./games.pgn', 'sub/../games.pgn', at('games.pgn'), 'link.pgn', 'hard.pgn'])
      for (const command of [
        ['format', 'games.pgn'],
        ['predictions', 'remove', 'games.pgn'],
        ['annotate', 'm.run.jsonl', '--in', 'games.pgn'],
      ]) {
        const { status, stderr } = await run(...command, '--out', name, '--overwrite');
        assert.deepEqual(
          [status, fs.readFileSync(at('games.pgn'), 'utf8')],
          [2, PGN],
          `${command[0]} ${name}: ${stderr}`,
        );
      }
    const linked = await run('report', 'm.run.jsonl', '--jobs', '1', '-m', '1', '--out', 'link.html', '--overwrite');
    assert.equal(linked.status, 2);
    assert.match(linked.stderr, /link\.html is the input/);
  });
});

describe('an experiment of somebody else', () => {
  const write = (over: object): void =>
    fs.writeFileSync(at('exp', 'e.jsonc'), JSON.stringify({ games: 'games.pgn', models: ['baseline:lag-1'], ...over }));

  it('writes below its own folder only', async () => {
    await files();
    fs.mkdirSync(at('exp'));
    fs.mkdirSync(at('outside'));
    fs.copyFileSync(at('games.pgn'), at('exp', 'games.pgn'));
    fs.symlinkSync(at('outside'), at('exp', 'link'));
    for (const output of [
      '..',
      '../..',
      '../../..',
      '../outside',
      at('outside'),
      'a/../../outside',
      'link',
      'link/deeper',
      '.',
    ]) {
      write({ output });
      const { status, stderr } = await run('run', 'exp/e.jsonc');
      if (output === '.') assert.equal(status, 0, stderr);
      else {
        assert.equal(status, 2, `${output}: ${stderr}`);
        assert.match(stderr, /is outside of its folder/);
      }
    }
    assert.deepEqual(fs.readdirSync(at('outside')), []);
    assert.ok(!fs.readdirSync(folder).some((name) => name.startsWith('e.')));
    fs.rmSync(at('exp', 'link'));
    fs.symlinkSync(at('outside'), at('exp', '.statelens'));
    write({});
    assert.equal((await run('run', 'exp/e.jsonc')).status, 2);
    const named = await run('run', 'exp/e.jsonc', '--out', at('outside', 'mine.run.jsonl'));
    assert.equal(named.status, 0, named.stderr);
  });

  it('sends no variable that it names, unless that is trusted or the provider’s own', async () => {
    await files();
    fs.mkdirSync(at('exp'));
    fs.copyFileSync(at('games.pgn'), at('exp', 'games.pgn'));
    // refused before anything is sent
    const refusal = async (model: object, ...more: readonly string[]): Promise<string> => {
      write({ models: [{ model: 'openai:m', ...model }] });
      const { status, stderr } = await run('run', 'exp/e.jsonc', ...more);
      assert.equal(status, 2, stderr);
      return stderr;
    };
    for (const baseUrl of ['https://api.openai.com/v1', 'http://localhost:1/v1', 'https://api.anthropic.com/v1'])
      assert.match(
        await refusal({ baseUrl, apiKeyVariable: 'OTHER_KEY' }),
        /value of OTHER_KEY, which a file names, .*allow it with --trust-variable OTHER_KEY/,
      );
    await refusal({ baseUrl: 'http://localhost:1/v1', apiKeyVariable: 'ANTHROPIC_API_KEY' });
    // a port of this machine may be anybody's
    for (const host of ['h.example', 'localhost:1', '127.0.0.1:1', '[::1]:1']) {
      const model = { baseUrl: `http://${host}/v1`, apiKeyVariable: 'OTHER_KEY' };
      assert.ok((await refusal(model, '--trust-variable', 'OTHER_KEY')).includes(`--trust-host ${host}`), host);
    }
    const isAllowed = (baseUrl: string, variable: string, value: string, trustedHosts: readonly string[]): boolean => {
      const endpoint = readEndpoint(baseUrl);
      assert.ok(endpoint.ok);
      const trust = { isFromFile: true, trustedHosts, trustedVariables: ['OTHER_KEY'] };
      return keyRefused(endpoint.value, { value, variable, ...trust }) === undefined;
    };
    assert.ok(isAllowed('https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY', 'k', []));
    assert.ok(isAllowed('http://localhost:1/v1', 'UNSET_KEY', '', []));
    for (const host of ['h.example', 'localhost:1', '127.0.0.1:1', '[::1]:1'])
      assert.ok(isAllowed(`http://${host}/v1`, 'OTHER_KEY', 'k', [host]), host);
  });
});

describe('a signal', () => {
  itLong('of a terminal that goes away ends a run in good order, and none that was started with nohup', async () => {
    await files();
    fs.writeFileSync(at('long.pgn'), '1. e4 e5 2. Nf3 *\n\n'.repeat(5000));
    const args = ['run', '--games', 'long.pgn', '--model', 'baseline:naive-tracker', '--plies', 'every:1', '--out'];
    const grows = async (out: string, size: number, isOver: () => boolean): Promise<void> => {
      while (!isOver() && !(fs.existsSync(out) && fs.statSync(out).size > size))
        await new Promise((resolve) => setTimeout(resolve, 2));
    };
    for (const [signal, start] of [
      ['SIGHUP', ['nohup']],
      ['SIGTERM', []],
    ] as const) {
      const out = at(`${signal}.run.jsonl`);
      const child = startProcess([...args, out], { cwd: folder }, start);
      const gone = once(child, 'exit');
      const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
      await grows(out, 5000, isOver);
      child.kill(signal);
      if (signal === 'SIGHUP') {
        // far more than what is written when a run ends
        await grows(out, fs.statSync(out).size + 500_000, isOver);
        assert.equal(isOver(), false);
        child.kill('SIGTERM');
      }
      assert.deepEqual(await gone, [3, null], `${signal} ${start.join('')}`);
      assert.ok(!fs.existsSync(`${out}.lock`));
    }
    // A terminal of its own, which goes away with the program that made it. A command with a session of its own gets no signal then:
    // it only can't write its messages any more.
    const line = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ');
    for (const [name, start] of [
      ['terminal', ''],
      ['session', 'setsid -w '],
      // its shell may be told first, and tells the command again
      ['repeated', ''],
    ]) {
      const out = at(`${name}.run.jsonl`);
      const terminal = spawn('script', ['-qec', `${start}${line} '${out}'`, '/dev/null'], {
        cwd: folder,
        stdio: 'ignore',
      });
      if ((await Promise.race([once(terminal, 'spawn'), once(terminal, 'error')]))[0] !== undefined) return;
      await grows(out, 5000, () => terminal.exitCode !== null);
      const { pid } = JSON.parse(fs.readFileSync(`${out}.lock`, 'utf8')) as { pid: number };
      if (name !== 'repeated') terminal.kill('SIGKILL');
      while (isRunning(pid)) {
        if (name === 'repeated') spawnSync('kill', ['-HUP', `${pid}`]);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      assert.ok(!fs.existsSync(`${out}.lock`), `${name}: ended without releasing its lock`);
      const written = fs.readFileSync(out, 'utf8');
      assert.ok(written.endsWith('\n') && written.split('\n').length < 15_000);
    }
  });

  itLong('ends a command that waits for a pipe that nobody writes to', async () => {
    await files();
    if (spawnSync('mkfifo', [at('pipe.pgn')]).status !== 0) return;
    for (const [signal, hasWriter] of [
      ['SIGTERM', false],
      ['SIGINT', false],
      ['SIGTERM', true],
    ] as const) {
      const child = startProcess(['check', 'pipe.pgn', '--jobs', '1'], { cwd: folder });
      // A writer that opens the pipe, and says nothing.
      const writes = '{ echo open >&2; exec sleep 60; } > pipe.pgn';
      const writer = hasWriter ? spawn('sh', ['-c', writes], { cwd: folder }) : undefined;
      const gone = once(child, 'exit');
      // It has its own handlers of signals by then.
      await (writer === undefined ? untilOpening(child.pid ?? 0) : once(writer.stderr, 'data'));
      child.kill(signal);
      assert.deepEqual(await gone, [3, null], `${signal} ${hasWriter}`);
      writer?.kill('SIGKILL');
    }
  });
});

/** Number of the system call `openat` of Linux. */
const OPENAT = process.arch === 'arm64' ? '56' : '257';

/** Waits until a thread of a process is blocked in opening a file, as Linux shows it; elsewhere for a time that is long enough. */
async function untilOpening(pid: number): Promise<void> {
  const tasks = `/proc/${pid}/task`;
  const isOpening = (): boolean =>
    fs.readdirSync(tasks).some((task) => fs.readFileSync(`${tasks}/${task}/syscall`, 'utf8').startsWith(`${OPENAT} `));
  try {
    // Twice in a row: a file on the disk is open by then.
    for (let seen = 0; seen < 2; await new Promise((resolve) => setTimeout(resolve, 100)))
      seen = isOpening() ? seen + 1 : 0;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 10_000));
  }
}
