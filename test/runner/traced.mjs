// Loaded before everything in a test process, its threads and its Node children: appends what they read below the folder
// STATELENS_TRACED to the file STATELENS_TRACE, one entry a line, so that the test is run again when that changes. Entries: `f PATH` a file, present or not;
// `d PATH` the names in a folder; `D PATH` the names in a folder and all below; `x PATH` a program of this project that was started.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';

const trace = process.env.STATELENS_TRACE;
const ROOT = process.env.STATELENS_TRACED ?? '';
const { appendFileSync, existsSync } = fs;
const told = new Set();

function pathOf(value, cwd) {
  if (value instanceof URL) return value.protocol === 'file:' ? fileURLToPath(value) : undefined;
  const text = Buffer.isBuffer(value) ? value.toString() : value;
  return typeof text === 'string' && !text.includes('\0') ? path.resolve(cwd ?? process.cwd(), text) : undefined;
}

function tell(kind, value, cwd) {
  const file = pathOf(value, cwd);
  if (file === undefined || !(file === ROOT || file.startsWith(ROOT + path.sep))) return;
  const entry = `${kind} ${path.relative(ROOT, file).split(path.sep).join('/')}`;
  if (told.has(entry)) return;
  told.add(entry);
  appendFileSync(trace, `${entry}\n`);
}

/** Replaces functions of a module by ones that tell before they call. */
function wrap(module, names, before) {
  for (const name of names) {
    const original = module[name];
    if (typeof original !== 'function') continue;
    const traced = function traced(...args) {
      before(args);
      if (new.target === undefined) return original.apply(this, args);
      return Reflect.construct(original, args, new.target === traced ? original : new.target);
    };
    // `fs.realpathSync.native`, `util.promisify.custom`
    Object.defineProperties(traced, Object.getOwnPropertyDescriptors(original));
    module[name] = traced;
  }
}

const FILES = ['readFile', 'open', 'stat', 'lstat', 'access', 'exists', 'realpath', 'copyFile', 'cp', 'readlink'];
const names = (list) => list.flatMap((name) => [name, `${name}Sync`]);

if (trace !== undefined) {
  const file = ([name]) => tell('f', name);
  const folder = ([name, options]) => tell(options?.recursive ? 'D' : 'd', name);
  for (const module of [fs, fs.promises]) {
    wrap(module, [...names(FILES), 'createReadStream', 'openAsBlob'], file);
    wrap(module, names(['readdir', 'opendir']), folder);
  }
  const started = (args) => {
    const lists = args.filter((arg) => Array.isArray(arg));
    const cwd = args.find((arg) => arg !== null && typeof arg === 'object' && !Array.isArray(arg))?.cwd;
    for (const word of [args[0], ...(lists[0] ?? [])]) {
      if (typeof word !== 'string') continue;
      // a word may be a script with paths inside, or an option with a value
      for (const part of new Set([word, ...word.split(/[\s'"`=,;()]+/)])) {
        const found = part === '' ? undefined : pathOf(part, cwd && pathOf(cwd));
        if (found !== undefined && found !== ROOT && existsSync(found)) tell('x', found);
      }
    }
  };
  wrap(childProcess, ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork'], started);
  wrap(threads, ['Worker'], file);
  syncBuiltinESMExports();
}
