import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { type MavLenses, MavSums, mavLenses } from '../../core/mav/features/lenses.ts';
import type { MavLens } from '../../core/mav/features/trace-lens.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';
import type { LensEntry, LensItem, LensText } from './lens.ts';

interface SectionItems {
  readonly dialect: MavDialect;
  readonly found: MavLenses;
  /** The first line of its trace. */
  readonly trace: Range | undefined;
}

/** Lenses of MAV files other than those of predicted states, kept as long as their section. */
export class MavItems {
  readonly #kept = new WeakMap<Section, SectionItems>();

  /**
   * Returns the items of a document, in order.
   *
   * @param trees true to offer the trees of traces
   * @param pause awaited between two sections; returns false to give up
   * @returns undefined when it gave up
   */
  async of(
    document: ServerDocument,
    mode: LensMode,
    dialect: MavDialect,
    trees: boolean,
    pause: () => Promise<boolean> | undefined,
  ): Promise<LensItem[] | undefined> {
    if (mode === 'off') return [];
    const items: LensItem[] = [];
    const sums = new MavSums();
    for (let i = 0; i < document.sections.count; i++) {
      const pausing = pause();
      if (pausing !== undefined && !(await pausing)) return undefined;
      const placed = document.sections.at(i);
      const { found, trace } = this.#found(document, placed, dialect);
      sums.addAll(found.sums);
      if (mode === 'summary') continue;
      for (const lens of found.lenses) if (mode === 'all' || lens.isWrong) items.push(new MavItem(placed, lens));
      // after the lens about the trace, which has the same range
      if (trees && trace !== undefined) items.push(treeItem(shiftRange(trace, placed.offset)));
    }
    const summary = mode === 'summary' ? sums.text : undefined;
    return summary === undefined
      ? items
      : [{ range: { start: 0, end: 0 }, needs: [], render: () => ({ title: summary }) }, ...items];
  }

  #found(document: ServerDocument, placed: SectionLocation, dialect: MavDialect): SectionItems {
    const known = this.#kept.get(placed.section);
    if (known?.dialect === dialect) return known;
    const view = document.mavView(placed);
    const kept = { dialect, found: mavLenses(view, dialect), trace: view.trace?.trace.head };
    this.#kept.set(placed.section, kept);
    return kept;
  }
}

/** Returns the lens that opens the tree of the trace at a range. */
const treeItem = (range: Range): LensItem => ({
  range,
  needs: NONE,
  render: () => ({ title: 'Open search tree', tooltip: 'Nodes, values and boards of this trace', tree: range.start }),
});

/** A lens with a title that needs no scores. */
class MavItem implements LensItem {
  readonly range: Range;
  readonly needs = NONE;
  readonly #placed: SectionLocation;
  readonly #lens: MavLens;

  constructor(placed: SectionLocation, lens: MavLens) {
    this.range = shiftRange(lens.range, placed.offset);
    this.#placed = placed;
    this.#lens = lens;
  }

  render(): LensText {
    const { title, tooltip, place, target } = this.#lens;
    const { game, offset } = this.#placed;
    return {
      title,
      tooltip,
      ...(place !== undefined && { place: { game, ply: place.position, path: [], label: place.label } }),
      ...(target !== undefined && { target: shiftRange(target, offset) }),
    };
  }
}

const NONE: readonly LensEntry[] = [];
