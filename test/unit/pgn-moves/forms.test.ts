import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';

/** Code and marked text of each diagnostic; an info in lower case. */
const found = (text: string): [string, string][] =>
  checkText(text, 'pgn').map(({ code, severity, range }) => [
    severity === 'info' ? code.toLowerCase() : code,
    text.slice(range.start, range.end),
  ]);

/** The text after all first fixes, or those that are safe; a fix that adds a glyph is left out. */
const mended = (text: string, onlySafe = false): string =>
  applyEdits(
    text,
    checkText(text, 'pgn')
      .flatMap(({ code, fixes: [fix] = [] }) =>
        fix === undefined || code === 'PGN_GLUED_EVALUATION' || (onlySafe && !fix.safe) ? [] : fix.edits,
      )
      .sort((a, b) => a.range.start - b.range.start),
  );

const messages = (text: string): string[] => checkText(text, 'pgn').map((d) => d.message);

const CHECK = 'PGN_WRONG_CHECK_SIGN';
const LETTER = 'PGN_PIECE_LETTER';

describe('the form of a move', () => {
  const cases: readonly (readonly [string, string, readonly (readonly [string, string])[], string])[] = [
    ['check signs', '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0', [[CHECK, 'Qxf7']], '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'],
    ['double signs', '1. e4 e5 2. Qh5 Ke7 3. Qxe5++ *', [[CHECK, '++']], '1. e4 e5 2. Qh5 Ke7 3. Qxe5# *'],
    ['words for check', '1. e4 d5 2. Bb5ch c6 3. Bxc6mate *', [[CHECK, 'ch'], [CHECK, 'mate']], '1. e4 d5 2. Bb5+ c6 3. Bxc6+ *'],
    ['daggers', '1. e4 d5 2. Bb5† c6 3. Bxc6‡ *', [[CHECK, '†'], [CHECK, '‡']], '1. e4 d5 2. Bb5+ c6 3. Bxc6+ *'],
    ['evaluations glued on', '1. e4 d5 2. Bb5++= c6+- *', [['pgn_glued_evaluation', '++='], ['pgn_glued_evaluation', '+-']], '1. e4 d5 2. Bb5++= c6+- *'],
    ['signs without a sense', '1. e4- d5/+ *', [['pgn_glued_evaluation', '-'], ['pgn_glued_evaluation', '/+']], '1. e4- d5/+ *'],
    ['castling', '1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 o-o *', [['PGN_CASTLING_FORM', '0-0'], ['PGN_CASTLING_FORM', 'o-o']], '1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O *'],
    ['a small b', '1. e4 e5 2. bc4 Nc6 3. bb5 *', [[LETTER, 'b'], [LETTER, 'b']], '1. e4 e5 2. Bc4 Nc6 3. Bb5 *'],
    ['a small b that takes', '1. e4 b5 2. bb5 *', [[LETTER, 'b']], '1. e4 b5 2. Bxb5 *'],
    ['a figurine that takes with a times sign', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. ♗×c6 *', [[LETTER, '♗'], ['PGN_WRONG_CAPTURE_SIGN', '×']], '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *'],
    ['another times sign', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. ♗✕c6 *', [[LETTER, '♗'], ['PGN_WRONG_CAPTURE_SIGN', '✕']], '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *'],
    ['a figurine with its variation selector', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. ♗\uFE0E×c6 *', [[LETTER, '♗\uFE0E'], ['PGN_WRONG_CAPTURE_SIGN', '×']], '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *'],
    ['a letter glued to a glyph', '1. e4 $1♞c6 *', [[LETTER, '♞']], '1. e4 $1 Nc6 *'],
    ['a capital file', '1. E4 e5 2. NF3 *', [[LETTER, 'E'], [LETTER, 'F']], '1. e4 e5 2. Nf3 *'],
    ['a pawn letter', '1. Pe4 e5 *', [[LETTER, 'P']], '1. e4 e5 *'],
    ['figurines', '1. ♘f3 ♞f6 *', [[LETTER, '♘'], [LETTER, '♞']], '1. Nf3 Nf6 *'],
    ['long algebraic', '1. e2-e4 e5 2. Ng1-f3 Nb8c6 3. N-c3 *', [['PGN_LONG_NOTATION', 'e2-e4'], ['PGN_LONG_NOTATION', 'Ng1-f3'], ['PGN_LONG_NOTATION', 'Nb8c6'], ['PGN_LONG_NOTATION', '-']], '1. e4 e5 2. Nf3 Nc6 3. Nc3 *'],
    ['castling of the king in long algebraic', '1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. Ke1-g1 Ke8g8 *', [['PGN_LONG_NOTATION', 'Ke1-g1'], ['PGN_LONG_NOTATION', 'Ke8g8']], '1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O *'],
    ['en passant marks', '1. e4 c5 2. e5 d5 3. exd6e.p. f5 (3... c4 4. b4 cxb3 e.p.) *', [['PGN_EN_PASSANT_MARK', 'e.p.'], ['PGN_EN_PASSANT_MARK', 'e.p.']], '1. e4 c5 2. e5 d5 3. exd6 f5 (3... c4 4. b4 cxb3) *'],
    ['needless letters', '1. Ngf3 d5 2. N3d4 *', [['pgn_needless_disambiguation', 'g'], ['pgn_needless_disambiguation', '3']], '1. Nf3 d5 2. Nd4 *'],
    ['captures', '1. e4 d5 2. ed5 Q×d5 3. Nxc3 *', [['PGN_WRONG_CAPTURE_SIGN', 'ed5'], ['PGN_WRONG_CAPTURE_SIGN', '×'], ['PGN_WRONG_CAPTURE_SIGN', 'x']], '1. e4 d5 2. exd5 Qxd5 3. Nc3 *'],
    ['signs that stand apart', '1. e4 d5 2. Bb5 + c6 3. Bxc6 mate *', [[CHECK, '+'], [CHECK, 'mate']], '1. e4 d5 2. Bb5+ c6 3. Bxc6+ *'],
    ['words that stand apart', '1. e4 d5 2. Bb5! ch c6 3. Nf3 ch *', [[CHECK, 'ch'], [CHECK, 'ch']], '1. e4 d5 2. Bb5+! c6 3. Nf3 *'],
    ['a sign once more', '1. e4 d5 2. Bb5+ + c6 *', [[CHECK, '+']], '1. e4 d5 2. Bb5+ c6 *'],
    ['several marks', '1. e4 d5 2. Bb5 dbl ch e.p. *', [[CHECK, 'dbl'], [CHECK, 'ch'], ['PGN_EN_PASSANT_MARK', 'e.p.']], '1. e4 d5 2. Bb5+ *'],
    ['null moves', '1. e4 pass 2. d4 <> 3. c4 -- *', [['pgn_null_move', 'pass'], ['pgn_null_move', '<>'], ['pgn_null_move', '--']], '1. e4 -- 2. d4 -- 3. c4 -- *'],
    ['two faults at once', '1. e4 d5 2. bb5 *', [[LETTER, 'b'], [CHECK, 'bb5']], '1. e4 d5 2. Bb5+ *'],
  ]; // biome-ignore format: a table
  for (const [name, text, expected, repaired] of cases) {
    it(`is judged: ${name}`, () => {
      assert.deepEqual(found(text), expected);
      assert.equal(mended(text), repaired);
    });
  }

  it('is judged at promotions', () => {
    const game = (move: string): string => `[SetUp "1"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. ${move} Kg6 *\n`;
    for (const [written, marked] of [
      ['a8Q', 'Q'],
      ['a8/Q', '/Q'],
      ['a8=q', 'q'],
      ['a8q', 'q'],
      ['a8(Q)', '(Q)'],
      ['a8=(q)', '=(q)'],
      ['a8 =Q', ' =Q'],
      ['a8= Q', '= Q'],
      ['a8 = q', ' = q'],
      ['a8 (Q)', ' (Q)'],
      ['a8 Q', ' Q'],
    ]) {
      // biome-ignore format: pairs
      assert.deepEqual(found(game(written)), [['PGN_PROMOTION_FORM', marked]]);
      assert.equal(mended(game(written)), game('a8=Q'));
    }
    for (const [written, marked] of [
      ['a8=♕', '♕'],
      ['a8=D', 'D'],
      ['a8=Ф', 'Ф'],
    ]) {
      // biome-ignore format: pairs
      assert.deepEqual(found(game(written)), [[LETTER, marked]]);
      assert.equal(mended(game(written)), game('a8=Q'));
    }
    const [missing, ...others] = checkText(game('a8'), 'pgn');
    assert.deepEqual([missing.code, missing.severity, others.length], ['PGN_MISSING_PROMOTION', 'error', 0]);
    assert.deepEqual(
      missing.fixes?.map(({ title, safe }) => [title, safe]),
      // with a bishop or knight the game would be drawn, and it goes on
      ['Q', 'R'].map((piece) => [`Write a8=${piece}`, false]),
    );
  });

  it('is that of a bishop in small letters where other pieces have them', () => {
    const small = '1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6+ dxc6 5. o-o *';
    assert.equal(mended(small, true), '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *'.replace('Bxc6', 'Bxc6+'));
    const one = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. bxc6 *';
    assert.deepEqual(found(one), [['PGN_ILLEGAL_MOVE', 'bxc6']]);
    assert.deepEqual(found('1. b4 c5 2. nf3 nf6 3. bxc5 *'), [
      [LETTER, 'n'],
      [LETTER, 'n'],
    ]);
    assert.deepEqual(checkText('1. e4 b5 2. nf3 a6 3. bxb5 *', 'pgn').length, 1);
  });

  it('is not changed without review where it contradicts the board, since another move may be meant', () => {
    for (const text of [
      '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0',
      '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ 1-0',
      '1. e4+ d5 2. Bb5 c6 3. Bxc6mate *',
      '1. e4 d5 2. ed5 Nf6 3. Nxc3 *',
      '1. e4 d5 2. Bb5 + c6 3. Bxc6 mate *',
      '1. e4 d5 2. Nf3 ch *',
      '1. Ngf3 d5 2. N3d4 *',
      '1. Ng1f3 d5 2. g3 *',
      '1. Ng1-f3 Ng8-f6 2. Nf3xg5 *',
      '1. e4 e5 2. bc4 *',
      '1. e4-d5 e5 *',
      '1. e4 e5 2. Sf3 Nc6 3. Lb5 *',
      '1. e4 e5 2. Кf3 *',
      '1. e4 c5 2. e5 d5 3. Bb5+ e.p. *',
    ])
      assert.equal(mended(text, true), text.replace('Bb5 + c6', 'Bb5+ c6'));
    // a pinned knight explains the letter, and may be pinned by mistake
    const pinned = '[SetUp "1"]\n[FEN "4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1"]\n\n1. Ngf3 Kd8 *';
    assert.equal(mended(pinned, true), pinned);
    // other spellings of the same signs
    for (const [text, after] of [
      ['1. e4 d5 2. Bb5ch c6 3. B×c6++ *', '1. e4 d5 2. Bb5+ c6 3. Bxc6+ *'],
      ['1. ♘f3 nf6 2. Ng1 0000 *', '1. Nf3 Nf6 2. Ng1 0000 *'],
      ['1. e2e4 d7d5 2. e4xd5 *', '1. e4 d5 2. exd5 *'],
    ])
      assert.equal(mended(text, true), after);
  });

  it('says what is wrong, why, and what to write', () => {
    assert.deepEqual(messages('1. e4 e5 2. Qh5+ Nc6 3. Bc4 Nf6 4. Qxf7+ 1-0'), [
      'Qh5+ does not give check: write Qh5',
      'Qxf7+ is mate: write Qxf7#',
    ]);
    assert.deepEqual(messages('1. e4 d5 2. Bb5 c6 3. Bc6 *').sort(), [
      'Bb5 gives check: write Bb5+',
      'Bc6 gives check: write Bc6+',
      'Bc6 is a capture without x: write Bxc6',
    ]);
    assert.deepEqual(messages('1. Sf3 Nf6 *'), ['Sf3 has the piece letter S, which is not English: write Nf3']);
    assert.deepEqual(messages('1. Ngf3 d5 *'), ['Ngf3 needs no disambiguation: write Nf3']);
  });

  it('asks for no more letters than are needed under strictExport alone', () => {
    const severities = (text: string): string[] =>
      checkText(text, 'pgn', { strictExport: true })
        .filter(({ code }) => code === 'PGN_NEEDLESS_DISAMBIGUATION')
        .map(({ severity }) => severity);
    assert.deepEqual(severities('1. Ngf3 d5 *'), ['warning']);
    const knights = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 7"]\n\n7. Nbd2 Kd8 *';
    assert.deepEqual(severities(knights), []);
    // file before rank
    const rooks = '[SetUp "1"]\n[FEN "4k3/8/8/3R4/8/8/8/R5K1 w - - 0 7"]\n\n7. R5a5 Kd8 *';
    assert.deepEqual(messages(rooks), ['R5a5 disambiguates by 5, SAN by d: write Rda5']);
  });
});

describe('several check signs of a move', () => {
  it('are judged together: the one that agrees with the board stays, and no message contradicts another', () => {
    const mate = '1. f3 e5 2. g4 Qh4';
    const said = (text: string): string[] =>
      checkText(text, 'pgn').map(({ message, fixes = [] }) => `${fixes[0].safe ? 'safe' : 'fix'} ${message}`);
    assert.deepEqual(said(`${mate}+ # *`), [
      'fix Qh4+ is mate: write Qh4#',
      'safe # is separated from Qh4+: write Qh4#',
    ]);
    assert.deepEqual(said(`${mate} + # *`), [
      'safe + after Qh4 is redundant: delete it',
      'safe # is separated from Qh4: write Qh4#',
    ]);
    assert.deepEqual(said(`${mate} + + *`), [
      'fix + is separated from Qh4: write Qh4#',
      'safe + after Qh4 is redundant: delete it',
    ]);
    assert.deepEqual(said(`${mate}# mate *`), ['safe mate after Qh4# is redundant: delete it']);
    // together they are one repair
    for (const signs of ['+ # + +', ' + + #', '# + + +']) {
      const text = `${mate}${signs} *`;
      const fixes = checkText(text, 'pgn').flatMap((finding) => finding.fixes ?? []);
      const fix = fixes.find(({ title }) => title.includes('2 more'));
      assert.equal(applyEdits(text, fix?.edits ?? []), `${mate}# *`);
    }
  });
});

describe('a habit of a game', () => {
  it('of never writing check signs is one finding, with the count and one repair', () => {
    const text = '1. e4 e5 2. Qh5 Nc6 3. Qxf7 Kxf7 4. Bc4 d5 5. Bxd5 Ke8 6. Bxc6 Bd7 *';
    assert.deepEqual(messages(text), [
      'Qxf7 gives check: write Qxf7+ (3 more moves of this game are written the same way)',
    ]);
    assert.equal(mended(text), '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ d5 5. Bxd5+ Ke8 6. Bxc6+ Bd7 *');
  });

  it('does not apply if one move is written differently', () => {
    const text = '1. e4 e5 2. Qh5 Nc6 3. Qxf7 Kxf7 4. Bc4+ d5 5. Bxd5 Ke8 6. Bxc6 Bd7 *';
    assert.deepEqual(
      found(text).map(([, marked]) => marked),
      ['Qxf7', 'Bxd5', 'Bxc6'],
    );
  });

  it('of separating check signs is one finding, with the count and one repair', () => {
    const text = '1. e4 e5 2. Qh5 Nc6 3. Qxf7 + Kxf7 4. Bc4 + d5 5. Bxd5 ch Ke8 6. Bxc6 + Bd7 *';
    assert.deepEqual(messages(text), [
      '+ is separated from Qxf7: write Qxf7+ (the same after 3 more moves of this game)',
    ]);
    assert.equal(mended(text), '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ d5 5. Bxd5+ Ke8 6. Bxc6+ Bd7 *');
  });

  it('of writing pieces with the letters of a language is read, and named', () => {
    const games: readonly (readonly [string, string])[] = [
      ['German', '1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. c3 De7 5. Tg1 *'],
      ['French', '1. e4 e5 2. Cf3 Cc6 3. Fb5 Cf6 4. Re2 Re7 5. Dg1 *'],
      ['Spanish or Italian', '1. e4 e5 2. Cf3 Cc6 3. Ab5 Cf6 4. Re2 Re7 5. Dg1 *'],
      ['Dutch', '1. e4 e5 2. Pf3 Pc6 3. Lc4 Lc5 4. c3 De7 5. Tg1 *'],
      ['Russian', '1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. Крe2 Фe7 5. Лe1 *'],
      ['Polish', '1. e4 e5 2. Sf3 Sc6 3. Gc4 Gc5 4. c3 He7 5. Wg1 *'],
      ['Hungarian', '1. e4 e5 2. Hf3 Hc6 3. Fc4 Fc5 4. c3 Ve7 5. Bg1 *'],
      ['Czech', '1. e4 e5 2. Jf3 Jc6 3. Sc4 Sc5 4. c3 De7 5. Vg1 *'],
      ['Finnish', '1. e4 e5 2. Rf3 Rc6 3. Lc4 Lc5 4. c3 De7 5. Tg1 *'],
    ];
    for (const [language, text] of games) {
      const list = checkText(text, 'pgn');
      assert.deepEqual(list.map(({ code }) => code), [LETTER], text); // biome-ignore format: one line
      assert.ok(list[0].message.includes(`has the ${language} piece letter`), list[0].message);
      const english = applyEdits(text, list[0].fixes?.[0].edits ?? []);
      assert.deepEqual(found(english), [], english);
      assert.match(english, /2\. Nf3 Nc6/);
    }
  });

  it('does not apply to one foreign letter among English ones', () => {
    const text = '1. e4 e5 2. Sf3 Nc6 3. Bb5 a6 4. La4 *';
    assert.deepEqual(found(text), [
      [LETTER, 'S'],
      [LETTER, 'L'],
    ]);
    assert.equal(mended(text), '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *');
  });
});
