import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeExtraction } from '../../../src/core/answers/extraction.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { runWalks, sampleActions } from '../../../src/core/evaluation/exports/run-walks.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const ENDING = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';

const sample = (over: Partial<RunSample>): RunSample => ({
  kind: 'sample',
  id: 'm/0',
  model: 'm',
  index: 0,
  game: 0,
  ply: 1,
  variant: 'chess',
  moves: ['e4'],
  trueFen: AFTER_E4,
  raw: '',
  extraction: null,
  ...over,
});
const says = (answer: string): Pick<RunSample, 'raw' | 'extraction'> => {
  const found = makeExtraction(readAnswer(answer));
  return { raw: answer, extraction: found === undefined ? null : { ...found, by: 'statelens' } };
};

describe('samples of a run as walks', () => {
  it('are one walk a game, as long as its longest sample, with the answers at their plies', () => {
    const walks = runWalks([
      sample(says(AFTER_E4)),
      sample({ ply: 3, moves: ['e4', 'e5', 'Nf3'], index: 2, template: 't' }),
      sample({ ply: 2, moves: ['e4', 'e5'], model: 'other' }),
      sample({ game: 4, ply: 0, moves: undefined as never }),
    ]);
    assert.deepEqual([walks.count, walks.left], [2, 0]);
    assert.equal(
      walks.text,
      `world chess\ne2e4\n# pstate m ${AFTER_E4}\ne7e5\n# pstate other ?\ng1f3\n# pstate m@t#2 ?\n\nworld chess\n# pstate m ?\n`,
    );
  });

  it('leave out failed requests, samples without moves, and those after a move that is illegal', () => {
    const error = { code: 'timeout', message: 'late' } as const;
    const walks = runWalks([
      sample({ error }),
      sample({ moves: undefined as never }),
      sample({ game: 1, ply: 3, moves: ['e4', 'Ke2', 'Nf3'] }),
      sample({ game: 1, ply: 1 }),
    ]);
    assert.deepEqual([walks.count, walks.left], [1, 3]);
    assert.equal(walks.text, 'world chess\ne2e4\n# pstate m ?\n');
  });

  it('name a start other than that of the game, and the variant', () => {
    const start = (startFen: string, over: Partial<RunSample> = {}): string =>
      runWalks([sample({ startFen, ply: 1, moves: ['O-O'], ...over })]).text;
    assert.equal(start(ENDING), `world chess\nstart ${ENDING}\ne1g1\n# pstate m ?\n`);
    assert.equal(start(INITIAL_FEN, { moves: ['e4'] }), 'world chess\ne2e4\n# pstate m ?\n');
    assert.match(start(ENDING, { variant: 'chess960' }), /^world chess960\nstart /);
    assert.deepEqual(sampleActions(sample({ startFen: 'nonsense' }), undefined), []);
  });

  it('keep actions of worlds as they are', () => {
    const walk = sample({ variant: 'world:s3', moves: ['(12)', '(23)'], ply: 2, trueFen: '2 3 1' });
    assert.deepEqual(sampleActions(walk, undefined), ['(12)', '(23)']);
    assert.equal(runWalks([walk]).text, 'world s3\n(12) (23)\n# pstate m ?\n');
  });
});
