import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { formatSections } from '../../../src/core/mav/write/format-mav.ts';
import { formatPgn } from '../../../src/core/notation/pgn/format/format-pgn.ts';
import { itLong } from '../../support/thorough.ts';

const gentle = (text: string): string => applyEdits(text, formatPgn(text, { style: 'gentle' }));
const exported = (text: string): string => applyEdits(text, formatPgn(text, { style: 'export' }));
/** The movetext of a game in export style. */
const moves = (text: string): string => exported(text).trimEnd();

describe('the gentle style', () => {
  it('normalizes white space and keeps the lines', () => {
    const text =
      '[Event  "a" ]  [White "w"]\n\n[Result "1-0"]\n1.e4  e5 \n\n2.Nf3! ( 2. f4\n  exf4 ) {  kept   as it is }\t2... Nc6 ;  to the end \n1-0';
    assert.equal(
      gentle(text),
      '[Event "a"]\n[White "w"]\n[Result "1-0"]\n\n1. e4 e5\n2. Nf3! (2. f4\n  exf4) { kept   as it is } 2... Nc6 ;  to the end\n1-0\n',
    );
  });

  it('separates games by one empty line, and ends the file with a line end', () => {
    assert.equal(gentle('\n\n1. e4 * 1. d4 *\n\n\n\n[Event "x"]\n\n*'), '1. e4 *\n\n1. d4 *\n\n[Event "x"]\n\n*\n');
    assert.deepEqual(formatPgn('1. e4 *\n', { style: 'gentle' }), []);
    assert.deepEqual(formatPgn('1. e4 *\n\n', { style: 'gentle' }), []);
  });

  it('keeps the spelling of moves, glyphs, numbers and the order of tags', () => {
    const text = '[White "w"]\n[Event "e"]\n\n3. e2e4!? $1 ± 0-0 {c} 1-0\n';
    assert.equal(gentle(text), text);
  });

  it('keeps escape lines in column one, and comments between tags where they are', () => {
    const text = '%first\n[Event "e"] ; about it\n\n{ more }\n[White "w"]\n%second\n\n1. e4\n%third\ne5 *\n';
    assert.equal(gentle(text), text);
  });

  it('keeps the line end of the file', () => {
    assert.equal(gentle('[Event "e"]\r\n1.e4 *'), '[Event "e"]\r\n\r\n1. e4 *\r\n');
    assert.equal(gentle('[Event "e"]\r1.e4 *'), '[Event "e"]\r\r1. e4 *\r');
  });

  it('edits nothing but what is wrong', () => {
    assert.deepEqual(formatPgn('1. e4 e5 *\n\n1.d4 *\n', { style: 'gentle' }), [
      { range: { start: 14, end: 14 }, newText: ' ' },
    ]);
  });

  it('keeps a byte order mark, and leaves games alone where files were joined', () => {
    assert.equal(gentle('\uFEFF[Event "e"]\n1.e4 *'), '\uFEFF[Event "e"]\n\n1. e4 *\n');
    assert.deepEqual(formatPgn('1.e4 *\n\n\uFEFF[Event "e"]\n\n*\n', { style: 'gentle' }), []);
  });
});

