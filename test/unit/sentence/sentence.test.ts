import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import type { HistoryPly } from '../../../src/core/metrics/placement.ts';
import type { AnswerFacts } from '../../../src/core/metrics/sentence/answer-text.ts';
import { CAUSES, causeText } from '../../../src/core/metrics/sentence/causes.ts';
import { lineOf } from '../../support/line.ts';

const comparers = { chess: new PairComparer('chess'), chess960: new PairComparer('chess960') };
const RUY = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4');

/** Sentence and cause of a prediction of the last position of a line. */
function said(history: readonly HistoryPly[], predictedFen: string | undefined, answer?: AnswerFacts): string[] {
  const trueFen = history.at(-1)?.fen ?? '';
  const input = { trueFen, predictedFen, history, ...(answer !== undefined && { answer }) };
  const { sentence, cause } = comparers.chess.text(input);
  return [sentence, causeText(cause)];
}
const fenAt = (history: readonly HistoryPly[], ply: number): string => history[ply]?.fen ?? '';
/** The last position of a line with other ranks, as `{ 5: 'r1bqk2r' }`, or fields. */
function changed(history: readonly HistoryPly[], ranks: Readonly<Record<number, string>>, ...fields: string[]): string {
  const [board = '', ...rest] = (history.at(-1)?.fen ?? '').split(' ');
  const rows = board.split('/').map((row, i) => ranks[8 - i] ?? row);
  return [rows.join('/'), ...(fields.length > 0 ? fields : rest)].join(' ');
}

describe('the sentence of a wrong board', () => {
  it('names the missed move that explains most wrong squares', () => {
    assert.deepEqual(said(RUY, changed(RUY, { 5: '1B2p3', 4: '4n3' })), [
      'thinks the bishop is still on b5: missed 4.Ba4',
      'missed a move (4.Ba4)',
    ]);
    assert.deepEqual(said(RUY, changed(RUY, { 6: 'p1n2n2', 4: 'B3P3' })), [
      'thinks the knight is still on f6: missed 5...Nxe4',
      'missed a capture (5...Nxe4)',
    ]);
  });

  it('counts the later squares of a piece for the first move that was missed', () => {
    // still on f1, so not on a4 either; the king's side is as it is
    const line = lineOf('1. e4 e5 2. Bb5 a6 3. Ba4 b5');
    assert.deepEqual(said(line, changed(line, { 4: '4P3', 1: 'RNBQKBNR' })), [
      'thinks the bishop is still on f1: missed 2.Bb5',
      'missed a move (2.Bb5)',
    ]);
  });

  it('knows what was forgotten of castling, en passant and promotion', () => {
    assert.deepEqual(said(RUY, changed(RUY, { 1: 'RNBQ2KR' })), [
      'thinks the rook is still on h1: missed that 5.O-O moved it',
      'castling rook forgotten (5.O-O)',
    ]);
    assert.deepEqual(said(RUY, changed(RUY, { 1: 'RNBQ2K1' })), [
      'sees no rook on f1, where 5.O-O put it',
      'castling rook forgotten (5.O-O)',
    ]);
    assert.deepEqual(said(RUY, changed(RUY, { 1: 'RNBQK2R' })), [
      'thinks the king is still on e1: missed 5.O-O',
      'missed castling (5.O-O)',
    ]);
    const passing = lineOf('1. e4 a6 2. e5 d5 3. exd6 h6');
    assert.deepEqual(said(passing, changed(passing, { 5: '3p4' })), [
      'thinks the pawn taken en passant is still on d5: missed that 3.exd6 took it',
      'pawn taken en passant forgotten (3.exd6)',
    ]);
    const queen = lineOf('1. a8=Q Kd6 2. Qa1 Kc5 3. Qa8', '8/P3k3/8/8/8/8/8/4K3 w - - 0 1');
    const atOnce = queen.slice(0, 3);
    assert.deepEqual(said(atOnce, changed(atOnce, { 8: 'P7' })), [
      'thinks the pawn on a8 did not promote: missed 1.a8=Q; impossible: white pawn on a8',
      'missed a promotion (1.a8=Q)',
    ]);
    assert.deepEqual(said(queen, changed(queen, { 8: '8', 7: 'P7' })), [
      'thinks the pawn is still on a7: missed 1.a8=Q',
      'missed a promotion (1.a8=Q)',
    ]);
  });

  it('distinguishes the wrong piece, the wrong square, a piece too many and one that is lost', () => {
    const knights = lineOf('1. d4 d5 2. Nf3 e6 3. Nbd2 c6');
    assert.deepEqual(said(knights, changed(knights, { 3: '8', 1: 'RNBQKB1R' })), [
      'took the knight on f3 for 3.Nbd2, not the one on b1',
      'moved the wrong piece (3.Nbd2)',
    ]);
    assert.deepEqual(said(knights, changed(knights, { 3: '8', 4: '3P1N2' })), [
      'puts the knight on f4 instead of f3 (2.Nf3)',
      'piece on the wrong square (2.Nf3)',
    ]);
    assert.deepEqual(said(knights, changed(knights, { 1: 'R1BQKBNR' })), [
      'still has a knight on g1, which 2.Nf3 left',
      'phantom piece (2.Nf3)',
    ]);
    assert.deepEqual(said(knights, changed(knights, { 3: '8' })), [
      'sees no knight on f3, where 2.Nf3 put it',
      'lost piece (2.Nf3)',
    ]);
    assert.deepEqual(said(knights, changed(knights, { 4: '3P3q' })), [
      'thinks there is a black queen on h4',
      'phantom piece',
    ]);
    assert.deepEqual(said(knights, changed(knights, { 8: '1nbqkbnr' })), ['sees no black rook on a8', 'lost piece']);
    assert.deepEqual(said(knights, changed(knights, { 8: 'rnqbkbnr' })), [
      'thinks the black queen is on c8 and the black bishop on d8',
      'pieces confused',
    ]);
    assert.deepEqual(said(knights, changed(knights, { 8: 'rnbqkbnR' })), [
      'thinks the black rook on h8 is a white rook',
      'pieces confused',
    ]);
  });

  it('knows boards of earlier plies and of openings', () => {
    assert.deepEqual(said(RUY, fenAt(RUY, 9)), [
      'thinks the knight is still on f6: missed 5...Nxe4; also wrong: side to move, clocks',
      'missed a capture (5...Nxe4)',
    ]);
    const quiet = RUY.slice(0, 9);
    assert.equal(said(quiet, fenAt(quiet, 7))[1], 'stale since ply 7');
    const long = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8');
    assert.deepEqual(said(long, fenAt(long, 14)), [
      'shows the board after 7...d6: missed the last 4 plies; also wrong: castling rights, clocks',
      'stale since ply 14',
    ]);
    assert.deepEqual(said(long, INITIAL_FEN), [
      'shows the start position: missed all 18 plies; also wrong: castling rights, clocks',
      'opening fallback',
    ]);
    assert.deepEqual(said(long, fenAt(lineOf('1. d4 d5 2. c4'), 3)), [
      'shows an opening position, 3 plies from the start; also wrong: side to move, castling rights, clocks',
      'opening fallback',
    ]);
  });

  it('says how many squares are left, and what makes the position impossible', () => {
    const empty = changed(RUY, { 8: '8', 7: '8', 1: 'RNBQ2KR' });
    const [sentence = '', cause] = said(RUY, empty);
    assert.match(sentence, /; 1\d more squares wrong; impossible: black has no king$/);
    assert.equal(cause, 'castling rook forgotten (5.O-O)');
  });
});

