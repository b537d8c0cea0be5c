import { describe, it } from 'node:test';
import { SINK } from '../../../src/core/base/automaton.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { METHODS, POLICIES, RESCALES, TERMINALS } from '../../../src/core/metrics/affordance-options.ts';
import { Comparers } from '../../../src/core/metrics/comparers.ts';
import type { Comparison } from '../../../src/core/metrics/comparison.ts';
import { errorText, fallbackText, lagText, staleText } from '../../../src/core/metrics/comparison.ts';
import { comparedWorld } from '../../../src/core/metrics/comparison-rules.ts';
import { readLooseFen, unstatedFields } from '../../../src/core/metrics/fen-reading.ts';
import { answerLine, type LensAnswer, positionLine, worstAnswer } from '../../../src/core/metrics/lens-wording.ts';
import type { HistoryPly } from '../../../src/core/metrics/placement.ts';
import type { AnswerFacts } from '../../../src/core/metrics/sentence/answer-text.ts';
import { causeText } from '../../../src/core/metrics/sentence/causes.ts';
import { summarizeByLength, summarizePredictions } from '../../../src/core/metrics/summary.ts';
import {
  aggregateLine,
  forgivenScores,
  gradeAnswer,
  scoreParts,
  verdictLine,
} from '../../../src/core/metrics/wording.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { lineOf } from '../../support/line.ts';
import { assertRecorded, type RecordedValue, variants } from '../../support/recorded.ts';

const LINES: readonly (readonly HistoryPly[])[] = [
  lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 7. Bb3 d5 8. dxe5 Be6'),
  lineOf('1. e4 c5 2. e5 d5 3. exd6 Qxd6 4. Nf3 Nc6 5. d4 Bg4 6. d5 O-O-O 7. Be2 Nd4'),
  lineOf('1. a4 h5 2. a5 h4 3. a6 h3 4. axb7 hxg2 5. bxa8=Q gxh1=N 6. Qxb8 Ng3'),
  lineOf('1. Kd2 Ke7 2. Rc1 Kd6', 'r3k3/8/8/8/8/8/8/R3K3 w Qq - 3 40'),
];
const ANSWERS: readonly (AnswerFacts & { readonly name: string })[] = [
  { name: 'nothing', raw: null },
  { name: 'words', raw: 'I cannot tell where the pieces are.' },
  { name: 'cut', raw: 'The board is rnbqkbnr/pppp', finishReason: 'length' },
  { name: 'filtered', raw: '', finishReason: 'content_filter' },
  { name: 'refused', raw: 'Sorry, I will not do that.', finishReason: 'refusal' },
  { name: 'unreadable', raw: 'Board: ????', reason: 'no rank can be read' },
  { name: 'long', raw: `${'The knight is on f3 and then it moves. '.repeat(20)}\nSo I do not know.` },
];
const comparers = new Comparers();

/** Answers to the question for the last position of a line: earlier positions, other fields, slips of the pen. */
function* answersTo(line: readonly HistoryPly[], seed: number): Iterable<readonly [name: string, fen: string]> {
  const truth = line.at(-1)?.fen ?? '';
  const [board = '', side = '', castling = '', passed = '', halfmoves = '', moves = ''] = truth.split(' ');
  for (const { ply, fen } of line) {
    yield [`ply ${ply}`, fen];
    yield [`board of ply ${ply}`, [fen.split(' ', 1)[0], side, castling, passed, halfmoves, moves].join(' ')];
  }
  yield ['start', INITIAL_FEN];
  yield ['board alone', board];
  yield ['board and side', `${board} ${side}`];
  yield ['unstated fields', `${board} ${side} ? ? ? ?`];
  yield ['other side', [board, side === 'w' ? 'b' : 'w', castling, passed, halfmoves, moves].join(' ')];
  yield ['no castling', [board, side, '-', passed, halfmoves, moves].join(' ')];
  yield ['all castling', [board, side, 'KQkq', passed, halfmoves, moves].join(' ')];
  yield ['other en passant', [board, side, castling, 'e3', halfmoves, moves].join(' ')];
  yield ['other clocks', [board, side, castling, passed, '7', '99'].join(' ')];
  yield ['mirrored', [board.split('/').reverse().join('/'), side, castling, passed, halfmoves, moves].join(' ')];
  yield ['colors changed', [swapCase(board), side, castling, passed, halfmoves, moves].join(' ')];
  for (const letter of ['q', 'N', 'P', 'k', 'r'])
    yield [`no ${letter}`, [board.replace(letter, '1'), side, castling, passed, halfmoves, moves].join(' ')];
  for (const [from, to] of ['Nn', 'Bb', 'qQ', 'Pp', 'bn', 'RQ'].map((pair) => pair.split('')))
    yield [
      `${from} as ${to}`,
      [board.replace(from ?? '', to ?? ''), side, castling, passed, halfmoves, moves].join(' '),
    ];
  yield ['empty', '8/8/8/8/8/8/8/8 w - - 0 1'];
  yield ['unread', '??'];
  yield ['none', ''];
  for (const [name, text] of variants(truth, seed, 24)) yield [name, text];
}

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));

