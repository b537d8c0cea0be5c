import type { TextEdit } from '../../text/edits.ts';
import { lineEndingOf } from '../../text/line-ending.ts';
import type { Tag } from '../tags.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { resultOf } from '../words.ts';
import type { GameFindings } from './findings.ts';

/** The Seven Tag Roster in its order (PGN standard 8.1.1). */
const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** What export format asks of the tags: the roster first and whole, the others by their names (PGN standard 8.1.1). */
export function checkRoster(text: string, tree: GameTree, tags: readonly Tag[], findings: GameFindings): void {
  const good = tags.filter(({ form }) => form === 'good');
  addMissing(text, tree, tags, good, findings);
  if (good.length !== tags.length || tags.length < 2) return;
  const order = [...tags].sort(compare);
  const wrong = tags.findIndex((tag, i) => tag !== order[i]);
  if (wrong < 0) return;
  const edits: TextEdit[] = tags.flatMap(({ range }, i) =>
    order[i] === tags[i] ? [] : [{ range, newText: text.slice(order[i].range.start, order[i].range.end) }],
  );
  // a tag that is given twice means what the first says: its order must stay, and sorting keeps it
  const message = `in export format ${order[wrong].name} stands here: first the Seven Tag Roster, then the others by name`;
  findings.add('PGN_TAG_ORDER', tags[wrong].range, message, {
    // a second Event behind a blank line begins another game
    fixes: [{ title: 'Sort the tags', edits, safe: tags.filter(({ name }) => name === 'Event').length < 2 }],
  });
}

function compare(a: Tag, b: Tag): number {
  const rank = ({ name }: Tag): number => {
    const at = ROSTER.indexOf(name as (typeof ROSTER)[number]);
    return at < 0 ? ROSTER.length : at;
  };
  const difference = rank(a) - rank(b);
  if (difference !== 0 || rank(a) < ROSTER.length) return difference;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function addMissing(
  text: string,
  tree: GameTree,
  tags: readonly Tag[],
  good: readonly Tag[],
  findings: GameFindings,
): void {
  const missing = ROSTER.filter((name) => !tags.some((tag) => tag.name === name));
  if (missing.length === 0) return;
  let first = 0;
  while (first < tree.chunk.kinds.length - 1 && tree.chunk.kinds[first] <= 1) first++;
  const place = tags.length > 0 ? tags[0].range : tokenRange(tree, first);
  const lineEnd = lineEndingOf(text.slice(tree.offset, tree.offset + tree.chunk.length));
  const edits: TextEdit[] = [];
  // each behind the tag of the roster that stands before it, else before everything
  for (const name of missing) {
    const before = ROSTER.slice(0, ROSTER.indexOf(name)).reverse();
    const anchor = before.map((other) => good.find((tag) => tag.name === other)).find((tag) => tag !== undefined);
    const at = anchor?.range.end ?? place.start;
    const pair = `[${name} "${unknownValue(name, text, tree)}"]`;
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
  if (tags.length === 0) merged[0] = { range: merged[0].range, newText: merged[0].newText + lineEnd };
  const message = `export format has all of the Seven Tag Roster; missing: ${missing.join(', ')}`;
  findings.add('PGN_MISSING_ROSTER', place, message, {
    // before a tag that cannot be read others may come into the game before, and a % behind them into column one
    fixes: [{ title: 'Add the missing tags', edits: merged, safe: good.length === tags.length && !isPercent }],
  });
}

function unknownValue(name: (typeof ROSTER)[number], text: string, tree: GameTree): string {
  if (name === 'Date') return '????.??.??';
  if (name !== 'Result') return '?';
  if (tree.result < 0) return '*';
  const { start, end } = tokenRange(tree, tree.result);
  return resultOf(text.slice(start, end)) ?? '*';
}
