import type { FilesBeside, LanguageKit } from '../../core/languages/kit.ts';
import type { CheckOptions } from '../../core/languages/sections.ts';
import type { Sections } from './sections.ts';

/** Minimum length in UTF-16 code units of a section that takes too long to be read or checked between two messages. */
export const LARGE = 256 * 1024;

/** A byte order mark is one only at the start of a file. */
const BOM = 0xfeff;

/** The data of a document on which the options of its sections depend. */
interface CheckedDocument {
  readonly kit: LanguageKit | undefined;
  readonly beside: FilesBeside | undefined;
  readonly sections: Pick<Sections, 'worldsOf'>;
}

/** Returns the options for a section of a document, with the files that its text names, or that lie beside it. */
export function sectionOptions(
  { kit, beside, sections }: CheckedDocument,
  text: string,
  options: CheckOptions,
): CheckOptions {
  const own = beside && kit?.besideOptions?.(text, beside);
  if (own !== undefined) return { ...options, ...own };
  const traceDialects = kit?.traces?.sources ?? [];
  if (traceDialects.length > 0) return { ...options, traceDialects };
  const worlds = sections.worldsOf(text);
  return worlds === undefined ? options : { ...options, worlds };
}

/**
 * Returns true if a section can be checked in a thread: its findings depend neither on its surroundings nor on the
 * answers of a program here.
 */
export function isPooled(
  { sections }: LanguageKit,
  text: string,
  offset: number,
  { worlds = {} }: CheckOptions,
): boolean {
  if (sections.checkedIn === 'pool') return true;
  if (sections.checkedIn === 'here' || text.length <= LARGE) return false;
  if (Object.values(worlds).some((world) => world.ok && world.value.kind === 'process')) return false;
  return sections.check !== undefined || offset === 0 || text.charCodeAt(0) !== BOM;
}
