import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { checkMav } from '../../../src/core/mav/check-mav.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { formatMav } from '../../../src/core/mav/write/format-mav.ts';
import type { Diagnostic } from '../../../src/core/notation/diagnostic.ts';
import { assertLinear } from '../../support/growth.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const EXAMPLE = `<mav game=chess> %FEN %top_2 %best_action </mav>
[%FEN ${START}]
[%top_2 e2e4:<ctrl33> d2d4:<ctrl32>]
[%best_action e2e4]
`;
const TRACE = `Minimax breadth=1 depth=1
Evaluation for node: <root>
<mav game=connect_four> %state %top_all %best_action </mav>
[%state x || . x o x o x o . o x o x o x . x o x o x o . o x o x o x . o x o x o x . x o x o x o ||]
[%top_all x0:<ctrl64>]
[%best_action x0]
Expand from node <root>: <root x0>
Evaluation for node: <root x0>
<mav game=connect_four> %prev_state %prev_action %state %top_all </mav>
[%prev_state x || . x o x o x o . o x o x o x . x o x o x o . o x o x o x . o x o x o x . x o x o x o ||]
[%prev_action x0]
[%state o || . x o x o x o . o x o x o x . x o x o x o . o x o x o x . o x o x o x x x o x o x o ||]
`;

const found = (text: string): Diagnostic[] =>
  readMav(text).flatMap(({ offset, section }) =>
    checkMav(mavView(text.slice(offset, offset + section.length), undefined)).map((one) => ({ ...one })),
  );
const codes = (text: string): string[] => found(text).map(({ code }) => code);
const each = (text: string, change: (line: string) => string): string => text.replace(/^.+$/gm, (line) => change(line));

const WAYS: readonly [name: string, change: (text: string) => string][] = [
  ['bullets', (text) => each(text, (line) => `- ${line}`)],
  ['dots', (text) => each(text, (line) => `  • ${line}`)],
  ['numbers', (text) => each(text, (line) => `1. ${line}`)],
  ['bold type', (text) => each(text, (line) => `**${line}**`)],
  ['code', (text) => each(text, (line) => `\`${line}\``)],
  ['a quotation', (text) => each(text, (line) => `> ${line}`)],
  ['no-break blanks', (text) => text.replaceAll(' ', '\u00A0')],
  ['escapes of Markdown', (text) => text.replace(/[_[\]<]/g, '\\$&')],
  ['entities of HTML', (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['colons behind commands', (text) => text.replace(/(\[%\w+)/g, '$1:')],
  ['quoted arguments', (text) => text.replace(/(\[%(?:FEN|best_action)) ([^\]]+)/g, '$1 "$2"')],
  ['arrows', (text) => text.replaceAll(':<ctrl', ' → <ctrl')],
  ['typographic hyphens', (text) => text.replaceAll(' - ', ' − ')],
];

describe('the formatting of an example', () => {
  for (const [name, change] of WAYS)
    it(`is one finding, and is read over: ${name}`, () => {
      const text = change(EXAMPLE);
      assert.notEqual(text, EXAMPLE);
      assert.deepEqual(codes(text), ['MAV_FORMATTING']);
      const edits = found(text)[0]?.fixes?.[0]?.edits ?? [];
      assert.equal(
        edits.every(({ range }, i) => range.start >= (edits[i - 1]?.range.end ?? 0)),
        true,
      );
      const plain = applyEdits(text, edits);
      assert.deepEqual(codes(plain), []);
      assert.equal(
        plain
          .replace(/ +/g, ' ')
          .replace(/^ /gm, '')
          .replace(/ ?: ?</g, ':<'),
        EXAMPLE,
      );
    });

  it('leaves what else is wrong at its place', () => {
    const text = each(EXAMPLE.replace('d2d4:', 'd2d5:'), (line) => `- ${line}`);
    const illegal = found(text).find(({ code }) => code === 'MAV_ILLEGAL_ACTION');
    assert.equal(illegal && text.slice(illegal.range.start, illegal.range.end), 'd2d5');
    assert.deepEqual(codes(text).sort(), ['MAV_FORMATTING', 'MAV_ILLEGAL_ACTION']);
  });

  it('is nothing that a plain text has', () => assert.deepEqual(codes(EXAMPLE), []));
});

describe('the formatting of a trace', () => {
  const ways: typeof WAYS = [
    ['headings', (text) => text.replace(/^(?=Evaluation)/gm, '### ')],
    ['bold actions', (text) => text.replace('node <root>: <root x0>', 'node <root>: **<root x0>**')],
    ...WAYS.slice(0, 7),
  ];
  for (const [name, change] of ways)
    it(`adds one finding: ${name}`, () =>
      assert.deepEqual(codes(change(TRACE)).sort(), ['MAV_FORMATTING', ...codes(TRACE)].sort()));
});

describe('one habit', () => {
  it('is one finding where all lines lack their brackets, and its fix adds them', () => {
    const text = EXAMPLE.replace(/[[\]]/g, '');
    const all = found(text);
    assert.deepEqual(codes(text), ['MAV_UNOPENED_LINE']);
    assert.equal(applyEdits(text, all[0]?.fixes?.[0]?.edits ?? []), EXAMPLE);
  });

  it('is one finding where a line is written again and again', () => {
    const text = `${TRACE}${'And so on.\n'.repeat(9)}Decision for node: <root x0>\nSelecting: x0 : "<ctrl1>"\n`;
    const stray = found(text).filter(({ code }) => code === 'MAV_STRAY_TEXT');
    assert.equal(stray.length, 1);
    assert.match(stray[0]?.message ?? '', /, and 8 more alike$/);
  });
});

describe('texts of many examples', () => {
  for (const [name, change] of [
    ['in other blanks', (text: string) => text.replaceAll(':<', ' : <')],
    ['with bullets', (text: string) => text.replaceAll('\n[', '\n- [')],
  ] as const)
    it(`are checked, and formatted, in linear time: ${name}`, () => {
      const many = (n: number): string => `${change(EXAMPLE).trimEnd()}\n\n`.repeat(n);
      assertLinear('check', 500, many, (text) => checkText(text, 'mav'));
      assertLinear('format', 500, many, formatMav);
    });
});
