import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gameTraces } from '../../../src/core/evaluation/game-trace/game-traces.ts';
import { timelineRows } from '../../../src/core/evaluation/game-trace/timeline.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { encodeFen } from '../../../src/core/notation/predictions/prediction-syntax.ts';
import { lineOf } from '../../support/line.ts';
import { timelineOf, timelinesIn } from '../../support/timelines.ts';

const LINE = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6');
const comparer = new PairComparer('chess');
const answer = (label: string, ply: number, predictedFen: string | undefined) => ({
  label,
  ply,
  fen: predictedFen ?? null,
  comparison: comparer.text({ trueFen: LINE[ply].fen, predictedFen, history: LINE.slice(0, ply + 1) }),
});

describe('the timeline of a line', () => {
  const timeline = timelineOf(
    LINE,
    [
      answer('baseline:start-position', 4, INITIAL_FEN),
      answer('gpt-4o#2', 2, LINE[2].fen),
      answer('gpt-4o', 2, INITIAL_FEN),
      answer('gpt-4o', 3, LINE[2].fen),
      answer('gpt-4o', 5, undefined),
      answer('gpt-4o', 6, LINE[6].fen),
      answer('other', 3, LINE[3].fen),
      { ...answer('gpt-4o', 6, undefined), ply: 99 },
    ],
    6,
  );

  it('has a row a label, baselines last, and its moves', () => {
    assert.deepEqual(timeline.moves, ['start', '1.e4', '1...e5', '2.Nf3', '2...Nc6', '3.Bb5', '3...a6']);
    assert.deepEqual(
      timeline.rows.map(({ label, isBaseline, asked }) => [label, isBaseline, asked]),
      [
        ['gpt-4o', false, 4],
        ['other', false, 1],
        ['baseline:start-position', true, 1],
      ],
    );
  });

  it('counts the actions of a walk as such', () => {
    const cell = (step: number, verdict: string | undefined) => {
      const found = timeline.rows[0].cells[step];
      assert.ok(found !== null && (verdict === undefined || found.verdict === verdict));
      return { step, row: 'gpt-4o', cell: found };
    };
    const steps = LINE.map(({ ply }) => ({ ply, name: `a${ply}` }));
    const saysOf = (kind: 'game' | 'walk'): string =>
      timelineRows([cell(2, 'exact'), cell(3, undefined)], steps, kind)[0].says;
    assert.deepEqual(
      [saysOf('game'), saysOf('walk')],
      ['first lost after a3 (ply 3)', 'first lost after a3 (action 3)'],
    );
  });

  it('distinguishes what was not asked from zero', () => {
    const [row] = timeline.rows;
    assert.equal(row.cells.length, LINE.length);
    assert.deepEqual(
      row.cells.map((cell) => cell?.wrongSquares ?? null),
      [null, null, 0, 2, null, 0, 0],
    );
    assert.deepEqual(
      row.cells.map((cell) => cell?.boardAccuracy ?? null),
      [null, null, 1, 62 / 64, null, 0, 1],
    );
    assert.deepEqual(
      row.cells.map((cell) => cell?.cause.id ?? null),
      [null, null, 'exact', 'stale', null, 'no-state', 'exact'],
    );
    assert.equal(
      row.cells[3]?.sentence,
      'thinks the knight is still on g1: missed 2.Nf3; also wrong: side to move, clocks',
    );
    assert.ok(
      row.cells.every((cell) => cell === null || cell.p === null),
      'p was not computed',
    );
  });

  it('names the depth that it has while p is not computed', () => {
    assert.match(timeline.rows[0].cells[3]?.verdictText ?? '', / · p₆ … · /);
  });

  it('has the events of a trace', () => {
    const [row] = timeline.rows;
    assert.deepEqual(row.events, [
      { kind: 'lost', from: 2, to: 3 },
      { kind: 'recovered', from: 5, to: 6 },
    ]);
    assert.equal(row.says, 'first lost after 2.Nf3 (ply 3); recovered at 6');
    assert.deepEqual(timeline.rows[1].events, []);
  });

  it('reads the predictions of a PGN, with p_m when requested, as the traces do', () => {
    const comment = (label: string, ply: number, fen: string) =>
      `{[%pfen ${label} ${encodeFen(fen)}]}${ply % 2 === 1 ? ` ${(ply + 1) / 2}...` : ''}`;
    const text = `1. e4 ${comment('m', 1, LINE[1].fen)} e5 ${comment('m', 2, INITIAL_FEN)} 2. Nf3 ${comment('m', 3, LINE[3].fen)} Nc6 *\n`;
    const [row] = timelinesIn(text, 1).get(0)?.rows ?? assert.fail();
    const [trace] = gameTraces(text, 1);
    assert.deepEqual(row.events, trace.changes);
    assert.equal(row.says, trace.says);
    assert.deepEqual(
      row.cells.flatMap((cell) => (cell === null ? [] : [cell.p])),
      trace.points.map(({ p }) => p),
    );
    assert.deepEqual([...timelinesIn('1. e4 *\n')], []);
  });
});
