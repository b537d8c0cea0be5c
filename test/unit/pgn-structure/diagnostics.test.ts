import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import type { CheckOptions } from '../../../src/core/languages/sections.ts';
import { allFixes } from '../../../src/core/notation/diagnostic.ts';
import { CODES, type Code } from '../../../src/core/notation/diagnostic-codes.ts';
import { RULED_TAGS } from '../../../src/core/notation/pgn/check/tag-values.ts';
import { isGame, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { TAG_NAMES } from '../../../src/core/notation/pgn/tag-syntax.ts';
import { readTags } from '../../../src/core/notation/pgn/tags.ts';
import { buildTree, tokenRange } from '../../../src/core/notation/pgn/tree.ts';
import { games } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';
import { pgnText } from '../pgn/arbitrary.ts';

const GOOD = `[Event "Open"]
[Site "Oslo"]
[Date "2024.05.31"]
[Round "3.1"]
[White "O'Neil, \\"Al\\""]
[Black "Žižka"]
[Result "1/2-1/2"]
[ECO "B90"]
[PlyCount "4"]
[TimeControl "40/7200:3600"]
[UTCTime "10:11:12"]
[WhiteElo "2700"]

{before} 1. e4 $1 {[%clk 1:02:03.4] [%eval 0.17,22] best} e5 (1... c5 {[%csl Ra1,Gb2]} (1... e6)) 2. Nf3 Nc6 1/2-1/2
`;

/** What is replaced in the good game, by what; the code, the marked text, and the text after the repair. */
type Case = [code: Code, from: string, to: string, marked: string, repaired?: string];

const PARTS: readonly Case[] = [
  ['PGN_STRAY_TEXT', '2. Nf3', 'hello 2. Nf3', 'hello'],
  ['PGN_RESERVED', '2. Nf3', '< 2. Nf3', '<'],
  ['PGN_STRAY_PAREN', ' 2. Nf3', ') 2. Nf3', ')', ' 2. Nf3'],
  ['PGN_UNCLOSED_PAREN', '(1... e6)) 2. Nf3 Nc6', '(1... e6) 2. Nf3 Nc6', '(', '(1... e6) 2. Nf3 Nc6)'],
  ['PGN_EARLY_VARIATION', '{before}', '{before} (1. d4)', '('],
  ['PGN_NESTED_BRACE', '{before}', '{be {fo} re}', '{', '{be (fo) re}'],
  ['PGN_NESTED_BRACE', '{before}', '{be {fo {r} e}\nNf3}', '{', '{be (fo (r) e)\nNf3}'],
  ['PGN_MISPLACED_ESCAPE', '2. Nf3', '\n %note here\n2. Nf3', '%note here', '\n%note here\n2. Nf3'],
  ['PGN_BAD_NAG', '$1', '$256', '$256'],
  ['PGN_BAD_NAG', '$1', '$', '$'],
  ['PGN_BLANK_LINE', ' 2. Nf3', '\n\n2. Nf3', '\n', '\n2. Nf3'],
  ['PGN_BLANK_LINE', ' 2. Nf3', '\n \n\n2. Nf3', ' \n\n', '\n2. Nf3'],
  ['PGN_SECOND_RESULT', 'Nc6 1/2-1/2', 'Nc6 1/2-1/2 1/2-1/2', '1/2-1/2', 'Nc6 1/2-1/2 '],
  ['PGN_AFTER_RESULT', 'Nc6 1/2-1/2', 'Nc6 1/2-1/2 $1', '$1'],
  ['PGN_BYTE_ORDER_MARK', '[Event "Open"]', '\uFEFF[Event "Open"]', '\uFEFF', '[Event "Open"]'],
  ['PGN_MIXED_LINE_ENDS', '[Site "Oslo"]\n', '[Site "Oslo"]\r\n', '\r\n'],
  ['PGN_CONTROL_CHARACTER', '{before}', '{be\0fore}', '\0'],
  ['PGN_REPLACEMENT_CHARACTER', 'Žižka', '\uFFFDi\uFFFDka', '\uFFFD'],
  ['PGN_ODD_BLANK', ' 2. Nf3', '\u00a02.\u2009Nf3', '\u00a0', ' 2. Nf3'],
  ['PGN_UNCLOSED_STRING', '[Site "Oslo"]', '[Site "Oslo]', '"Oslo]', '[Site "Oslo"]'],
  ['PGN_UNCLOSED_STRING', '[Site "Oslo"]', '[Site "Oslo', '"Oslo', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site Oslo]', '[Site Oslo]', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site “Oslo”]', '[Site “Oslo”]', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', "[Site 'Oslo']", "[Site 'Oslo']", '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site "Oslo"', '[Site "Oslo"', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site "O"sl"o"]', '[Site "O"sl"o"]', '[Site "O\\"sl\\"o"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site="Oslo"]', '[Site="Oslo"]', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site: "Oslo"]', '[Site: "Oslo"]', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site = "Oslo"]', '[Site = "Oslo"]', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site: “Oslo”]', '[Site: “Oslo”]', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site: Oslo]', '[Site: Oslo]', '[Site "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site Name "Os\n  lo"]', '[Site Name "Os\n  lo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site “]', '[Site “]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site "Os\n  lo"]', '[Site "Os\n  lo"]', '[Site "Os lo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Si/te "Oslo"]', '[Si/te "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site Name "Oslo"]', '[Site Name "Oslo"]'],
  ['PGN_BAD_TAG', '[Site "Oslo"]', '[Site]', '[Site]'],
  ['PGN_DUPLICATE_TAG', '[ECO "B90"]', '[ECO "B90"]\n[ECO "B90"]', '[ECO "B90"]', '[ECO "B90"]'],
  ['PGN_DUPLICATE_TAG', '[ECO "B90"]', '[ECO "B90"]\n[ECO "B91"]', '[ECO "B91"]'],
  ['PGN_SETUP_WITHOUT_FEN', '[ECO', '[SetUp "1"]\n[ECO', '[SetUp "1"]', '[ECO'],
  ['PGN_BAD_DATE', '2024.05.31', '2024-5-31', '2024-5-31', '2024.05.31'],
  ['PGN_BAD_DATE', '2024.05.31', '2024.5.31', '2024.5.31', '2024.05.31'],
  ['PGN_BAD_DATE', '2024.05.31', '2024.0.02', '2024.0.02'],
  ['PGN_BAD_DATE', '2024.05.31', '2024.5.0', '2024.5.0'],
  ['PGN_BAD_DATE', '2024.05.31', '31.05.2024', '31.05.2024', '2024.05.31'],
  ['PGN_BAD_DATE', '2024.05.31', '05.06.2024', '05.06.2024'],
  ['PGN_BAD_DATE', '2024.05.31', '2023.02.29', '2023.02.29'],
  ['PGN_BAD_TIME', '10:11:12', '25:00:00', '25:00:00'],
  ['PGN_BAD_ROUND', '3.1', 'Final', 'Final'],
  ['PGN_BAD_ECO', 'B90', 'b90', 'b90', 'B90'],
  ['PGN_BAD_ECO', 'B90', 'X1', 'X1'],
  ['PGN_BAD_ELO', '2700', 'strong', 'strong'],
  ['PGN_BAD_TIME_CONTROL', '40/7200:3600', "90'", "90'"],
  ['PGN_BAD_PLY_COUNT', '[PlyCount "4"]', '[PlyCount "5"]', '5', '[PlyCount "4"]'],
  ['PGN_BAD_CLOCK', '[%clk 1:02:03.4]', '[%clk soon]', '[%clk soon]'],
  ['PGN_BAD_CLOCK', '[%clk 1:02:03.4]', '[%emt 0:01', '[%emt 0:01'],
  ['PGN_BAD_EVAL', '[%eval 0.17,22]', '[%eval good]', '[%eval good]'],
  ['PGN_BAD_MARKS', '[%csl Ra1,Gb2]', '[%csl a1]', '[%csl a1]'],
  ['PGN_BAD_MARKS', '[%csl Ra1,Gb2]', '[%cal Ge2]', '[%cal Ge2]'],
]; // biome-ignore format: a table

