/** The Seven Tag Roster (PGN standard 8.1.1), in its order. */
export const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** Frequent tag names, including all names with a rule for their values. */
export const TAG_NAMES: readonly string[] = [
  ...ROSTER,
  'WhiteTitle BlackTitle WhiteElo BlackElo WhiteFideId BlackFideId WhiteTeam BlackTeam WhiteRatingDiff BlackRatingDiff',
  'ECO Opening Variation EventDate EventType EventRounds UTCDate UTCTime Time StartTime EndDate EndTime TimeControl',
  'Termination PlyCount Annotator Source SourceDate Board Variant SetUp FEN Link GameId',
].flatMap((names) => names.split(' '));

const KNOWN: ReadonlyMap<string, string> = new Map(TAG_NAMES.map((name) => [name, name]));

/** Known tag names of the last game read; files repeat them in order. */
const LAST: string[] = Array.from({ length: 32 }, () => '');

/**
 * The tag name `text[start, end)` of the tag with an index in its game. Equal frequent names share one string,
 * which is faster to look up and compare than a copy and does not keep the text in memory.
 */
export function tagNameAt(text: string, start: number, end: number, index: number): string {
  if (index >= LAST.length) return text.slice(start, end);
  const last = LAST[index]!;
  if (last.length === end - start && text.startsWith(last, start)) return last;
  const name = text.slice(start, end);
  const known = KNOWN.get(name);
  if (known === undefined) return name;
  LAST[index] = known;
  return known;
}
