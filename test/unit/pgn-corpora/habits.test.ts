import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';

/** What is found in a text, with its severity. */
const found = (text: string): string[] =>
  checkText(text, 'pgn').map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );

/** What is found above info. */
const faults = (text: string): string[] => found(text).filter((line) => !line.startsWith('info '));

/** Ways of programs and sites to write PGN, in games of our own. */
const HABITS: Readonly<Record<string, string>> = {
  'engine matches': `[Event "?"]
[Round "1"]
[Result "1-0"]
[GameDuration "00:00:34"]
[GameEndTime "2022-07-26T12:12:29.970 CST"]
[GameStartTime "2022-07-26T12:11:55.040 CST"]
[PlyCount "7"]
[Termination "adjudication"]
[TimeControl "10.931+0.109"]

1. e4 {book} e5 {+0.31/12 1.2s} 2. Bc4 {0.00/31 48s} Nc6 {-M18/13 0.14s} 3. Qh5 {+M3/1 0s}
Nf6 {-M2/2 0.001s} 4. Qxf7# {+M1/127 0.003s, White mates} 1-0
`,
  'a Fischer random match': `[Variant "fischerandom"]
[FEN "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1"]
[SetUp "1"]
[Result "*"]

1. g3 {+0.1/9 1s} c5 2. Ne3 Ne6 *

[Variant "chess 960"]
[FEN "nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w FCfc - 0 1"]
[SetUp "1"]
[Result "*"]

1. g3 c6 *
`,
  FICS: `[Event "FICS rated blitz game"]
[FICSGamesDBGameNo "411189932"]
[White "someone(FM)"]
[WhiteElo "1583"]
[BlackElo "++++"]
[WhiteRD "na"]
[TimeControl "180+0"]
[Date "2017.02.07"]
[Time "12:24:00"]
[WhiteClock "0:03:00.000"]
[Result "1-0"]

1. e4 {[%emt 0.0]} e5 {[%emt 1.748]} 2. Nf3 {[%emt 00:00:02]} {Black forfeits on time} 1-0
`,
  ICC: `[Event "ICC 5 0 u"]
[Site "Internet Chess Club"]
[Round "-"]
[Result "*"]
[ICCResult "Game adjourned when White disconnected"]
[NIC "IG.01"]
[Time "13:08:42"]
[TimeControl "300+0"]

1. e4 e5
    ( 1. ... d5 2. exd5 )
    ( 1. ... c5 )
2. Nf3 {Game adjourned} *
`,
  'chess.com': `[Event "Live Chess"]
[Round "-"]
[CurrentPosition "3r3k/p5pp/3npp2/8/8/2P5/2K2P1P/5B1R w - -"]
[Timezone "UTC"]
[UTCTime "23:52:43"]
[EndTime "8:57:12 GMT+0000"]
[TimeControl "1/259200"]
[ECOUrl "https://www.chess.com/openings/C00-French-Defense-2.d4-d5-3.exd5...3"]
[Link "https://www.chess.com/live/game/1"]
[Result "1-0"]

1. e4 {[%clk 0:09:57.1]} 1... e6 {[%clk 0:10:00]} 2. d4 {[%clk 71:59:41]} {[%timestamp 12]} 1-0
[Event "Let's Play!"]
[Result "0-1"]

0-1
`,
  ChessBase: `[Event "a"]

[Date "2017.12.04"]
[Result "1-0"]
[Annotator "Doe, J"]
[PlyCount "9"]
[SourceVersionDate "2024.04.25"]
[EventDate "2017.??.??"]

{[%evp 0,34,19,25,-12] a "quoted" word} 1. e4 $146 {[%cal Be2e4,Be4e5][%mdl 32]} e5  2. Nf3
 Nc6 {[%tqu "En","find the move","","","f1b5","",10]} 3. Bb5 {[%eval -106,29] [%wdl 1,444,555] [%csl Ra1 , Gb2]}
({Not} 3. Bc4 {[%emt 0:00:05] Diagram [#]} Bc5) 3... a6 $1 $14 4. -- Nf6 5. Z0 1-0
`,
  'lichess studies': `[Termination "promotion with +100cp"]
[Event "A study: chapter 1"]
[UTCDate "2017.01.21"]
[UTCTime "23:42:21"]
[Variant "Standard"]
[ECO "?"]
[Opening "?"]
[Result "*"]
[Annotator "https://lichess.org/@/someone"]
[FEN "8/8/8/1k6/8/4K3/2P5/8 w - - 0 1"]
[SetUp "1"]

{ If the pawn is on the second rank, there are three key squares – two squares in front of it. }
 *

[Variant "From Position"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]
[SetUp "1"]
[WhiteElo "1500?"]
[Result "*"]

20... Kd7 { [%eval #-3] [%clk 0:00:01] } { (-0.02 → 0.56) Inaccuracy. } 21. Kd2?! (21. e4 $6) *
`,
  'tags and moves on one line':
    '    [Variant "Standard"] [Event "x [!y] z"] [A "\\"]][\\"\\\\"] 1.e4 e5 2.Nf3 Nc6 {end} *\n',
  'moves with spare and missing numbers':
    '1 e4 e5 2 Nf3 2... Nc6 3.Bb5 a6 4. Ba4 4. ... Nf6 5. O-O {x} 5. .. Be7 Re1 b5 *\n',
  'escapes and long comments': '% a line of another program\n[Result "*"]\n\n; to the end\n1. e4 {a\n\nb} e5 *\n%end\n',
  '80 columns with tabs and trailing blanks': '[Result "1/2"]\r\n\r\n1.e4\te5 \r\n2.Nf3 Nc6   1/2-1/2\r\n\r\n\r\n',
  'atomic chess':
    '[Variant "atomic"]\n[Result "1-0"]\n\n1. Nf3 f6 2. Nd4 Nh6 3. Nf5 Nxf5 4. Nc3 c6 5. Ne4 d6\n{x resigns} 1-0\n',
  crazyhouse: '[Variant "crazyhouse"]\n[Result "*"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@e5 P@d4 *\n',
};

