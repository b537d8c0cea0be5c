import type { Range } from '../../core/base/text/range.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import { formatScore } from '../../core/metrics/score-format.ts';
import { byLabel, type SummaryInput, summarize } from '../../core/metrics/summary.ts';
import { VERDICTS } from '../../core/metrics/verdict.ts';
import { labelled, precisionSentence, recallSentence, verdictLine } from '../../core/metrics/wording.ts';
import { aggregateLine, foldedLine } from '../../core/metrics/wording-aggregate.ts';
import { staleText } from '../../core/metrics/wording-details.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { PlacedPrediction } from '../documents/document.ts';
import { type Scores, scoreKey } from '../scoring/scores.ts';

/** More labels than this at one position are folded into one lens. */
const MAX_LABELS = 3;
/** More aggregates than this in a row are counted, not shown. */
const MAX_AGGREGATES = 8;

/** A prediction with what is known of it. */
export interface LensEntry {
  readonly placed: PlacedPrediction;
  /** Undefined where the true state is not known. */
  readonly text: TextComparison | undefined;
  /** The key of its scores; undefined where none are computed. */
  readonly key: string | undefined;
}

export interface LensText {
  readonly title: string;
  readonly tooltip?: string;
  /** The place that a click compares. */
  readonly place?: ComparePlace;
  /** Where a click goes instead, in offsets of the document. */
  readonly target?: Range;
  /** The trace whose tree a click opens instead: an offset in it. */
  readonly tree?: number;
}

/** A lens at a place of the document; its words are made from the scores that are known when it is rendered. */
export interface LensItem {
  /** Offsets in the document. */
  readonly range: Range;
  /** The entries whose scores it shows. */
  readonly needs: readonly LensEntry[];
  render(): LensText;
}

export interface LensOptions {
  readonly mode: LensMode;
  readonly m: number;
  readonly scores: (key: string) => Scores | 'failed' | undefined;
  /** True if exact states have lenses; in MAV files the lens of their example covers them. */
  readonly showsExact: boolean;
  /** True if aggregates are shown; with very many predictions only on request. */
  readonly aggregates: boolean;
}

/** Where the true state is not known no score will ever be there; an exact prediction needs none. */
export const lensKey = (placed: PlacedPrediction, text: TextComparison | undefined, m: number): string | undefined =>
  text === undefined || text.verdict === 'exact' ? undefined : scoreKey(placed.prediction, m);

/** The lenses of a document, in the order of their places (experience.md, "Verdict first"). */
export function lensItems(entries: readonly LensEntry[], options: LensOptions): LensItem[] {
  if (options.mode === 'off' || entries.length === 0) return [];
  const words = new LensWords(options);
  const items = options.aggregates && options.mode !== 'worst' ? aggregates(entries, words) : [];
  if (options.mode === 'summary') return items;
  const shown = options.showsExact ? entries : entries.filter(({ text }) => text?.verdict !== 'exact');
  for (const group of samePosition(shown)) {
    const isFolded =
      group.length > MAX_LABELS && new Set(group.map(({ placed }) => placed.prediction.label)).size > MAX_LABELS;
    const range = rangeOf(group[0]);
    if (options.mode === 'worst') items.push({ range, needs: group, render: () => words.worst(group) });
    else if (isFolded) items.push({ range, needs: group, render: () => words.folded(group) });
    else
      for (const entry of group)
        items.push({ range: rangeOf(entry), needs: [entry], render: () => words.single(entry) });
  }
  return items.sort((a, b) => a.range.start - b.range.start);
}

const rangeOf = ({ placed: { prediction, offset } }: LensEntry): Range => ({
  start: offset + prediction.range.start,
  end: offset + prediction.range.end,
});

/** Games are numbered by this many plies each. */
const MAX_PLIES = 1 << 20;

/** Entries that belong together; never empty. */
type Group = [first: LensEntry, ...others: LensEntry[]];

