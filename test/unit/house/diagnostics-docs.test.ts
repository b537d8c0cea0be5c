import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { faultsOfPage } from './diagnostics-page.ts';

const PAGE = 'docs/diagnostics.md';
const section = (code: string, facts: string, fence: string, example: string) =>
  `### \`${code}\`\n\n${facts}\n\nWhy.\n\n\`\`\`${fence}\n${example}\n\`\`\`\n\nHow.\n`;
const STRAY = section('PGN_STRAY_TEXT', '*error* · syntax · quick fix in some cases', 'pgn', '1. e4 hello e5 *');
const MARK = section('PGN_BYTE_ORDER_MARK', '*info* · encoding · quick fix', 'pgn escaped', '\\uFEFF1. e4 *');
const RANK = section('FEN_RANK_COUNT', '*error* · position · no quick fix', 'fen', '8/8/8 w - - 0 1');

describe('the page of diagnostics', () => {
  it('has every code once, in the order of the table, with its facts and an example that gives it', () => {
    assert.deepEqual(faultsOfPage(fs.readFileSync(PAGE, 'utf8')), []);
  });

  it('is read as sections with facts and an example', () => {
    const wanted = ['PGN_BYTE_ORDER_MARK', 'PGN_STRAY_TEXT', 'FEN_RANK_COUNT'];
    assert.deepEqual(faultsOfPage(`# Diagnostics\n\n${MARK}\n${STRAY}\n${RANK}`, wanted), []);
  });

  const cases: [what: string, page: string, wanted: string[], fault: RegExp][] = [
    ['a code without a section', STRAY, ['PGN_STRAY_TEXT', 'PGN_RESERVED'], /^PGN_RESERVED: 0 sections/],
    ['two sections of a code', STRAY + STRAY, ['PGN_STRAY_TEXT'], /^PGN_STRAY_TEXT: 2 sections/],
    ['another order', STRAY + MARK, ['PGN_BYTE_ORDER_MARK', 'PGN_STRAY_TEXT'], /stands where the table has/],
    ['another severity', STRAY.replace('*error*', '*info*'), ['PGN_STRAY_TEXT'], /the facts are/],
    ['another category', STRAY.replace('syntax', 'move'), ['PGN_STRAY_TEXT'], /the facts are/],
    ['a fix that is not named', MARK.replace('quick', 'no quick'), ['PGN_BYTE_ORDER_MARK'], /the facts are/],
    ['a fix that the example has not', STRAY.replace(' in some cases', ''), ['PGN_STRAY_TEXT'], /the facts are/],
    [
      'a fix in some cases that the example has',
      MARK.replace('fix', 'fix in some cases'),
      ['PGN_BYTE_ORDER_MARK'],
      /the facts are/,
    ],
    ['an example without the fault', STRAY.replace(' hello', ''), ['PGN_STRAY_TEXT'], /the example gives nothing/],
    ['no example', STRAY.replace('```pgn', '```'), ['PGN_STRAY_TEXT'], /no example/],
    ['a code that is none', STRAY.replace('STRAY_TEXT', 'NOTHING'), [], /PGN_NOTHING: no code/],
  ];
  for (const [what, page, wanted, fault] of cases)
    it(`is at fault with ${what}`, () => {
      const faults = faultsOfPage(page, wanted);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0], fault);
    });
});
