import { solidBefore } from '../game-meaning.ts';
import { ROSTER } from '../tag-names.ts';
import type { Tag } from '../tags.ts';
import { BYTE_ORDER_MARK, TAG_CLOSE, TAG_OPEN, WHITESPACE } from '../tokens.ts';
import { tokenEnd } from '../tree.ts';
import type { WholeGame } from '../whole-game.ts';
import { headerGap } from './spacing.ts';

const ORDER: readonly string[] = ROSTER;

const rank = (name: string): number => {
  const at = ORDER.indexOf(name);
  return at < 0 ? ROSTER.length : at;
};

/** Tags in the order of export format: the roster, then the others by name in ASCII; those of one name as they stand. */
export const inExportOrder = <T extends { readonly name: string }>(tags: readonly T[]): T[] =>
  [...tags].sort((a, b) => rank(a.name) - rank(b.name) || (rank(a.name) < ROSTER.length ? 0 : compare(a.name, b.name)));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const printTag = ({ name, value }: Tag): string => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]`;

/**
 * The part of a game up to its last tag, without a final line end. Tags change places only where nothing else stands between
 * them: a comment there speaks of its neighbours.
 */
export function exportHeader({ text, tags, replay: { tree } }: WholeGame, lineEnd: string): string {
  const { chunk, offset } = tree;
  const { kinds, starts } = chunk;
  const last = kinds.lastIndexOf(TAG_CLOSE);
  const firstTag = kinds.indexOf(TAG_OPEN);
  let mixed = false;
  for (let t = firstTag; t <= last; t++)
    mixed ||= kinds[t] !== WHITESPACE && (kinds[t] < TAG_OPEN || kinds[t] > TAG_CLOSE);
  const ordered = mixed ? tags : inExportOrder(tags);
  const parts: string[] = [];
  let pair = 0;
  for (let t = 0; t <= last; t++) {
    if (kinds[t] === WHITESPACE) continue;
    const before = solidBefore(kinds, t);
    if (before >= 0 && kinds[before] !== BYTE_ORDER_MARK) {
      const written = text.slice(offset + tokenEnd(chunk, before), offset + starts[t]);
      parts.push(headerGap({ before: kinds[before], after: kinds[t], written }, lineEnd));
    }
    if (kinds[t] === TAG_OPEN) {
      parts.push(printTag(ordered[pair++]));
      while (kinds[t] !== TAG_CLOSE) t++;
    } else parts.push(text.slice(offset + starts[t], offset + tokenEnd(chunk, t)));
  }
  return parts.join('');
}
