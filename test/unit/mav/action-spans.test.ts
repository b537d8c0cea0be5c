import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { actionSpans } from '../../../src/core/mav/features/outline.ts';
import { mavView } from '../../../src/core/mav/view.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');

const spans = (text: string): string[] =>
  actionSpans(mavView(text)).map(({ range, kind }) => `${text.slice(range.start, range.end)} ${kind}`);
const illegal = (text: string): string[] => spans(text).filter((span) => !span.endsWith(' legal'));

describe('actions of MAV', () => {
  it('are marked by the rules, each on its own position', () => {
    assert.deepEqual(spans(EXAMPLE.replace('f8h8', 'f8f1')), [
      'e5e6 legal',
      'd7b6 legal',
      'f6f5 legal',
      'd7c5 legal',
      'f8f1 illegal',
      'a5f5 legal',
      'f6f5 legal',
    ]);
    assert.deepEqual(illegal(TRACE), []);
    assert.equal(spans(TRACE).length, 13 + 4 + 3 + 3 + 4 + 1);
    assert.deepEqual(illegal(TRACE.replace('g3g5', 'g3g8').replace('Playing g3g6', 'Playing e6f4')), [
      'g3g8 illegal',
      'e6f4 illegal',
    ]);
  });

  it('are unchecked where the position is not known', () => {
    assert.deepEqual(spans('<mav game=go> %state %top_1 </mav>\n[%state x]\n[%top_1 a1:<ctrl1>]\n'), ['a1 unchecked']);
    assert.deepEqual(spans(''), []);
  });
});
