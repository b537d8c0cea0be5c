/** The Seven Tag Roster (PGN standard 8.1.1), in its order. */
export const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** Names of tags that many files have; those with a rule for their values are among them. */
export const TAG_NAMES: readonly string[] = [
  ...ROSTER,
  'WhiteTitle BlackTitle WhiteElo BlackElo WhiteFideId BlackFideId WhiteTeam BlackTeam WhiteRatingDiff BlackRatingDiff',
  'ECO Opening Variation EventDate EventType EventRounds UTCDate UTCTime Time StartTime EndDate EndTime TimeControl',
  'Termination PlyCount Annotator Source SourceDate Board Variant SetUp FEN Link GameId',
].flatMap((names) => names.split(' '));

const KNOWN: ReadonlyMap<string, string> = new Map(TAG_NAMES.map((name) => [name, name]));

/** Names of the tags of the game that was read last, as far as they are known ones; files repeat them in order. */
const LAST: string[] = Array.from({ length: 32 }, () => '');

/**
 * The tag name `text[start, end)` of the tag with an index in its game. Equal names that are frequent are one string,
 * which is looked up and compared faster than a copy, and is no part of the text.
 */
export function tagNameAt(text: string, start: number, end: number, index: number): string {
  if (index >= LAST.length) return text.slice(start, end);
  const last = LAST[index];
  if (last.length === end - start && text.startsWith(last, start)) return last;
  const name = text.slice(start, end);
  const known = KNOWN.get(name);
  if (known === undefined) return name;
  LAST[index] = known;
  return known;
}
