import { type MavLens, type MavLenses, MavSums, mavLenses } from '../../core/mav/features/lenses.ts';
import type { MavDialect } from '../../core/mav/values.ts';
import type { Range } from '../../core/text/range.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents.ts';
import type { PlacedSection, Section } from '../sections.ts';
import type { LensEntry, LensItem, LensText } from './lens-items.ts';

interface Kept {
  readonly dialect: MavDialect;
  readonly found: MavLenses;
}

/** The lenses of MAV files beside those of predicted states, kept as long as their section is. */
export class MavItems {
  readonly #kept = new WeakMap<Section, Kept>();

  /**
   * The items of a document, in order; none in other languages.
   *
   * @param pause is awaited between two sections; returns false to give up
   * @returns undefined when it gave up
   */
  async of(
    document: ServerDocument,
    mode: LensMode,
    dialect: MavDialect,
    pause: () => Promise<boolean> | undefined,
  ): Promise<LensItem[] | undefined> {
    if (document.language !== 'mav' || mode === 'off') return [];
    const items: LensItem[] = [];
    const sums = new MavSums();
    for (let i = 0; i < document.sections.count; i++) {
      const pausing = pause();
      if (pausing !== undefined && !(await pausing)) return undefined;
      const placed = document.sections.at(i);
      const { lenses, sums: own } = this.#found(document, i, dialect);
      sums.addAll(own);
      if (mode === 'summary') continue;
      for (const lens of lenses) if (mode === 'all' || lens.isWrong) items.push(new MavItem(placed, lens));
    }
    const summary = mode === 'worst' ? undefined : sums.text;
    return summary === undefined
      ? items
      : [{ range: { start: 0, end: 0 }, needs: [], render: () => ({ title: summary }) }, ...items];
  }

  #found(document: ServerDocument, index: number, dialect: MavDialect): MavLenses {
    const placed = document.sections.at(index);
    const known = this.#kept.get(placed.section);
    if (known?.dialect === dialect) return known.found;
    const found = mavLenses(document.mavView(placed), dialect);
    this.#kept.set(placed.section, { dialect, found });
    return found;
  }
}

/** A lens at its place; its words are there already. */
class MavItem implements LensItem {
  readonly range: Range;
  readonly needs = NONE;
  readonly #placed: PlacedSection;
  readonly #lens: MavLens;

  constructor(placed: PlacedSection, lens: MavLens) {
    this.range = moved(lens.range, placed.offset);
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
      ...(target !== undefined && { target: moved(target, offset) }),
    };
  }
}

const NONE: readonly LensEntry[] = [];

const moved = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });
