import assert from 'node:assert/strict';
import { applyEdits, type TextEdit } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import type { CheckOptions } from '../../../src/core/languages/sections.ts';
import { allFixes, type Fix } from '../../../src/core/notation/diagnostic.ts';
import { isGame, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { type GameMeaning, textMeaning } from '../../../src/core/notation/pgn/game-meaning.ts';
import { ROSTER } from '../../../src/core/notation/pgn/tag-syntax.ts';

/*
 * What a safe fix may change: blanks, blank lines, line ends and byte order marks; move numbers; the spelling of moves with
 * their check signs, `e.p.`; results; the tags Result, SetUp and FEN; the order of tags; roster tags and dates whose value
 * says that it is not known; the form of a date and the letter of an opening code; a tag that stands there twice with the
 * same value. A move that could not be read may become one; a tag that is not closed may become a tag of the words in it; stray words from a % on, alone on their
 * line, may become an escape line.
 * All else stays: moves, variations, comments, glyphs, other tags, escape lines, words that are not known.
 */

const BY_DESIGN: ReadonlySet<string> = new Set(['Result', 'SetUp', 'FEN']);
const DATES: ReadonlySet<string> = new Set(['Date', 'UTCDate', 'EventDate']);

const saysNothing = (name: string, value: string): boolean =>
  ((ROSTER as readonly string[]).includes(name) || DATES.has(name)) && /^[\s?.*-]*$/.test(value);

/** The value in one of the forms that mean the same. */
function plainValue(name: string, value: string): string {
  if (name === 'ECO') return value.trim().toUpperCase();
  if (!DATES.has(name)) return value;
  const parts = value.trim().split(/[./-]/);
  if (parts.at(-1)?.length === 4) parts.reverse();
  const [year, month = '??', day = '??'] = parts;
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('.');
}

type Pair = readonly [name: string, value: string];

const itemsOf = ({ header, movetext }: GameMeaning): string[] =>
  [...header.map((item) => item.replace(/^\d+ /, '')), ...movetext].filter(
    (item) => !/^(?:result|number|mark) /.test(item),
  );

/** The meanings of the games of a text; a byte order mark alone is none. */
const gamesIn = (text: string): GameMeaning[] => {
  const { chunks } = readPgn(text);
  return textMeaning(text).filter((_, c) => isGame(chunks[c]));
};

/** Fails when a text says something else than another that a safe fix was applied to. */
export function assertKept(before: string, after: string, what: string): void {
  const [old, now] = [gamesIn(before), gamesIn(after)];
  assert.equal(now.length, old.length, `${what}: the number of games`);
  old.forEach((game, g) => {
    assert.deepEqual(tagChanges(game.tags, now[g].tags), [], `${what}: tags`);
    const [was, is] = [itemsOf(game), itemsOf(now[g])];
    const escapes = was.filter((item) => item.startsWith('%'));
    assert.deepEqual(
      escapes.filter((item) => !is.includes(item)),
      [],
      `${what}: escape lines`,
    );
    const items = joinStray(is);
    const same = joinStray(was).map((item, i) => (item.startsWith('text ') && isMove(items[i]) ? items[i] : item));
    assert.deepEqual(items, same, what);
  });
}

const isSame = (a: Pair, b: Pair): boolean => a[0] === b[0] && plainValue(a[0], a[1]) === plainValue(b[0], b[1]);

/** All kinds of quotation marks that stand around values. */
const ANY_QUOTE = /["'‘’‚`´“”„‟«»″]/g;

/** The characters of a tag but for blanks, brackets, escapes, quotation marks and the signs between name and value. */
const lettersOf = (tag: string): string => tag.replace(ANY_QUOTE, '').replace(/[\s[\]\\=:]/g, '');

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** True if the text of a tag has no quotation marks but those of a value and the ones around it, the first or last of which may lack. */
function keepsQuotes(text: string, value: string): boolean {
  const around = countOf(text, ANY_QUOTE) - countOf(value, ANY_QUOTE);
  const straight = countOf(text, /"/g) - countOf(value, /"/g);
  return around === 0 || around === 2 || (around === 1 && straight === 1);
}

/** True if a tag has the words of one that was none. */
function repairs([name, value]: Pair, [text]: Pair): boolean {
  if (!text.startsWith('[') || !text.includes(name) || !keepsQuotes(text, value)) return false;
  if (DATES.has(name)) return (value.match(/[1-9]\d*/g) ?? []).every((number) => text.includes(number));
  const [has, wanted] = name === 'ECO' ? [text.toUpperCase(), value.toUpperCase()] : [text, value];
  if (lettersOf(has) !== lettersOf(`${name}${wanted}`)) return false;
  const shown = oneBlank(wanted);
  return has.includes(shown) || has.replace(/\\(["\\])/g, '$1').includes(shown);
}

/** The tags that are gone (`-`) and new (`+`) without a right to it. */
function tagChanges(old: readonly Pair[], now: readonly Pair[]): string[] {
  const [before, after] = [old.map(plainBlanks), now.map(plainBlanks)];
  const lost = before.filter((a) => mustStay(a) && !after.some((b) => isSame(a, b) || repairs(b, a)));
  const added = after.filter((b) => mustStay(b) && !before.some((a) => isSame(a, b) || repairs(b, a)));
  return [...lost.map((tag) => `- ${tag.join(' ')}`), ...added.map((tag) => `+ ${tag.join(' ')}`)];
}

const mustStay = ([name, value]: Pair): boolean => !BY_DESIGN.has(name) && !saysNothing(name, value);

/** A tag that is none has its text as its name. */
const plainBlanks = ([name, value]: Pair): Pair => [oneBlank(name), value];

const oneBlank = (text: string): string => text.replace(/\s+/g, ' ');

/** Stray words with no blanks between them, and escape lines as such: a line may come to be one. */
function joinStray(items: readonly string[]): string[] {
  const joined: string[] = [];
  for (const item of items) {
    const word = /^(?:(?:stray|touching) |(?=%))([^]*)$/.exec(item)?.[1].replace(/\s+/g, '');
    if (word === undefined) joined.push(item);
    else if (joined.at(-1)?.startsWith('stray ') === true) joined.push(`${joined.pop()}${word}`);
    else joined.push(`stray ${word}`);
  }
  return joined;
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

/** The text with all safe fixes applied, as the editor and the command line apply them. */
export const fixAll = (text: string, options: CheckOptions): string =>
  applyEdits(text, allFixes(checkText(text, 'pgn', options), Number.POSITIVE_INFINITY).edits);
