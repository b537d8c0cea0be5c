// A test process: node group.mjs FILE... loads bundled test files, whose tests Node's runner then runs one after the other.
import path from 'node:path';
import process from 'node:process';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

// No test runs before all files are loaded: what a test does to the process (its working directory) is not seen by a file that loads.
let loaded;
const allLoaded = new Promise((resolve) => {
  loaded = resolve;
});
before(() => allLoaded);

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
loaded();
