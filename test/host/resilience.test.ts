import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { it, PLAYS_ALL } from './scenes.ts';
import { Stage } from './stage.ts';

const ILLEGAL = '1. e4 e5 2. Nf3 Nc6 3. Bb7 *\n';

describe('the language server in a real VS Code', () => {
  const stage = new Stage();
  before(() => (PLAYS_ALL ? stage.start() : undefined));
  after(() => stage.stop());

  const servers = (count: number) =>
    eventually(
      'language servers',
      () => stage.languageServers.map(({ pid }) => pid),
      (pids) => pids.length === count,
    );

  it('is started again when it dies, with a message', () => {
    const scenario = { files: { 'game.pgn': ILLEGAL, 'other.pgn': ILLEGAL }, open: 'game.pgn', complaints: true };
    return stage.play('restart', scenario, async ({ workbench, picture }) => {
      await workbench.editor('game.pgn').root.locator('.squiggly-error').first().waitFor();
      const [pid] = await servers(1);
      process.kill(pid, 'SIGKILL');
      await workbench.toasts.filter({ hasText: 'language server' }).first().waitFor();
      await picture('server-restarted');
      const editor = await workbench.open('other.pgn');
      await editor.root.locator('.squiggly-error').first().waitFor();
      const [next] = await servers(1);
      assert.notEqual(next, pid);
    });
  });

  it('lives through garbage, nothing, and text in a wrong encoding', () => {
    const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919 + (i >> 3)) % 256);
    const scenario = {
      files: {
        'empty.pgn': '',
        'garbage.fen': Uint8Array.from(bytes, (byte) => (byte === 0 ? 1 : byte)),
        'latin1.pgn': Buffer.from('[White "Müller"]\n\n1. e4 { für } e5 *\n', 'latin1'),
        'deep.pgn': `1. e4 ${'('.repeat(20_000)} *\n`,
        'illegal.pgn': ILLEGAL,
      },
      open: 'empty.pgn',
    };
    return stage.play('bad-files', scenario, async ({ workbench }) => {
      const [pid] = await servers(1);
      for (const name of ['garbage.fen', 'latin1.pgn', 'deep.pgn', 'empty.pgn']) await workbench.open(name);
      const editor = await workbench.open('illegal.pgn');
      await editor.root.locator('.squiggly-error').first().waitFor();
      assert.deepEqual(await servers(1), [pid]);
    });
  });
});

/** Stands in for the server: ends at once the first `ends` times, and counts its starts. */
const dying = (ends: number): string => `
const fs = require('node:fs');
const count = __dirname + '/starts.txt';
const starts = fs.existsSync(count) ? Number(fs.readFileSync(count, 'utf8')) : 0;
fs.writeFileSync(count, String(starts + 1));
if (starts < ${ends}) process.exit(1);
require('./server-real.cjs');
`;

describe('a language server that dies while it starts', () => {
  const stage = new Stage();
  before(() => (PLAYS_ALL ? stage.start() : undefined));
  after(() => stage.stop());

  it('is started again', () => {
    const dist = path.join(stage.host.extension('statelens'), 'dist');
    fs.renameSync(path.join(dist, 'server.cjs'), path.join(dist, 'server-real.cjs'));
    fs.writeFileSync(path.join(dist, 'server.cjs'), dying(2));
    const scenario = { files: { 'game.pgn': ILLEGAL }, open: 'game.pgn', complaints: true };
    return stage.play('dying', scenario, async ({ workbench }) => {
      await workbench.editor('game.pgn').root.locator('.squiggly-error').first().waitFor();
      assert.equal(fs.readFileSync(path.join(dist, 'starts.txt'), 'utf8'), '3');
    });
  });
});
