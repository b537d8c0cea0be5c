import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AnswerCandidate,
  type AnswerReading,
  READING_RULES,
  type ReadingRule,
} from '../../../src/core/answers/answer-reading.ts';
import { formatReading, isChosenByHand, quoteCue } from '../../../src/core/answers/reading-text.ts';
import { FEN_FIELDS } from '../../../src/core/metrics/fen-reading.ts';

const ANSWER = 'Start A. **Final `FEN`:**\n B';

const candidate = (start: number, cue?: AnswerCandidate['cue']): AnswerCandidate => ({
  range: { start, end: start + 1 },
  form: 'fen',
  state: ANSWER.charAt(start),
  stated: ['board', ...FEN_FIELDS],
  role: 'plain',
  ...(cue === undefined ? {} : { cue }),
});
const CUE = { start: 11, end: 23 };
const read = (more: Partial<AnswerReading>): AnswerReading => ({
  outcome: 'certain',
  candidates: [candidate(6), candidate(27, CUE)],
  ...more,
});

describe('the words for how an answer was read', () => {
  it('quote the label of the state that was taken, and count the others', () => {
    assert.equal(
      formatReading(read({ taken: 1, rule: 'labelled' }), ANSWER),
      'taken: labeled `Final FEN :`; 1 other state in the answer',
    );
    assert.equal(
      formatReading(read({ taken: 0, rule: 'labelled' }), ANSWER, 1200),
      'taken: marked as the answer; 1,201 other states in the answer',
    );
  });

  it('name each rule differently', () => {
    const words = READING_RULES.map((rule: ReadingRule) =>
      formatReading({ ...read({ taken: 0, rule }), candidates: [candidate(6)] }, ANSWER),
    );
    assert.equal(new Set(words).size, READING_RULES.length);
    for (const one of words) assert.match(one, /^taken: [a-z]/);
    assert.deepEqual(
      READING_RULES.filter((rule) => isChosenByHand({ rule })),
      ['by hand'],
    );
  });

  it('say why a state is doubtful, why none is read, and that none was taken', () => {
    assert.equal(
      formatReading(read({ outcome: 'doubtful', taken: 1, rule: 'last', reason: 'two states differ' }), ANSWER),
      'taken: the last of several; doubtful: two states differ; 1 other state in the answer',
    );
    assert.equal(formatReading(read({ outcome: 'unread', reason: 'seven ranks' }), ANSWER), 'unread: seven ranks');
    assert.equal(formatReading(read({ outcome: 'none' }), ANSWER), 'not taken: 2 states in the answer');
    assert.equal(formatReading({ outcome: 'none', candidates: [] }, ANSWER), '');
  });

  it('say nothing of a rule that is not known, and of a state that stands nowhere in the answer', () => {
    assert.equal(formatReading(read({ taken: 0 }), ANSWER), 'taken from the answer; 1 other state in the answer');
    assert.equal(
      formatReading(read({ rule: 'source' }), ANSWER),
      'taken: by the program that wrote the log; 2 states in the answer',
    );
    assert.equal(formatReading({ outcome: 'certain', candidates: [] }, ANSWER), '');
  });

  it('say what the state does not state', () => {
    const board: AnswerCandidate = { ...candidate(6), form: 'drawing', stated: ['board'] };
    const withSide: AnswerCandidate = { ...board, stated: ['board', 'side', 'castling', 'en passant'] };
    const text = (one: AnswerCandidate) =>
      formatReading({ ...read({ taken: 0, rule: 'last' }), candidates: [one] }, ANSWER);
    assert.equal(text(board), 'taken: the last of several; only the board is stated');
    assert.equal(text(withSide), 'taken: the last of several; not stated: clocks');
    assert.equal(text({ ...board, form: 'world', stated: [] }), 'taken: the last of several');
    assert.equal(text({ ...board, form: 'fragment' }), 'taken: the last of several');
  });

  it('have a reason of their own where a reading names none', () => {
    assert.equal(formatReading(read({ outcome: 'unread' }), ANSWER), 'unread: what looks like a state cannot be read');
    assert.equal(
      formatReading(read({ outcome: 'doubtful', taken: 0, rule: 'first' }), ANSWER),
      'taken: the first of several; doubtful: other states have the same rank; 1 other state in the answer',
    );
    assert.equal(formatReading({ outcome: 'none', candidates: [] }, ANSWER, 1), 'not taken: 1 state in the answer');
  });

  it('name the rule', () => {
    const words: Readonly<Record<ReadingRule, string>> = {
      labelled: 'marked as the answer',
      'only fence': 'in the only code fence',
      'only bold': 'in the only bold text',
      'only state': 'the only state in the answer',
      last: 'the last of several',
      first: 'the first of several',
      'last line': 'on the last line, as was asked',
      fence: 'in the last code fence, as was asked',
      'by hand': 'by hand',
      source: 'by the program that wrote the log',
    };
    for (const rule of READING_RULES)
      assert.equal(
        formatReading({ outcome: 'certain', candidates: [candidate(6)], taken: 0, rule }, ANSWER),
        `taken: ${words[rule]}`,
      );
  });

  it('quote a label of 40 characters whole, and shorten longer ones', () => {
    for (const [length, quoted] of [
      [40, 'x'.repeat(40)],
      [41, `${'x'.repeat(39)}…`],
    ] as const)
      assert.equal(quoteCue({ cue: { start: 1, end: length + 1 } }, ` ${'x'.repeat(length)} y`), quoted);
    assert.equal(quoteCue({ cue: { start: 0, end: 9 } }, ' \n`a`  b '), 'a b');
  });

  it('quote a label on one line, and no more of it than a line has room for', () => {
    const long = `${'very '.repeat(1e5)}long:`;
    assert.equal(quoteCue({ cue: { start: 0, end: long.length } }, long), 'very very very very very very very very…');
    assert.equal(quoteCue({}, long), '');
  });
});
