import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ANSWER_PLACES,
  CANDIDATE_FORMS,
  isUnreadable,
  makeBoardState,
  makeFragment,
  READING_OUTCOMES,
  READING_RULES,
  ROLES,
  resolveAnswerPlace,
} from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { readGameAnswer } from '../../../src/core/answers/read-game-answer.ts';
import { EXTRACTION_FORMS } from '../../../src/core/answers/states/fens.ts';
import { PIECE_NAMES } from '../../../src/core/answers/states/piece-maps.ts';
import { findStates } from '../../../src/core/answers/states/scan.ts';

const FEN = 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5';

describe('the names of a reading', () => {
  it('are those that run files hold', () => {
    assert.deepEqual(CANDIDATE_FORMS, ['fen', 'fields', 'json', 'drawing', 'pieces', 'world', 'fragment']);
    assert.deepEqual(ROLES, [
      'final',
      'only',
      'plain',
      'draft',
      'rejected',
      'later',
      'earlier',
      'start',
      'echo',
      'beyond',
    ]);
    assert.deepEqual(READING_RULES, [
      'labelled',
      'only fence',
      'only bold',
      'only state',
      'last',
      'first',
      'last line',
      'fence',
      'by hand',
      'source',
    ]);
    assert.deepEqual(READING_OUTCOMES, ['certain', 'doubtful', 'unread', 'none']);
    assert.deepEqual(ANSWER_PLACES, ['anywhere', 'first', 'last', 'last-line', 'fence']);
    assert.deepEqual(EXTRACTION_FORMS, ['complete', 'partial', 'malformed']);
    assert.deepEqual(PIECE_NAMES, ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king']);
  });

  it('give each place of a template', () => {
    assert.equal(resolveAnswerPlace({}), 'anywhere');
    assert.equal(resolveAnswerPlace({ isRaw: false }), 'anywhere');
    assert.equal(resolveAnswerPlace({ isRaw: true }), 'first');
    assert.equal(resolveAnswerPlace({ isRaw: true, answer: 'last' }), 'last');
  });
});

describe('states of a text', () => {
  it('keep 400 characters of a fragment, and state no field', () => {
    const range = { start: 2, end: 500 };
    assert.deepEqual(makeFragment(range, 'x'.repeat(401)), {
      range,
      form: 'fragment',
      state: 'x'.repeat(400),
      stated: [],
    });
    assert.deepEqual(makeBoardState('drawing', range, '8/8'), {
      range,
      form: 'drawing',
      state: '8/8 ? ? ? ? ?',
      stated: ['board'],
    });
  });

  it('are unreadable if they are fragments that state nothing and are not taken as they are', () => {
    assert.equal(isUnreadable({ form: 'fragment', stated: [] }), true);
    assert.equal(isUnreadable({ form: 'fragment', stated: [], whole: 'partial' }), false);
    assert.equal(isUnreadable({ form: 'fragment', stated: ['board'] }), false);
    assert.equal(isUnreadable({ form: 'world', stated: [] }), false);
  });

  it('have the ranges of the original text', () => {
    const text = `&nbsp;${FEN.replaceAll('/', '&#47;')} and`;
    assert.deepEqual(
      findStates(text).map(({ range, form, state }) => [text.slice(range.start, range.end), form, state]),
      [[FEN.replaceAll('/', '&#47;'), 'fen', FEN]],
    );
  });
});

describe('an answer that is a FEN alone', () => {
  const takes = (answer: string): unknown => {
    const { outcome, candidates, rule } = readAnswer(answer);
    return [outcome, rule, ...candidates.map(({ range, state }) => [state, range.start, range.end])];
  };

  it('is read like one in a sentence', () => {
    for (const [before, after] of [
      ['', ''],
      ['\n ', ' \n'],
      [' '.repeat(8), ' '.repeat(8)],
      [' '.repeat(9), ' '.repeat(9)],
      ['So ', ''],
    ] as const)
      assert.deepEqual(takes(before + FEN + after), [
        'certain',
        'only state',
        [FEN, before.length, before.length + FEN.length],
      ]);
  });

  it('is a fragment if a rank has not eight squares', () => {
    for (const rank of ['4p4', '4p2', '4pp3'])
      assert.deepEqual(
        readAnswer(FEN.replace('4p3', rank)).candidates.map(({ form, state }) => [form, state]),
        [['fragment', FEN.replace('4p3', rank)]],
      );
  });
});

describe('answers about a game or world by its name', () => {
  it('are read by its states', () => {
    const first = (answer: string, fields: Parameters<typeof readGameAnswer>[1]): unknown => {
      const { outcome, candidates, taken } = readGameAnswer(answer, fields);
      return [outcome, taken === undefined ? undefined : candidates[taken]?.state];
    };
    assert.deepEqual(first(FEN, {}), ['certain', FEN]);
    assert.deepEqual(first(FEN, { game: 'chess' }), ['certain', FEN]);
    assert.deepEqual(first(FEN, { game: 'chess960' }), ['certain', FEN]);
    assert.deepEqual(first(`The state is ${FEN}`, { game: 'connect_four' }), ['unread', undefined]);
    assert.deepEqual(first('It is 2 1 3 4 5', { world: 's5' }), ['certain', '2 1 3 4 5']);
    assert.deepEqual(first('It is 2 1 3 4 5', { game: 'chess', world: 's5' }), ['certain', '2 1 3 4 5']);
    assert.deepEqual(first('It is 2 1 3 4 5', { world: 'nothing' }), ['unread', undefined]);
    assert.deepEqual(first('2 1 3 4 5\n1 2 3 4 5', { world: 's5', take: 'first' }), ['certain', '2 1 3 4 5']);
    assert.deepEqual(first(`${FEN}\n`, { start: FEN }), ['certain', FEN]);
    const next = FEN.replace('4p3', '8');
    assert.deepEqual(first(`${next}\n${FEN}`, {}), ['doubtful', FEN]);
    assert.deepEqual(first(`${next}\n${FEN}`, { start: FEN }), ['certain', next]);
    assert.deepEqual(first(`1. e4 ${FEN}`, { prompt: `1. e4 ${FEN}` }), ['none', undefined]);
  });
});

describe('atoms of a world of blocks', () => {
  const stateOf = (answer: string): string | undefined =>
    readGameAnswer(answer, { world: 'blocks' }).candidates[0]?.state;
  const STATE = '(clear a) (ontable a) (handempty)';

  it('are one list in marks of code, bold or quotation marks', () => {
    for (const mark of ['`', '"', "'", '**', '*'])
      for (const between of [', ', '; ', '\n'])
        assert.equal(
          stateOf(['(clear a)', '(ontable a)', '(handempty)'].map((atom) => mark + atom + mark).join(between)),
          STATE,
          mark + between,
        );
  });

  it('may name a block before the word', () => {
    assert.equal(
      stateOf('Now the a block is clear, the a block is on the table, and the hand is empty'),
      '(clear a) (ontable a) (handempty)',
    );
  });
});
