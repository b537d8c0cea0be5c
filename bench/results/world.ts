import type { Table } from '../harness/table.ts';
import { json, MODEL, statelens, words } from './command.ts';

const SIMULATIONS = 60;

interface Searched {
  readonly best: string | null;
  readonly simulations: number;
  readonly nodes: number;
  readonly states: {
    readonly visits: number;
    readonly lost: number;
    readonly hallucinations: number;
    readonly whole?: { readonly best: string | null };
    readonly kept?: { readonly best: string | null };
  };
}

/** What a search in the model's own world is worth: visits in states that do not exist, and whether the choice would be another one. */
export function worldResults(positions: number): Table {
  const roots = [
    { game: 'chess', states: fensAt(20).slice(0, positions) },
    { game: 'chess', states: fensAt(40).slice(0, positions) },
  ];
  const names = ['ply 20', 'ply 40'];
  const rows = roots.map(({ game, states }, i) => {
    const found = states.map(
      (state) =>
        json(
          [
            'search',
            state,
            ...words(`--game ${game} --model ${MODEL} --world-model states --form state --engine-depth 4`),
            ...words(`-M ${SIMULATIONS} -b 4 --seed 1 --json`),
          ],
          [0, 3],
        ) as Searched,
    );
    const sum = (of: (one: Searched) => number): number => found.reduce((all, one) => all + of(one), 0);
    const [visits, lost] = [sum(({ states: { visits } }) => visits), sum(({ states: { lost } }) => lost)];
    const changed = found.filter(({ states: { whole, kept } }) => whole?.best !== kept?.best).length;
    return [
      names[i] ?? '',
      String(found.length),
      String(visits),
      `${lost} (${((100 * lost) / Math.max(1, visits)).toFixed(1)} %)`,
      String(sum(({ states: { hallucinations } }) => hallucinations)),
      `${changed} of ${found.length}`,
    ];
  });
  return {
    title: '',
    columns: [
      'roots',
      'searches',
      'visits',
      'in states that do not exist',
      'hallucinations',
      'another choice without them',
    ],
    rows,
    notes: [],
  };
}

/** The positions of the held-out games after so many plies. */
function fensAt(ply: number): string[] {
  const text = statelens([
    'mav',
    'make',
    'training/held-out.pgn',
    '--plies',
    `ply:${ply}`,
    '--commands',
    '%FEN %best_action',
  ]);
  return [...text.matchAll(/\[%FEN ([^\]]+)\]/g)].map(([, fen = '']) => fen);
}
