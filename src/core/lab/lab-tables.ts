import { plural } from '../base/text/plural.ts';
import type { ReportTable } from '../evaluation/report/tables.ts';
import { NOTHING, percentInterval, pValue, scoreInterval } from '../evaluation/report/words.ts';
import { SCORE_DIGITS } from '../metrics/score-format.ts';
import { replayed } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { LabSummary, PairKind, PairRow } from './summary.ts';

/** A part of a lab: its heading and its tables, with sentences between them. */
export interface LabPart {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly (ReportTable | string)[];
}

/** A summary, and the decimals of its scores; default 2. */
export type LabView = LabSummary & { readonly digits?: number | undefined };

const count = (n: number): string => n.toLocaleString('en-US');

/** The first line of a lab. */
export const labTitle = ({ header }: LabSummary, title: string): string =>
  `${title}: what ${header.model} implies, ${plural(header.histories, 'unit')} of each measure (seed ${header.seed})`;

/** All parts of a lab, in the order of the measures. */
export function labParts(summary: LabView, world: World<unknown>): LabPart[] {
  const parts: (LabPart | undefined)[] = [
    legalityPart(summary),
    printedPart(summary),
    compressionPart(summary),
    distinctionPart(summary),
    attackPart(summary, world),
    brittlenessPart(summary),
    { id: 'method', title: 'Method', blocks: methodNotes(summary) },
  ];
  return parts.filter((part) => part !== undefined);
}

function legalityPart({ legality, digits }: LabView): LabPart | undefined {
  if (legality === undefined) return undefined;
  return {
    id: 'legality',
    title: 'Legality',
    blocks: [
      {
        caption: 'Probability on legal actions, and how often the likeliest action is legal',
        head: ['positions', 'number', 'histories', 'mass on legal', 'likeliest is legal'],
        rows: legality.map((row) => ({
          head: row.name,
          cells: [
            count(row.positions),
            count(row.histories),
            scoreInterval(row.mass, digits),
            percentInterval(row.top, digits),
          ],
        })),
      },
    ],
  };
}

function printedPart({ printed, digits }: LabView): LabPart | undefined {
  if (printed === undefined) return undefined;
  return {
    id: 'printed',
    title: 'Printed and implied',
    blocks: [
      {
        caption: 'What the model does where the state that it prints is right, and where it is wrong',
        head: ['printed state', 'positions', 'share', 'mass on legal', 'likeliest is legal'],
        rows: printed.map((row) => ({
          head: row.name,
          cells: [
            count(row.positions),
            percentInterval(row.share, digits),
            scoreInterval(row.mass, digits),
            percentInterval(row.top, digits),
          ],
        })),
      },
    ],
  };
}

const sampledNote = (rows: readonly PairRow[], none: number, what: string): string[] => [
  ...((rows[0]?.sampled ?? 0) > 0
    ? [`The suffixes of ${plural(rows[0]?.sampled ?? 0, 'pair')} were sampled; those of all others were gone through.`]
    : []),
  ...(none > 0 ? [`${plural(none, 'unit')} found no two histories ${what}.`] : []),
];

function compressionPart({ compression, withoutPair, digits }: LabView): LabPart | undefined {
  if (compression === undefined) return undefined;
  return {
    id: 'compression',
    title: 'Compression',
    blocks: [
      {
        caption: 'Two histories of one state: are the same continuations allowed?',
        head: ['histories', 'pairs', 'compressed', 'shared suffixes'],
        rows: compression.map((row) => ({
          head: SAME_NAMES[row.name] ?? row.name,
          cells: [
            count(row.pairs),
            percentInterval(row.values['same']?.interval ?? null, digits),
            scoreInterval(row.values['overlap']?.interval, digits),
          ],
        })),
      },
      ...sampledNote(compression, withoutPair.compression, 'of one state'),
    ],
  };
}

const SAME_NAMES: Readonly<Record<string, string>> = {
  order: 'the same actions in another order',
  other: 'other actions',
};
const DIFFERENT_NAMES: Readonly<Record<string, string>> = { any: 'two walks', near: 'another last action' };

