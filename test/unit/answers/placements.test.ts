import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { findStates } from '../../../src/core/answers/states/scan.ts';

const BOARD = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1';
const RANKS = BOARD.split('/');
const FEN = `${BOARD} b - - 4 9`;
const SEVEN = RANKS.slice(1).join('/');

/** Each state of a text: its form, its state, its text where that differs. */
const states = (text: string): string[] =>
  findStates(text).map(({ range, form, state }) => {
    const written = text.slice(range.start, range.end);
    return `${form} ${state}${written === state ? '' : ` <${written}>`}`;
  });

describe('a placement', () => {
  const rows: readonly (readonly [answer: string, states: readonly string[]])[] = [
    // words and squares around it
    [`x${BOARD}`, [`fragment x${BOARD}`]],
    [`xyz${BOARD}`, [`fragment ${SEVEN}`]],
    [`a ${BOARD}`, [`fen ${BOARD}`]],
    [`p ${BOARD}`, [`fen ${BOARD}`]],
    [`(${BOARD})`, [`fen ${BOARD}`]],
    [`${BOARD}.`, [`fen ${BOARD}`]],
    [`${BOARD}/`, [`fen ${BOARD}`]],
    [`${BOARD} 8`, [`fen ${BOARD}`]],
    [`${BOARD}xyz`, [`fragment ${RANKS.slice(0, 7).join('/')}`]],
    // ranks
    [SEVEN, [`fragment ${SEVEN}`]],
    [RANKS.slice(2).join('/'), []],
    [`8/${BOARD}`, [`fragment 8/${BOARD}`]],
    [Array.from({ length: 16 }, () => '8').join('/'), [`fragment ${Array.from({ length: 16 }, () => '8').join('/')}`]],
    [Array.from({ length: 17 }, () => '8').join('/'), []],
    [BOARD.replace('/3p4/', '/3p5/'), [`fragment ${BOARD.replace('/3p4/', '/3p5/')}`]],
    [BOARD.replace('/3p4/', '/3p0/'), [`fragment ${BOARD.replace('/3p4/', '/3p0/')}`]],
    [BOARD.replace('/3p4/', '/3zzp4/'), [`fragment ${BOARD.replace('/3p4/', '/3zzp4/')}`]],
    [BOARD.replace('/3p4/', '/zzz/'), []],
    [BOARD.replace('/3p4/', `/${'1'.repeat(20)}/`), [`fragment ${BOARD.replace('/3p4/', `/${'1'.repeat(20)}/`)}`]],
    [BOARD.replace('/3p4/', `/${'1'.repeat(21)}/`), []],
    [BOARD.replace('/3p4/', '//'), []],
    // spaces
    [BOARD.replaceAll('/', ' /  '), [`fen ${BOARD} <${BOARD.replaceAll('/', ' /  ')}>`]],
    [BOARD.replace('r1bq1rk1', 'r 1 b q 1 r k 1'), [`fen ${BOARD} <${BOARD.replace('r1bq1rk1', 'r 1 b q 1 r k 1')}>`]],
    [
      `b ${BOARD.replace('r1bq1rk1', 'r 1 b q 1 r k 1')}`,
      [`fen ${BOARD} <${BOARD.replace('r1bq1rk1', 'r 1 b q 1 r k 1')}>`],
    ],
    [
      BOARD.replace('R2Q1RK1', 'R 2 Q 1 R K 1 b - - 4 9'),
      [`fen ${FEN} <${BOARD.replace('R2Q1RK1', 'R 2 Q 1 R K 1 b - - 4 9')}>`],
    ],
    [BOARD.replace('/3p4/', '/3 p 4/'), [`fen ${BOARD} <${BOARD.replace('/3p4/', '/3 p 4/')}>`]],
    [BOARD.replace('/3p4/', '/and 3p4/'), []],
    [BOARD.replace('/3p4/', '/3p4 44/'), []],
    // dots
    [`${BOARD.replace('r1bq1rk1', 'r.bq.rk.')} b`, [`fen ${BOARD} b <${BOARD.replace('r1bq1rk1', 'r.bq.rk.')} b>`]],
    [BOARD.replace('R2Q1RK1', 'R..Q.RK.'), [`fen ${BOARD} <${BOARD.replace('R2Q1RK1', 'R..Q.RK.')}>`]],
    [`${BOARD.slice(0, -7)}R.BQKBNR.\nx`, [`fen ${BOARD.slice(0, -7)}R1BQKBNR <${BOARD.slice(0, -7)}R.BQKBNR>`]],
    [BOARD.replace('/3p4/', '/...p..../'), [`fen ${BOARD} <${BOARD.replace('/3p4/', '/...p..../')}>`]],
    [BOARD.replace('/3p4/', '/...p.../'), []],
  ];
  for (const [answer, wanted] of rows)
    it(JSON.stringify(answer), () => {
      const text = `It is:\n${answer}`;
      assert.deepEqual(states(text), wanted);
    });
});

