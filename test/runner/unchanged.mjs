// Which test files are as they were when they last passed: their sources, what their process read and started, Node and the packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const STORE = path.resolve('out/passed-tests.json');
const TRACER = new URL('traced.mjs', import.meta.url).href;
/** Counts for every test: packages, the bundler, the runner and what it loads. */
const COMMON = [
  'package-lock.json',
  'esbuild.mjs',
  'test/run.mjs',
  'D test/runner',
  'D scripts',
  'test/support/seed.mjs',
];
/** Settings of the tests as they are given: the runner adds some to the environment later, which differ from run to run. */
const SETTINGS = Object.entries(process.env)
  .filter(([name]) => name.startsWith('STATELENS_'))
  .map(([name, value]) => `${name}=${value}`);
/** What a bundler makes pages of that is started in a test. */
const SOURCES = ['esbuild.mjs', 'D src', 'D scripts'];
/** The file or folder of a path; undefined where there is none, also below what is no folder. */
function statOf(name) {
  try {
    return fs.statSync(name);
  } catch {
    return undefined;
  }
}

const sha = (data) => createHash('sha256').update(data).digest('base64url').slice(0, 22);

/** States of files and folders by content, each looked at once. */
class Contents {
  #known = new Map();

  /** The state of an entry of a trace. */
  of(entry) {
    const known = this.#known.get(entry);
    if (known !== undefined) return known;
    const state = this.#state(entry);
    this.#known.set(entry, state);
    return state;
  }

  #state(entry) {
    const [, kind, name] = /^(?:([fdDx]) )?(.*)$/s.exec(entry);
    if (kind === 'd' || kind === 'D') return sha(this.#names(name, kind === 'D').join('\n'));
    return kind === 'x' ? this.#program(name) : this.#file(name);
  }

  #file(name) {
    const stat = statOf(name);
    if (stat === undefined) return 'none';
    return stat.isFile() ? sha(fs.readFileSync(name)) : 'folder';
  }

  #names(name, recursive) {
    if (!statOf(name)?.isDirectory()) return [];
    return fs.readdirSync(name, { recursive, encoding: 'utf8' }).sort();
  }

  /** What a started program may read: nobody sees that from here. */
  #program(name) {
    if (name.startsWith('out/')) return 'a test’s own';
    if (name.startsWith('dist/')) return this.#below('dist');
    if (name.startsWith('node_modules/')) return sha(SOURCES.map((entry) => this.#whole(entry)).join());
    return this.#everything();
  }

  #whole(entry) {
    return entry.startsWith('D ') ? this.#below(entry.slice(2)) : this.#file(entry);
  }

  #below(folder) {
    return this.#once(`below ${folder}`, () =>
      sha(
        this.#names(folder, true)
          .map((name) => `${name} ${this.of(`f ${path.posix.join(folder, name)}`)}`)
          .join('\n'),
      ),
    );
  }

  #everything() {
    return this.#once('everything', () => {
      const { stdout, status } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      });
      // without git nothing is known of such a test
      if (status !== 0) return `unknown ${Math.random()}`;
      return sha(
        stdout
          .split('\0')
          .filter(Boolean)
          .map((name) => `${name} ${this.of(`f ${name}`)}`)
          .join('\n'),
      );
    });
  }

  #once(key, make) {
    const value = this.#known.get(key) ?? make();
    this.#known.set(key, value);
    return value;
  }

  get common() {
    return this.#once('common', () =>
      sha(
        JSON.stringify([
          process.version,
          process.arch,
          os.release(),
          process.env.CHROMIUM ?? '',
          ...SETTINGS,
          ...COMMON.map((entry) => this.#whole(entry)),
        ]),
      ),
    );
  }
}

/** The sources of each entry of a bundle, by the name of its output: its own and those of the chunks that it loads. */
function sourcesOf({ outputs }) {
  const cache = new Map();
  const collect = (output, seen) => {
    if (seen.has(output) || outputs[output] === undefined) return;
    seen.add(output);
    for (const { path: next, external } of outputs[output].imports) if (!external) collect(next, seen);
  };
  return (output) => {
    if (!cache.has(output)) {
      const seen = new Set();
      collect(output, seen);
      const inputs = new Set([...seen].flatMap((name) => Object.keys(outputs[name].inputs)));
      // packages are fixed by their lock file
      cache.set(output, [...inputs].filter((name) => !name.includes('node_modules/')).sort());
    }
    return cache.get(output);
  };
}

/** The test files that passed before, and how to tell whether anything that they depend on has changed since. */
export class PassedTests {
  #contents = new Contents();
  #began = performance.timeOrigin;
  #passed;
  #sources;
  #outputOf;

  /**
   * @param metafile of the bundle of the tests
   * @param outputOf the output of a test file in the metafile, by its name
   */
  constructor(metafile, outputOf) {
    this.#sources = sourcesOf(metafile);
    this.#outputOf = outputOf;
    try {
      this.#passed = JSON.parse(fs.readFileSync(STORE, 'utf8'));
    } catch {
      // Nothing has passed here yet, or the file is of no use.
      this.#passed = {};
    }
  }

  /** The environment of a group's process, which then writes its trace. */
  environment(trace) {
    const options = `${process.env.NODE_OPTIONS ?? ''} --import ${TRACER}`.trim();
    return { ...process.env, STATELENS_TRACE: trace, STATELENS_TRACED: process.cwd(), NODE_OPTIONS: options };
  }

  /** True if a test file passed with everything as it is now. */
  isUnchanged(name) {
    const known = this.#passed[name];
    return known !== undefined && known.state === this.#stateOf(name, known.reads);
  }

  /** Keeps the files of a group as passed, with what its process read; a file that somebody has changed meanwhile has not passed. */
  keep(names, trace) {
    const read = fs.existsSync(trace) ? fs.readFileSync(trace, 'utf8').split('\n').filter(Boolean) : [];
    const reads = [...new Set(read)].filter((entry) => !entry.slice(2).startsWith('out/'));
    for (const name of names) {
      if ([...this.#sourcesOf(name), ...reads].some((entry) => this.#changedSince(entry))) delete this.#passed[name];
      else this.#passed[name] = { reads, state: this.#stateOf(name, reads) };
    }
    this.#save();
  }

  /** Forgets files that failed. */
  forget(names) {
    for (const name of names) delete this.#passed[name];
    this.#save();
  }

  #sourcesOf(name) {
    return this.#sources(this.#outputOf(name));
  }

  #changedSince(entry) {
    const name = entry.replace(/^[fdDx] /, '');
    return (statOf(name)?.mtimeMs ?? 0) > this.#began;
  }

  #stateOf(name, reads) {
    const sources = this.#sourcesOf(name);
    return sha(
      [this.#contents.common, ...[...sources, ...reads].map((entry) => `${entry} ${this.#contents.of(entry)}`)].join(
        '\n',
      ),
    );
  }

  #save() {
    fs.mkdirSync(path.dirname(STORE), { recursive: true });
    fs.writeFileSync(`${STORE}.new`, JSON.stringify(this.#passed));
    fs.renameSync(`${STORE}.new`, STORE);
  }
}
