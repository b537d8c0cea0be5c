// The bundles of the extension: an entry, and a chunk for each part that is loaded when it is first needed, in CommonJS as VS Code loads it.
import fs from 'node:fs';
import path from 'node:path';
import esbuild from 'esbuild';
import { chunkLoader } from './web-chunks.mjs';

/**
 * An esbuild plugin that writes what a build with code splitting gives as CommonJS, for esbuild itself splits ES modules alone. In Node
 * `import()` becomes a `require` of the chunk; in the web worker host it goes to `chunkLoader`, and what the entry needs at
 * once is put into it.
 *
 * @param options `host`: `node` or `web`; `minify`
 */
export const commonJsChunks = ({ host, minify }) => ({
  name: 'common-js-chunks',
  setup(build) {
    Object.assign(build.initialOptions, { write: false, metafile: true, sourcemap: 'inline' });
    build.onEnd(async ({ errors, outputFiles, metafile }) => {
      if (errors.length > 0) return;
      const chunks = await Promise.all(
        outputFiles.map(async (file) => ({
          ...outputOf(file, metafile),
          ...(await esbuild.transform(file.text, {
            format: 'cjs',
            platform: 'node',
            target: 'es2022',
            minify,
            sourcemap: 'external',
            sourcesContent: false,
            legalComments: 'none',
            supported: { 'dynamic-import': host === 'web' },
          })),
        })),
      );
      const files = grouped(chunks, host === 'node' ? '.cjs' : '.js');
      const written = host === 'web' ? webFiles(files) : files;
      for (const { file, code, map } of written) {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, map === undefined ? code : `${code}//# sourceMappingURL=${path.basename(file)}.map\n`);
        if (map !== undefined) fs.writeFileSync(`${file}.map`, map);
      }
    });
  },
});

/** Chunks that several parts share are put into one file up to this size: each is evaluated when it is first needed all the same. */
const SMALL = 16_384;

/** What esbuild says of an output: its path, what it is loaded for, and the chunks that it imports at once. */
function outputOf(file, { outputs }) {
  const name = path.relative(process.cwd(), file.path).split(path.sep).join('/');
  const { entryPoint, imports } = outputs[name];
  const needs = imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true);
  return { file: name, entryPoint, needs: needs.map((one) => one.path) };
}

/** All chunks that one imports at once, over others too. */
function closure({ needs }, byFile, found = new Set()) {
  for (const file of needs) if (!found.has(file)) closure(byFile.get(file), byFile, found.add(file));
  return found;
}

/**
 * The files that are written: the entry; `start` with all that it imports at once; a file for each part that is loaded when it is
 * needed, named after it; `shared` with small chunks that parts share; a file for each large one.
 */
function grouped(chunks, ending) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const entry = chunks.find(({ file }) => path.dirname(file) === 'dist');
  const atStart = closure(entry, byFile);
  const folder = path.posix.dirname(chunks.find((chunk) => chunk !== entry).file);
  const groupOf = ({ file, entryPoint, code }) => {
    if (atStart.has(file)) return 'start';
    if (entryPoint !== undefined) return partName(entryPoint);
    return code.length <= SMALL ? 'shared' : path.posix.basename(file, ending);
  };
  const place = new Map(chunks.filter((chunk) => chunk !== entry).map((chunk) => [chunk.file, groupOf(chunk)]));
  const members = groupBy(place.keys(), (file) => place.get(file));
  const placed = ({ file, code }) =>
    code.replace(/\b(require|import)\((["'])(\.{1,2}\/[^"']+)\2\)/g, (_, how, quote, specifier) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const group = place.get(target);
      const own = path.posix.relative(path.posix.dirname(file), `${folder}/${group}${ending}`);
      const found = `${how}(${quote}${own.startsWith('.') ? own : `./${own}`}${quote})`;
      return isMerged(group) ? `${found}(${JSON.stringify(path.posix.basename(target))})` : found;
    });
  const files = [...members].map(([group, names]) => {
    const inside = names.map((name) => byFile.get(name));
    const needs = new Set(inside.flatMap((chunk) => chunk.needs.map((name) => place.get(name))));
    const parts = inside.map((chunk) => ({ ...chunk, code: placed(chunk) }));
    const [{ code, map }] = parts;
    return {
      group,
      file: `${folder}/${group}${ending}`,
      needs: [...needs].filter((other) => other !== group),
      ...(isMerged(group) ? { code: merged(parts) } : { code, map }),
    };
  });
  return [{ ...entry, code: placed(entry), needs: ['start'] }, ...files];
}

/** `Map.groupBy`, which Node 20 lacks. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const isMerged = (group) => group === 'start' || group === 'shared';

/** One file with several chunks: its exports give a chunk by its name. */
const merged = (parts) =>
  [
    'const programs={',
    ...parts.map(({ file, code }) => `${JSON.stringify(path.posix.basename(file))}(module,exports){${code}},`),
    '};',
    'const modules={};',
    'module.exports=(name)=>{',
    'if(!(name in modules)){const module=modules[name]={exports:{}};programs[name](module,module.exports)}',
    'return modules[name].exports};\n',
  ].join('\n');

/** `predict` for `src/extension/predict/commands.ts`, `editor-status` for `src/extension/editor/status.ts`. */
function partName(entryPoint) {
  const [folder, file] = entryPoint.replace(/\.ts$/, '').split('/').slice(-2);
  return file === 'commands' || file === folder ? folder : `${folder}-${file}`;
}

/** The files of the web worker host: `chunkLoader` and what the entry needs at once are inside of it. */
function webFiles([entry, ...files]) {
  const byGroup = new Map(files.map((file) => [file.group, { ...file, needs: file.needs }]));
  const nameOf = ({ file }) => path.posix.basename(file);
  const outside = files.filter(({ group }) => group !== 'start');
  const table = Object.fromEntries(
    outside.map((file) => [
      nameOf(file),
      [...closure(file, byGroup)].filter((group) => group !== 'start').map((group) => nameOf(byGroup.get(group))),
    ]),
  );
  const start = byGroup.get('start');
  const { publisher, name } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const given = [`${publisher}.${name}`, path.posix.dirname(start.file), table].map((one) => JSON.stringify(one));
  const code = [
    `const __chunks=(${chunkLoader.toString()})(require('vscode'),${given.join()},{`,
    `${JSON.stringify(nameOf(start))}(module,exports,require,__chunk){${lazy(start.code)}}});`,
    `((require,__chunk)=>{${lazy(entry.code)}})(__chunks.required,__chunks.imported);\n`,
  ].join('\n');
  return [{ ...entry, code }, ...outside.map((file) => ({ ...file, code: lazy(file.code) }))];
}

/** Chunks that are imported when they are needed come from the loader. */
const lazy = (code) => code.replaceAll(/\bimport\((?=["']\.{1,2}\/)/g, '__chunk(');
