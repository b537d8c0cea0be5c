import { dominantLineEnding, type LineEnding } from '../base/text/lines.ts';
import { commandsIn } from '../notation/pgn/comment-commands.ts';
import { fenAfter } from '../notation/pgn/replay.ts';
import { ROSTER } from '../notation/pgn/tag-syntax.ts';
import {
  COMMENT,
  ESCAPE,
  GLYPH,
  LINE_COMMENT,
  MOVE,
  MOVE_NUMBER,
  NAG,
  OPEN_COMMENT,
  SUFFIX,
  WHITESPACE,
} from '../notation/pgn/tokens.ts';
import { TAG_PAIR, tokenEnd, VARIATION } from '../notation/pgn/tree.ts';
import type { GameFacts } from './game-facts.ts';

/** Parts of games that can be left out. */
export const DROPPED = ['comments', 'nags', 'variations', 'clocks', 'evals'] as const;
export type Dropped = (typeof DROPPED)[number];

/** Options of cleaning. */
export interface Cleaning {
  readonly drop: ReadonlySet<Dropped>;
  /** Names of the tags to keep, in lower case; without it all tags stay. */
  readonly tags?: ReadonlySet<string>;
  /** Values of tags to set, by name. */
  readonly set: ReadonlyMap<string, string>;
  /** Tags to compute, where the moves determine them; a computed result also replaces the one after the moves. */
  readonly compute?: ReadonlySet<ComputedTag>;
  /** Maximum number of plies of the main line. */
  readonly maxPlies?: number;
}

/** Tags that determine the meaning of the moves; they stay, and cannot be set. */
export const POSITION_TAGS: readonly string[] = ['FEN', 'SetUp', 'Variant'];

/** Names of the Seven Tag Roster (PGN standard 8.1.1). */
export const ROSTER_TAGS: readonly string[] = ROSTER;

/** Commands in comments that state times, and evaluations. */
const CLOCKS = ['clk', 'emt', 'egt', 'mct'] as const;
const EVALS = ['eval'] as const;

const BYTE_ORDER_MARK = '\uFEFF';
/** Maximum number of spaces after a tag to search for its line end. */
const MAX_TRAILING = 200;
const LINE_END = /\r\n?|\n/;
const ENDS_A_LINE = /[\r\n]$/;
const MOVE_OF_BLACK = /^\d+(?:\.{2,}|…)$/;

/** Returns true if a cleaning changes no game. */
export const cleansNothing = ({ drop, tags, set, compute, maxPlies }: Cleaning): boolean =>
  drop.size === 0 && tags === undefined && set.size === 0 && compute === undefined && maxPlies === undefined;

/**
 * Returns the text of a game without the dropped parts. Moves, and everything else that stays, are copied as written;
 * white space around a removed part becomes that of one side.
 */
export function cleanGame(facts: GameFacts, cleaning: Cleaning): string {
  const { text, tree } = facts;
  const { chunk, offset } = tree;
  const computed = computedTags(facts, cleaning.compute ?? new Set(), cleaning.maxPlies);
  const set = new Map([...cleaning.set, ...computed]);
  const removed = removedTokens(facts, { ...cleaning, set });
  const values = valuesOf(facts, set);
  const result = computed.get('Result');
  if (result !== undefined && tree.result >= 0) values.changed.set(tree.result, result);
  const writer = new TokenWriter();
  const at = (token: number): number => offset + (chunk.starts[token] ?? chunk.length);
  const lastTag = facts.tags.at(-1);
  for (let token = 0; token < chunk.kinds.length; token++) {
    const kind = chunk.kinds[token] ?? WHITESPACE;
    const end = offset + tokenEnd(chunk, token);
    const written = text.slice(at(token), end);
    if (removed[token] === 1) writer.leaveOut();
    else if (kind === WHITESPACE) writer.space(written);
    else {
      const value = values.changed.get(token);
      const shown = value ?? withoutCommands(kind, written, cleaning.drop);
      if (shown === '') writer.leaveOut();
      else if (writer.isBehindRemoval && writer.last === MOVE && kind === MOVE_NUMBER && MOVE_OF_BLACK.test(shown))
        writer.leaveOut();
      else writer.token(kind, shown);
    }
    if (lastTag !== undefined && end === lastTag.range.end)
      writer.add(values.added, lineEndAt(text, lastTag.range.end));
  }
  const added = lastTag === undefined ? values.added : [];
  if (added.length === 0) return writer.end();
  const rest = writer.end();
  const mark = rest.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return mark + [...added, '', rest.slice(mark.length)].join(dominantLineEnding(text));
}

