import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { auditText, TranscriptAudit } from '../../../src/core/audit/audit.ts';
import { assertLinear } from '../../support/growth.ts';

const FEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const AFTER = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';

const found = (value: unknown): string[] => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return auditText(text, 'json').map(
    ({ code, range }) => `${code.replace('AUDIT_', '')} ${text.slice(range.start, range.end)}`,
  );
};
const unplaced = (value: unknown): number => {
  const audit = new TranscriptAudit('json');
  audit.push(JSON.stringify(value));
  audit.end();
  return audit.unplacedMoves;
};

describe('a record', () => {
  it('is judged by its own position, in whatever order its keys stand', () => {
    const record = { fen: FEN, model_move: 'f8c3', raw_response: 'MOVE: f8c3', best_move: 'g8f6' };
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(record), { minLength: 4 }), (entries) => {
        const [only, ...others] = found(Object.fromEntries(entries));
        assert.match(only ?? '', /^ILLEGAL_MOVE f8c3/);
        assert.deepEqual(others, []);
      }),
    );
  });

  it('is right with what is true before its move and after it', () => {
    for (const fen of [FEN, AFTER])
      for (const turn of ['white', 'black'])
        assert.deepEqual(
          found({ fen: FEN, move: 'Nf6', response: `So ${fen}. I play Nf6.`, turn }),
          [],
          `${fen} ${turn}`,
        );
    assert.deepEqual(found({ fen: FEN, turn: 'white' }), ['FALSE_CLAIM white']);
    assert.deepEqual(found({ fen_before: FEN, move: 'Nf6', fen_after: AFTER }), []);
    const wrong = AFTER.replace('2n2n2', '2n4n');
    assert.deepEqual(found({ fen_before: FEN, move: 'Nf6', fen_after: wrong }), [`WRONG_STATE ${wrong}`]);
  });

  it('that shows only the position after its move is not judged by what is said of the one before', () => {
    const record = { fen_after: AFTER, move: 'Nf6', thoughts: `The board is ${FEN}. I play Nf6.` };
    assert.deepEqual(found(record), []);
    // a record before it shows that position
    const wrong = FEN.replace('2B1P3', '4P1B1');
    const two = [
      { fen_after: FEN, move: 'Bc4' },
      { ...record, thoughts: `The board is ${wrong}. I play Nf6.` },
    ];
    assert.deepEqual(found(two), [`WRONG_STATE ${wrong}`]);
    assert.deepEqual(found([two[0], record]), []);
  });

  it('of a log that gives the position after each move has no illegal move', () => {
    const moves = [
      ['e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'],
      ['e5', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'],
      ['Nf3', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'],
    ].map(([san, fen]) => ({ san, fen }));
    assert.deepEqual(found({ moves }), []);
    assert.deepEqual(found(moves.map((one) => JSON.stringify(one)).join('\n')), []);
  });

  it('holds its answers to its state, wherever that stands', () => {
    const wrong = FEN.replace('2B1P3', '4P3');
    assert.deepEqual(found({ info: { input_fen: FEN }, llm: { raw_text: FEN, llm_fen: FEN } }), []);
    assert.deepEqual(found({ llm: { raw_text: wrong, llm_fen: wrong }, info: { input_fen: FEN } }), [
      `WRONG_STATE ${wrong}`,
    ]);
    assert.deepEqual(found({ predicted_fen: wrong }), []);
  });

  it('that lists the legal moves needs no position', () => {
    const legal_moves = ['g8f6', 'g8h6', 'f8c5'];
    assert.deepEqual(found({ legal_moves, move: 'g8f6' }), []);
    assert.deepEqual(found({ move: 'f8c3', legal_moves }), ['ILLEGAL_MOVE f8c3']);
    assert.deepEqual(found({ move: 'Nf6', legal_moves }), []);
  });

  it('says itself whether a move was legal', () => {
    assert.deepEqual(found({ fen: FEN, move: 'f8c3', is_legal: true }), []);
    const tries = {
      fen: FEN,
      results: {
        a: [
          { raw_response: 'Nf6', legal: true },
          { raw_response: 'Bc3', legal: false },
        ],
      },
    };
    assert.deepEqual(found(tries), ['ILLEGAL_MOVE Bc3']);
    assert.deepEqual(found({ initial_fen: FEN, games: [{ rejected_uci: 'f8c3' }] }), []);
  });
});

describe('a list of a record', () => {
  it('that holds moves of one side, candidates or lines is no game, and is counted', () => {
    const scores = ['Nf6', 'Nxe4', 'Nd6', 'Be7', 'O-O'].map((move_san, i) => ({ ply: 2 * i + 6, move_san }));
    assert.deepEqual(found({ fen: FEN, model_move_scores: scores }), []);
    assert.ok(unplaced({ fen: FEN, model_move_scores: scores }) >= 1);
    for (const key of ['candidates', 'pv', 'legal_moves', 'top_moves', 'samples', 'history'])
      assert.deepEqual(found({ fen: FEN, [key]: ['Nf6', 'Be7', 'd6', 'Bc5'] }), [], key);
  });

  it('that is a game ends where its record says', () => {
    const moves = ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4'];
    assert.deepEqual(found({ moves, final_fen: FEN }), []);
    const wrong = FEN.replace('5N2', '8');
    assert.deepEqual(found({ final_fen: wrong, moves }), [`WRONG_STATE ${wrong}`]);
    assert.deepEqual(found({ pgn: '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bd3' }), ['ILLEGAL_MOVE Bd3']);
  });
});

describe('a text about one position', () => {
  it('is followed through legal moves that are listed, examples and lists of squares', () => {
    const text = `Proxy:\n\nboard: ${FEN}\n\n---\n\n- 'make_move <move>' to make it (e.g., 'make_move e2e4')\n\n---\n\ng8f6,g8h6,f8c5,f8e7\n\n---\n\nMy pawns are on a7, b7, c7, d7.\n\n---\n\n`;
    assert.deepEqual(found(JSON.stringify({ text: `${text}**make_move g8f6**` })), []);
    assert.match(auditText(`${text}**make_move f8c3**`, 'text')[0]?.message ?? '', /^f8c3 is illegal/);
  });
});

describe('a hostile log', () => {
  it('takes time in proportion to its length: candidates, one long line, nesting', () => {
    const move = { move: 'Nf6', score: 1 };
    assertLinear(
      'candidates',
      500,
      (n) => JSON.stringify({ fen: FEN, candidates: Array.from({ length: n }, () => ({ ...move })) }),
      auditText,
    );
    assertLinear('moves', 500, (n) => JSON.stringify({ fen: FEN, moves: Array(n).fill('Nf6') }), auditText);
    assertLinear(
      'a line',
      2000,
      (n) => JSON.stringify({ fen: FEN, response: 'Nf6 or e4e5, then 3... Nf6 '.repeat(n) }),
      auditText,
    );
    assertLinear(
      'fields',
      1000,
      (n) => JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`move_${i}.san`, 'Nf6']))),
      auditText,
    );
    assertLinear('nesting', 500, (n) => `{"fen":"${FEN}","a":${'{"a":['.repeat(n)}"e4"`, auditText);
  });
});