describe('habits of programs and sites', () => {
  for (const [name, text] of Object.entries(HABITS)) {
    it(`are no faults: ${name}`, () => {
      assert.deepEqual(faults(text), []);
      assert.deepEqual(faults(text.replaceAll(/\r?\n/g, '\r\n')), []);
    });
  }
});

describe('signs that some programs write for glyphs', () => {
  it('are an info that names the number', () => {
    const text = '1. e4 RR e5 ~ 2. Nf3 N {x} Nc6 +-- 3. Bb5 □ D *';
    assert.deepEqual(faults(text), []);
    assert.deepEqual(
      checkText(text, 'pgn').map(({ code, message }) => [code, /\$\d+/.exec(message)?.[0]]),
      ['$145', '$13', '$146', '$20', '$7', '$220'].map((number) => ['PGN_STRAY_TEXT', number]),
    );
  });

  it('are stray text where they follow no move, and where they may be the piece of one', () => {
    assert.deepEqual(found('~ 1. e4 *'), ['error PGN_STRAY_TEXT ~']);
    // behind a move it may be either
    assert.deepEqual(found('1. e4 N c6 *')[0], 'warning PGN_STRAY_TEXT N');
    assert.match(checkText('1. e4 N c6 *', 'pgn')[0].message, /the glyph \$146, .*; or it belongs to Nc6$/);
    assert.deepEqual(found('1. e4 e5 2. N f3 *')[0], 'error PGN_STRAY_TEXT N');
  });
});

describe('games of variants that are not known', () => {
  it('have no faults in their moves', () => {
    const head = '[Variant "xiangqi"]\n[FEN "9/9/9 w - - 0 1"]\n[SetUp "1"]\n[Result "*"]\n\n';
    assert.deepEqual(faults(`${head}1. H2+3 h10g8 2. C2=5 R+1 3. O-O/Ee1 Nf3/E *`), []);
    assert.ok(found(`${head}1. H2+3 *`).includes('info PGN_STRAY_TEXT H2+3'));
    // what is no move of any game stays a fault
    assert.deepEqual(faults(`${head}1. a4 (1. b4 *`), ['error PGN_UNCLOSED_PAREN (']);
  });
});

