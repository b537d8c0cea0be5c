// Runs groups of test files in processes, several at a time.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

/** A process in which no test starts or ends for so long hangs: it is ended, and its group has failed. */
const MAX_SILENCE_MS = 630_000;
/** No single test may take longer, also where it has a small share of a processor, as in CI beside VS Code. */
const MAX_TEST_MS = 600_000;

const FLAGS = [
  '--enable-source-maps',
  // Engines and models run for seconds: compiling their WebAssembly anew for speed, which V8 does early, would cost most of their CPU time.
  // Functions that are really long at work are still compiled.
  '--wasm-tiering-budget=100000000',
  // A test runs most code a few times: compiling it for speed as early as V8 does costs up to a quarter of the time of tests. Later versions
  // of V8, as in Node 24, count in another way.
  ...(process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []),
  '--import',
  // worker threads load it too, and may be started in another working directory
  path.resolve('test/support/seed.mjs'),
  '--test-reporter=./test/runner/events.mjs',
  '--test-reporter-destination=stdout',
  `--test-timeout=${MAX_TEST_MS}`,
  'test/runner/group.mjs',
];

/** Runs one group; `onMessage` gets what its reporter says. Resolves to what the process wrote and how it ended. */
function runGroup(files, { env, onMessage }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...FLAGS, ...files], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const began = performance.now();
    const output = [];
    let isHung = false;
    let silence;
    const hang = () => {
      isHung = true;
      child.kill('SIGKILL');
    };
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(hang, MAX_SILENCE_MS);
    };
    heard();
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => output.push(text));
    child.on('message', (message) => {
      heard();
      onMessage(message);
    });
    child.on('error', (error) => output.push(String(error)));
    child.on('close', (status, signal) => {
      clearTimeout(silence);
      const end = isHung
        ? `was ended after ${MAX_SILENCE_MS / 1000} s without a word`
        : `ended with ${signal ?? status}`;
      resolve({ output: output.join(''), status, end, ms: performance.now() - began });
    });
  });
}

/**
 * Runs all groups, `jobs` at a time and in their order. `onMessage` and `onEnd` get the group, too; `envOf` gives the environment of its
 * process.
 */
export async function runGroups(groups, jobs, { filesOf, envOf, onMessage, onEnd }) {
  const waiting = [...groups];
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      const current = group;
      const options = { env: envOf(current), onMessage: (message) => onMessage(current, message) };
      onEnd(current, await runGroup(filesOf(current), options));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}
