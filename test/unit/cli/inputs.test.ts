import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { formattedLanguages } from '../../../src/core/languages/format.ts';
import { languagesWhere } from '../../../src/core/languages/languages.ts';
import { cli, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const run = (...args: string[]) => cli(args, { cwd: folder });
const at = (name: string): string => path.join(folder, name);
const GAME = '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 *\n';

describe('standard input', () => {
  it('is read as what its first line says that is no comment', async () => {
    for (const [name, note] of [
      ['states.fen', /^statelens: no findings in 1 file\n$/],
      ['traces.mav', /^statelens: 1 error, 1 remark in 1 file\n$/],
      ['worlds.walk', /^statelens: no findings in 1 file\n$/],
    ] as const) {
      const input = readFileSync(path.join('samples', name));
      assert.match(input.toString(), /^#/);
      assert.match((await cli(['check', '-'], { input })).stderr, note, name);
    }
    const states = await cli(['score', '-', '--table'], { input: readFileSync('samples/states.fen') });
    assert.match(states.stdout, /\d+ predictions/);
    const games = await cli(['games', '-'], { input: readFileSync('samples/states.fen') });
    assert.match(games.stderr, /<stdin> is a FEN file; games reads PGN files/);
  });

  it('is a PGN where nothing tells', async () => {
    const { stderr } = await cli(['check', '-'], { input: '# a\n\n# b\n' });
    assert.match(stderr, /2 errors in 1 file/);
  });
});

describe('a compressed file', () => {
  before(() => {
    mkdirSync(at('packed'));
    writeFileSync(at('packed/a.pgn.gz'), gzipSync(GAME));
    writeFileSync(at('packed/b.mav.gz'), gzipSync(readFileSync('samples/examples.mav')));
    writeFileSync(at('bad.pgn.gz'), gzipSync('1. e4 e5 2. Ke3 *\n'));
  });

  it('is read by each command that reads games', async () => {
    const prompt = await run('prompt', 'packed', '--plies', 'ply:2');
    assert.match(prompt.stdout, /1\. e4 e5$/m);
    const walk = await run('convert', 'packed/a.pgn.gz', '--to', 'walk');
    assert.match(walk.stdout, /e2e4 e7e5 g1f3 b8c6/);
    const predicted = await run('predict', 'packed/a.pgn.gz', '--model', 'baseline:lag-1', '--out', 'a.pgn');
    assert.deepEqual([predicted.status, predicted.stderr.match(/\d+ predictions?/)?.[0]], [0, '1 prediction']);
    const fixed = await run('check', '--fix', 'packed/a.pgn.gz', '--out', 'fixed.pgn');
    assert.deepEqual([fixed.status, readFileSync(at('fixed.pgn'), 'utf8')], [0, GAME]);
    assert.match((await run('mav', 'overlap', 'packed/a.pgn.gz', 'a.pgn')).stdout, /^ +1 /m);
  });

  it('is found in a folder by the commands that do not write it back', async () => {
    assert.match((await run('check', 'packed')).stderr, /no findings in 2 files/);
    assert.match((await run('mav', 'stats', 'packed')).stdout, /^chess/);
    mkdirSync(at('none'));
    const { stderr } = await run('check', 'none');
    assert.match(stderr, /no \.pgn, \.fen, (?:\.[\w.]+, )+\.[\w.]+ \(or compressed\) file in none/);
  });

  it('is read, too, where it is a log, and a run says that it is one', async () => {
    const record = { prompt: '<mav game=chess> %FEN </mav>\n', output: '[%FEN 4k3/8/8/8/8/8/8/4K3 w - - 0 1]' };
    writeFileSync(at('log.jsonl.gz'), gzipSync(`${JSON.stringify(record)}\n`));
    assert.match((await run('mav', 'records', 'log.jsonl.gz')).stdout, /\[%FEN 4k3/);
    writeFileSync(at('x.run.jsonl.gz'), gzipSync('{}'));
    const { status, stderr } = await run('report', 'x.run.jsonl.gz');
    assert.deepEqual([status, /not a run file: it is compressed/.test(stderr)], [2, true], stderr);
  });

  it('is not written in place', async () => {
    for (const command of [
      ['check', '--fix'],
      ['predict', '--model', 'baseline:lag-1'],
    ]) {
      const { status, stderr } = await run(...command, 'packed/a.pgn.gz', '--in-place');
      assert.equal(status, 2);
      assert.match(stderr, /a\.pgn\.gz is compressed and cannot be written in place; use --out/);
    }
  });
});

describe('traces', () => {
  it('are read from a file of any name, from an archive and from standard input', async () => {
    const text = readFileSync('samples/traces.mav');
    writeFileSync(at('said.txt'), text);
    writeFileSync(at('said.mav.gz'), gzipSync(text));
    for (const file of ['said.txt', 'said.mav.gz', '-']) {
      const args = ['trace', file, '--number', '2', '--tree', `${file === '-' ? 'in' : file}.mcts.jsonl`];
      const { status, stderr } = await cli(args, { cwd: folder, input: text });
      assert.deepEqual([status, stderr.includes('trace 2: no evaluation lies')], [0, true], stderr);
    }
    assert.match((await run('trace', 'said.text')).stderr, /^statelens: the state cannot be read: 1 FEN field/);
  });

  it('and prompts are missed in a file that has none', async () => {
    writeFileSync(at('bare.pgn'), GAME);
    assert.match((await run('trace', 'bare.pgn', '--compare')).stderr, /bare\.pgn has no traces/);
    assert.match((await run('mav', 'answer', 'bare.pgn')).stderr, /bare\.pgn has no prompts; statelens mav make/);
  });
});

describe('a file whose language nothing tells', () => {
  it('is refused with what the command takes', async () => {
    writeFileSync(at('notes'), 'nothing\n');
    for (const [command, advice] of [
      [['prompt'], /give its name the ending of its language, such as \.pgn$/m],
      [['convert', '--to', 'walk'], /give its name the ending of its language, such as \.pgn$/m],
      [['score'], /--language with one of pgn, fen, epd, walk$/m],
      [['format'], new RegExp(`--language with one of ${formattedLanguages().join(', ')}$`, 'm')],
      [['check'], new RegExp(`--language with one of ${languagesWhere().join(', ')}$`, 'm')],
    ] as const) {
      const { status, stderr } = await run(...command, 'notes');
      assert.equal(status, 2);
      assert.match(stderr, advice, command.join(' '));
    }
  });

  it('is no experiment if it holds games', async () => {
    writeFileSync(at('games.pgn'), GAME);
    const { status, stderr } = await run('run', 'games.pgn');
    assert.deepEqual(
      [status, stderr],
      [2, 'statelens: games.pgn holds games and is no experiment; use --games games.pgn\n'],
    );
  });
});

itLong('a signal that ends a command leaves no part of a file', async () => {
  mkdirSync(at('out'));
  writeFileSync(at('large.pgn'), GAME.repeat(400_000));
  const child = startProcess(['format', at('large.pgn'), '--style', 'export', '--out', at('out/x.pgn')]);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  while (readdirSync(at('out')).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGINT');
  assert.equal(await ended, 'SIGINT');
  assert.deepEqual(readdirSync(at('out')), []);
});
