import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import type * as Answers from '../../src/api/answers.ts';
import type * as Metrics from '../../src/api/metrics.ts';
import type * as Notation from '../../src/api/notation.ts';
import type * as Worlds from '../../src/api/worlds.ts';
import { blocksOf } from '../unit/docs/pages.ts';
import { borrowBrowser, returnBrowser, skipReason } from '../webview/shared-browser.ts';
import { packedArchive } from './packed-archive.ts';

const MODULES = ['metrics', 'notation', 'answers', 'worlds', 'traces'];
/** An example of the page: JavaScript whose lines with a comment `// → text` print that text. */
interface Example {
  readonly name: string;
  readonly code: string;
  readonly printed: readonly string[];
}
const examples = blocksOf('docs/integrate.md')
  .filter(({ language }) => language === 'ts')
  .map(({ line, lines }): Example => {
    const printed = lines.flatMap((text) => /\/\/ → (.*)$/.exec(text)?.[1] ?? []);
    return { name: `integrate-${line}`, code: lines.join('\n'), printed };
  });

/** The package, packed and installed without a network into a folder outside of the project. */
describe('the modules of the npm package', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-modules-'));
  const installed = path.join(home, 'node_modules/statelens');

  before(() => {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--cache', path.join(home, 'cache')];
    fs.writeFileSync(path.join(home, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
    const run = spawnSync('npm', ['install', '--offline', ...quiet, packedArchive()], { encoding: 'utf8', cwd: home });
    assert.equal(run.status, 0, run.stderr);
  });
  after(() => fs.rmSync(home, { recursive: true, force: true }));

  it('are four, each one file that imports nothing', () => {
    for (const name of MODULES) {
      const code = fs.readFileSync(path.join(installed, `dist/api/${name}.mjs`), 'utf8');
      assert.doesNotMatch(code, /(?:^|;)import[\s"'{*]|["']node:|\brequire\(/m, name);
      const types = fs.readFileSync(path.join(installed, `dist/api/${name}.d.mts`), 'utf8');
      assert.doesNotMatch(types, /^import\b|\bfrom '/m, name);
    }
  });

  it('are shown by examples of the page, which print what it says', () => {
    assert.ok(examples.length >= 2 && examples.every(({ printed }) => printed.length > 0));
    const used = new Set(
      examples.flatMap(({ code }) => [...code.matchAll(/'statelens\/(\w+)'/g)].map(([, name]) => name)),
    );
    assert.deepEqual([...used].sort(), [...MODULES].sort());
    for (const { name, code, printed } of examples) {
      fs.writeFileSync(path.join(home, `${name}.mjs`), code);
      const run = spawnSync(process.execPath, [`${name}.mjs`], { cwd: home, encoding: 'utf8' });
      assert.deepEqual([run.stderr, run.stdout.trimEnd().split('\n')], ['', printed], name);
    }
  });

  for (const resolution of ['nodenext', 'bundler'])
    it(`have declarations that the strict compiler accepts, also inside (${resolution})`, () => {
      const own = MODULES.map((name) => `import * as ${name} from 'statelens/${name}';`);
      const wrong = `// @ts-expect-error depth is a number\nmetrics.compareStates('', '', { depth: 'deep' });`;
      const uses = `export const all: object[] = [${MODULES.join(', ')}];`;
      fs.writeFileSync(path.join(home, 'uses.ts'), [...own, uses, wrong].join('\n'));
      for (const { name, code } of examples)
        fs.writeFileSync(
          path.join(home, `${name}.ts`),
          `declare const console: { log(...a: unknown[]): void };\n${code}`,
        );
      fs.writeFileSync(
        path.join(home, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            strict: true,
            skipLibCheck: false,
            noEmit: true,
            exactOptionalPropertyTypes: true,
            types: [],
            lib: ['ES2022'],
            target: 'ES2022',
            module: resolution === 'nodenext' ? 'NodeNext' : 'ESNext',
            moduleResolution: resolution,
          },
          include: ['*.ts'],
        }),
      );
      const run = spawnSync(process.execPath, [path.resolve('node_modules/typescript/bin/tsc'), '-p', home], {
        encoding: 'utf8',
      });
      assert.deepEqual([run.status, run.stdout], [0, '']);
    });

  it('run in a browser, also where a page may not compile WebAssembly', { skip: skipReason ?? false }, async () => {
    const server = http.createServer((request, response) => {
      const file = path.join(installed, 'dist/api', path.basename(request.url ?? ''));
      const strict = "default-src 'none'; script-src 'self'; connect-src 'self'";
      if (request.url?.endsWith('.mjs') === true) {
        response.setHeader('content-type', 'text/javascript').end(fs.readFileSync(file));
        return;
      }
      response.setHeader('content-type', 'text/html');
      if (request.url === '/strict') response.setHeader('content-security-policy', strict);
      response.end('<!doctype html><title>x</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await borrowBrowser();
    const page = await browser.newPage();
    try {
      const { port } = server.address() as AddressInfo;
      const node = (await import(path.join(installed, 'dist/api/metrics.mjs'))) as typeof Metrics;
      const after = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
      const expected = node.compareAfterMoves('e4', after.replace('q', '1')).p;
      for (const place of ['/', '/strict']) {
        await page.goto(`http://127.0.0.1:${port}${place}`);
        const found = await page.evaluate(
          async (predicted) => {
            const load = async <Module>(name: string) => (await import(`/${name}.mjs`)) as Module;
            const [metrics, answers] = [load<typeof Metrics>('metrics'), load<typeof Answers>('answers')];
            const [notation, worlds] = [load<typeof Notation>('notation'), load<typeof Worlds>('worlds')];
            const { predicted: read } = (await answers).readState(`It is ${predicted}.`);
            const findings = (await notation).checkText('1. e4 e5 2. Ke3 *');
            const cube = (await worlds).openWorld('cube');
            return [
              (await metrics).compareAfterMoves('e4', read).p,
              findings.some(({ code }) => code === 'PGN_ILLEGAL_MOVE'),
              cube.legal(cube.start).length > 0,
            ];
          },
          after.replace('q', '1'),
        );
        assert.deepEqual(found, [expected, true, true], place);
      }
    } finally {
      await page.context().close();
      returnBrowser();
      server.closeAllConnections();
      server.close();
    }
  });
});
