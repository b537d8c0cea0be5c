import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TABLE = 'test/fixtures/puzzles.csv';
const SOLVED = ['--plies', 'ply:1'];
const TOLD = /puzzles\.csv(?:\.gz)?:4: move 2, f3f8, cannot be played: .*; left out\n/;
const COUNTED = /puzzles\.csv(?:\.gz)?: 5 rows left out that are no puzzle\n/;

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  try {
    await use(folder);
  } finally {
    remove();
  }
}

describe('puzzles as games', () => {
  it('give prompts at the position to solve, chosen by rating and theme, and tell rows that are none', async () => {
    const where = ['--where', 'Rating < 1000 and Themes contains backRank'];
    const { status, stdout, stderr } = await cli([
      'mav',
      'make',
      TABLE,
      ...SOLVED,
      ...where,
      '--commands',
      '%FEN %top_all',
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^# puzzles\.csv game 1 ply 1\n|^# .*puzzles\.csv game 1 ply 1\n/);
    assert.match(stdout, /\[%FEN 6k1\/r4ppp\/8\/8\/8\/8\/5PPP\/3R2K1 w - - 1 2\]\n$/);
    assert.match(stderr, TOLD);
    assert.match(stderr, COUNTED);
    assert.match(stderr, /1 of 3 games chosen/);
  });

  it('are read compressed, from a pipe, by games and for datasets, each bad row told once', async () => {
    await inFolder(async (folder) => {
      const packed = path.join(folder, 'puzzles.csv.gz');
      writeFileSync(packed, gzipSync(readFileSync(TABLE)));
      const plain = await cli(['mav', 'make', TABLE, ...SOLVED, '--no-comments']);
      for (const source of [
        await cli(['mav', 'make', packed, ...SOLVED, '--no-comments']),
        await cli(['mav', 'make', '-', ...SOLVED, '--no-comments'], { input: readFileSync(TABLE, 'utf8') }),
      ]) {
        assert.equal(source.stdout, plain.stdout);
        assert.equal(source.stderr.match(/:4: /g)?.length, 1);
      }
      const count = await cli(['games', packed, '--where', 'Themes contains endgame', '--count']);
      assert.equal(count.stdout, '2\n', count.stderr);
      assert.match(count.stderr, COUNTED);
      const out = path.join(folder, 'data.jsonl');
      const dataset = await cli(['mav', 'dataset', packed, '--where', 'Rating > 1000', '-o', out]);
      assert.equal(dataset.status, 0, dataset.stderr);
      assert.match(readFileSync(out, 'utf8'), /8\/P4k2/);
    });
  });

  it('are the positions of a run, which resumes from the same table', async () => {
    await inFolder(async (folder) => {
      const games = path.join(folder, 'puzzles.csv');
      copyFileSync(TABLE, games);
      const run = path.join(folder, 'a.run.jsonl');
      const args = ['run', '--games', games, '--model', 'baseline:naive-tracker', ...SOLVED, '--out', run];
      const first = await cli([...args, '--max-requests', '1']);
      assert.equal(first.status, 3, first.stderr);
      const resumed = await cli(['resume', run, '--max-requests', '10']);
      assert.equal(resumed.status, 0, resumed.stderr);
      assert.equal(resumed.stderr.match(/:4: /g)?.length, 1);
      const samples = readFileSync(run, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as RunSample & { readonly kind: string })
        .filter(({ kind }) => kind === 'sample');
      assert.equal(samples.length, 3);
      assert.ok(samples.some(({ trueFen }) => trueFen === '6k1/r4ppp/8/8/8/8/5PPP/3R2K1 w - - 1 2'));
    });
  });

  it('are imported with answers, at the position after the first move', async () => {
    await inFolder(async (folder) => {
      const log = path.join(folder, 'answers.csv');
      const [head = '', first = '', second = ''] = readFileSync(TABLE, 'utf8').split('\n');
      const fen = '6k1/r4ppp/8/8/8/8/5PPP/3R2K1 w - - 1 2';
      writeFileSync(
        log,
        [`${head},response`, `${first},FEN: ${fen}`, `${second.replace('b7b6', 'b7b4')},x`, ''].join('\n'),
      );
      const { status, stdout, stderr } = await cli(['import', log]);
      assert.equal(status, 0, stderr);
      assert.match(stderr, /read as rows of Lichess puzzles/);
      assert.match(stderr, /line 3: move 1, b7b4, cannot be played/);
      const sample = JSON.parse(stdout.trim().split('\n')[1] ?? '') as RunSample;
      assert.deepEqual(
        [sample.trueFen, sample.extraction?.fen, sample.moves, sample.gameName],
        [fen, fen, ['Ra7'], 'own01'],
      );
    });
  });
});
