import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { mavInlays } from '../../../src/core/mav/features/inlays.ts';
import { mavLinks } from '../../../src/core/mav/features/outline.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { findings } from './mav-law.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8').replace('g3g5', 'g3g6');
const WHOLE = { start: 0, end: Number.POSITIVE_INFINITY };

describe('values that are missing', () => {
  const codes = (text: string): string[][] => findings(text).map((found) => found.map(({ code }) => code));

  it('are one hint where no action has one, with or without what is left of them', () => {
    for (const left of ['', ':', ' : ""']) {
      const [found] = findings(EXAMPLE.replace(/:<ctrl\d+>/g, left));
      assert.deepEqual(
        found.map(({ code, severity, message }) => [code, severity, message]),
        [['MAV_NO_VALUES', 'info', 'none of 5 actions has a value: control tokens may have been stripped in decoding']],
      );
    }
  });

  it('are one hint in a trace, however many lists it has', () => {
    const [found] = findings(TRACE.replace(/<ctrl\d+>/g, ''));
    assert.deepEqual(
      found.filter(({ code }) => code.startsWith('MAV_')).map(({ code }) => code),
      ['MAV_NO_VALUES'],
    );
  });

  it('are errors of their actions where others have one', () => {
    assert.deepEqual(codes(EXAMPLE.replace('d7c5:<ctrl28>', 'd7c5')), [['MAV_NO_VALUE']]);
    assert.deepEqual(codes(TRACE.replace('d5d4:<ctrl18>', 'd5d4')), [['MAV_NO_VALUE', 'TRACE_CHANGED']]);
    const alone = EXAMPLE.replace(/:<ctrl\d+>/g, '');
    assert.deepEqual(codes(EXAMPLE + alone), [[], ['MAV_NO_VALUES']]);
  });
});

describe('inlay hints of values', () => {
  const labels = (text: string, range = WHOLE, dialect = PUBLISHED_DIALECT) =>
    mavInlays(mavView(text), range, dialect).map(({ offset, label }) => `${text.slice(offset - 9, offset)} ${label}`);

  it('stand behind each value of a list', () => {
    assert.deepEqual(labels(EXAMPLE), [
      ':<ctrl28> 43 %',
      ':<ctrl33> 51 %',
      ':<ctrl28> 43 %',
      ':<ctrl29> 45 %',
      ':<ctrl29> 45 %',
    ]);
    const zero = { ...PUBLISHED_DIALECT, base: 0 } as const;
    assert.equal(labels(EXAMPLE, WHOLE, zero)[0], ':<ctrl28> 45 %');
  });

  it('stand behind the quotation marks of decisions, in the order of the text and of the range', () => {
    const all = mavInlays(mavView(TRACE), WHOLE);
    const offsets = all.map(({ offset }) => offset);
    assert.deepEqual(
      offsets,
      [...offsets].sort((a, b) => a - b),
    );
    assert.equal(all.length, TRACE.match(/<ctrl/g)?.length);
    const last = TRACE.lastIndexOf('Selecting');
    assert.deepEqual(labels(TRACE, { start: last, end: TRACE.length }), ['<ctrl43>" 66 %']);
  });

  it('are none behind what is no bucket', () => {
    assert.equal(labels(EXAMPLE.replace('<ctrl33>', '<ctrl65>')).length, 4);
  });
});

describe('links of states', () => {
  it('lead to the board that is printed, in either form', () => {
    const links = mavLinks(mavView(EXAMPLE));
    assert.deepEqual(
      links.map(({ range }) => EXAMPLE.slice(range.start, range.start + 8)),
      ['r1b1nr2/', 'r1b1nr2/', 'b || R .', 'r1b1nr2/'],
    );
    const board = 'r1b1nr2/pp1np1bk/2ppPpp1/q7/3P1P2/2NQB3/PPP1B1PP/R4RK1';
    for (const { url } of links.slice(1, 3))
      assert.equal(url, `https://lichess.org/analysis/standard/${board}_b_-_-_0_13?color=black`);
  });

  it('are none for what is no position, and in other games', () => {
    assert.equal(mavLinks(mavView(EXAMPLE.replace('w - - 0 13', 'x - - 0 13'))).length, 3);
    assert.deepEqual(mavLinks(mavView('<mav game=hex> %state </mav>\n[%state x || . . . . ||]\n')), []);
  });
});
