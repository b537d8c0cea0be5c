import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stateLine } from '../../../src/core/evaluation/game-trace/timeline.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { LineHistory } from '../../../src/core/metrics/placement.ts';
import { lineOf } from '../../support/line.ts';
import { timelineOf } from '../../support/timelines.ts';

const LINE = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O');
const OPTIONS = { title: 'A game', variant: 'chess', m: 4 } as const;
const comparer = new PairComparer('chess');

const ANSWERS = [
  { label: 'baseline:start-position', at: 4, fen: INITIAL_FEN },
  { label: 'gpt-4o#2', at: 2, fen: LINE[2].fen },
  { label: 'gpt-4o', at: 5, fen: LINE[3].fen },
  { label: 'gpt-4o', at: 6, fen: null },
  { label: 'gpt-4o', at: 99, fen: null },
];

describe('a line of states with its answers', () => {
  const line = stateLine(LINE, ANSWERS, OPTIONS);

  it('names its steps by their moves, with squares and states', () => {
    assert.deepEqual(
      line.steps.map(({ name }) => name),
      ['start', '1.e4', '1...e5', '2.Nf3', '2...Nc6', '3.Bb5', '3...a6', '4.O-O'],
    );
    assert.deepEqual(
      line.steps.map(({ ply, fen }) => ({ ply, fen })),
      LINE.map(({ ply, fen }) => ({ ply, fen })),
    );
    assert.equal(line.steps[0].lastMove, null);
    assert.deepEqual(line.steps[5].lastMove, ['f1', 'b5']);
    assert.deepEqual(line.steps[7].lastMove, ['e1', 'g1']);
  });

  it('has the rows of the timeline of the same answers', () => {
    const answers = ANSWERS.map(({ label, at, fen }) => ({
      label,
      ply: at,
      fen,
      comparison: comparer.text({
        trueFen: LINE[at]?.fen ?? INITIAL_FEN,
        predictedFen: fen ?? undefined,
        history: LINE.slice(0, at + 1),
      }),
    }));
    assert.deepEqual(line.rows, timelineOf(LINE, answers, OPTIONS.m).rows);
    assert.match(line.rows[0].cells[5]?.sentence ?? '', /missed the last 2 plies/);
    assert.equal(line.rows[0].says, 'first lost after 3.Bb5 (ply 3 to 5)');
  });

  it('names its depth where scores are not given', () => {
    const [answer] = [{ label: 'gpt-4o', at: 5, fen: LINE[3].fen }];
    const { rows } = stateLine(LINE, [answer], { ...OPTIONS, m: 7 });
    assert.match(rows[0].cells[5]?.verdictText ?? '', / · p₇ … · /);
  });

  it('shows scores where they are given', () => {
    const scored = comparer.compare({ trueFen: LINE[5].fen, predictedFen: LINE[3].fen }, { affordance: { m: 2 } });
    assert.ok(scored.ok);
    const { m, p, r, samples, standardError, conditional, vacuous } = scored.value;
    const scores = { m, p, r, samples, standardError, conditional, vacuous };
    const { rows } = stateLine(LINE, [{ label: 'gpt-4o', at: 5, fen: LINE[3].fen, scores }], { ...OPTIONS, m: 2 });
    const cell = rows[0].cells[5];
    assert.equal(cell?.p, scored.value.p[1]);
    assert.equal(cell?.r, scored.value.r[1]);
    assert.equal(cell?.verdictText, scored.value.verdictText);
  });

  it('says what was written in an answer without a state', () => {
    const [answer] = [{ raw: 'r1bqk', finishReason: 'length' }];
    const { rows } = stateLine(LINE, [{ label: 'gpt-4o', at: 5, fen: null, answer }], OPTIONS);
    assert.match(rows[0].cells[5]?.sentence ?? '', /cut off/);
  });

  it('counts plies from where a line begins', () => {
    const late = LINE.slice(2);
    const { steps, rows } = stateLine(
      late,
      [
        { label: 'a', at: 1, fen: late[1].fen },
        { label: 'a', at: 3, fen: late[1].fen },
      ],
      OPTIONS,
    );
    assert.deepEqual([steps[0].ply, steps[0].name, steps[1].name], [2, 'start', '2.Nf3']);
    assert.deepEqual(rows[0].events, [{ kind: 'lost', from: 3, to: 5 }]);
    assert.equal(rows[0].says, 'first lost after 3.Bb5 (ply 4 to 5)');
  });

  it('takes lines of stones', () => {
    const start = `x || ${'. '.repeat(42)}||`;
    const after = `o || ${'. '.repeat(38)}x . . . ||`;
    const { steps, rows } = stateLine(
      [
        { ply: 0, fen: start },
        { ply: 1, fen: after, san: 'x3' },
      ],
      [{ label: 'a', at: 1, fen: start }],
      { ...OPTIONS, variant: 'connect_four' },
    );
    assert.deepEqual([steps[1].name, steps[1].lastMove], ['x3', null]);
    assert.equal(rows[0].cells[1]?.wrongSquares, 1);
  });
});

describe('the beginning of a line', () => {
  it('shares the boards that are read', () => {
    const whole = new LineHistory(LINE);
    const part = whole.upTo(3);
    assert.deepEqual(part.plies, LINE.slice(0, 4));
    assert.equal(part.board(3), whole.board(3));
    assert.equal(part.moveAfter(3), undefined);
    assert.equal(part.moveAfter(2), '2.Nf3');
    assert.equal(whole.moveAfter(3), '2...Nc6');
  });
});
