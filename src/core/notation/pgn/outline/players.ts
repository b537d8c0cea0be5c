import { err, ok, type Result } from '../../../base/result.ts';
import type { HeadValue } from './head.ts';

/** The tags that name a player. */
export const PLAYER_TAGS: ReadonlySet<string> = new Set(['White', 'Black']);

/** The player's name at an offset, including the offset after it. */
export const playerAt = (head: readonly HeadValue[], offset: number): HeadValue | undefined =>
  head.find(({ name, range }) => PLAYER_TAGS.has(name) && range.start <= offset && offset <= range.end);

/** A name as written in a tag, with quotation marks and backslashes escaped (PGN standard 7). */
export function writtenName(name: string): Result<string, string> {
  if (/[\r\n]/.test(name)) return err('a name cannot contain a line break: a tag is written on one line');
  if (name.trim() === '') return err('a name cannot be empty: write ? for an unknown player');
  return ok(name.replace(/["\\]/g, '\\$&'));
}
