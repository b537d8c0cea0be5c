import { distance } from 'fastest-levenshtein';
import { dominantLineEnding } from '../../../base/text/lines.ts';
import type { TextEdit } from '../../../base/text/range.ts';
import type { Fix } from '../../diagnostic.ts';
import { ROSTER } from '../tag-syntax.ts';
import type { Tag } from '../tags.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { standardResult } from '../words.ts';
import type { GameFindings } from './findings.ts';

type RosterName = (typeof ROSTER)[number];

/** Checks the export format of tags: the complete roster first, the others sorted by name (PGN standard 8.1.1). */
export function checkRoster(text: string, tree: GameTree, tags: readonly Tag[], findings: GameFindings): void {
  const good = tags.filter(({ form }) => form === 'good');
  const missing = ROSTER.filter((name) => !tags.some((tag) => tag.name === name));
  const order = [...tags].sort(compare);
  const wrong = good.length === tags.length ? tags.findIndex((tag, i) => tag !== order[i]) : -1;
  const [misplaced, wanted] = [tags[wrong], order[wrong]];
  if (misplaced === undefined || wanted === undefined) {
    if (missing.length > 0) addMissing(text, tree, tags, missing, findings);
    return;
  }
  const fix: Fix = {
    title: missing.length > 0 ? 'Add the missing tags and sort all tags' : 'Sort the tags',
    edits: sortEdits(text, tree, tags, order, missing),
    // a second Event after a blank line begins another game
    safe:
      tags.filter(({ name }) => name === 'Event').length < 2 && !spansLines(text, tags) && !endsInEscape(text, tags),
  };
  // both are fixed by the same edits
  if (missing.length > 0)
    findings.add('PGN_MISSING_ROSTER', (tags[0] ?? misplaced).range, missingMessage(missing), { fixes: [fix] });
  const message = `the export format requires ${wanted.name} here: first the Seven Tag Roster, then the others by name`;
  findings.add('PGN_TAG_ORDER', misplaced.range, message, { fixes: [fix] });
}

/** Writes the tags in sorted order into the places of the existing tags, each with the missing tags before it. */
function sortEdits(
  text: string,
  tree: GameTree,
  tags: readonly Tag[],
  order: readonly Tag[],
  missing: readonly RosterName[],
): TextEdit[] {
  const lineEnd = dominantLineEnding(text.slice(tree.offset, tree.offset + tree.chunk.length));
  const left = [...missing];
  // the first of duplicate tags counts: their order must stay, and sorting keeps it
  return tags.flatMap(({ range }, i) => {
    const wanted = order[i]!;
    const isBefore = (name: RosterName): boolean => rank(name) < rank(wanted.name);
    const count = left.findIndex((name) => !isBefore(name));
    const pairs = left.splice(0, count < 0 ? left.length : count).map((name) => unknownPair(name, text, tree));
    pairs.push(text.slice(wanted.range.start, wanted.range.end));
    if (i === tags.length - 1) pairs.push(...left.map((name) => unknownPair(name, text, tree)));
    return wanted === tags[i] && pairs.length === 1 ? [] : [{ range, newText: pairs.join(lineEnd) }];
  });
}

/** Returns true if a tag has a line break: it is not valid everywhere, such as after an unfinished game or on its line. */
const spansLines = (text: string, tags: readonly Tag[]): boolean =>
  tags.some(({ range: { start, end } }) => /[\r\n]/.test(text.slice(start, end)));

/** Returns true if a value ends in a backslash: later quotation marks on the line could extend it. */
const endsInEscape = (text: string, tags: readonly Tag[]): boolean =>
  tags.some(({ range: { start, end } }) => /\\"\s*\]$/.test(text.slice(start, end)));

/** Returns the index of a name in the roster, past its end for other names. */
function rank(name: string): number {
  const at = ROSTER.indexOf(name as RosterName);
  return at < 0 ? ROSTER.length : at;
}

function compare(a: Tag, b: Tag): number {
  const difference = rank(a.name) - rank(b.name);
  if (difference !== 0 || rank(a.name) < ROSTER.length) return difference;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function addMissing(
  text: string,
  tree: GameTree,
  tags: readonly Tag[],
  missing: readonly RosterName[],
  findings: GameFindings,
): void {
  const good = tags.filter(({ form }) => form === 'good');
  let first = 0;
  while (first < tree.chunk.kinds.length - 1 && tree.chunk.kinds[first]! <= 1) first++;
  const place = tags[0]?.range ?? tokenRange(tree, first);
  const lineEnd = dominantLineEnding(text.slice(tree.offset, tree.offset + tree.chunk.length));
  const edits: TextEdit[] = [];
  // each after the preceding roster tag, else before everything
  for (const name of missing) {
    const before = ROSTER.slice(0, ROSTER.indexOf(name)).reverse();
    const anchor = before.map((other) => good.find((tag) => tag.name === other)).find((tag) => tag !== undefined);
    const at = anchor?.range.end ?? place.start;
    const pair = unknownPair(name, text, tree);
    edits.push({
      range: { start: at, end: at },
      newText: anchor === undefined ? `${pair}${lineEnd}` : `${lineEnd}${pair}`,
    });
  }
  const merged: TextEdit[] = [];
  for (const edit of edits.sort((a, b) => a.range.start - b.range.start)) {
    const last = merged.at(-1);
    if (last?.range.start === edit.range.start)
      merged[merged.length - 1] = { range: last.range, newText: last.newText + edit.newText };
    else merged.push(edit);
  }
  const isPercent = tags.length === 0 && text.charCodeAt(place.start) === 0x25;
  const [head] = merged;
  if (tags.length === 0 && head !== undefined) merged[0] = { range: head.range, newText: head.newText + lineEnd };
  findings.add('PGN_MISSING_ROSTER', place, missingMessage(missing), {
    // tags before an unreadable tag may join the previous game, and a % after them may move to column one
    fixes: [
      {
        title: 'Add the missing tags',
        edits: merged,
        safe: good.length === tags.length && !isPercent && !endsInEscape(text, tags),
      },
    ],
  });
}

const missingMessage = (missing: readonly RosterName[]): string =>
  `tags that the export format requires (Seven Tag Roster) are missing: ${missing.join(', ')}`;

const unknownPair = (name: RosterName, text: string, tree: GameTree): string =>
  `[${name} "${unknownValue(name, text, tree)}"]`;

function unknownValue(name: RosterName, text: string, tree: GameTree): string {
  if (name === 'Date') return '????.??.??';
  if (name !== 'Result') return '?';
  if (tree.result < 0) return '*';
  const { start, end } = tokenRange(tree, tree.result);
  return standardResult(text.slice(start, end)) ?? '*';
}

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

/** Cache of examined names with their meanings; files repeat them. */
const seen = new Map<string, string | undefined>();
const MAX_SEEN = 1000;

/** Returns the known name that a misspelled one means; undefined if it is right, or none is close. */
export function intendedTag(name: string): string | undefined {
  if (seen.has(name)) return seen.get(name);
  if (seen.size === MAX_SEEN) seen.clear();
  const intended = name.length > 20 || OTHERS.has(name) ? undefined : closest(name);
  // A slice of the text would keep all of it in memory.
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

/** Returns true for a plural, and for another short word: `Rate` is not `Date`. */
const isOther = (known: string, name: string): boolean =>
  `${known}s` === name || (known.length === 4 && name.length === 4);

/** Returns true if two neighboring letters have changed places. */
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