function distinctionPart({ distinction, withoutPair, digits }: LabView): LabPart | undefined {
  if (distinction === undefined) return undefined;
  const cell = (row: PairRow, key: string): string[] => {
    const figure = row.values[key];
    return [scoreInterval(figure?.interval, digits), count(figure?.n ?? 0)];
  };
  return {
    id: 'distinction',
    title: 'Distinction',
    blocks: [
      {
        caption: 'Two states: are they distinguished by the suffixes that distinguish them, and by no others?',
        head: ['histories', 'pairs', 'precision', 'pairs with one', 'recall', 'pairs with one'],
        rows: distinction.map((row) => ({
          head: DIFFERENT_NAMES[row.name] ?? row.name,
          cells: [count(row.pairs), ...cell(row, 'precision'), ...cell(row, 'recall')],
        })),
      },
      ...sampledNote(distinction, withoutPair.distinction, 'of different states'),
    ],
  };
}

function attackPart({ attacks, header, digits }: LabView, world: World<unknown>): LabPart | undefined {
  if (attacks === undefined) return undefined;
  const shortest = attacks
    .flatMap((row) => (row.shortest === null ? [] : [row.shortest]))
    .sort((a, b) => a.history.length - b.history.length)[0];
  return {
    id: 'attack',
    title: 'Soundness under attack',
    blocks: [
      {
        caption: `Attacks that found an illegal action within ${count(header.budget)} histories`,
        head: ['attack', 'attacks', 'successful', 'histories to the first failure (median)', 'shortest history'],
        rows: attacks.map((row) => ({
          head: row.strategy,
          cells: [
            count(row.attacks),
            percentInterval(row.found, digits),
            row.median === null ? NOTHING : count(row.median),
            row.shortest === null ? NOTHING : plural(row.shortest.history.length, 'action'),
          ],
        })),
      },
      ...(shortest === undefined ? [] : [walkText(shortest.history, shortest.action, world)]),
    ],
  };
}

/** The shortest failing history as a walk. */
function walkText(history: readonly string[], action: string, world: World<unknown>): string {
  const state = replayed(world, history).states.at(-1);
  const shown = state === undefined ? '' : `, which leads to ${world.automaton.print(state)}`;
  const acts = action === '' ? 'gives no action' : `plays ${action}, which is illegal`;
  return `Shortest failing history: ${history.length === 0 ? 'the empty one' : history.join(' ')}${shown}. There the model ${acts}.`;
}

function brittlenessPart({ brittleness, withoutPair, digits }: LabView): LabPart | undefined {
  if (brittleness === undefined) return undefined;
  return {
    id: 'brittleness',
    title: 'Brittleness',
    blocks: [
      {
        caption: 'Paired histories that should make no difference: mass on legal actions behind each',
        head: ['second history', 'pairs', 'first', 'second', 'difference', 'p', 'p, Holm', 'total variation'],
        rows: brittleness.map((row) => ({
          head: PAIR_NAMES[row.kind],
          cells: [
            count(row.pairs),
            scoreInterval(row.before, digits),
            scoreInterval(row.after, digits),
            row.difference === null ? NOTHING : signed(row.difference.value, digits),
            pValue(row.p),
            pValue(row.holm),
            scoreInterval(row.distance, digits),
          ],
        })),
      },
      ...(withoutPair.brittleness > 0 ? [`${plural(withoutPair.brittleness, 'unit')} found no pair.`] : []),
    ],
  };
}

const PAIR_NAMES: Readonly<Record<PairKind, string>> = {
  order: 'the same actions in another order',
  names: 'the actions renamed',
  start: 'of Chess960, as long',
};

const signed = (value: number, digits = SCORE_DIGITS): string => value.toFixed(digits).replace('-', '−');

function methodNotes({ header, asked, units, wanted }: LabSummary): string[] {
  const { epsilon, suffix, length, limit, samples, failure } = header;
  return [
    `An action is allowed where its probability is above ε = ${Number(epsilon.toPrecision(3))}; suffixes have up to ${plural(suffix, 'action')}; histories are uniformly random walks of up to ${plural(length, 'action')}.`,
    `A pair is exact where its suffixes can be gone through within ${count(limit)} histories; otherwise ${plural(samples, 'suffix', 'suffixes')} are drawn and weighed by one over their probability.`,
    `An attack succeeds where ${failure === 'top' ? 'the likeliest action, or one of those equally likely,' : 'an allowed action'} is illegal.`,
    `Intervals are 95 % over independent units; with fewer than ten units there is none. The model was asked about ${plural(asked, 'history', 'histories')}.`,
    ...(header.asking === '' ? [] : [header.asking]),
    ...(units < wanted ? [`${count(units)} of ${plural(wanted, 'unit')} are measured.`] : []),
  ];
}