const STRICT: readonly Case[] = [
  ['PGN_MISSING_ROSTER', '[Date "2024.05.31"]\n', '', '[Event "Open"]', '[Date "????.??.??"]\n'],
  ['PGN_TAG_ORDER', '[ECO "B90"]\n[PlyCount "4"]', '[PlyCount "4"]\n[ECO "B90"]', '[PlyCount "4"]', '[ECO "B90"]\n[PlyCount "4"]'],
  ['PGN_BAD_DATE', '2024.05.31', '2024', '2024', '2024.??.??'],
]; // biome-ignore format: a table

/** Moves, variations, comments, glyphs and results of all games: what a safe repair must keep. */
function meaning(text: string): unknown {
  const { chunks, offsets } = readPgn(text);
  return chunks.flatMap((chunk, g) => {
    if (!isGame(chunk)) return [];
    const tree = buildTree(chunk, offsets[g]);
    const words = (tokens: ArrayLike<number>): string[] =>
      Array.from(tokens, (t) => text.slice(tokenRange(tree, t).start, tokenRange(tree, t).end));
    const glyphs = Array.from(chunk.kinds, (kind, t) => (kind >= 16 && kind <= 18 ? t : -1)).filter((t) => t >= 0);
    return [[words(tree.moveToken), tree.movePrevious, words(tree.commentToken), tree.commentMove, words(glyphs)]];
  });
}

