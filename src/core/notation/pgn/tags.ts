import type { Position } from 'chessops/chess';
import { err, ok, type Result } from '../../base/result.ts';
import type { Range } from '../../base/text/range.ts';
import { type ChessVariant, chessNamed, leavesRules } from '../../games/chess/chess-variants.ts';
import { RIGHTS } from '../../games/chess/frame.ts';
import { type ChessState, INITIAL_FEN, parseChess } from '../../games/chess/state.ts';
import { type VariantRules, variantNamed, variantStart } from '../../games/variants.ts';
import type { FenReading } from '../fen/fields.ts';
import { readFen } from '../fen/read-fen.ts';
import type { GameChunk } from './document.ts';
import { tagNameAt } from './tag-syntax.ts';
import {
  isTrivia,
  MOVE,
  NULL_MOVE,
  ODD_CHARACTER,
  OPEN_PAREN,
  OPEN_TAG_VALUE,
  RESULT,
  TAG_CLOSE,
  TAG_JUNK,
  TAG_NAME,
  TAG_VALUE,
} from './tokens.ts';
import { type GameTree, nodeRange, TAG_PAIR, tokenEnd } from './tree.ts';

/** A tag pair as far as it can be read (PGN standard 8.1). */
export interface Tag {
  /** Empty if there is none. */
  readonly name: string;
  /** The value with escapes resolved, on one line. */
  readonly value: string;
  readonly range: Range;
  readonly nameRange: Range;
  /** Range between the quotation marks; after the name if there is no value. */
  readonly valueRange: Range;
  /** `open`: its value has no closing quotation mark. `bad`: it is not of the form `[Name "value"]`. */
  readonly form: 'good' | 'open' | 'bad';
}

/** Returns the tag pairs of a game, in order. */
export function readTags(text: string, tree: GameTree): Tag[] {
  const tags: Tag[] = [];
  for (let node = 1; node < tree.nodeKind.length; node++) {
    if (tree.nodeKind[node] === TAG_PAIR) tags.push(readTag(text, tree, node, tags.length));
  }
  return tags;
}

