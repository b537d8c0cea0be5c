import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ok } from '../../../src/core/base/result.ts';
import { encodeRunHeader, encodeRunSample, RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import { type Completion, type CompletionRequest, fault, type Model } from '../../../src/models/model.ts';
import {
  type PredictionQuestion,
  type PredictOptions,
  predictState,
} from '../../../src/models/predict/predict-state.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { templateNamed } from '../../../src/models/prompts/templates.ts';
import { openModel } from '../../../src/models/sources/registry.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const NEVER = new AbortController().signal;

const position: PredictionQuestion = {
  task: { kind: 'state', variant: 'chess', startFen: START, moves: ['e4'], sample: 2 },
  game: 4,
  trueFen: FEN,
};

const options = (): PredictOptions => {
  let time = 1000;
  return { template: DEFAULT_TEMPLATE, settings: {}, nameTemplate: false, now: () => (time += 25) };
};

/** A model that answers what it is told to, and keeps what it was asked. */
const scripted = (answer: Awaited<ReturnType<Model['complete']>>, asked: CompletionRequest[] = []): Model => ({
  label: 'scripted',
  capabilities: () => Promise.resolve(fault('unavailable', 'none')),
  complete: (request) => {
    asked.push(request);
    return Promise.resolve(answer);
  },
});

const completion = (text: string): { ok: true; value: Completion } =>
  ok({ text, finishReason: 'stop', usage: { inputTokens: 90, outputTokens: 40 } });

describe('a prediction', () => {
  it('is a sample with the whole answer and what was found in it', async () => {
    const asked: CompletionRequest[] = [];
    const sample = await predictState(scripted(completion(`It is \`${FEN}\`.`), asked), position, options(), NEVER);
    assert.equal(sample.raw, `It is \`${FEN}\`.`);
    assert.equal(sample.extraction?.fen, FEN);
    assert.deepEqual([sample.model, sample.game, sample.ply, sample.index], ['scripted', 4, 1, 2]);
    assert.deepEqual(sample.timing, { elapsed: 25 });
    assert.deepEqual(sample.usage, { inputTokens: 90, outputTokens: 40 });
    assert.equal(sample.startFen, undefined);
    assert.ok(asked[0]?.messages[1]?.content.endsWith('1. e4'));
  });

  it('is the first state of a text that the model continues, unless the template says last', async () => {
    const later = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1';
    const answer = ok(completion(`${FEN}B: 1. d4\n${later}\n`).value);
    const fenWith = async (template: Partial<PredictOptions['template']>): Promise<string | undefined> => {
      const asked = { ...options(), template: { ...DEFAULT_TEMPLATE, ...template } };
      return (await predictState(scripted(answer), position, asked, NEVER)).extraction?.fen;
    };
    assert.equal(await fenWith({ isRaw: true }), FEN);
    assert.equal(await fenWith({ isRaw: true, answer: 'last' }), later);
    assert.equal(await fenWith({}), later);
    assert.equal(await fenWith({ answer: 'first' }), FEN);
  });

  it('is no example that the answer repeats from the prompt', async () => {
    const fewShot = templateNamed('few-shot');
    assert.ok(fewShot);
    const echo = fewShot.messages.slice(1, 5).map(({ role, content }) => `${role}: ${content}\n`);
    for (const isRaw of [true, false]) {
      const asked: PredictOptions = { ...options(), template: { ...fewShot, isRaw } };
      const sampled = (text: string) => predictState(scripted(completion(text)), position, asked, NEVER);
      assert.equal((await sampled(`${echo.join('')}user: 1. e4\nassistant: ${FEN}`)).extraction?.fen, FEN);
      const only = await sampled(echo.join(''));
      assert.equal(only.extraction, null);
      assert.equal(only.raw, echo.join(''));
    }
  });

  it('has no extraction where the answer holds no state', async () => {
    const sample = await predictState(scripted(completion('No idea.')), position, options(), NEVER);
    assert.equal(sample.extraction, null);
    assert.equal(sample.error, undefined);
  });

  it('is an error, not a wrong answer, where the model fails', async () => {
    const sample = await predictState(
      scripted(fault('timeout', 'no answer in 30 s', true)),
      position,
      options(),
      NEVER,
    );
    assert.deepEqual(sample.error, { code: 'timeout', message: 'no answer in 30 s' });
    assert.equal(sample.raw, null);
    assert.equal(sample.extraction, null);
  });

  it('can be written to a run file and read again, with the template named', async () => {
    const model = openModel('baseline:naive-tracker');
    assert.ok(model.ok);
    const sample = await predictState(model.value, position, { ...options(), nameTemplate: true }, NEVER);
    assert.equal(sample.template, 'pgn-to-fen');
    const reader = new RunReader();
    const header = encodeRunHeader({
      kind: 'run',
      schema: 2,
      tool: { name: 'statelens', version: '0.1.0' },
      origin: { type: 'predict' },
      models: [{ label: model.value.label }],
      settings: {},
    });
    const events = [...reader.push(header + encodeRunSample(sample)), ...reader.end()];
    assert.deepEqual(events[1], { type: 'sample', line: 2, sample });
  });
});
