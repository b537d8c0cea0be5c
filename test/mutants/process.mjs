// A process that runs bundled tests with one mutant, or records which mutants each test comes to. Its parent sends
// `{ files: [{ name, bundle, chosen }], mutant }`: numbers of tests, all where `chosen` is absent; no mutant to record.
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** More than any room has. */
const MAX_MUTANTS = 1 << 17;

const { files, mutant } = await new Promise((resolve) => process.once('message', resolve));
const isRecording = mutant === undefined;
const hits = new Uint8Array(MAX_MUTANTS);
globalThis.mutantId = mutant ?? -1;
globalThis.mutantHits = hits;

const take = () => {
  const taken = [];
  for (let id = hits.indexOf(1); id >= 0; id = hits.indexOf(1, id)) {
    taken.push(id);
    hits[id] = 0;
  }
  return taken;
};
const session = {
  isRecording,
  file: undefined,
  take,
  /** Mutants met outside of tests belong to all tests of the file. */
  leave: (file) => file.always.push(...take()),
};
globalThis.mutantSession = session;

for (const { name, bundle, chosen } of files) {
  const file = { name, count: 0, tests: [], always: [], chosen: chosen && new Set(chosen) };
  session.file = file;
  await import(pathToFileURL(path.resolve(bundle)).href);
  session.file = undefined;
  // the tests of one file end before the next one is loaded
  await test('the tests of a file have ended', () => {});
  if (!isRecording) continue;
  session.leave(file);
  process.send({ name, tests: file.tests, always: [...new Set(file.always)] });
}
process.disconnect();
