import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';

const ILLEGAL = '1. e4 e5 2. Nf3 Nc6 3. Bb7 *\n';
const BYTES = Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919 + (i >> 3)) % 256);
/** Garbage, nothing, text in a wrong encoding, and a variation in a variation in … */
const BAD_FILES = {
  'garbage.fen': BYTES.map((byte) => (byte === 0 ? 1 : byte)),
  'latin1.pgn': Buffer.from('[White "Müller"]\n\n1. e4 { für } e5 *\n', 'latin1'),
  'deep.pgn': `1. e4 ${'('.repeat(20_000)} *\n`,
  'empty.pgn': '',
};

/** Stands in for the server: ends immediately the first `ends` times, and counts its starts. */
const dying = (ends: number): string => `
const fs = require('node:fs');
const count = __dirname + '/starts.txt';
const starts = fs.existsSync(count) ? Number(fs.readFileSync(count, 'utf8')) : 0;
fs.writeFileSync(count, String(starts + 1));
if (starts < ${ends}) process.exit(1);
require('./server-real.cjs');
`;

/** Puts the stand-in in the place of the server of an installed extension. The returned function undoes that; a second call does nothing. */
function replaceServer(dist: string, ends: number): () => void {
  const [server, real] = [path.join(dist, 'server.cjs'), path.join(dist, 'server-real.cjs')];
  fs.renameSync(server, real);
  fs.writeFileSync(server, dying(ends));
  return () => {
    if (fs.existsSync(real)) fs.renameSync(real, server);
  };
}

describe('the language server in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('is started again when it dies, while it starts and later, with a message, and lives through files of any content', async () => {
    await stage.ready();
    const others = new Set(stage.languageServers.map(({ pid }) => pid));
    const own = (): Promise<number[]> =>
      eventually(
        'the language server of the window',
        () => stage.languageServers.map(({ pid }) => pid).filter((pid) => !others.has(pid)),
        (pids) => pids.length === 1,
      );
    const dist = path.join(stage.host.extension('statelens'), 'dist');
    const restore = replaceServer(dist, 2);
    const files = { 'game.pgn': ILLEGAL, 'other.pgn': ILLEGAL, 'illegal.pgn': ILLEGAL, ...BAD_FILES };
    const scenario = { files, open: 'game.pgn', complaints: true, ownWindow: true };
    try {
      await stage.play('restart', scenario, async ({ workbench, picture }) => {
        await workbench.editor('game.pgn').root.locator('.squiggly-error').first().waitFor();
        assert.equal(fs.readFileSync(path.join(dist, 'starts.txt'), 'utf8'), '3');
        restore();
        await workbench.run('Clear All Notifications', 'Notifications');

        const [pid = 0] = await own();
        process.kill(pid, 'SIGKILL');
        await workbench.toasts.filter({ hasText: 'language server' }).first().waitFor();
        await picture('server-restarted');
        const other = await workbench.open('other.pgn');
        await other.root.locator('.squiggly-error').first().waitFor();
        const [next] = await own();
        assert.notEqual(next, pid);

        await workbench.run('Clear All Notifications', 'Notifications');
        for (const name of Object.keys(BAD_FILES)) await workbench.open(name);
        const illegal = await workbench.open('illegal.pgn');
        await illegal.root.locator('.squiggly-error').first().waitFor();
        assert.deepEqual(await own(), [next]);
        assert.deepEqual(await workbench.complaints.allInnerTexts(), []);
      });
    } finally {
      restore();
    }
  });
});
