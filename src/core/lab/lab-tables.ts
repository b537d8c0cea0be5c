import { plural } from '../base/text/counts.ts';
import { escapeMarkdown } from '../base/text/escape.ts';
import { blocks } from '../evaluation/report/html/markup.ts';
import { plainPage } from '../evaluation/report/html/plain-page.ts';
import { markdownBlocks } from '../evaluation/report/markdown.ts';
import type { ReportTable } from '../evaluation/report/tables.ts';
import {
  differenceText,
  NO_FIGURE,
  percent,
  percentInterval,
  pValue,
  scoreInterval,
} from '../evaluation/report/words.ts';
import { SCORE_DIGITS } from '../metrics/score-format.ts';
import { replayActions } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { LabSummary } from './summary.ts';
import type {
  AttackRow,
  BrittlenessRow,
  CompressionRow,
  LegalityRow,
  PairKind,
  PairRow,
  PrintedRow,
} from './summary-rows.ts';

type TableRow = ReportTable['rows'][number];

/** Part of a lab: its heading and its tables, with sentences between them. */
export interface LabPart {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly (ReportTable | string)[];
}

/** Summary, and the decimals of its scores; default 2. */
export type LabView = LabSummary & { readonly digits?: number | undefined };

const count = (n: number): string => n.toLocaleString('en-US');

/** Returns the first line of a lab. */
export const labTitle = ({ header }: LabSummary, title: string): string =>
  `${title}: what ${header.model} implies, ${plural(header.histories, 'unit')} of each measure (seed ${header.seed})`;

/** Returns all parts of a lab, in the order of the measures. */
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

function legalityPart({ legality, references, digits }: LabView): LabPart | undefined {
  if (legality === undefined) return undefined;
  const line = (head: string, row: LegalityRow): TableRow => ({
    head,
    cells: [
      count(row.positions),
      count(row.histories),
      scoreInterval(row.mass, digits),
      percentInterval(row.top, digits),
    ],
  });
  return {
    id: 'legality',
    title: 'Legality',
    blocks: [
      {
        caption: 'Probability on legal actions, and how often the likeliest action is legal',
        head: ['positions', 'number', 'histories', 'mass on legal', 'likeliest is legal'],
        rows: [
          ...legality.map((row) => line(row.name, row)),
          ...references.flatMap(({ model, legality: rows = [] }) => rows.map((row) => line(model, row))),
        ],
      },
    ],
  };
}

function printedPart({ printed, references, digits }: LabView): LabPart | undefined {
  if (printed === undefined) return undefined;
  const line = (head: string, row: PrintedRow): TableRow => ({
    head,
    cells: [
      count(row.positions),
      percentInterval(row.share, digits),
      scoreInterval(row.mass, digits),
      percentInterval(row.top, digits),
    ],
  });
  return {
    id: 'printed',
    title: 'Printed and implied',
    blocks: [
      {
        caption: 'What the model does where the state that it prints is right, and where it is wrong',
        head: ['printed state', 'positions', 'share', 'mass on legal', 'likeliest is legal'],
        rows: [
          ...printed.map((row) => line(row.name, row)),
          ...references.flatMap(({ model, printed: rows = [] }) =>
            rows.map((row) => line(`${model}, there ${row.name}`, row)),
          ),
        ],
      },
    ],
  };
}

const withoutPairNote = (none: number, what: string): string[] =>
  none > 0 ? [`${plural(none, 'unit')} found no two histories ${what}.`] : [];

/** Returns each value, and the number of pairs that have one. */
const pairCells = (row: PairRow, keys: readonly string[], digits = SCORE_DIGITS): string[] =>
  keys.flatMap((key) => [scoreInterval(row.values[key]?.interval, digits), count(row.values[key]?.n ?? 0)]);

