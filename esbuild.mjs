// Bundles StateLens: node esbuild.mjs [--watch] [--minify] builds dist/, which is what ships.
// The tests and the benchmarks use `bundleNode` for theirs.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { writeDeclarations } from './scripts/api-declarations.mjs';
import { BUNDLED_FILE, bundledPackages, notices } from './scripts/bundled-packages.mjs';
import { commonJsChunks } from './scripts/extension-chunks.mjs';
import { serverScripts } from './scripts/server-scripts.mjs';

/** Pages may not compile WebAssembly, by their content security policy: they have the rules in JavaScript alone. */
const withoutKernels = {
  name: 'without-kernels',
  setup(build) {
    build.onLoad({ filter: /[\\/]kernel-bytes\.ts$/ }, () => ({
      contents: "export const KERNEL_HEX = '';",
      loader: 'ts',
    }));
  },
};

/** Pages use the names and schemas of the columns of samples; their lines in the reference are for the docs. */
const withoutReference = {
  name: 'without-reference',
  setup(build) {
    build.onLoad({ filter: /[\\/]evaluation[\\/]sample[\\/]\w+-columns\.ts$/ }, ({ path: file }) => ({
      contents: fs.readFileSync(file, 'utf8').replace(/\bdoc:\s*(['"])(?:(?!\1)[^\\\n]|\\.)*\1/g, "doc: ''"),
      loader: 'ts',
    }));
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
  metafile: true,
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

/** The program of a report's thread. */
const REPORT_WORKER = 'src/models/report/node-report-worker.ts';

/** One script for a web worker. */
const webWorker = {
  ...common,
  platform: 'browser',
  format: 'iife',
};

/**
 * The extension: an entry for Node and one for the web worker host of VS Code, which hold wiring only, and a chunk for each part that
 * is loaded when it is first needed; both hosts have most of them in common. The server of tools for agents, a process of its own, and the
 * thread of a report have theirs in common with them.
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
  entryPoints: {
    extension: 'src/extension/node.ts',
    'extension-web': 'src/extension/browser.ts',
    'mcp-server': 'src/extension/tools/node-mcp-main.ts',
    'report-worker': 'src/models/report/node-report-main.ts',
  },
  chunkNames: 'extension/[name]-[hash]',
  outdir: 'dist',
  plugins: [commonJsChunks({ minify, web: 'dist/extension-web.cjs' })],
});

/**
 * The programs of threads, which lie beside every bundle that starts one: the compute pool's, those of a world and of a local model.
 * Each is one file: V8 does not fold constants that are imported from another chunk.
 */
const worker = (outdir) => ({
  ...nodeEsm,
  splitting: false,
  entryPoints: {
    'compute-worker': 'src/compute/node-worker.ts',
    'world-worker': 'src/compute/worlds/node-world-worker.ts',
    'onnx-worker': 'src/models/onnx/node-worker.ts',
  },
  outdir,
});

/** Options of what runs in a page. */
const page = { ...common, plugins: [withoutKernels, withoutReference] };

/** The pages with their styles: what webviews load. Pictures of the pieces stay inside of the style. */
const webview = (outdir) => ({
  ...page,
  platform: 'browser',
  format: 'iife',
  minify: true,
  entryPoints: ['state', 'tree', 'report', 'league', 'games', 'mav-stats'].flatMap((page) =>
    ['main.ts', `${page}.css`].map((file) => ({ in: `src/webview/${page}/${file}`, out: page })),
  ),
  outdir,
});

/** The script that brings the answers of an exported report to life, and its style: both stand in the report itself. */
const exportedPage = (outdir) => ({
  ...page,
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

/** The renderer of comparisons in notebooks: a module, with its style inside. */
const notebook = (outdir) => ({
  ...page,
  platform: 'browser',
  format: 'esm',
  minify: true,
  loader: { '.css': 'text' },
  entryPoints: { notebook: 'src/webview/notebook/main.ts' },
  outdir,
});

/** The modules of the npm package by name: `statelens/metrics` and so on. */
const API = Object.fromEntries(
  ['metrics', 'notation', 'answers', 'worlds', 'traces'].map((name) => [name, `src/api/${name}.ts`]),
);

/** The modules of the npm package, for Node and browsers: each is one file. */
const api = {
  ...common,
  platform: 'neutral',
  // Packages without `exports` name their ES modules so.
  mainFields: ['module', 'main'],
  format: 'esm',
  minify: true,
  sourcemap: false,
  outExtension: { '.js': '.mjs' },
  entryPoints: API,
  outdir: 'dist/api',
};

/** Bundles the renderer of notebooks alone. */
export const bundleNotebook = (outdir) => esbuild.build(notebook(outdir));

/** Bundles the pages alone. */
export const bundleWebview = (outdir) => esbuild.build(webview(outdir));

/** Bundles the script of exported reports alone. */
export const bundleExportedPage = (outdir) => esbuild.build(exportedPage(outdir));

/**
 * Bundles `entryPoints` (name to file) for Node into `outdir`, which is emptied first, with what lies beside every bundle. Resolves to the
 * metafile of the entry points.
 */
export async function bundleNode(entryPoints, outdir, options = {}) {
  fs.rmSync(outdir, { recursive: true, force: true });
  const [{ metafile }] = await Promise.all([
    esbuild.build({ ...nodeEsm, entryPoints, outdir, ...options }),
    esbuild.build(worker(outdir)),
    esbuild.build({ ...nodeEsm, splitting: false, entryPoints: { 'report-worker': REPORT_WORKER }, outdir }),
    esbuild.build(exportedPage(outdir)),
  ]);
  return metafile;
}

/** Name to file of all files below `dir` that end with `suffix`. */
export const entriesBelow = (dir, suffix) =>
  Object.fromEntries(
    fs
      .readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((f) => f.endsWith(suffix))
      .sort()
      .map((f) => [f.replace(/\.ts$/, ''), path.join(dir, f)]),
  );

/** What the VSIX holds, and what the npm package: the language server and the pages of the extension are in one, the command line in the other. */
const [VSIX, NPM] = ['vsix', 'npm'];

/** The bundles that ship, each with the packages that its outputs go into. */
const shipped = (minify) => [
  { artifacts: [NPM], options: { ...nodeEsm, minify, entryPoints: { cli: 'src/cli/main.ts' }, outdir: 'dist' } },
  { artifacts: [NPM], options: api },
  { artifacts: [VSIX], options: webview('dist/webview') },
  { artifacts: [VSIX], options: notebook('dist/webview') },
  { artifacts: [VSIX, NPM], options: exportedPage('dist') },
  { artifacts: [VSIX, NPM], options: { ...worker('dist'), minify } },
  { artifacts: [VSIX], options: extension(minify) },
  { artifacts: [VSIX], options: serverScripts({ ...common, minify, outdir: 'dist' }) },
  {
    artifacts: [VSIX],
    options: {
      ...webWorker,
      minify,
      entryPoints: { 'onnx-web-worker': 'src/models/onnx/web-worker.ts' },
      outdir: 'dist',
    },
  },
];

/** Builds `dist/`, with the licences of bundled packages and, for the SBOM, their list. */
export async function buildDist({ minify }) {
  fs.rmSync('dist', { recursive: true, force: true });
  const builds = await Promise.all(
    shipped(minify).map(async ({ artifacts, options }) => ({
      artifacts,
      result: await esbuild.build(options),
    })),
  );
  writeDeclarations(API, 'dist/api');
  const packages = bundledPackages(builds);
  fs.writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices(packages));
  fs.writeFileSync(BUNDLED_FILE, `${JSON.stringify(packages, null, 2)}\n`);
  fs.chmodSync('dist/cli.mjs', 0o755);
  fs.copyFileSync('node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm', 'dist/onnx-runtime.wasm');
}

async function main(args) {
  const minify = args.includes('--minify');
  if (!args.includes('--watch')) return buildDist({ minify });
  fs.rmSync('dist', { recursive: true, force: true });
  for (const { options } of shipped(minify)) await (await esbuild.context(options)).watch();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
