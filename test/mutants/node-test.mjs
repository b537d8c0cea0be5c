// What bundled tests import as node:test in a process of mutants: tests are numbered in the order of their file, only the chosen
// ones run, each tells which mutants it came to, and the first that fails ends the process.
import process from 'node:process';
import * as original from 'node:test';

export const { after, afterEach, before, beforeEach, describe, suite } = original;

/** Status of a process whose mutant a test has noticed. */
export const KILLED = 99;

const session = globalThis.mutantSession;

/** Runs the body of a test and notes its times, its mutants, and whether it passed. */
async function record(file, number, body, context) {
  session.leave(file);
  const began = performance.now();
  const used = process.cpuUsage();
  let isGood = false;
  try {
    const result = await body(context);
    isGood = true;
    return result;
  } finally {
    const { user, system } = process.cpuUsage(used);
    const [ms, cpuMs] = [performance.now() - began, (user + system) / 1000];
    file.tests.push({ number, isGood, ms, cpuMs, hits: session.take() });
  }
}

async function tryOut(body, context) {
  try {
    return await body(context);
  } catch {
    process.exit(KILLED);
  }
}

function numbered(run) {
  return (...args) => {
    const body = args.pop();
    const { file } = session;
    if (typeof body !== 'function' || file === undefined) return run(...args, body);
    const number = file.count++;
    if (session.isRecording) return run(...args, (context) => record(file, number, body, context));
    if (file.chosen !== undefined && !file.chosen.has(number)) return undefined;
    return run(...args, (context) => tryOut(body, context));
  };
}

export const it = Object.assign(numbered(original.it), { skip: original.it.skip, todo: original.it.todo });
export const test = it;
