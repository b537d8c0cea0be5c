import type { Range } from '../../core/base/text/range.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import { byLabel } from '../../core/metrics/summary.ts';
import { hasNoBoard } from '../../core/metrics/wording.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import { textComparison } from '../comparison/comparer.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { Section } from '../documents/sections.ts';
import { scoreKey } from '../scoring/scores.ts';
import type { Group, LensEntry, LensItem, LensOptions } from './lens.ts';
import { firstPlace, LensWords } from './lens-words.ts';

/** Maximum number of labels with separate lenses at one position; more are folded into one lens. */
const MAX_LABELS = 3;
/** Maximum number of aggregates in a row; further ones are counted. */
const MAX_AGGREGATES = 8;

/** An unknown true state will never have a score; an exact prediction and one without a board need none. */
export const lensKey = (placed: DocumentPrediction, text: TextComparison | undefined, m: number): string | undefined =>
  text === undefined || text.verdict === 'exact' || hasNoBoard(text) ? undefined : scoreKey(placed.prediction, m);

/** Returns the lenses of a document, in the order of their ranges. */
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

/** Factor that separates games in a numeric key: above any number of plies. */
const MAX_PLIES = 1 << 20;

/** Groups predictions by position. */
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

/** Returns the aggregates of the file, and of each game in which a label has more than one prediction. */
function aggregates(entries: readonly LensEntry[], words: LensWords): LensItem[] {
  const games = new Map<number, Group>();
  for (const entry of entries) {
    const game = games.get(entry.placed.game);
    if (game === undefined) games.set(entry.placed.game, [entry]);
    else game.push(entry);
  }
  const items: LensItem[] = [];
  if (games.size > 1) items.push(...aggregateRow(entries, 0, words, ', whole file'));
  for (const group of games.values()) items.push(...aggregateRow(group, group[0].placed.offset, words));
  return items;
}

/**
 * Returns one lens for each label with more than one prediction, all at one offset. `of` follows the label: the first
 * game has its row beside the file's.
 */
function aggregateRow(entries: readonly LensEntry[], at: number, words: LensWords, of = ''): LensItem[] {
  const groups = [...byLabel(entries, ({ placed }) => withoutSample(placed.prediction.label))].filter(
    ([, group]) => group.length > 1,
  );
  const range = { start: at, end: at };
  const items = groups
    .slice(0, MAX_AGGREGATES)
    .map(
      ([label, group]): LensItem => ({ range, needs: group, render: () => words.aggregate(`${label}${of}`, group) }),
    );
  if (groups.length > MAX_AGGREGATES) {
    const more = `and ${groups.length - MAX_AGGREGATES} more models${of}`;
    items.push({ range, needs: [], render: () => ({ title: more, ...firstPlace(entries) }) });
  }
  return items;
}

/** The cheap part of every prediction, kept as long as the prediction. */
export class LensEntries {
  readonly #texts = new WeakMap<LocalPrediction, TextComparison>();
  /** Sections whose predictions are all exact: files have thousands of them, and most are requested at every edit. */
  readonly #exact = new WeakSet<Section>();

  /**
   * Returns the entries of a document, in order. It pauses now and then, so its result must not be used after an edit.
   *
   * @param withExact true to include sections whose predictions are all exact
   * @param pause awaited between two predictions; returns false to give up
   * @returns undefined when it gave up
   */
  async of(
    document: ServerDocument,
    m: number,
    withExact: boolean,
    pause: () => Promise<boolean> | undefined,
  ): Promise<LensEntry[] | undefined> {
    const entries: LensEntry[] = [];
    const { list } = document.sections;
    for (let i = 0; i < list.length; i++) {
      const section = list[i];
      if (section === undefined) continue;
      if (section.predictions.length === 0 || (!withExact && this.#exact.has(section))) continue;
      const own: LensEntry[] = [];
      for (const placed of document.predictionsOf(i)) {
        const pausing = pause();
        if (pausing !== undefined && !(await pausing)) return undefined;
        const text = this.#text(document, placed);
        own.push({ placed, text, key: lensKey(placed, text, m) });
      }
      const isExact = own.every(({ text }) => text?.verdict === 'exact');
      if (isExact) this.#exact.add(section);
      if (withExact || !isExact) entries.push(...own);
    }
    return entries;
  }

  #text(document: ServerDocument, placed: DocumentPrediction): TextComparison | undefined {
    const { prediction } = placed;
    const known = this.#texts.get(prediction);
    if (known !== undefined || prediction.trueFen === null) return known;
    const text = textComparison(document, placed, prediction.trueFen);
    this.#texts.set(prediction, text);
    return text;
  }
}