describe('the sentence of a right board', () => {
  const line = lineOf('1. e4 e5 2. Ke2 d6 3. Ke1 Nf6');

  it('names the first wrong field, and what made it so', () => {
    const fen = fenAt(line, 6);
    assert.deepEqual(said(line, fen), ['exact', 'exact']);
    assert.deepEqual(said(line, fen.replace(' w ', ' b ')), ['right board, wrong side to move', 'side to move']);
    assert.deepEqual(said(line, fen.replace('kq - 2 4', 'kq - 4 5')), [
      'right position, clocks differ: halfmove 4, true 2; fullmove 5, true 4',
      'clocks only',
    ]);
    assert.deepEqual(said(line, fen.replace(' kq ', ' KQkq ')), [
      'right board, but thinks White can still castle: missed that 2.Ke2 ended it',
      'castling rights (2.Ke2)',
    ]);
    assert.deepEqual(said(line, fen.replace(' kq ', ' k ')), [
      'right board, but thinks Black cannot castle queenside',
      'castling rights',
    ]);
    assert.deepEqual(said(line, fen.replace(' - ', ' d6 ')), [
      'right position, en passant square d6 (true: none), without effect',
      'same position, written differently',
    ]);
  });

  it('knows whether en passant is possible', () => {
    const passing = lineOf('1. e4 a6 2. e5 d5');
    const fen = fenAt(passing, 4);
    assert.deepEqual(said(passing, fen.replace(' d6 ', ' - ')), [
      'right board, but does not see en passant on d6',
      'en passant',
    ]);
    const without = lineOf('1. e4 a6 2. e5 d6 3. a3 d5');
    assert.deepEqual(said(without, fenAt(without, 6).replace(' - ', ' d6 ')), [
      'right board, but thinks en passant on d6 is possible',
      'en passant',
    ]);
    // both squares can be taken on: neither is more than the other
    const two = lineOf('', '4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1');
    assert.equal(said(two, fenAt(two, 0).replace(' c6 ', ' e6 '))[0], 'right board, but en passant square e6, true c6');
  });

  it('says what is missing of the text, and nothing of the fields behind it', () => {
    assert.deepEqual(said(line, fenAt(line, 6).replace(' - ', ' ')), [
      'right board, but not a valid FEN: one "-" missing',
      'format wrong',
    ]);
  });
});

