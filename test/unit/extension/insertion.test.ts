import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { applyEdits, shiftRanges } from '../../../src/core/base/text/range.ts';
import { pgnPredictions } from '../../../src/core/notation/predictions/pgn-predictions.ts';
import { namedWorlds } from '../../../src/core/notation/walk/walk-world.ts';
import { labelCounts, predictionRemoval } from '../../../src/extension/editor/remove-predictions.ts';
import { keptText, planInsertion } from '../../../src/extension/predict/run.ts';
import { PREDICTABLE_PGN, type PredictableDocument, plannedTargets } from '../../../src/models/predict/pgn-targets.ts';
import { type PredictionResults, predictTargets } from '../../../src/models/predict/predict-state.ts';
import { WalkTargets } from '../../../src/models/predict/walk-targets.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { openModel } from '../../../src/models/sources/registry.ts';

const TEXT = '[Event "1"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 *\r\n\r\n[Event "2"]\r\n\r\n1. d4 d5 *\r\n';

async function predicted(label = 'baseline:naive-tracker') {
  const model = openModel(label);
  assert.ok(model.ok);
  const places = [...plannedTargets(TEXT, (length) => [2, length])].flatMap((game) => game.places).slice(0, 3);
  const { answered } = await predictTargets(
    model.value,
    places.map((place) => ({ place, sample: 0 })),
    { template: DEFAULT_TEMPLATE, nameTemplate: false, settings: {}, concurrency: 1, clock: systemClock },
    new AbortController().signal,
  );
  assert.equal(answered.length, 3);
  return answered;
}

describe('answers', () => {
  it('are written behind their moves with the line ends of the file', async () => {
    const answers = await predicted();
    const anchors = answers.map(({ asked }) => asked.place.anchor);
    const { edits, written, unplaced } = planInsertion(PREDICTABLE_PGN, TEXT, answers, anchors, 'skip');
    const text = applyEdits(TEXT, edits);
    assert.deepEqual([written, unplaced.length], [3, 0]);
    assert.deepEqual(
      pgnPredictions(text).map(({ game, ply, fen }) => [game, ply, fen?.split(' ')[1]]),
      [
        [0, 2, 'w'],
        [0, 4, 'w'],
        [1, 2, 'w'],
      ],
    );
    assert.ok(!/[^\r]\n/.test(text));
  });

  it('follow their moves when the text was edited meanwhile, and are kept when the moves were', async () => {
    const answers = await predicted();
    const insert = '[Event "0"]\r\n\r\n1. c4 *\r\n\r\n';
    const nc6 = TEXT.indexOf('Nc6');
    const changes = [
      { range: { start: 0, end: 0 }, length: insert.length },
      { range: { start: nc6, end: nc6 + 3 }, length: 2 },
    ];
    const edited = insert + TEXT.replace('Nc6', 'd6');
    const anchors = shiftRanges(
      answers.map(({ asked }) => asked.place.anchor),
      changes,
    );
    const { edits, written, unplaced } = planInsertion(PREDICTABLE_PGN, edited, answers, anchors, 'skip');
    assert.equal(written, 2);
    assert.deepEqual(
      pgnPredictions(applyEdits(edited, edits)).map(({ game, ply, san }) => [game, ply, san]),
      [
        [1, 2, 'e5'],
        [2, 2, 'd5'],
      ],
    );
    const [kept] = unplaced;
    assert.ok(kept !== undefined);
    assert.match(keptText(kept), /^\{ \[%pfen baseline:naive-tracker r1bqkbnr\/.* 3\] \} after 1\. e4 e5 2\. Nf3 Nc6$/);
  });

  it('leave a text alone that is another one altogether', async () => {
    const answers = await predicted();
    const { edits, unplaced } = planInsertion(
      PREDICTABLE_PGN,
      'not a game',
      answers,
      answers.map(() => undefined),
      'skip',
    );
    assert.deepEqual([edits.length, unplaced.length], [0, 3]);
  });
});

describe('answers about walks', () => {
  const walks = 'world s5\nstart 2 1 3 4 5\n(12) (23)\n\nworld chess\ne2e4 e7e5\n';
  const asked: PredictableDocument = { language: 'walk', open: (text) => new WalkTargets(text, namedWorlds) };
  const answersOf = async (): Promise<PredictionResults['answered']> => {
    const model = openModel('baseline:start-position');
    assert.ok(model.ok);
    const places = [...asked.open(walks).planned((length) => [1, length])].flatMap((walk) => walk.places);
    const by = { template: DEFAULT_TEMPLATE, nameTemplate: false };
    const { answered } = await predictTargets(
      model.value,
      places.map((place) => ({ place, sample: 0 })),
      { ...by, settings: {}, concurrency: 1, clock: systemClock },
      new AbortController().signal,
    );
    return answered;
  };

  it('are written behind their actions, and kept with these when they were edited', async () => {
    const answers = await answersOf();
    const anchors = answers.map(({ asked: { place } }) => place.anchor);
    const { edits, written } = planInsertion(asked, walks, answers, anchors, 'skip');
    assert.equal(written, 4);
    const text = applyEdits(walks, edits);
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const said = (state: string): string => `# pstate baseline:start-position ${state}\n`;
    const own = said('2 1 3 4 5');
    assert.equal(
      text,
      `world s5\nstart 2 1 3 4 5\n(12) \n${own}(23)\n${own}\nworld chess\ne2e4 \n${said(start)}e7e5\n${said(start)}`,
    );
    const { unplaced } = planInsertion(
      asked,
      walks.replace('e7e5', 'c7c5').replace('(23)', '(34)'),
      answers,
      [],
      'skip',
    );
    assert.deepEqual(unplaced.map(keptText), [
      `${own.trim()} after (12) (23)`,
      `{ [%pfen baseline:start-position ${start}] } after 1. e4 e5`,
    ]);
  });
});

describe('predictions that are removed', () => {
  const annotated = async (): Promise<string> => {
    let text = TEXT;
    for (const label of ['baseline:naive-tracker', 'baseline:start-position']) {
      const answers = await predicted(label);
      const { edits } = planInsertion(PREDICTABLE_PGN, text, answers, [], 'skip');
      text = applyEdits(text, edits);
    }
    return text;
  };

  it('are counted by label', async () => {
    assert.deepEqual(labelCounts(await annotated(), 'pgn'), [
      { label: 'baseline:naive-tracker', count: 3 },
      { label: 'baseline:start-position', count: 3 },
    ]);
  });

  it('all together leave the original bytes', async () => {
    const text = await annotated();
    const { edits, removed } = predictionRemoval(text, 'pgn', undefined, () => true);
    assert.equal(removed, 6);
    assert.equal(applyEdits(text, edits), TEXT);
  });

  it('are those of a label in a scope, and no others', async () => {
    const text = await annotated();
    const { edits, removed } = predictionRemoval(
      text,
      'pgn',
      'baseline:start-position',
      ({ game, ply }) => game === 0 && ply === 2,
    );
    assert.equal(removed, 1);
    assert.deepEqual(
      pgnPredictions(applyEdits(text, edits)).map(
        ({ label, game, ply }) => `${label.model.slice(9, 14)} ${game} ${ply}`,
      ),
      ['naive 0 2', 'naive 0 4', 'start 0 4', 'naive 1 2', 'start 1 2'],
    );
    const game = predictionRemoval(text, 'pgn', undefined, (one) => one.game === 1);
    assert.equal(game.removed, 2);
    assert.equal(pgnPredictions(applyEdits(text, game.edits)).length, 4);
  });
});
