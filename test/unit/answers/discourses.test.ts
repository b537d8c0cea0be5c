import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { HARD_DISCOURSES } from '../../support/answer-discourses.ts';
import { type GamePlace, writeAnswer } from '../../support/answer-notations.ts';
import { judgmentOf } from '../../support/judged-answer.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const PLACES: readonly GamePlace[] = [
  {
    fen: 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5',
    before: 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5',
    start: START,
    next: 'r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6',
    lastMove: '5. O-O',
    nextMove: '5... Be7',
    moves: '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O',
  },
  {
    fen: 'rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR w KQkq - 4 5',
    before: 'rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4',
    start: START,
    next: 'rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N1P3/PP3PPP/R2QKBNR b KQkq - 0 5',
    lastMove: '4... Be7',
    nextMove: '5. e3',
    moves: '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7',
  },
];

interface Edge {
  readonly form: string;
  readonly answer: string;
  readonly expect: string | null;
  readonly fields: 'all' | readonly string[];
}

describe('answers whose state is certain to a reader', () => {
  const edges = ['edges', 'more'].flatMap((name): Edge[] =>
    JSON.parse(readFileSync(`test/fixtures/answers/${name}.json`, 'utf8')),
  );
  for (const { form, answer, expect, fields } of edges)
    it(form, () => assert.equal(judgmentOf(answer, expect, fields === 'all' ? undefined : fields), 'right', answer));

  for (const { name, text, isNone } of HARD_DISCOURSES)
    it(name, () => {
      for (const place of PLACES) {
        const answer = writeAnswer(text, place);
        // of a notation that states less, what it states
        assert.equal(judgmentOf(answer, isNone ? null : place.fen, []), 'right', answer);
      }
    });
});
