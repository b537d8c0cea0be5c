import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditText } from '../../../src/core/audit/audit.ts';

/** Codes with the text that they are about. */
const found = (text: string, language: 'text' | 'json' = 'text'): string[] =>
  auditText(text, language).map(
    ({ code, range }) => `${code.replace('AUDIT_', '')} ${text.slice(range.start, range.end)}`,
  );

const OPEN = '1. e4 e5 2. Nf3 Nc6';
const AFTER_OPEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const STALE = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
const DRAWN =
  'r n b q k b . r\np p p p p p p p\n. . . . . n . .\n. . . . . . . .\n. . . P . . . .\n. . . . . . . .\nP P P . P P P P\nR N B Q K B N R';
const D4 = 'rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2';

describe('a move that is told, and not played', () => {
  const clean: readonly (readonly [what: string, text: string])[] = [
    [
      'a line that is looked at',
      `${OPEN}.\n\nA line: 3. Bb5 a6 4. Ba4 b5. That looks unclear.\n\nWhite to move. The FEN is ${AFTER_OPEN}.`,
    ],
    ['a line that is one option', `${OPEN}.\n\nThe sequence 3. d4 exd4 4. Nxd4 is one option. Now it's White to move.`],
    ['the last move behind a start', `Position: ${D4}\n\n${DRAWN}\n\nLast move: g8f6\n\nWhite to move.`],
    ['the last move in words', `FEN: ${STALE}\n\nThe last move was e5. Black just played e5. White to move.`],
    [
      'moves of before the start, with their numbers',
      `FEN: ${D4}\n\nWhite played d4 on move 1. Black played Nf6 on move 1.`,
    ],
    ['a move that is said to be illegal', '1.d4 e6 2.Nc3 d5\n\nO-O-O is not a legal move here.'],
    ['a move that is said to be playable', `${OPEN}\n\nBb5 is playable. White to move.`],
    ['the same behind a mark', `**${OPEN}** Bb5 is a legal move here.\n\nFEN: ${AFTER_OPEN}`],
    [
      'the name of the last move, which could be a capture without its sign',
      '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nc6. Black just played Nc6. White to move.',
    ],
    ['an answer in the past', `It began ${OPEN}. In the game you played Bb5, and the reply was a6. It's White's turn.`],
    [
      'the line of an engine',
      'position startpos moves e2e4 d7d5\nCandidate moves: b3, c4, h4. I play f4.\nINFO Pv: f4 e6 exd5 Qxd5',
    ],
    [
      'numbers of a list before squares',
      `FEN: ${AFTER_OPEN}\n\n1. The king is safe.\n2. c5 is vacant.\n3. a6 is empty.`,
    ],
    ['a move before the owner of a king', "1. e4 e5 2. d3 d6\n\nSo after 2...d6: Black's king has not castled."],
    [
      'a game that is told line by line',
      '1. e4: the white pawn goes from e2 to e4.\n1... d5: the black pawn goes from d7 to d5.\n2. f4: f2 is now empty, pawn on f4.\n2... dxe4: Black moves the pawn from d5 to e4.\nWhite to move.',
    ],
    [
      'rows of two games',
      `game_id,ply,side,san,uci,fen_after\ng1,1,white,d4,d2d4,rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\ng1,2,black,d5,d7d5,rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\ng2,1,white,d4,d2d4,rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\ng2,2,black,Nf6,g8f6,${D4}`,
    ],
    [
      'captures in the column of Black',
      'run;game;move_no;white;black;fen\n3;7;1;d4;c5;rnbqkbnr/pp1ppppp/8/2p5/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\n3;7;2;dxc5;Qa5+;rnb1kbnr/pp1ppppp/8/q1P5/8/8/PPP1PPPP/RNBQKBNR w KQkq - 1 3\n3;7;3;c3;Qxc5;rnb1kbnr/pp1ppppp/8/2q5/8/2P5/PP2PPPP/RNBQKBNR w KQkq - 0 4',
    ],
  ];
  for (const [what, text] of clean) it(`is no fault: ${what}`, () => assert.deepEqual(found(text), []));

  const faulty: readonly (readonly [what: string, text: string, wanted: string])[] = [
    ['a state that would be', `${OPEN}. So the FEN would be ${STALE}`, `WRONG_STATE ${STALE}`],
    [
      'a move that a program pushes',
      'board.push_san("e4")\nboard.push_san("e5")\nboard.push(chess.Move.from_uci("g1g3"))\n',
      'ILLEGAL_MOVE g1g3',
    ],
    [
      'a state behind the game that goes on',
      `It began ${OPEN}. In the game you played Bb5, and the reply was a6. Now: ${AFTER_OPEN}`,
      `WRONG_STATE ${AFTER_OPEN}`,
    ],
  ];
  for (const [what, text, wanted] of faulty) it(`is found: ${what}`, () => assert.deepEqual(found(text), [wanted]));
});

describe('records of a model', () => {
  it('are read with the role that stands behind the text', () => {
    const text = JSON.stringify({
      messages: [
        { role: 'user', content: `${OPEN}. What is the FEN?` },
        {
          content: [
            { type: 'reasoning', reasoning: `${OPEN}.` },
            { type: 'text', text: `ANSWER: ${STALE}` },
          ],
          role: 'assistant',
        },
      ],
    });
    assert.deepEqual(found(text, 'json'), [`WRONG_STATE ${STALE}`]);
  });

  it('think before they move, whatever comes first in the record', () => {
    const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const after = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    const step = (thoughts: string): string =>
      JSON.stringify({
        info: { stateHistory: [START, after] },
        steps: [{ observation: after }, { action: { actionString: 'e4', thoughts }, observation: after }],
      });
    assert.deepEqual(found(step(`It is White's turn. FEN: ${START}. Final Answer: e4`), 'json'), []);
  });

  it('answer a request each', () => {
    const answer = (id: string, content: string): string =>
      JSON.stringify({ custom_id: id, response: { body: { choices: [{ message: { role: 'assistant', content } }] } } });
    assert.deepEqual(
      found(`${answer('a', `${OPEN}. White to move.`)}\n${answer('b', '1. d4 d5. White to move.')}\n`, 'json'),
      [],
    );
  });

  it('predict a state beside the game', () => {
    const row = (fen: string): string =>
      JSON.stringify({ pgn: OPEN, rationale: 'Both queens are there.', pred_fen: fen });
    assert.deepEqual(found(row(AFTER_OPEN), 'json'), []);
    assert.deepEqual(found(row(STALE), 'json'), [`WRONG_STATE ${STALE}`]);
  });
});
