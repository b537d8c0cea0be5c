// Loaded before every test file. One seed for all properties, so that a run can be repeated; STATELENS_SEED=n tries others.
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too, and try no property: fast-check would be a good part of the time that they take to start.
if (isMainThread) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(process.env.STATELENS_SEED ?? 20261121) });
}
