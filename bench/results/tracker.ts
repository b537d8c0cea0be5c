import type { Report } from '../../src/core/evaluation/report/report.ts';
import type { Table } from '../harness/table.ts';
import { rowsOf } from '../paper/real-answers.ts';
import { byLengthSvg } from '../paper/real-answers-svg.ts';
import { fileOf, inWords, json, MODEL, statelens, words } from './command.ts';

/** Depth m of the figures. */
const DEPTH = 4;

const BASELINE = 'baseline:naive-tracker';

/** Figure 4 of Harang et al. in shape: p_4 and r_4 of the model by length of game, beside a baseline, on games that it was not trained on. */
export function trackerResults(): { readonly table: Table; readonly svg: string } {
  const runs = [MODEL, BASELINE].map((model) => {
    const run = fileOf(`${model.replace(':', '-')}.run.jsonl`);
    statelens(['run', '--games', 'training/held-out.pgn', '--model', model, '--plies', 'every:10', '--out', run]);
    return run;
  });
  const report = json(['report', ...runs, ...words(`--format json --no-baselines -m ${DEPTH}`)]) as Report;
  const own = report.series.find(({ name }) => name === MODEL);
  if (own === undefined) throw new Error(`the report has no series of ${MODEL}`);
  const baseline = report.series.find(({ name }) => name === BASELINE);
  const cells = [
    ...own.groups.map((cell, i) => ({ ...cell, name: `${cell.from}–${cell.to ?? ''}`, beside: baseline?.groups[i] })),
    { ...own.all, name: 'all', beside: baseline?.all },
  ];
  return {
    table: {
      title: '',
      columns: ['plies', 'positions', 'games', 'exact', 'p₄', 'r₄', 'p₄ of naive-tracker', 'exact'],
      rows: cells.map(({ name, scored, clusters, exact, p, r, beside }) => [
        name,
        String(scored),
        String(clusters),
        inWords(exact),
        ...[p, r].map((depths) => inWords(depths[DEPTH - 1])),
        inWords(beside?.p[DEPTH - 1]),
        inWords(beside?.exact),
      ]),
      notes: [],
    },
    svg: byLengthSvg(
      'p₄ by length of game: a learned model and a baseline, 49 games that it was not trained on',
      rowsOf(report),
    ),
  };
}