/** Returns the line end at an offset of a text, else the most frequent one of the text. */
function lineEndAt(text: string, at: number): LineEnding {
  const [, found] = /[ \t]*(\r\n?|\n)?/y.exec(text.slice(at, at + MAX_TRAILING)) ?? [];
  return (found as LineEnding | undefined) ?? dominantLineEnding(text);
}

/** Returns a flag for each token: 1 for those of removed parts. */
function removedTokens({ tree, tags, line }: GameFacts, { drop, tags: kept, set, maxPlies }: Cleaning): Uint8Array {
  const { chunk } = tree;
  const removed = new Uint8Array(chunk.kinds.length);
  for (const [token, kind] of chunk.kinds.entries()) {
    const isComment = kind === COMMENT || kind === LINE_COMMENT || kind === OPEN_COMMENT;
    const isNag = kind === NAG || kind === SUFFIX || kind === GLYPH;
    if ((isComment && drop.has('comments')) || (isNag && drop.has('nags'))) removed[token] = 1;
  }
  if (drop.has('variations'))
    for (const [node, kind] of tree.nodeKind.entries())
      if (kind === VARIATION) removed.fill(1, tree.nodeFirst[node], tree.nodeEnd[node]);
  if (kept !== undefined) {
    const pairs = [...tree.nodeKind.keys()].filter((node) => tree.nodeKind[node] === TAG_PAIR);
    for (const [i, { name }] of tags.entries()) {
      if (kept.has(name.toLowerCase()) || set.has(name) || POSITION_TAGS.includes(name)) continue;
      const pair = pairs[i] ?? 0;
      removed.fill(1, tree.nodeFirst[pair], tree.nodeEnd[pair]);
    }
  }
  const cut = maxPlies === undefined ? undefined : line[maxPlies];
  if (cut !== undefined) {
    let first = tree.moveToken[cut] ?? 0;
    while (first > 0 && (chunk.kinds[first - 1] === WHITESPACE || chunk.kinds[first - 1] === MOVE_NUMBER)) first--;
    const end = tree.result < 0 ? chunk.kinds.length : tree.result;
    for (let token = first; token < end; token++) if (chunk.kinds[token] !== WHITESPACE) removed[token] = 1;
  }
  return removed;
}

/** Returns a comment without the dropped commands; empty if nothing else was in it. Other tokens are unchanged. */
function withoutCommands(kind: number, written: string, drop: ReadonlySet<Dropped>): string {
  if (kind !== COMMENT && kind !== LINE_COMMENT && kind !== OPEN_COMMENT) return written;
  if (!written.includes('[%')) return written;
  const names = [...(drop.has('clocks') ? CLOCKS : []), ...(drop.has('evals') ? EVALS : [])];
  const found = names.flatMap((name) => commandsIn(written, name, 0, written.length)).sort((a, b) => b.start - a.start);
  if (found.length === 0) return written;
  let rest = written;
  for (const { start, end } of found) rest = rest.slice(0, start).trimEnd() + rest.slice(end);
  return /^(?:\{\s*\}?|;\s*)$/.test(rest) ? '' : rest;
}

