// A test process: node group.mjs FILE... loads bundled test files, whose tests Node's runner then runs one after the other.
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(path.resolve(file)).href);
  } catch (error) {
    // One file that cannot be loaded does not keep the others from being tested.
    test(`${file} is loaded`, () => {
      throw error;
    });
  }
}
