import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { AnswerIndex, type FileBytes } from '../../../src/models/answers/answer-index.ts';
import { answerLine, answersHeader } from '../../../src/models/answers/answers-writer.ts';
import type { AnswerQuery } from '../../../src/models/answers/wanted-answer.ts';
import type { Model } from '../../../src/models/model.ts';
import { OFFLINE_CAPABILITIES } from '../../../src/models/model.ts';
import { plannedTargets } from '../../../src/models/predict/pgn-targets.ts';
import { predictTargets } from '../../../src/models/predict/predict-state.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { SECRETS } from '../../../src/models/secrets.ts';
import { takenText } from '../../support/readings.ts';

const GAME = '1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n';
const TRUE = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const WRONG = 'r1bqkbnr/pppp1ppp/2n5/4p3/1B2P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';

/** What is written in answer, one after the other. */
async function answered(...texts: string[]): Promise<RunSample[]> {
  const rest = [...texts];
  const model: Model = {
    label: 'gpt-4o',
    capabilities: () => Promise.resolve({ ok: true, value: OFFLINE_CAPABILITIES }),
    complete: () =>
      Promise.resolve({
        ok: true,
        value: {
          text: rest.shift() ?? '',
          finishReason: 'length',
          usage: { inputTokens: 312, outputTokens: 41 },
          attempts: 2,
        },
      }),
  };
  const [game] = [...plannedTargets(GAME, (length) => [length])];
  const place = game?.places[0];
  assert.ok(place);
  const { answered: all } = await predictTargets(
    model,
    texts.map((_, sample) => ({ place, sample })),
    { template: DEFAULT_TEMPLATE, nameTemplate: false, settings: {}, concurrency: 1, clock: systemClock },
    new AbortController().signal,
  );
  return all.map(({ sample }) => sample);
}

const WANTED: AnswerQuery = {
  label: 'gpt-4o',
  fen: WRONG,
  ply: 5,
  startFen: INITIAL_FEN,
  trueFen: TRUE,
  moves: ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'],
  file: 'game.pgn',
  game: 0,
};

const line = (sample: RunSample, nonce: string, file = 'game.pgn'): string =>
  answerLine(sample, { prompt: 'user:\nWhere?', file, started: '2026-01-02T03:04:05.678Z', nonce });

const HEADER = answersHeader('1.2.3', '2026-01-02T00:00:00.000Z');

const file = (text: string): FileBytes => {
  const bytes = new TextEncoder().encode(text);
  return { size: bytes.length, read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)) };
};

async function found(text: string, wanted: Partial<AnswerQuery> = {}) {
  const index = new AnswerIndex('predictions.run.jsonl', 100);
  await index.follow(file(text));
  return index.find({ ...WANTED, ...wanted }, file(text));
}

