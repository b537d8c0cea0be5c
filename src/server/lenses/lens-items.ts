import type { LocalPrediction } from '../../core/languages/sections.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import { byLabel } from '../../core/metrics/summary.ts';
import { hasNoBoard } from '../../core/metrics/wording.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import { textComparison } from '../comparison/comparer.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { Section } from '../documents/sections.ts';
import { scoreKey } from '../scoring/scores.ts';
import type { Group, LensEntry, LensItem, LensOptions, LensText } from './lens.ts';
import { LensWords } from './lens-words.ts';

/** An unknown true state will never have a score; an exact prediction and one without a board need none. */
export const lensKey = (placed: DocumentPrediction, text: TextComparison | undefined, m: number): string | undefined =>
  text === undefined || text.verdict === 'exact' || hasNoBoard(text) ? undefined : scoreKey(placed.prediction, m);

/** Returns the lenses of a document, in the order of their ranges. */
export function lensItems(entries: readonly LensEntry[], options: LensOptions): LensItem[] {
  if (options.mode === 'off' || entries.length === 0) return [];
  const words = new LensWords(options);
  const items = options.aggregates && options.mode !== 'worst' ? aggregates(entries, words, options.part) : [];
  if (options.mode === 'summary') return items;
  const shown = options.showsExact ? entries : entries.filter(({ text }) => text?.verdict !== 'exact');
  for (const group of samePosition(shown)) {
    const { anchor } = group[0];
    const range = { start: anchor, end: anchor };
    const render = (): LensText => (options.mode === 'worst' ? words.worst(group) : words.position(group));
    items.push({ range, needs: group, render });
  }
  return items.sort((a, b) => a.range.start - b.range.start);
}

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

/** Returns the means of the file and of each game, over the labels with more than one prediction there. */
function aggregates(entries: readonly LensEntry[], words: LensWords, part: string): LensItem[] {
  const games = new Map<number, Group>();
  for (const entry of entries) {
    const game = games.get(entry.placed.game);
    if (game === undefined) games.set(entry.placed.game, [entry]);
    else game.push(entry);
  }
  const items: LensItem[] = [];
  const add = (group: readonly LensEntry[], at: number, of: string): void => {
    const series = byLabel(group, ({ placed }) => withoutSample(placed.prediction.label));
    const counted = [...series].filter(([, own]) => own.length > 1);
    if (counted.length === 0) return;
    const needs = counted.flatMap(([, own]) => own);
    items.push({ range: { start: at, end: at }, needs, render: () => words.means(of, counted) });
  };
  if (games.size > 1) add(entries, 0, 'whole file');
  for (const group of games.values()) add(group, group[0].placed.offset, part);
  return items;
}

/** The cheap part of every prediction, kept as long as the prediction. */
export class LensEntries {
  readonly #texts = new WeakMap<LocalPrediction, TextComparison>();
  /** Offsets from the starts of their sections. */
  readonly #anchors = new WeakMap<LocalPrediction, number>();
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
      const anchors = new SectionAnchors(document, section, this.#anchors);
      for (const placed of document.predictionsOf(i)) {
        const pausing = pause();
        if (pausing !== undefined && !(await pausing)) return undefined;
        const text = this.#text(document, placed);
        own.push({ placed, text, key: lensKey(placed, text, m), anchor: anchors.anchor(placed) });
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

/** Places of the lenses of a section. Its text is taken once, and only if a place is not known. */
class SectionAnchors {
  readonly #document: ServerDocument;
  readonly #section: Section;
  /** Offsets from the start of the section. */
  readonly #known: WeakMap<LocalPrediction, number>;
  #text: string | undefined;

  constructor(document: ServerDocument, section: Section, known: WeakMap<LocalPrediction, number>) {
    this.#document = document;
    this.#section = section;
    this.#known = known;
  }

  /** Returns the offset of the line of the move or record before a prediction; answers of models have no such line. */
  anchor({ prediction, offset }: DocumentPrediction): number {
    const { start } = prediction.range;
    if (this.#document.kit?.isAnswer === true) return offset + start;
    const known = this.#known.get(prediction);
    if (known !== undefined) return offset + known;
    this.#text ??= this.#document.buffer.slice(offset, offset + this.#section.length);
    const anchor = lensAnchor(this.#text, start);
    this.#known.set(prediction, anchor);
    return offset + anchor;
  }
}

/** Maximum number of lines between a move and its prediction. */
const MAX_ANCHOR_LINES = 40;
/** Text before a prediction at the beginning of its line. */
const BEFORE = /^[\s{[#;%]*$/;

/**
 * Returns the start of the line of the move or record that a prediction follows, so that the lens of a position stands
 * above its move, also while the lines of its predictions are folded; the prediction's own place where it shares a line
 * with moves, or follows the tags.
 *
 * @param at start of the first prediction of the position
 */
function lensAnchor(text: string, at: number): number {
  let start = lineStart(text, at);
  if (!BEFORE.test(text.slice(start, at))) return at;
  for (let i = 0; i < MAX_ANCHOR_LINES && start > 0; i++) {
    const end = start - 1;
    start = lineStart(text, end);
    const line = text.slice(start, end).trim();
    if (line.startsWith('[')) return at;
    if (line !== '' && !/^[{#;]/.test(line)) return start;
  }
  return at;
}

const lineStart = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
