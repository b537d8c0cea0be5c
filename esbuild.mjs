// Bundles StateLens: node esbuild.mjs [--watch] [--minify] builds dist/, which is what ships.
// The tests and the benchmarks use `bundleNode` for theirs.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { commonJsChunks } from './scripts/extension-chunks.mjs';
import { serverScripts } from './scripts/server-scripts.mjs';

/**
 * esbuild turns the `const` of a bundled module's top level into `var`. V8 folds a table that a `const` holds into the
 * code that reads it, and cannot do so with `var`: exact scores took a fifth longer. So tables and constants, which are
 * the names in capitals, get their `const` back.
 */
const keepConst = {
  name: 'keep-const',
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      for (const file of Object.keys(metafile?.outputs ?? {}).filter((f) => /\.[cm]?js$/.test(f))) {
        const code = fs.readFileSync(file, 'utf8');
        fs.writeFileSync(file, code.replace(/^var (?=[A-Z][A-Z0-9_]* = )/gm, 'const '));
      }
    });
  },
};

/** Options of every bundle. chessops only works as ESM, so sources stay ESM and everything is bundled. */
const common = {
  bundle: true,
  sourcemap: 'linked',
  sourcesContent: false,
  target: 'es2022',
  logLevel: 'warning',
  legalComments: 'none',
  // data files are embedded as texts
  loader: { '.tsv': 'text' },
  plugins: [keepConst],
};

/** ESM for Node. Bundled CommonJS packages need a `require` for Node's own modules. */
const nodeEsm = {
  ...common,
  platform: 'node',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** One script for a web worker. */
const webWorker = {
  ...common,
  platform: 'browser',
  format: 'iife',
};

/**
 * The extension: an entry for Node and one for the web worker host of VS Code, which hold wiring only, and a chunk for each part that
 * is loaded when it is first needed; both hosts have most of them in common.
 */
const extension = (minify) => ({
  ...common,
  platform: 'node',
  // The client of the language server is exported for either host under a condition of its own.
  conditions: ['module', 'browser'],
  // Prefers the ES modules of packages: only those are split.
  mainFields: ['module', 'main'],
  format: 'esm',
  splitting: true,
  minify,
  external: ['vscode'],
  outExtension: { '.js': '.cjs' },
  entryPoints: { extension: 'src/extension/node.ts', 'extension-web': 'src/extension/browser.ts' },
  chunkNames: 'extension/[name]-[hash]',
  outdir: 'dist',
  plugins: [commonJsChunks({ minify, web: 'dist/extension-web.cjs' })],
});

/**
 * The programs of threads, which lie beside every bundle that starts one: the compute pool's, that of a local model, that of a report.
 * Each is one file: constants that are imported from another chunk are not folded either.
 */
const worker = (outdir) => ({
  ...nodeEsm,
  splitting: false,
  entryPoints: {
    'compute-worker': 'src/compute/node-worker.ts',
    'world-worker': 'src/compute/worlds/node-world-worker.ts',
    'onnx-worker': 'src/models/onnx/node-worker.ts',
    'report-worker': 'src/models/report/node-report-worker.ts',
  },
  outdir,
});

/** The pages with their styles: what webviews load. Pictures of the pieces stay inside of the style. */
const webview = (outdir) => ({
  ...common,
  platform: 'browser',
  format: 'iife',
  minify: true,
  entryPoints: ['state', 'tree', 'report', 'league', 'games'].flatMap((page) =>
    ['main.ts', `${page}.css`].map((file) => ({ in: `src/webview/${page}/${file}`, out: page })),
  ),
  outdir,
});

/** The script that brings the answers of an exported report to life, and its style: both stand in the report itself. */
const exportedPage = (outdir) => ({
  ...common,
  platform: 'browser',
  format: 'iife',
  minify: true,
  sourcemap: false,
  entryPoints: ['main.ts', 'export.css'].map((file) => ({
    in: `src/webview/report/export/${file}`,
    out: 'report-export',
  })),
  outdir: `${outdir}/webview`,
});

/** Bundles the pages alone. */
export const bundleWebview = (outdir) => esbuild.build(webview(outdir));

/** Bundles the script of exported reports alone. */
export const bundleExportedPage = (outdir) => esbuild.build(exportedPage(outdir));

/** Bundles `entryPoints` (name to file) for Node into `outdir`, which is emptied first, with what lies beside every bundle. */
export async function bundleNode(entryPoints, outdir, options = {}) {
  fs.rmSync(outdir, { recursive: true, force: true });
  await Promise.all([
    esbuild.build({ ...nodeEsm, entryPoints, outdir, ...options }),
    esbuild.build(worker(outdir)),
    esbuild.build(exportedPage(outdir)),
  ]);
}

/** Name to file of all files below `dir` that end with `suffix`. */
export const entriesBelow = (dir, suffix) =>
  Object.fromEntries(
    fs
      .readdirSync(dir, { recursive: true })
      .filter((f) => f.endsWith(suffix))
      .sort()
      .map((f) => [f.replace(/\.ts$/, ''), path.join(dir, f)]),
  );

/**
 * The licence texts of the packages whose code is in the bundles: they ask to be passed on with it.
 * Where a package is published without its licence file, that lies in scripts/licences. A package without any is an error, so
 * that nobody ships one unseen.
 */
function notices(results) {
  const folders = new Map();
  for (const input of results.flatMap((r) => Object.keys(r.metafile.inputs))) {
    const found = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(input);
    if (found) folders.set(found[1], found[0]);
  }
  // packages with the same text, as many have that of a known license, share it
  const named = new Map();
  for (const [name, folder] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const own = fs.readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    const file = own ? path.join(folder, own) : `scripts/licences/${name.replace('/', '-')}.txt`;
    if (!fs.existsSync(file)) throw new Error(`${name} ${version} (${license}) has no licence file to pass on`);
    const text = fs.readFileSync(file, 'utf8').trim();
    named.set(text, [...(named.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const texts = [...named].map(([text, packages]) => `${packages.join('\n')}\n\n${text}\n`);
  const engine = 'The chess engine in media/engine is a program of its own; its licence and source are named there.';
  return `StateLens contains code of these packages. ${engine}\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

async function main(args) {
  const minify = args.includes('--minify');
  const ship = [
    { ...nodeEsm, minify, entryPoints: { cli: 'src/cli/main.ts' }, outdir: 'dist' },
    webview('dist/webview'),
    exportedPage('dist'),
    { ...worker('dist'), minify },
    extension(minify),
    serverScripts({ ...common, minify, outdir: 'dist' }),
    { ...webWorker, minify, entryPoints: { 'onnx-web-worker': 'src/models/onnx/web-worker.ts' }, outdir: 'dist' },
  ];
  fs.rmSync('dist', { recursive: true, force: true });
  if (args.includes('--watch')) {
    for (const options of ship) await (await esbuild.context(options)).watch();
  } else {
    const results = await Promise.all(ship.map((options) => esbuild.build({ ...options, metafile: true })));
    fs.writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices(results));
    fs.chmodSync('dist/cli.mjs', 0o755);
    fs.copyFileSync('node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm', 'dist/onnx-runtime.wasm');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
