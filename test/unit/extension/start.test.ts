import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import { describe, it } from 'node:test';

interface Started {
  readonly commands: readonly string[];
  readonly messages: readonly string[];
  readonly rejected: readonly string[];
  readonly atStart: readonly (readonly [file: string, bytes: number])[];
  readonly loaded: readonly string[];
}
const run = spawnSync(process.execPath, ['test/support/started-extension.mjs', '.'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
assert.equal(run.status, 0, `dist/ does not start, npm run build makes it: ${run.stderr}`);
const started = JSON.parse(run.stdout.slice(run.stdout.lastIndexOf('\n{') + 1)) as Started;
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
};
/** Features, by the folders that register one. */
const features = fs.readdirSync('src/extension').filter((name) => fs.existsSync(`src/extension/${name}/register.ts`));

describe('the start of the extension', () => {
  it('loads wiring only, of bounded size', () => {
    const files = started.atStart.map(([file]) => file.replaceAll('\\', '/'));
    assert.deepEqual(files.sort(), ['dist/extension.cjs', 'dist/extension/start.cjs']);
    const bytes = started.atStart.reduce((sum, [, size]) => sum + size, 0);
    // Minified it is less than half of that.
    assert.ok(
      bytes < 108_000,
      `${bytes} bytes: a module of the start imports too much, such as a whole kit in LANGUAGES; load it when it is used`,
    );
  });

  it('registers every command of the manifest', () => {
    for (const { command } of manifest.contributes.commands) assert.ok(started.commands.includes(command), command);
  });

  it('has the bundle of every feature answer its commands, each as the first thing in a window', () => {
    assert.deepEqual(
      started.messages.filter((message) => message.includes('could not be loaded')),
      [],
    );
    assert.deepEqual(
      started.rejected.filter((message) => message.includes('does not answer')),
      [],
    );
    assert.ok(features.length > 10);
    for (const feature of features.filter((name) => name !== 'tools'))
      assert.ok(
        started.loaded.some((file) => new RegExp(`extension[\\\\/]${feature}(?:-\\w+)?\\.cjs$`).test(file)),
        feature,
      );
  });
});
