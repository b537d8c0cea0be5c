import type { Range, TextSource } from '../../../base/text/range.ts';
import { INITIAL_FEN } from '../../../games/chess/state.ts';
import type { Completion } from '../../language.ts';
import { ecoCodes, ecoName, gameOpening } from '../../openings/openings.ts';
import type { WholeGame } from '../replay.ts';
import type { Tag } from '../tags.ts';
import { MOVETEXT } from '../tree.ts';
import { RESULT_MEANINGS } from './complete-moves.ts';

/** The Seven Tag Roster (PGN standard 8.1.1), each with its value for "unknown". */
const ROSTER: Readonly<Record<string, string>> = {
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  White: '?',
  Black: '?',
  Result: '*',
};

/** Other tags of the standard (9) and of large sites. */
const OTHERS: Readonly<Record<string, string>> = {
  WhiteElo: '',
  BlackElo: '',
  WhiteTitle: '',
  BlackTitle: '',
  ECO: '',
  Opening: '',
  Variation: '',
  TimeControl: '-',
  Termination: 'normal',
  Annotator: '',
  PlyCount: '',
  Variant: 'Standard',
  SetUp: '1',
  FEN: '',
  EventDate: '????.??.??',
  UTCDate: '????.??.??',
  UTCTime: '??:??:??',
  Time: '??:??:??',
  Mode: 'OTB',
  WhiteType: 'human',
  BlackType: 'human',
  WhiteTeam: '',
  BlackTeam: '',
};

const VALUES: Readonly<Record<string, readonly string[]>> = {
  Date: ['????.??.??'],
  EventDate: ['????.??.??'],
  UTCDate: ['????.??.??'],
  Round: ['?', '-'],
  Event: ['?'],
  Site: ['?'],
  White: ['?'],
  Black: ['?'],
  Variant: ['Standard', 'Chess960', 'From Position'],
  SetUp: ['1', '0'],
  TimeControl: ['?', '-', '300+3', '600', '40/7200:3600'],
  Termination: [
    'normal',
    'abandoned',
    'adjudication',
    'death',
    'emergency',
    'rules infraction',
    'time forfeit',
    'unterminated',
  ],
  Mode: ['OTB', 'PM', 'EM', 'ICS', 'TC'],
  WhiteType: ['human', 'program'],
  BlackType: ['human', 'program'],
  WhiteTitle: ['GM', 'IM', 'FM', 'CM', 'WGM', 'WIM', 'WFM', 'WCM', 'NM', 'BOT', '-'],
  BlackTitle: ['GM', 'IM', 'FM', 'CM', 'WGM', 'WIM', 'WFM', 'WCM', 'NM', 'BOT', '-'],
};

/** Values used elsewhere in the file for a tag, most likely first. */
export type KnownValues = (tag: string) => readonly string[];

/** Maximum distance that a line is read back from the cursor. */
const MAX_LENGTH = 300;

const NAME = /^[ \t\uFEFF]*\[[ \t]*(\w*)$/;
const VALUE = /^[ \t\uFEFF]*\[[ \t]*(\w+)[ \t]*"((?:[^"\\]|\\.)*)$/;

/** Returns completions inside a tag pair; undefined if the cursor is not in one. `tags` are the tags of the game. */
export function completeTag(
  game: WholeGame,
  offset: number,
  tags: readonly Tag[],
  known: KnownValues,
): Completion[] | undefined {
  const { text } = game;
  const line = lineBefore(text, offset);
  const name = NAME.exec(line);
  if (name !== null) {
    // editors close brackets automatically
    const rest = /^\w*\]?/.exec(text.slice(offset, offset + MAX_LENGTH))?.[0].length ?? 0;
    const isNew = !/^\w*[ \t]*"/.test(text.slice(offset, offset + MAX_LENGTH));
    const [, typed = ''] = name;
    const range = { start: offset - typed.length, end: offset + rest };
    return tagNames(tags, typed, range, isNew ? '' : undefined);
  }
  const value = VALUE.exec(line);
  if (value !== null) {
    const [, tag = '', typed = ''] = value;
    return tagValues(game, tag, offset - typed.length, offset, typed, known);
  }
  return /^[ \t\uFEFF]*\[/.test(line) ? [] : undefined;
}

/** Returns new tag pairs on a line that is empty except for the beginning of a name. */
export function completeNewTags(text: string, offset: number, tags: readonly Tag[]): Completion[] {
  const typed = /^[ \t\uFEFF]*([A-Za-z]*)$/.exec(lineBefore(text, offset))?.[1];
  if (typed === undefined) return [];
  return tagNames(tags, typed, { start: offset - typed.length, end: offset }, '[');
}

function lineBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - MAX_LENGTH), offset);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
}