describe('what every reader takes as it is meant', () => {
  const game = (fen: string): string => `[SetUp "1"]\n[FEN "${fen}"]\n[Result "*"]\n\n1. Ka2 *`;

  it('is an info in a FEN tag: a first move with the number 0, and counters that are left out', () => {
    assert.deepEqual(found(game('8/P6k/8/8/8/8/8/K7 w - - 1 0')), ['info FEN_FULLMOVE_ZERO 0']);
    assert.deepEqual(found(game('8/P6k/8/8/8/8/8/K7 w - -')), ['info FEN_MISSING_FIELDS 8/P6k/8/8/8/8/8/K7 w - -']);
    assert.deepEqual(faults(game('8/P6k/8/8/8/8/8/K7 w')), ['warning FEN_MISSING_FIELDS 8/P6k/8/8/8/8/8/K7 w']);
    assert.deepEqual(faults(game('8/P6k/8/8/8/8/8/K7 w - - 0')), [
      'warning FEN_MISSING_FIELDS 8/P6k/8/8/8/8/8/K7 w - - 0',
    ]);
  });

  it('is an info in a date that lacks a zero, not in one of another form', () => {
    const date = (value: string): string[] => found(`[Date "${value}"]\n\n*`);
    assert.deepEqual(date('2012.7.1'), ['info PGN_BAD_DATE 2012.7.1']);
    assert.deepEqual(date('2012.7'), ['info PGN_BAD_DATE 2012.7']);
    assert.deepEqual(date('2012/07/01'), ['warning PGN_BAD_DATE 2012/07/01']);
    assert.deepEqual(date('2012.15.2'), ['warning PGN_BAD_DATE 2012.15.2']);
  });
});

describe('a FEN tag without a value', () => {
  it('is an info, and the game starts as usual', () => {
    for (const value of ['', '?', '-', ' ']) {
      const text = `[FEN "${value}"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *`;
      assert.deepEqual(found(text), [`info PGN_BAD_FEN [FEN "${value}"]`, 'error PGN_ILLEGAL_MOVE Ke3']);
    }
  });
});

describe('a null move of UCI, 0000', () => {
  it('passes the turn', () => {
    assert.deepEqual(found('1. e4 0000 2. d4 d5 *'), ['info PGN_NULL_MOVE 0000']);
  });
});

describe('separated words that PGN writes as one', () => {
  it('are a result', () => {
    for (const [written, result] of [
      ['1 - 0', '1-0'],
      ['0 \u2009-1', '0-1'],
      ['0 -1', '0-1'],
      ['1/2 - 1/2', '1/2-1/2'],
      ['½ – ½', '1/2-1/2'],
    ]) {
      const text = `[Result "${result}"]\n\n1. e4 e5 ${written}\n\n1. d4 *`;
      assert.deepEqual(found(text), [`warning PGN_RESULT_FORM ${written}`]);
      assert.deepEqual(found(text.replace('1. e4 e5 ', '')), [`warning PGN_RESULT_FORM ${written}`]);
      assert.equal(checkText(text, 'pgn')[0].fixes?.[0].edits[0].newText, result);
      assert.deepEqual(found(text.replace(written, result)), []);
    }
    assert.deepEqual(found('1. e4 e5 1/2'), ['info PGN_RESULT_FORM 1/2']);
    assert.deepEqual(faults('1. e4 e5 1 -\n0'), ['error PGN_STRAY_TEXT -', 'warning PGN_MISSING_RESULT 0']);
  });

  it('are prose where no move precedes them', () => {
    const text = 'Mate in three, check or pass\n\n[Result "*"]\n\n1. e4 *';
    assert.deepEqual(found(text), ['error PGN_STRAY_TEXT Mate in three, check or pass']);
    assert.deepEqual(found('mate pass <> 1. e4 *'), ['error PGN_STRAY_TEXT mate pass', 'error PGN_RESERVED <>']);
  });
});

describe('a tag with typographic quotation marks', () => {
  it('is read, as a warning', () => {
    for (const [open, close] of ['“”', '„“', '«»', '″″', '“"']) {
      const text = `[FEN ${open}4k3/8/8/8/8/8/4P3/4K3 w - - 0 1${close} ]\n[SetUp "1"]\n[Result "*"]\n\n1. e4 Kd7 *\n`;
      assert.deepEqual(
        checkText(text, 'pgn').map(({ severity, code, fixes = [] }) => [severity, code, fixes.map(({ safe }) => safe)]),
        [['warning', 'PGN_BAD_TAG', [true]]],
      );
    }
  });

  it('is repaired unseen where none of them may belong to the value', () => {
    const safeties = (tag: string): (boolean | undefined)[] =>
      checkText(`${tag}\n[Result "*"]\n\n*\n`, 'pgn').flatMap(({ code, fixes = [] }) =>
        code === 'PGN_BAD_TAG' ? fixes.map(({ safe }) => safe) : [],
      );
    assert.deepEqual(safeties('[Event «x ”y»]'), [true]);
    assert.deepEqual(safeties('[Event: “x”]'), [true]);
    for (const tag of ['[Event “x]', '[Event 5″]', '[Event «x "y"]']) assert.deepEqual(safeties(tag), [false], tag);
  });

  it('starts a game after moves, and is stray text where it is not closed', () => {
    assert.deepEqual(faults('1. e4 *\n[Event “x”]\n1. d4 *\n'), ['warning PGN_BAD_TAG [Event “x”]']);
    assert.deepEqual(faults('[Event “x[y”]\n\n*'), ['error PGN_BAD_TAG [Event “x[y”]']);
  });
});

