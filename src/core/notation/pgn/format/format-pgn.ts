import { type Cancellation, NEVER } from '../../../base/cancellation.ts';
import { firstLineEnding, type LineEnding } from '../../../base/text/lines.ts';
import type { TextBlock } from '../../../base/text/long-text-edits.ts';
import {
  applyEdits,
  changedSpan,
  editsTouching,
  type Range,
  type TextEdit,
  wholeLines,
} from '../../../base/text/range.ts';
import { FRAME } from '../../../games/chess/frame.ts';
import { type GameChunk, isGame, readChunk } from '../document.ts';
import { type GameMeaning, gameMeaning, hasSameWords, solidBefore } from '../game-meaning.ts';
import { startsGame } from '../lexer.ts';
import { type WholeGame, wholeGame } from '../replay.ts';
import { hasFirstName, isBehindBlankLine, ROSTER } from '../tag-syntax.ts';
import { readTags, type Tag } from '../tags.ts';
import { BYTE_ORDER_MARK, OPEN_COMMENT, TAG_CLOSE, TAG_OPEN, WHITESPACE } from '../tokens.ts';
import { buildTree, type GameTree, tokenEnd } from '../tree.ts';
import { doubtfulText } from './doubtful-moves.ts';
import { exportMovetext } from './export-movetext.ts';
import { type GameContext, gentleEdits, headerGap } from './spacing.ts';

export interface FormatOptions {
  /**
   * `gentle` keeps line breaks; `export` is the standard's export format (PGN standard 3.2 and 8): lines of at most 79
   * characters, tags in order, moves and numbers as the position has them, NAGs for suffixes.
   */
  readonly style: 'gentle' | 'export';
  /**
   * Formats only the lines that this range touches; in export style the tags and the moves, each as a whole. Default:
   * all.
   */
  readonly range?: Range;
  /** Set if the text is a part of a longer one, which starts at its start or at the game before those of the range. */
  readonly within?: TextPart;
  /** Returns the game that starts at an offset of the text if it was read before. */
  readonly chunkAt?: (offset: number) => GameChunk | undefined;
}

/** Properties of the whole text of which a part is formatted. */
export interface TextPart {
  /** Its `firstLineEnding`. */
  readonly lineEnd: LineEnding;
  /** True if it ends with the part; false if more text follows the games of the range. */
  readonly isEnd: boolean;
}

/**
 * Returns sorted edits that format a PGN, in offsets of `text`. The meaning of the games never changes (`gameMeaning`),
 * except for the order of tags in export style; neither do the words of a line, including its numbers, that is not
 * replayed or whose numbers contradict the moves (`doubtful-moves.ts`). A game with an unclosed construct or a
 * malformed tag is left unchanged, and so is one that would read differently.
 *
 * @param cancel ends the run early; the edits of the games so far are returned
 */
export function formatPgn(text: string, options: FormatOptions, cancel: Cancellation = NEVER): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const some of formatGames(text, options)) {
    for (const edit of some) edits.push(edit);
    if (cancel.cancelled) break;
  }
  return edits;
}

/** Formats game by game, so that long texts can be formatted in slices. */
export function formatGames(text: string, { style, within, ...which }: FormatOptions): Generator<readonly TextEdit[]> {
  const { lineEnd, isEnd } = within ?? { lineEnd: firstLineEnding(text), isEnd: true };
  const formatter = new GamesFormatter(style, lineEnd);
  return formatter.run({ text, from: 0, to: text.length, isLast: isEnd }, which);
}

/** Formats the games of a text, whole or in blocks that each start at a game. */
export class GamesFormatter {
  readonly #style: FormatOptions['style'];
  readonly #lineEnd: string;
  /** True if the edits of the previous game reach its end, where they put a line end. */
  #isEditedToEnd = true;
  #wasFormatted = false;

  /** @param lineEnd first line ending of the whole text */
  constructor(style: FormatOptions['style'], lineEnd: string) {
    this.#style = style;
    this.#lineEnd = lineEnd;
  }