function tryCase([code, from, to, marked, repaired]: Case, options: CheckOptions): void {
  assert.ok(GOOD.includes(from), from);
  const text = GOOD.replace(from, () => to);
  const found = checkText(text, 'pgn', options).filter((d) => d.code === code);
  assert.equal(found.length, 1, `${code}: ${to}`);
  const [{ range, fixes = [], severity }] = found;
  assert.equal(text.slice(range.start, range.end), marked, `${code}: ${to}`);
  if (CODES[code].severity === 'warning')
    for (const other of checkText(text, 'pgn', options)) assert.equal(other.code, code);
  assert.equal(fixes.length > 0, repaired !== undefined, `${code}: ${to}`);
  if (severity === CODES[code].severity && fixes.length > 0) assert.ok(CODES[code].fixable, code);
  if (repaired === undefined) return;
  const after = applyEdits(text, fixes[0].edits);
  assert.equal(
    after,
    GOOD.replace(from, () => repaired),
    `${code}: ${to}`,
  );
  assert.ok(!checkText(after, 'pgn', options).some((d) => d.code === code));
  if (fixes[0].safe) assert.deepEqual(meaning(after), meaning(text));
}

describe('structure, tags and comment commands of PGN', () => {
  it('of a good game give nothing', () => {
    assert.deepEqual(checkText(GOOD, 'pgn'), []);
    assert.deepEqual(
      checkText(GOOD, 'pgn', { strictExport: true }).filter((d) => d.code !== 'PGN_TAG_ORDER'),
      [],
    );
  });

  it('give one finding for one problem, at its place, and a repair that removes it', () => {
    for (const one of PARTS) tryCase(one, {});
  });

  it('are held to export format only on request', () => {
    for (const one of STRICT) {
      tryCase(one, { strictExport: true });
      assert.deepEqual(
        checkText(
          GOOD.replace(one[1], () => one[2]),
          'pgn',
        ),
        [],
      );
    }
    const bare = '1. e4 e5 *\n';
    const [missing] = checkText(bare, 'pgn', { strictExport: true });
    const whole = applyEdits(bare, missing.fixes?.[0].edits ?? []);
    assert.match(whole, /^\[Event "\?"\]\n[^]*\[Result "\*"\]\n\n1\. e4 e5 \*\n$/);
    assert.deepEqual(checkText(whole, 'pgn', { strictExport: true }), []);
  });

  it('are whole and in order after one round of repairs', () => {
    const order = (text: string): string[] => checkText(text, 'pgn', { strictExport: true }).map(({ code }) => code);
    const mend = (text: string): string =>
      applyEdits(text, allFixes(checkText(text, 'pgn', { strictExport: true }), 100).edits);
    for (const [text, mended] of [
      [
        '[ECO "B90"]\n[White "A"]\n[Black "B"] {why}\n[Annotator "x"]\n\n1. e4 1-0\n',
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[Annotator "x"] {why}\n[ECO "B90"]\n\n1. e4 1-0\n',
      ],
      [
        '[Result "*"]\r\n[Round "1"]\r\n[Event "x"]\r\n\r\n*',
        '[Event "x"]\r\n[Site "?"]\r\n[Date "????.??.??"]\r\n[Round "1"]\r\n[White "?"]\r\n[Black "?"]\r\n[Result "*"]\r\n\r\n*',
      ],
      [
        '[White "A"]\n[Event "x"]\n\n*',
        '[Event "x"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "?"]\n[Result "*"]\n\n*',
      ],
    ]) {
      assert.deepEqual(order(text).sort(), ['PGN_MISSING_ROSTER', 'PGN_TAG_ORDER']);
      assert.equal(mend(text), mended);
      assert.deepEqual(order(mended), []);
    }
  });

  it('ask for SetUp with a FEN', () => {
    const text = '[Event "x"]\r\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\r\n\r\n1. Kd1 *';
    const [found] = checkText(text, 'pgn');
    assert.equal(found.code, 'PGN_MISSING_SETUP');
    const after = applyEdits(text, found.fixes?.[0].edits ?? []);
    assert.equal(after, text.replace('[FEN', '[SetUp "1"]\r\n[FEN'));
    assert.deepEqual(checkText(after, 'pgn'), []);
    assert.equal(checkText(text.replace('[FEN', '[SetUp "0"]\r\n[FEN'), 'pgn')[0].code, 'PGN_MISSING_SETUP');
  });

  it('are looked at under every name that has a rule', () => {
    assert.ok(RULED_TAGS.length > 0);
    assert.deepEqual(
      RULED_TAGS.filter((name) => !TAG_NAMES.includes(name)),
      [],
      'a tag with a rule needs its name in TAG_NAMES',
    );
  });

  it('are not sorted without review where one has a line break, which is no tag after another or an open comment', () => {
    const isSafe = (text: string): boolean | undefined =>
      checkText(text, 'pgn', { strictExport: true }).find(({ code }) => code === 'PGN_TAG_ORDER')?.fixes?.[0].safe;
    assert.equal(isSafe('[R "a"]\n[T "b"]\n[Result "*"]\n\n*'), true);
    assert.equal(isSafe('[R\n"a"][T "b"]\n[Result "*"]\n\n*'), false);
    assert.equal(isSafe('1. e4 {open\n\n[R "a"]\n[Event\n"b"]\n\n*'), false);
  });

  it('get no additions without review after a value that ends in a backslash', () => {
    const isSafe = (text: string): boolean | undefined =>
      checkText(text, 'pgn', { strictExport: true }).find(({ code }) => code === 'PGN_MISSING_ROSTER')?.fixes?.[0].safe;
    assert.equal(isSafe('[White "a"]\n\n*'), true);
    assert.equal(isSafe('[White "\\"]\n\n*'), false);
  });

  it('are not repaired where the repair would bring a bracket or % to the start of a line', () => {
    const repairable = (text: string): boolean =>
      checkText(text, 'pgn').some(({ code, fixes = [] }) => code === 'PGN_SECOND_RESULT' && fixes[0].safe);
    assert.ok(repairable('1. e4 *\n*\n'));
    assert.ok(repairable('1. e4 *\n* {a}'));
    assert.ok(repairable('1. e4 * * [V'));
    assert.ok(!repairable('1. e4 *\n* [V'));
    assert.ok(!repairable('1. e4 *\n\t* %x'));
    assert.ok(!repairable('½\n½ [V'));
  });

  it('name the character that is not allowed in a name, and the text in the way', () => {
    const message = (tag: string): string => checkText(`${tag}\n\n*`, 'pgn')[0].message;
    assert.match(message('[Si/te "x"]'), /"\/" is not allowed in a name/);
    assert.match(message('[White Elo "x"]'), /"Elo" is between/);
    assert.match(message('[Site "x" y]'), /"y" follows/);
    assert.match(message('[Site “x”]'), /typographic/);
  });
});

