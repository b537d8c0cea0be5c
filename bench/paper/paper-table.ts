import { figure, type Table } from '../harness/table.ts';
import type { Row } from './csv.ts';
import { PAPER, PROTOTYPE } from './random-boards.ts';
import { randomBoardsMeans } from './random-boards-svg.ts';
import type { FixedStates } from './states.ts';

/** The random-boards figures beside the paper's and the prototype's. */
export function randomBoardsTable(rows: readonly Row[]): Table {
  return {
    title: 'Random boards',
    columns: ['half-moves played', 'pairs', 'mean p_1', 'mean p_4, exact', 'prototype', 'the paper'],
    rows: randomBoardsMeans(rows).map(({ plies, pairs, p }) => {
      const prototype = PROTOTYPE.find((known) => known.plies === plies)?.p4;
      return [
        String(plies),
        String(pairs),
        `${p[0].mean.toFixed(3)} ± ${p[0].error.toFixed(3)}`,
        `${small(p[3].mean)} ± ${small(p[3].error)}`,
        prototype === undefined ? '' : small(prototype),
        // "after 5 moves", five of each side
        plies === 10 ? `${small(PAPER.value)} ± ${small(PAPER.error)}` : '',
      ];
    }),
    notes: [
      'Pairs of independent games of random legal half-moves, mean and its standard error. The paper gives (8 ± 2)e-4 for ' +
        '"random boards after 5 moves" and does not say how they were drawn: after 5 moves of each side the exact mean is ' +
        'many times that, and the figure is met after about 25 half-moves.',
    ],
  };
}

/** The states of figures 1 and 2 in a sentence. */
export const statesLine = ({ seed, trueFen, predictedFen }: FixedStates): string =>
  `Figures 1 and 2: true state \`${trueFen}\`, predicted state \`${predictedFen}\` (seed ${seed}).`;

const small = (value: number): string => value.toExponential(1);

/** How to get the same figures for another model. */
export const OWN_MODEL =
  'The same figures for your own model: statelens report YOUR.run.jsonl --out report.html (docs/report.md)';

/** Figures 3 and 4 on real answers as tables: a row per model, a column per length of game. */
export function realAnswersTables(rows: readonly Row[]): Table[] {
  const groups = rows.filter(({ model, from }) => model === rows[0]?.model && from !== '');
  const models = [...new Set(rows.map(({ model }) => String(model)))];
  const table = (title: string, column: string, note: string): Table => ({
    title,
    columns: ['model', ...groups.map(({ from, to }) => `${from} to ${to}`), 'all'],
    rows: models.map((model) => [
      model,
      ...[...groups.map(({ from }) => from), ''].map((from) => {
        const value = rows.find((row) => row.model === model && row.from === from)?.[column];
        return typeof value === 'number' ? (Math.abs(value) < 1e-3 ? small(value) : figure(value)) : '';
      }),
    ]),
    notes: [note],
  });
  return [
    table(
      'Figure 3: τ_b of p_4 with −edit distance, by half-moves played',
      'tau_b',
      'The paper (GPT-4o, 10,000 Lichess games) has 0.69 over all, falling with length. So it does for these models, but not for o3-mini, which is nearly perfect.',
    ),
    table(
      'Figure 4: mean p_4, by half-moves played',
      'p4',
      'The paper has 0.6 falling to 0.015. The 1,000 World Cup games are prefixes of 20, the Chess960 games of 21; a prompt counts once, and intervals and tests are over independent games. Answers without a valid state count with 0. World Cup games, but for the random games that the name says and GPT-4.1 mini, which answered on Chess960; GPT-4o answered up to 20 half-moves only.',
    ),
  ];
}
