import { plural } from '../../core/base/text/counts.ts';
import { shiftRange } from '../../core/base/text/range.ts';
import { longTraceTitle, type TraceLens, traceLenses } from '../../core/languages/trace/lenses.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { ClientAbilities } from '../abilities.ts';
import type { ServerDocument } from '../documents/document.ts';
import { LARGE } from '../documents/section-options.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';
import type { LensEntry, LensItem } from './lens.ts';

const NONE: readonly LensEntry[] = [];

/** Lenses of traces, kept as long as their sections: the verdict, the tree, and the first error. */
export class TraceItems {
  readonly #kept = new WeakMap<Section, readonly TraceLens[]>();

  /**
   * Returns the items of a document, in order.
   *
   * @param client opens trees of traces
   * @param pause awaited between two sections; returns false to give up
   * @returns undefined when it gave up
   */
  async of(
    document: ServerDocument,
    mode: LensMode,
    client: Pick<ClientAbilities, 'trees'>,
    pause: () => Promise<boolean> | undefined,
  ): Promise<LensItem[] | undefined> {
    if (mode === 'off') return [];
    const items: LensItem[] = [];
    let [traces, wrong] = [0, 0];
    for (let i = 0; i < document.sections.count; i++) {
      const pausing = pause();
      if (pausing !== undefined && !(await pausing)) return undefined;
      const placed = document.sections.at(i);
      if (placed.section.reading?.counts !== true) continue;
      const lenses = this.#lensesOf(document, placed);
      traces++;
      if (lenses.some(({ isWrong }) => isWrong)) wrong++;
      if (mode === 'summary') continue;
      const shown = lenses.filter(({ isWrong }) => mode === 'all' || isWrong);
      items.push(...shown.flatMap((lens) => traceItem(lens, placed.offset, client)));
      const [head] = lenses;
      if (client.trees && head !== undefined) items.push(treeItem(head, placed.offset));
    }
    if (mode !== 'summary' || traces === 0) return items;
    const title = `${plural(traces, 'trace')}, ${wrong} with errors`;
    return [{ range: { start: 0, end: 0 }, needs: NONE, render: () => ({ title }) }];
  }

  #lensesOf(document: ServerDocument, placed: SectionLocation): readonly TraceLens[] {
    const { section } = placed;
    // it is checked in the pool, and reading it here would hold the next keystroke back
    if (section.length > LARGE) return [longLens(section)];
    const known = this.#kept.get(section) ?? lensesIn(document, placed);
    this.#kept.set(section, known);
    return known;
  }
}

const lensesIn = (document: ServerDocument, placed: SectionLocation): readonly TraceLens[] => {
  const trace = document.kit?.traces?.section(document.sectionText(placed));
  return trace === undefined ? [] : traceLenses(trace);
};

const longLens = ({ found }: Section): TraceLens => ({
  range: { start: 0, end: 0 },
  title: longTraceTitle(found),
  tooltip: 'This trace is too long for more.',
  isWrong: (found?.length ?? 0) > 0,
  ...(found?.[0] !== undefined && { target: found[0].range }),
});

/** Returns the item of a lens; a tree is linked only if the client opens it. */
function traceItem(
  { range, title, tooltip, target, tree }: TraceLens,
  offset: number,
  client: Pick<ClientAbilities, 'trees'>,
): LensItem[] {
  const text = {
    title,
    tooltip,
    ...(target !== undefined && { target: shiftRange(target, offset) }),
    ...(tree !== undefined && client.trees && { tree: tree + offset }),
  };
  return [{ range: shiftRange(range, offset), needs: NONE, render: () => text }];
}

/** Returns the lens that opens the tree of the trace at a lens. */
const treeItem = ({ range }: TraceLens, offset: number): LensItem => ({
  range: shiftRange(range, offset),
  needs: NONE,
  render: () => ({
    title: 'Open tree',
    tooltip: 'Nodes, states and errors of this trace',
    tree: range.start + offset,
  }),
});