describe('a kept answer', () => {
  it('is found by label, state and moves, with prompt, tokens, attempts and where its state stands', async () => {
    const [sample] = await answered(`After 3.Bb5:\n${WRONG}\nThat is all.`);
    assert.ok(sample);
    const answer = await found(HEADER + line(sample, 'a'));
    assert.ok(answer);
    const { raw, reading, seconds, ...rest } = answer;
    assert.equal(takenText({ raw, reading }), WRONG);
    assert.deepEqual([reading?.rule, reading?.outcome, reading?.candidates.length], ['only state', 'certain', 1]);
    assert.ok(seconds !== null && seconds >= 0);
    assert.deepEqual(rest, {
      label: 'gpt-4o',
      prompt: 'user:\nWhere?',
      reasoning: null,
      drafts: [],
      finishReason: 'length',
      tokens: { prompt: 312, completion: 41 },
      attempts: 2,
      at: '2026-01-02T03:04:05.678Z',
      fault: null,
      source: 'predictions.run.jsonl',
      otherMoves: false,
    });
  });

  it('without a state is found for a prediction that is written as “?”', async () => {
    const [cut, other] = await answered('I think it is r1bqk', WRONG);
    assert.ok(cut && other);
    const answer = await found(HEADER + line(cut, 'a') + line({ ...other, index: 0 }, 'b'), { fen: null });
    assert.deepEqual([answer?.raw, answer?.reading?.taken], ['I think it is r1bqk', undefined]);
  });

  it('is the last of those that said the same, and the one of its sample where there are several', async () => {
    const [first, second] = await answered(`one ${WRONG}`, `two ${WRONG}`);
    assert.ok(first && second);
    const text = HEADER + line(first, 'a') + line({ ...first, raw: `later ${WRONG}` }, 'b') + line(second, 'c');
    assert.equal((await found(text))?.raw, `later ${WRONG}`);
    assert.equal((await found(text, { label: 'gpt-4o#1' }))?.raw, `two ${WRONG}`);
    assert.equal((await found(text, { label: 'gpt-4o#7' }))?.raw, `two ${WRONG}`);
  });

  it('is not shown for a state that it did not give, nor for another model', async () => {
    const [sample] = await answered(WRONG);
    assert.ok(sample);
    const text = HEADER + line(sample, 'a');
    assert.equal(await found(text, { fen: TRUE }), undefined);
    assert.equal(await found(text, { label: 'gpt-4o-mini' }), undefined);
    assert.equal(await found(text, { label: 'gpt-4o@few-shot' }), undefined);
  });

  it('says that it was asked about other moves where the text was edited since, in its own file alone', async () => {
    const [sample] = await answered(WRONG);
    assert.ok(sample);
    const text = HEADER + line(sample, 'a');
    const edited = {
      trueFen: 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
      moves: ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4'],
    };
    assert.equal((await found(text, edited))?.otherMoves, true);
    assert.equal(await found(text, { ...edited, file: 'other.pgn' }), undefined);
    assert.equal((await found(text, { moves: ['Nf3', 'Nc6', 'e4', 'e5', 'Bb5'] }))?.otherMoves, true);
    // the same moves in another file are the same question
    assert.equal((await found(text, { file: 'other.pgn', game: 3 }))?.otherMoves, false);
  });

  it('survives torn, damaged and foreign lines around it, and another header in the middle', async () => {
    const [sample] = await answered(WRONG);
    assert.ok(sample);
    const whole = line(sample, 'a');
    const text = `${HEADER}${whole.slice(0, 80)}\n{}\n${HEADER}${whole.replace('312', '313').replace('~a', '~x')}${whole}`;
    assert.equal((await found(text))?.tokens?.prompt, 312);
  });

  it('of a planned run has the prompt of its template, and as many attempts as the file has', async () => {
    const [sample] = await answered(WRONG);
    assert.ok(sample);
    const { encodeRunHeader, encodeRunLine } = await import('../../../src/core/evaluation/runs/run-file.ts');
    const { id, title, messages } = DEFAULT_TEMPLATE;
    const header = encodeRunHeader({
      kind: 'run',
      schema: 2,
      tool: { name: 'statelens', version: '1' },
      origin: { type: 'predict' },
      models: [{ label: 'gpt-4o' }],
      settings: {},
      plan: {
        plies: 'ends',
        samples: 1,
        templates: [{ id, title, messages: [...messages] }],
        tasks: 1,
        gamesHash: '',
      },
    });
    const attempts = [1, 2, 3].flatMap((number) => {
      const of = { kind: 'attempt', id: sample.id, number, started: '2026-01-02T03:04:05.678Z' } as const;
      return [of, { ...of, result: number < 3 ? 'rate-limited' : 'answered' }].map(encodeRunLine);
    });
    const answer = await found(header + attempts.join('') + encodeRunLine({ ...sample, task: 0 }));
    assert.equal(answer?.attempts, 3);
    assert.match(answer?.prompt ?? '', /^system:\nYou follow[^]*\n\nuser:\n[^]*1\. e4 e5 2\. Nf3 Nc6 3\. Bb5$/);
  });

  it('holds no secret', async () => {
    SECRETS.add('sk-kept-answers-0123456789');
    const [sample] = await answered(`${WRONG} sk-kept-answers-0123456789`);
    assert.ok(sample);
    assert.doesNotMatch(line(sample, 'a'), /0123456789/);
  });
});