describe('a tag among the moves', () => {
  it('is named as the reason for numbers that continue', () => {
    const text = '[Event "x"]\n\n1. e4 e5 *\n[Annotator "y"]\n2. d4 d5 3. c4 *\n';
    const [number, ...others] = checkText(text, 'pgn');
    assert.deepEqual(others, []);
    assert.equal(number.code, 'PGN_WRONG_MOVE_NUMBER');
    assert.match(number.message, /the moves continue the previous game: a tag always starts a new one$/);
    assert.deepEqual(
      number.fixes?.map(({ safe }) => safe),
      [false],
    );
  });
});

describe('results that the standard does not have', () => {
  it('end the game that has them in its Result tag, as an info', () => {
    for (const result of ['0-0', '1/2-0', '0-1/2']) {
      for (const moves of ['', '1. e4 e5 {both were late} ']) {
        const text = `[Result "${result}"]\n\n${moves}${result}\n\n[Result "*"]\n\n1. d4 *\n`;
        assert.deepEqual(found(text), [`info PGN_BAD_RESULT_TAG ${result}`]);
        assert.deepEqual(faults(text.replace(`${result}\n`, '*\n')), ['warning PGN_RESULT_MISMATCH *']);
      }
    }
  });

  it('do not hide castling with zeros', () => {
    const text = '[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 1-0';
    assert.deepEqual(found(text), ['warning PGN_CASTLING_FORM 0-0']);
    assert.deepEqual(found(text.replace('0-0', '0–0')), ['warning PGN_CASTLING_FORM 0–0']);
  });
});

describe('a glyph number', () => {
  it('ends after its digits, whatever follows', () => {
    assert.deepEqual(faults('1. e4$1e5$14$6 2. Nf3$3Nc6 $10(2... d6) 3. Bb5$146{x}a6 *'), []);
    assert.deepEqual(faults('1. e4 $x12 e5 $256 *'), ['warning PGN_BAD_NAG $x12', 'warning PGN_BAD_NAG $256']);
  });
});

