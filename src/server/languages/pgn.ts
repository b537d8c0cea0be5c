import type { DocumentLink, DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { readDrawings } from '../../core/board/drawings.ts';
import { describeTurn } from '../../core/games/chess/chess.ts';
import { squareName } from '../../core/games/chess/moves.ts';
import { printChess } from '../../core/games/chess/state.ts';
import { LineHistory } from '../../core/metrics/placement.ts';
import { ecoName, gameOpening, openingAfterMove } from '../../core/notation/openings/openings.ts';
import { completePgn } from '../../core/notation/pgn/authoring/complete-pgn.ts';
import { knownValues } from '../../core/notation/pgn/authoring/complete-tags.ts';
import {
  glyphMove,
  glyphText,
  isGlyphToken,
  moveNotes,
  notesText,
  pgnInlays,
} from '../../core/notation/pgn/authoring/move-notes.ts';
import {
  alternativeMoves,
  continuation,
  type GameLocation,
  locateInGame,
  positionDetails,
} from '../../core/notation/pgn/board-position.ts';
import { finalUrl, resultRange, startLink } from '../../core/notation/pgn/outline/analysis-links.ts';
import { type Fold, gameFold, partFolds, selectionsAt } from '../../core/notation/pgn/outline/folding-and-selection.ts';
import { type GameSymbol, gameSymbol } from '../../core/notation/pgn/outline/symbols.ts';
import { tokenSpans } from '../../core/notation/pgn/outline/token-spans.ts';
import { FAILED, failureReason, PLAYED, readGame, stateAfter } from '../../core/notation/pgn/replay.ts';
import { tokenRange } from '../../core/notation/pgn/tree.ts';
import { lineTo, moveOffset, tokenAt, tokenText } from '../../core/notation/pgn/tree-lookup.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import { positionInGame } from '../comparison/compared-position.ts';
import type { ServerDocument } from '../documents/document.ts';
import { boardInGame, stepPlaces } from '../games/board-at.ts';
import type { GameView, SectionGame, Views } from '../games/game-view.ts';
import { type HoverLink, type HoverStyle, linkTo, textHover } from '../hover/hover-layout.ts';
import { positionHover } from '../hover/hover-text.ts';
import {
  documentPredictions,
  type LineDraft,
  type LinePrediction,
  labelAt,
  type Place,
  sectionKey,
} from '../state/located.ts';
import type { ServerPart } from './part.ts';
import { DETAILED, headTags, linkAt, readGames, visibleRange } from './section-texts.ts';
import { MOVES, pushSpan, sectionsIn } from './tokens.ts';

/** Returns a location in a game: the line through it, and the content of a board there. */
function gameLocation(document: ServerDocument, game: SectionGame, offset: number): Place {
  const { view, placed } = game;
  const { replay, text, next } = view;
  const { tree } = replay;
  const own = offset - placed.offset;
  const place = locateInGame(replay, own);
  const { move } = place;
  const state = stateAfter(replay, move);
  if (state === undefined) return { reason: 'the start position of this game cannot be read' };
  const at = (offset: number) => document.buffer.positionAt(placed.offset + offset);
  const { steps, ...facts } = positionDetails(text, replay, place, state, next);
  const leaf =
    continuation(move, next)
      .filter((m) => replay.status[m] === PLAYED)
      .at(-1) ?? move;
  return {
    key: `${sectionKey(document, placed)} ${leaf}`,
    draft: () => draftOf(document, game, leaf),
    here: {
      at: move < 0 ? 0 : (tree.movePly[move] ?? 0),
      place: {
        game: placed.game,
        ply: move < 0 ? 0 : (tree.movePly[move] ?? 0),
        path: move < 0 ? [] : view.paths.pathOf(tree.moveNode[move] ?? 0),
      },
      label: labelAt(placed.section, own),
      board: { ...facts, steps: stepPlaces(steps, at) },
      instead: alternativeMoves(text, replay, move, next).map(({ number, san, range }) => ({
        name: `${number}${san}`,
        cursor: at(range.end),
      })),
    },
    reason: place.stuck < 0 ? null : stuckReason(view, place),
  };
}

/** Formats the reason, such as `7.Nf9 is illegal: there is no square f9`. */
function stuckReason(view: GameView, { move, stuck }: GameLocation): string {
  const { replay, text } = view;
  const [number = '', turn] = [replay.tree.movePly[stuck] ?? 0].flatMap(() => {
    const state = stateAfter(replay, move);
    const fields = state === undefined ? [] : printChess(state).split(' ');
    return [fields[5] ?? '', fields[1] ?? ''];
  });
  const name = `${number}${turn === 'b' ? '...' : '.'}${view.san(stuck)}`;
  if (replay.status[stuck] !== FAILED) return `${name} cannot be played: a move before it cannot be read`;
  const { kind, message } = failureReason(text, replay, stuck);
  return `${name} is ${kind === 'ambiguous' ? 'ambiguous' : 'illegal'}: ${message}`;
}

function draftOf(document: ServerDocument, { view, placed }: SectionGame, leaf: number): LineDraft {
  const { tree } = view.replay;
  const moves = [-1, ...lineTo(tree, leaf)];
  const line = new LineHistory(
    moves.map((m, ply) => {
      const state = stateAfter(view.replay, m);
      return { ply, fen: state === undefined ? '' : printChess(state), ...(m >= 0 && { san: view.san(m) }) };
    }),
  );
  const indexOf = new Map(moves.map((m, i) => [m < 0 ? START : placeKey(tree.moveNode[m] ?? 0, i), i]));
  const predictions = documentPredictions(placed).flatMap((item): LinePrediction[] => {
    const { ply, path, trueFen, label } = item.prediction;
    const at = indexOf.get(ply === 0 && path.length === 0 ? START : placeKey(view.paths.nodeAt(path), ply));
    if (at === undefined || trueFen === null) return [];
    return [{ at, row: withoutSample(label), placed: item, trueFen, line: () => line.upTo(at) }];
  });
  const { year } = view;
  const title = view.players ?? view.event ?? `Game ${placed.game + 1}`;
  return {
    title: year === undefined ? title : `${title}, ${year}`,
    variant: view.variant,
    labels: 'models',
    kind: 'game',
    steps: line.plies.map(({ fen }, i) => {
      const name = i === 0 ? 'start' : (line.moveAfter(i - 1) ?? `ply ${i}`);
      const played = view.replay.moves[moves[i] ?? -1] ?? -1;
      return {
        ply: i,
        name,
        fen,
        lastMove: played < 0 ? null : [squareName(played & 63), squareName((played >>> 6) & 63)],
      };
    }),
    cursors: moves.map((m) => document.buffer.positionAt(placed.offset + moveOffset(tree, m))),
    accepts: true,
    predicts: true,
    predictions,
  };
}

const START = 'start';
const placeKey = (node: number, ply: number): string => `${node} ${ply}`;

function* folds(document: ServerDocument): Generator<Fold> {
  const detailed = document.length <= DETAILED;
  for (const { placed, chunk } of readGames(document)) {
    yield gameFold(chunk, placed.offset);
    if (detailed) yield* partFolds(chunk, placed.offset);
  }
}

/** Symbol kinds of the protocol: class, property, array, function. */
const KINDS: Readonly<Record<GameSymbol['kind'], SymbolKind>> = { game: 5, tags: 7, movetext: 18, variation: 12 };

function* symbols(document: ServerDocument): Generator<DocumentSymbol> {
  const detailed = document.length <= DETAILED;
  for (const { placed, chunk } of readGames(document)) {
    const symbol = gameSymbol(document.sectionText(placed), chunk, 0, placed.game + 1, detailed);
    yield toSymbol(document, placed.offset, symbol);
  }
}

/** Symbols nest no deeper than the outline lists them. */
const toSymbol = (document: ServerDocument, by: number, symbol: GameSymbol): DocumentSymbol => ({
  name: symbol.name,
  ...(symbol.detail !== '' && { detail: symbol.detail }),
  kind: KINDS[symbol.kind],
  range: document.rangeAt(symbol.range, by),
  selectionRange: document.rangeAt(symbol.nameRange, by),
  ...(symbol.children.length > 0 && { children: symbol.children.map((child) => toSymbol(document, by, child)) }),
});

/** Yields links; in a large file those of visible games, or of the first ones if the client does not state the ranges. */
function* links(document: ServerDocument, views: Views): Generator<DocumentLink> {
  const span = visibleRange(document);
  for (const { placed } of readGames(document)) {
    if (placed.offset > span.end) break;
    if (placed.offset + placed.section.length < span.start) continue;
    const replay = views.game(document, placed)?.view.replay;
    if (replay === undefined) continue;
    const start = startLink(replay);
    if (start !== undefined) yield linkAt(document, start.range, placed.offset, start.url);
    const range = resultRange(replay);
    const url = range === undefined ? undefined : finalUrl(replay);
    if (range !== undefined && url !== undefined) yield linkAt(document, range, placed.offset, url);
  }
}

const NO_GAME = 'there is no game here';

/** Games of a PGN, which stay replayed between requests. */
export const PGN_PART: ServerPart = {
  folds,
  symbols,
  *heads(document) {
    for (const game of readGames(document)) yield headTags(document, game);
  },
  // completion needs only the game itself, however large the file is
  complete(document, offset, { views }) {
    const game = views.gameAt(document, offset);
    const base = game?.placed.offset ?? 0;
    const own = { start: base, end: base + (game?.placed.section.length ?? 0) };
    const found = completePgn(game?.view ?? readGame(''), offset - base, knownValues(document.buffer, own));
    return found.map((item) => ({ ...item, range: shiftRange(item.range, base) }));
  },
  inlays(document, placed, range, context) {
    const settings = context.settings();
    if (settings.inlayPosition === 'off' && !settings.inlayOpening && !settings.inlayGlyphs) return [];
    const game = context.views.game(document, placed);
    return game === undefined ? [] : pgnInlays(game.view, range, settings);
  },
  links,
  tokens: {
    most: DETAILED,
    add(builder, document, span, { views, client }) {
      for (const section of sectionsIn(document, span)) {
        const game = views.game(document, section);
        if (game === undefined) continue;
        const { view, placed } = game;
        for (const { start, end, kind, isVariation } of tokenSpans(view.text, view.replay)) {
          if (placed.offset + end <= span.start || placed.offset + start >= span.end) continue;
          if (client.hasGrammar && !MOVES.has(kind)) continue;
          for (const piece of linesOf(view.text, start, end))
            pushSpan(builder, document, shiftRange(piece, placed.offset), kind, isVariation);
        }
      }
    },
  },
  selections(document, offset, views) {
    const game = views.gameAt(document, offset);
    if (game === undefined) return [];
    const { view, placed } = game;
    return selectionsAt(view.text, view.replay.tree, offset - placed.offset).map((entry) =>
      shiftRange(entry, placed.offset),
    );
  },
  hover(document, placed, offset, { views, style, hover }) {
    const view = views.game(document, placed)?.view;
    const found = view && gameHover(view, offset - placed.offset, style, [linkTo(document, offset)]);
    return found === undefined ? null : hover(found.value, document.rangeAt(found.range, placed.offset));
  },
  board: boardInGame,
  hasLocalBoard: true,
  place(document, offset, views) {
    const game = views.gameAt(document, offset);
    return game === undefined ? { reason: NO_GAME } : gameLocation(document, game, offset);
  },
  noState: NO_GAME,
  position(document, section, { ply, path }, _, views) {
    const game = views.game(document, section);
    return game && positionInGame(document, game, ply, path);
  },
};

/** Splits a range into lines: a token stays on one line in the protocol. */
function linesOf(text: string, start: number, end: number): Range[] {
  const pieces: Range[] = [];
  let from = start;
  for (let i = start; i <= end; i++) {
    const c = text.charCodeAt(i);
    if (i < end && c !== 0x0a && c !== 0x0d) continue;
    if (i > from) pieces.push({ start: from, end: i });
    from = i + 1;
  }
  return pieces;
}

/** A hover in a game, in offsets of its text. */
interface GameHover {
  readonly value: string;
  readonly range: Range;
}

/**
 * Returns the hover at an offset of a game: the position at a move, its glyphs or its comment; the opening at an ECO
 * tag.
 *
 * @param links links of a position
 */
function gameHover(
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
    const move = glyphMove(tree, token);
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
  const notes = moveNotes(view.text, view.replay.tree, index);
  const opening = openingAfterMove(view.replay, index);
  return positionHover(
    {
      title: move === undefined ? 'Start position' : `${move} (ply ${ply})`,
      fen,
      lastMove,
      situation: describeTurn(state),
      notes: notesText(notes),
      drawings: readDrawings([...notes.squares, ...notes.arrows]),
      opening: opening === undefined ? '' : `${opening.eco} ${opening.name}`,
      links,
    },
    style,
  );
}

/** Returns `B12: Caro-Kann Defense`, and the code of the game's moves if it differs. */
function ecoText({ replay }: GameView, value: string): string | undefined {
  const code = value.slice(0, 3).toUpperCase();
  const named = ecoName(code);
  const played = gameOpening(replay);
  const byMoves = played === undefined ? '' : `by its moves ${played.eco} ${played.name}`;
  if (named === undefined) return byMoves === '' ? undefined : byMoves;
  return `${code}: ${named}${byMoves === '' ? '' : `; ${byMoves}`}`;
}
