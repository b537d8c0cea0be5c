import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ANSWER_PLACES } from '../../../src/core/answers/answer-reading.ts';
import { withoutThoughts } from '../../../src/core/answers/roles/thoughts.ts';
import { answerFacts } from '../../../src/core/evaluation/runs/answer-facts.ts';
import { withoutState } from '../../../src/core/metrics/sentence/answer-text.ts';
import { extractAnswer, extractWorldState } from '../../support/extraction.ts';
import { assertLinearText } from '../../support/growth.ts';

const FEN = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
const EARLIER = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const PARTIAL = FEN.split(' ').slice(0, 3).join(' ');
const THOUGHT = `After 1. e4 it is ${EARLIER}, then 1... e5`;

const sentenceOf = (raw: string, finishReason?: string) =>
  withoutState(answerFacts({ raw, extraction: null, ...(finishReason !== undefined && { finishReason }) }));

describe('thoughts of an answer', () => {
  const forms: Record<string, (answer: string) => string> = {
    think: (answer) => `<think>${THOUGHT}</think>\n\n${answer}`,
    'upper case': (answer) => `<THINKING>\n${THOUGHT}\n</THINKING>${answer}`,
    'an opening tag that the prompt wrote': (answer) => `${THOUGHT}\n</think>\n\n${answer}`,
    'square brackets': (answer) => `[THINK]${THOUGHT}[/THINK]${answer}`,
    'twice, behind words': (answer) => `Well. <think>${THOUGHT}</think> Hm. <think>${THOUGHT}</think> ${answer}`,
    channels: (answer) =>
      `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
  };
  for (const [name, write] of Object.entries(forms)) {
    it(`are no answer: ${name}`, () => {
      const raw = write(FEN);
      for (const place of ANSWER_PLACES.filter((one) => one !== 'fence')) {
        const found = extractAnswer(raw, place);
        assert.equal(found?.fen, FEN, place);
        assert.equal(raw.slice(found?.range.start, found?.range.end), FEN);
      }
      assert.equal(
        extractAnswer(write(PARTIAL))?.fen,
        PARTIAL,
        'a whole FEN in the thoughts counts before no partial one',
      );
      assert.equal(extractAnswer(write('I do not know.')), undefined);
      const { cause, text } = sentenceOf(write('I do not know.'), 'stop');
      assert.equal(cause.id, 'no-state');
      assert.match(text, /I do not know/);
    });
  }

  it('are no states of worlds', () => {
    const isState = (text: string): boolean => /^[1-5](?: [1-5]){4}$/.test(text);
    const raw = '<think>\n2 1 3 4 5\nthen\n2 3 1 4 5\n</think>\nI cannot say.';
    assert.equal(extractWorldState(raw, isState), undefined);
    assert.equal(extractWorldState(`${raw}\n1 2 3 4 5`, isState)?.fen, '1 2 3 4 5');
    assert.equal(extractWorldState(`${raw}\n1 2 3 4 5`, isState, 'first')?.fen, '1 2 3 4 5');
  });

  it('that never end are an answer that was cut off', () => {
    for (const raw of [`<think>${THOUGHT}`, `<|channel|>analysis<|message|>${THOUGHT}`]) {
      assert.equal(extractAnswer(raw), undefined);
      assert.deepEqual(sentenceOf(raw), sentenceOf('', 'length'));
      assert.deepEqual(sentenceOf(raw).cause, { id: 'no-state', ply: null, move: null, cut: true });
    }
  });

  it('that never end give way to a whole marked answer on a line', () => {
    for (const tag of ['answer', 'ANSWER', 'final', 'final_answer', 'final answer'])
      assert.equal(extractAnswer(`<think>${EARLIER}\n<${tag}>${FEN}</${tag}>`)?.fen, FEN, tag);
    for (const rest of [
      `so <answer>${FEN}</answer>`,
      `\n<answer>${FEN}`,
      `\n<answer>${FEN}</final>`,
      `\n<answered>${FEN}</answered>`,
      `so <answer>\n<final>${FEN}</final></answer>`,
    ])
      assert.equal(extractAnswer(`<think>${EARLIER}${rest}`), undefined, rest);
    assert.equal(extractAnswer(`<think>so <answer>x</answer>\n<answer>${FEN}</answer>`)?.fen, FEN);
    assert.equal(extractAnswer(`<answer>${FEN}</answer>\n<think>${EARLIER}`)?.fen, FEN);
  });

  it('leave an answer as long as it is, and one without tags as it is', () => {
    const part = fc.constantFrom(
      '<think>',
      '</think>',
      FEN,
      ' ',
      'x',
      '[THINK]',
      '<|channel|>final<|message|>',
      '<|end|>',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const raw = parts.join('');
        assert.equal(withoutThoughts(raw).length, raw.length);
      }),
    );
    assert.equal(withoutThoughts(`so <b>${FEN}</b>`), `so <b>${FEN}</b>`);
  });

  it('take linear time', () => {
    for (const unit of ['<think>', '</think>', '<|channel|>', '<|channel|>a', '<think></think>'])
      assertLinearText(20_000, unit, withoutThoughts);
  });
});
