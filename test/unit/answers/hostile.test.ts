import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { resolveAnswerPlace } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { findStates } from '../../../src/core/answers/states/scan.ts';
import { assertLinearText } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const ROWS = 'r . b q k b . r\n. p p p . p p p\np . n . . n . .\n. . . . p . . .\n';

describe('a hostile answer', () => {
  itLong('is read in time that grows as its length', () => {
    for (const unit of [
      '/',
      `${FEN}\n`,
      `FEN: ${FEN} `,
      `Wait. \`${START}\`\n\n`,
      '[',
      '[[',
      '{"a":',
      '{"fen": "',
      '["r",',
      '<answer>',
      `<a><b>${FEN}`,
      '\\boxed{',
      '```\n',
      '**',
      '# \n',
      '<|im_end|>',
      'User:\n',
      `Moves: 1. e4\nFEN: ${FEN}\n`,
      ROWS,
      '| r | n | b |',
      '. . . . . . . .\n',
      'White: Kg1\n',
      '"e1": "K", "e8": "k", ',
      'Rank 8: ',
      '\u200b',
      '&nbsp;',
      '<td>r',
      '\u0000\ud800',
      ' ',
      '- ',
      'a (',
    ])
      assertLinearText(20_000, unit, (text) => readAnswer(text));
  });

  it('of moves in angle brackets is read in time that grows as its length', () => {
    assertLinearText(20_000, '<up>', (text) => readAnswer(`${text} x`, { world: () => false }));
  });

  it('gives no failure, ranges that lie in it, and one choice that is among its states', () => {
    const piece = fc.constantFrom(
      FEN,
      START,
      ROWS,
      '\n',
      ' ',
      'Final FEN: ',
      '"fen": "',
      '{',
      '}',
      '[',
      ']',
      '"',
      '```',
      '**',
      '<answer>',
      '</answer>',
      '<think>',
      '</think>',
      '<|im_end|>',
      '\nUser: ',
      '\\n',
      '\u200b',
      '\ud800',
      '|',
      'before ',
      'not ',
      '%20',
      'Black to move',
    );
    const soup = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ maxLength: 200 })), fc.boolean(), (answer, isRaw) => {
        const { candidates, taken, rule, outcome } = readAnswer(answer, { place: resolveAnswerPlace({ isRaw }) });
        let end = 0;
        for (const { range, state, cue } of candidates) {
          assert.ok(range.start >= end && range.end > range.start && range.end <= answer.length);
          assert.ok(state.length > 0);
          if (cue !== undefined) assert.ok(cue.start >= 0 && cue.end <= answer.length && cue.start <= cue.end);
          ({ end } = range);
        }
        const isTaken = outcome === 'certain' || outcome === 'doubtful';
        assert.equal(taken !== undefined, isTaken);
        assert.equal(rule !== undefined, isTaken);
        if (taken !== undefined) assert.ok(candidates[taken] !== undefined);
        assert.ok(findStates(answer).length >= candidates.length);
      }),
    );
  });

  it('of two megabytes on one line is read', () => {
    const { outcome } = readAnswer(`${'p'.repeat(1_000_000)} ${FEN} ${'/'.repeat(1_000_000)}`);
    assert.equal(outcome, 'certain');
  });
});
