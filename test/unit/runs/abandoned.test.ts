import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { writeText } from '../../../src/cli/io/files.ts';
import { temporaryFor } from '../../../src/models/node-files.ts';
import { FolderAnswerCache } from '../../../src/models/runs/node-answer-cache.ts';
import { FileLock } from '../../../src/models/runs/node-lock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hash, modelThat, resumeIn, says } from './run-support.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (...parts: readonly string[]): string => path.join(folder, ...parts);
/** The number of a process that was. */
const gone = spawnSync(process.execPath, ['-e', '']).pid;
/** What a process leaves behind that is killed while it writes a file. */
function leave(file: string, pid: number): string {
  const left = temporaryFor(file).replace(`.${process.pid}-`, `.${pid}-`);
  fs.mkdirSync(path.dirname(left), { recursive: true });
  fs.writeFileSync(left, 'half of');
  return left;
}
const temporaries = (): string[] =>
  fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'));

describe('what a killed process leaves behind', () => {
  it('is removed by the next one that writes the same file, and what a living one writes stays', async () => {
    const answer = says();
    assert.ok(answer.ok);
    const key = hash('a');
    const writers: readonly (readonly [string, () => unknown])[] = [
      [at('a.pgn'), () => writeText(at('a.pgn'), 'text')],
      [
        at('m.run.jsonl'),
        () =>
          resumeIn(
            at('m.run.jsonl'),
            modelThat(() => says()),
          ),
      ],
      [at('cache', key.slice(0, 2), `${key}.json`), () => new FolderAnswerCache(at('cache')).put(key, answer.value)],
    ];
    for (const [file, write] of writers) {
      const dead = leave(file, gone);
      const living = leave(file, process.pid);
      await write();
      assert.deepEqual([fs.existsSync(dead), fs.existsSync(living)], [false, true], file);
      fs.rmSync(living);
    }
    assert.deepEqual(temporaries(), []);
  });

  it('stays for a day where it is another machine’s', () => {
    const file = at('b.pgn');
    const foreign = leave(file, gone).replace(/\.[0-9a-f]{8}\.(?=\d+-)/, '.00000000.');
    fs.writeFileSync(foreign, '');
    writeText(file, 'text');
    assert.ok(fs.existsSync(foreign));
    fs.utimesSync(foreign, 1000, 1000);
    writeText(file, 'text');
    assert.ok(!fs.existsSync(foreign));
  });

  it('is no hindrance and no litter for a lock', () => {
    const file = at('c.run.jsonl');
    const first = FileLock.take(file);
    assert.ok(first.ok);
    const owner = JSON.parse(fs.readFileSync(`${file}.lock`, 'utf8')) as object;
    first.value.release();
    const left = `${file}.lock.01234567-89ab-cdef-0123-456789abcdef`;
    fs.writeFileSync(left, JSON.stringify({ ...owner, pid: gone }));
    const second = FileLock.take(file);
    assert.ok(second.ok);
    assert.ok(!fs.existsSync(left));
    second.value.release();
  });
});
