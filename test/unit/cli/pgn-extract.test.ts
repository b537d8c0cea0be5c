import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { contest } from '../../../bench/games/contest.ts';
import { writeCorpus } from '../../../bench/games/corpus.ts';
import { pgnExtract, runForCpu } from '../../../bench/games/cpu-child.ts';
import { JOBS } from '../../../bench/games/jobs.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const program = pgnExtract();
const skip = program === undefined ? 'pgn-extract is not installed' : false;
/** What is quicker depends on the machine and on what else runs there, so it is compared when asked for. */
const isQuiet = process.env['STATELENS_SPEED'] === '1';
const isBuilt = existsSync('dist/cli.mjs');

/** Large enough that the start of a process matters little beside it. */
const LARGE = 40e6;
/** The median of three rounds counts; where a single one is good enough there are no more. */
const ROUNDS = [1, 3];

describe('the games that statelens and pgn-extract choose', { skip }, () => {
  const file = path.join(folder, 'games.pgn');
  writeCorpus(file, 1.5e6);

  for (const { name, ours, theirs, read } of JOBS) {
    if (read === undefined) continue;
    it(`are the same, in the same order: ${name}`, async () => {
      const { status, stderr } = await cli(ours(file, folder));
      assert.equal(status, 0, stderr);
      assert.equal(runForCpu(program ?? '', theirs(file, folder), folder).status, 0);
      const [mine, others] = [read.ours(folder), read.theirs(folder)];
      assert.ok(mine.length > 5, `${mine.length} games`);
      assert.deepEqual(mine, others);
    });
  }
});

const skipSpeed =
  skip || (isQuiet ? (isBuilt ? false : 'dist/ is not built') : 'only with STATELENS_SPEED=1, on a quiet machine');

describe('the CPU time of statelens beside that of pgn-extract, in turn', { skip: skipSpeed }, () => {
  const file = path.join(folder, 'large.pgn');
  const { bytes } = skipSpeed === false ? writeCorpus(file, LARGE) : { bytes: 0 };

  /** The ratio that must be reached at most: half of it for `check`, and theirs, on one core, for the others. */
  for (const job of JOBS) {
    const most = job.name === 'check' ? 0.5 : 1;
    it(`is at most ${most} times as much: ${job.name}`, () => {
      let ratio = Number.POSITIVE_INFINITY;
      for (const rounds of ROUNDS) {
        if (ratio <= most) break;
        const result = contest(job, program ?? '', { path: file, bytes }, rounds, folder);
        assert.ok(result.agrees);
        ({ ratio } = result);
      }
      assert.ok(ratio <= most, `${ratio.toFixed(2)} times as much`);
    });
  }
});
