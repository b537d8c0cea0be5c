// Mutation testing: npm run mutants -- ROOM|FOLDER|FILE... [--tests PART,...] [--sample N] [--seed S]
// [--seconds S] [--jobs N] [--fresh]
// Every mutant is a small fault in the source. One that no test notices shows behavior that nothing tests.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { entriesBelow } from '../../esbuild.mjs';
import { bundleTests, hashOf, testsOf } from './bundle.mjs';
import { Compiler } from './compiler.mjs';
import { mutantsOf } from './operators.mjs';
import { lineOf, reportOf } from './report.mjs';
import { inTurn, runProcess } from './run-process.mjs';

const DEFAULT_SEED = '1';
/**
 * CPU time in ms: a test that takes longer without a mutant is left out, and no further test file is run once its tests took so long:
 * constants belong to all tests that load them. The time on the clock would leave out other tests on a busy machine.
 */
const MAX_TESTS_MS = 10_000;
/** Milliseconds that the tests of a file may take without a mutant. */
const RECORD_LIMIT_MS = 300_000;
/** A mutant hangs when its tests take so much longer than without it, besides the start of the process, in ms. */
const SLOWER = 8;
const START_MS = 30_000;
/** Milliseconds between two writes of the results. */
const SAVE_MS = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: DEFAULT_SEED },
    seconds: { type: 'string' },
    jobs: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** The whole number of an option. */
function countOf(name) {
  if (values[name] === undefined) return undefined;
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < 1) fail(`--${name} takes a whole number from 1, not ${values[name]}`);
  return count;
}

if (positionals.length === 0) fail('name a room of src/core, a folder or a file: npm run mutants -- metrics');
const [sample, seconds] = [countOf('sample'), countOf('seconds')];
const jobs = countOf('jobs') ?? os.availableParallelism();
const until = seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000;
const isOver = () => Date.now() > until;

const name = positionals.join('-').replaceAll(/[^\w.-]+/g, '-');
const folder = path.join('out/mutants', name);
const storeFile = path.join('out/mutants', `${name}.json`);
const isKnown = !values.fresh && fs.existsSync(storeFile);
const store = isKnown ? JSON.parse(fs.readFileSync(storeFile, 'utf8')) : { records: {}, results: {}, compiled: {} };

let savedAt = Date.now();

/** Keeps the results of a long run, so that one that is killed continues near its end. */
function saveIfDue() {
  if (Date.now() - savedAt >= SAVE_MS) save();
}

function save() {
  savedAt = Date.now();
  fs.mkdirSync(path.dirname(storeFile), { recursive: true });
  fs.writeFileSync(`${storeFile}.new`, JSON.stringify(store));
  fs.renameSync(`${storeFile}.new`, storeFile);
}

/** Ends the command when its time is over. */
function endIf(left, what) {
  save();
  if (left === 0) return;
  console.log(`${left} ${what} are left; the same command continues`);
  process.exit(0);
}

/** Sources below what was named. */
function sourcesOf(named) {
  const place = [`src/core/${named}`, named].find((file) => fs.existsSync(file));
  if (place === undefined) fail(`there is no room, folder or file ${named}`);
  if (fs.statSync(place).isFile()) return [path.posix.normalize(place)];
  return fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(place, file.split(path.sep).join('/')))
    .sort();
}

/**
 * The mutants that compile, all or the `sample` with the lowest hashes: a larger sample holds a smaller one, and an edit of other
 * code keeps it.
 */
function chooseMutants(texts) {
  const all = mutantsOf(texts).map((mutant) => ({ ...mutant, rank: hashOf(values.seed, mutant.key) }));
  if (sample !== undefined) all.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const version = hashOf(...texts.values());
  const chosen = [];
  const compiler = new Compiler();
  let refused = 0;
  for (const mutant of all) {
    if (chosen.length === sample) break;
    const known = store.compiled[mutant.key];
    if (known?.version !== version) {
      if (isOver()) endIf(1, 'or more mutants to compile');
      store.compiled[mutant.key] = { version, isRefused: compiler.refuses(mutant, texts.get(mutant.file)) };
    }
    if (store.compiled[mutant.key].isRefused) refused++;
    else chosen.push({ ...mutant, id: chosen.length });
  }
  compiler.close();
  console.log(
    `${chosen.length} mutants of ${texts.size} files${sample === undefined ? '' : `, drawn with seed ${values.seed} from ${all.length}`}; ${refused} others do not compile`,
  );
  return chosen;
}