describe('one mistake', () => {
  const game = (moves: string): string => `[Event "x"]\n[Result "*"]\n\n${moves} *\n`;

  it('that makes a move unreadable has one finding, and what follows is not checked', () => {
    for (const [moves, word] of [
      ['1. e4 e5 2. Nf Nc6 3. Bb5 a6 4. Ba4 Nf6', 'Nf'],
      ['1. e4 e5 2. Nf3 Nc 3. Bb5 a6 4. Ba4 Nf6', 'Nc'],
      ['1. e4 e5 2. Nf3 Nc (2... d6 3. d4) 3. Bb5 a6 4. Ba4', 'Nc'],
      ['1. e4 e5 2. Nf3Nc6 3. Bb5 a6 4. Ba4 Nf6', 'Nf3Nc6'],
      ['1. e4 e5 2. N f3 Nc6 3. Bb5 a6 4. Ba4 Nf6', 'N'],
      ['1. e4 e5 2. Nf3\0 Nc6 3. Bb5 a6 4. Ba4 Nf6', 'Nf3\0'],
    ]) {
      assert.deepEqual(faults(game(moves)), [`error PGN_STRAY_TEXT ${word}`], moves);
      assert.match(checkText(game(moves), 'pgn')[0].message, /; the moves after it are not checked$/);
    }
    // words that stand for no move hide nothing
    assert.deepEqual(faults(game('1. e4 e5 good 2. Nf3 Nc6 3. Ke4')), [
      'error PGN_STRAY_TEXT good',
      'error PGN_ILLEGAL_MOVE Ke4',
    ]);
  });

  it('that leaves a comment open up to the next has one finding at its brace', () => {
    const [left] = checkText(game('1. e4 {good { [%clk 0:01:00] } e5 2. Nf3'), 'pgn');
    assert.deepEqual([left.code, left.severity, left.range.start], ['PGN_UNCLOSED_COMMENT', 'error', 32]);
    assert.equal(left.fixes?.[0].title, 'Close the comment before the next one');
    assert.deepEqual(faults(game('1. e4 {good 1... e5 2. Nf3 Nc6 3. Bb5 {Spanish} a6 4. Ba4 Nf6')), [
      'error PGN_UNCLOSED_COMMENT {',
    ]);
    assert.deepEqual(faults(game('1. e4 {a smile :{ } e5 2. Nf3')), []);
  });

  it('that cuts a file off has one finding', () => {
    for (const cut of [
      '[Event "x"]\n[Whi',
      '[Event "x"]\n[White "A',
      '[Event "x"]\n[White "A"',
      '[Event "x"]\n[',
      '1. e4 e5 2. N',
      '1. e4 { [%clk 0:00',
    ]) {
      assert.equal(faults(cut).length, 1, cut);
    }
  });

  it('that tears the first moves off has one finding', () => {
    assert.deepEqual(faults('5. Bb5 a6 6. Ba4 Nf6 7. O-O Be7 *'), ['warning PGN_WRONG_MOVE_NUMBER 5.']);
    assert.deepEqual(faults('1. e4 e5 2. Nf3 1-0 Nc6 3. Bb5 a6 4. Ba4 1-0'), ['warning PGN_WRONG_MOVE_NUMBER 3.']);
    assert.deepEqual(faults('2. e4 e5 2. Nf3 *'), ['warning PGN_WRONG_MOVE_NUMBER 2.']);
  });

  it('in or around a tag has one finding', () => {
    for (const [tag, marked] of [
      ['[Site Oslo"]', 'PGN_BAD_TAG [Site Oslo"]'],
      ['Site "Oslo"]', 'PGN_STRAY_TEXT Site "Oslo"]'],
      ['["Oslo"]', 'PGN_STRAY_TEXT ["Oslo"]'],
      ['[[Site "Oslo"]]', 'PGN_STRAY_TEXT ['],
      ['[FEN \'4k3/8/8/8/8/8/8/4K3 w - - 0 1\']\n[SetUp "1"]', "PGN_BAD_TAG [FEN '4k3/8/8/8/8/8/8/4K3 w - - 0 1']"],
    ]) {
      assert.deepEqual(faults(`[Event "x"]\n${tag}\n[Result "*"]\n\n*\n`), [`error ${marked}`]);
    }
    assert.deepEqual(faults('[Result "?"]\n\n*'), ['warning PGN_BAD_RESULT_TAG ?']);
    assert.deepEqual(faults('[ECO "A100"]\n\n*'), ['warning PGN_BAD_ECO A100']);
    assert.deepEqual(faults('[SetUp "1"]\n[FEN "startpos"]\n\n*'), ['error PGN_BAD_FEN startpos']);
  });

  it('among results, glyphs, brackets or foreign text has one finding', () => {
    assert.deepEqual(faults('[Result "1-0"]\n\n1. e4 1-0 *'), ['warning PGN_SECOND_RESULT *']);
    assert.deepEqual(faults(game('1. e4 $-1 e5')), ['warning PGN_BAD_NAG $-1']);
    assert.deepEqual(faults(game('1. e4 (((1. d4))) e5')), ['warning PGN_EARLY_VARIATION (']);
    assert.deepEqual(faults(game('1. e4 https://example.org/x?y=1 e5')), [
      'error PGN_STRAY_TEXT https://example.org/x?y=1',
    ]);
    assert.deepEqual(faults(game('1. e4 <b>x</b> e5')), ['error PGN_RESERVED <b>x</b>']);
  });
});

describe('piece letters of other alphabets', () => {
  it('are read', () => {
    for (const moves of [
      '1. e4 e5 2. Rf3 Rc6 3. Bb5 Df6 4. Hg1',
      '1. e4 e5 2. Af3 Ac6 3. Fb5 Vf6 4. Kg1',
      '1. e4 e5 2. Ιf3 Ιc6 3. Αb5 Βf6',
    ])
      assert.deepEqual(
        faults(`${moves} *`).map((line) => line.split(' ')[1]),
        ['PGN_PIECE_LETTER'],
        moves,
      );
    assert.deepEqual(faults('1. e4 e5 2. Вc4 *'), ['warning PGN_PIECE_LETTER В']);
  });
});

describe('signs for check and mate together', () => {
  it('are a wrong sign for mate', () => {
    for (const sign of ['+#', '#+', '++', '##']) {
      const text = `1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7${sign} 1-0`;
      assert.deepEqual(found(text), [`warning PGN_WRONG_CHECK_SIGN ${sign}`]);
    }
  });
});