describe('the states of a kept answer', () => {
  const START = INITIAL_FEN;
  const said = `We began at ${START}.\nFinal answer: ${WRONG}\nIt is not ${TRUE}.`;

  it('are all there, with the one that was taken and its rule', async () => {
    const [sample] = await answered(said);
    assert.ok(sample);
    const fen = sample.extraction?.fen ?? null;
    const answer = await found(HEADER + line(sample, 'a'), { fen });
    const { reading } = answer ?? {};
    assert.deepEqual(
      reading?.candidates.map(({ state }) => state),
      [START, WRONG, TRUE],
    );
    assert.equal(reading?.candidates[reading.taken ?? -1]?.state, fen);
    assert.notEqual(reading?.rule, undefined);
  });

  it('are found by another one that a person took, called so, and not where the model was asked again', async () => {
    const [first, again] = await answered(`${START} and then ${WRONG}`, START);
    assert.ok(first && again);
    const text = HEADER + line(first, 'a');
    const byHand = await found(text, { fen: START });
    assert.deepEqual([byHand?.reading?.rule, takenText(byHand)], ['by hand', START]);
    assert.equal((await found(text))?.reading?.rule === 'by hand', false);
    const other = await found(text + line({ ...again, index: 0 }, 'b'), { fen: START });
    assert.deepEqual([other?.raw, other?.reading?.rule], [START, 'only state']);
    assert.equal(await found(text, { fen: START.replace('w', 'b') }), undefined);
  });

  it('in its reasoning are drafts, and one of them can be taken by hand', async () => {
    const [sample] = await answered(WRONG);
    assert.ok(sample);
    const text = HEADER + line({ ...sample, reasoning: `Perhaps ${TRUE}?` }, 'a');
    const answer = await found(text);
    assert.equal(answer?.reasoning, `Perhaps ${TRUE}?`);
    assert.deepEqual(
      answer.drafts.map(({ state, role, range }) => [state, role, range.start]),
      [[TRUE, 'draft', 8]],
    );
    const byHand = await found(text, { fen: TRUE });
    assert.deepEqual([byHand?.reading?.rule, takenText(byHand)], ['by hand', undefined]);
  });

  it('that an older version or a log took otherwise stay taken', async () => {
    const [sample] = await answered(`Perhaps ${TRUE}, or ${WRONG}`);
    assert.ok(sample?.extraction);
    const start = sample.raw?.indexOf('Perhaps') ?? 0;
    const part = 'Perhaps';
    const old = { fen: part, by: 'statelens' as const, range: { start, end: start + part.length } };
    const answer = await found(HEADER + line({ ...sample, extraction: old }, 'a'), { fen: part });
    assert.deepEqual([takenText(answer), answer?.reading?.rule], [part, undefined]);
    assert.equal(answer?.reading?.candidates.length, 3);
    const log = { fen: TRUE, by: 'source' as const };
    const imported = await found(HEADER + line({ ...sample, extraction: log }, 'a'), { fen: TRUE });
    assert.deepEqual([takenText(imported), imported?.reading?.rule], [TRUE, 'source']);
    const elsewhere = await found(HEADER + line({ ...sample, extraction: { ...log, fen: START } }, 'a'), {
      fen: START,
    });
    assert.deepEqual([takenText(elsewhere), elsewhere?.reading?.rule], [undefined, 'source']);
  });

  it('are no more than a page is told of, the one that was taken among them', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => TRUE.replace(/\d+$/, String(i + 1))).join('\n');
    const [sample] = await answered(`${many}\n${WRONG}`);
    assert.ok(sample);
    const answer = await found(HEADER + line(sample, 'a'), { fen: sample.extraction?.fen ?? null });
    const { candidates = [], more } = answer?.reading ?? {};
    assert.deepEqual([candidates.length, more, takenText(answer)], [200, 801, sample.extraction?.fen]);
  });
});

describe('the index of answers', () => {
  it('reads only what a file has more, waits for the end of a line, and starts again with a shorter file', async () => {
    const [one, two] = await answered(`one ${WRONG}`, `two ${WRONG}`);
    assert.ok(one && two);
    const [first, second] = [HEADER + line(one, 'a'), line(two, 'b')];
    const index = new AnswerIndex('x', 100);
    const reads: number[] = [];
    const seen = (text: string): FileBytes => {
      const bytes = file(text);
      return {
        size: bytes.size,
        read(from, length) {
          reads.push(from);
          return bytes.read(from, length);
        },
      };
    };
    await index.follow(seen(first + second.slice(0, 50)));
    assert.deepEqual([index.count, index.readTo], [1, first.length]);
    await index.follow(seen(first + second));
    assert.deepEqual([index.count, reads], [2, [0, first.length, first.length]]);
    await index.follow(seen(first));
    assert.deepEqual([index.count, (await index.find(WANTED, file(first)))?.raw], [1, `one ${WRONG}`]);
  });

  it('remembers no more than it may, and gives nothing for a line that was overwritten', async () => {
    const [one] = await answered(WRONG);
    assert.ok(one);
    const text = HEADER + ['a', 'b', 'c', 'd'].map((nonce) => line(one, nonce)).join('');
    const index = new AnswerIndex('x', 3);
    await index.follow(file(text));
    assert.equal(index.count, 3);
    assert.equal(await index.find(WANTED, file(text.replaceAll('gpt-4o', 'gpt-4x'))), undefined);
  });
});
