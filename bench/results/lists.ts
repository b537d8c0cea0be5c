import { readFileSync, writeFileSync } from 'node:fs';
import type { Table } from '../harness/table.ts';
import { type Figure, fileOf, inWords, json, MODEL, statelens } from './command.ts';

/** Positions that a model is asked about. */
interface ListSet {
  readonly game: string;
  readonly where: string;
  readonly isTrained: boolean;
  readonly sources: readonly string[];
}

const every = (first: number, last: number, step: number): string =>
  `ply:${Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step).join(',')}`;

const SETS: readonly ListSet[] = [
  {
    game: 'chess',
    where: 'games of people',
    isTrained: true,
    sources: ['training/held-out.pgn', '--plies', 'every:12'],
  },
  {
    game: 'chess',
    where: 'random play',
    isTrained: true,
    sources: ['--random', 'chess:20', '--plies', 'every:12', '--seed', '901'],
  },
  {
    game: 'chess960',
    where: 'random play',
    isTrained: true,
    sources: ['--random', 'chess960:20', '--plies', 'every:12', '--seed', '903'],
  },
  {
    game: 'connect_four',
    where: 'ply 14 on',
    isTrained: true,
    sources: ['--random', 'connect_four:60', '--plies', every(14, 38, 3), '--seed', '904'],
  },
  {
    game: 'connect_four',
    where: 'before ply 14',
    isTrained: false,
    sources: ['--random', 'connect_four:40', '--plies', every(1, 13, 3), '--seed', '905'],
  },
  {
    game: 'hex',
    where: '5 × 5',
    isTrained: true,
    sources: ['--random', 'hex:40', '--hex-size', '5', '--plies', 'every:4', '--seed', '906'],
  },
];

/** A rate of `mav stats`. */
interface Rate {
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

interface Mean {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

interface Group {
  readonly examples: number;
  readonly updated: Rate;
  readonly truth: { readonly all: { readonly precision: Mean; readonly recall: Mean; readonly f1: Mean } };
}

const ofRate = ({ rate, low, high }: Rate): Figure => ({ value: rate, low, high });
const ofMean = ({ mean, low, high }: Mean): Figure => ({ value: mean, low, high });

/** Table 3 of Schultz et al. in shape: states, lists of legal actions and best actions by game, in and out of distribution. */
export function listResults(): Table {
  const rows = SETS.map((set, i) => {
    const [prompts, answers] = ['prompts', 'answers'].map((name) => fileOf(`${name}-${i}.mav`)) as [string, string];
    const commands = '%prev_state %prev_action %state %top_all %best_action';
    writeFileSync(prompts, statelens(['mav', 'make', ...set.sources, '--commands', commands]));
    statelens(
      ['mav', 'answer', prompts, '--model', MODEL, '--concurrency', '16', '--out', answers, '--overwrite'],
      [0, 3],
    );
    const { groups } = json(['mav', 'stats', answers, '--json']) as {
      groups: readonly (Group & { readonly game: string; readonly split: string })[];
    };
    const group = groups.find(({ game }) => game === set.game) ?? groups[0];
    if (group === undefined) throw new Error(`no answer about ${set.game}, ${set.where}, could be judged`);
    const { precision, recall, f1 } = group.truth.all;
    return [
      set.game,
      set.where,
      set.isTrained ? 'in' : 'out',
      String(group.examples),
      inWords(ofRate(group.updated)),
      ...[precision, recall, f1].map((mean) => inWords(ofMean(mean), 3)),
      set.game === 'connect_four' && set.isTrained ? bestShare(prompts, answers, i) : '–',
    ];
  });
  return {
    title: '',
    columns: [
      'game',
      'positions',
      'distribution',
      'answers',
      'next state',
      'precision',
      'recall',
      'F1',
      'best action optimal',
    ],
    rows,
    notes: [],
  };
}

const BEST = /\[%best_action ([^\]]*)\]/;

/** How many best actions have the highest value, by the exact solver. */
function bestShare(prompts: string, answers: string, i: number): string {
  const reference = fileOf(`reference-${i}.mav`);
  statelens(['mav', 'answer', prompts, '--values', 'engine', '--out', reference, '--overwrite']);
  const examplesOf = (file: string): string[] =>
    readFileSync(file, 'utf8')
      .split(/(?=^<mav )/m)
      .filter((text) => text.startsWith('<mav '));
  const [said, known] = [examplesOf(answers), examplesOf(reference)];
  let [right, count] = [0, 0];
  for (const [at, example] of known.entries()) {
    const values = new Map(
      [...example.matchAll(/([xo]\d):<ctrl(\d+)>/g)].map(([, action, value]) => [action, Number(value)]),
    );
    // games that are over have no best action
    if (values.size === 0) continue;
    count++;
    const best = BEST.exec(said[at] ?? '')?.[1]?.trim();
    if (values.get(best ?? '') === Math.max(...values.values())) right++;
  }
  return `${right} of ${count}`;
}
