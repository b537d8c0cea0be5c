import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AnswerPlace, getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { makeExtraction } from '../../../src/core/answers/extraction.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';

const A = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const B = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1';

/** What a run file keeps of an answer: outcome, rule, role, and the state with its place in the answer. */
const kept = (answer: string, place: AnswerPlace = 'anywhere', prompt = ''): readonly unknown[] => {
  const reading = readAnswer(answer, { place, prompt });
  const found = makeExtraction(reading);
  const range = getTakenCandidate(reading)?.range;
  return [found?.outcome, found?.rule, found?.fen, range && answer.slice(range.start, range.end)];
};

describe('the rule by which a state is taken', () => {
  const rows: readonly (readonly [answer: string, place: AnswerPlace, outcome: string, rule: string, fen: string])[] = [
    [`x ${A}\nso ${B}`, 'last-line', 'certain', 'last line', B],
    [`${A}\n\`\`\`\n${B}\n\`\`\``, 'fence', 'certain', 'fence', B],
    [`${A} and ${B}`, 'first', 'certain', 'first', A],
    [`${A} and ${B}`, 'last', 'certain', 'last', B],
    [`It is ${A}`, 'first', 'certain', 'only state', A],
    [`It is ${A}`, 'anywhere', 'certain', 'only state', A],
    [`${A}\nFinal FEN: ${B}`, 'anywhere', 'certain', 'labelled', B],
    [`${A}\n\n**${B}**`, 'anywhere', 'certain', 'only bold', B],
    [`${A}\n\n\`\`\`\n${B}\n\`\`\`\n`, 'anywhere', 'certain', 'only fence', B],
    [`${A}\n${B}`, 'anywhere', 'doubtful', 'last', B],
  ];
  for (const [answer, place, ...wanted] of rows)
    it(`is ${wanted[1]} for ${JSON.stringify(answer.replaceAll(A, 'A').replaceAll(B, 'B'))} and ${place}`, () =>
      assert.deepEqual(kept(answer, place).slice(0, 3), wanted));

  it('counts the states of a doubtful answer in its reason', () => {
    assert.equal(makeExtraction(readAnswer(`${A}\n${B}`, {}))?.reason, '2 states have the same role and differ.');
    assert.equal(makeExtraction(readAnswer(`${A}\n${A}`, {}))?.reason, undefined);
  });

  it('takes the same state where it is told most fully', () => {
    const [board = ''] = A.split(' ');
    assert.equal(kept(`Board: ${board}\n\n${A}`)[3], A);
    assert.equal(kept(`${A}\n\nThe board again: ${board}`)[3], A);
  });
});

describe('an answer that cannot be read', () => {
  it('is unread where something stands there that is like a state, and none else', () => {
    const row = '. . . . . . . .\n';
    const found = makeExtraction(readAnswer(`Board:\nr n b q k b n r\n${row.repeat(5)}`, {}));
    assert.deepEqual(found && [found.outcome, found.form, found.fen], ['unread', 'fragment', undefined]);
    assert.equal(makeExtraction(readAnswer('I do not know.', {})), undefined);
  });
});

describe('a turn that has ended', () => {
  it('leaves out what is made up after the token, unless that ends text that is struck out', () => {
    assert.equal(kept(`${B}</s>\n${A}`)[2], B);
    assert.equal(kept(`${B}</s> ${A}`)[2], B);
    assert.equal(kept(`<s>${A}</s> ${B}`)[2], B);
    assert.equal(kept(`<s>${B}</s>\n${A}`)[2], B);
    assert.equal(kept(`<s> ${B}</s> ${A}`)[2], B);
  });
});

describe('lists of pieces', () => {
  it('have one piece on a square and one king a side', () => {
    assert.equal(kept('White: Kg1, Ra1, a2\nBlack: Kg8, a7')[2], '6k1/p7/8/8/8/8/P7/R5K1 ? ? ? ? ?');
    assert.equal(kept('White: Kg1, Ra1, Qa1\nBlack: Kg8, a7')[2], undefined);
    assert.equal(kept('White: Kg1, Kh1\nBlack: Kg8, a7')[2], undefined);
  });

  it('begin a line, after a few marks', () => {
    const board = '6k1/8/8/8/8/8/8/R5K1 ? ? ? ? ?';
    assert.equal(kept('  * - White: King: g1; Rook: a1\n  * - Black: King: g8')[2], board);
    assert.equal(kept('The White: King g1; Rook a1\nBlack: King g8')[2], undefined);
  });
});

describe('keys of JSON', () => {
  it('say what the value below them is, however deep, and not what stands after it', () => {
    assert.equal(kept(`{"a": "${A}", "final_fen": "${B}"}`)[1], 'labelled');
    for (const answer of [
      `{"final_fen": "${B}", "previous": ["${A}", "x"], "note": "${A}"}`,
      `{"previous": {"fen": "${A}"}, "final": {"fen": "${B}"}}`,
      `{"final": {"fen": "${B}"}, "note": {"fen": "${A}"}}`,
      `{"final": ["${B}"], "note": "${A}"}`,
    ])
      assert.equal(kept(answer)[2], B, answer);
  });
});

describe('headings', () => {
  it('say what stands below them, up to the next', () => {
    assert.equal(kept(`### Answer\n${B}\n### Notes\n${A}`)[2], B);
    assert.equal(kept(`Working\n${A}\n\nAnswer\n${B}\n`)[2], B);
    assert.equal(kept(`### Starting position\n${A}\n### After the moves\n${B}`)[2], B);
  });
});
