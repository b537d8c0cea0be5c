import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import {
  type LineRepairs,
  lineAround,
  repairLine,
  repairSteps,
  undecidedText,
  withRepairs,
} from '../../../src/core/notation/pgn/repair/repairs.ts';
import { readGame } from '../../../src/core/notation/pgn/replay.ts';

/** The repairs of the line around a word of a game; of its main line without one. */
function repairsIn(text: string, word = text.trim().split(/\s+/).at(-1) ?? ''): LineRepairs {
  const game = readGame(text);
  return repairLine(game, lineAround(game, text.lastIndexOf(word)));
}

/** The title of the first offer, and the text after it. */
function first(text: string, word?: string): readonly [title: string, after: string] {
  const [offer] = repairsIn(text, word).offers;
  return offer === undefined ? ['', text] : [offer.title, applyEdits(text, offer.edits)];
}

const RUY = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *';

describe('a repair by replay', () => {
  const cases: readonly (readonly [what: string, damaged: string, title: string])[] = [
    ['another square', RUY.replace('3. Bb5', '3. Bb6'), '3.Bb5 (not Bb6): all 15 moves behind it are legal'],
    ['another piece', RUY.replace('5. O-O Be7', '5. O-O Ne7'), '5...Be7 (not Ne7): all 10 moves behind it are legal'],
    ['a missing piece letter', RUY.replace('Ba4', 'a4'), '4.Ba4 (not a4): all 13 moves behind it are legal'],
    ['castling as a king move', RUY.replace('5. O-O', '5. Kg1'), '5.O-O (not Kg1): all 11 moves behind it are legal'],
    ['a move left out', RUY.replace('Ba4 Nf6', 'Nf6'), 'Insert 4.Ba4: all 13 moves behind it are legal'],
    ['a move left out, of Black', RUY.replace('h3 Nb8', 'h3'), 'Insert 9...Nb8: all 2 moves behind it are legal'],
    ['a pair left out', RUY.replace('2. Nf3 Nc6 3.', '3.'), 'Insert 2.Nf3 Nc6: all 16 moves behind it are legal'],
    ['a doubled move', RUY.replace('6. Re1', '6. Re1 Re1'), 'Delete 6...Re1: all 9 moves behind it are legal'],
    ['a doubled pair', RUY.replace('6. Re1 b5', '6. Re1 b5 6. Re1 b5'), 'Delete 6.Re1 b5: all 8 moves behind it are legal'],
    ['two swapped moves', RUY.replace('Re1 b5', 'b5 Re1'), 'Swap 6.b5 and 6...Re1: all 8 moves behind it are legal'],
    ['glued moves', RUY.replace('6. Re1 b5', '6. Re1b5'), '6.Re1 b5 (not Re1b5): all 8 moves behind it are legal'],
    ['a homoglyph', RUY.replace('5. O-O Be7 6. Re1', '5. O-O Be7 6. Rе1'), '6.Re1 (not Rе1): all 9 moves behind it are legal'],
  ]; // biome-ignore format: a table
  for (const [what, damaged, title] of cases)
    it(`finds ${what}`, () => {
      assert.deepEqual(first(damaged), [title, RUY]);
      assert.equal(repairsIn(damaged).triedFrom, undefined);
    });

  it('finds the piece that was meant by what it does afterwards', () => {
    const text = '1. Nf3 d5 2. d3 c6 3. Nbd2 e6 4. Ng5 h6 *';
    assert.deepEqual(first(text.replace('Nbd2', 'Nd2')), ['3.Nbd2 (not Nd2): all 3 moves behind it are legal', text]);
  });

  it('reads and writes the letters of other languages', () => {
    const german = RUY.replaceAll('N', 'S').replaceAll('B', 'L').replaceAll('R', 'T');
    assert.deepEqual(first(german.replace('Lb5', 'Lb6')), [
      '3.Lb5 (not Lb6): all 15 moves behind it are legal',
      german,
    ]);
  });

  it('finds a wrong move before the place where the line cannot be played', () => {
    // the knight on f3 is needed first at move 6
    const text = '1. e4 e5 2. Nh3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. Nbd2 a6 7. Nxe5 Nxe5 *';
    const [title, after] = first(text);
    assert.equal(title, '2.Nf3 (not Nh3): all 11 moves behind it are legal');
    assert.equal(after, text.replace('Nh3', 'Nf3'));
  });

  it('repairs a variation, and says what still contradicts it', () => {
    const text = RUY.replace('7. Bb3', '7. Bb3 (7. Bxb5 axb5 8. d4 exd4 9. Nxd3 Nxd4 10. Qxd4 O-O)');
    const [title, after] = first(text, 'Nxd3');
    assert.equal(title, '9.Nxd4 (not Nxd3): all 3 moves behind it are legal');
    assert.deepEqual(
      checkText(after, 'pgn').filter(({ severity }) => severity === 'error'),
      [],
    );
    const [doubtful] = repairsIn(RUY.replace('3. Bb5', '3. Bb6').replace('Nf6 5.', 'Nxf6 5.')).offers;
    assert.equal(doubtful.title, '3.Bb5 (not Bb6): all 15 moves behind it are legal; 1 number or sign contradicts it');
    assert.ok(!doubtful.preferred);
  });

  it('finds the move left out between two that are the same word, where numbers tell which', () => {
    const text = '1. e4 d5 2. exd5 Nf6 3. c4 c6 4. dxc6 Nxc6 5. Nf3 Nd4 6. Nxd4 Qxd4 7. Nc3 Nd5 8. cxd5 Qxd5 9. Nxd5 *';
    const [title, after] = first(text.replace('8. cxd5 Qxd5 9.', '8. cxd5 9.'));
    assert.equal(after, text, title);
    assert.match(title, /^Insert 8\.\.\.Qxd5/);
    assert.doesNotMatch(title, /contradict/);
  });

  it('finds two moves that were swapped over a distance', () => {
    const damaged = RUY.replace('1. e4 e5', '1. e4 Be7').replace('O-O Be7', 'O-O e5');
    assert.equal(first(damaged)[1], RUY);
  });

  it('finds the first pair left out of a game of Chess960 by its numbers', () => {
    const text =
      '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1"]\n\n1. e4 e5 2. Ng3 Ng6 3. Bc4 Bc5 4. Nf5 Nf4 5. Ne7+ Bxe7 *\n';
    const damaged = text.replace('1. e4 e5 ', '');
    assert.ok(
      checkText(damaged, 'pgn').some(({ code }) => code === 'PGN_WRONG_MOVE_NUMBER' || code === 'PGN_ILLEGAL_MOVE'),
    );
    // e3 or e4, and e5 or e6
    const { offers, undecided } = repairsIn(damaged);
    assert.deepEqual(offers, []);
    assert.deepEqual(undecided, { plies: 2, fitting: 4, before: damaged.indexOf('2. Ng3') });
  });

  it('works in Chess960, from a FEN, and in the variants', () => {
    const fischer =
      '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1"]\n\n';
    const moves = '1. c4 c5 2. Nb3 Nb6 3. d4 cxd4 4. Nxd4 Nxc4 *';
    assert.deepEqual(first(fischer + moves.replace('Nxd4', 'Nxd5')), [
      '4.Nxd4 (not Nxd5): the move behind it is legal',
      fischer + moves,
    ]);
    const atomic = '[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 c6 3. e3 d5 4. Qh5+ g6 5. Qd1 e5 *';
    assert.deepEqual(first(atomic.replace('2. Nd4', '2. Nd5')), [
      '2.Nd4 (not Nd5): all 7 moves behind it are legal',
      atomic,
    ]);
  });

  it('finds dropped pieces', () => {
    const house = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. @b4 Qe5+ 4. Be2 c5 5. bxc5 Qxc5 *';
    assert.deepEqual(first(house.replace('@b4', '@b2')), ['3.@b4 (not @b2): all 5 moves behind it are legal', house]);
  });

  it('is preferred only where nothing else is likely and nothing contradicts it', () => {
    const [wrong] = repairsIn(RUY.replace('3. Bb5', '3. Bb6')).offers;
    assert.ok(wrong.preferred && wrong.isWhole && wrong.contradictions === 0);
    // two knights, and nothing behind the move that tells which
    const two = repairsIn('1. Nf3 d5 2. d3 d4 3. Nd2 e5 *').offers;
    assert.deepEqual(
      two.map(({ title }) => title.replace(/:.*/, '')),
      ['3.Nbd2 (not Nd2)', '3.Nfd2 (not Nd2)', '3.Bd2 (not Nd2)'],
    );
    assert.ok(two.every(({ preferred }) => !preferred));
  });

  it('is not named where many insertions fit as well', () => {
    const gap = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 5. d3 d6 6. h3 h6 7. a3 a6 8. Nbd2 Nf6 *';
    const { undecided, ...others } = repairsIn(gap);
    assert.deepEqual(others, { offers: [], triedFrom: undefined });
    assert.ok(undecided && undecided.plies === 2 && undecided.fitting > 100, JSON.stringify(undecided));
    assert.equal(
      undecidedText(undecided),
      `one move pair may be missing here (${undecided.fitting.toLocaleString('en')} fit)`,
    );
    assert.ok(gap.slice(undecided.before).startsWith('5. d3'), gap.slice(undecided.before));
    // what follows leaves few
    const left = repairsIn(RUY.replace('2. Nf3 Nc6 ', ''));
    assert.deepEqual([left.offers.length, left.undecided], [3, undefined]);
  });

  it('comes after the moves that an ambiguous one can be, if it changes others', () => {
    // both knights reach d2, and what follows fits neither, but an inserted pair
    const text = '1. Nf3 d5 2. d3 c6 3. Nd2 e6 4. Ng5 h6 5. Nxf7 Kxf7 6. Nf3 *';
    const [finding] = checkText(text, 'pgn').filter(({ code }) => code === 'PGN_AMBIGUOUS_MOVE');
    assert.ok(finding);
    const wild = { title: 'Insert 3.a3 a6', edits: [{ range: { start: 20, end: 20 }, newText: '3. a3 a6 ' }] };
    const offers = [{ ...wild, isWhole: true, contradictions: 0, preferred: true }];
    const fixes = withRepairs(finding, { offers, triedFrom: undefined, undecided: undefined });
    assert.deepEqual(fixes.map(({ title }) => title).slice(0, 1), ['Write Nbd2']);
    assert.deepEqual([fixes.at(-1)?.title, fixes.some(({ preferred }) => preferred)], ['Insert 3.a3 a6', false]);
  });

  it('repairs the first of two mistakes, and names the second', () => {
    const text = RUY.replace('3. Bb5', '3. Bb6').replace('10. d4', '10. d6');
    const [title, after] = first(text);
    assert.equal(title, '3.Bb5 (not Bb6): the next 13 moves can be played, up to 10.d6');
    assert.ok(repairsIn(after).offers.some(({ edits }) => applyEdits(after, edits) === RUY));
  });

  it('offers nothing for a line without a fault, nor for one whose single number is wrong', () => {
    assert.deepEqual(repairsIn(RUY).offers, []);
    assert.deepEqual(repairsIn(RUY.replace('6.', '9.')).offers, []);
  });

  const words: readonly (readonly [damaged: string, title: string, after: string])[] = [
    ['1. e4 e5 2. N[f3 Nc6 *', '2.Nf3 (not N[f3): the move behind it is legal', '1. e4 e5 2. Nf3 Nc6 *'],
    ['1. e4 e5 2. N]f3 Nc6 *', '2.Nf3 (not N]f3): the move behind it is legal', '1. e4 e5 2. Nf3 Nc6 *'],
    ['1. e4 e5 2. B]4 Nc6 3. Bxf7+ *', '2.Bc4 (not B]4): all 2 moves behind it are legal', '1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *'],
    ['1. d4 c5 2. dx[5 Nc6 *', '2.dxc5 (not dx[5): the move behind it is legal', '1. d4 c5 2. dxc5 Nc6 *'],
    ['1. e4 e5 2. Nf } Nc6 3. Nxe5 *', '2.Nf3 (not Nf }): all 2 moves behind it are legal', '1. e4 e5 2. Nf3 Nc6 3. Nxe5 *'],
    ['1. e4 e5 2. Nf} Nc6 3. Nxe5 *', '2.Nf3 (not Nf}): all 2 moves behind it are legal', '1. e4 e5 2. Nf3 Nc6 3. Nxe5 *'],
  ]; // biome-ignore format: a table
  for (const [damaged, title, after] of words)
    it(`takes all of a word that a bracket cuts: ${damaged}`, () => {
      assert.deepEqual(first(damaged), [title, after]);
      assert.deepEqual(checkText(after, 'pgn'), []);
    });

  it('counts the moves behind a stray parenthesis as those of its line', () => {
    const titles = (text: string, word: string): string[] => repairsIn(text, word).offers.map(({ title }) => title);
    const stray = titles('1. e4 e5 2. Nf) Nc6 3. Nf3 Nf6 *', 'Nf)');
    assert.ok(
      stray.length > 0 && stray.every((title) => title.endsWith(': all 3 moves behind it are legal')),
      stray[0],
    );
    const around = '1. e4 e5 2. Ke3) Nc6 (2... d6 3. d4 exd4 4. Qxd4 Nc6 5. Qd1) 3. Nf3 Nf6 *';
    assert.equal(titles(around, 'Ke3')[0], '2.Ke2 (not Ke3): all 3 moves behind it are legal');
    const before = '1. e4) e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 *';
    assert.equal(titles(before, 'Bb6')[0], '3.Bb5 (not Bb6): all 3 moves behind it are legal');
  });

  it('keeps comments, glyphs and numbers with their moves', () => {
    const annotated = '1. e4! $1 {best} 1... e5 2. Nf3 (2. f4 exf4) 2... Nc6 {[%clk 0:01:00]} 3. Nxe5 Nxe5 4. d4 Ng6 *';
    for (const move of [' Nf3', ' Nc6']) assert.equal(first(annotated.replace(move, ''))[1], annotated, move);
    const glued = '1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 *';
    assert.equal(first(glued.replace('3.Bb5 ', ''))[1], glued);
  });

  it('pauses often, and ends within its budget', () => {
    const there = Array.from(
      { length: 300 },
      (_, i) => `${i % 2 === 0 ? `${1 + i / 2}. ` : ''}${['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4]}`,
    );
    for (const [budget, pauses] of [
      [400_000, 50],
      [10_000, 4],
    ] as const) {
      const game = readGame(`${there.join(' ')} 151. Qd4 *`);
      const steps = repairSteps(game, lineAround(game, 1000), budget);
      let count = 0;
      for (let step = steps.next(); step.done !== true; step = steps.next()) count++;
      assert.ok(count > pauses, `${count}`);
    }
  });

  it('says where its budget ended', () => {
    const game = readGame(RUY.replace('10. d4', '10. d6'));
    const { offers, triedFrom } = repairLine(game, lineAround(game, 90), 300);
    assert.match(triedFrom ?? '', /^\d+\.(?:\.\.)?$/);
    for (const { title, preferred } of offers) {
      assert.ok(title.endsWith(`; edits before ${triedFrom} were not tried`), title);
      assert.ok(!preferred);
    }
  });
});
