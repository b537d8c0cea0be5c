import type { Completion } from '../../language.ts';
import { NAGS, nagMeaning, readNag, SUFFIXES } from '../nags.ts';
import { stateAfter, type WholeGame } from '../replay.ts';
import {
  COMMENT,
  ESCAPE,
  LINE_COMMENT,
  MOVE,
  MOVE_NUMBER,
  NAG,
  OPEN_COMMENT,
  RESULT,
  STRAY,
  SUFFIX,
} from '../tokens.ts';
import { MAX_DEPTH, tokenEnd } from '../tree.ts';
import { tokenAt, tokenText } from '../tree-lookup.ts';
import { type CursorWord, completeMoves, completeResults, type MovetextPlace, placeBefore } from './complete-moves.ts';
import { completeNewTags, completeTag, type KnownValues } from './complete-tags.ts';

/**
 * Returns completions at an offset of a game, best first: legal moves of the position before the cursor in its line,
 * ignoring the word under the cursor; tags and their values; results; NAGs after `$`; commands after `[%` in comments.
 *
 * @param known values that other games of the file have for a tag
 */
export function completePgn(game: WholeGame, offset: number, known: KnownValues = () => []): Completion[] {
  const { text, tags, replay } = game;
  const { tree } = replay;
  const { chunk } = tree;
  const token = tokenAt(tree, offset - 1);
  const kind = token < 0 ? -1 : chunk.kinds[token];
  if (kind === ESCAPE) return [];
  const inComment =
    kind === LINE_COMMENT || kind === OPEN_COMMENT || (kind === COMMENT && offset < tokenEnd(chunk, token));
  if (inComment) return completeCommands(text, offset);
  if (kind === NAG || kind === SUFFIX) {
    const start = chunk.starts[token]!;
    const complete = kind === NAG ? completeNags : completeSuffixes;
    return complete(start, tokenEnd(chunk, token), text.slice(start, offset));
  }
  const isWord = isWordAt(game, token, offset);
  const place = placeBefore(tree, isWord ? token : token + 1);
  // a new game begins after the result and has no tags yet
  const has = place.ended || place.inMovetext ? [] : tags;
  const inTag = completeTag(game, offset, has, known);
  if (inTag !== undefined) return inTag;
  if (kind === STRAY && !isWord) return [];
  const word: CursorWord = isWord
    ? { start: chunk.starts[token]!, end: tokenEnd(chunk, token), typed: text.slice(chunk.starts[token], offset) }
    : { start: offset, end: offset, typed: '' };
  if (place.ended) return completeNewTags(text, offset, has);
  const movetext = [...movesAt(game, place, word), ...resultsAt(game, place, word, token + 1)];
  if (place.inMovetext) return movetext;
  const newTags = completeNewTags(text, offset, has);
  const behindBlankLine = /\n[ \t]*\r?\n[ \t]*\w*$/.test(text.slice(Math.max(0, offset - 300), offset));
  return behindBlankLine && tags.length > 0 ? [...movetext, ...newTags] : [...newTags, ...movetext];
}

function movesAt(game: WholeGame, place: MovetextPlace, word: CursorWord): Completion[] {
  const state = place.depth > MAX_DEPTH ? undefined : stateAfter(game.replay, place.last);
  return state === undefined ? [] : completeMoves(game, state, place, word);
}

/** Returns the results if no move or result follows. */
function resultsAt(game: WholeGame, place: MovetextPlace, word: CursorWord, next: number): Completion[] {
  const { replay } = game;
  if (place.depth > 0 || (!place.inMovetext && word.typed === '')) return [];
  const { kinds } = replay.tree.chunk;
  for (let t = next; t < kinds.length; t++) if (kinds[t] === MOVE || kinds[t] === RESULT) return [];
  return completeResults(game, stateAfter(replay, place.last), word);
}

/** Returns true if the token before the cursor is the beginning of a move, number or result. */
function isWordAt({ text, replay: { tree } }: WholeGame, token: number, offset: number): boolean {
  if (token < 0) return false;
  switch (tree.chunk.kinds[token]) {
    case MOVE:
      return true;
    case STRAY:
      return /^[\w+#=/-]+$/.test(text.slice(tree.chunk.starts[token], offset));
    case MOVE_NUMBER:
      return /^\d+$/.test(tokenText(text, tree, token));
    case RESULT:
      return tokenText(text, tree, token) === '1/2';
    default:
      return false;
  }
}

/** Name, snippet of its value, description. */
const COMMANDS: readonly (readonly [name: string, value: string, detail: string])[] = [
  ['clk', '${1:0:05:00}', 'time left on the clock'],
  ['emt', '${1:0:00:05}', 'time spent on the move'],
  ['eval', '${1:0.25}', 'evaluation in pawns, or #3 for a mate'],
  ['csl', '${1:Ge4}', 'colored squares: G, R, Y or B and a square'],
  ['cal', '${1:Ge2e4}', 'colored arrows: G, R, Y or B and two squares'],
  ['pfen', '${1:model} ${2:?}', 'a predicted position: label and FEN'],
];

/** Returns commands inside a comment, if `[`, `[%` or the beginning of a name precedes the cursor. */
function completeCommands(text: string, offset: number): Completion[] {
  const typed = /\[(?:%[a-z]*)?$/.exec(text.slice(Math.max(0, offset - 8), offset))?.[0];
  if (typed === undefined) return [];
  // Editors close brackets automatically.
  const end = text.charAt(offset) === ']' ? offset + 1 : offset;
  return COMMANDS.filter(([name]) => `[%${name}`.startsWith(typed)).map(([name, value, detail]) => ({
    label: `[%${name}`,
    kind: 'command',
    range: { start: offset - typed.length, end },
    text: `[%${name} ${value}]`,
    isSnippet: true,
    detail,
  }));
}

/** Returns Numeric Annotation Glyphs, after `$` and optional digits. */
function completeNags(start: number, end: number, typed: string): Completion[] {
  return NAGS.filter((nag) => `$${nag}`.startsWith(typed)).map((nag) => {
    const { glyph = '', meaning = '' } = nagMeaning(nag) ?? {};
    const detail = glyph === '' ? meaning : `${glyph} ${meaning}`;
    return { label: `$${nag}`, kind: 'glyph', range: { start, end }, text: `$${nag}`, detail };
  });
}

/** Returns the suffixes of a move, if one is started. */
function completeSuffixes(start: number, end: number, typed: string): Completion[] {
  return SUFFIXES.filter((suffix) => suffix.startsWith(typed)).map((suffix) => ({
    label: suffix,
    kind: 'glyph',
    range: { start, end },
    text: suffix,
    detail: nagMeaning(readNag(suffix) ?? 0)?.meaning ?? '',
  }));
}