function wording(comparison: Comparison): unknown {
  const { errors, stale, lag, openingFallback, cause, m } = comparison;
  return [
    verdictLine(comparison, comparison),
    verdictLine(comparison, undefined),
    scoreParts(comparison),
    forgivenScores(comparison),
    gradeAnswer(comparison),
    causeText(cause),
    errors.map((error) => errorText(error)),
    stale === null ? null : staleText(stale),
    lag === null ? null : lagText(lag),
    openingFallback === null ? null : fallbackText(openingFallback),
    answerLine(lensAnswer('a model', comparison), m),
  ];
}

const lensAnswer = (name: string, comparison: Comparison): LensAnswer => ({
  name,
  series: name,
  isBaseline: name.startsWith('baseline:'),
  text: comparison,
  scores: comparison,
  unknown: '',
});

function* texts(): Iterable<RecordedValue> {
  for (const [i, history] of LINES.entries())
    for (const [name, predictedFen] of answersTo(history, i)) {
      const trueFen = history.at(-1)?.fen ?? '';
      const comparer = comparers.of(i % 2 === 0 ? 'chess' : 'chess960');
      const read = comparer.text({ trueFen, predictedFen, history });
      const alone = comparer.text({ trueFen, predictedFen }, { enPassant: 'when-legal', lambda: 0.3 });
      yield {
        key: `${i} ${name}`,
        summary: `${read.verdict}: ${read.sentence}`,
        value: [read, alone, readLooseFen(predictedFen), unstatedFields(predictedFen)],
      };
    }
}

function* scores(): Iterable<RecordedValue> {
  for (const [i, history] of LINES.entries()) {
    const all: Comparison[] = [];
    let count = 0;
    for (const [name, predictedFen] of answersTo(history, i)) {
      if (count++ % 3 !== i % 3 || predictedFen === '??') continue;
      const trueFen = history.at(-1)?.fen ?? '';
      const options = { affordance: { m: 2 }, setBased: true, moves: true };
      const scored = comparers.of('chess').compare({ trueFen, predictedFen, history }, options);
      if (!scored.ok) continue;
      all.push(scored.value);
      yield {
        key: `${i} ${name}`,
        summary: `${scored.value.p.at(-1)?.toFixed(3)} ${scored.value.r.at(-1)?.toFixed(3)}`,
        value: [scored.value, wording(scored.value)],
      };
    }
    const answers = all.slice(0, 9).map((one, k) => lensAnswer(k % 4 === 3 ? `baseline:${k}` : `m${k % 5}`, one));
    const [first, ...others] = answers;
    const summary = summarizePredictions(
      all.map((one, k) => ({ ...one, copies: 1 + (k % 2), weight: 1 / (1 + (k % 3)) })),
    );
    yield {
      key: `${i} together`,
      summary: String(summary.n),
      value: [
        summary,
        aggregateLine('m', summary, 2),
        summarizeByLength(all.map((comparison, k) => ({ comparison, ply: 7 * k }))),
        first === undefined ? '' : positionLine(answers, worstAnswer([first, ...others]), 2),
      ],
    };
  }
}

