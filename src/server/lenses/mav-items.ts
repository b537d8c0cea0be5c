import { type MavLenses, mavLenses, mavSummary } from '../../core/mav/features/lenses.ts';
import type { MavDialect } from '../../core/mav/values.ts';
import type { Range } from '../../core/text/range.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents.ts';
import type { Section } from '../sections.ts';
import type { LensItem } from './lens-items.ts';

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
    const facts: MavLenses['facts'][number][] = [];
    for (let i = 0; i < document.sections.count; i++) {
      const pausing = pause();
      if (pausing !== undefined && !(await pausing)) return undefined;
      const placed = document.sections.at(i);
      const { lenses, facts: own } = this.#found(document, i, dialect);
      facts.push(...own);
      if (mode === 'summary') continue;
      const moved = ({ start, end }: Range): Range => ({ start: placed.offset + start, end: placed.offset + end });
      for (const { range, title, tooltip, isWrong, place, target } of lenses)
        if (mode === 'all' || isWrong)
          items.push(
            item(moved(range), {
              title,
              tooltip,
              ...(place !== undefined && {
                place: { game: placed.game, ply: place.position, path: [], label: place.label },
              }),
              ...(target !== undefined && { target: moved(target) }),
            }),
          );
    }
    const summary = mode === 'worst' ? undefined : mavSummary(facts);
    return summary === undefined ? items : [item({ start: 0, end: 0 }, { title: summary }), ...items];
  }

  #found(document: ServerDocument, index: number, dialect: MavDialect): MavLenses {
    const placed = document.sections.at(index);
    const known = this.#kept.get(placed.section);
    if (known?.dialect === dialect) return known.found;
    const found = mavLenses(document.mavView(placed, dialect), dialect);
    this.#kept.set(placed.section, { dialect, found });
    return found;
  }
}

const item = (range: LensItem['range'], text: ReturnType<LensItem['render']>): LensItem => ({
  range,
  needs: [],
  render: () => text,
});