/** Runs every test file that is not recorded yet without a mutant, to learn which mutants its tests come to. */
async function record(tests, byFile, sampleHash) {
  const stale = tests.filter(({ name: test, digest }) => {
    const known = store.records[test];
    return known?.digest !== digest || known.sampleHash !== sampleHash;
  });
  if (stale.length === 0) return;
  const outdir = `${folder}-record`;
  await bundleTests(stale, outdir, byFile, true);
  const left = await inTurn(stale, jobs, isOver, async (test) => {
    const bundle = path.join(outdir, `${test.name}.mjs`);
    const { status, answers } = await runProcess({ files: [{ name: test.name, bundle }] }, RECORD_LIMIT_MS);
    const [answer] = answers;
    const isGood = status === 0 && answer !== undefined;
    if (!isGood) console.log(`${test.name} fails without a mutant, and is left out`);
    const passed = isGood ? answer.tests.filter((one) => one.isGood) : [];
    const always = isGood ? answer.always : [];
    store.records[test.name] = { digest: test.digest, sampleHash, tests: passed, always };
    saveIfDue();
  });
  endIf(left, 'test files');
}

/** The tests that come to a mutant: files that import its file themselves first, then the quickest. */
function testsThatReach(mutant, tests) {
  const reaching = tests.flatMap((test) => {
    const known = store.records[test.name];
    const isAlways = known.always.includes(mutant.id);
    const chosen = known.tests.filter(
      ({ cpuMs, hits }) => cpuMs <= MAX_TESTS_MS && (isAlways || hits.includes(mutant.id)),
    );
    if (chosen.length === 0) return [];
    const sumOf = (time) => chosen.reduce((sum, one) => sum + one[time], 0);
    const numbers = chosen.map(({ number }) => number);
    return [{ test, ms: sumOf('ms'), cpuMs: sumOf('cpuMs'), chosen: numbers, isNear: test.direct.has(mutant.file) }];
  });
  reaching.sort((a, b) => Number(b.isNear) - Number(a.isNear) || a.cpuMs - b.cpuMs);
  let spent = 0;
  return reaching.filter(({ cpuMs }) => (spent += cpuMs) - cpuMs < MAX_TESTS_MS);
}

/** Runs the tests that come to a mutant, until one fails. */
async function tryMutant(mutant, reaching, digest, source) {
  const ms = reaching.reduce((sum, one) => sum + one.ms, 0);
  const files = reaching.map(({ test, chosen }) => {
    const bundle = path.join(folder, `${test.name}.mjs`);
    return { name: test.name, bundle, chosen };
  });
  const { status } = await runProcess({ mutant: mutant.id, files }, START_MS + SLOWER * ms);
  const result = status === 0 ? 'survived' : status === undefined ? 'hung' : 'killed';
  const count = reaching.reduce((sum, { chosen }) => sum + chosen.length, 0);
  store.results[mutant.key] = { status: result, digest, tests: count };
  saveIfDue();
  if (result === 'survived') console.log(lineOf(mutant, source, store.results[mutant.key]));
}

const texts = new Map(positionals.flatMap(sourcesOf).map((file) => [file, fs.readFileSync(file, 'utf8')]));
const mutants = chooseMutants(texts);
if (mutants.length === 0) fail(`there is nothing to mutate in ${positionals.join(', ')}`);
const byFile = new Map([...texts.keys()].map((file) => [file, mutants.filter((mutant) => mutant.file === file)]));
const wanted = values.tests?.split(',');
const entries = Object.fromEntries(
  Object.entries(entriesBelow('test', '.test.ts')).filter(
    ([entry]) =>
      /^(?:unit|lsp)[/\\]/.test(entry) && (wanted === undefined || wanted.some((part) => entry.includes(part))),
  ),
);
const tests = await testsOf(entries, [...texts.keys()]);
if (tests.length === 0) fail(`no test imports ${positionals.join(', ')}`);
await record(tests, byFile, hashOf(...mutants.map(({ key }) => key)));

const reach = new Map(mutants.map((mutant) => [mutant, testsThatReach(mutant, tests)]));
const digests = new Map(
  mutants.map((mutant) => [mutant, hashOf(...reach.get(mutant).flatMap(({ test }) => [test.name, test.digest]))]),
);
const open = mutants.filter((mutant) => store.results[mutant.key]?.digest !== digests.get(mutant));
for (const mutant of open)
  if (reach.get(mutant).length === 0) store.results[mutant.key] = { status: 'uncovered', digest: digests.get(mutant) };
const reached = open.filter((mutant) => reach.get(mutant).length > 0);
if (reached.length > 0) {
  await bundleTests(tests, folder, byFile, false);
  const left = await inTurn(reached, jobs, isOver, (mutant) =>
    tryMutant(mutant, reach.get(mutant), digests.get(mutant), texts.get(mutant.file)),
  );
  endIf(left, 'mutants');
}
save();
console.log(reportOf(mutants, texts, store.results));
