import { distance } from 'fastest-levenshtein';
import { TAG_NAMES } from '../tag-names.ts';
import type { Tag } from '../tags.ts';
import type { GameFindings } from './findings.ts';

/** Other names that programs and sites write, so that none of them counts as a misspelling. */
const OTHERS: ReadonlySet<string> = new Set(
  [
    'WhiteType BlackType WhiteNA BlackNA WhiteUSCF BlackUSCF EventSponsor Section Stage SubVariation NIC',
    'Mode WhiteCountry BlackCountry WhiteClock BlackClock WhiteTeamCountry BlackTeamCountry EventCountry',
    'EventCategory SourceTitle SourceVersion SourceVersionDate SourceQuality StudyName ChapterName',
    'ChapterURL GameURL CurrentPosition Timezone ECOUrl ECOURL Tournament Match Rounds Dates Time1 Time2',
    'Clock Remark Comment Index WhiteFide BlackFide WhiteRD BlackRD WhiteIsComp BlackIsComp',
    'FICSGamesDBGameNo Orientation',
  ].flatMap((names) => names.split(' ')),
);

const KNOWN: readonly string[] = TAG_NAMES;
const SMALL: ReadonlyMap<string, string> = new Map(KNOWN.map((name) => [name.toLowerCase(), name]));

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
    (known) => known.length > 3 && (distance(known, name) === 1 || isSwapped(known, name)) && !isPlural(known, name),
  );
  return near.length === 1 ? near[0] : undefined;
}

const isPlural = (known: string, name: string): boolean => `${known}s` === name || `${name}s` === known;

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
