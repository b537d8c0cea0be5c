import assert from 'node:assert/strict';
import { type CheckOptions, checkText } from '../../../src/core/check.ts';
import type { Fix } from '../../../src/core/diagnostics/fix.ts';
import { ROSTER } from '../../../src/core/pgn/format/export-tags.ts';
import { type GameMeaning, textMeaning } from '../../../src/core/pgn/game-meaning.ts';
import { applyEdits, type TextEdit } from '../../../src/core/text/edits.ts';

/*
 * What a safe fix may change: blanks and line ends, move numbers, the spelling of moves with their check signs, `e.p.`,
 * results, the tags Result, SetUp and FEN, the order of tags, and roster tags whose value says that it is not known. A move
 * that could not be read may become one; a tag that is not closed may become a tag of the words in it. All else stays: moves, variations, comments, glyphs, other tags, escape lines,
 * words that are not known.
 */

const BY_DESIGN: ReadonlySet<string> = new Set(['Result', 'SetUp', 'FEN']);

const isUnknownRoster = (name: string, value: string): boolean => ROSTER.includes(name) && /^[?.*-]*$/.test(value);

interface Kept {
  readonly tags: readonly string[];
  readonly items: readonly string[];
}

function kept({ tags, header, movetext }: GameMeaning): Kept {
  return {
    tags: tags
      .filter(([name, value]) => !BY_DESIGN.has(name) && !isUnknownRoster(name, value))
      .map(([name, value]) => `${name} ${value}`)
      .sort((a, b) => (a < b ? -1 : 1)),
    items: [...header.map((item) => item.replace(/^\d+ /, '')), ...movetext].filter(
      (item) => !/^(?:result|number) /.test(item) && item !== 'e.p.',
    ),
  };
}

/** Fails when a text says something else than another that a safe fix was applied to. */
export function assertKept(before: string, after: string, what: string): void {
  const [old, now] = [textMeaning(before).map(kept), textMeaning(after).map(kept)];
  assert.equal(now.length, old.length, `${what}: the number of games`);
  old.forEach(({ tags, items }, game) => {
    assert.deepEqual(repaired(now[game].tags, tags), tags, `${what}: tags`);
    const same = items.map((item, i) =>
      item.startsWith('text ') && isMove(now[game].items[i]) ? now[game].items[i] : item,
    );
    assert.deepEqual(now[game].items, same, what);
  });
}

/** The tags of the game behind, with those that were no tags before as they were. */
function repaired(now: readonly string[], old: readonly string[]): readonly string[] {
  const broken = old.filter((tag) => tag.startsWith('[') && !now.includes(tag));
  const back = now.map((tag) => {
    const [name, ...value] = tag.split(' ');
    const at = old.includes(tag)
      ? -1
      : broken.findIndex((text) => text.includes(name) && text.includes(value.join(' ')));
    return at < 0 ? tag : broken.splice(at, 1)[0];
  });
  return back.sort((a, b) => (a < b ? -1 : 1));
}

const isMove = (item: string | undefined): boolean => item !== undefined && /^(?:move|text) /.test(item);

/** Every fix of a text with the code that it belongs to. */
export const fixesOf = (text: string, options: CheckOptions): { readonly code: string; readonly fix: Fix }[] =>
  checkText(text, 'pgn', options).flatMap(({ code, fixes }) => (fixes ?? []).map((fix) => ({ code, fix })));

/** Fails unless edits lie in the text, sorted, without overlaps. */
export function assertInOrder(text: string, edits: readonly TextEdit[], what: string): void {
  let end = 0;
  for (const { range } of edits) {
    assert.ok(range.start >= end && range.start <= range.end && range.end <= text.length, `${what}: edits in order`);
    end = range.end;
  }
}

/** The text with all safe fixes applied, but for those that overlap one before them. */
export function fixAll(text: string, options: CheckOptions): string {
  const all: TextEdit[] = [];
  for (const { fix } of fixesOf(text, options)) {
    if (!fix.safe || fix.edits.some((edit) => all.some((other) => touches(edit, other)))) continue;
    all.push(...fix.edits);
  }
  return applyEdits(
    text,
    all.sort((a, b) => a.range.start - b.range.start),
  );
}

const touches = ({ range: a }: TextEdit, { range: b }: TextEdit): boolean => a.start <= b.end && b.start <= a.end;
