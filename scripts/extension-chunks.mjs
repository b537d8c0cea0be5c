// The bundles of the extension: an entry for each host, and a chunk for each part that is loaded when it is first needed, in CommonJS as
// VS Code loads it.
import fs from 'node:fs';
import path from 'node:path';
import { asCommonJs } from './common-js.mjs';
import { chunkLoader } from './web-chunks.mjs';

/**
 * An esbuild plugin that writes what a build with code splitting gives as CommonJS, for esbuild itself splits ES modules alone. Chunks are
 * the same in both hosts: `import()` of one becomes `__chunk()`, which is a `require` in Node. In the web worker host it goes to
 * `chunkLoader`, and what the entry needs at once is put into it.
 *
 * @param options `web`: the entry for the web worker host, which is written with the ending `.js`; `minify`
 */
export const commonJsChunks = ({ web, minify }) => ({
  name: 'common-js-chunks',
  setup(build) {
    Object.assign(build.initialOptions, { write: false, metafile: true, sourcemap: 'inline' });
    build.onEnd(async ({ errors, outputFiles, metafile }) => {
      if (errors.length > 0) return;
      const chunks = await Promise.all(
        outputFiles.map(async (file) => ({
          ...outputOf(file, metafile),
          ...(await asCommonJs(file.text, { minify })),
        })),
      );
      const { entries, files } = grouped(chunks, web);
      const [isWeb, isNode] = [({ file }) => file === web, ({ file }) => file !== web];
      const parts = files.map((file) => ({ ...file, code: lazy(file.code) }));
      const written = [
        ...entries.filter(isNode).map((entry) => ({ ...entry, code: inNode(lazy(entry.code)) })),
        ...entries.filter(isWeb).map((entry) => webEntry(entry, parts)),
        ...parts.map((file) => ({ ...file, code: inNode(file.code) })),
      ];
      for (const { file, code, map } of written) {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, map === undefined ? code : `${code}//# sourceMappingURL=${path.basename(file)}.map\n`);
        if (map !== undefined) fs.writeFileSync(`${file}.map`, map);
      }
    });
  },
});

const ENDING = '.cjs';
const SHARED = 'shared';

/** Chunks that several parts share are put into one file up to this size: each is evaluated when it is first needed all the same. */
const SMALL = 16_384;

/** What esbuild says of an output: its path, what it is loaded for, and the chunks that it imports at once. */
function outputOf(file, { outputs }) {
  const name = path.relative(process.cwd(), file.path).split(path.sep).join('/');
  const { entryPoint, imports } = outputs[name];
  const needs = imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true);
  const later = imports.filter(({ kind, external }) => kind === 'dynamic-import' && external !== true);
  return { file: name, entryPoint, needs: needs.map((one) => one.path), later: later.map((one) => one.path) };
}

/** All chunks that an entry can come to. */
function reached(entry, byFile, found = new Set()) {
  for (const file of [...entry.needs, ...entry.later])
    if (!found.has(file)) reached(byFile.get(file), byFile, found.add(file));
  return found;
}

/** All chunks that one imports at once, over others too. */
function closure({ needs }, byFile, found = new Set()) {
  for (const file of needs) if (!found.has(file)) closure(byFile.get(file), byFile, found.add(file));
  return found;
}

/**
 * The files that are written: the entries; `start` with all that they import at once; a file for each part that is loaded when it is
 * needed, named after it; `shared` with small chunks that parts share, `shared-NAME` where one entry alone comes to them, `shared-node` where those
 * for Node alone do; a file for each large one.
 */
function grouped(chunks, web) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const entries = chunks.filter(({ file }) => path.dirname(file) === 'dist');
  const others = chunks.filter((chunk) => !entries.includes(chunk));
  const atStart = new Set(entries.flatMap((entry) => [...closure(entry, byFile)]));
  const folder = path.posix.dirname(others[0].file);
  const reach = entries.map((entry) => [entry.file, reached(entry, byFile)]);
  const sharedBy = (chunk) => {
    const by = reach.filter(([, files]) => files.has(chunk)).map(([file]) => file);
    if (by.length === 1) return `${SHARED}-${path.posix.basename(by[0], ENDING)}`;
    return by.includes(web) ? SHARED : `${SHARED}-node`;
  };
  const groupOf = ({ file, entryPoint, code }) => {
    if (atStart.has(file)) return 'start';
    if (entryPoint !== undefined) return partName(entryPoint);
    return code.length <= SMALL ? sharedBy(file) : path.posix.basename(file, ENDING);
  };
  const place = new Map(others.map((chunk) => [chunk.file, groupOf(chunk)]));
  const members = groupBy(place.keys(), (file) => place.get(file));
  const placed = ({ file, code }) =>
    code.replace(/\b(require|import)\((["'])(\.{1,2}\/[^"']+)\2\)/g, (_, how, quote, specifier) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const group = place.get(target);
      const own = path.posix.relative(path.posix.dirname(file), `${folder}/${group}${ENDING}`);
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
      file: `${folder}/${group}${ENDING}`,
      needs: [...needs].filter((other) => other !== group),
      ...(isMerged(group) ? { code: merged(parts) } : { code, map }),
    };
  });
  return { entries: entries.map((entry) => ({ ...entry, code: placed(entry) })), files };
}

/** `Map.groupBy`, which Node 20 lacks. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const isMerged = (group) => group === 'start' || group.startsWith(SHARED);

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

/** The entry of the web worker host: `chunkLoader` and what it needs at once are inside of it. */
function webEntry(entry, files) {
  const byGroup = new Map(files.map((file) => [file.group, file]));
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
    `${JSON.stringify(nameOf(start))}(module,exports,require,__chunk){${start.code}}});`,
    `((require,__chunk)=>{${lazy(entry.code)}})(__chunks.required,__chunks.imported);\n`,
  ].join('\n');
  return { file: entry.file.replace(/\.cjs$/, '.js'), code };
}

/** In Node a chunk that is imported when it is needed is required then; the loader of the other host is a parameter of that name. */
const inNode = (code) => `${code}var __chunk=__chunk||(path=>Promise.resolve().then(()=>require(path)));\n`;

/** Chunks that are imported when they are needed come from the loader. */
const lazy = (code) => code.replaceAll(/\bimport\((?=["']\.{1,2}\/)/g, '__chunk(');