describe('PGN as tools write it', () => {
  const CLEAN: readonly string[] = [
    '[Event "x"]\n[Result "*"]\n\n{only a comment} *',
    '[Event\n"x"\n]\n[Result "*"]\n\n*',
    '[Event "x"][Site "y"] [Result "*"]\n1.e4 1...e5 2.Nf3 *',
    '[Date "????.??.??"]\n[Date2 "-"]\n[Round "-"]\n[WhiteElo "?"]\n[BlackElo "-"]\n\n1. e4 *',
    '[WhiteElo "0"]\n[BlackElo "1500?"]\n[WhiteTitle "GM"]\n[Round "1.1.1"]\n[Date "1998"]\n[EventDate "1998.05"]\n\n*',
    '[TimeControl "1/86400"]\n[EndTime "9:15:02 PST"]\n[Time "9:15"]\n\n*',
    '[TimeControl "40/10+0.1"]\n[ECO "B07b5"]\n\n*',
    'e4 e5 Nf3 Nc6 *',
    '1. e4 $1 $14 $255 e5 ! (1... c5 $6 (1... e6)) *',
    '%escape\n1. e4 ; rest (\n\t1... e5 {a ; b ( [x] "y"} *',
    '1. e4 {[%evp 0,1,2] [%mdl 32] [%timestamp 12] [%tqu "En","x"] [%clk 0:03:00] [%emt 0.5] [%eval #-3]} *',
    '1. e4 {[%cal Ge2e4,Rd1d8] [%csl ] [%clk 01:30:15] [%eval +0.35/20]} e5 {[%emt 0:00:01][%clk 5421]} *',
    '1. e4 e5 1/2 {agreed}\n\n1. d4 *\n1. c4 1-0{x}\n',
    '[White "Müller"]\n[Black "Åström"]\n[PlyCount "?"]\n\n1. e4+- *',
    '1. e4 *\n\n'.repeat(20),
  ];

  it('gives nothing above info', () => {
    for (const text of CLEAN) {
      const loud = checkText(text, 'pgn').filter((d) => !['info', 'hint'].includes(d.severity));
      assert.deepEqual(
        loud.map((d) => [d.code, d.message]),
        [],
        text,
      );
    }
  });

  itLong('is free of findings in three thousand real games', () => {
    for (const name of ['world-cup', 'randomised', 'fischer-random'] as const)
      assert.deepEqual(checkText(games(name), 'pgn'), []);
  });

  it('keeps tags over several lines, whatever follows', () => {
    const { chunks, offsets } = readPgn('[Event\r\n  "x"\r\n]\n[Site\n\n"y"]\n*');
    assert.equal(chunks.length, 1);
    const tags = readTags('[Event\r\n  "x"\r\n]\n[Site\n\n"y"]\n*', buildTree(chunks[0], offsets[0]));
    assert.deepEqual(
      tags.map(({ name, value, form }) => [name, value, form]),
      [
        ['Event', 'x', 'good'],
        ['Site', '', 'bad'],
      ],
    );
  });
});

describe('repairs in any text', () => {
  it('that are safe keep the moves, and all ranges lie in the text', () => {
    const pieces = PARTS.map(([, , to]) => to);
    const damaged = fc
      .array(fc.oneof(pgnText(), fc.constantFrom(...pieces), fc.constant(GOOD)), { maxLength: 6 })
      .map((parts) => parts.join('\n'));
    fc.assert(
      fc.property(damaged, fc.boolean(), (text, strictExport) => {
        for (const d of checkText(text, 'pgn', { strictExport })) {
          assert.ok(d.range.start >= 0 && d.range.start < d.range.end && d.range.end <= text.length, d.code);
          for (const { edits, safe } of d.fixes ?? []) {
            let at = 0;
            for (const { range } of edits) {
              assert.ok(range.start >= at && range.end >= range.start && range.end <= text.length, d.code);
              at = range.end;
            }
            if (!safe) continue;
            const after = applyEdits(text, edits);
            assert.deepEqual(meaning(after), meaning(text), d.code);
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});