/** Returns tags with new values: by the token of the value, and those that the game lacks, as written. */
function valuesOf(
  { tags, tree }: GameFacts,
  set: Cleaning['set'],
): { readonly changed: Map<number, string>; readonly added: readonly string[] } {
  const changed = new Map<number, string>();
  const added: string[] = [];
  for (const [name, value] of set) {
    const quoted = `"${value.replace(/["\\]/g, '\\$&')}"`;
    const tag = tags.find((one) => one.name.toLowerCase() === name.toLowerCase() && one.form === 'good');
    if (tag === undefined) added.push(`[${name} ${quoted}]`);
    else {
      // The quotation mark before the value is a part of its token.
      changed.set(tree.chunk.starts.indexOf(tag.valueRange.start - 1 - tree.offset), quoted);
    }
  }
  return { changed, added };
}

/** Writes tokens one after another, with the longer of two white spaces in place of those around a removed part. */
class TokenWriter {
  /** Kind of the last token. */
  last = -1;
  #text = '';
  /** White space since the last token: before and after a removed part. */
  #before = '';
  #behind = '';
  #isBehind = false;

  /** True if a part was removed since the last token. */
  get isBehindRemoval(): boolean {
    return this.#isBehind;
  }

  leaveOut(): void {
    this.#before = this.#space;
    this.#behind = '';
    this.#isBehind = true;
  }

  space(space: string): void {
    if (this.#isBehind) this.#behind += space;
    else this.#before += space;
  }

  /** White space with more lines of the two. */
  get #space(): string {
    const lines = (space: string): number => space.split(LINE_END).length;
    return this.#before === '' || lines(this.#behind) > lines(this.#before) ? this.#behind : this.#before;
  }

  token(kind: number, written: string): void {
    const chosen = this.#space;
    // A percent sign starts an escape in column one only.
    const space = kind === ESCAPE && !ENDS_A_LINE.test(chosen) ? this.#behind : chosen;
    if (this.#text !== '' || !this.#isBehind) this.#text += this.#isBehind && space === '' ? ' ' : space;
    this.#text += written;
    this.last = kind;
    this.#before = '';
    this.#behind = '';
    this.#isBehind = false;
  }

  /** Adds lines after the last token. */
  add(lines: readonly string[], lineEnd: LineEnding): void {
    for (const line of lines) this.#text += `${this.#text === '' ? '' : lineEnd}${line}`;
  }

  /** Returns the text with the white space at its end. */
  end(): string {
    return this.#text + this.#space;
  }
}

/** Tags whose values can be computed from the moves. */
export const COMPUTED_TAGS = ['ECO', 'Opening', 'PlyCount', 'FinalFEN', 'Result'] as const;
export type ComputedTag = (typeof COMPUTED_TAGS)[number];

/**
 * Returns computed values of a game's tags: the opening by its positions, the plies, the final position, the result by
 * mate or stalemate. Values that the moves do not determine are missing.
 *
 * @param maxPlies plies that stay; the result needs all
 */
function computedTags(
  facts: GameFacts,
  wanted: ReadonlySet<ComputedTag>,
  maxPlies = Number.POSITIVE_INFINITY,
): ReadonlyMap<ComputedTag, string> {
  const valueOf: Readonly<Record<ComputedTag, () => string | undefined>> = {
    ECO: () => facts.opening?.eco,
    Opening: () => facts.opening?.name,
    PlyCount: () => String(Math.min(facts.line.length, maxPlies)),
    FinalFEN: () => finalFen(facts, maxPlies),
    Result: () => (facts.line.length <= maxPlies ? facts.boardResult : undefined),
  };
  const values = new Map<ComputedTag, string>();
  for (const tag of COMPUTED_TAGS) {
    const value = wanted.has(tag) ? valueOf[tag]() : undefined;
    if (value !== undefined) values.set(tag, value);
  }
  return values;
}

/** Returns the position after the last move that stays; undefined where a move before it cannot be played. */
function finalFen({ line, playedLine, replay }: GameFacts, maxPlies: number): string | undefined {
  const plies = Math.min(line.length, maxPlies);
  return playedLine.length < plies ? undefined : fenAfter(replay, plies === 0 ? -1 : (line[plies - 1] ?? -1));
}
