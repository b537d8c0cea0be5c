// Starts a process of tests (`process.mjs`), ends it with all of its children, and removes what it has left.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

const FLAGS = [
  '--wasm-tiering-budget=100000000',
  '--import',
  path.resolve('test/support/seed.mjs'),
  '--test-reporter=dot',
];

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

/**
 * Runs tests in a process.
 *
 * @param work message to the process
 * @param limit milliseconds after which it is ended
 * @returns its exit status (`undefined` when it was ended) and its answers
 */
export function runProcess(work, limit) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-mutant-'));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...FLAGS, 'test/mutants/process.mjs'], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, TMPDIR: folder },
      // a group of processes, which ends as a whole
      detached: true,
    });
    const answers = [];
    let isHung = false;
    const timer = setTimeout(() => {
      isHung = true;
      endGroup(child);
    }, limit);
    child.on('message', (message) => {
      if (message.name !== undefined) answers.push(message);
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      endGroup(child);
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      resolve({ status: isHung ? undefined : (status ?? signal), answers });
    });
    child.send(work, () => {});
  });
}

/** Calls `work` with each of `items`, `jobs` at a time, until `isOver`; returns how many were left. */
export async function inTurn(items, jobs, isOver, work) {
  const waiting = [...items];
  const next = async () => {
    while (waiting.length > 0 && !isOver()) await work(waiting.shift());
  };
  await Promise.all(Array.from({ length: jobs }, next));
  return waiting.length;
}