function* estimates(): Iterable<RecordedValue> {
  for (const [i, history] of LINES.entries()) {
    const trueFen = history.at(-1)?.fen ?? '';
    const predicted = [history.at(-2)?.fen ?? '', trueFen.replace('N', 'B'), trueFen.replace(/ [wb] /, ' b ')];
    for (const [k, predictedFen] of predicted.entries())
      for (const method of METHODS) {
        const affordance = {
          m: 3,
          method,
          samples: 64,
          seed: 10 * i + k,
          nodeBudget: method === 'auto' ? 300 : 1_000_000,
          policy: POLICIES[i % 2] ?? 'uniform',
          importance: k === 1,
          terminal: TERMINALS[k % 2] ?? 'accept',
          rescale: RESCALES[i % 2] ?? 'sum',
          ...((method === 'stratified' || method === 'guided') && k === 2 && { targetError: 0.05, samples: 512 }),
        };
        const scored = comparers.of('chess').compare({ trueFen, predictedFen }, { affordance });
        yield {
          key: `${i} ${k} ${method}`,
          summary: scored.ok ? (scored.value.p.at(-1)?.toFixed(3) ?? '') : scored.error,
          value: scored,
        };
      }
  }
}

function* withoutState(): Iterable<RecordedValue> {
  const trueFen = LINES[0]?.at(-1)?.fen ?? '';
  for (const { name, ...answer } of ANSWERS)
    for (const predictedFen of [undefined, '??', 'rnbqkbnr/pppp', trueFen.slice(0, 50)]) {
      const text = comparers.of('chess').text({ trueFen, predictedFen, answer, history: LINES[0] });
      yield { key: `${name} ${predictedFen ?? 'none'}`, summary: `${text.verdict}: ${text.sentence}`, value: text };
    }
}

/** Walks of worlds, whose states are compared with each other as answers. */
const WORLDS = ['othello6', 's4', 'cube', 'boxes', 'connect_four', 'hex3'] as const;

function* worldStates(): Iterable<RecordedValue> {
  for (const name of WORLDS) {
    const found = findWorld(name);
    if (!found.ok) throw new Error(found.error);
    const { automaton, start } = found.value;
    const states: string[] = [];
    let state: unknown = start;
    for (let step = 0; step < 6; step++) {
      states.push(automaton.print(state));
      const legal = automaton.legal(state);
      const next = automaton.step(state, legal[(3 * step) % Math.max(1, legal.length)] ?? '');
      if (next === SINK) break;
      state = next;
    }
    const trueFen = states.at(-1) ?? '';
    const answers = [...states, ...[...variants(trueFen, 5, 9)].map(([, text]) => text), '', 'no idea'];
    for (const [i, predictedFen] of answers.entries()) {
      const comparer = comparers.of(comparedWorld(name));
      const scored = comparer.compare({ trueFen, predictedFen }, { affordance: { m: 2 }, setBased: true, moves: true });
      if (!scored.ok) continue;
      yield {
        key: `${name} ${i}`,
        summary: `${scored.value.verdict}: ${scored.value.sentence}`.replaceAll(/\s/g, ' '),
        value: [scored.value, wording(scored.value)],
      };
    }
  }
}

describe('comparisons of a predicted with a true position, as recorded', () => {
  it('have verdicts, sentences, causes, errors, blame and distances', () => {
    assertRecorded('comparison-texts', texts());
  });

  it('have exact scores, words for them, and figures together', () => {
    assertRecorded('comparison-scores', scores());
  });

  it('have estimates by every method', () => {
    assertRecorded('comparison-estimates', estimates());
  });

  it('have them in other worlds', () => {
    assertRecorded('comparison-worlds', worldStates());
  });

  it('say why there is no state', () => {
    assertRecorded('comparison-none', withoutState());
  });
});
