import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import process from 'node:process';
import { describe, it } from 'node:test';

const FOLDER = 'media/engine';
const check = (cwd: string, script: string) =>
  spawnSync(process.execPath, [script, '--check'], { cwd, encoding: 'utf8' });

describe('the engine that is carried along', () => {
  it('is the published one, and its README says which', () => {
    assert.deepEqual(check('.', 'scripts/refresh-engine.mjs').stderr, '');
    const readme = fs.readFileSync(`${FOLDER}/README.md`, 'utf8');
    const named = [...readme.matchAll(/`([\w.-]+)`\s*\|\s*`([0-9a-f]{64})`/g)].map(([, name, sum]) => [name, sum]);
    assert.equal(named.length, 2);
    for (const [name, sum] of named) {
      const found = createHash('sha256')
        .update(fs.readFileSync(`${FOLDER}/${name}`))
        .digest('hex');
      assert.equal(found, sum, name);
    }
  });

  it('is checked: a file that was changed or left out is told', (t) => {
    const folder = fs.mkdtempSync('out/engine-files-');
    t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    fs.mkdirSync(`${folder}/${FOLDER}`, { recursive: true });
    fs.copyFileSync(`${FOLDER}/stockfish-19-lite-single.js`, `${folder}/${FOLDER}/stockfish-19-lite-single.js`);
    fs.writeFileSync(`${folder}/${FOLDER}/stockfish-19-lite-single.wasm`, 'no engine');
    const { status, stderr } = check(folder, fs.realpathSync('scripts/refresh-engine.mjs'));
    assert.equal(status, 1);
    assert.match(stderr, /^stockfish-19-lite-single\.wasm has the SHA-256 [0-9a-f]{64}, not /m);
    assert.match(stderr, /^LICENSE\.txt is missing$/m);
    assert.doesNotMatch(stderr, /lite-single\.js/);
  });
});