describe('the export style', () => {
  it('puts the Seven Tag Roster first and the other tags by their names', () => {
    assert.equal(
      exported(
        '[WhiteElo "1"]\n[Result "*"]\n[Black "b"]\n[ECO "A00"]\n[White "w"]\n[Event "C:\\x"]\n[Black "twin"]\n\n*',
      ),
      '[Event "C:\\\\x"]\n[White "w"]\n[Black "b"]\n[Black "twin"]\n[Result "*"]\n[ECO "A00"]\n[WhiteElo "1"]\n\n*\n\n',
    );
  });

  it('keeps the order of tags where a comment or an escape line is between them', () => {
    const text = '[White "w"]\n{ about White }\n[Event "e"]\n\n*\n\n';
    assert.equal(exported(text), text);
  });

  it('writes moves in export format with the numbers of the position', () => {
    assert.equal(moves('e4 e5 7. g1f3 Nb8c6 3. Bb5 a6 0-0?! *'), '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O $6 *');
    const fen = '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 30"]\n[SetUp "1"]\n\n';
    assert.equal(moves(`${fen}a8Q Kd7 1/2`), `${fen}30. a8=Q+ Kd7 1/2-1/2`);
  });

  it('numbers the move of Black after comments and variations, not after glyphs', () => {
    assert.equal(
      moves('1.e4 $1 1...e5 2.Nf3 {a} Nc6 3.Bb5 (3.Bc4 Bc5) a6 (Nf6 ; b\n) *'),
      '1. e4 $1 e5 2. Nf3 {a} 2... Nc6 3. Bb5 (3. Bc4 Bc5) 3... a6 (3... Nf6 { b }) *',
    );
  });

  it('leaves as they are written: illegal moves and what follows them, signs with several meanings, unknown words', () => {
    assert.equal(moves('1.e4 e5 2.Nf6 Nc6= 3.d4 *'), '1. e4 e5 2. Nf6 Nc6= 3. d4 *');
    assert.equal(moves('1.e4 = ± !!! e5+- *'), '1. e4 = $16 !!! e5+- *');
    assert.equal(moves('1.e4 hello "there" e5 *'), '1. e4 hello "there" 1... e5 *');
    // a mark of en passant says nothing only behind such a capture
    assert.equal(moves('1.e4 a6 2.e5 d5 3.exd6 e.p. e.p. cxd6 e.p. *'), '1. e4 a6 2. e5 d5 3. exd6 cxd6 e.p. *');
  });

  it('takes away signs that the board contradicts', () => {
    assert.equal(moves('1.e4+ e5 2.Nxf3 Nc6# + *'), '1. e4 e5 2. Nf3 Nc6 *');
  });

  it('leaves lines that are not replayed as they are written, with their numbers', () => {
    for (const text of [
      '[Variant "Atomic"]\n\ne4! e5 Nf3 Nc6 {a} d4 1/2',
      '[FEN "nonsense"]\n[Variant "Atomic"]\n\n9. e4 e5 *',
      '[Variant "Bughouse"]\n\n1A. e4 1a. e5 2A. Nf3 *',
      '1A. e4 1a. e5 2A. Nf3 *',
      '1. e4 e5 2. Nf3 3. Bb5 a6 *',
      '1. e4 e5 2. Nf3 N c6 {a} Bb5 *',
      '1. e4 e5 2. Nf3! {a} Bb5?! {b} 3... a6 4. Ba4 ; c\n*',
      '12. Nf3 Nc6 13. e4 *',
      '12... Nf6 13. Nf3 d5 (13... e6! 14. c4) *',
      '1. e4 e5 2. Nf6 (2. Nf3 Nc6 Bb5 3. a6) 2... Nc6 5. d4 1:0',
      // a half-move of Black is missing, but what follows can be played
      '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 5. Nf6 O-O 6. O-O *',
      // a pair is missing
      '1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *',
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 40. *',
    ])
      assert.equal(moves(text), text);
  });

  it('writes the number of the position for a wrong one that stands alone, and keeps the count of a part of a game', () => {
    assert.equal(moves('1. e4 e5 7. Nf3 Nc6 3. Bb5 *'), '1. e4 e5 2. Nf3 Nc6 3. Bb5 *');
    const fen = '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n[SetUp "1"]\n\n';
    assert.equal(moves(`${fen}34.a8=Q+ {a} Kd7 35.Kd2 *`), `${fen}34. a8=Q+ {a} 34... Kd7 35. Kd2 *`);
  });

  it('keeps the signs that contradict the board in a line that cannot be played to its end', () => {
    assert.equal(moves('1. e2e4 d5 2. ed5 Qxd5+ 3. Nxc3 Ke7 4. a3 *'), '1. e4 d5 2. ed5 Qxd5+ 3. Nxc3 Ke7 4. a3 *');
    assert.equal(moves('1. e2e4 d5 2. ed5 Qxd5+ 3. Nxc3 *'), '1. e4 d5 2. exd5 Qxd5 3. Nc3 *');
  });

  it('fills lines of at most 79 characters, and never parts a command', () => {
    const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    const command = `[%csl ${Array.from({ length: 30 }, (_, i) => `Ga${(i % 8) + 1}`).join(', ')}]`;
    const text = moves(`1. e4 { ${words} ${command} ${words} } 1... e5 *`);
    assert.ok(text.includes(`\n${command}\n`), 'a command that is too long has its line');
    for (const line of text.split('\n')) assert.ok(line.length <= 79 || line === command, line);
    assert.equal(text.replaceAll('\n', ' '), `1. e4 { ${words} ${command} ${words} } 1... e5 *`);
  });

  it('gives predictions lines of their own', () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    assert.equal(
      moves(`1. e4 {[%pfen a ${fen}]} { [%pfen b ?] } e5 *`),
      `1. e4\n{[%pfen a ${fen}]}\n{ [%pfen b ?] }\n1... e5 *`,
    );
  });

  it('keeps a line comment that holds a brace', () => {
    assert.equal(moves('1. e4 ; a } b\ne5 ; plain\n*'), '1. e4 ; a } b\n1... e5 { plain } *');
  });

  it('keeps escape lines in column one', () => {
    assert.equal(moves('1. e4\n% any thing\ne5 *'), '1. e4\n% any thing\n1... e5 *');
  });
});

