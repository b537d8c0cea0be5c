import { distance } from 'fastest-levenshtein';
import { ROSTER } from '../tag-names.ts';
import type { Tag } from '../tags.ts';
import type { GameFindings } from './findings.ts';

/** The names that tools look for. */
const KNOWN: readonly string[] = [
  ...ROSTER,
  ...'SetUp FEN Variant WhiteElo BlackElo WhiteTitle BlackTitle ECO Opening Variation EventDate UTCDate UTCTime'.split(
    ' ',
  ),
  ...'TimeControl Termination PlyCount Annotator'.split(' '),
];
const SMALL: ReadonlyMap<string, string> = new Map(KNOWN.map((name) => [name.toLowerCase(), name]));

/** Names with one letter more, less or changed that mean something else. */
const OTHERS: ReadonlySet<string> = new Set(['Side', 'Data', 'Ground', 'Bound', 'Block', 'Slack', 'Events']);

/** Names that were looked at, with what they mean; files repeat them. */
const seen = new Map<string, string | undefined>();
const MAX_SEEN = 1000;

/** The known name that a misspelled one means; undefined if it is right, or none is close. */
export function intendedTag(name: string): string | undefined {
  if (seen.has(name)) return seen.get(name);
  if (seen.size === MAX_SEEN) seen.clear();
  const intended = name.length > 20 || OTHERS.has(name) ? undefined : closest(name);
  // a slice of the text would keep all of it in memory
  seen.set(Array.from(name).join(''), intended);
  return intended;
}

function closest(name: string): string | undefined {
  const same = SMALL.get(name.toLowerCase());
  if (same !== undefined) return same;
  if (name.length < 4) return undefined;
  const near = KNOWN.filter(
    (known) => known.length > 3 && (isSwapped(known, name) || (distance(known, name) === 1 && !isOther(known, name))),
  );
  return near.length === 1 ? near[0] : undefined;
}

/** True for a plural, and for another short word: `Rate` is not `Date`. */
const isOther = (known: string, name: string): boolean =>
  `${known}s` === name || (known.length === 4 && name.length === 4);

/** True if two neighboring letters have changed places. */
function isSwapped(known: string, name: string): boolean {
  if (known.length !== name.length) return false;
  let i = 0;
  while (i < known.length && known.charAt(i) === name.charAt(i)) i++;
  return (
    known.charAt(i) === name.charAt(i + 1) &&
    known.charAt(i + 1) === name.charAt(i) &&
    known.slice(i + 2) === name.slice(i + 2)
  );
}

/** Reports a tag whose name is probably misspelled; the known name must not be in the game, too. */
export function checkTagName(tag: Tag, tags: readonly Tag[], findings: GameFindings): void {
  const { name, nameRange: range } = tag;
  const intended = intendedTag(name);
  if (intended === undefined || tags.some((other) => other.name === intended)) return;
  const message = `no tool knows the tag name ${name}; did you mean ${intended}?`;
  findings.add('PGN_TAG_NAME', range, message, {
    fixes: [{ title: `Write ${intended}`, edits: [{ range, newText: intended }], safe: false }],
  });
}
