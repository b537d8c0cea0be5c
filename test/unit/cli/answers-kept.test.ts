import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { answerFolder } from '../../../src/models/runs/node-answer-cache.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { type CliRun, cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const { folder, remove } = temporaryFolder();
let server: ModelServer | undefined;
after(async () => {
  await server?.close();
  remove();
});

/** A new folder with games. */
function games(name: string): string {
  const place = path.join(folder, name);
  fs.mkdirSync(place);
  fs.writeFileSync(path.join(place, 'games.pgn'), '1. e4 e5 *\n\n1. d4 d5 *\n');
  return place;
}

async function run(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<CliRun> {
  server ??= await serveModel((response) => sendJson(response, 200, chat(FEN)));
  const asked = ['run', '--games', 'games.pgn', '--model', 'openai:m', '--base-url', server.baseUrl];
  const done = await cli([...asked, ...args], { cwd, env: { OPENAI_API_KEY: '', ...env } });
  assert.equal(done.status, 0, done.stderr);
  return done;
}

const isCached = ({ stderr }: CliRun): boolean => stderr.includes('2 answers from the cache');
const filesIn = (place: string): string[] =>
  fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(place, name)).isFile())
    .sort();

describe('the answers of runs', () => {
  it("are kept in the user's cache folder, and leave nothing in the current one", async () => {
    const xdg = path.join(folder, 'xdg');
    const env = { STATELENS_CACHE: '', XDG_CACHE_HOME: xdg };
    const here = games('here');
    await run(here, env, '--out', 'm.run.jsonl');
    assert.deepEqual(filesIn(here), ['games.pgn', 'm.run.jsonl']);
    assert.equal(filesIn(path.join(xdg, 'statelens', 'answers')).length, 2);
    assert.equal(fs.statSync(path.join(xdg, 'statelens')).mode & 0o077, 0, 'only their user may read them');
    assert.ok(isCached(await run(games('elsewhere'), env, '--out', 'm.run.jsonl')));
  });

  it('are kept in the folder that the variable or the option names, the option first', async () => {
    const here = games('named');
    await run(here, { STATELENS_CACHE: 'by-variable' }, '--out', '1.run.jsonl');
    assert.equal(filesIn(path.join(here, 'by-variable')).length, 2);
    const other = await run(here, { STATELENS_CACHE: 'by-variable' }, '--cache', 'by-option', '--out', '2.run.jsonl');
    assert.ok(!isCached(other));
    assert.equal(filesIn(path.join(here, 'by-option')).length, 2);
  });

  it('of earlier versions, in .statelens/cache, are still read, and a note says so', async () => {
    const here = games('earlier');
    await run(here, {}, '--cache', path.join('.statelens', 'cache'), '--out', '1.run.jsonl');
    const before = filesIn(here);
    const again = await run(here, { STATELENS_CACHE: path.join(folder, 'new') }, '--out', '2.run.jsonl');
    assert.ok(isCached(again));
    assert.match(again.stderr, /answers are kept in \S+new; those in \.statelens\/cache are still read\n/);
    assert.deepEqual(
      filesIn(here).filter((name) => name !== '2.run.jsonl'),
      before,
    );
  });

  it('have a folder on every system, and none where no home is known', () => {
    const on = (platform: NodeJS.Platform, home: string | undefined, env: Record<string, string> = {}) =>
      answerFolder(env, { platform, home });
    assert.equal(on('linux', '/home/a'), '/home/a/.cache/statelens/answers');
    assert.equal(on('linux', '/home/a', { XDG_CACHE_HOME: '/tmp/c' }), '/tmp/c/statelens/answers');
    assert.equal(on('linux', '/home/a', { XDG_CACHE_HOME: 'relative' }), '/home/a/.cache/statelens/answers');
    assert.equal(on('darwin', '/Users/a'), '/Users/a/Library/Caches/statelens/answers');
    assert.equal(on('win32', 'C:\\Users\\a'), 'C:\\Users\\a\\AppData\\Local\\statelens\\cache\\answers');
    assert.equal(on('win32', undefined, { LOCALAPPDATA: 'D:\\Local' }), 'D:\\Local\\statelens\\cache\\answers');
    assert.equal(on('linux', undefined), undefined);
    assert.equal(on('linux', undefined, { STATELENS_CACHE: '/tmp/own' }), path.resolve('/tmp/own'));
  });
});

describe('.statelens', () => {
  it('keeps runs out of a repository by a .gitignore, and templates in; once only', async () => {
    const here = games('repository');
    const ignore = path.join(here, '.statelens', '.gitignore');
    await run(here, {});
    const rules = fs.readFileSync(ignore, 'utf8').split('\n').slice(1);
    assert.deepEqual(rules, ['*', '!/templates/', '!/templates/**', '']);
    fs.rmSync(ignore);
    await run(here, {}, '--plies', 'every:1', '--out', path.join('.statelens', 'runs', 'other.run.jsonl'));
    assert.ok(!fs.existsSync(ignore), 'who removed it does not get it again');
  });

  it('keeps a .gitignore that is there', async () => {
    const here = games('own-rules');
    fs.mkdirSync(path.join(here, '.statelens'));
    fs.writeFileSync(path.join(here, '.statelens', '.gitignore'), '# mine\n');
    await run(here, {});
    assert.equal(fs.readFileSync(path.join(here, '.statelens', '.gitignore'), 'utf8'), '# mine\n');
  });
});