function readTag(text: string, tree: GameTree, node: number, index: number): Tag {
  const { chunk, offset } = tree;
  const end = tree.nodeEnd[node]!;
  let nameRange: Range = { start: 0, end: 0 };
  let valueStart = -1;
  let valueEnd = -1;
  let closed = false;
  let open = false;
  let faults = 0;
  for (let t = tree.nodeFirst[node]!; t < end; t++) {
    const kind = chunk.kinds[t];
    const start = offset + chunk.starts[t]!;
    const after = offset + tokenEnd(chunk, t);
    if (kind === TAG_NAME) {
      nameRange = { start, end: after };
    } else if (kind === TAG_VALUE || kind === OPEN_TAG_VALUE) {
      open = kind === OPEN_TAG_VALUE;
      if (valueStart >= 0) faults++;
      else valueStart = start + 1;
      valueEnd = open ? after : after - 1;
    } else if (kind === TAG_JUNK) faults++;
    else if (kind === TAG_CLOSE) closed = true;
  }
  const range = nodeRange(tree, node);
  if (nameRange.end === 0) nameRange = { start: range.start + 1, end: range.start + 1 };
  const valueRange =
    valueStart < 0
      ? { start: nameRange.end, end: nameRange.end }
      : { start: valueStart, end: Math.max(valueStart, valueEnd) };
  const raw = text.slice(valueRange.start, valueRange.end);
  const plain = raw.includes('\\') ? raw.replace(/\\(["\\])/g, '$1') : raw;
  const isWrapped = (chunk.has & ODD_CHARACTER) !== 0 && /[\r\n]/.test(raw);
  const isWhole = closed && !isWrapped && faults === 0 && valueStart >= 0 && nameRange.end > nameRange.start;
  return {
    name: tagNameAt(text, nameRange.start, nameRange.end, index),
    value: isWrapped ? plain.replace(/\s*[\r\n]\s*/g, ' ') : plain,
    range,
    nameRange,
    valueRange,
    form: isWhole ? 'good' : open ? 'open' : 'bad',
  };
}

/** Returns the first tag of a name, ignoring case. */
export function tagNamed(tags: readonly Tag[], name: string): Tag | undefined {
  let loose: Tag | undefined;
  for (const tag of tags) {
    if (tag.name.length !== name.length) continue;
    if (tag.name === name) return tag;
    if (loose === undefined && tag.name.toLowerCase() === name.toLowerCase()) loose = tag;
  }
  return loose;
}

/** A game of a variant that chessops supports. */
export interface VariantGame {
  readonly rules: VariantRules;
  /** Its start, or the reason why the FEN tag is invalid. */
  readonly start: Result<Position, string>;
  readonly fen: Tag | undefined;
}

/** The start of a game. */
export interface GameStart {
  readonly variant: ChessVariant;
  /** Undefined if the game cannot be replayed: an invalid FEN tag, or an unknown variant. */
  readonly state: ChessState | undefined;
  /** A game with rules other than those of chess; `state` is undefined then. */
  readonly variantGame?: VariantGame;
  /** A FEN tag without a value, which is ignored. */
  readonly emptyFen?: Tag;
  /** The tag of a variant with unknown rules. */
  readonly unknownVariant: Tag | undefined;
  /** The FEN tag with its reading, if there is one. */
  readonly fen: { readonly tag: Tag; readonly reading: FenReading; readonly refusal: string | undefined } | undefined;
}

/** Values that mean "unknown" (PGN standard 8.1.1 and 9). */
const UNKNOWN: ReadonlySet<string> = new Set(['', '?', '-']);

/**
 * Returns true if a FEN tag has no position and no SetUp tag announces one: the game starts from the standard position.
 */
const isEmpty = (fen: Tag, tags: readonly Tag[]): boolean =>
  fen.form === 'good' && UNKNOWN.has(fen.value.trim()) && tagNamed(tags, 'SetUp')?.value !== '1';

/** Defaults for the missing fields of an incomplete FEN. */
const REST = ['', 'w', '-', '-', '0', '1'] as const;

function initialStart(variant: GameStart['variant']): GameStart {
  const parsed = parseChess(INITIAL_FEN, variant === 'chess960');
  return { variant, state: parsed.ok ? parsed.value : undefined, unknownVariant: undefined, fen: undefined };
}

const INITIAL = initialStart('chess');

/** Returns true for the start of games without a FEN or a variant. */
export const isStandard = (start: GameStart): boolean => start === INITIAL;

/**
 * Returns the start of a game by its Variant and FEN tags (PGN standard 9.7). Without a Variant tag, a FEN whose
 * castling rights fit only Chess960 makes it Chess960. Missing fields at the end of the FEN get their usual values.
 */
export function gameStart(text: string, tags: readonly Tag[]): GameStart {
  const variantTag = tagNamed(tags, 'Variant');
  const fenTag = tagNamed(tags, 'FEN');
  if (variantTag === undefined && fenTag === undefined) return INITIAL;
  if (fenTag !== undefined && isEmpty(fenTag, tags)) {
    return { ...gameStart(text, variantTag === undefined ? [] : [variantTag]), emptyFen: fenTag };
  }
  const named = chessNamed(variantTag?.value ?? '');
  if (named === undefined) {
    const rules = variantNamed(variantTag?.value ?? '');
    const other = { variant: 'chess', state: undefined, fen: undefined } as const;
    if (rules === undefined) return { ...other, unknownVariant: variantTag };
    const variantGame = { rules, start: variantStart(rules, fenTag?.value), fen: fenTag };
    return { ...other, unknownVariant: undefined, variantGame };
  }
  if (fenTag === undefined) return named === 'chess960' ? initialStart('chess960') : INITIAL;
  const { start, end } = fenTag.valueRange;
  const isOpen = leavesRules(variantTag?.value ?? '');
  const reading = readFen(text, start, end, isOpen ? {} : { variant: named });
  const words = reading.fields.map((field) => text.slice(field.start, field.end));
  const fen = [...words, ...REST.slice(words.length)].join(' ');
  const strict = parseChess(fen, named === 'chess960');
  let variant: GameStart['variant'] = named === 'chess960' ? 'chess960' : 'chess';
  let state = strict.ok ? strict.value : undefined;
  if (isOpen && state !== undefined) {
    const loose = parseChess(fen, true);
    if (loose.ok && loose.value.words[RIGHTS] !== state.words[RIGHTS]) {
      variant = 'chess960';
      state = loose.value;
    }
  }
  return {
    variant,
    state,
    unknownVariant: undefined,
    fen: { tag: fenTag, reading, refusal: strict.ok ? undefined : strict.error },
  };
}

/** The value of a tag and its range, without the quotation marks. */
export interface HeadValue {
  readonly name: string;
  /** The value with escapes resolved. */
  readonly value: string;
  readonly range: Range;
}

/**
 * Returns the tags of a game with name and value, read from the tokens only: a list of many games needs no trees.
 *
 * @param offset start of the chunk in `text`, from which ranges count
 */
export function headValues(text: string, chunk: GameChunk, offset: number): HeadValue[] {
  const values: HeadValue[] = [];
  let name = '';
  for (let t = 0; t < chunk.kinds.length; t++) {
    const kind = chunk.kinds[t];
    if (kind === MOVE || kind === NULL_MOVE || kind === OPEN_PAREN || kind === RESULT) break;
    const start = offset + chunk.starts[t]!;
    const end = offset + tokenEnd(chunk, t);
    if (kind === TAG_NAME) name = text.slice(start, end);
    else if (kind === TAG_VALUE && name !== '') {
      values.push({
        name,
        value: unescaped(text.slice(start + 1, end - 1)),
        range: { start: start + 1, end: end - 1 },
      });
      name = '';
    }
  }
  return values;
}

/** Returns the range of a game without the surrounding white space and escaped lines. */
export function inkRange(chunk: GameChunk, offset: number): Range {
  const { kinds, starts } = chunk;
  let first = 0;
  while (first < kinds.length && isTrivia(kinds[first]!)) first++;
  if (first === kinds.length) return { start: offset, end: offset };
  let last = kinds.length - 1;
  while (isTrivia(kinds[last]!)) last--;
  return { start: offset + starts[first]!, end: offset + tokenEnd(chunk, last) };
}

const unescaped = (raw: string): string => (raw.includes('\\') ? raw.replace(/\\(["\\])/g, '$1') : raw);

/** The tags that name a player. */
export const PLAYER_TAGS: ReadonlySet<string> = new Set(['White', 'Black']);

/** Returns the player's name at an offset, including the offset after it. */
export const playerAt = (head: readonly HeadValue[], offset: number): HeadValue | undefined =>
  head.find(({ name, range }) => PLAYER_TAGS.has(name) && range.start <= offset && offset <= range.end);

/** Returns a name as written in a tag, with quotation marks and backslashes escaped (PGN standard 7). */
export function writtenName(name: string): Result<string, string> {
  if (/[\r\n]/.test(name)) return err('a name cannot contain a line break: a tag is written on one line');
  if (name.trim() === '') return err('a name cannot be empty: write ? for an unknown player');
  return ok(name.replace(/["\\]/g, '\\$&'));
}
