import { err } from '../../core/base/result.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import { type ReplayedWalk, replayWalk } from '../../core/notation/walk/replay-walk.ts';
import { lookupIn } from '../../core/notation/walk/walk-world.ts';
import type { ServerDocument } from '../documents/document.ts';
import { ifLearned, type Section, type SectionLocation } from '../documents/sections.ts';

/** Replayed walks, kept as long as their sections. */
const REPLAYED = new WeakMap<Section, ReplayedWalk | null>();

/**
 * Returns the walk of a section; ranges count from the section's start. Undefined for text above the first walk of a
 * file.
 */
export function sectionWalk(document: ServerDocument, placed: SectionLocation): ReplayedWalk | undefined {
  const { section } = placed;
  const known = REPLAYED.get(section);
  if (known !== undefined) return known ?? undefined;
  const text = document.sectionText(placed);
  const [walk] = readWalks(text).walks;
  const lookup = lookupIn(document.sections.worldsOf(text));
  const replayed = walk === undefined ? undefined : ifLearned(() => replayWalk(walk, lookup));
  // known when it is read again
  if (walk !== undefined && replayed === undefined)
    return replayWalk(walk, () => err(`the program ${walk.world.text} is being asked`));
  REPLAYED.set(section, replayed ?? null);
  return replayed;
}

/** Returns the walk at an offset of a document, with its section. */
export function walkAt(
  document: ServerDocument,
  offset: number,
): { readonly placed: SectionLocation; readonly replayed: ReplayedWalk } | undefined {
  const { sections } = document;
  if (sections.count === 0) return undefined;
  const placed = sections.at(sections.indexAt(offset));
  const replayed = sectionWalk(document, placed);
  return replayed === undefined ? undefined : { placed, replayed };
}
