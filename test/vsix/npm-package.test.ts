import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';

describe('the npm package', () => {
  // Outside of the project, so that nothing of its node_modules or files can be found from there.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-npm-'));
  const root = path.join(folder, 'package');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'dist/cli.mjs'), ...args], { encoding: 'utf8', cwd: folder });

  before(() => {
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    const packed = spawnSync('npm', pack, { encoding: 'utf8' });
    assert.equal(packed.status, 0, packed.stderr);
    const [archive] = fs.readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    assert.ok(archive);
    assert.equal(spawnSync('tar', ['-xzf', archive], { cwd: folder }).status, 0);
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('asks the model in the box, chess and stones, and the engine', () => {
    const game = path.join(folder, 'game.pgn');
    fs.writeFileSync(game, '1. e4 e5 2. Nf3 *\n');
    const predicted = run('predict', game);
    assert.equal(predicted.status, 0, predicted.stderr);
    assert.match(predicted.stdout, /%pfen builtin:mav-small \S+ b /);
    const prompts = path.join(folder, 'prompts.mav');
    fs.writeFileSync(
      prompts,
      `<mav game=connect_four> %state %top_all </mav>\n[%state x || ${'. '.repeat(42)}||]\n\n<mav game=chess> %FEN %best_action </mav>\n[%FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1]\n`,
    );
    const [stones, engine] = [
      ['--model', 'builtin:mav-small'],
      ['--depth', '2'],
    ].map((options) => run('mav', 'answer', prompts, ...options));
    assert.match(stones?.stdout ?? '', /\[%top_all x0:/);
    assert.equal(engine?.status, 0, engine?.stderr);
    assert.match(engine?.stdout ?? '', /\[%best_action a1a8\]/);
  });

  it('holds neither the extension nor what only developers need', () => {
    const names = fs.readdirSync(root, { recursive: true }).map(String);
    const strange = names.filter((name) =>
      /^(?:src|test|bench|training|out)\b|\.map$|^dist\/(?:extension|server\.cjs)/.test(name),
    );
    assert.deepEqual(strange, []);
  });
});
