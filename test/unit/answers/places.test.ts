import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ANSWER_PLACES, resolveAnswerPlace } from '../../../src/core/answers/answer-reading.ts';
import { project } from '../../../src/core/evaluation/runs/projection.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { extractAnswer } from '../../support/extraction.ts';
import { assertLinearText } from '../../support/growth.ts';

const FIRST = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const LAST = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1';

describe('the place of an answer', () => {
  it('decides which of several states counts', () => {
    const answer = `At first ${LAST}\n\`\`\`\n${FIRST}\n\`\`\`\nso it is ${LAST}\n\n`;
    for (const [place, fen] of [
      ['anywhere', LAST],
      ['last-line', LAST],
      ['fence', FIRST],
      ['first', LAST],
      ['last', LAST],
    ] as const) {
      const found = extractAnswer(answer, place);
      assert.equal(found?.fen, fen);
      assert.equal(answer.slice(found.range.start, found.range.end), fen);
    }
  });

  it('holds no state where none stands there, whatever stands elsewhere', () => {
    assert.equal(extractAnswer(`${FIRST}\nI am sure.`, 'last-line'), undefined);
    assert.equal(extractAnswer(FIRST, 'fence'), undefined);
    assert.equal(extractAnswer(`\`\`\` ${FIRST}`, 'fence'), undefined);
  });

  it('is found in any text, and its range is of that text', () => {
    const texts = fc.array(fc.constantFrom(FIRST, LAST, '\n', '\r\n', '```', 'so ', ' '), { maxLength: 12 });
    fc.assert(
      fc.property(texts, (parts) => {
        const answer = parts.join('');
        for (const place of ANSWER_PLACES) {
          const found = extractAnswer(answer, place);
          if (found?.form === 'complete') assert.equal(answer.slice(found.range.start, found.range.end), found.fen);
        }
      }),
    );
  });
});

describe('thoughts, marks and the start of the game', () => {
  it('holds no state that the model only considers', () => {
    for (const [thought, end] of [
      ['<think>', '</think>'],
      ['<thinking>\n', '\n</thinking>'],
      ['<seed:think>', '</seed:think>'],
      ['[THINK]', '[/THINK]'],
      ['◁think▷', '◁/think▷'],
      ['<|begin_of_thought|>', '<|end_of_thought|>'],
      ['<|START_THINKING|>', '<|END_THINKING|>'],
      ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
    ] as const) {
      assert.equal(extractAnswer(`${thought}it may be ${FIRST}`), undefined, thought);
      assert.equal(extractAnswer(`${thought}it may be ${FIRST}${end}I do not know.`), undefined, thought);
      assert.equal(extractAnswer(`${thought}${FIRST}${end}\n${LAST}`)?.fen, LAST, thought);
      assert.equal(extractAnswer(`${thought}${FIRST}${end}\n${LAST}`, 'first')?.fen, LAST, thought);
    }
    assert.equal(extractAnswer(`<think>${LAST}, so\n<answer>${FIRST}</answer>`)?.fen, FIRST);
    assert.equal(extractAnswer(`<think>${LAST}, so <answer>${FIRST}</answer>`), undefined);
    // the prompt of some chats begins the thoughts
    assert.equal(extractAnswer(`it may be ${FIRST}</think>I do not know.`), undefined);
    assert.equal(extractAnswer(`Without \`<think>\` at once: ${FIRST}`)?.fen, FIRST);
    assert.equal(extractAnswer(`I end <think> and \`</think>\` here: ${FIRST}`)?.fen, FIRST);
  });

  it('takes the state that the answer marks as its own, wherever it stands', () => {
    assert.equal(extractAnswer(`<answer>${FIRST}</answer>\nOne move before: ${LAST}`)?.fen, FIRST);
    assert.equal(extractAnswer(`$\\boxed{\\text{${FIRST}}}$ (not ${LAST})`)?.fen, FIRST);
    assert.equal(extractAnswer(`<answer>${LAST}</answer> No:\n<answer>${FIRST}</answer> not ${LAST}`)?.fen, FIRST);
    assert.equal(extractAnswer(`<answer>unknown</answer> ${FIRST}`)?.fen, FIRST);
    assert.equal(extractAnswer(`<answer>${FIRST}</answer>\n${LAST}`, 'last-line')?.fen, LAST);
  });

  it('takes the start of the game only where no other board stands before it', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    assert.equal(extractAnswer(`${FIRST}\nI began at ${start}.`)?.fen, FIRST);
    assert.equal(extractAnswer(start)?.fen, start);
    assert.equal(extractAnswer(`${start.slice(0, -1)}0\n${start}`)?.fen, start);
    const other = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    assert.equal(extractAnswer(`${FIRST}\n(from ${other})`, 'anywhere', `[FEN "${other}"]\n\n1. e4`)?.fen, FIRST);
  });

  it('costs no more than the answer is long', () => {
    for (const text of [
      '<think>',
      '</think>',
      '<answer>',
      '\\boxed{',
      `<think>${FIRST}</think>`,
      `<answer>${FIRST}</answer>`,
    ])
      assertLinearText(200_000, text, (answer) => extractAnswer(answer));
  });
});

