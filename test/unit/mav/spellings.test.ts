import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { tallyAnswers } from '../../../src/core/mav/stats/judge-answers.ts';
import { PUBLISHED_DIALECT, parseDialect } from '../../../src/core/mav/syntax.ts';

/* How lines and values may be spelled, and what of that is one finding, with the fix that writes it as published. */

const FEN = '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]';
const EXAMPLE = `<mav game=chess> %FEN %top_2 %best_action </mav>
${FEN}
[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]
[%best_action e2e4]
`;
const MATE = '[%FEN rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3]';

const all = (text: string, words = '') => {
  const dialect = parseDialect(words);
  return checkText(text, 'mav', { mavDialect: dialect.ok ? dialect.value : PUBLISHED_DIALECT });
};
const shown = (text: string): string[] =>
  all(text).map(({ code, severity, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`);
/** The example with a slip. */
function slipped(from: string, to: string, base = EXAMPLE): string {
  const text = base.replace(from, to);
  assert.notEqual(text, base);
  return text;
}
/** The text with the fixes of its only finding above info. */
function mended(text: string): string {
  const found = all(text).filter(({ fixes = [] }) => fixes.length > 0);
  assert.equal(found.length, 1, shown(text).join('\n'));
  return applyEdits(text, found[0].fixes?.[0].edits ?? []);
}

describe('a value', () => {
  const CLEAR =
    '<ctrl33|ctrl33>|ctrl33|<ctr33>|33|<ctrl 33>|< ctrl33 >|<33>|(ctrl33)|<<ctrl33>|<ctrl33>>|<bin_33>|<|ctrl33|>|"33"|\'33\'';
  for (const value of [...CLEAR.replace('<|ctrl33|>|', '').split('|'), '<|ctrl33|>'])
    it(`whose bucket is clear is read, and told once: ${value}`, () => {
      const text = slipped(':<ctrl33>', `:${value}`);
      const found = all(text);
      assert.deepEqual(
        found.map(({ code, severity }) => [code, severity]),
        [['MAV_LOOSE_VALUE', 'warning']],
      );
      assert.equal(mended(text).replaceAll('"', ''), EXAMPLE);
    });

  for (const value of [
    '<ctrl-3>',
    '<ctrl1.5>',
    '<ctrl1e1>',
    '50%',
    '+33',
    '<ctrl+33>',
    '-3',
    '0.5',
    '<ctrl6 4>',
    '<ctrl>',
    '<pad>',
    'd2',
  ])
    it(`that is no bucket is an error, and none: ${value}`, () => {
      const text = slipped(':<ctrl33>', `:${value}`);
      assert.deepEqual(shown(text), [`error MAV_BUCKET ${value}`]);
    });

  it('without its colon, or with another sign, is one as well', () => {
    for (const sign of ['', ' ', '::', ';', '=', '.', ' "'])
      assert.equal(mended(slipped('e2e4:<', `e2e4${sign}<`)), EXAMPLE, sign);
  });

  it('may stand below its action', () => {
    assert.deepEqual(shown(slipped('e2e4:', 'e2e4:\n')), []);
    assert.deepEqual(shown(slipped('e2e4:', 'e2e4\n : ')), []);
  });

  it('that is spelled alike all over a list is told once, in the tokens of the dialect', () => {
    const text = EXAMPLE.replaceAll('<ctrl33>', 'ctrl33');
    assert.deepEqual(
      all(text).map(({ message }) => message),
      ['ctrl33 must be written <ctrl33>, and 1 more alike'],
    );
    assert.equal(mended(text), EXAMPLE);
    const [val] = all(text, 'val');
    assert.deepEqual(
      val?.fixes?.[0].edits.map(({ newText }) => newText),
      ['<val_33>', '<val_33>'],
    );
    assert.deepEqual(
      all(EXAMPLE.replaceAll('<ctrl33>', '33')).map(({ code, severity }) => [code, severity]),
      [['MAV_LOOSE_VALUE', 'info']],
    );
  });

  it('in a decision of a trace is told as well', () => {
    const text = `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=hex> %state %top_1 %best_action </mav>
[%state x || . . . . ||]
[%top_1 a1:<ctrl40>]
[%best_action a1]
Decision for node: <root>
Selecting: a1 : "ctrl40"
`;
    assert.ok(shown(text).includes('warning MAV_LOOSE_VALUE ctrl40'), shown(text).join('\n'));
  });
});

describe('a line', () => {
  it('without its opening bracket is read and judged, wherever it stands', () => {
    for (const line of EXAMPLE.trimEnd().split('\n').slice(1)) {
      const text = slipped(line, line.slice(1));
      assert.deepEqual(shown(text), [`error MAV_UNOPENED_LINE ${line.slice(1).split(' ')[0]}`]);
      assert.equal(mended(text), EXAMPLE);
    }
    assert.deepEqual(shown(slipped('[%best_action e2e4]', '%best_action a1h8]')), [
      'error MAV_UNOPENED_LINE %best_action',
      'error MAV_BEST_ILLEGAL a1h8',
    ]);
  });

  it('with other brackets or signs is one finding, which mends it', () => {
    const slips: readonly (readonly [from: string, to: string, code: string])[] = [
      ['[%top', '(%top', 'MAV_UNOPENED_LINE'],
      ['[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]', '(%top_2 e2e4:<ctrl33> d2d4:<ctrl33>)', 'MAV_UNOPENED_LINE'],
      ['[%best_action e2e4]', '[%best_action e2e4)', 'MAV_UNCLOSED_LINE'],
      ['[%top', '[top', 'MAV_LOOSE_COMMAND'],
      ['[%top', '[$top', 'MAV_LOOSE_COMMAND'],
      ['[%top', '[[%top', 'MAV_STRAY_TEXT'],
      ['e2e4]', 'e2e4]]', 'MAV_STRAY_TEXT'],
      ['> d2d4', '>, d2d4', 'MAV_STRAY_TEXT'],
      ['> d2d4', '>,d2d4', 'MAV_STRAY_TEXT'],
      ['game=chess', 'game="chess"', 'MAV_LOOSE_COMMAND'],
      ['game=chess', 'game chess', 'MAV_LOOSE_COMMAND'],
      ['<mav', 'mav', 'MAV_HEADER_BRACKET'],
      ['</mav>', '</mav', 'MAV_HEADER_BRACKET'],
      ['</mav>', '<mav>', 'MAV_HEADER_BRACKET'],
      ['%FEN %', 'FEN %', 'MAV_LOOSE_COMMAND'],
    ];
    for (const [from, to, code] of slips) {
      const text = slipped(from, to);
      assert.deepEqual(
        all(text).map((one) => one.code),
        [code],
        to,
      );
      assert.equal(mended(text), EXAMPLE, to);
    }
  });

  it('that the header has not, or has otherwise, is one finding', () => {
    const order = (text: string): string[] => all(text).map(({ code, message }) => `${code} ${message.slice(0, 40)}`);
    for (const name of ['top_3', 'top_1', 'top_all'])
      assert.deepEqual(order(slipped('[%top_2', `[%${name}`)), [
        `MAV_COMMAND_ORDER ${`%${name} appears where the header has %top_2`.slice(0, 40)}`,
      ]);
    assert.deepEqual(order(`${EXAMPLE}${FEN}\n`), [
      'MAV_COMMAND_ORDER %FEN is not in the header, which names 3'.slice(0, 58),
    ]);
    for (const line of EXAMPLE.trimEnd().split('\n').slice(1))
      assert.deepEqual(
        all(slipped(line, `[%foo bar]\n${line}`)).map(({ code }) => code),
        ['MAV_UNKNOWN_COMMAND'],
        line,
      );
  });
});

describe('an end of the game', () => {
  const OVER = `<mav game=chess> %FEN %top_1 %best_action </mav>\n${MATE}\n[%top_1 invalid : "0-1"]\n`;

  it('is the last thing that is asked for', () => {
    assert.deepEqual(shown(OVER), []);
    assert.equal(tallyAnswers(OVER, PUBLISHED_DIALECT)['chess']?.tally.missing, 0);
  });

  it('without its result, or in another spelling, is one finding', () => {
    assert.deepEqual(shown(slipped(' : "0-1"', '', OVER)), ['error MAV_WRONG_RESULT ']);
    assert.equal(mended(slipped(' : "0-1"', '', OVER)), OVER);
    for (const end of ['invalid "0-1"', 'invalid : "0-1', 'invalid= 0-1"'])
      assert.equal(mended(slipped('invalid : "0-1"', end, OVER)), OVER, end);
    assert.deepEqual(
      shown(slipped('invalid', 'foo', OVER)).map((one) => one.slice(0, 18)),
      ['error MAV_TERMINAL'],
    );
  });
});

describe('words around an answer', () => {
  it('are one hint where they stand between the prompt and the answer, and behind it', () => {
    const [head, fen, ...answer] = EXAMPLE.trimEnd().split('\n');
    const text = [head, fen, 'Sure!', ...answer, 'Bye', ''].join('\n');
    assert.deepEqual(shown(text), ['info MAV_TEXT_AROUND Sure!']);
    assert.equal(mended(text), EXAMPLE);
  });

  it('before a header on its line hide nothing', () => {
    assert.deepEqual(shown(`Answer: ${slipped('e2e4]', 'e2e5]')}`), [
      'info MAV_TEXT_AROUND Answer:',
      'error MAV_BEST_ILLEGAL e2e5',
    ]);
  });
});
