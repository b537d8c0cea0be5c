import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { ExitNotification, ShutdownRequest } from 'vscode-languageserver/node';
import { Client } from '../lsp/client.ts';
import { packedArchive } from './packed-archive.ts';

/** What `statelens/…` may be imported. */
const MODULES = ['metrics', 'notation', 'answers', 'worlds', 'traces'];

describe('the npm package', () => {
  // Outside of the project, so that nothing of its node_modules or files can be found from there.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-npm-'));
  const root = path.join(folder, 'package');
  let archive = '';
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'dist/cli.mjs'), ...args], { encoding: 'utf8', cwd: folder });

  before(() => {
    archive = packedArchive();
    assert.equal(spawnSync('tar', ['-xzf', archive], { cwd: folder }).status, 0);
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('asks the model in the box, chess and stones, and the engine', () => {
    const game = path.join(folder, 'game.pgn');
    fs.writeFileSync(game, '1. e4 e5 2. Nf3 *\n');
    const predicted = run('predict', game);
    assert.equal(predicted.status, 0, predicted.stderr);
    assert.match(predicted.stdout, /%pfen builtin:mav-small \S+ b /);
    const prompts = path.join(folder, 'prompts.mav');
    fs.writeFileSync(
      prompts,
      `<mav game=connect_four> %state %top_all </mav>\n[%state x || ${'. '.repeat(42)}||]\n\n<mav game=chess> %FEN %best_action </mav>\n[%FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1]\n`,
    );
    const [stones, engine] = [
      ['--model', 'builtin:mav-small'],
      ['--engine-depth', '2'],
    ].map((options) => run('mav', 'answer', prompts, ...options));
    assert.match(stones?.stdout ?? '', /\[%top_all x0:/);
    assert.equal(engine?.status, 0, engine?.stderr);
    assert.match(engine?.stdout ?? '', /\[%best_action a1a8\]/);
  });

  it('holds nothing but the command line, what it reads, the modules, the Python package, docs and samples', () => {
    const allowed = [
      /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
      /^dist\/(?:cli|(?:compute|world|onnx|report)-worker)\.mjs$/,
      /^dist\/api\/(?:metrics|notation|answers|worlds|traces)\.(?:mjs|d\.mts)$/,
      /^python\/(?:pyproject\.toml|README\.md|src\/statelens\/(?:\w+\.py|py\.typed))$/,
      /^dist\/chunks\/[\w-]+\.mjs$/,
      /^dist\/(?:onnx-runtime\.wasm|THIRD-PARTY-NOTICES\.txt|webview\/report-export\.(?:js|css))$/,
      /^docs\/(?:pictures\/)?[\w-]+\.(?:md|png|svg)$/,
      /^media\/(?:engine|mav-small|mav-small-connect_four|mav-small-hex|mav-small-othello)\/[\w.-]+$/,
      /^samples\/[\w.-]+$/,
    ];
    const files = fs
      .readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
    assert.ok(files.length > 100);
    assert.deepEqual(
      files.filter((name) => !allowed.some((pattern) => pattern.test(name))),
      [],
    );
    assert.ok(fs.statSync(archive).size < 10_500_000, `${fs.statSync(archive).size} bytes`);
  });

  it('is installed into an empty folder without a network, since it needs no other package', async () => {
    const home = path.join(folder, 'empty');
    fs.mkdirSync(home);
    fs.writeFileSync(path.join(home, 'package.json'), '{ "name": "empty", "private": true }');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--cache', path.join(folder, 'cache')];
    const installed = spawnSync('npm', ['install', '--offline', ...quiet, archive], { encoding: 'utf8', cwd: home });
    assert.equal(installed.status, 0, installed.stderr);
    assert.deepEqual(
      fs.readdirSync(path.join(home, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['statelens'],
    );
    const bin = path.join(home, 'node_modules/.bin/statelens');
    const call = (...args: string[]) => spawnSync(bin, args, { encoding: 'utf8', cwd: home });
    const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
    assert.equal(call('--version').stdout.trim(), version);
    const sample = path.join(home, 'node_modules/statelens/samples/states.fen');
    const { status, stderr } = call('check', sample);
    assert.deepEqual([status, stderr], [0, 'statelens: no findings in 1 file\n']);
    fs.writeFileSync(path.join(home, 'wrong.pgn'), '1. e4 e5 2. Ke3 *\n');
    assert.match(call('check', 'wrong.pgn').stdout, /^wrong\.pgn:1:\d+.*Ke3/m);
    const child = spawn(bin, ['lsp', '--stdio'], { cwd: home, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const client = new Client(child.stdout, child.stdin);
    assert.equal((await client.initialize()).serverInfo?.name, 'StateLens');
    await client.connection.sendRequest(ShutdownRequest.type);
    await client.connection.sendNotification(ExitNotification.type);
    assert.deepEqual(await ended, [0, null]);
  });

  it('exports its modules and no other file, and asks for no package', () => {
    const { exports, dependencies, engines } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
      dependencies?: unknown;
      engines: { node: string };
    };
    const names = MODULES.map((name) => `./${name}`);
    assert.deepEqual(Object.keys(exports), [...names, './package.json']);
    assert.equal(dependencies, undefined);
    assert.match(engines.node, /^>=\d+/);
  });
});
