import type { DocumentLink, DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { completePgn } from '../../core/notation/pgn/authoring/complete.ts';
import { pgnInlays } from '../../core/notation/pgn/authoring/inlays.ts';
import { knownValues } from '../../core/notation/pgn/authoring/known-values.ts';
import { type Fold, gameFold, partFolds } from '../../core/notation/pgn/outline/folds.ts';
import { finalUrl, resultRange, startLink } from '../../core/notation/pgn/outline/links.ts';
import { selectionsAt } from '../../core/notation/pgn/outline/selection.ts';
import { type GameSymbol, gameSymbol } from '../../core/notation/pgn/outline/symbols.ts';
import { tokenSpans } from '../../core/notation/pgn/outline/token-spans.ts';
import { readGame } from '../../core/notation/pgn/replay.ts';
import { positionInGame } from '../comparison/compared-position.ts';
import type { ServerDocument } from '../documents/document.ts';
import { boardInGame } from '../games/board-at.ts';
import type { Views } from '../games/views.ts';
import { gameHover } from '../hover/game-hover.ts';
import { linkTo } from '../hover/hover-layout.ts';
import { placeOfGame } from '../state/game-line.ts';
import { linkAt, shownOf } from './links.ts';
import type { ServerPart } from './part.ts';
import { DETAILED, gamesOf, headsOf } from './sections-of.ts';
import { MOVES, pushSpan, sectionsIn } from './tokens.ts';

function* folds(document: ServerDocument): Generator<Fold> {
  const detailed = document.length <= DETAILED;
  for (const { placed, chunk } of gamesOf(document)) {
    yield gameFold(chunk, placed.offset);
    if (detailed) yield* partFolds(chunk, placed.offset);
  }
}

/** As in the protocol: class, property, array, function. */
const KINDS: Readonly<Record<GameSymbol['kind'], SymbolKind>> = { game: 5, tags: 7, movetext: 18, variation: 12 };

function* symbols(document: ServerDocument): Generator<DocumentSymbol> {
  const detailed = document.length <= DETAILED;
  for (const { placed, chunk } of gamesOf(document)) {
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

/** In a large file only visible games have links; the first ones where the client does not state what is visible. */
function* links(document: ServerDocument, views: Views): Generator<DocumentLink> {
  const span = shownOf(document);
  for (const { placed } of gamesOf(document)) {
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
    for (const game of gamesOf(document)) yield headsOf(document, game);
  },
  // a game is completed by itself, however large the file is
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
    return selectionsAt(view.text, view.replay.tree, offset - placed.offset).map((one) =>
      shiftRange(one, placed.offset),
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
    return game === undefined ? { reason: NO_GAME } : placeOfGame(document, game, offset);
  },
  noState: NO_GAME,
  position(document, section, { ply, path }, _, views) {
    const game = views.game(document, section);
    return game && positionInGame(document, game, ply, path);
  },
};

/** A token stays on one line in the protocol. */
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