/** Answers of ChessGPT's base model, which goes on after its answer (PGN2FEN logs, MIT, © 2025 Aidan Cooper). */
const RUN_ONS: readonly (readonly [answer: string, fen: string])[] = [
  [
    '1k6/p2q2np/1pp1ppp1/3p4/3P2N1/2P4P/PP3PP1/4Q1K1 w - - 0 28 1 B: 1k6/p2q2np/1pp1ppp1/3p4/3P2N1/2P4P/PP3PP1/4Q1K1 b - - 0 29 1 B:',
    '1k6/p2q2np/1pp1ppp1/3p4/3P2N1/2P4P/PP3PP1/4Q1K1 w - - 0 28',
  ],
  [
    '[FEN "r1b1r3/1k2bpp1/1pp2nnp/p1p1P2P/P1P2B1P/1PB1N1P1/8/2RNRNK1 b - - 0 1"]\n\n1... Nxe5 2. Bxe5 Rxe5 *\n\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]',
    'r1b1r3/1k2bpp1/1pp2nnp/p1p1P2P/P1P2B1P/1PB1N1P1/8/2RNRNK1 b - - 0 1',
  ],
  [
    'b - - 0 26 The FEN is r2q2k1/1b1n1pp1/pp2p2p/1P6/P2NP2P/3R1QP1/5PK1/8 w - - 1 27 The FEN is r5k1/1b1n1pp1/pp2p2p/1P6/P2NP2P/3R1QP1/5PK1/8 w - - 1 27',
    'r2q2k1/1b1n1pp1/pp2p2p/1P6/P2NP2P/3R1QP1/5PK1/8 w - - 1 27',
  ],
  [
    "8nk/1p6/p2pp2p/3pPp2/3P1B1q/1PbQ4/R1P3PP/6NK b - - 0 26\n\nHere's the FEN version: 8/1p6/p2pp2p/3pPp2/3P1B1q/1PbQ4/R1P3PP/6NK w - - 1 27",
    '8nk/1p6/p2pp2p/3pPp2/3P1B1q/1PbQ4/R1P3PP/6NK b - - 0 26',
  ],
  [`${FIRST}B:\n${LAST}`, FIRST],
  [`${FIRST}<|endoftext|>Human 0: 1. d4 Convert the PGN to FEN<|endoftext|>Human 1: ${LAST}`, FIRST],
  [`The board is ${FIRST.slice(0, FIRST.indexOf(' '))}.\nFEN: ${LAST}\nFEN: ${FIRST}`, LAST],
];

describe('a model that continues a text', () => {
  it('has answered with the first state, and the template can say otherwise', () => {
    assert.equal(resolveAnswerPlace({ isRaw: true }), 'first');
    assert.equal(resolveAnswerPlace({ isRaw: false }), 'anywhere');
    assert.equal(resolveAnswerPlace({}), 'anywhere');
    assert.equal(resolveAnswerPlace({ isRaw: true, answer: 'last' }), 'last');
  });
  for (const [answer, fen] of RUN_ONS) {
    it(JSON.stringify(answer.slice(0, 60)), () => {
      const found = extractAnswer(answer, 'first');
      assert.equal(found?.fen, fen);
      assert.equal(answer.slice(found.range.start, found.range.end), fen);
    });
  }
});

