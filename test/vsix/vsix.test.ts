import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ExitNotification, ShutdownRequest } from 'vscode-languageserver/node';
import { TOOLS } from '../../src/core/tools/table.ts';
import { Client } from '../lsp/client.ts';
import { unpack } from '../support/unpack.ts';

const MEGABYTE = 1_000_000;

interface Manifest {
  readonly main: string;
  readonly browser: string;
  readonly icon: string;
  readonly contributes: unknown;
}
interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly licenses?: readonly { readonly license: { readonly id?: string; readonly name?: string } }[];
  readonly properties: readonly { readonly value: string }[];
}
interface Sbom {
  readonly components: readonly Component[];
}
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Manifest;

/** Every text of a JSON value. */
const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
};
const isPath = (text: string) => text.startsWith('./');

describe('the VSIX', () => {
  // Outside of the project, so that nothing of its node_modules can be found from there.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-vsix-'));
  const vsix = path.join(folder, 'statelens.vsix');
  const root = path.join(folder, 'extension');
  let names: string[];

  before(async () => {
    // The script of `npm run package`, on the dist/ that is there.
    const args = ['scripts/package.mjs', '--built', '--out', vsix];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    names = await unpack(vsix, folder);
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('holds every file that the manifest names', () => {
    const named = [manifest.main, manifest.browser, manifest.icon, ...strings(manifest.contributes).filter(isPath)];
    assert.ok(named.length >= 8);
    for (const file of named) assert.ok(fs.existsSync(path.join(root, file)), file);
  });

  it('holds nothing but what is meant for users', () => {
    const allowed = [
      /^\[Content_Types\]\.xml$/,
      /^extension\.vsixmanifest$/,
      /^extension\/(?:package(?:\.nls(?:\.(?:de|fr|ja|zh-cn))?)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
      /^extension\/dist\/(?:extension\.cjs|mcp-server\.cjs|report-worker\.cjs|extension\/[\w-]+\.cjs|extension-web\.js|server\.cjs|server-core\.js|server-web\.js|compute-worker\.mjs|world-worker\.mjs|onnx-worker\.mjs|onnx-web-worker\.js|onnx-runtime\.wasm|THIRD-PARTY-NOTICES\.txt)$/,
      /^extension\/dist\/webview\/(?:state|tree|report|report-export|league|games|mav-stats)\.(?:js|css)$/,
      /^extension\/l10n\/bundle\.l10n\.(?:de|fr|ja|zh-cn)\.json$/,
      /^extension\/dist\/webview\/notebook\.js$/,
      /^extension\/(?:languages|syntaxes)\/[a-z.A-Z]+\.json$/,
      /^extension\/media\/(?:(?:icon|editor|compare|search|report|trace|mav)\.png|pgn\.svg|fen\.svg|mav\.svg|trace\.svg|walk\.svg|runs\.svg|board-(?:dark|light)\.svg)$/,
      /^extension\/media\/marks\/(?:exact|near|none|wrong)-(?:dark|light)\.svg$/,
      /^extension\/media\/engine\/(?:stockfish-19-lite-single\.(?:js|wasm)|LICENSE\.txt|README\.md)$/,
      /^extension\/media\/mav-small(?:-connect_four|-hex|-othello)?\/(?:MODEL\.md|model\.onnx|config\.json)$/,
      /^extension\/media\/walkthrough\/[a-z]+\.md$/,
      /^extension\/samples\/[\w.-]+$/,
    ];
    assert.deepEqual(
      names.filter((name) => !allowed.some((pattern) => pattern.test(name))),
      [],
    );
  });

  it('keeps the rules of the registries', () => {
    const run = spawnSync(process.execPath, ['scripts/check-publish.mjs', vsix], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
  });

  it('has the same bytes when its files are newer, other people may write them and clocks go differently', () => {
    const before = fs.readFileSync(vsix);
    const readme = fs.statSync('README.md');
    try {
      fs.utimesSync('README.md', 1, 2);
      fs.chmodSync('README.md', 0o666);
      const args = ['scripts/package.mjs', '--built', '--out', path.join(folder, 'again.vsix')];
      const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' };
      const run = spawnSync(process.execPath, args, { encoding: 'utf8', env });
      assert.equal(run.status, 0, run.stderr);
    } finally {
      fs.utimesSync('README.md', readme.atime, readme.mtime);
      fs.chmodSync('README.md', readme.mode);
    }
    assert.ok(before.equals(fs.readFileSync(path.join(folder, 'again.vsix'))));
    assert.equal(
      fs.readFileSync(path.join(folder, 'again.cdx.json'), 'utf8'),
      fs.readFileSync(path.join(folder, 'statelens.cdx.json'), 'utf8'),
    );
  });

  it("has an SBOM with every package that the source maps of its bundles, or the command line's, name", () => {
    const { components } = JSON.parse(fs.readFileSync(path.join(folder, 'statelens.cdx.json'), 'utf8')) as Sbom;
    const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));
    assert.equal(listed.size, components.length);
    const bundled = { vsix: new Set<string>(), npm: new Set<string>() };
    for (const map of fs.readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.map'))) {
      const { sources } = JSON.parse(fs.readFileSync(path.join('dist', map), 'utf8')) as { sources: string[] };
      for (const source of sources) {
        const owner = /node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0];
        // a map that a package brings along names folders of those who made it
        if (owner === undefined || !fs.existsSync(`${owner}/package.json`)) continue;
        const { name, version } = JSON.parse(fs.readFileSync(`${owner}/package.json`, 'utf8')) as Component;
        const isCommandLine = /^(?:cli|chunks)\b/.test(map);
        bundled[isCommandLine ? 'npm' : 'vsix'].add(`${name}@${version}`);
      }
    }
    assert.ok(bundled.vsix.size > 15 && bundled.npm.size > 20, JSON.stringify([bundled.vsix.size, bundled.npm.size]));
    for (const [artifact, packages] of Object.entries(bundled))
      for (const name of packages) {
        const found = listed.get(name);
        assert.ok(found, name);
        assert.ok(
          found.licenses?.some(({ license }) => (license.id ?? license.name ?? '') !== ''),
          name,
        );
        assert.match(found.purl ?? '', /^pkg:npm\/.+@\d/);
        assert.ok(
          found.properties.some(({ value }) => value.split(',').includes(artifact)),
          `${name} in ${artifact}`,
        );
      }
    assert.ok(listed.has('stockfish@19.0.0'));
    // what only developers need is in none
    for (const name of ['esbuild', 'typescript', '@vscode/vsce', 'playwright-core'])
      assert.ok(!components.some((one) => one.name === name), name);
  });

  it('is small', () => {
    assert.ok(fs.statSync(vsix).size < 10 * MEGABYTE, `${fs.statSync(vsix).size} bytes`);
  });

  it('activates by little code: readers, searches and answers are loaded when they are asked for', () => {
    const size = fs.statSync(path.join(root, 'dist/extension-web.js')).size;
    assert.ok(size < 0.1 * MEGABYTE, `dist/extension-web.js: ${size} bytes`);
  });

  it('passes on the licences of what it contains', () => {
    const notices = fs.readFileSync(path.join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['vscode-languageclient', 'vscode-languageserver', 'vscode-jsonrpc', 'minimatch'])
      assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
  });

  it('has a server that runs by itself', async () => {
    const child = spawn(process.execPath, [path.join(root, 'dist/server.cjs'), '--stdio'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const client = new Client(child.stdout, child.stdin);
    assert.equal((await client.initialize()).serverInfo?.name, 'StateLens');
    await client.open('file:///a.fen', 'fen', 'no FEN');
    assert.equal((await client.published()).uri, 'file:///a.fen');
    await client.connection.sendRequest(ShutdownRequest.type);
    await client.connection.sendNotification(ExitNotification.type);
    assert.deepEqual(await ended, [0, null]);
  });

  it('has a server of tools for agents that runs by itself, and reads below its folder alone', async () => {
    const home = path.join(folder, 'games');
    fs.mkdirSync(home);
    fs.writeFileSync(path.join(home, 'a.pgn'), '1. e4 e5 2. Ke3 *\n');
    const agent = new McpClient({ name: 'test', version: '1' });
    const args = [path.join(root, 'dist/mcp-server.cjs'), '0.1.0', home];
    await agent.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'inherit' }));
    const { tools } = await agent.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS.map(({ name }) => name),
    );
    const checked = await agent.callTool({ name: 'check_text', arguments: { file: 'a.pgn' } });
    assert.equal((checked.structuredContent as { counts: { error: number } }).counts.error, 1);
    const refused = await agent.callTool({ name: 'check_text', arguments: { file: vsix } });
    assert.equal((refused.structuredContent as { error: { code: string } }).error.code, 'no-file');
    assert.equal(agent.getServerVersion()?.version, '0.1.0');
    await agent.close();
  });

  it('has an engine that its server finds', async () => {
    const child = spawn(process.execPath, [path.join(root, 'dist/server.cjs'), '--stdio'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const client = new Client(child.stdout, child.stdin);
    const settings = { mav: { checkValues: true }, engine: { depth: 2 } };
    await client.initialize({}, { settings });
    const mate = '[%FEN 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1]\n[%top_1 g5g6:<ctrl20>]\n';
    await client.open('file:///a.mav', 'mav', `<mav game=chess> %FEN %top_1 </mav>\n${mate}`);
    let codes: unknown[] = [];
    while (codes.length === 0) codes = (await client.published()).diagnostics.map(({ code }) => code);
    assert.deepEqual(codes, ['MAV_NOT_BEST', 'MAV_VALUE_APART']);
    await client.connection.sendRequest(ShutdownRequest.type);
    await client.connection.sendNotification(ExitNotification.type);
    assert.deepEqual(await ended, [0, null]);
  });

  it('has an extension that needs nothing but VS Code, Node and its own bundles', () => {
    const builtin = new Set(builtinModules);
    const bundles = fs.readdirSync(path.join(root, 'dist/extension')).map((name) => `dist/extension/${name}`);
    assert.ok(bundles.length > 10);
    for (const file of [path.posix.normalize(manifest.main), ...bundles]) {
      const code = fs.readFileSync(path.join(root, file), 'utf8');
      const named = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map((m) => m[1] ?? '');
      // texts of the code that ajv would write to a file, and that nobody asks it for
      const wanted = named.filter((m) => !/^ajv(?:-formats)?\/dist\//.test(m) || !file.includes('node-mcp-server'));
      const missing = wanted.filter((m) =>
        m.startsWith('.')
          ? !bundles.includes(path.posix.join(path.posix.dirname(file), m))
          : m !== 'vscode' && !builtin.has(m.replace(/^node:/, '')),
      );
      assert.deepEqual(missing, [], file);
    }
  });

  it('has bundles for the web worker host that need nothing but VS Code and each other', () => {
    const dist = path.join(root, 'dist');
    const found = new Set<string>();
    const follow = (file: string): void => {
      const code = fs.readFileSync(path.join(dist, file), 'utf8');
      for (const [, name = ''] of code.matchAll(/\b(?:require|__chunk)\(["']([^"']+)["']\)/g)) {
        // the loader knows chunks by their names; what the entry needs at once is inside of it
        const own = `extension/${path.posix.basename(name)}`;
        if (name === 'vscode' || own === 'extension/start.cjs' || found.has(own)) continue;
        assert.ok(name.startsWith('.') && fs.existsSync(path.join(dist, own)), `${file} needs ${name}`);
        found.add(own);
        follow(own);
      }
    };
    follow('extension-web.js');
    assert.ok(found.size > 10);
  });
});
