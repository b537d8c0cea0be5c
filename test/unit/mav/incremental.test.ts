import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkText } from '../../../src/core/languages/check.ts';
import { statePredictions } from '../../../src/core/mav/features/section-states.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { shiftDiagnostic } from '../../../src/core/notation/diagnostic.ts';
import { ServerDocument } from '../../../src/server/documents/document.ts';

const LINES = [
  '<mav game=chess> %prev_state %prev_action %state %top_all %best_action </mav>',
  '<mav game=chess> %state',
  '[%prev_state 7k/8/8/8/8/8/8/K7 w]',
  '[%prev_action a1a2]',
  '[%state 7k/8/8/8/8/8/K7/8 b]',
  '[%state 7k/8/8/8/8/8/8/K7 b',
  '[%top_all h8g8:<ctrl30> h8h7:<ctrl30>]',
  '[%best_action h8g8]',
  'Minimax breadth=2 depth=1',
  'Evaluation for node: <root>',
  'Expand from node <root>: <root a1a2>',
  'Decision for node: <root>',
  'Selecting: h8g8 : "<ctrl30>"',
  'Playing h8g8!',
  '# a remark',
  'nothing of ours',
  '',
];
const mavText = (maxLength: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom('\n', '\n', '\r\n', ' ')), { maxLength })
    .map((lines) => lines.map(([line, end]) => line + end).join(''));
const edit = fc.record({ from: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(120), text: mavText(3) });

describe('an edited MAV document', () => {
  it('is in the state of a fresh one', () => {
    fc.assert(
      fc.property(mavText(25), fc.array(edit, { maxLength: 5 }), fc.nat(12), (before, edits, steps) => {
        const document = new ServerDocument('file:///a.mav', 'mav', 1, before);
        edits.forEach(({ from, length, text }, i) => {
          for (let n = steps; n > 0; n--) document.step();
          const start = Math.floor(from * document.text.length);
          const range = document.rangeAt({ start, end: Math.min(document.text.length, start + length) });
          document.update([{ range, text }], i + 2);
        });
        while (document.step());
        const { text } = document;
        const whole = readMav(text);
        assert.deepEqual(
          document.sections.list.map(({ length }) => length),
          whole.map(({ section }) => section.length),
        );
        const found = document
          .findings()
          .flatMap(({ found: own, offset, game }) => own.map((d) => shiftDiagnostic(d, offset, game)));
        assert.deepEqual(found, checkText(text, 'mav'));
        assert.deepEqual(
          document.sections.list
            .flatMap((_, i) => document.predictionsOf(i))
            .map(({ prediction, offset }) => [prediction.range.start + offset, prediction.fen]),
          whole.flatMap(({ offset, section }) =>
            statePredictions(mavView(text.slice(offset, offset + section.length))).map((one) => [
              one.range.start + offset,
              one.fen,
            ]),
          ),
        );
      }),
    );
  });

  it('reads a section again whose end an edit behind its neighbour decides', () => {
    const line = '[%top_1 invalid : "1-0"]';
    const trace = `Minimax breadth=2 depth=1\n${line}\n`;
    const document = new ServerDocument('file:///a.mav', 'mav', 1, `<|hex|> %state %state\n${line}\nh\n${trace}`);
    const replace = (what: string, text: string, version: number): void => {
      const start = document.text.indexOf(what);
      document.update([{ range: document.rangeAt({ start, end: start + what.length }), text }], version);
    };
    while (document.step());
    // the first line is none any more, and the trace keeps what stands behind it out of the example
    replace('[%top_', 'h', 2);
    document.step();
    replace('\nMinimax', 'x', 3);
    while (document.step());
    const whole = readMav(document.text);
    assert.equal(whole.length, 1);
    assert.deepEqual(
      document.sections.list.map(({ length }) => length),
      whole.map(({ section }) => section.length),
    );
  });
});
