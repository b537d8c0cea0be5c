import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AnswerPlace, getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { type Extraction, makeExtraction } from '../../../src/core/answers/extraction.ts';
import { type Question, readAnswer } from '../../../src/core/answers/read-answer.ts';
import { type AnswerFields, comparedState, readGameAnswer } from '../../../src/core/answers/read-game-answer.ts';

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

describe('what a run file keeps', () => {
  const [board = ''] = A.split(' ');
  const rows = `r n b q k b n r\np p p p p p p p\n${'. . . . . . . .\n'.repeat(4)}P P P P P P P P`;
  const extraction = (answer: string, question?: Question): Extraction | undefined =>
    makeExtraction(readAnswer(answer, question));

  it('of a certain answer names the stated fields where they are not all, and no reason', () => {
    const whole = { role: 'plain', form: 'fen', outcome: 'certain', rule: 'only state', candidates: 1 } as const;
    assert.deepEqual(extraction(A), { ...whole, fen: A, range: { start: 0, end: A.length } });
    for (const [fen, stated] of [
      [`${board} b KQkq - 0`, ['board', 'side', 'castling', 'en passant', 'halfmove']],
      [board, ['board']],
    ] as const)
      assert.deepEqual(extraction(fen), { ...whole, fen, stated, range: { start: 0, end: fen.length } });
    assert.deepEqual(extraction('2 1', { world: (text) => text === '2 1' }), {
      ...whole,
      form: 'world',
      fen: '2 1',
      range: { start: 0, end: 3 },
    });
  });

  it('of a doubtful answer has its reason', () => {
    const found = extraction(`${A}\n${B}`);
    assert.deepEqual([found?.candidates, found?.reason], [2, '2 states have the same role and differ.']);
  });

  it('of an unread answer is the place of the unreadable text and no state', () => {
    assert.deepEqual(extraction(`Rows:\n${rows}`), {
      outcome: 'unread',
      form: 'fragment',
      range: { start: 6, end: 6 + rows.length },
      candidates: 0,
      reason: 'The answer holds something like a state that cannot be read.',
    });
    assert.equal(extraction('I do not know.'), undefined);
  });

  it('does not count unreadable texts as states, unless one is taken as it is', () => {
    assert.equal(extraction(`${A}\n\n${rows}\n\nThat is it.`)?.candidates, 1);
    assert.equal(extraction('2 1 3', { world: () => false })?.candidates, 1);
  });
});

describe('an answer of a game or a world', () => {
  const state = (answer: string, fields: AnswerFields): string | null => comparedState(readGameAnswer(answer, fields));

  it('is read as chess unless another game or a world is named', () => {
    for (const game of [undefined, 'chess', 'chess960'] as const) {
      assert.equal(state(`2 1 3 4 5, that is ${A}`, { game }), A);
      assert.equal(state('2 1 3 4 5', { game }), null);
    }
    const stones = 'x || ........................x.....oxo...xxoxoo ||';
    assert.equal(state(stones, { game: 'connect_four' }), stones);
    assert.equal(state(stones, { game: 'chess', world: 'connect_four' }), stones);
    assert.equal(state('after (12): 2 1 3 4 5, so it is', { world: 's5' }), '2 1 3 4 5');
  });

  it('is no state of a world that is not known', () => {
    assert.equal(readGameAnswer('after (12): 2 1 3 4 5.', { world: 'no such world' }).outcome, 'none');
  });

  it('is read by the place, the prompt and the start of its question', () => {
    assert.equal(readGameAnswer(`${A}\n${B}`, {}).outcome, 'doubtful');
    assert.equal(state(`${A}\n${B}`, { take: 'first' }), A);
    assert.equal(readGameAnswer(`${A}\n${B}`, { start: B }).outcome, 'certain');
    assert.equal(state(`${A}\n${B}`, { start: B }), A);
    assert.equal(state(`${A}\n${B}`, { prompt: `Play on from [FEN "${B}"]` }), A);
    assert.equal(state('Start: 1 2 3 4 5\nI am lost.', { world: 's5', prompt: 'Start: 1 2 3 4 5' }), null);
  });

  it('is compared as unreadable or as no state', () => {
    assert.equal(state(`r n b q k b n r\np p p p p p p p\n${'. . . . . . . .\n'.repeat(5)}`, {}), '??');
    assert.equal(state('I do not know.', {}), null);
  });
});

describe('of states alike', () => {
  const [board = ''] = A.split(' ');
  const [other = ''] = B.split(' ');

  it('the one that states most is taken, and states that leave fields open do not differ', () => {
    assert.deepEqual(kept(`${board} b KQkq - 0\n${board} b`).slice(0, 3), ['certain', 'last', `${board} b KQkq - 0`]);
    assert.deepEqual(kept(`${board}\n${A}`).slice(0, 3), ['certain', 'last', A]);
    assert.equal(kept(`${board} b\n${board} w`)[0], 'doubtful');
    assert.equal(kept(`${board}\n${other}`)[0], 'doubtful');
  });

  it('the first is taken by place, unless it is a board and a whole state follows', () => {
    assert.equal(kept(`${board}\n${B}\n${A}`, 'first')[2], B);
    assert.equal(kept(`${A}\n${B}`, 'first')[2], A);
    assert.equal(kept(`${board} b\n${other} b KQkq`, 'first')[2], `${board} b`);
    assert.equal(kept(`${A}\n${board}`, 'last')[2], A);
    assert.equal(kept(`${A}\n${other} b`, 'last')[2], A);
  });

  it('worlds differ in their whole text', () => {
    const world = (text: string): boolean => /^[1-8](?: [1-8]){7}$/.test(text);
    const outcome = (answer: string) => readAnswer(answer, { world }).outcome;
    assert.equal(outcome('1 2 3 4 5 6 7 8\n1 2 3 4 5 6 8 7'), 'doubtful');
    assert.equal(outcome('1 2 3 4 5 6 7 8\n1 2 3 4 5 6 7 8'), 'certain');
  });
});

describe('an answer that breaks off', () => {
  it('is doubtful within another state, which may begin as the one before', () => {
    const [board = ''] = A.split(' ');
    const said = (answer: string) => {
      const { outcome, reason } = readAnswer(answer);
      return reason ?? outcome;
    };
    assert.equal(said(`${A}\n${B.slice(0, 30)}`), 'The answer breaks off within another state.');
    assert.equal(said(`${A}\n\`${A.slice(0, 30)}\``), 'The answer breaks off within another state.');
    assert.equal(said(`${A}\n${board} b KQkq -`), 'certain');
    assert.equal(said(`FEN: ${board.slice(0, 41)}`), 'The answer breaks off within the state.');
    assert.equal(said(`FEN: ${board.slice(0, board.lastIndexOf('/') + 1)}`), 'The answer breaks off within the state.');
    assert.equal(
      said(`It was then ${A} plus one move.\nOutput: ${B.slice(0, 12)}`),
      'The answer breaks off within another state.',
    );
    assert.equal(said(`FEN: ${A}\nFinal FEN:`), 'The answer breaks off within another state.');
    assert.equal(said(`FEN: ${A}\nCastling: KQkq`), 'certain');
    assert.equal(said(`Final FEN: ${A}\nFEN:`), 'certain');
    assert.equal(said(`FEN: ${A}\n${B.slice(0, 30)}`), 'certain');
    assert.equal(said(`FEN: ${A}\n${B.slice(0, 30)} and so on`), 'certain');
  });
});