describe('the sentence of an answer without a state', () => {
  it('says what stands there instead, and claims no position', () => {
    const none = (raw: string, finishReason?: string) =>
      said(RUY, undefined, { raw, ...(finishReason !== undefined && { finishReason }) });
    assert.deepEqual(said(RUY, undefined), ['no state in the answer', 'no state']);
    assert.deepEqual(none(' \n'), ['no state in the answer: it is empty', 'no state']);
    assert.deepEqual(none('r1bqk', 'length'), [
      'no state in the answer: it is cut off after `r1bqk`',
      'no state (cut off)',
    ]);
    assert.deepEqual(none('FEN: r1bqkbnr/pp1p'), [
      'no state in the answer: it is cut off after `FEN: r1bqkbnr/pp1p`',
      'no state (cut off)',
    ]);
    assert.deepEqual(none('White is\nbetter, I think; 3/4 of all games are won by it.'), [
      'no state in the answer: it says `White is better, I think; 3/4 of all gam…`',
      'no state',
    ]);
    assert.deepEqual(none('', 'length'), [
      'no state in the answer: it is cut off before its first word',
      'no state (cut off)',
    ]);
  });

  it('distinguishes boards that break off from boards that cannot be read', () => {
    assert.deepEqual(said(RUY, 'r1bqkb1r/1ppp1ppp/p1n'), [
      'the board is cut off after `r1bqkb1r/1ppp1ppp/p1n`',
      'cut off in the state',
    ]);
    assert.deepEqual(said(RUY, changed(RUY, { 3: '5N3' })), [
      'the board cannot be read: rank 3 has 9 squares',
      'board cannot be read',
    ]);
  });
});

describe('the sentence in other games', () => {
  it('reads castling of Chess960, whose king and rook may cross', () => {
    const line = lineOf('1. O-O-O a6', 'rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1');
    const of = (rank: string): string => {
      const predictedFen = changed(line, { 1: rank });
      return comparers.chess960.text({ trueFen: fenAt(line, 2), predictedFen, history: line }).sentence;
    };
    assert.equal(of('R1K4R'), 'thinks the rook is still on a1: missed that 1.O-O-O moved it');
    assert.equal(of('RK5R'), 'thinks the king is still on b1: missed 1.O-O-O');
    assert.equal(of('2K4R'), 'sees no rook on d1, where 1.O-O-O put it');
  });

  it('names cells of Connect Four and Hex', () => {
    const discs = (side: string, ...rows: string[]): string =>
      `${side} || ${[...Array<string>(6 - rows.length).fill('.......'), ...rows].join('').split('').join(' ')} ||`;
    const four = new PairComparer('connect_four');
    const trueFen = discs('x', '...o...', '...x...');
    const of = (predictedFen: string | undefined): string[] => {
      const { sentence, cause } = four.text({ trueFen, predictedFen });
      return [sentence, cause.id];
    };
    assert.deepEqual(of(trueFen), ['exact', 'exact']);
    assert.deepEqual(of(undefined), ['no state in the answer', 'no-state']);
    assert.deepEqual(of(discs('o', '...o...', '...x...')), ['right board, wrong side to move', 'side']);
    assert.deepEqual(of(discs('x', '...x...')), ['sees no o disc on c3r2', 'lost']);
    assert.deepEqual(of(discs('x', '...xo..')), ['thinks the o disc on c3r2 is on c4r1', 'wrong-square']);
    assert.deepEqual(of(discs('x', '...x...', '...x...')), ['thinks the o disc on c3r2 is x', 'swapped']);
    assert.deepEqual(of('x || . . ||'), ['the board cannot be read: 2 cells instead of 42', 'unparsable']);
    const hex = new PairComparer('hex').text({ trueFen: 'x || . . . . ||', predictedFen: 'o || x . . . ||' });
    assert.equal(hex.sentence, 'thinks there is an x stone on a1; also wrong: side to move');
    const larger = new PairComparer('hex').text({
      trueFen: 'x || . . . . ||',
      predictedFen: `x || ${'. '.repeat(9)}||`,
    });
    assert.equal(larger.sentence, 'the board has 9 cells, the true one 4');
  });
});

describe('the causes', () => {
  it('are all in docs/metrics.md, with their words', () => {
    const rows = [...fs.readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `([a-z-]+)` +\| ([^|]+?) +\|/gm)];
    const documented = new Map(rows.map(([, id, words]) => [id, words]));
    for (const [id, words] of Object.entries(CAUSES)) assert.equal(documented.get(id), words, id);
  });
});
