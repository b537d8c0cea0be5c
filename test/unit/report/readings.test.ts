import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { makeExtraction } from '../../../src/core/answers/extraction.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import { readScoreRow, rowValues } from '../../../src/core/evaluation/report/score-file.ts';
import { sampleAnnotation } from '../../../src/core/evaluation/runs/answer-facts.ts';
import { otherStates } from '../../../src/core/evaluation/runs/other-states.ts';
import { RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const TRUE = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

const HEADER = {
  kind: 'run',
  schema: 1,
  tool: { name: 'statelens', version: '0' },
  origin: { type: 'predict' },
  models: [{ label: 'm' }],
  settings: {},
};

/** A sample about the position after 1. e4 e5, with what is read from its answer. */
const sample = (index: number, raw: string, over: Partial<RunSample> = {}): RunSample => {
  const found = makeExtraction(readAnswer(raw));
  return {
    kind: 'sample',
    id: `m/${index}`,
    model: 'm',
    index,
    game: 0,
    ply: 2,
    variant: 'chess',
    moves: ['e4', 'e5'],
    trueFen: TRUE,
    raw,
    extraction: found === undefined ? null : { ...found, by: 'statelens' },
    finishReason: 'stop',
    ...over,
  };
};

describe('the other states of an answer', () => {
  const others = (raw: string) => {
    const reading = readAnswer(raw);
    return otherStates(reading, makeExtraction(reading)?.fen ?? null);
  };

  it('are none where the answer says one thing, however often', () => {
    assert.equal(others(TRUE), undefined);
    assert.equal(others(`${TRUE}, that is ${TRUE}`), undefined);
    assert.equal(others('I do not know.'), undefined);
  });

  it('are those that the last, the first and the last labeled state would be', () => {
    const found = others(`Final FEN: ${E4}\n\nOr ${TRUE}, or ${START}`);
    assert.deepEqual([found?.first, found?.labelled], [E4, E4]);
    assert.ok(found?.answer.includes(TRUE));
    const thought = others(`<think>${TRUE}</think>\n${E4}`);
    assert.deepEqual([thought?.answer, thought?.thoughts, thought?.last], [[], [TRUE], E4]);
  });
});

describe('a report on how answers were read', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  const write = (name: string, samples: readonly object[]): string => {
    const file = path.join(folder, name);
    writeFileSync(file, `${[HEADER, ...samples].map((one) => JSON.stringify(one)).join('\n')}\n`);
    return file;
  };
  const report = async (file: string, ...flags: string[]) => {
    const run = await cli(['report', file, '-m', '1', '--jobs', '1', '--no-baselines', ...flags]);
    assert.equal(run.status, 0, run.stderr);
    return run.stdout;
  };

  it('counts several states, doubts and true states elsewhere, and gives the means by other rules', async () => {
    const doubtful = sample(1, `It is ${TRUE}\nIt is ${E4}`);
    assert.equal(doubtful.extraction?.outcome, 'doubtful');
    const samples = [
      sample(0, TRUE),
      doubtful,
      sample(2, `Final FEN: ${TRUE}`, { reasoning: `After 1. e4: ${E4}` }),
      sample(3, E4, { reasoning: `So it is ${TRUE}` }),
      sample(4, 'I do not know.'),
    ];
    const { series } = JSON.parse(await report(write('several.run.jsonl', samples), '--format', 'json')) as Report;
    const { reading, answers, p } = series[0]?.all ?? assert.fail();
    assert.deepEqual(
      [answers, reading.several, reading.doubtful, reading.elsewhere, reading.inThoughts],
      [5, 1, 1, 1, 1],
    );
    const own = p[0]?.value ?? Number.NaN;
    const { last, first, labelled } = reading.byRule ?? assert.fail();
    assert.equal(labelled, own);
    assert.equal(last, own, 'the last state was taken');
    assert.ok(Math.abs(first - last - 1 / 5) < 1e-12, `${first} and ${last}: the first state of one of five is right`);
    const text = await report(path.join(folder, 'several.run.jsonl'), '--format', 'md');
    assert.match(
      text,
      /1 of 5 answers holds several states \(20\.0 %, 1 of them in doubt\); by last \/ first \/ labeled the mean p₁ would be/,
    );
    assert.match(
      text,
      /Answers that hold the true state elsewhere: 1\. State right in the reasoning, wrong in the answer: 1\./,
    );
    assert.match(await report(path.join(folder, 'several.run.jsonl'), '--format', 'csv'), /,p by first state,1,/);
  });

  it('leaves out what could not be read, and says whose fault a p of 0 is', async () => {
    const unread = { by: 'statelens', outcome: 'unread', reason: 'Rows that are no board.' } as const;
    const samples = [
      sample(0, TRUE),
      sample(1, 'rows', { extraction: unread }),
      sample(2, `The answer is rnbqkbnr/pppp`, { finishReason: 'length' }),
      sample(3, 'No.', { finishReason: 'refusal' }),
      sample(4, 'It is a nice position.'),
      { ...sample(5, ''), raw: null, extraction: null, error: { code: 'server', message: 'busy' } },
      { ...sample(6, ''), raw: null, extraction: null, error: { code: 'moderated', message: 'no' } },
    ];
    const file = write('faults.run.jsonl', samples);
    const { series, samples: listed } = JSON.parse(
      await report(file, '--format', 'json', '--list', 'samples'),
    ) as Report;
    const all = series[0]?.all ?? assert.fail();
    assert.deepEqual(all.reading.faults, { model: 1, doubtful: 0, unread: 1, 'cut-off': 1, refused: 2, request: 1 });
    assert.deepEqual([all.n, all.scored, all.failed, all.unscored, all.verdicts.unread], [7, 4, 2, 0, 1]);
    assert.equal(all.p[0]?.value, 0.25, 'the mean is over four answers');
    const found = listed?.find(({ id }) => id === 'm/1');
    assert.deepEqual([found?.verdict, found?.p, found?.predicted], ['unread', null, null]);
    const text = await report(file, '--format', 'md');
    assert.match(text, /1 could not be read/);
    assert.match(text, /by whose fault that is/);
    // Stored scores give the same.
    assert.equal(await report(file, '--format', 'md'), text);
  });

  it("says nothing of it where each answer holds one state and is the model's", async () => {
    const file = write('plain.run.jsonl', [sample(0, TRUE), sample(1, 'I do not know.')]);
    assert.doesNotMatch(await report(file, '--format', 'md'), /Reading of the answers/);
  });

  it('shares weights as all other figures do', () => {
    const twice = [0, 1].map((game) =>
      madeSample({ model: 'm', game, several: true, doubtful: true, scores: wrongScores(1, 0) }),
    );
    const { series } = buildReport([madeRun(twice)], { tool: { name: 't', version: '0' }, m: 2 });
    const { answers, reading } = series[0]?.all ?? assert.fail();
    assert.deepEqual([reading.several, reading.doubtful, reading.faults.doubtful], [answers, answers, answers]);
  });

  it('keeps the figures of other states beside the run', () => {
    const others = { last: 0.5, first: 0, labelled: 0.25, inAnswer: true, inThoughts: false };
    for (const ended of ['cut', 'refused'] as const) {
      const row = {
        key: 'k',
        ...madeSample({
          model: 'm',
          game: 0,
          several: true,
          doubtful: true,
          ended,
          scores: madeScores({ others, inPart: true }),
        }),
      };
      assert.deepEqual(readScoreRow(JSON.parse(JSON.stringify(rowValues(row)))), row);
    }
  });
});