function compressionPart({ compression, withoutPair, references, header, digits }: LabView): LabPart | undefined {
  if (compression === undefined) return undefined;
  const line = (head: string, row: CompressionRow): TableRow => ({
    head,
    cells: [
      count(row.pairs),
      count(row.sampled),
      percentInterval(row.values['same']?.interval ?? null, digits),
      row.bias === null ? NO_FIGURE : `${percent(row.bias, digits)} or more`,
      ...pairCells(row, ['overlap'], digits),
    ],
  });
  const isSampled = compression.some(({ sampled }) => sampled > 0);
  return {
    id: 'compression',
    title: 'Compression',
    blocks: [
      {
        caption: 'Two histories of one state: are the same continuations allowed?',
        head: ['histories', 'pairs', 'sampled', 'compressed', 'too high by', 'shared suffixes', 'pairs with them'],
        rows: [
          ...compression.map((row) => line(SAME_NAMES[row.name] ?? row.name, row)),
          ...references.flatMap(({ model, compression: rows = [] }) => rows.map((row) => line(model, row))),
        ],
      },
      ...(isSampled
        ? [
            `A sampled pair counts as compressed until one of ${plural(header.samples, 'suffix', 'suffixes')} distinguishes its histories: the share is too high by the pairs whose differences were not drawn, at least by what the pairs suggest that one or two draws distinguished (Chao). Shared suffixes are only known of pairs that are not sampled.`,
          ]
        : []),
      ...withoutPairNote(withoutPair.compression, 'of one state'),
    ],
  };
}

const SAME_NAMES: Readonly<Record<string, string>> = {
  order: 'the same actions in another order',
  other: 'other actions',
};
const DIFFERENT_NAMES: Readonly<Record<string, string>> = { any: 'two walks', near: 'another last action' };

function distinctionPart({ distinction, withoutPair, references, digits }: LabView): LabPart | undefined {
  if (distinction === undefined) return undefined;
  const line = (head: string, row: PairRow): TableRow => ({
    head,
    cells: [count(row.pairs), count(row.sampled), ...pairCells(row, ['precision', 'recall'], digits)],
  });
  return {
    id: 'distinction',
    title: 'Distinction',
    blocks: [
      {
        caption: 'Two states: are they distinguished by the suffixes that distinguish them, and by no others?',
        head: ['histories', 'pairs', 'sampled', 'precision', 'pairs with one', 'recall', 'pairs with one'],
        rows: [
          ...distinction.map((row) => line(DIFFERENT_NAMES[row.name] ?? row.name, row)),
          ...references.flatMap(({ model, distinction: rows = [] }) => rows.map((row) => line(model, row))),
        ],
      },
      ...withoutPairNote(withoutPair.distinction, 'of different states'),
    ],
  };
}

function attackPart({ attacks, header, references, digits }: LabView, world: World<unknown>): LabPart | undefined {
  if (attacks === undefined) return undefined;
  const shortest = attacks
    .flatMap((row) => (row.shortest === null ? [] : [row.shortest]))
    .sort((a, b) => a.history.length - b.history.length)[0];
  const line = (head: string, row: AttackRow): TableRow => ({
    head,
    cells: [
      count(row.attacks),
      percentInterval(row.found, digits),
      row.median === null ? NO_FIGURE : count(row.median),
      row.shortest === null ? NO_FIGURE : plural(row.shortest.history.length, 'action'),
    ],
  });
  return {
    id: 'attack',
    title: 'Soundness under attack',
    blocks: [
      {
        caption: `Attacks that found an illegal action within ${count(header.budget)} histories`,
        head: ['attack', 'attacks', 'successful', 'histories to the first failure (median)', 'shortest history'],
        rows: [
          ...attacks.map((row) => line(row.strategy, row)),
          ...references.flatMap(({ model, attacks: rows = [] }) => rows.map((row) => line(model, row))),
        ],
      },
      ...(shortest === undefined ? [] : [walkText(shortest.history, shortest.action, world)]),
    ],
  };
}

/** Formats the shortest failing history as a walk. */
function walkText(history: readonly string[], action: string, world: World<unknown>): string {
  const state = replayActions(world, history).states.at(-1);
  const shown = state === undefined ? '' : `, which leads to ${world.automaton.print(state)}`;
  const acts = action === '' ? 'gives no action' : `plays ${action}, which is illegal`;
  return `Shortest failing history: ${history.length === 0 ? 'the empty one' : history.join(' ')}${shown}. There the model ${acts}.`;
}

