import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { shuffledStale } from '../../../src/core/metrics/blame.ts';
import { wrongSquares } from '../../../src/core/metrics/board-diff.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { readLooseFen } from '../../../src/core/metrics/fen-reading.ts';
import { LineHistory, readSquares } from '../../../src/core/metrics/placement.ts';
import { stringMetrics } from '../../../src/core/metrics/string-metrics.ts';
import { summarizeByLength, summarizePredictions } from '../../../src/core/metrics/summary.ts';
import { expected, LOG_NAMES, type LogName, parseLogLine, readLog } from '../../support/pgn2fen.ts';
import { realAnswers } from '../../support/real-answers.ts';
import { itLong } from '../../support/thorough.ts';

/** The published figures of the six standard logs, by a prototype. */
interface Figures {
  readonly invalid: number;
  readonly exact: number;
  readonly p4: number;
  readonly r4: number;
  readonly lev: number;
  readonly tau: number;
  readonly byLen: readonly { readonly len: string; readonly lev: number; readonly p4: number; readonly tau: number }[];
}
const { logs } = expected() as { readonly logs: Readonly<Partial<Record<LogName, Figures>>> };
const STANDARD = LOG_NAMES.filter((name) => logs[name] !== undefined);

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

describe('on real answers', () => {
  it('agrees with the published edit distances of the six standard logs, by length too', () => {
    assert.equal(STANDARD.length, 6);
    for (const name of STANDARD) {
      const figures = logs[name] ?? assert.fail();
      const distances = readLog(name)
        .map(parseLogLine)
        .map(({ game_info: { input_fen: truth, number_of_halfmoves: ply }, llm_info: { llm_fen: predicted } }) => ({
          ply,
          distance: stringMetrics(truth, predicted ?? undefined).editDistance,
        }));
      assert.equal(mean(distances.map((d) => d.distance)).toFixed(3), figures.lev.toFixed(3), name);
      for (const { len, lev } of figures.byLen) {
        const [from = 0, to = 0] = len.split('-').map(Number);
        const within = distances.filter(({ ply }) => ply >= from && ply <= to).map((d) => d.distance);
        assert.ok(Math.abs(mean(within) - lev) <= 0.05 + 1e-9, `${name} ${len}: ${mean(within)}`);
      }
    }
  });

  itLong(
    'finds what o3-mini did: 219 exact, 393 only the clocks, 36 only what has no effect, 98 a dropped "-" with all else right',
    () => {
      const comparer = new PairComparer('chess');
      const answers = realAnswers('openai_o3-mini-2025-01-31');
      const texts = answers.map((answer) => comparer.text(answer));
      const { verdicts, n } = summarizePredictions(texts);
      assert.equal(n, 1000);
      assert.deepEqual(verdicts, {
        none: 1,
        unread: 0,
        unparsable: 25,
        format: 142,
        impossible: 17,
        squares: 163,
        side: 3,
        castling: 0,
        'en passant': 1,
        clocks: 393,
        partial: 0,
        notation: 36,
        exact: 219,
      });
      const dropped = answers.filter(({ trueFen, predictedFen }, i) => {
        const text = texts[i];
        if (text?.reason !== '5 FEN fields, one "-" missing' || !text.boardMatch) return false;
        const [truth, predicted] = [readLooseFen(trueFen).fields, readLooseFen(predictedFen ?? '').fields];
        return truth.side === predicted.side && truth.castling === predicted.castling;
      });
      assert.equal(dropped.length, 98);
    },
  );

  itLong('finds 86 % of the wrong squares of Gemini 2.0 Flash stale, and about 35 % when they are shuffled', () => {
    const comparer = new PairComparer('chess');
    const random = xoroshiro128plus(1);
    let [shuffled, stillWrong] = [0, 0];
    const texts = realAnswers('google_gemini-2.0-flash-001').map(({ history, ...answer }) => {
      const line = new LineHistory(history);
      if (answer.predictedFen !== undefined) {
        const [truth, predicted] = [readSquares(answer.trueFen), readSquares(answer.predictedFen)];
        const count = shuffledStale(truth, predicted, wrongSquares(truth, predicted), line, random);
        shuffled += count.stale;
        stillWrong += count.wrong;
      }
      return comparer.text({ ...answer, history: line });
    });
    const { staleShare, verdicts, invalid } = summarizePredictions(texts);
    assert.equal(staleShare?.toFixed(3), '0.864');
    assert.ok(Math.abs(shuffled / stillWrong - 0.35) < 0.02, String(shuffled / stillWrong));
    assert.equal(invalid, 190);
    assert.equal(verdicts.side, 23);
    const sideWrong = texts.filter((t) => t.valid && t.errors.some((e) => e.kind === 'side')).length;
    assert.equal((sideWrong / (1000 - invalid)).toFixed(4), '0.3062');
  });

  itLong('agrees with the published means and tau-b of GPT-4o, overall and by length', () => {
    const name = 'openai_gpt-4o-2024-08-06';
    const comparer = new PairComparer('chess');
    const items = realAnswers(name).map((answer) => {
      const comparison = comparer.compare(answer, { affordance: { m: 4, method: 'exact' }, conditional: false });
      return { ply: answer.ply, comparison: comparison.ok ? comparison.value : assert.fail() };
    });
    const figures = logs[name] ?? assert.fail();
    const summary = summarizePredictions(items.map(({ comparison }) => comparison));
    assert.equal(summary.meanP?.toFixed(4), figures.p4.toFixed(4));
    assert.equal(summary.meanR?.toFixed(4), figures.r4.toFixed(4));
    assert.equal(summary.tauB?.toFixed(4), figures.tau.toFixed(4));
    assert.equal(summary.exact / summary.n, figures.exact);
    const byLength = summarizeByLength(items);
    assert.deepEqual(
      byLength.map((group) => [`${group.from}-${group.to}`, group.tauB?.toFixed(3), group.meanP?.toFixed(4)]),
      figures.byLen.map(({ len, tau, p4 }) => [len, tau.toFixed(3), p4.toFixed(4)]),
    );
  });
});
