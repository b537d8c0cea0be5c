import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

describe('Othello in the commands', () => {
  it('is asked and answered in MAV without a finding, and illegal actions have their reason', async () => {
    const commands = '%prev_state %prev_action %state %top_all %best_action';
    const made = await cli(['mav', 'make', '--random', 'othello:2', '--plies', 'ply:12,56', '--commands', commands]);
    assert.equal(made.status, 0, made.stderr);
    const prompts = path.join(folder, 'prompts.mav');
    fs.writeFileSync(prompts, made.stdout);
    const answered = await cli(['mav', 'answer', prompts]);
    assert.equal(answered.status, 0, answered.stderr);
    assert.match(answered.stdout, /^\[%top_all (?:[a-h][1-8]|pass):<ctrl\d+>/m);
    const answers = path.join(folder, 'answers.mav');
    fs.writeFileSync(answers, answered.stdout);
    const clean = await cli(['check', answers]);
    assert.equal(clean.status, 0, clean.stdout);
    fs.writeFileSync(answers, answered.stdout.replace(/\[%best_action \S+\]/, '[%best_action pass]'));
    const wrong = await cli(['check', answers]);
    assert.equal(wrong.status, 1);
    assert.match(wrong.stdout, /MAV_BEST_ILLEGAL: pass is not legal here: only who can turn over no disc passes/);
  });

  itLong('is played in leagues, where playouts beat random play', async () => {
    const players = ['--player', 'random', '--player', 'rollouts:10'];
    const league = await cli(['league', '--game', 'othello', ...players, '--openings', '8', '--json']);
    assert.equal(league.status, 0, league.stderr);
    const { ratings } = JSON.parse(league.stdout) as { ratings: { player: string; share: number }[] };
    const score = ratings.find(({ player }) => player === 'rollouts:10')?.share ?? 0;
    assert.ok(score > 0.5, league.stdout);
  });
});
