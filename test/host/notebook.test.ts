import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { BARE_GAME } from './samples.ts';
import { itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';

const COMPARISON = {
  schema: 1,
  label: 'gpt-4o',
  states: {
    game: 'chess',
    true: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    predicted: 'rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  },
  p: [1, 0.95],
  r: [1, 1],
  verdict: 'squares',
  sentence: 'sees no black queen on d8',
  positionMatch: false,
};
const NOTEBOOK = {
  cells: [
    {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      source: ['lens.compare(...)'],
      outputs: [
        {
          output_type: 'execute_result',
          execution_count: 1,
          metadata: {},
          data: {
            'application/vnd.statelens+json': COMPARISON,
            // What Python gives programs without the renderer.
            'text/html': ['<table><tr><td>sees no black queen</td></tr></table>'],
            'text/plain': ['gpt-4o: sees no black queen'],
          },
        },
      ],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

/** The frame with the outputs of the notebook. */
async function outputsOf(page: Page): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames())
      if (
        (await frame
          .locator('.statelens-output')
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    return undefined;
  };
  const frame = await eventually('the output of the notebook', find, (found) => found !== undefined);
  assert.ok(frame);
  return frame;
}

describe('a notebook that was saved with a comparison', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  itInEach('shows both boards, without a kernel', () => {
    const files = { 'game.pgn': BARE_GAME, 'answers.ipynb': JSON.stringify(NOTEBOOK) };
    return stage.play(
      'notebook',
      { files, open: 'game.pgn', complaints: true },
      async ({ workbench, page, picture }) => {
        await workbench.show('answers.ipynb');
        const outputs = await outputsOf(page);
        assert.match(await outputs.locator('.sentence').innerText(), /gpt-4o sees no black queen on d8$/);
        assert.equal(await outputs.locator('figure img').count(), 2);
        assert.match(await outputs.locator('.differences').innerText(), /^d8: true black queen; believed empty$/);
        await picture('notebook');
      },
    );
  });
});
