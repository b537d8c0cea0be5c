import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import process from 'node:process';
import { describe } from 'node:test';
import { it } from './scenes.ts';

describe('npm start', () => {
  it('serves VS Code with a copy of the samples, without a terminal, until it is told to end', async () => {
    const child = spawn(process.execPath, ['scripts/start.mjs', '--browser'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      let said = '';
      let address: string | undefined;
      for await (const piece of child.stdout.setEncoding('utf8')) {
        said += String(piece);
        address = /(http:\/\/127\.0\.0\.1:\d+\/\?folder=\S+)\s/.exec(said)?.[1];
        if (address !== undefined) break;
      }
      assert.ok(address, said);
      const bare = new URL(address);
      bare.searchParams.delete('tkn');
      assert.equal((await fetch(bare)).status, 403, 'without its token it lets nobody in');
      const first = await fetch(address, { redirect: 'manual' });
      assert.equal(first.status, 302);
      const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const page = await fetch(new URL(first.headers.get('location') ?? '', address), { headers: { cookie } });
      assert.equal(page.status, 200);
      assert.match(await page.text(), /vscode-workbench-web-configuration/);
      const folder = new URL(address).searchParams.get('folder');
      assert.ok(folder !== null && folder !== fs.realpathSync('samples'));
      // A file in the address would take the place of what was open before a reload, and a payload could skip VS Code's welcome.
      assert.equal(new URL(address).searchParams.get('payload'), null);
      assert.deepEqual(fs.readdirSync(folder), fs.readdirSync('samples'));
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      assert.ok(!fs.existsSync(folder));
      await assert.rejects(fetch(address));
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('refuses a port that is none', async () => {
    const child = spawn(process.execPath, ['scripts/start.mjs', '--port', 'http'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    let said = '';
    for await (const piece of child.stderr.setEncoding('utf8')) said += String(piece);
    assert.deepEqual(await ended, [2, null]);
    assert.match(said, /--port wants a number from 1 to 65535, not http/);
  });
});
