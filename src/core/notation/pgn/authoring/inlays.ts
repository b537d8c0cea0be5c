import type { Range } from '../../../base/text/range.ts';
import type { Inlay } from '../../authoring.ts';
import { openingOfGame } from '../../openings/openings.ts';
import { nagMeaning, nagOf } from '../nags.ts';
import { fenAfter, PLAYED, type WholeGame } from '../replay.ts';
import { tokenAt, tokenText } from '../token-at.ts';
import { NAG } from '../tokens.ts';
import { tokenEnd } from '../tree.ts';

/** The notes that are shown. */
export interface InlaySettings {
  /** The note shown after each move. */
  readonly inlayPosition: 'off' | 'ply' | 'fen';
  /** The name of the opening after the last main line move that it covers. */
  readonly inlayOpening: boolean;
  /** The sign of a `$` number, shown after it. */
  readonly inlayGlyphs: boolean;
}

/** The notes of a game in a range of its text, in text order. */
export function pgnInlays({ text, replay }: WholeGame, { start, end }: Range, settings: InlaySettings): Inlay[] {
  const { tree, status } = replay;
  const { chunk } = tree;
  const found: Inlay[] = [];
  const opening = settings.inlayOpening ? openingOfGame(replay) : undefined;
  let move = 0;
  for (let t = Math.max(0, tokenAt(tree, start)); t < chunk.kinds.length && chunk.starts[t]! < end; t++) {
    const offset = tokenEnd(chunk, t);
    if (settings.inlayGlyphs && chunk.kinds[t] === NAG) {
      const meaning = nagMeaning(nagOf(tokenText(text, tree, t)) ?? -1);
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