/** Predictions of one position each. */
function samePosition(entries: readonly LensEntry[]): Group[] {
  const groups = new Map<string | number, Group>();
  for (const entry of entries) {
    const { game, prediction } = entry.placed;
    const { ply, path } = prediction;
    // numbers are far quicker than texts, and files have thousands
    const key = path.length === 0 && ply < MAX_PLIES ? game * MAX_PLIES + ply : JSON.stringify([game, ply, path]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

const placeOf = ({ placed: { prediction, game } }: LensEntry, label?: string): ComparePlace => ({
  game,
  ply: prediction.ply,
  path: prediction.path,
  ...(label !== undefined && { label }),
});

const placeOfFirst = ([first]: readonly LensEntry[]): Pick<LensText, 'place'> =>
  first === undefined ? {} : { place: placeOf(first) };

/** Several samples of one model are summed up together. */
const withoutSample = ({ placed: { prediction } }: LensEntry): string => prediction.label.replace(/#[^#]*$/, '');

/** Aggregates of the file, and of each game where a label has more than one prediction. */
function aggregates(entries: readonly LensEntry[], words: LensWords): LensItem[] {
  const games = new Map<number, Group>();
  for (const entry of entries) {
    const game = games.get(entry.placed.game);
    if (game === undefined) games.set(entry.placed.game, [entry]);
    else game.push(entry);
  }
  const items: LensItem[] = [];
  if (games.size > 1) items.push(...aggregateRow(entries, 0, words));
  for (const group of games.values()) items.push(...aggregateRow(group, group[0].placed.offset, words));
  return items;
}

/** One lens a label with more than one prediction, all at one place. */
function aggregateRow(entries: readonly LensEntry[], at: number, words: LensWords): LensItem[] {
  const groups = [...byLabel(entries, withoutSample)].filter(([, group]) => group.length > 1);
  const range = { start: at, end: at };
  const items = groups
    .slice(0, MAX_AGGREGATES)
    .map(([label, group]): LensItem => ({ range, needs: group, render: () => words.aggregate(label, group) }));
  if (groups.length > MAX_AGGREGATES) {
    const more = `and ${groups.length - MAX_AGGREGATES} more models`;
    items.push({ range, needs: [], render: () => ({ title: more, ...placeOfFirst(entries) }) });
  }
  return items;
}

/** The words of lenses, from the scores that are known. */
class LensWords {
  readonly #options: LensOptions;
  readonly #exact: Scores;

  constructor(options: LensOptions) {
    this.#options = options;
    const ones = new Array<number>(options.m).fill(1);
    const vacuous = { p: false, r: false };
    this.#exact = { m: options.m, p: ones, r: ones, samples: null, standardError: null, conditional: null, vacuous };
  }

  single(entry: LensEntry): LensText {
    const { label } = entry.placed.prediction;
    const place = placeOf(entry, label);
    if (entry.text === undefined) {
      const title = labelled(label, 'not scored: the moves up to here cannot be replayed');
      return { title, place };
    }
    const { m } = this.#options;
    const scores = this.#scores(entry);
    const found = scores === 'failed' ? undefined : scores;
    const known = found && { ...found, verdict: entry.text.verdict, errors: entry.text.errors };
    const line = verdictLine(entry.text, known, m);
    const title = labelled(label, scores === 'failed' ? line.replace(' …', ' not computed') : line);
    return { title, place, tooltip: tooltip(entry.text, found) };
  }

  folded(group: Readonly<Group>): LensText {
    // Best and worst of what happens to be there first would name the wrong models.
    const isComplete = group.every((e) => e.key === undefined || this.#scores(e) !== undefined);
    const labels = group.map((entry) => {
      const p = isComplete ? this.#p(entry) : undefined;
      return { label: entry.placed.prediction.label, p };
    });
    return {
      title: foldedLine(labels),
      place: placeOf(group[0]),
      tooltip: group.map((entry) => this.single(entry).title).join('\n'),
    };
  }

  worst(group: readonly LensEntry[]): LensText {
    const rank = (entry: LensEntry): number => this.#p(entry) ?? 2;
    const verdict = ({ text }: LensEntry): number => (text === undefined ? 0 : VERDICTS.indexOf(text.verdict));
    const worst = group.reduce((a, b) => ((rank(b) - rank(a) || verdict(b) - verdict(a)) < 0 ? b : a));
    return this.single(worst);
  }

  aggregate(label: string, group: readonly LensEntry[]): LensText {
    const inputs = group.flatMap((entry): SummaryInput[] => {
      if (entry.text === undefined) return [];
      const scores = this.#scores(entry);
      return [scores === undefined || scores === 'failed' ? entry.text : { ...entry.text, p: scores.p, r: scores.r }];
    });
    return { title: aggregateLine(label, summarize(inputs), this.#options.m), ...placeOfFirst(group) };
  }

  #p(entry: LensEntry): number | undefined {
    const scores = this.#scores(entry);
    return scores === 'failed' ? undefined : scores?.p.at(-1);
  }

  #scores({ text, key }: LensEntry): Scores | 'failed' | undefined {
    if (text?.verdict === 'exact') return this.#exact;
    return key === undefined ? undefined : this.#options.scores(key);
  }
}

/** A plain sentence each for p and r, and what the wrong squares hold. */
function tooltip({ stale, wrongSquares }: TextComparison, scores: Scores | undefined): string {
  const lines: string[] = [];
  if (stale !== null && wrongSquares.length > 0) lines.push(staleText(stale));
  if (scores !== undefined) {
    const format = (of: readonly number[]): string =>
      formatScore(of.at(-1) ?? 0, { estimate: scores.samples !== null });
    lines.push(precisionSentence(scores.m, format(scores.p)), recallSentence(scores.m, format(scores.r)));
  }
  return lines.join('\n');
}