describe('the fields after a placement', () => {
  const fields: readonly (readonly [text: string, state: string, written?: string])[] = [
    ['b - - 4 9', 'b - - 4 9'],
    ['White KQkq - 0 1', 'w KQkq - 0 1', 'White KQkq - 0 1'],
    ['black - - 0 1', 'b - - 0 1', 'black - - 0 1'],
    ['w', 'w'],
    ['w KQ', 'w KQ'],
    ['w KQ e3', 'w KQ e3'],
    ['w KQ e3 0', 'w KQ e3 0'],
    ['w HAha - 0 1', 'w HAha - 0 1'],
    ['w HA', 'w', 'w'],
    ['w - -', 'w - -'],
    ['w e3 0 1', 'w e3 0 1'],
    ['x', ''],
    ['KQkq - 0 1', 'KQkq - 0 1'],
    ['HAha - 0 1', ''],
    ['b, -, -, 4, 9', 'b - - 4 9', 'b, -, -, 4, 9'],
    ['b\n- - 4 9', 'b - - 4 9', 'b\n- - 4 9'],
    ['b -\n-', 'b -'],
    ['b - - 4 99999', 'b - - 4'],
    ['b KQkqKQkq - 4 9', 'b KQkqKQkq - 4 9'],
    ['b KQkqKQkqK - 4 9', 'b'],
    ['b - e33 4 9', 'b - e33 4 9'],
    ['b ?? - 4 9', 'b ?? - 4 9'],
    ['b - -  4\t9', 'b - - 4 9', 'b - -  4\t9'],
    ['b - - bm Re8; hmvc 4; fmvn 9;', 'b - - 4 9', 'b - -'],
    ['b - - bm Re8; hmvc 4;', 'b - -'],
    ['b - - hmvc 4; fmvn 9;', 'b - - 4 9', 'b - -'],
    [`b - - c0 "${'x'.repeat(300)}"; hmvc 4; fmvn 9;`, 'b - -'],
  ];
  for (const [text, state, written = state] of fields)
    it(JSON.stringify(text), () => {
      const [first] = findStates(`FEN: ${BOARD} ${text}`);
      const whole = `${BOARD} ${state}`.trim();
      const end = `FEN: ${BOARD} ${written}`.trimEnd().length;
      // a board alone may get fields from the words after it
      assert.deepEqual([first?.state.replace(/( \?)+$/, ''), first?.range], [whole, { start: 5, end }]);
    });
});

describe('the end of an answer within a placement', () => {
  const whole = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
  const cut: readonly (readonly [end: string, fragment: string | undefined])[] = [
    ['rnbqkbnr/pppppppp/8/', 'rnbqkbnr/pppppppp/8/'],
    ['rnbqkbnr/pppppppp/', 'rnbqkbnr/pppppppp/'],
    ['rnbqkbnr/', undefined],
    ['`rnbqkbnr/pppppppp/8/4p`\n', 'rnbqkbnr/pppppppp/8/4p`'],
    ['"rnbqkbnr\\/pppppppp\\/8"', 'rnbqkbnr/pppppppp/8"'],
    ['rnbqkbnr/pppppppp/9', undefined],
    ['rnbqkbnr/pppppp/8/4', undefined],
    ['rnbqkbnr/pppppppp/44p', undefined],
    ['xrnbqkbnr/pppppppp/8', undefined],
    ['rnbqkbnr/pppppppp/8/ and so on', undefined],
    ['1/2', undefined],
  ];
  for (const [end, fragment] of cut)
    it(JSON.stringify(end), () => {
      const { candidates, outcome } = readAnswer(`${whole}\nand ${end}`);
      assert.deepEqual(
        candidates.slice(1).map(({ state }) => state),
        fragment === undefined ? [] : [fragment],
      );
      assert.equal(outcome, fragment === undefined ? 'certain' : 'doubtful');
    });
});

describe('the other fields of a board', () => {
  const board = '4k3/8/8/8/8/8/8/R3K3';
  const rows: readonly (readonly [answer: string, form: string, state: string])[] = [
    [`Black to move.\n\n${board}`, 'fields', `${board} b ? ? ? ?`],
    [
      `${board}\n\nTurn: b\nCastling: Q\nEn passant: -\nHalfmove clock: 3\nFullmove number: 40`,
      'fields',
      `${board} b Q - 3 40`,
    ],
    [`{"board": "${board}", "turn": "w", "halfmove": 5}`, 'json', `${board} w ? ? 5 ?`],
    [`{"turn": "b", "board": "${board}"}, White to move`, 'json', `${board} b ? ? ? ?`],
    [`{"next": {"turn": "w"}, "board": "${board}", "castling": "-"}`, 'json', `${board} w - ? ? ?`],
    [`{"turn": "w", "x": {"board": "${board}", "y": {"ep": "e3"}}, "castling": "Q"}`, 'json', `${board} ? ? e3 ? ?`],
    [`Black to move ${'x'.repeat(160)}\n${board}`, 'fen', board],
    [`${board}\n${'x'.repeat(690)}\nBlack to move`, 'fen', board],
    [`${board}\n${'x'.repeat(670)}\nBlack to move`, 'fields', `${board} b ? ? ? ?`],
    [`${board} w\n\nCastling: Q`, 'fen', `${board} w`],
  ];
  for (const [answer, form, state] of rows)
    it(JSON.stringify(answer.replace(/x{9,}/, '…')), () => {
      const [first] = readAnswer(answer).candidates;
      assert.deepEqual([first?.form, first?.state], [form, state]);
    });

  it('are those of the words between it and its neighbors', () => {
    const other = '4k3/8/8/8/8/8/8/4K3';
    const found = (answer: string): string[] => readAnswer(answer).candidates.map(({ state }) => state);
    assert.deepEqual(found(`${board}\nWhite to move\n\n${other}\nBlack to move`), [
      `${board} w ? ? ? ?`,
      `${other} b ? ? ? ?`,
    ]);
    assert.deepEqual(found(`${board} and White to move. ${other}`), [`${board} w ? ? ? ?`, other]);
    assert.deepEqual(found(`${board}\n\nAfter it Black is to move:\n\n${other}`), [
      `${board} b ? ? ? ?`,
      `${other} b ? ? ? ?`,
    ]);
  });

  it('of a list that mentions some pieces of another state are none', () => {
    const list = 'White king: e1\nBlack king: e8';
    assert.deepEqual(states(`${board}\n${list}`), [`fen ${board}`]);
    assert.deepEqual(states(`4k3/8/8/8/8/8/8/3K4\n${list}`).length, 2);
  });
});
