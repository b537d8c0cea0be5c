// The language server for both hosts, with what they have in common in one file: it is nearly all of it.
import fs from 'node:fs';
import path from 'node:path';
import { asCommonJs } from './common-js.mjs';

/** What both hosts need; a script for a worker as well as a module for Node, which knows the ending. */
const CORE = 'server-core';

/**
 * Written around the common part: a worker has no `module`, and takes it from here. Names of a script's top level would be names of the
 * worker's global scope.
 */
const AS_EITHER = { banner: '((module)=>{', footer: `})(typeof module==='object'?module:self.serverCore={});` };

/** A worker does not know its own address in all hosts: the first message names the common part's. */
const inWorker = (code) =>
  `self.onmessage=({data})=>{self.onmessage=null;importScripts(data.core);((require)=>{${code}})(()=>self.serverCore.exports)};\n`;

/**
 * Options of the two entries: for Node as CommonJS, and a script for a worker. esbuild splits ES modules alone: what it gives is written
 * in these two forms.
 *
 * @param options the options of every bundle, and the folder that is written to
 */
export const serverScripts = ({ minify, outdir, ...common }) => ({
  ...common,
  minify,
  outdir,
  platform: 'node',
  conditions: ['module', 'browser'],
  // Prefers the ES modules of packages.
  mainFields: ['module', 'main'],
  format: 'esm',
  splitting: true,
  write: false,
  metafile: true,
  sourcemap: 'inline',
  entryPoints: { server: 'src/server/node/main.ts', 'server-web': 'src/server/browser/main.ts' },
  chunkNames: CORE,
  plugins: [{ name: 'server-scripts', setup: (build) => build.onEnd((result) => write(result, minify)) }],
});

async function write({ errors, outputFiles, metafile }, minify) {
  if (errors.length > 0) return;
  for (const { path: file, text } of outputFiles) {
    const name = path.basename(file, '.js');
    const { imports } = metafile.outputs[path.relative(process.cwd(), file).split(path.sep).join('/')];
    const outside = imports.filter(({ external }) => external === true).map((one) => one.path);
    if (name !== 'server' && outside.length > 0)
      throw new Error(`${name} is for workers too, and needs ${outside.join(', ')}`);
    const { code, map } = await asCommonJs(text, { minify, ...(name === CORE ? AS_EITHER : {}) });
    const out = name === 'server' ? file.replace(/\.js$/, '.cjs') : file;
    fs.mkdirSync(path.dirname(out), { recursive: true });
    if (name === 'server-web') fs.writeFileSync(out, inWorker(code));
    else {
      fs.writeFileSync(out, `${code}//# sourceMappingURL=${path.basename(out)}.map\n`);
      fs.writeFileSync(`${out}.map`, map);
    }
  }
}