describe('what run files say of an extraction', () => {
  const read = (extraction: object | null) => {
    const reader = new RunReader();
    const line = JSON.stringify({ ...sample(0, TRUE), extraction });
    return reader.push(`${JSON.stringify(HEADER)}\n${line}\n`)[1];
  };

  it('is read from files of older versions', () => {
    const old = { fen: TRUE, by: 'statelens', form: 'complete', fields: 6, range: { start: 0, end: 5 }, candidates: 1 };
    const event = read(old);
    assert.ok(event?.type === 'sample');
    const { fields: _, ...kept } = old;
    assert.deepEqual(event.sample.extraction, kept);
  });

  it('has a state, or is unread', () => {
    assert.equal(read({ by: 'statelens', outcome: 'unread', candidates: 0 })?.type, 'sample');
    assert.equal(read({ by: 'statelens', outcome: 'certain' })?.type, 'problem');
    assert.equal(read({ fen: TRUE, by: 'statelens', outcome: 'unread' })?.type, 'problem');
  });
});

describe('a prediction in a file', () => {
  it('says that its answer could not be read, or was read in doubt', () => {
    const unread = sampleAnnotation(sample(0, 'x', { extraction: { by: 'statelens', outcome: 'unread' } }));
    assert.equal(unread?.fen, '??');
    const doubtful = sampleAnnotation(sample(1, `It is ${TRUE}\nIt is ${E4}`));
    assert.deepEqual([doubtful?.label.text, doubtful?.label.note], ['m#1', 'doubtful']);
    const byHand = sampleAnnotation(sample(0, TRUE, { extraction: { fen: TRUE, by: 'hand', rule: 'by hand' } }));
    assert.deepEqual([byHand?.label.note, byHand?.fen], ['by-hand', TRUE]);
    assert.equal(sampleAnnotation(sample(0, TRUE))?.label.note, undefined);
  });

  it('is scored as far as it was read', async () => {
    const pgn = `1. e4 { [%pfen m ??] } 1... e5 { [%pfen m!doubtful ${TRUE}] } { [%pfen n ${TRUE.replace('KQkq - 0 2', '? ? ? ?')}] } *\n`;
    const run = await cli(['score', '-', '--language', 'pgn', '-m', '1'], { input: pgn });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stderr, /1 prediction could not be read/);
    const lines = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      lines.map(({ verdict, note, p }) => [verdict, note, p]),
      [
        ['unread', undefined, undefined],
        ['exact', 'doubtful', [1]],
        ['partial', undefined, [1]],
      ],
    );
    const summary = await cli(['score', '-', '--language', 'pgn', '-m', '1', '--summary'], { input: pgn });
    const { models } = JSON.parse(summary.stdout) as {
      models: { model: string; n: number; meanP: number; verdicts: Record<string, number> }[];
    };
    assert.deepEqual(
      models.map(({ model, n, meanP, verdicts }) => [model, n, meanP, verdicts['unread']]),
      [
        ['m', 1, 1, 1],
        ['n', 1, 1, 0],
      ],
    );
    assert.equal((await cli(['score', '-', '--language', 'pgn', '--strict'], { input: pgn })).status, 3);
  });
});
