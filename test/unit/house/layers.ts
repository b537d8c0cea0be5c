import path from 'node:path';
import { blank, importsOf } from './source-scan.ts';

/** What a layer may import; the table in docs/architecture.md says the same. */
interface Layer {
  /** Other layers. */
  readonly layers: readonly string[];
  /** Packages, each with everything below it. */
  readonly packages: readonly string[];
  /** Which of its files may use `node:*`. */
  readonly node?: RegExp;
  /** In place of a whole layer: the only files of it that may be imported. */
  readonly doors?: Readonly<Record<string, readonly string[]>>;
}

const PURE = ['chessops', 'fastest-levenshtein', 'pure-rand', 'valibot'];
const LSP = ['vscode-languageserver', 'vscode-languageserver-textdocument'];

/** Files that exist for Node alone: `node.ts`, `node-worker.ts`, `node/…`. */
const NODE_FILES = /(?:^|\/)node(?:-[\w-]+)?(?:\.ts$|\/)/;

export const LAYERS: Readonly<Record<string, Layer>> = {
  core: { layers: [], packages: PURE },
  protocol: { layers: ['core'], packages: PURE },
  api: { layers: ['core'], packages: [] },
  compute: { layers: ['core', 'protocol'], packages: PURE, node: NODE_FILES },
  engine: { layers: ['core', 'protocol'], packages: PURE, node: NODE_FILES },
  models: {
    layers: ['core', 'protocol', 'compute', 'engine'],
    packages: [
      ...PURE,
      '@huggingface/tokenizers',
      '@modelcontextprotocol/sdk',
      'fzstd',
      'jsonc-parser',
      'onnxruntime-web',
      'openai',
      'yauzl',
    ],
    node: NODE_FILES,
  },
  server: { layers: ['core', 'protocol', 'compute', 'engine'], packages: [...PURE, ...LSP], node: NODE_FILES },
  webview: {
    layers: ['core', 'protocol'],
    packages: [...PURE, '@lichess-org/chessground', 'd3-hierarchy', 'preact', 'preact/hooks'],
  },
  extension: {
    layers: ['core', 'protocol', 'compute', 'engine', 'models'],
    packages: [...PURE, '@modelcontextprotocol/sdk', 'openai', 'vscode', 'vscode-languageclient'],
    node: NODE_FILES,
  },
  cli: {
    layers: ['core', 'protocol', 'compute', 'engine', 'models'],
    packages: [
      ...PURE,
      '@modelcontextprotocol/sdk',
      'commander',
      'fzstd',
      'hyparquet',
      'hyparquet-writer',
      'openai',
      'tinyglobby',
      'unbzip2-stream',
      'xxhash-wasm',
    ],
    node: /./,
    doors: { server: ['src/server/node/stdio.ts'] },
  },
};

/** What a room of `core` may import of the others, and its compiler project may reference; a room imports downwards alone. */
export const CORE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  games: ['base'],
  worlds: ['base', 'games'],
  metrics: ['base', 'games', 'worlds'],
  board: ['base', 'games', 'worlds', 'metrics'],
  answers: ['base', 'games', 'worlds', 'metrics', 'board'],
  notation: ['base', 'games', 'worlds', 'metrics', 'board'],
  mav: ['base', 'games', 'worlds', 'metrics', 'board', 'notation'],
  languages: ['base', 'worlds', 'metrics', 'notation', 'mav', 'traces'],
  audit: ['base', 'games', 'metrics', 'board', 'answers', 'notation', 'languages'],
  datasets: ['base', 'games', 'notation'],
  search: ['base', 'games', 'worlds', 'metrics', 'board', 'notation', 'mav'],
  traces: ['base', 'games', 'worlds', 'metrics', 'board', 'answers', 'notation', 'mav', 'search'],
  evaluation: ['base', 'games', 'worlds', 'metrics', 'board', 'answers', 'notation', 'mav'],
  league: ['base', 'games', 'worlds', 'metrics', 'board', 'answers', 'notation', 'mav', 'search', 'evaluation'],
  lab: ['base', 'games', 'worlds', 'metrics', 'board', 'answers', 'notation', 'mav', 'evaluation'],
  tools: ['base', 'games', 'worlds', 'metrics', 'board', 'answers', 'notation', 'mav', 'languages', 'evaluation'],
};

/**
 * The folders of `extension`: each feature with all of it, and what all of them share. A feature imports `platform` and lower
 * layers; only the files at the top (`node.ts`, `browser.ts`, `shared.ts`) import features.
 */
export const EXTENSION_PLATFORM = 'platform';
export const EXTENSION_FEATURES: readonly string[] = [
  'audit',
  'editor',
  'games',
  'lab',
  'league',
  'import',
  'mav',
  'models',
  'predict',
  'report',
  'runs',
  'samples',
  'search',
  'server',
  'state-view',
  'templates',
  'tools',
  'worlds',
];
const EXTENSION_TOP = ['node.ts', 'browser.ts', 'shared.ts'];

/**
 * Rooms of `core` that are all bitboards and tables in typed arrays, read at places that the code itself computes: there the compiler's
 * check for missing elements is off, since every second word would need a `!`. All other rooms have it.
 */
export const UNCHECKED_ROOMS: readonly string[] = ['games', 'worlds'];

/** Longest file; about 300 lines is the aim. Files of nothing but data may be longer. */
export const MAX_LINES = 400;
export const DATA_TABLE = /(?:^|[-/])tables?\.ts$/;

