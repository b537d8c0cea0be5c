import type { Table } from '../harness/table.ts';
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