describe('a game directly after another', () => {
  it('is formatted where the one before ends its line, and left where its number would run into what is there', () => {
    assert.equal(exported('1. d4 *e4 *'), '1. d4 *\n\n1. e4 *\n\n');
    assert.equal(exported('[A "be4 \n*$1e4'), '[A "be4 \n*$1e4');
  });
});

describe('formatting', () => {
  it('leaves a game alone in which something is not closed, and formats the others', () => {
    for (const broken of ['1.e4 (1.d4 *', '1.e4 ) *', '1.e4 {never', '[Event "x]\n\n1.e4 *', '[Event x]\n\n1.e4 *']) {
      assert.deepEqual(formatPgn(broken, { style: 'gentle' }), [], broken);
      assert.deepEqual(formatPgn(broken, { style: 'export' }), [], broken);
      assert.equal(gentle(`${broken}\n\n[Event  "x"]\n\n1.d4 *\n`), `${broken}\n\n[Event "x"]\n\n1. d4 *\n`);
    }
  });

  it('changes nothing outside of the lines that a range touches', () => {
    const text = '[White  "a"]\n[Black  "b"]\n\n1.e4  e5\n2.f4  d5 *\n\n[White  "c"]\n\n1.d4 *\n';
    const lines = text.split('\n');
    const neat = gentle(text).split('\n');
    let start = 0;
    for (const [i, line] of lines.entries()) {
      for (const end of [start, start + line.length, Math.min(text.length, start + line.length + 1)]) {
        const now = applyEdits(text, formatPgn(text, { style: 'gentle', range: { start, end } }));
        assert.deepEqual(
          now.split('\n'),
          lines.map((one, k) => (k === i ? neat[k] : one)),
          line,
        );
      }
      start += line.length + 1;
    }
    // in export style the moves are put into lines anew
    const exported = applyEdits(text, formatPgn(text, { style: 'export', range: { start: 3, end: 20 } }));
    assert.equal(exported, text.replace('[White  "a"]\n[Black  "b"]', '[White "a"]\n[Black "b"]'));
  });

  it('changes nothing outside of the lines of a MAV file that a range touches', () => {
    const text = '<mav game=connect_four>  %prev_state   %prev_action </mav>\n[%prev_state  x]\n[%prev_action  x3]\n';
    const lines = text.split('\n');
    const at = text.indexOf('[%prev_action');
    const now = applyEdits(text, [...formatSections(text, { start: at, end: at + 3 })].flat()).split('\n');
    assert.deepEqual(now, [lines[0], lines[1], '[%prev_action x3]', '']);
  });

  it('formats the game that a range touches', () => {
    const text = '1.e4 *\n\n1.d4 *\n\n1.c4 *\n';
    const at = text.indexOf('d4');
    const edits = formatPgn(text, { style: 'gentle', range: { start: at, end: at } });
    assert.equal(applyEdits(text, edits), '1.e4 *\n\n1. d4 *\n\n1.c4 *\n');
  });

  it('gives nothing for a text without a game', () => {
    for (const text of ['', '\n\n', 'some words', '{ a comment }  \n\n']) {
      assert.deepEqual(formatPgn(text, { style: 'gentle' }), []);
      assert.deepEqual(formatPgn(text, { style: 'export' }), []);
    }
  });

  itLong('takes hostile texts', () => {
    const words = (word: string): string => word.repeat(20_000);
    for (const text of [
      `1. e4 { ${words('% ')}} *`,
      `1. e4 { ${words('[%')}} *`,
      `1. e4 ${words('"')} *`,
      `1. e4 ${words('1.')} *`,
      `${words('[A "b"] ')}\n\n*`,
      words('1. e4 * '),
    ]) {
      const formatted = exported(text);
      assert.ok(formatted.length >= 7);
      assert.equal(exported(formatted), formatted);
      assert.ok(gentle(text).length >= text.length);
    }
  });

  it('stops between games when it is cancelled', () => {
    let asked = 0;
    const cancel = {
      get cancelled(): boolean {
        return ++asked > 1;
      },
    };
    assert.equal(formatPgn('1.e4 *\n\n1.d4 *\n\n1.c4 *\n', { style: 'gentle' }, cancel).length, 2);
  });
});
