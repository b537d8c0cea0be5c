// What a person reads of a run of the tests, and the closing lines that a program reads.
import process from 'node:process';
import { stripVTControlCharacters, styleText } from 'node:util';

const SLOWEST = 5;
/** The counters of Node's runner, in its order. */
const COUNTERS = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const indent = (text, by) => text.replace(/^(?=.)/gm, ' '.repeat(by));

/** Prints what a person follows while the tests run, then failures, what was slow or skipped, and the closing lines. */
export class Summary {
  #rerun;
  #left;
  #folders = new Map();
  #totals = Object.fromEntries(COUNTERS.map((name) => [name, 0]));
  #failures = [];
  #skipped = [];
  #slowest = [];
  #leftOut = 0;
  #began = performance.now();
  #isTerminal = process.stdout.isTTY;
  #hasColor = this.#isTerminal && process.env.NO_COLOR === undefined;

  /** `rerun` says which command runs the tests of a file or folder alone, `left` what was left out. */
  constructor(groups, { rerun, left }) {
    this.#rerun = rerun;
    this.#left = left;
    for (const { folder } of groups) {
      const known = this.#folders.get(folder) ?? { open: 0, tests: 0, failed: 0, ms: 0, output: '' };
      this.#folders.set(folder, { ...known, open: known.open + 1 });
    }
  }

  get hasFailed() {
    return this.#failures.length > 0 || this.#totals.fail + this.#totals.cancelled > 0;
  }

  /** Takes a message of a group's reporter. */
  message(group, message) {
    const folder = this.#folders.get(group.folder);
    if (message.kind === 'start') {
      group.last = message.names.join(' › ');
      this.#status(`${this.#tests} tests, ${this.#failures.length} failed · ${group.folder}: ${group.last}`);
    } else if (message.kind === 'count') {
      group.isWhole ||= message.name === 'tests';
      if (message.name in this.#totals) this.#totals[message.name] += message.count;
    } else if (message.kind === 'suite') this.#suite(group, message);
    else if (message.kind === 'left-out') this.#leftOut++;
    else if (message.kind === 'note')
      group.notes = `${group.notes ?? ''}${[...message.names, message.text].join(' › ')}\n`;
    else this.#ended(group, folder, message);
  }

  #suite(group, { name, failed, ms }) {
    if (group.tellsSuites) this.#line(`${this.#mark(failed)} ${seconds(ms).padStart(9)}  ${name}`);
  }

  #ended(group, folder, message) {
    const { state, isSuite, names, place, ms, reason, error } = message;
    const title = names.join(' › ');
    if (!isSuite) {
      folder.tests++;
      this.#slowest = [...this.#slowest, { title, place, ms }].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    }
    if (state === 'skip') {
      // Others find what they need the next time, perhaps.
      group.hasSkipped ||= !/^only with [A-Z_]+=/.test(reason ?? '');
      this.#skipped.push({ title, reason });
    }
    if (state === 'fail') this.#fail(group, { title, place, error });
  }

  #fail(group, failure) {
    group.hasFailed = true;
    this.#folders.get(group.folder).failed++;
    this.#failures.push({ ...failure, rerun: this.#rerun(failure.place, group) });
  }

  /** Takes the end of a group's process; prints a line when it was the last one of its folder. */
  end(group, { output: written, status, end, ms }) {
    const folder = this.#folders.get(group.folder);
    const output = (group.notes ?? '') + written;
    if (!group.isWhole || (status !== 0 && !group.hasFailed)) {
      this.#totals.fail++;
      const error = `its process ${end}${group.isWhole ? '' : ' before its tests did'}; the last test: ${group.last ?? 'none'}\n${output}`;
      this.#fail(group, { title: group.names.join(', '), place: undefined, error });
    }
    folder.output += output;
    folder.ms += ms;
    if (--folder.open > 0) return;
    const failed = folder.failed === 0 ? '' : this.#paint('red', `  ${folder.failed} failed`);
    const figures = `${String(folder.tests).padStart(5)} ${seconds(folder.ms).padStart(9)}`;
    this.#line(`${this.#mark(folder.failed > 0)} ${group.folder.padEnd(24)}${figures}${failed}`);
    if (folder.output.trim() !== '') this.#line(indent(folder.output.trimEnd(), 4));
  }

  /** Prints failures, what was slow or skipped, and the closing lines. */
  close() {
    for (const [index, { title, place, error, rerun }] of this.#failures.entries()) {
      this.#line(`\n${this.#paint('red', `✖ ${index + 1}. ${title}`)}`);
      if (place !== undefined) this.#line(`    ${place}`);
      if (error !== undefined) this.#line(`\n${indent(error, 4)}\n`);
      this.#line(`    ${this.#paint('cyan', rerun)}`);
    }
    if (this.#slowest.length > 0) this.#line('\nslowest');
    for (const { title, place, ms } of this.#slowest)
      this.#line(`${seconds(ms).padStart(9)}  ${title}  ${place ?? ''}`);
    if (this.#skipped.length > 0) this.#line('\nskipped');
    for (const { title, reason } of this.#skipped) this.#line(`  ${title}${reason === undefined ? '' : `: ${reason}`}`);
    if (this.#leftOut > 0) this.#line(`\n${this.#leftOut} ${this.#left}`);
    this.#line('');
    for (const name of COUNTERS) this.#line(`# ${name} ${this.#totals[name]}`);
    this.#line(`# duration_ms ${Math.round(performance.now() - this.#began)}`);
    const { pass, fail, cancelled, skipped } = this.#totals;
    const counts = [`${pass} passed`, `${fail + cancelled} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
    this.#line(this.#paint(this.hasFailed ? 'red' : 'green', counts.join(', ')));
  }

  get #tests() {
    return [...this.#folders.values()].reduce((sum, { tests }) => sum + tests, 0);
  }

  #mark(hasFailed) {
    return hasFailed ? this.#paint('red', '✖') : this.#paint('green', '✔');
  }

  #paint(style, text) {
    return this.#hasColor ? styleText(style, text) : text;
  }

  #line(text) {
    if (this.#isTerminal) process.stdout.write('\r\u001b[K');
    process.stdout.write(`${text}\n`);
  }

  /** On a terminal, a line that the next one replaces. */
  #status(text) {
    if (!this.#isTerminal) return;
    const line = stripVTControlCharacters(text).replace(/\s+/g, ' ');
    process.stdout.write(`\r\u001b[K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
  }
}