/** @param opening the start of a new pair; undefined to write only the name, since its value exists */
function tagNames(
  tags: readonly Tag[],
  typed: string,
  range: Completion['range'],
  opening: string | undefined,
): Completion[] {
  const has = new Set(tags.map(({ name }) => name.toLowerCase()));
  const missing = Object.keys(ROSTER).filter((name) => !has.has(name.toLowerCase()));
  const names = [...missing, ...Object.keys(OTHERS).filter((name) => !has.has(name.toLowerCase()))];
  const lower = typed.toLowerCase();
  const found = names
    .filter((name) => name.toLowerCase().startsWith(lower))
    .map((name): Completion => {
      const detail = Object.hasOwn(ROSTER, name) ? 'Seven Tag Roster' : 'tag';
      if (opening === undefined) return { label: name, kind: 'tag', range, text: name, detail };
      const pair = `${opening}${pairSnippet(name, 1)}`;
      return { label: name, kind: 'tag', range, text: pair, isSnippet: true, detail };
    });
  if (opening === undefined || missing.length < 2 || typed !== '') return found;
  const roster: Completion = {
    label: missing.length === 7 ? 'Seven Tag Roster' : 'missing roster tags',
    kind: 'tag',
    range,
    text: opening + missing.map((name, i) => pairSnippet(name, i + 1)).join('\n['),
    isSnippet: true,
    detail: missing.join(', '),
  };
  return [roster, ...found];
}

const pairSnippet = (name: string, stop: number): string =>
  `${name} "\${${stop}:${ROSTER[name] ?? OTHERS[name] ?? ''}}"]`;

function tagValues(
  game: WholeGame,
  name: string,
  start: number,
  offset: number,
  typed: string,
  known: KnownValues,
): Completion[] {
  const { text } = game;
  const rest = /^((?:[^"\\\r\n]|\\.)*)"/.exec(text.slice(offset, offset + MAX_LENGTH));
  const closing = rest !== null ? '' : text.charAt(offset) === ']' ? '"' : '"]';
  const range = { start, end: offset + (rest?.[1]?.length ?? 0) };
  const lower = typed.toLowerCase();
  const seen = new Set<string>();
  return offeredValues(game, name, known)
    .filter(({ value }) => value.toLowerCase().startsWith(lower) && !seen.has(value) && seen.add(value))
    .map(({ value, detail, isLikely }) => ({
      label: value,
      kind: 'value',
      range,
      text: `${value.replace(/[\\"]/g, '\\$&')}${closing}`,
      ...(detail !== undefined && { detail }),
      ...(isLikely === true && { isLikely }),
    }));
}

interface Value {
  readonly value: string;
  readonly detail?: string;
  readonly isLikely?: boolean;
}

function offeredValues(game: WholeGame, name: string, known: KnownValues): Value[] {
  const { replay } = game;
  const { tree } = replay;
  if (name === 'Result') return resultValues(game);
  if (name === 'FEN') return [{ value: INITIAL_FEN, detail: 'start position' }];
  if (name === 'PlyCount') {
    const main = tree.nodeKind.indexOf(MOVETEXT);
    const plies = tree.moveNode.reduce((count, node) => count + (node === main ? 1 : 0), 0);
    return [{ value: String(plies), detail: 'half-moves of the main line', isLikely: true }];
  }
  const opening = gameOpening(replay);
  const own: Value[] = [];
  if (name === 'ECO') {
    if (opening !== undefined) own.push({ value: opening.eco, detail: opening.name, isLikely: true });
    return [...own, ...ecoCodes().map((value) => ({ value, detail: ecoName(value) ?? '' }))];
  }
  if (name === 'Opening' && opening !== undefined)
    own.push({ value: opening.name, detail: `${opening.eco}, by this game's moves`, isLikely: true });
  const fixed = (Object.hasOwn(VALUES, name) ? VALUES[name] : undefined) ?? [];
  // The White player of one game may be Black in another.
  const used = name === 'White' || name === 'Black' ? [...known('White'), ...known('Black')] : known(name);
  return [...own, ...used.map((value) => ({ value, detail: 'in this file' })), ...fixed.map((value) => ({ value }))];
}

/** Returns the results, starting with the one that ends the movetext. */
function resultValues({ text, replay: { tree } }: WholeGame): Value[] {
  const written = tree.result < 0 ? undefined : text.slice(tree.chunk.starts[tree.result]).split(/[\s\])}(]/, 1)[0];
  const all = Object.entries(RESULT_MEANINGS).map(([value, detail]) => ({
    value,
    detail,
    isLikely: value === written,
  }));
  return all.sort((a, b) => Number(b.isLikely) - Number(a.isLikely));
}

/** The distance around a game in which other games are read, in UTF-16 code units to each side. */
const REACH = 64 * 1024;
/** Maximum number of values of a tag. */
const MAX = 200;
/** Values that mean "unknown". */
const UNKNOWN: ReadonlySet<string> = new Set(['', '?', '-', '*', '????.??.??']);

/**
 * Returns the values of a tag in nearby games, most frequent first. `own` is the range of this game in `text`, of which
 * only the surroundings are read.
 */
export function knownValues(text: TextSource, own: Range): KnownValues {
  let counts: Counts | undefined;
  return (tag) => {
    counts ??= countValues(
      `${text.slice(Math.max(0, own.start - REACH), own.start)}\n${text.slice(own.end, own.end + REACH)}`,
    );
    const values = [...(counts.get(tag) ?? [])];
    values.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return values.slice(0, MAX).map(([value]) => value);
  };
}

/** The number of occurrences of each value of each tag. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

function countValues(text: string): Counts {
  const counts = new Map<string, Map<string, number>>();
  for (const [, name = '', raw = ''] of text.matchAll(/^\[(\w{1,40}) "((?:[^"\\\r\n]|\\.){0,250})"\]/gm)) {
    const value = raw.replace(/\\(["\\])/g, '$1');
    if (UNKNOWN.has(value)) continue;
    const values = counts.get(name) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + 1);
    counts.set(name, values);
  }
  return counts;
}