  *run(
    { text, from, to, isLast }: TextBlock,
    { range: touched, chunkAt }: Pick<FormatOptions, 'range' | 'chunkAt'> = {},
  ): Generator<readonly TextEdit[]> {
    const range = touched && wholeLines(text, touched);
    for (let at = from; at < to; ) {
      const chunk = chunkAt?.(at) ?? readChunk(text, at);
      const end = at + chunk.length;
      if (range !== undefined && at > range.end) return;
      const isEnd = isLast && end === to;
      if (isGame(chunk) && (range === undefined || end > range.start || isEnd)) {
        const isGlued = !this.#isEditedToEnd && !/\s/.test(text.charAt(at - 1));
        // a game that was formatted ends with a blank line
        const isNamed = !this.#wasFormatted && at > 0 && isNamedGame(text, at);
        const place = { isFirst: at === 0, isLast: isEnd, isGlued, isNamed, lineEnd: this.#lineEnd };
        const edits = formatGame(text, chunk, at, this.#style, { ...place, range });
        this.#isEditedToEnd = edits.at(-1)?.range.end === end;
        this.#wasFormatted = edits.length > 0;
        yield edits;
      } else {
        this.#isEditedToEnd = false;
        this.#wasFormatted = false;
        yield [];
      }
      at = end;
    }
  }
}

/** Returns true if only the name of the tag at `at` makes a game begin there. */
const isNamedGame = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x5b && hasFirstName(text, at) && !isBehindBlankLine(text, at);

let frames: Int32Array | undefined;
/** Maximum number of frame words kept from one game to the next. */
const MAX_KEPT = 4096 * FRAME;

/** Returns a game, replayed on frames that the next call reuses. */
function read(text: string, chunk: GameChunk, offset: number): WholeGame {
  const game = wholeGame(text, chunk, offset, frames);
  if (game.replay.frames.length <= MAX_KEPT) frames = game.replay.frames;
  return game;
}

function formatGame(
  text: string,
  chunk: GameChunk,
  offset: number,
  style: FormatOptions['style'],
  { range, ...place }: GameContext & { readonly range: Range | undefined },
): readonly TextEdit[] {
  const tree = buildTree(chunk, offset);
  if (!isWhole(readTags(text, tree), tree, place)) return [];
  // spaces can be put in order without a board
  const game = style === 'gentle' ? undefined : read(text, chunk, offset);
  const edits = editsTouching(game === undefined ? gentleEdits(text, tree, place) : exportEdits(game, place), range);
  if (edits.length === 0) return edits;
  const local = edits.map(({ range, newText }) => ({
    range: { start: range.start - offset, end: range.end - offset },
    newText,
  }));
  const formatted = applyEdits(text.slice(offset, offset + chunk.length), local);
  const again = readChunk(formatted, 0);
  // guards against hostile texts: an edit that changes the reading is not offered
  const first = tokenEnd(chunk, 0);
  const isKept =
    (!place.isGlued || formatted.startsWith(text.slice(offset, offset + first))) &&
    (!place.isNamed || (again.kinds[0] === TAG_OPEN && hasFirstName(formatted, 0)));
  const isApart = isKept && (place.isFirst || startsAlone(formatted, again));
  if (!isApart || again.length !== formatted.length) return [];
  if (hasSameWords(text, chunk, offset, { text: formatted, chunk: again })) return edits;
  return hasSameMeaning(game ?? read(text, chunk, offset), formatted, again, style) ? edits : [];
}

/** Returns true if a game has the same meaning and the same doubtful moves after formatting. */
function hasSameMeaning(game: WholeGame, formatted: string, again: GameChunk, style: FormatOptions['style']): boolean {
  const meaning = gameMeaning(game);
  const doubtful = doubtfulText(game.text, game.replay);
  // Reuses the frames of the previous game.
  const now = read(formatted, again, 0);
  return isSame(meaning, gameMeaning(now), style) && isEqual(doubtful, doubtfulText(formatted, now.replay));
}

/** Returns true if a chunk is read as a separate game after another. */
const startsAlone = (text: string, chunk: GameChunk): boolean =>
  chunk.kinds[0] === TAG_OPEN || startsGame(text, 0, tokenEnd(chunk, 0), chunk.kinds[0]!);

/** Returns true if nothing is left open, so that the structure is certain. */
function isWhole(tags: readonly Tag[], tree: GameTree, { isFirst }: GameContext): boolean {
  const { kinds } = tree.chunk;
  return (
    tree.unclosed.length === 0 &&
    tree.strayParens.length === 0 &&
    tree.tooDeep < 0 &&
    !kinds.includes(OPEN_COMMENT) &&
    // a byte order mark elsewhere means that files were joined there
    kinds.lastIndexOf(BYTE_ORDER_MARK) < (isFirst ? 1 : 0) &&
    tags.every(({ form }) => form === 'good')
  );
}

function exportEdits(game: WholeGame, place: GameContext): TextEdit[] {
  const { tree } = game.replay;
  const { chunk, offset } = tree;
  const { lineEnd } = place;
  const lastTagEnd = chunk.kinds.lastIndexOf(TAG_CLOSE);
  const hasMark = chunk.kinds[0] === BYTE_ORDER_MARK && lastTagEnd < 0;
  const header = exportHeader(game, lineEnd);
  const movetext = exportMovetext(game, hasMark ? 1 : lastTagEnd + 1, lineEnd);
  const mark = hasMark ? game.text.slice(offset, offset + chunk.starts[1]!) : '';
  const between = header !== '' && movetext !== '' ? lineEnd + lineEnd : '';
  // A selection in the tags leaves the moves unchanged.
  const middle = header === '' ? offset : offset + tokenEnd(chunk, lastTagEnd);
  return [
    changedSpan(game.text, offset, middle, header),
    changedSpan(game.text, middle, offset + chunk.length, mark + between + movetext + lineEnd + lineEnd),
  ].filter((edit) => edit !== undefined);
}

/** Returns true if two games have the same meaning; export style may change the order of tags. */
function isSame(a: GameMeaning, b: GameMeaning, style: FormatOptions['style']): boolean {
  const order = (tags: GameMeaning['tags']) =>
    style === 'gentle'
      ? tags
      : inExportOrder(tags.map(([name, value]) => ({ name, value }))).map((t) => [t.name, t.value]);
  return (
    isEqual(order(a.tags).flat(), order(b.tags).flat()) &&
    isEqual(a.header, b.header) &&
    isEqual(a.movetext, b.movetext)
  );
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);

const ORDER: readonly string[] = ROSTER;

const rank = (name: string): number => {
  const at = ORDER.indexOf(name);
  return at < 0 ? ROSTER.length : at;
};

/**
 * Returns tags in the order of export format: the roster, then the others by name in ASCII; those of one name in their
 * order.
 */
export const inExportOrder = <T extends { readonly name: string }>(tags: readonly T[]): T[] =>
  [...tags].sort((a, b) => rank(a.name) - rank(b.name) || (rank(a.name) < ROSTER.length ? 0 : compare(a.name, b.name)));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const printTag = ({ name, value }: Tag): string => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]`;

/**
 * Returns the part of a game up to its last tag, without a final line end. Tags are reordered only where nothing else
 * is between them: a comment there refers to its neighbors.
 */
function exportHeader({ text, tags, replay: { tree } }: WholeGame, lineEnd: string): string {
  const { chunk, offset } = tree;
  const { kinds, starts } = chunk;
  const last = kinds.lastIndexOf(TAG_CLOSE);
  const firstTag = kinds.indexOf(TAG_OPEN);
  let mixed = false;
  for (let t = firstTag; t <= last; t++)
    mixed ||= kinds[t] !== WHITESPACE && (kinds[t]! < TAG_OPEN || kinds[t]! > TAG_CLOSE);
  const ordered = mixed ? tags : inExportOrder(tags);
  const parts: string[] = [];
  let pair = 0;
  for (let t = 0; t <= last; t++) {
    if (kinds[t] === WHITESPACE) continue;
    const before = solidBefore(kinds, t);
    if (before >= 0 && kinds[before] !== BYTE_ORDER_MARK) {
      const written = text.slice(offset + tokenEnd(chunk, before), offset + starts[t]!);
      parts.push(headerGap({ before: kinds[before]!, after: kinds[t]!, written }, lineEnd));
    }
    if (kinds[t] === TAG_OPEN) {
      parts.push(printTag(ordered[pair++]!));
      while (kinds[t] !== TAG_CLOSE) t++;
    } else parts.push(text.slice(offset + starts[t]!, offset + tokenEnd(chunk, t)));
  }
  return parts.join('');
}
