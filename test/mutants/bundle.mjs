// Test files that reach the mutated files, bundled with all mutants inside.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import esbuild from 'esbuild';
import { bundleNode } from '../../esbuild.mjs';
import { withMutants } from './schemata.mjs';

const PROPERTIES = path.resolve('test/support/properties.mjs');
const NODE_TEST = path.resolve('test/mutants/node-test.mjs');

export const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 24);
};

/** Files that `entry` imports, directly and through others, as the metafile lists them; `follows` says through which. */
function reached(inputs, entry, follows) {
  const seen = new Set([entry]);
  for (const file of seen)
    if (file === entry || follows(file))
      for (const { path: imported, external } of inputs[file]?.imports ?? []) if (!external) seen.add(imported);
  return seen;
}

/**
 * Test files which import one of `files` themselves or through a helper of the tests.
 *
 * @param entries name to file of all tests
 * @param files paths of the sources that are mutated
 * @returns for each: `name`, `file`, `direct` (sources it imports), `reaches` (all it imports) and `digest` of all texts
 */
export async function testsOf(entries, files) {
  const { metafile } = await esbuild.build({
    entryPoints: entries,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: 'out/unwritten',
    splitting: true,
    logLevel: 'error',
    loader: { '.tsv': 'text' },
    external: [PROPERTIES, 'playwright-core', 'typescript'],
    alias: { 'fast-check': PROPERTIES, vscode: path.resolve('test/support/vscode.ts') },
  });
  const mutated = new Set(files);
  const texts = new Map();
  const digestOf = (file) => {
    let digest = texts.get(file);
    if (digest === undefined) texts.set(file, (digest = hashOf(fs.readFileSync(file))));
    return digest;
  };
  return Object.entries(entries).flatMap(([name, file]) => {
    const direct = reached(metafile.inputs, file, (imported) => imported.startsWith('test/'));
    if (![...direct].some((imported) => mutated.has(imported))) return [];
    const all = reached(metafile.inputs, file, () => true);
    const digest = hashOf(process.version, ...[...all].filter((f) => fs.existsSync(f)).map(digestOf));
    return [{ name, file, direct, reaches: all, digest }];
  });
}

/** Bundles tests into `outdir`; `mutants` by their files. */
export async function bundleTests(tests, outdir, mutants, isRecording) {
  const byPath = new Map([...mutants].map(([file, list]) => [path.resolve(file), list]));
  const plugin = {
    name: 'mutants',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const list = byPath.get(file);
        if (list === undefined) return undefined;
        return { contents: withMutants(fs.readFileSync(file, 'utf8'), list, isRecording), loader: 'ts' };
      });
    },
  };
  await bundleNode(Object.fromEntries(tests.map(({ name, file }) => [name, file])), outdir, {
    external: [PROPERTIES, NODE_TEST, 'playwright-core', 'typescript'],
    alias: { 'fast-check': PROPERTIES, vscode: path.resolve('test/support/vscode.ts'), 'node:test': NODE_TEST },
    plugins: [plugin],
  });
}