/** What would make `core`, `protocol` or `api` impure. The compiler refuses most of it too, but it knows `Math.random`, `Date` and `eval`. */
const AMBIENT =
  /(?<![\w$.#])(?:Math\.random|Date(?=[.(]|\s*\))|new Date|globalThis|process(?=[.[])|console(?=[.[])|document(?=[.[])|window(?=[.[])|navigator(?=[.[])|performance(?=[.[])|crypto(?=[.[])|Buffer(?=[.(])|(?:setTimeout|setInterval|setImmediate|queueMicrotask|structuredClone|fetch|eval)(?=\s*\()|new (?:Worker|Function|TextDecoder|TextEncoder|AbortController|URL)\b)/g;
const PURE_LAYERS = ['core', 'protocol', 'api'];

const layerOf = (file: string): string | undefined => /^src\/([^/]+)\//.exec(file)?.[1];

/** The room of a file of `core`; undefined for files of other layers. */
export const roomOf = (file: string): string | undefined => /^src\/core\/([^/]+)\//.exec(file)?.[1];

/** Why `file` may not import `target` of its own layer: the wall between two rooms of `core`, or two features of `extension`, is crossed. */
function crossing(file: string, target: string): string | undefined {
  if (layerOf(file) === 'extension') return crossingOfFeatures(file, target);
  const [room, other] = [roomOf(file), roomOf(target)];
  if (room === undefined || other === undefined || room === other || CORE_ROOMS[room]?.includes(other))
    return undefined;
  return `core/${room} may not import core/${other}`;
}

/** The folder of a file of `extension`; '' for one at the top. */
const featureOf = (file: string): string => /^src\/extension\/([^/]+)\//.exec(file)?.[1] ?? '';

function crossingOfFeatures(file: string, target: string): string | undefined {
  const [own, other] = [featureOf(file), featureOf(target)];
  if (own === '' || own === other || other === EXTENSION_PLATFORM) return undefined;
  return `extension/${own} may not import extension/${other === '' ? target.slice('src/extension/'.length) : other}`;
}

/** Why `file` has no place in `extension`; undefined if it has. */
function misplaced(file: string): string | undefined {
  const folder = featureOf(file);
  if (folder === '')
    return EXTENSION_TOP.includes(file.slice('src/extension/'.length)) ? undefined : 'is in no feature';
  return folder === EXTENSION_PLATFORM || EXTENSION_FEATURES.includes(folder) ? undefined : `${folder} is no feature`;
}

/** Why `file` of `layer` may not import `specifier`; undefined if it may. */
function refusal(file: string, name: string, layer: Layer, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    if (!/\.(?:ts|tsv|css)$/.test(target)) return `imports ${specifier} without its extension .ts`;
    const other = layerOf(target);
    if (other === undefined) return `imports ${specifier}, which is outside of the layers`;
    if (other === name) return crossing(file, target);
    if (layer.layers.includes(other)) return undefined;
    const doors = layer.doors?.[other];
    if (doors?.includes(target)) return undefined;
    return `${name} may not import ${other} (${specifier})${doors ? ` but by ${doors.join(', ')}` : ''}`;
  }
  if (specifier.startsWith('node:')) {
    return layer.node?.test(file.slice(`src/${name}/`.length)) ? undefined : `${name} may not use ${specifier} here`;
  }
  const known = layer.packages.some((p) => specifier === p || specifier.startsWith(`${p}/`));
  return known ? undefined : `${name} may not import the package ${specifier}`;
}

/**
 * What breaks the rules of the house in the sources of `src`.
 *
 * @param files path from the repository's root (with `/`) to text
 * @returns one line each, `path:line: what`
 */
export function violations(files: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  for (const [file, source] of Object.entries(files)) {
    const name = layerOf(file);
    const layer = name === undefined ? undefined : LAYERS[name];
    if (name === undefined || layer === undefined) {
      found.push(`${file}:1: is in no layer`);
      continue;
    }
    if (!/^src\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.ts$/.test(file))
      found.push(`${file}:1: is not in kebab-case`);
    for (const { specifier, line } of importsOf(source)) {
      const why = refusal(file, name, layer, specifier);
      if (why) found.push(`${file}:${line}: ${why}`);
    }
    if (name === 'core' && CORE_ROOMS[roomOf(file) ?? ''] === undefined) found.push(`${file}:1: is in no room of core`);
    const place = name === 'extension' ? misplaced(file) : undefined;
    if (place !== undefined) found.push(`${file}:1: ${place}`);
    if (PURE_LAYERS.includes(name)) found.push(...ambient(file, name, source));
    const lines = source.split('\n').length - 1;
    if (lines > MAX_LINES && !DATA_TABLE.test(file))
      found.push(`${file}:${lines}: is longer than ${MAX_LINES} lines; one idea a file`);
  }
  return found;
}

function ambient(file: string, name: string, source: string): string[] {
  const code = blank(source);
  const found: string[] = [];
  for (const match of code.matchAll(AMBIENT)) {
    const what = match[0];
    const word = /\w+$/.exec(what)?.[0] ?? what;
    // A parameter or variable of that name is the file's own.
    if (
      new RegExp(
        `(?:const|let|function|class)\\s+${word}\\b|[(,]\\s*${word}\\s*[:,)?=]|^\\s*${word}\\(.*\\{$`,
        'm',
      ).test(code)
    )
      continue;
    found.push(`${file}:${code.slice(0, match.index).split('\n').length}: ${name} may not use ${what}`);
  }
  return found;
}
