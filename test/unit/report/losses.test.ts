import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { caseText, lossClauses, lossSentence } from '../../../src/core/evaluation/report/loss-words.ts';
import { reportMarkdown } from '../../../src/core/evaluation/report/markdown.ts';
import type { ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import type { CauseId } from '../../../src/core/metrics/sentence/causes.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

/** Game of a model: the ply of its first wrong position and the cause; null where it is never wrong. */
type Loss = readonly [ply: number, cause: CauseId] | null;

/** Samples of a model about games of six plies. */
const gamesOf = (model: string, losses: readonly Loss[]): ReportSample[] =>
  losses.flatMap((loss, game) =>
    Array.from({ length: 6 }, (_, i) => {
      const ply = i + 1;
      const isWrong = loss !== null && ply >= loss[0];
      const cause = { id: loss?.[1] ?? 'exact', ply: null, move: null } as const;
      return madeSample({
        model,
        game,
        ply,
        variant: 'world:s5',
        trueFen: `${game} ${ply}`,
        scores: isWrong ? wrongScores(2, 0.5, { cause }) : madeScores(),
      });
    }),
  );

const reportOf = (...samples: readonly ReportSample[]) =>
  buildReport([madeRun(samples)], { tool: { name: 'statelens', version: '0' }, m: 2 });

const repeat = (count: number, loss: Loss): Loss[] => Array.from({ length: count }, () => loss);

describe('the first sentence of a report', () => {
  it('names the first cause, its ply and the games, a clause each model', () => {
    const report = reportOf(
      ...gamesOf('a', [...repeat(11, [4, 'castling']), [2, 'side'], [6, 'castling']]),
      ...gamesOf('b', repeat(13, [2, 'missed-capture'])),
    );
    const clauses = lossClauses(report);
    assert.equal(
      lossSentence(clauses),
      'a loses the state first by castling rights, at ply 4 in the median (13 independent games, half of them or more at this ply); b by stale pieces after captures, at ply 2 in the median (13 independent games, half of them or more at this ply).',
    );
    assert.deepEqual(
      clauses.map(({ cases }) => cases.map(caseText)),
      [
        ['game 1, ply 4', 'game 2, ply 4', 'game 3, ply 4'],
        ['game 1, ply 2', 'game 2, ply 2', 'game 3, ply 2'],
      ],
    );
    const [, first = ''] = reportMarkdown(report).split('\n\n');
    assert.equal(first, lossSentence(clauses));
  });

  it('names no cause that the games do not tell from the next, and counts all the same', () => {
    const report = reportOf(...gamesOf('a', [...repeat(7, [4, 'castling']), ...repeat(5, [4, 'side'])]));
    assert.equal(
      lossSentence(lossClauses(report)),
      'a loses the state in 12 independent games, first at ply 4 in the median.',
    );
  });

  it('says nothing of fewer than ten games, and that nothing is lost where nothing is', () => {
    assert.deepEqual(lossClauses(reportOf(...gamesOf('a', repeat(9, [4, 'castling'])))), []);
    assert.equal(
      lossSentence(lossClauses(reportOf(...gamesOf('a', repeat(12, null))))),
      'a has the right state throughout in 12 independent games.',
    );
  });

  it('never names a cause that is tied with another, whatever was lost', () => {
    const loss = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom<CauseId>('castling', 'side', 'lost'));
    fc.assert(
      fc.property(fc.array(fc.option(loss), { minLength: 1, maxLength: 40 }), (losses) => {
        const found = reportOf(...gamesOf('a', losses)).series[0]?.losses;
        assert.ok(found);
        const counts = new Map<string, number>();
        for (const one of losses) if (one !== null) counts.set(one[1], (counts.get(one[1]) ?? 0) + 1);
        const [most = 0, second = 0] = [...counts.values()].sort((a, b) => b - a);
        assert.equal(found.lost, losses.filter((one) => one !== null).length);
        if (found.cause === null) return;
        assert.ok(most > second && found.lost >= 10);
        assert.equal(counts.get(found.cause.id), most);
        assert.ok(found.cases.length <= 3 && found.cases.every(({ cause }) => cause === found.cause?.id));
      }),
      { numRuns: 100 },
    );
  });
});
