import type { Range } from '../../../base/text/range.ts';
import type { Inlay } from '../../language.ts';
import { gameOpening } from '../../openings/openings.ts';
import { commandsIn } from '../comment-commands.ts';
import { nagMeaning, readNag } from '../nags.ts';
import { fenAfter, PLAYED, type WholeGame } from '../replay.ts';
import { CLOSE_PAREN, GLYPH, MOVE, MOVE_NUMBER, NAG, NULL_MOVE, OPEN_PAREN, RESULT, SUFFIX } from '../tokens.ts';
import { type GameTree, tokenEnd, tokenRange } from '../tree.ts';
import { tokenAt, tokenText } from '../tree-lookup.ts';

/** The annotations of a move. */
interface MoveNotes {
  /** Suffixes, NAGs and signs as written, in order. */
  readonly glyphs: readonly string[];
  /** Values of the last `[%eval]` and `[%clk]` in its comments. */
  readonly evaluation: string | undefined;
  readonly clock: string | undefined;
  /** Values of all `[%csl]` and `[%cal]` in its comments. */
  readonly squares: readonly string[];
  readonly arrows: readonly string[];
}

const isGlyph = (kind: number): boolean => kind === SUFFIX || kind === NAG || kind === GLYPH;
const endsNotes = (kind: number): boolean =>
  kind === MOVE ||
  kind === NULL_MOVE ||
  kind === MOVE_NUMBER ||
  kind === OPEN_PAREN ||
  kind === CLOSE_PAREN ||
  kind === RESULT;

/** Returns the notes of a move (-1: the start position, which has no glyphs). `text` is that of the game. */
export function moveNotes(text: string, tree: GameTree, move: number): MoveNotes {
  const { kinds } = tree.chunk;
  const glyphs: string[] = [];
  for (let t = move < 0 ? kinds.length : tree.moveToken[move]! + 1; t < kinds.length && !endsNotes(kinds[t]!); t++) {
    if (isGlyph(kinds[t]!)) glyphs.push(tokenText(text, tree, t));
  }
  const values = (name: string): string[] => {
    const found: string[] = [];
    tree.commentToken.forEach((token, i) => {
      if (tree.commentMove[i] !== move) return;
      const { start, end } = tokenRange(tree, token);
      for (const { closed, valueStart, valueEnd } of commandsIn(text, name, start, end)) {
        if (closed) found.push(text.slice(valueStart, valueEnd).trim());
      }
    });
    return found;
  };
  return {
    glyphs,
    evaluation: values('eval').pop(),
    clock: values('clk').pop(),
    squares: values('csl'),
    arrows: values('cal'),
  };
}

/** Returns the move that a glyph token annotates, -1 if it follows none. */
export function glyphMove(tree: GameTree, token: number): number {
  const { kinds } = tree.chunk;
  if (!isGlyph(kinds[token]!)) return -1;
  let t = token - 1;
  while (t >= 0 && !endsNotes(kinds[t]!)) t--;
  return t < 0 ? -1 : tree.moveToken.indexOf(t);
}

/** Returns true if a token annotates a move: a suffix, a NAG or a sign. */
export const isGlyphToken = (tree: GameTree, token: number): boolean => token >= 0 && isGlyph(tree.chunk.kinds[token]!);

/** Maximum number of glyphs of a move that are spelled out. */
const MAX = 4;

/** Returns a glyph and its meaning: `!? speculative move`, `$14 ⩲ White has a slight advantage`. */
export function glyphText(written: string): string {
  const nag = readNag(written);
  const known = nag === undefined ? undefined : nagMeaning(nag);
  if (known === undefined) return `${written} has no meaning in the standard`;
  const { glyph, meaning } = known;
  return [written, ...(glyph === '' || glyph === written ? [] : [glyph]), meaning].join(' ');
}

/**
 * Returns the notes of a move in one line: `!? speculative move · eval 0.25 · clock 0:05:00`; empty if there are none.
 */
export function notesText({ glyphs, evaluation, clock }: MoveNotes): string {
  return [
    ...glyphs.slice(0, MAX).map(glyphText),
    ...(evaluation === undefined ? [] : [`eval ${evaluation.slice(0, 20)}`]),
    ...(clock === undefined ? [] : [`clock ${clock.slice(0, 20)}`]),
  ].join(' · ');
}

/** The notes that are shown. */
export interface InlaySettings {
  /** The note shown after each move. */
  readonly inlayPosition: 'off' | 'ply' | 'fen';
  /** The name of the opening after the last main line move that it covers. */
  readonly inlayOpening: boolean;
  /** The sign of a `$` number, shown after it. */
  readonly inlayGlyphs: boolean;
}

/** Returns the notes of a game in a range of its text, in text order. */
export function pgnInlays({ text, replay }: WholeGame, { start, end }: Range, settings: InlaySettings): Inlay[] {
  const { tree, status } = replay;
  const { chunk } = tree;
  const found: Inlay[] = [];
  const opening = settings.inlayOpening ? gameOpening(replay) : undefined;
  let move = 0;
  for (let t = Math.max(0, tokenAt(tree, start)); t < chunk.kinds.length && chunk.starts[t]! < end; t++) {
    const offset = tokenEnd(chunk, t);
    if (settings.inlayGlyphs && chunk.kinds[t] === NAG) {
      const meaning = nagMeaning(readNag(tokenText(text, tree, t)) ?? -1);
      if (meaning !== undefined && meaning.glyph !== '')
        found.push({ offset, label: meaning.glyph, tooltip: meaning.meaning });
    }
    while (move < tree.moveToken.length && tree.moveToken[move]! < t) move++;
    if (tree.moveToken[move] !== t || status[move] !== PLAYED) continue;
    if (settings.inlayPosition === 'ply')
      found.push({ offset, label: `ply ${tree.movePly[move]}`, tooltip: fenAfter(replay, move) ?? '' });
    else if (settings.inlayPosition === 'fen') found.push({ offset, label: fenAfter(replay, move) ?? '' });
    if (opening?.move === move) found.push({ offset, label: `${opening.eco} ${opening.name}` });
  }
  return found;
}