function brittlenessPart({ brittleness, withoutPair, references, header, digits }: LabView): LabPart | undefined {
  if (brittleness === undefined) return undefined;
  const line = (head: string, row: BrittlenessRow): TableRow => ({
    head,
    cells: [
      count(row.pairs),
      scoreInterval(row.before, digits),
      scoreInterval(row.after, digits),
      row.difference === null ? NO_FIGURE : differenceText(row.difference, { digits }),
      pValue(row.p),
      pValue(row.holm),
      scoreInterval(row.distance, digits),
    ],
  });
  const isTold = brittleness.some(({ kind }) => kind === 'told');
  return {
    id: 'brittleness',
    title: 'Brittleness',
    blocks: [
      {
        caption: 'Paired histories that should make no difference: mass on legal actions behind each',
        head: ['second history', 'pairs', 'first', 'second', 'difference', 'p', 'p, Holm', 'total variation'],
        rows: brittleness.flatMap((row) => [
          line(PAIR_NAMES[row.kind], row),
          ...references.flatMap(({ model, brittleness: rows = [] }) =>
            rows.filter(({ kind }) => kind === row.kind).map((own) => line(`– ${model}`, own)),
          ),
        ]),
      },
      ...(isTold || !header.measures.includes('brittleness')
        ? []
        : ['Renamed actions are not measured: the model cannot be told which action a name stands for.']),
      ...(withoutPair.brittleness > 0 ? [`${plural(withoutPair.brittleness, 'unit')} found no pair.`] : []),
    ],
  };
}

const PAIR_NAMES: Readonly<Record<PairKind, string>> = {
  order: 'the same actions in another order',
  told: 'the actions renamed, the key told',
  names: 'the actions renamed, without a key (older lab)',
  start: 'of Chess960, as long',
};

function methodNotes({ header, asked, units, wanted, references }: LabSummary): string[] {
  const { epsilon, suffix, length, limit, samples, failure } = header;
  return [
    `An action is allowed where its probability is above ε = ${Number(epsilon.toPrecision(3))}; suffixes have up to ${plural(suffix, 'action')}; histories are uniformly random walks of up to ${plural(length, 'action')}.`,
    `A pair is exact where its suffixes can be gone through within ${count(limit)} histories; otherwise ${plural(samples, 'suffix', 'suffixes')} are drawn and weighed by one over their probability.`,
    `An attack succeeds where ${failure === 'top' ? 'the likeliest action, or one of those equally likely,' : 'an allowed action'} is illegal.`,
    `Intervals are 95 % over independent units; with fewer than ten units there is none. The model was asked about ${plural(asked, 'history', 'histories')}.`,
    ...(header.asking === '' ? [] : [header.asking]),
    ...(references.length === 0
      ? []
      : [
          `${references.map(({ model }) => model).join(' and ')} answered about the first of the same units: what a model that knows the rules gets, and one that knows nothing. Attacks on them have a budget of 1,000 histories at most.`,
        ]),
    ...(units < wanted ? [`${count(units)} of ${plural(wanted, 'unit')} are measured.`] : []),
  ];
}

/** Returns a lab as Markdown, for a paper or a README. */
export function labMarkdown(summary: LabView, world: World<unknown>): string {
  const parts = [
    '# What a model implies',
    `${escapeMarkdown(labTitle(summary, world.title))}.`,
    ...labParts(summary, world).flatMap(({ title, blocks: all }) => [`## ${title}`, ...markdownBlocks(all)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/**
 * Returns a lab as one HTML file without a script, for light and dark pages and for paper.
 *
 * @param tool name and version of the tool that wrote it
 */
export const labHtml = (summary: LabView, world: World<unknown>, tool: string): string =>
  plainPage({
    name: 'StateLens lab',
    heading: 'What a model implies',
    lead: labTitle(summary, world.title),
    sections: labParts(summary, world).map(({ blocks: all, ...part }) => ({ ...part, body: blocks(all) })),
    end: `${tool}, seed ${summary.header.seed}.`,
  });

/** Returns a lab as plain data (docs/implicit.md). */
export const labJson = ({ header, ...figures }: LabSummary): object => ({
  schema: 1,
  kind: 'lab',
  ...header,
  ...figures,
});
