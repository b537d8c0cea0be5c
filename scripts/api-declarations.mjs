// The declarations of the npm package's modules. An entry of src/api declares all types that it exports, so that its declaration is one file
// without imports: the compiler writes it from that file alone, without checking what `npm run types` checks.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const COMPILER = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');

/**
 * Writes `NAME.d.mts` for each entry (name to file) into `outdir`.
 *
 * @throws an error if a declaration would import another file, or a type cannot be derived from the entry alone
 */
export function writeDeclarations(entries, outdir) {
  const options = ['--noCheck', '--noResolve', '--isolatedDeclarations', '--declaration', '--emitDeclarationOnly'];
  const language = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const files = ['--ignoreConfig', '--allowImportingTsExtensions', '--outDir', outdir, ...Object.values(entries)];
  execFileSync(process.execPath, [COMPILER, ...options, ...language, ...files], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const [name, file] of Object.entries(entries)) {
    const written = path.join(outdir, `${path.basename(file, '.ts')}.d.ts`);
    const text = fs.readFileSync(written, 'utf8');
    if (/^\s*(?:import|export \*|export .* from)\b|\bimport\(/m.test(text))
      throw new Error(`${file}: its declaration imports another file; declare the type in it`);
    fs.renameSync(written, path.join(outdir, `${name}.d.mts`));
  }
}