describe('a prompt that the answer repeats', () => {
  const SICILIAN = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
  const prompt = `You follow chess games.\n\nMoves: 1. e4 c5 2. Nf3\nFEN: ${SICILIAN}\n\nMoves: 1. e4\nFEN: ${FIRST}\n\nMoves: 1. d4\nFEN:`;
  const fenOf = (answer: string, place: 'first' | 'last') => extractAnswer(answer, place, prompt)?.fen;

  for (const [name, echo] of [
    ['whole', prompt],
    ['its end', prompt.slice(prompt.indexOf('Moves: 1. e4\n'))],
    ['with other spaces', prompt.replace(/\s+/g, ' ')],
    ['quoted', `> ${prompt.replaceAll('\n', '\n> ')}`],
    ['with the names of speakers', prompt.replaceAll('Moves:', 'Human 0:').replaceAll('FEN:', 'Human 1:')],
  ] as const) {
    it(`is no answer: ${name}`, () => {
      assert.equal(fenOf(`${echo} ${LAST}\n\nMoves: 1. c4\nFEN: ${SICILIAN}`, 'first'), LAST);
      assert.equal(fenOf(`${LAST}\n\n${echo}`, 'last'), LAST);
      assert.equal(fenOf(echo, 'first'), undefined);
      assert.equal(fenOf(echo, 'last'), undefined);
    });
  }
  it('an example given as the answer is the answer', () => {
    for (const place of ['first', 'last'] as const) {
      for (const label of ['', 'FEN: ', 'The position is ', '\n```\n', '## Output\n']) {
        assert.equal(fenOf(label + FIRST, place), FIRST);
        assert.equal(fenOf(`${label}${SICILIAN}\n`, place), SICILIAN);
      }
    }
    assert.equal(fenOf(` ${FIRST}\n\nMoves: 1. d4\nFEN: ${LAST}`, 'first'), FIRST);
  });
  it('the start of a game in the question is none', () => {
    const start = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    const asked = `Give the FEN.\n\n[Variant "Chess960"]\n[FEN "${start}"]\n\n1. e4 Kd7`;
    const answer = '8/3k4/8/8/4P3/8/8/4K3 w - - 1 2';
    assert.equal(extractAnswer(`${asked}\n${answer}`, 'first', asked)?.fen, answer);
    assert.equal(extractAnswer(start, 'first', asked)?.fen, start);
  });
  it('costs no more than the answer is long', () => {
    assertLinearText(250_000, `1. e4\nFEN: ${FIRST}\n`, (text) =>
      extractAnswer(text, 'first', prompt + text.slice(0, 2000)),
    );
  });
});

describe('a projection', () => {
  const sample = (inputTokens?: number, outputTokens?: number) =>
    ({
      usage: inputTokens === undefined || outputTokens === undefined ? {} : { inputTokens, outputTokens },
    }) as RunSample;

  it('scales means to the whole, with the interval of the mean', () => {
    const prices = { input: 1_000_000, output: 2_000_000, date: '2026-01-31' };
    const found = project([sample(10, 0), sample(20, 0), sample(), sample(30, 3)], 100, prices);
    assert.equal(found?.samples, 3);
    assert.equal(found.input.expected, 2000);
    // Standard deviation 10, of three: 1.96 * 10 / sqrt(3) * 100 on either side.
    assert.ok(Math.abs(found.input.high - 2000 - 1131.6) < 0.1 && Math.abs(2000 - found.input.low - 1131.6) < 0.1);
    assert.equal(found.output.low, 0);
    assert.equal(found.cost?.expected, 2200);
  });

  it('wants two answers with their tokens', () => {
    assert.equal(project([sample(1, 1), sample()], 100, undefined), undefined);
    assert.equal(project([sample(1, 1), sample(1, 1)], 100, undefined)?.cost, undefined);
  });
});
