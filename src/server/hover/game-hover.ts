import type { Range } from '../../core/base/text/range.ts';
import { readDrawings } from '../../core/board/drawings.ts';
import { situation } from '../../core/games/chess/situation.ts';
import { ecoName, openingOf, openingOfGame } from '../../core/notation/openings/openings.ts';
import { isGlyphToken, moveOfGlyph, notesOf } from '../../core/notation/pgn/authoring/notes.ts';
import { glyphText, notesText } from '../../core/notation/pgn/authoring/notes-text.ts';
import { tokenAt, tokenText } from '../../core/notation/pgn/token-at.ts';
import { tokenRange } from '../../core/notation/pgn/tree.ts';
import type { GameView } from '../games/game-view.ts';
import { type HoverLink, type HoverStyle, textHover } from './hover-layout.ts';
import { positionHover } from './hover-text.ts';

/** A hover in a game, in offsets of its text. */
export interface GameHover {
  readonly value: string;
  readonly range: Range;
}

/**
 * The hover at an offset of a game: at a move, its glyphs or its comment the position; at an ECO tag the opening.
 *
 * @param links where a position leads
 */
export function gameHover(
  view: GameView,
  offset: number,
  style: HoverStyle,
  links: readonly HoverLink[] = [],
): GameHover | undefined {
  const { text, replay } = view;
  const { tree } = replay;
  const token = tokenAt(tree, offset);
  if (isGlyphToken(tree, token)) {
    const range = tokenRange(tree, token);
    const move = moveOfGlyph(tree, token);
    const shown = move < 0 ? undefined : movePosition(view, move, style, links);
    return { value: shown ?? textHover(glyphText(tokenText(text, tree, token)), style), range };
  }
  const eco = view.tags.find(
    ({ name, range }) => name.toUpperCase() === 'ECO' && range.start <= offset && offset < range.end,
  );
  if (eco !== undefined) {
    const value = ecoText(view, eco.value);
    return value === undefined ? undefined : { value: textHover(value, style), range: eco.range };
  }
  const found = view.moveAt(offset);
  if (found === undefined) return undefined;
  const value = movePosition(view, found.move, style, links);
  return value === undefined ? undefined : { value, range: found.range };
}

function movePosition(
  view: GameView,
  index: number,
  style: HoverStyle,
  links: readonly HoverLink[],
): string | undefined {
  const position = view.position(index);
  if (position === undefined) return undefined;
  const { move, ply, fen, lastMove, state } = position;
  const notes = notesOf(view.text, view.replay.tree, index);
  const opening = openingOf(view.replay, index);
  return positionHover(
    {
      title: move === undefined ? 'Start position' : `${move} (ply ${ply})`,
      fen,
      lastMove,
      situation: situation(state),
      notes: notesText(notes),
      drawings: readDrawings([...notes.squares, ...notes.arrows]),
      opening: opening === undefined ? '' : `${opening.eco} ${opening.name}`,
      links,
    },
    style,
  );
}

/** `B12: Caro-Kann Defense`, and what the moves of the game say when that is another code. */
function ecoText({ replay }: GameView, value: string): string | undefined {
  const code = value.slice(0, 3).toUpperCase();
  const named = ecoName(code);
  const played = openingOfGame(replay);
  const byMoves = played === undefined ? '' : `by its moves ${played.eco} ${played.name}`;
  if (named === undefined) return byMoves === '' ? undefined : byMoves;
  return `${code}: ${named}${byMoves === '' ? '' : `; ${byMoves}`}`;
}
